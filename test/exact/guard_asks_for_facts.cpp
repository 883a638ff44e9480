// RUN: %exact %s --tiled 1
//
// Behind the guard, k + s does not wrap, since the program divides by it. The guard asks whether it
// wraps, of the same numbers: what is known only where it did not fire must not answer that.
#include "escop.h"
#include <climits>
constexpr long N = 20;
static signed char T[256];
static double D[N], A[N][N];
using Row = double[N];
NOINLINE static long next(long n, double *c, const Row *a, int x, long m, int s) {
  int k = x;
  for (long i = 0; i < n; ++i) {
    if ((long)(int)((unsigned)x + (unsigned)s * ((unsigned)i + 1)) < m)
      return i;
    k += s;
    double v = INT_MAX / k + T[k & 255];
    for (long j = 0; j < n; ++j)
      c[j] += a[i][j] + v;
  }
  return -1;
}
int main(int argc, char **) {
  for (int x = 0; x < 256; ++x)
    T[x] = (signed char)(x * argc);
  for (int s = 0; s < 80; ++s) {
    for (long x = 0; x < N * N; ++x)
      A[x / N][x % N] = small(x / N, x % N, 9);
    for (long j = 0; j < N; ++j)
      D[j] = j;
    long at = next(N * argc, D, A, INT_MAX - s * argc, argc - 1, 3 * argc);
    printf("%d: %ld %llx\n", s, at, (unsigned long long)hash_of(D, sizeof D));
  }
}
