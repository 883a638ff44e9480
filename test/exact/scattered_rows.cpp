// RUN: %exact %s
//
// The rows that are written are taken from a table, so that the compiler cannot bound what the nest
// writes. At run time it may be what the guard reads.
#include "escop.h"

constexpr long N = 12;
static double Memory[3 * N * N];

NOINLINE static long kernel(long n, double *c, const double *a, const long *rows) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double *row = c + rows[j] * n;
      for (long k = 0; k < n; ++k) {
        if (a[i * n + j] > 10)
          return i * 10000 + j * 100 + k;
        row[k] += 2;
      }
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  long rows[N];
  for (long j = 0; j < N; ++j)
    rows[j] = j * 5 % N;
  for (long offset = -N * N; offset <= N * N; offset += 11)
    for (long bad = -1; bad < N * N; bad += 29) {
      double *c = Memory + N * N, *a = c + offset;
      for (long x = 0; x < 3 * N * N; ++x)
        Memory[x] = x % 5 - 20;
      if (bad >= 0)
        a[bad] = 5;
      long where = kernel(N * argc, c, a, rows);
      printf("%ld %ld: %ld %llx\n", offset, bad, where,
             (unsigned long long)hash_of(Memory, sizeof Memory));
    }
  return 0;
}
