// RUN: %exact %s --tiled 1
//
// Rows that only a triangular loop comes to are not at the distance of the first ones, which
// another loop comes to, too.
#include "escop.h"
#include <initializer_list>

constexpr long N = 48, W = 100;
static double Near[(N + 1) * W], Far[(N + 1) * W], C[N * N], D[N];
static double *L[N + 1];

NOINLINE static long triangle(long n, long m, double **rows, const double *d, double *c) {
  for (long i = 0; i < n; ++i) {
    if (d[i] < 0)
      return i;
    for (long j = 0; j < i; ++j)
      for (long k = 0; k < m; ++k)
        c[i * n + j] += rows[j][k] * rows[k][j];
  }
  return -1;
}
int main() {
  for (long alike = 1; alike <= N; alike += 5)
    for (long bad = -1; bad < N; bad += 16)
      for (long m : {2L, 3L, 0L, -1L}) {
        for (long x = 0; x < (N + 1) * W; ++x)
          Near[x] = small(x, 1, 3), Far[x] = small(x, 2, 7);
        for (long x = 0; x < N * N; ++x)
          C[x] = 0;
        for (long r = 0; r < N; ++r) {
          L[r] = r < alike ? Near + r * W : Far + (N - 1 - r) * W;
          D[r] = r == bad ? -1 : 1;
        }
        long where = triangle(N, m, L, D, C);
        printf("%ld %ld %ld: %ld %llx\n", alike, bad, m, where,
               (unsigned long long)hash_of(C, sizeof C));
      }
  return 0;
}
