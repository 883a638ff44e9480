// RUN: %exact %s --tiled 11
//
// Guards that are affine in the counters, with every comparison, signed and unsigned, alone and
// joined. The limit is such that the guard fires in the first iteration, just in the last one, or
// just not.
#include "escop.h"

constexpr int N = 20, M = 24;
static double A[N][M], C[N][M];

#define NEST(NAME, TYPE, CONDITION)                                                                \
  NOINLINE static int NAME(TYPE n, TYPE m, TYPE limit, TYPE other) {                               \
    for (TYPE i = 0; i < n; ++i)                                                                   \
      for (TYPE j = 0; j < m; ++j) {                                                               \
        if (CONDITION)                                                                             \
          return (int)(i * 100 + j);                                                               \
        C[i][j] += A[i][j];                                                                        \
      }                                                                                            \
    return -1;                                                                                     \
  }
NEST(greaterEqual, long, i + j >= limit)
NEST(greater, long, 2 * i + j > limit)
NEST(lessEqual, long, n - i <= limit)
NEST(less, long, 40 - 2 * i < limit - j)
NEST(equal, long, i * M + j == limit)
NEST(notEqual, long, j * (limit - 7) != 0)
NEST(unsignedGreaterEqual, unsigned long, i + j >= limit)
NEST(unsignedLess, unsigned long, n - i - 1 < limit)
NEST(wraps, unsigned long, i - limit > 1000)
NEST(either, long, (i + 2 * j >= limit) | (j >= other + i))
NEST(both, long, (i + 2 * j >= limit) & (j >= other - i))

int main(int argc, char **) {
  int n = N * argc, m = M * argc; // unknown to the compiler
#define RUN(NAME)                                                                                  \
  for (int limit = -2; limit < N * M + 2; limit += limit < 50 ? 1 : 25)                            \
    for (int other = M - 1; other <= M; ++other) {                                                 \
      for (int x = 0; x < N * M; ++x) {                                                            \
        A[x / M][x % M] = small(x, 1, 7);                                                          \
        C[x / M][x % M] = small(x, 2, 5);                                                          \
      }                                                                                            \
      int where = NAME(n, m, limit, other);                                                        \
      printf(#NAME " %d %d: %d %llx\n", limit, other, where,                                       \
             (unsigned long long)hash_of(C, sizeof C));                                            \
    }
  RUN(greaterEqual)
  RUN(greater)
  RUN(lessEqual)
  RUN(less)
  RUN(equal)
  RUN(notEqual)
  RUN(unsignedGreaterEqual)
  RUN(unsignedLess)
  RUN(wraps)
  RUN(either)
  RUN(both)
  return 0;
}
