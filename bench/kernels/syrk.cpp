// C = beta C + alpha A A^T, the lower triangle.
// RO: A[i][k] before it is used. RW: C[i][j] after each update.
#include "harness.h"

static long N, M;
static Matrix A, C;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{12, 9}, {80, 60}, {240, 200}, {1200, 1000}, {2600, 2000}};
  N = Sizes[S][0], M = Sizes[S][1];
  allocate(A, N, M), allocate(C, N, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long k = 0; k < M; k++)
      A[i][k] = value(i, k, 7);
    for (long j = 0; j < N; j++)
      C[i][j] = value(i, j, 11);
  }
}

static long positions() { return N; }
static void poison(long P) {
  if (Checked)
    shrink(A, P);
  else
    (ReadOnlyGuard ? A[P][M / 2] : C[P][P / 2]) = Poison;
}

KERNEL void syrk(long n, long m, double alpha, double beta, MatrixRef C, ConstMatrixRef A,
                 [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (long k = 0; k < m; k++)
      for (long j = 0; j <= i; j++) {
        GUARD_RO(A[i][k], "A", i, k);
        C[i][j] += alpha * A[i][k] * A[j][k];
        GUARD_RW(C[i][j], "C", i, j);
      }
  }
}

static void kernel(double limit) { syrk(N, M, 3, 2, C, A, limit); }
