// B = alpha A^T B, A unit lower triangular.
// RO: A[k][i] before it is used. RW: B[i][j] after each update.
#include "harness.h"

static long M, N;
static Matrix A, B;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{10, 12}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}};
  M = Sizes[S][0], N = Sizes[S][1];
  allocate(A, M, M), allocate(B, M, N);
}

static void init() {
  for (long i = 0; i < M; i++) {
    for (long k = 0; k < M; k++)
      A[i][k] = k < i ? value(i, k, 7) : -999; // never read
    for (long j = 0; j < N; j++)
      B[i][j] = value(i, j, 5);
  }
}

static long positions() { return M - 1; } // the last row is multiplied by alpha only
static void poison(long P) { Checked ? shrinkColumns(A, P) : void(A[M - 1][P] = Poison); }

KERNEL void trmm(long m, long n, double alpha, ConstMatrixRef A, MatrixRef B,
                 [[maybe_unused]] double limit) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      for (long k = i + 1; k < m; k++) {
        GUARD_RO(A[k][i], "A", k, i);
        B[i][j] += A[k][i] * B[k][j];
        GUARD_RW(B[i][j], "B", i, j);
      }
      B[i][j] *= alpha;
    }
}

static void kernel(double limit) { trmm(M, N, 3, A, B, limit); }
