// REQUIRES: escop
// RUN: %exact %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable" --config "-O3 @naive -mllvm -polly-escop-process-unprofitable"
//
// Two loops sum to one cell, of which only the first may throw: where the second begins is what is
// loaded behind the first.
#include "escop.h"

constexpr long N = 60, M = 90;

NOINLINE static void sums(long n, double *c, const double *a, const double *b) {
  for (long i = 0; i < n; ++i) {
    c[i] = 0;
    for (long k = 0; k < M; ++k) {
      if (a[i * M + k] > LIMIT)
        throw k;
      c[i] += a[i * M + k];
    }
    for (long k = 0; k < M; ++k)
      c[i] += b[i * M + k];
  }
}

int main() {
  // Not known to be different objects.
  static double Room[2 * N * M + N], *volatile places[] = {Room, Room + N * M, Room + 2 * N * M};
  double *A = places[0], *B = places[1], *C = places[2];
  for (long row = -1; row < N; ++row) {
    for (long i = 0; i < N; ++i) {
      C[i] = 1;
      for (long k = 0; k < M; ++k)
        A[i * M + k] = small(i, k, 9), B[i * M + k] = small(k, i, 5);
    }
    if (row >= 0)
      A[row * M + row + 20] = POISON;
    try {
      sums(N, C, A, B);
    } catch (long k) {
      printf("thrown at %ld ", k);
    }
    printf("%ld: %llx\n", row, (unsigned long long)hash_of(C, N * sizeof *C));
  }
}
