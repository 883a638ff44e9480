// RUN: %exact %s --tiled 1 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O3 @naive -mllvm -polly-default-tile-size=5"
//
// What a counter is compared with is no part of an address or a trip count. Near the ends of 64 bits
// isl's arithmetic on it does not fit.
#include "escop.h"
#include <climits>

enum { N = 8 };
static double B[N * N], C[N * N];

NOINLINE static long limited(const double *B, int ldB, double *C, int ldC, int m, int p, long limit,
                             long bad) {
  for (int i = 0 - 2; i < p; ++i)
    for (int j = 0 - 2; j < p - 1; ++j)
      for (int k = 0 - 2; k < m; ++k) {
        if ((long)k + (long)i == bad)
          throw (long)i;
        if ((long)k <= limit)
          C[(j + 2) * ldC + k + 2] += B[(i + 2) * ldB + k + 2] * B[(j + 2) * ldB + k + 2];
      }
  return 1;
}

int main() {
  const long limits[] = {LONG_MIN, LONG_MIN + 1, LONG_MIN + 7, -(1L << 46), -3, -2, 0, 2,
                         9,        1L << 46,     LONG_MAX - 5, LONG_MAX};
  for (long limit : limits)
    for (long bad = -5; bad < 12; ++bad) {
      for (long x = 0; x < N * N; ++x) {
        B[x] = small(x, 1, 9);
        C[x] = small(x, 2, 7);
      }
      long left = 0;
      try {
        left = limited(B, N, C, N, 6, 6, limit, bad);
      } catch (long i) {
        left = 100 + i;
      }
      printf("limit %ld bad %ld: %ld %llx\n", limit, bad, left,
             (unsigned long long)hash_of(C, sizeof C));
    }
}
