// RUN: %exact %s --tiled 1 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=1"
//
// Where an image begins depends on the sign of the distance of its rows, max(0, -3 * s), by which
// the subscript of the row is no smaller if s is positive.
#include "escop.h"
#include <algorithm>
#include <initializer_list>

static long A[4096], B[64][16], Strides[20];
static int G[20];

NOINLINE static long loaded(long n, long rows, long m, long) {
  for (long i = 0; i < n; ++i) {
    if (G[i] < 0)
      return i;
    const long s = Strides[i], start = std::max(0L, -3 * s);
    for (long j = 3; j < rows; ++j)
      for (long k = 0; k < m; ++k) {
        long x = B[j][k];
        A[(j - 3) * s + k] = x;
        A[start + j * s + k] = x + 1;
      }
  }
  return -1;
}
NOINLINE static long given(long n, long rows, long m, long s) {
  const long start = std::max(0L, -3 * s);
  for (long i = 0; i < n; ++i) {
    if (G[i] < 0)
      return i;
    for (long j = 3; j < rows; ++j)
      for (long k = 0; k < m; ++k) {
        long x = B[j][k] + i;
        A[(j - 3) * s + k] = x;
        A[start + j * s + k] = x + 1;
      }
  }
  return -1;
}

int main() {
  for (long bad : {-1, 0, 1, 12, 19})
    for (auto kernel : {loaded, given}) {
      std::fill_n(A, 4096, 0);
      for (long i = 0; i < 20; ++i)
        G[i] = i == bad ? -1 : 0, Strides[i] = 17;
      for (long j = 0; j < 64; ++j)
        for (long k = 0; k < 16; ++k)
          B[j][k] = small(j, k, 100);
      long where = kernel(20, 57, 16, 17);
      printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_of(A, sizeof A));
    }
  return 0;
}
