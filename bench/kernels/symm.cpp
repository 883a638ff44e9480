// C = beta C + alpha A B, A symmetric, its lower triangle stored.
// RO: A[i][k] and A[i][i] before they are used. RW: C[k][j] and C[i][j] after each update.
#include "harness.h"

static long M, N;
static Matrix A, B, C;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{10, 12}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}};
  M = Sizes[S][0], N = Sizes[S][1];
  allocate(A, M, M), allocate(B, M, N), allocate(C, M, N);
}

static void init() {
  for (long i = 0; i < M; i++) {
    for (long k = 0; k < M; k++)
      A[i][k] = k <= i ? value(i, k, 7) : -999; // never read
    for (long j = 0; j < N; j++)
      B[i][j] = value(i, j, 5), C[i][j] = value(i, j, 11);
  }
}

static long positions() { return M; }
static void poison(long P) {
  if (Checked)
    shrink(C, P);
  else
    (ReadOnlyGuard ? A[P][P / 2] : C[P][N / 2]) = Poison;
}

KERNEL void symm(long m, long n, double alpha, double beta, MatrixRef C, ConstMatrixRef A,
                 ConstMatrixRef B, [[maybe_unused]] double limit) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < i; k++) {
        GUARD_RO(A[i][k], "A", i, k);
        C[k][j] += alpha * B[i][j] * A[i][k];
        GUARD_RW(C[k][j], "C", k, j);
        sum += B[k][j] * A[i][k];
      }
      GUARD_RO(A[i][i], "A", i, i);
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * sum;
      GUARD_RW(C[i][j], "C", i, j);
    }
}

static void kernel(double limit) { symm(M, N, 3, 2, C, A, B, limit); }
