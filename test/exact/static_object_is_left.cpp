// RUN: %exact %s --tiled 2
//
// Behind the throw the nest would leave one static array and write another one, which it reads. If
// that were taken for impossible, the sum could be computed from what was written too early, and the
// guard, which fires at a value that the sum has once, would not fire.
#include "escop.h"
#include <initializer_list>

constexpr long Rows = 4, M = 4, K = 96, N = 200;
static double C[Rows * M], B[K * M];

NOINLINE static long ascend(long n, long m, long depth, const double *a, double bad) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < depth; ++k) {
        C[i * m + j] += a[k] * B[k * m + j];
        if (C[i * m + j] == bad)
          return i * 10000 + j * 100 + k;
      }
  return -1;
}
NOINLINE static long descend(long n, long m, long depth, const double *a, double bad) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < depth; ++k) {
        C[(Rows - 1 - i) * m + j] += a[k] * B[k * m + j];
        if (C[(Rows - 1 - i) * m + j] == bad)
          return i * 10000 + j * 100 + k;
      }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  double *a = (double *)malloc(K * sizeof(double));
  for (long x = 0; x < K; ++x)
    a[x] = small(x, 1, 7);
  for (long row = 0; row < Rows; ++row)
    for (long k = 5; k < K; k += 9)
      for (bool down : {false, true}) {
        for (long x = 0; x < K * M; ++x)
          B[x] = small(x, 2, 5);
        for (long x = 0; x < Rows * M; ++x)
          C[x] = 0;
        C[(down ? Rows - 1 - row : row) * M + 1] = 0.5;
        double bad = 0.5;
        for (long l = 0; l <= k; ++l)
          bad += a[l] * B[l * M + 1];
        long where = (down ? descend : ascend)(N * argc, M * argc, K * argc, a, bad);
        uint64_t h = hash_more(hash_of(C, sizeof C), B, sizeof B);
        printf("%ld %ld %d: %ld %llx\n", row, k, down, where, (unsigned long long)h);
      }
  return 0;
}
