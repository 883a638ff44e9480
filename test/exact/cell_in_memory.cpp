// RUN: %exact %s --tiled 2
//
// A sum and a count are kept in memory: one place each, which every iteration writes.
#include "escop.h"

constexpr long N = 60, M = 20;
static double A[N * M];

// As far as the compiler knows the cell may be one of the elements.
NOINLINE static long sum(long n, long m, double *cell, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      *cell += a[i * m + j];
      c[i * m + j] = a[i * m + j];
      if (*cell > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long count(long n, long m, long *cell, long *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      ++*cell;
      ++c[i * m + j];
      if (a[i * m + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main(int argc, char **) {
  long n = N * argc, m = M * argc; // unknown to the compiler
  static double C[N * M];
  static long V[N * M];
  static double Totals[4];
  static long Numbers[4];
  for (long bad = -1; bad < N * M; bad += bad < 0 ? 1 : 67) {
    for (long x = 0; x < N * M; ++x) {
      A[x] = small(x, 1, 7);
      C[x] = small(x, 2, 5);
      V[x] = x;
    }
    if (bad >= 0)
      A[bad] = POISON;
    double *total = Totals + argc;
    long *number = Numbers + argc;
    *total = 1, *number = 3;
    long first = sum(n, m, total, C, A), second = count(n, m, number, V, A);
    uint64_t h = hash_more(hash_of(C, sizeof C), V, sizeof V);
    printf("%ld: %ld %.17g %ld %ld %llx\n", bad, first, *total, second, *number,
           (unsigned long long)h);
  }
  return 0;
}
