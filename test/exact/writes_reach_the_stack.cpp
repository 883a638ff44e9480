// RUN: %exact %s --tiled 1
// RUN: %if sanitizers %{ %exact %s --config "-O3 -fsanitize=safe-stack @optimized" \
// RUN:   --config "-O3 -fsanitize=safe-stack @naive" %}
//
// What the nest would write behind the throw reaches the frames of driver and shadow, which lie
// below a local array. The guard depends on data, so nothing is known ahead of it.
#include "escop.h"

constexpr long Rows = 4, M = 64;

NOINLINE static int kernel(long n, long m, double *end, const double *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      end[-i * m - j] = end[-i * m - j] * 2 + B[j];
      if (end[-i * m - j] > LIMIT)
        return (int)(i * m + j);
    }
  return -1;
}

NOINLINE static void run(long bad, const double *B) {
  double A[Rows * M];
  for (long x = 0; x < Rows * M; ++x)
    A[x] = small(x, 1, 9);
  A[Rows * M - 1 - bad] = LIMIT;
  int where = kernel(1000, M, A + Rows * M - 1, B);
  printf("%ld: %d %llx\n", bad, where, (unsigned long long)hash_of(A, sizeof A));
}

int main() {
  static double B[M];
  for (long j = 0; j < M; ++j)
    B[j] = small(j, 2, 5);
  for (long bad = 0; bad < Rows * M; bad += 23)
    run(bad, B);
  return 0;
}
