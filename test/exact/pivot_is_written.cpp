// RUN: %exact %s --tiled 1
//
// All iterations read one element of the array, which one of them writes.
#include "escop.h"

constexpr long N = 16, M = 12;

NOINLINE static long kernel(long n, long m, double *c, const double *a, long pivot) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i * m + j] += a[j] - c[pivot];
      if (c[i * m + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main(int argc, char **) {
  long n = N * argc, m = M * argc; // unknown to the compiler
  static double A[M], C[N * M];
  for (long bad = -1; bad < N * M; bad += bad < 0 ? 1 : 31)
    for (long pivot = 0; pivot < N * M; pivot += 7) {
      for (long x = 0; x < N * M; ++x)
        C[x] = small(x, 2, 5);
      for (long j = 0; j < M; ++j)
        A[j] = small(j, 1, 7);
      if (bad >= 0)
        C[bad] += POISON;
      long where = kernel(n, m, C, A, pivot);
      printf("%ld %ld: %ld %llx\n", bad, pivot, where, (unsigned long long)hash_of(C, sizeof C));
    }
  return 0;
}
