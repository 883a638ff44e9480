// y = alpha A x + beta B x.
// RO: A[i][j] and B[i][j] before they are used. RW: y[i], the sum with B, after each update.
#include "harness.h"

static long N;
static Matrix A, B;
static Vector T, X, Y;

static void sizes(Size S) {
  constexpr long Sizes[] = {12, 90, 250, 1300, 2800};
  N = Sizes[S];
  allocate(A, N, N), allocate(B, N, N), allocate(T, N), allocate(X, N), allocate(Y, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < N; j++)
      A[i][j] = value(i, j, 7), B[i][j] = value(i, j, 5);
    X[i] = value(i, 1, 3);
    T[i] = Y[i] = -1; // overwritten
  }
}

static long positions() { return N; }
static void poison(long P) {
  if (Checked)
    shrink(P % 2 ? A : B, P);
  else
    (ReadOnlyGuard && P % 2 ? A : B)[P][N / 2] = Poison;
}

KERNEL void gesummv(long n, double alpha, double beta, ConstMatrixRef A, ConstMatrixRef B,
                    VectorRef t, ConstVectorRef x, VectorRef y, [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    t[i] = 0;
    y[i] = 0;
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[i][j], "A", i, j);
      GUARD_RO(B[i][j], "B", i, j);
      t[i] += A[i][j] * x[j];
      y[i] += B[i][j] * x[j];
      GUARD_RW(y[i], "y", i, j);
    }
    y[i] = alpha * t[i] + beta * y[i];
  }
}

static void kernel(double limit) { gesummv(N, 3, 2, A, B, T, X, Y, limit); }
