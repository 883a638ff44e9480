// RUN: %exact %s --tiled 1 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=1"
//
// A counter of eight bits that does not wrap, and one hundred more than it, which does.
#include "escop.h"
#include <initializer_list>

static double B[16][200], X[40][200], Y[40][200];
static int G[40][16];

NOINLINE static long f(long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (G[i][j] < 0)
        return i * 100 + j;
      signed char c = -100;
      for (long k = 0; k < 200; ++k, ++c) {
        double x = B[j][k];
        if (c < 50)
          X[i][k] += x;
        if ((signed char)(c + 100) < 0)
          Y[i][k] += x;
      }
    }
  return -1;
}

int main() {
  for (long bad : {-1, 0, 17, 333, 639}) {
    for (long x = 0; x < 40 * 200; ++x) {
      X[x / 200][x % 200] = Y[x / 200][x % 200] = 0;
      B[x / 200 % 16][x % 200] = small(x, 1, 7);
      G[x / 200][x % 16] = 0;
    }
    if (bad >= 0)
      G[bad / 16][bad % 16] = -1;
    long where = f(40, 16);
    printf("%ld: %ld %llx %llx\n", bad, where, (unsigned long long)hash_of(X, sizeof X),
           (unsigned long long)hash_of(Y, sizeof Y));
  }
  return 0;
}
