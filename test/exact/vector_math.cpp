// RUN: %exact %s --cflags="-fveclib=libmvec -ffp-contract=off"
//
// Functions that may set errno are not vectorised, also where there are vector functions, which
// round in another way: results have all bits of the nest.
#include "escop.h"
#include <math.h>

constexpr long N = 200;
static double A[N * N], B[N * N], C[N * N];

NOINLINE static long exponentials(double *c, const double *a, long n, double limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > limit)
        return i * 1000 + j;
      c[i * n + j] += exp(a[i * n + j]);
    }
  return -1;
}

NOINLINE static long powers(double *c, const double *a, const double *b, long n, double limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > limit)
        return i * 1000 + j;
      c[j] += sin(a[i * n + j]) + log(b[i * n + j]) + pow(b[i * n + j], a[i * n + j]);
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (long bad = 0; bad < 2; ++bad) {
    for (long x = 0; x < N * N; ++x) {
      A[x] = (x % 1009) * 0.00731 - 3.3;
      B[x] = (x % 997) * 0.0137 + 0.1;
      C[x] = 0;
    }
    if (bad)
      A[N * N - 7] = POISON;
    long where = exponentials(C, A, N * argc, LIMIT);
    printf("exp %ld %llx\n", where, (unsigned long long)hash_of(C, sizeof C));
    where = powers(C, A, B, N * argc, LIMIT);
    printf("pow %ld %llx\n", where, (unsigned long long)hash_of(C, sizeof C));
  }
  return 0;
}
