// RUN: %exact_packed %s --tiled 1 --config "-O3 @optimized" --config "-O3 @optimized -march=native"
//
// Rows of the second operand are read only where the first one is not zero, and of most rows there
// is no memory: they are not packed.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long N = 96, K = 512, M = 96, Rows = 64;
static double A[N][K], C[N][M];

NOINLINE static long product(long n, const double (*a)[K], const double (*b)[M], double (*c)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < M; ++j) {
      double sum = 0;
      for (long k = 0; k < K; ++k) {
        double v = a[i][k];
        if (!(v <= LIMIT))
          return i * 100000 + j * 1000 + k;
        if (v != 0)
          sum += v * b[k][j];
      }
      c[i][j] = sum;
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  void *room = mmap(nullptr, K * sizeof(double[M]), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED || mprotect(room, Rows * sizeof(double[M]), PROT_READ | PROT_WRITE))
    return 1;
  auto *b = (double(*)[M])room;
  for (long k = 0; k < Rows; ++k)
    for (long j = 0; j < M; ++j)
      b[k][j] = small(k, j, 11);
  for (bool bad : {false, true}) {
    for (long i = 0; i < N; ++i)
      for (long k = 0; k < Rows; ++k)
        A[i][k] = small(i, k, 5) - 1;
    if (bad)
      A[N - 3][7] = POISON;
    memset(C, 0, sizeof C);
    long where = product(N * argc, A, b, C);
    printf("%d: %ld %llx\n", bad, where, (unsigned long long)hash_of(C, sizeof C));
    fflush(stdout);
  }
  return 0;
}
