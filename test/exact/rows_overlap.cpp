// RUN: %exact %s --tiled 2
//
// The rows of a matrix are longer than they are apart, so that one place is in several rows. Polly
// takes them for disjoint, and checks that in front of the nest.
#include "escop.h"
#include <initializer_list>

constexpr long N = 14, Most = 24;

NOINLINE static long operands(long n, long pitch, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (a[i * pitch + k] > LIMIT)
          return i * 10000 + j * 100 + k;
        c[i * pitch + j] += a[k * pitch + j];
      }
  return -1;
}
NOINLINE static long results(long n, long pitch, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        c[i * pitch + j] += a[k * pitch + j];
        if (c[i * pitch + j] > LIMIT)
          return i * 10000 + j * 100 + k;
      }
  return -1;
}

int main(int argc, char **) {
  static double A[N * Most], C[N * Most];
  for (long pitch = 0; pitch < Most; pitch += 3)
    for (long bad = -1; bad < N * N; bad += 19) {
      long number = 0;
      for (auto kernel : {operands, results}) {
        for (long x = 0; x < N * Most; ++x) {
          A[x] = small(x, 1, 7);
          C[x] = small(x, 3, 3);
        }
        if (bad >= 0)
          A[bad / N * pitch + bad % N] = POISON;
        long where = kernel(N * argc, pitch, C, A);
        printf("%ld %ld %ld: %ld %llx\n", pitch, bad, number++, where,
               (unsigned long long)hash_of(C, sizeof C));
      }
    }
  return 0;
}
