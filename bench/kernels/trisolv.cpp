// x with L x = b, L lower triangular: x[i] = (b[i] - sum over j < i of L[i][j] x[j]) / L[i][i].
// RO: L[i][j] before it is used. RW: x[i] after each update.
// With divisions sums are not exact: compare -ffp-contract=off.
#include "harness.h"

static long N;
static Matrix L;
static Vector X, B;

static void sizes(Size S) {
  constexpr long Sizes[] = {20, 120, 400, 1200, 4000};
  N = Sizes[S];
  allocate(L, N, N), allocate(X, N), allocate(B, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < N; j++)
      L[i][j] = i == j ? 2 : value(i, j, 7) / (8 * N); // x stays of the order of b
    X[i] = -1;                                         // overwritten
    B[i] = value(i, 0, 11);
  }
}

static long positions() { return N; }
static void poison(long P) {
  if (Checked)
    shrink(L, P);
  else
    (ReadOnlyGuard ? L[P][P / 2] : B[P]) = Poison;
}

KERNEL void trisolv(long n, ConstMatrixRef L, VectorRef x, ConstVectorRef b,
                    [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    x[i] = b[i];
    for (long j = 0; j < i; j++) {
      GUARD_RO(L[i][j], "L", i, j);
      x[i] -= L[i][j] * x[j];
      GUARD_RW(x[i], "x", i, j);
    }
    GUARD_RO(L[i][i], "L", i, i);
    x[i] /= L[i][i];
    GUARD_RW(x[i], "x", i, i);
  }
}

static void kernel(double limit) { trisolv(N, L, X, B, limit); }
