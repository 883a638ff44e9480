// RUN: %exact %s --tiled 3
//
// The array that is written is accessed before the one that is only read, or behind it; at run time
// they overlap, at every offset, and what was written decides where the nest is left.
#include "escop.h"
#include <initializer_list>

constexpr long N = 12;
static double Buffer[3 * N * N];

NOINLINE static long writtenFirst(long n, double *C, const double *A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      C[i * n + j] += 2;
      if (A[i * n + j] > 10)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long readFirst(long n, double *C, const double *A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (A[i * n + j] > 10)
        return i * 100 + j;
      C[i * n + j] += 2;
    }
  return -1;
}
// The guard does not depend on k: it is evaluated ahead.
NOINLINE static long inspected(long n, double *C, const double *A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i * n + k] += 2;
        if (A[i * n + j] > 30)
          return i * 100 + j;
      }
  return -1;
}

int main() {
  for (long offset = -N * N; offset <= N * N; ++offset)
    for (long bad = -1; bad < N * N; bad += 60) {
      long number = 0;
      for (auto kernel : {writtenFirst, readFirst, inspected}) {
        for (long x = 0; x < 3 * N * N; ++x)
          Buffer[x] = 5 + x % 5;
        double *c = Buffer + N * N, *a = c + offset;
        if (bad >= 0)
          a[bad] = 40;
        long where = kernel(N, c, a);
        printf("%ld %ld %ld: %ld %llx\n", offset, bad, number++, where,
               (unsigned long long)hash_of(Buffer, sizeof Buffer));
      }
    }
  return 0;
}
