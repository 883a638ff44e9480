// A = L L^T, A symmetric and positive definite; L replaces the lower triangle.
// No RO variant: all is in place. RW: the pivot, A[i][i], before its root.
// Divisions and square roots: sums are not exact. Compile with -fno-math-errno, or sqrt is a call.
#define NO_RO
#include "harness.h"
#include <cmath>

static long N;
static Matrix A;

static void sizes(Size S) {
  constexpr long Sizes[] = {12, 120, 400, 2000, 4000};
  N = Sizes[S];
  allocate(A, N, N);
}

static void init() {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      A[i][j] = i == j ? 4 * N : value(i, j, 3);
}

static long positions() { return N; }
static void poison(long P) { Checked ? shrink(A, P) : void(A[P][P] = -1); }

KERNEL void cholesky(long n, MatrixRef A, [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < i; j++) {
      for (long k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (long k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    ASSERT_RW(A[i][i] > 0, "A", i, i);
    A[i][i] = std::sqrt(A[i][i]);
  }
}

static void kernel(double limit) { cholesky(N, A, limit); }
