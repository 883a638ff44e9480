// x1 = x1 + A y1, then x2 = x2 + A^T y2.
// RO: A[i][j] before it is used, then the product A[j][i] y2[j]. RW: x1[i], x2[i] after each
// update.
#include "harness.h"

static long N;
static Matrix A;
static Vector X1, X2, Y1, Y2;

static void sizes(Size S) {
  constexpr long Sizes[] = {12, 120, 400, 2000, 4000};
  N = Sizes[S];
  allocate(A, N, N), allocate(X1, N), allocate(X2, N), allocate(Y1, N), allocate(Y2, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < N; j++)
      A[i][j] = value(i, j, 7);
    X1[i] = value(i, 1, 5), X2[i] = value(i, 2, 5);
    Y1[i] = value(i, 3, 3), Y2[i] = value(i, 4, 3) + 3;
  }
}

static long positions() { return 2 * N; }
static void poison(long P) {
  if (Checked)
    P < N ? shrink(X1, P) : shrink(X2, P - N);
  else if (ReadOnlyGuard) // in the second nest: A passes, its product does not
    (P < N ? A[P][N / 2] = Poison : A[N / 2][P - N] = Limit / 2);
  else
    (P < N ? X1[P] : X2[P - N]) = Poison;
}

KERNEL void mvt(long n, ConstMatrixRef A, VectorRef x1, VectorRef x2, ConstVectorRef y1,
                ConstVectorRef y2, [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[i][j], "A", i, j);
      x1[i] += A[i][j] * y1[j];
      GUARD_RW(x1[i], "x1", i, j);
    }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[j][i] * y2[j], "A y2", j, i);
      x2[i] += A[j][i] * y2[j];
      GUARD_RW(x2[i], "x2", i, j);
    }
}

static void kernel(double limit) { mvt(N, A, X1, X2, Y1, Y2, limit); }
