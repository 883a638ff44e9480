// A = A + u1 v1^T + u2 v2^T, x = x + beta A^T y + z, w = w + alpha A x.
// RO: u1[i] v1[j], then A[j][i], then A[i][j] x[j]. RW: A[i][j], then x[i], then w[i], after each
// update.
#include "harness.h"

static long N;
static Matrix A;
static Vector U1, V1, U2, V2, W, X, Y, Z;

static void sizes(Size S) {
  constexpr long Sizes[] = {12, 120, 400, 2000, 4000};
  N = Sizes[S];
  allocate(A, N, N), allocate(U1, N), allocate(V1, N), allocate(U2, N), allocate(V2, N);
  allocate(W, N), allocate(X, N), allocate(Y, N), allocate(Z, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < N; j++)
      A[i][j] = value(i, j, 3);
    U1[i] = value(i, 1, 2), V1[i] = value(i, 2, 2), U2[i] = value(i, 3, 2), V2[i] = value(i, 4, 2);
    W[i] = value(i, 5, 5), X[i] = value(i, 6, 5), Y[i] = value(i, 7, 2), Z[i] = value(i, 8, 5);
  }
}

// The iterations of the three nests; x + z is a loop and cannot fail.
static long positions() { return 3 * N; }
static void poison(long P) {
  long I = P % N;
  if (Checked)
    P < N ? shrink(U1, I) : P < 2 * N ? shrink(X, I) : shrink(W, I);
  else if (P < N)
    (ReadOnlyGuard ? U1 : U2)[I] = Poison;
  else if (P < 2 * N)
    (ReadOnlyGuard ? V2 : X)[I] = Poison;
  else if (ReadOnlyGuard) // makes x[0] large, but its product with this row only is too large
    A[I][0] = Limit / 1e5;
  else
    W[I] = Poison;
}

KERNEL void gemver(long n, double alpha, double beta, MatrixRef A, ConstVectorRef u1,
                   ConstVectorRef v1, ConstVectorRef u2, ConstVectorRef v2, VectorRef w,
                   VectorRef x, ConstVectorRef y, ConstVectorRef z, [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      GUARD_RO(u1[i] * v1[j], "u1 v1", i, j);
      A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
      GUARD_RW(A[i][j], "A", i, j);
    }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[j][i], "A", j, i);
      x[i] += beta * A[j][i] * y[j];
      GUARD_RW(x[i], "x", i, j);
    }
  for (long i = 0; i < n; i++)
    x[i] += z[i];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      GUARD_RO(A[i][j] * x[j], "A x", i, j);
      w[i] += alpha * A[i][j] * x[j];
      GUARD_RW(w[i], "w", i, j);
    }
}

static void kernel(double limit) { gemver(N, 3, 2, A, U1, V1, U2, V2, W, X, Y, Z, limit); }
