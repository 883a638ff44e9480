// RUN: %exact %s --tiled 2
// RUN: %exact %s --tiled 2 --config "-O3 @optimized -mllvm -polly-escop-prefer=0"
//
// An inner loop ends where its counter equals the end, which a step of two or three does not meet
// in each case: the nest leaves it before, the iterations behind do not.
#include "escop.h"
#include <initializer_list>

constexpr long Rows = 200, W = 128;
static unsigned char A[Rows * W], Y[W];

NOINLINE static long pairs(long rows, long n, const unsigned char *a, unsigned char *y) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j != n; j += 2) {
      uint16_t x, z;
      memcpy(&x, a + i * W + j, 2);
      if (x == 0xFFFF)
        return i * W + j;
      memcpy(&z, y + j, 2);
      z += x;
      memcpy(y + j, &z, 2);
    }
  return -1;
}
NOINLINE static long backwards(long rows, long n, const unsigned char *a, unsigned char *y) {
  for (long i = 0; i < rows; ++i)
    for (const unsigned char *p = a + i * W + n; p != a + i * W; p -= 3) {
      if (p[-1] == 0xFF)
        return i * W + n - (p - (a + i * W));
      y[p - 1 - (a + i * W)] += p[-1];
    }
  return -1;
}

int main() {
  for (long n : {96L, 97L, 98L, 99L, 6L})
    for (long bad = -1; bad < Rows; bad += 40)
      for (auto kernel : {pairs, backwards}) {
        for (long x = 0; x < Rows * W; ++x)
          A[x] = small(x, 1, 100);
        for (long j = 0; j < W; ++j)
          Y[j] = 0;
        // A row that does not meet its end is left.
        long step = kernel == pairs ? 2 : 3;
        long row = n % step ? 0 : bad;
        if (row >= 0) {
          if (kernel == pairs)
            A[row * W + 4] = A[row * W + 5] = 0xFF;
          else
            A[row * W + n - 4] = 0xFF;
        }
        long where = kernel(Rows, n, A, Y);
        printf("%ld %ld: %ld %llx\n", n, bad, where, (unsigned long long)hash_of(Y, sizeof Y));
      }
  return 0;
}
