// RUN: %exact %s --tiled 1
//
// The limit that the guard compares with is in memory, where the nest may write it: it is not what
// it was in front of the nest then.
#include "escop.h"

constexpr long N = 10;

NOINLINE static long kernel(long n, double *c, const double *a, const double *limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > *limit)
        return i * 100 + j;
      c[i * n + j] -= 3;
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  static double A[N * N], C[N * N + 1];
  for (long bad = 0; bad < N * N; bad += 13)
    for (long at = 0; at <= N * N; ++at) {
      for (long x = 0; x < N * N; ++x) {
        A[x] = small(x, 1, 5);
        C[x] = small(x, 2, 4);
      }
      C[at] = 10;
      A[bad] = 8; // above the limit if that was lowered
      long where = kernel(N * argc, C, A, C + at);
      printf("%ld %ld: %ld %llx\n", bad, at, where, (unsigned long long)hash_of(C, sizeof C));
    }
  return 0;
}
