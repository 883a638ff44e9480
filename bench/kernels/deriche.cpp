// Deriche's recursive smoothing of an image: a causal and an anticausal filter of second order
// along the rows, out = c1 (y1 + y2), the same along the columns of out, out = c2 (y1 + y2).
// RO: what a nest reads: the image, y1, out. RW: what it writes: y1, y2, out.
// The coefficients are no integers, sums are not exact: compare -ffp-contract=off.
#include "harness.h"

static struct Filter {
  double a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, c1, c2;
} F;
static long W, H;
static Matrix Image, Out, Y1, Y2;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{16, 18}, {128, 96}, {720, 480}, {2160, 1200}, {7680, 4320}};
  W = Sizes[S][0], H = Sizes[S][1];
  allocate(Image, W, H), allocate(Out, W, H), allocate(Y1, W, H), allocate(Y2, W, H);
}

static void init() {
  constexpr double Alpha = 0.25, E = 0.7788007830714049; // e^-Alpha
  constexpr double K = (1 - E) * (1 - E) / (1 + 2 * Alpha * E - E * E);
  F.a1 = F.a5 = K, F.a2 = F.a6 = K * E * (Alpha - 1);
  F.a3 = F.a7 = K * E * (Alpha + 1), F.a4 = F.a8 = -K * E * E;
  F.b1 = 2 * E, F.b2 = -E * E, F.c1 = F.c2 = 1;
  for (long i = 0; i < W; i++)
    for (long j = 0; j < H; j++) {
      Image[i][j] = value(i, j, 11);
      Out[i][j] = Y1[i][j] = Y2[i][j] = -1; // overwritten
    }
}

// Rows of the nests along rows, columns of the two along columns. A matrix that is too small is
// found by the first three nests.
static long positions() { return Checked ? 3 * W : 4 * W + 2 * H; }

// One bright pixel that passes, and a gain that brings it above the limit in the nest that P is in:
// what the nest writes (RW), or what it reads and the nest before it has written (RO; the image and
// out are read by two nests, the second one cannot fail). Without the anticausal terms no earlier
// row or column sees the pixel.
static void poison(long P) {
  constexpr double Gain = 1e4;
  const long Extents[] = {W, W, W, H, H, W};
  double *const Written[] = {&F.a1, &F.a3, &F.c1, &F.a5, &F.a7, &F.c2};
  double *const Read[] = {nullptr, nullptr, &F.a1, &F.c1, &F.c1, &F.a5};
  int Nest = 0;
  while (P >= Extents[Nest])
    P -= Extents[Nest++];
  if (Checked) {
    shrink(Nest == 0 ? Y1 : Nest == 1 ? Y2 : Out, P);
    return;
  }
  bool AlongColumns = Nest == 3 || Nest == 4;
  double *Raised = (ReadOnlyGuard ? Read : Written)[Nest];
  Image[AlongColumns ? W / 2 : P][AlongColumns ? P : H / 2] = Raised ? Limit / 2 : Poison;
  F.a3 = F.a4 = F.a7 = F.a8 = 0;
  if (Raised)
    *Raised = Gain;
}

KERNEL void deriche(long w, long h, Filter f, ConstMatrixRef image, MatrixRef out, MatrixRef y1,
                    MatrixRef y2, [[maybe_unused]] double limit) {
  const double a1 = f.a1, a2 = f.a2, a3 = f.a3, a4 = f.a4, a5 = f.a5, a6 = f.a6, a7 = f.a7,
               a8 = f.a8, b1 = f.b1, b2 = f.b2, c1 = f.c1, c2 = f.c2;
  for (long i = 0; i < w; i++) {
    double x = 0, y = 0, yy = 0; // the input before, the output before, the one before that
    for (long j = 0; j < h; j++) {
      GUARD_RO(image[i][j], "image", i, j);
      y1[i][j] = a1 * image[i][j] + a2 * x + b1 * y + b2 * yy;
      GUARD_RW(y1[i][j], "y1", i, j);
      x = image[i][j], yy = y, y = y1[i][j];
    }
  }
  for (long i = 0; i < w; i++) {
    double x = 0, xx = 0, y = 0, yy = 0;
    for (long j = h - 1; j >= 0; j--) {
      GUARD_RO(image[i][j], "image", i, j);
      y2[i][j] = a3 * x + a4 * xx + b1 * y + b2 * yy;
      GUARD_RW(y2[i][j], "y2", i, j);
      xx = x, x = image[i][j], yy = y, y = y2[i][j];
    }
  }
  for (long i = 0; i < w; i++)
    for (long j = 0; j < h; j++) {
      GUARD_RO(y1[i][j], "y1", i, j);
      out[i][j] = c1 * (y1[i][j] + y2[i][j]);
      GUARD_RW(out[i][j], "out", i, j);
    }
  for (long j = 0; j < h; j++) {
    double x = 0, y = 0, yy = 0;
    for (long i = 0; i < w; i++) {
      GUARD_RO(out[i][j], "out", i, j);
      y1[i][j] = a5 * out[i][j] + a6 * x + b1 * y + b2 * yy;
      GUARD_RW(y1[i][j], "y1", i, j);
      x = out[i][j], yy = y, y = y1[i][j];
    }
  }
  for (long j = 0; j < h; j++) {
    double x = 0, xx = 0, y = 0, yy = 0;
    for (long i = w - 1; i >= 0; i--) {
      GUARD_RO(out[i][j], "out", i, j);
      y2[i][j] = a7 * x + a8 * xx + b1 * y + b2 * yy;
      GUARD_RW(y2[i][j], "y2", i, j);
      xx = x, x = out[i][j], yy = y, y = y2[i][j];
    }
  }
  for (long i = 0; i < w; i++)
    for (long j = 0; j < h; j++) {
      GUARD_RO(y1[i][j], "y1", i, j);
      out[i][j] = c2 * (y1[i][j] + y2[i][j]);
      GUARD_RW(out[i][j], "out", i, j);
    }
}

static void kernel(double limit) { deriche(W, H, F, Image, Out, Y1, Y2, limit); }
