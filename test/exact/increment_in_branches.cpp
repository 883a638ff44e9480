// RUN: %exact %s --tiled 2
//
// What is done only if the inner loop is entered uses i + 1, so GVN gives it, and the rest of the
// body, an increment of its own. The counter is one nevertheless.
#include "escop.h"

constexpr long N = 17, P = N + 3;
static uint64_t C[P * P], D[P * P];
constexpr uint64_t Bad = 63;

NOINLINE static long band(long n, uint64_t *c, long ldc) {
  for (long i = 0; i < n; ++i) {
    if (D[i * P] == Bad)
      throw i;
    for (long j = 1; j < (n < i + 4 ? n : i + 4); ++j) {
      if (c[i * ldc + j + 1] == Bad)
        throw i * 100 + j;
      c[i * ldc + j] ^= c[(i + 1) * ldc + j] * j << 6;
    }
  }
  return -1;
}
NOINLINE static long downwards(long n, uint64_t *c, long ldc) {
  for (long i = n; i > 0; --i) {
    if (D[i * P] == Bad)
      throw i;
    for (long j = i - 4 > 1 ? i - 4 : 1; j < i; ++j) {
      if (c[i * ldc + j + 1] == Bad)
        throw i * 100 + j;
      c[i * ldc + j] ^= c[(i - 1) * ldc + j] * j << 6;
    }
  }
  return -1;
}
template <typename F> static void sweep(const char *name, F nest) {
  for (long p = -1; p < P * P; ++p) {
    for (long x = 0; x < P * P; ++x) {
      C[x] = p == x ? Bad : small(x % P, x / P, 5);
      D[x] = p == x && x % P == 0 ? Bad : small(x / P, x % P, 9);
    }
    long at = -1;
    try {
      nest();
    } catch (long where) {
      at = where;
    }
    printf("%s %ld: %ld %llx\n", name, p, at, (unsigned long long)hash_of(C, sizeof C));
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  long n = N * argc, ld = P * argc;
  sweep("band", [&] { band(n, C, ld); });
  sweep("downwards", [&] { downwards(n, C, ld); });
}
