// RUN: %exact %s --tiled 1
//
// A sum is stored in a cell of the array in each iteration, and one of them overwrites the cell:
// behind it the sum is not what the cell holds.
#include "escop.h"

constexpr long N = 16, M = 12;

NOINLINE static long kernel(long n, long m, double *c, const double *a, long cell) {
  for (long i = 0; i < n; ++i) {
    double sum = c[cell];
    for (long j = 0; j < m; ++j) {
      sum += a[i * m + j];
      c[cell] = sum;
      c[i * m + j] = j;
      if (sum > LIMIT)
        return i * 100 + j;
    }
  }
  return -1;
}

int main(int argc, char **) {
  long n = N * argc, m = M * argc; // unknown to the compiler
  static double A[N * M], C[N * M];
  for (long bad = -1; bad < N * M; bad += bad < 0 ? 1 : 31)
    for (long cell = 0; cell < N * M; cell += 7) {
      for (long x = 0; x < N * M; ++x) {
        A[x] = small(x, 1, 7);
        C[x] = small(x, 2, 5);
      }
      if (bad >= 0)
        A[bad] = POISON;
      long where = kernel(n, m, C, A, cell);
      printf("%ld %ld: %ld %llx\n", bad, cell, where, (unsigned long long)hash_of(C, sizeof C));
    }
  return 0;
}
