// Levinson-Durbin: y with T y = -r, T symmetric Toeplitz of 1, r[0], r[1], ... For each order k
// alpha = -(r[k] + sum over i < k of r[k-i-1] y[i]) / beta, y[i] += alpha y[k-i-1], y[k] = alpha,
// where beta is the product of all 1 - alpha^2.
// RO: r[k] before it is used. RW: |z[i]|, the new y[i].
// With divisions sums are not exact: compare -ffp-contract=off.
#include "harness.h"

static long N;
static Vector R, Y, Z;

static void sizes(Size S) {
  constexpr long Sizes[] = {20, 120, 400, 2000, 4000};
  N = Sizes[S];
  allocate(R, N), allocate(Y, N), allocate(Z, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    R[i] = 1.0 / (i + 2); // positive and convex: T is positive definite
    Y[i] = Z[i] = -1;     // overwritten
  }
}

static long positions() { return N - 1; }
static void poison(long P) {
  if (Checked)
    shrink(R, P + 1);
#ifndef VARIANT_FREE // it would go on to NaNs, whose signs no compiler promises
  else
    R[P + 1] = 1e30; // times y, which is small, it is above the limit
#endif
}

KERNEL void durbin(long n, VectorRef y, VectorRef z, ConstVectorRef r,
                   [[maybe_unused]] double limit) {
  double alpha = -r[0], beta = 1;
  y[0] = alpha;
  for (long k = 1; k < n; k++) {
    GUARD_RO(r[k], "r", k, 0);
    beta *= 1 - alpha * alpha;
    double sum = 0;
    for (long i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (long i = 0; i < k; i++) {
      z[i] = y[i] + alpha * y[k - i - 1];
      GUARD_RW(__builtin_fabs(z[i]), "z", k, i);
    }
    for (long i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}

static void kernel(double limit) { durbin(N, Y, Z, R, limit); }
