// RUN: %exact %s --cflags=-ffp-contract=off --tiled 3
//
// The copies' loops are unrolled, which makes arguments of math functions constants. In the nest,
// which is not unrolled, or by cold code too large, the function is called. sqrt instead of pow(x,
// 0.5), or x * x, would round otherwise.
#include "escop.h"
#include <initializer_list>
#include <math.h>

constexpr long N = 96;
static double X[N * N], Y[N * N];

// Checked behind it: speculated on.
NOINLINE static long polynomial(long n, const double *w) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = Y[i * n + j];
#pragma clang loop unroll(disable)
      for (int k = 1; k <= 4; ++k)
        s += w[k] * pow(X[i * n + j], 0.5 * k);
      if (s > LIMIT)
        return i * 1000 + j;
      Y[i * n + j] = s;
    }
  return -1;
}
// Of constants only.
NOINLINE static long constants(long n, const double *w) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = Y[i * n + j];
#pragma clang loop unroll(disable)
      for (int k = 1; k <= 4; ++k)
        s += w[k] * exp(0.37 * k) * pow(3.3, 0.7 * k) * sin(k);
      if (X[i * n + j] > LIMIT)
        return i * 1000 + j;
      Y[i * n + j] = s * X[i * n + j];
    }
  return -1;
}
// The exponent is the program's constant.
NOINLINE static long roots(long n, const double *w) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (Y[i * n + j] > LIMIT)
        return i * 1000 + j;
      Y[i * n + j] += w[1] * pow(X[i * n + j], 0.5) + pow(X[i * n + j], w[2] * 0.75);
    }
  return -1;
}

int main() {
  const double w[] = {0, 1, 0.5, 0.25, 1};
  for (long bad : {-1L, 0L, 1L, 4000L, N * N - 1})
    for (auto kernel : {polynomial, constants, roots}) {
      for (long x = 0; x < N * N; ++x) {
        X[x] = 0.5 + (x % 10007) * 0.000317 + x * 1e-9;
        Y[x] = 0;
      }
      if (bad >= 0)
        X[bad] = Y[bad] = POISON;
      long where = kernel(N, w);
      printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_of(Y, sizeof Y));
    }
  return 0;
}
