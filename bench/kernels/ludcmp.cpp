// A x = b: A = L U without pivoting, in place, then L y = b, then U x = y.
// RO: b[i], then y[i]; none in L U. RW: each U[i][j], then y[i], then -x[i] A[i][i], when summed
// up.
// Divisions: sums are not exact.
#include "harness.h"

static long N;
static Matrix A;
static Vector B, X, Y;

static void sizes(Size S) {
  constexpr long Sizes[] = {12, 120, 400, 2000, 4000};
  N = Sizes[S];
  allocate(A, N, N), allocate(B, N), allocate(X, N), allocate(Y, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < N; j++)
      A[i][j] = i == j ? 4 * N : value(i, j, 3);
    B[i] = value(i, 1, 7), X[i] = Y[i] = -1; // overwritten
  }
}

// RO: from the second nest on. The last nest runs backwards.
static long positions() { return ReadOnlyGuard ? 2 * N : 3 * N; }
static void poison(long P) {
  if (ReadOnlyGuard)
    P += N;
  if (P < N)
    Checked ? shrink(A, P) : void(A[P][P] = Poison);
  else if (Checked)
    P < 2 * N ? shrink(B, P - N) : void(shrink(X, 3 * N - 1 - P));
  else // a large negative b is found by the last nest
    B[P < 2 * N ? P - N : 3 * N - 1 - P] = P < 2 * N ? Poison : -Poison;
}

KERNEL void ludcmp(long n, MatrixRef A, ConstVectorRef b, VectorRef x, VectorRef y,
                   [[maybe_unused]] double limit) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < i; j++) {
      double w = A[i][j];
      for (long k = 0; k < j; k++)
        w -= A[i][k] * A[k][j];
      A[i][j] = w / A[j][j];
    }
    for (long j = i; j < n; j++) {
      double w = A[i][j];
      for (long k = 0; k < i; k++)
        w -= A[i][k] * A[k][j];
      GUARD_RW(w, "U", i, j);
      A[i][j] = w;
    }
  }
  for (long i = 0; i < n; i++) {
    GUARD_RO(b[i], "b", i, 0L);
    double w = b[i];
    for (long j = 0; j < i; j++)
      w -= A[i][j] * y[j];
    GUARD_RW(w, "y", i, 0L);
    y[i] = w;
  }
  for (long i = n - 1; i >= 0; i--) {
    GUARD_RO(-y[i], "y", i, 0L);
    double w = y[i];
    for (long j = i + 1; j < n; j++)
      w -= A[i][j] * x[j];
    GUARD_RW(-w, "x", i, 0L);
    x[i] = w / A[i][i];
  }
}

static void kernel(double limit) { ludcmp(N, A, B, X, Y, limit); }
