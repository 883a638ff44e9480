// REQUIRES: escop
// RUN: %exact %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-first-chunk=4"
//
// An exception is caught in the outer loop, so the nest goes on behind the chunk that was rolled
// back, in which there may be several throws; many chunks come in front of it and behind it.
#include "escop.h"

constexpr long N = 160, M = 12;

NOINLINE static long kernel(long n, long m, double *c, const double *a) {
  long caught = 0;
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < m; ++j) {
        c[i * m + j] += a[j] + i;
        if (c[i * m + j] > LIMIT)
          throw j;
      }
    } catch (long j) {
      caught = caught * 3 + i + j;
    }
  return caught;
}

int main(int argc, char **) { // argc: unknown to the compiler
  static double A[M], C[N * M];
  for (long first = 0; first < N * M; first += 101)
    for (long second = first; second < N * M; second += 277) {
      for (long x = 0; x < N * M; ++x)
        C[x] = small(x, 2, 5);
      for (long j = 0; j < M; ++j)
        A[j] = small(j, 1, 7);
      C[first] = C[second] = POISON;
      long caught = kernel(N * argc, M * argc, C, A);
      printf("%ld %ld: %ld %llx\n", first, second, caught,
             (unsigned long long)hash_of(C, sizeof C));
    }
  return 0;
}
