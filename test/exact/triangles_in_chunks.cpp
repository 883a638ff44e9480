// REQUIRES: escop
// RUN: %exact %s --tiled 3 --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1"
//
// Inner loops begin at the outer counter, or end there. A chunk begins at a later iteration of the
// outer loop: an address is to be counted from there once, not twice.
#include "escop.h"
#include <initializer_list>

constexpr long N = 18;

NOINLINE static long upper(long n, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j) {
      c[i * n + j] += a[j * n + i];
      if (c[i * n + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long lower(long n, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j) {
      c[i * n + j] += a[(i - j) * n + i];
      if (c[i * n + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long diagonal(long n, double *c, const double *a) {
  for (long i = n - 1; i > 0; --i)
    for (long j = i; j > 0; --j) {
      c[j * n + i - j] += a[i * n + j];
      if (c[j * n + i - j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main(int argc, char **) {
  static double A[N * N], C[N * N];
  for (long bad = -1; bad < N * N; bad += bad < 0 ? 1 : 5) {
    long number = 0;
    for (auto kernel : {upper, lower, diagonal}) {
      for (long x = 0; x < N * N; ++x) {
        A[x] = small(x, 1, 7);
        C[x] = small(x, 2, 5);
      }
      if (bad >= 0)
        C[bad] = POISON;
      long where = kernel(N * argc, C, A);
      printf("%ld %ld: %ld %llx\n", bad, number++, where, (unsigned long long)hash_of(C, sizeof C));
    }
  }
  return 0;
}
