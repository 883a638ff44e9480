// C = beta C + alpha (A B^T + B A^T), the lower triangle.
// RO: A[i][k] and B[i][k] before they are used. RW: C[i][j] after each update.
#include "harness.h"

static long N, M;
static Matrix A, B, C;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{12, 9}, {80, 60}, {240, 200}, {1200, 1000}, {2600, 2000}};
  N = Sizes[S][0], M = Sizes[S][1];
  allocate(A, N, M), allocate(B, N, M), allocate(C, N, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long k = 0; k < M; k++) {
      A[i][k] = value(i, k, 7);
      B[i][k] = value(i, k, 5);
    }
    for (long j = 0; j < N; j++)
      C[i][j] = value(i, j, 11);
  }
}

static long positions() { return N; }
static void poison(long P) {
  if (Checked)
    shrink(P % 2 ? A : B, P);
  else if (ReadOnlyGuard)
    (P % 2 ? A : B)[P][M / 2] = Poison;
  else
    C[P][P / 2] = Poison;
}

KERNEL void syr2k(long n, long m, double alpha, double beta, MatrixRef C, ConstMatrixRef A,
                  ConstMatrixRef B, [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (long k = 0; k < m; k++)
      for (long j = 0; j <= i; j++) {
        GUARD_RO(A[i][k], "A", i, k);
        GUARD_RO(B[i][k], "B", i, k);
        C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
        GUARD_RW(C[i][j], "C", i, j);
      }
  }
}

static void kernel(double limit) { syr2k(N, M, 3, 2, C, A, B, limit); }
