// RUN: %exact %s --tiled 1
//
// All iterations read one place, but the pointer to it is only valid if the check in front of it
// passes in the first iteration.
#include "escop.h"

constexpr long N = 20, M = 12;

NOINLINE static long kernel(long n, long m, double *__restrict c, const double *__restrict first,
                            long size) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (i * m + j >= size)
        return i * 100 + j;
      c[i * m + j] += *first;
    }
  return -1;
}

int main(int argc, char **) {
  long n = N * argc, m = M * argc; // unknown to the compiler
  static double C[N * M];
  for (long size = 0; size < N * M + 20; size += size < 30 ? 1 : 17) {
    for (long x = 0; x < N * M; ++x)
      C[x] = small(x, 2, 5);
    double value = 3;
    long where = kernel(n, m, C, size ? &value : nullptr, size);
    printf("%ld: %ld %llx\n", size, where, (unsigned long long)hash_of(C, sizeof C));
  }
  return 0;
}
