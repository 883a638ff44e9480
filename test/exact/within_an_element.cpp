// RUN: %exact %s --tiled 1 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=1"
//
// Of an array of two dimensions, words are stored that begin within an element and end within the
// next.
#include "escop.h"
#include <initializer_list>

static long A[64][256], B[64][128];
static int G[64];

NOINLINE static long f(long n) {
  for (long i = 0; i < n; ++i) {
    if (G[i] < 0)
      return i;
    for (long j = 0; j < 128; ++j) {
      long x = B[i][j];
      memcpy((char *)&A[i][2 * j] + 4, &x, 8);
      A[i][2 * j] = x * 3;
    }
  }
  return -1;
}

int main() {
  for (long bad : {-1, 0, 1, 40, 63}) {
    memset(A, 0, sizeof A);
    for (long i = 0; i < 64; ++i) {
      G[i] = i == bad ? -1 : 0;
      for (long j = 0; j < 128; ++j)
        B[i][j] = (i * 131 + j * 17) << 32 | (i + j);
    }
    long where = f(64);
    printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_of(A, sizeof A));
  }
  return 0;
}
