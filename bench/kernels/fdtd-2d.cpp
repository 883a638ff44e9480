// Maxwell's equations in two dimensions, finite differences in time: ex and ey from the magnetic
// field hz, then hz from ex and ey. A source at the edge, ey[0][j] = source[t].
// RO: source[t]. RW: ex, ey, hz after each update.
// The coefficients are no integers, sums are not exact: compare -ffp-contract=off.
#include "harness.h"

static long T, NX, NY;
static Matrix Ex, Ey, Hz;
static Vector Source;

static void sizes(Size S) {
  constexpr long Sizes[][3] = {
      {8, 10, 12}, {40, 60, 80}, {100, 200, 240}, {500, 1000, 1200}, {1000, 2000, 2600}};
  T = Sizes[S][0], NX = Sizes[S][1], NY = Sizes[S][2];
  allocate(Ex, NX, NY), allocate(Ey, NX, NY), allocate(Hz, NX, NY), allocate(Source, T);
}

static void init() {
  for (long i = 0; i < NX; i++)
    for (long j = 0; j < NY; j++) {
      Ex[i][j] = value(i, j, 11);
      Ey[i][j] = value(i, j, 7);
      Hz[i][j] = value(i, j, 5);
    }
  for (long t = 0; t < T; t++)
    Source[t] = value(t, 0, 13);
}

// Time steps.
static long positions() { return T; }
static void poison(long P) {
  if (Checked)
    shrink(Source, P);
  else
    Source[P] = Poison;
}

KERNEL void fdtd2d(long steps, long nx, long ny, MatrixRef ex, MatrixRef ey, MatrixRef hz,
                   ConstVectorRef source, [[maybe_unused]] double limit) {
  for (long t = 0; t < steps; t++) {
    GUARD_RO(source[t], "source", t, 0);
    for (long j = 0; j < ny; j++)
      ey[0][j] = source[t];
    for (long i = 1; i < nx; i++)
      for (long j = 0; j < ny; j++) {
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
        GUARD_RW(ey[i][j], "ey", i, j);
      }
    for (long i = 0; i < nx; i++)
      for (long j = 1; j < ny; j++) {
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
        GUARD_RW(ex[i][j], "ex", i, j);
      }
    for (long i = 0; i < nx - 1; i++)
      for (long j = 0; j < ny - 1; j++) {
        hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
        GUARD_RW(hz[i][j], "hz", i, j);
      }
  }
}

static void kernel(double limit) { fdtd2d(T, NX, NY, Ex, Ey, Hz, Source, limit); }
