// RUN: %exact %s --tiled 1 --config="-O3 @optimized -mllvm -polly-escop-process-unprofitable -mllvm \
// RUN:   -polly-escop-first-chunk=8 -mllvm -polly-escop-min-budget=264 -mllvm -polly-escop-budget-divisor=1000000"
//
// A chunk of eight rows writes a byte more than the buffer holds, which is as much as the rows take:
// the next one is to have fewer.
#include "escop.h"
#include <initializer_list>

constexpr long Rows = 40, Columns = 33;
static unsigned char C[(Rows + 1) * Columns], A[Rows * Columns];

NOINLINE static long sums(unsigned char *c, const unsigned char *a, long rows, long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) {
      if (c[i * columns + j] > 250)
        return i * 1000 + j;
      c[i * columns + j] ^= 5;
      c[i * columns + j + 1] = c[i * columns + j + 1] / 2 + a[i * columns + j] + i;
    }
  return -1;
}

int main() {
  for (long bad = -1; bad < Rows * Columns; bad += 7) {
    for (long x = 0; x < Rows * Columns; ++x)
      A[x] = small(x, 1, 40), C[x] = 0;
    if (bad >= 0)
      A[bad] = 230;
    long where = sums(C, A, Rows, Columns);
    printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_of(C, sizeof C));
  }
  return 0;
}
