// y = A^T (A x).
// RO: A[i][j] before it is used. RW: y[j] after each update.
#include "harness.h"

static long M, N;
static Matrix A;
static Vector X, Y, T;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{12, 10}, {116, 124}, {390, 410}, {1900, 2100}, {1800, 2200}};
  M = Sizes[S][0], N = Sizes[S][1];
  allocate(A, M, N), allocate(X, N), allocate(Y, N), allocate(T, M);
}

static void init() {
  for (long i = 0; i < M; i++) {
    for (long j = 0; j < N; j++)
      A[i][j] = value(i, j, 7);
    T[i] = -1; // overwritten
  }
  for (long j = 0; j < N; j++)
    X[j] = value(j, 1, 5), Y[j] = -1; // overwritten
}

static long positions() { return M; }
static void poison(long P) { Checked ? shrink(A, P) : void(A[P][N / 2] = Poison); }

KERNEL void atax(long m, long n, ConstMatrixRef A, ConstVectorRef x, VectorRef y, VectorRef t,
                 [[maybe_unused]] double limit) {
  for (long j = 0; j < n; j++)
    y[j] = 0;
  for (long i = 0; i < m; i++) {
    t[i] = 0;
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[i][j], "A", i, j);
      t[i] += A[i][j] * x[j];
    }
    for (long j = 0; j < n; j++) {
      y[j] += A[i][j] * t[i];
      GUARD_RW(y[j], "y", i, j);
    }
  }
}

static void kernel(double limit) { atax(M, N, A, X, Y, T, limit); }
