// REQUIRES: escop
// RUN: %exact %s --tiled 2
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2"
//
// The number of iterations of an inner loop is a number modulo 2^32 or 2^64: as an integer it would
// be negative in all iterations of the outer loop, and the loop would not be entered.
#include "escop.h"

constexpr long N = 20;
static double A[N + 2][N + 2], C[N + 2];

NOINLINE static long ints(unsigned n, unsigned step, double *c, const double (*a)[N + 2]) {
  for (unsigned i = 0; i < n; ++i)
    for (int j = 0; j < (int)(0u - i * step); ++j) {
      c[j] += a[i][j];
      if (c[j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long longs(size_t n, size_t factor, size_t step, double *c,
                           const double (*a)[N + 2]) {
  for (size_t i = 0; i < n; ++i)
    for (long j = 0; j < (long)(0ul - i * factor * step); ++j) {
      c[j] += a[i][j];
      if (c[j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

template <typename F> static void sweep(const char *name, F nest) {
  for (long p = -1; p < N * N; ++p) {
    for (long i = 0; i < N + 2; ++i) {
      C[i] = small(i, 3, 5);
      for (long j = 0; j < N + 2; ++j)
        A[i][j] = p == i * N + j ? POISON : small(i, j, 9);
    }
    long at = nest();
    printf("%s %ld: %ld %llx\n", name, p, at, (unsigned long long)hash_of(C, sizeof C));
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  // Two iterations for i = 2, four for i = 4.
  sweep("ints", [&] { return ints(N * argc, 0x7fffffffu * argc, C, A); });
  // The product is 2^64 - 1: as many iterations as i.
  sweep("longs", [&] { return longs(N * argc, 439125228929ul * argc, 42007935ul * argc, C, A); });
}
