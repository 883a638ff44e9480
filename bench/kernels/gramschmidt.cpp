// A = Q R, the columns of Q orthonormal, R upper triangular (modified Gram-Schmidt).
// No RO variant: the nest writes A, Q and R. RW: the square of the norm, before its root: columns
// that depend.
// Divisions and square roots: sums are not exact. Compile with -fno-math-errno, or sqrt is a call.
#define NO_RO
#include "harness.h"
#include <cmath>

static long M, N;
static Matrix A, Q, R;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{12, 10}, {80, 60}, {240, 200}, {1200, 1000}, {2600, 2000}};
  M = Sizes[S][0], N = Sizes[S][1];
  allocate(A, M, N), allocate(Q, M, N), allocate(R, N, N);
}

static double noise(long i, long j) { return 1 + ((i * 73856093) ^ (j * 19349663)) % 1009; }

static void init() {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++)
      A[i][j] = noise(i + 1, j + 1), Q[i][j] = 0;
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      R[i][j] = 0;
}

static long positions() { return N; }
static void poison(long P) {
  if (Checked)
    shrinkColumns(Q, P);
  else
    for (long i = 0; i < M; i++)
      A[i][P] = P ? A[i][0] : 0;
}

KERNEL void gramschmidt(long m, long n, MatrixRef A, MatrixRef Q, MatrixRef R,
                        [[maybe_unused]] double limit) {
  for (long k = 0; k < n; k++) {
    double norm = 0;
    for (long i = 0; i < m; i++)
      norm += A[i][k] * A[i][k];
    ASSERT_RW(norm > 1e-9, "column", k, k);
    R[k][k] = std::sqrt(norm);
    for (long i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (long j = k + 1; j < n; j++) {
      R[k][j] = 0;
      for (long i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (long i = 0; i < m; i++)
        A[i][j] -= Q[i][k] * R[k][j];
    }
  }
}

static void kernel(double limit) { gramschmidt(M, N, A, Q, R, limit); }
