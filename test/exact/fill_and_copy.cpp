// RUN: %exact %s --tiled 1
//
// Rows are filled and copied, for which there is memset and memcpy, beside an array with a guard.
#include "escop.h"

constexpr long N = 50, M = 24;
static double A[N][M], C[N][M], Filled[N][M], Copied[N][M];

NOINLINE static long kernel(long n, long m) {
  for (long i = 0; i < n; ++i) {
    memset(Filled[i], 0, m * sizeof(double));
    memcpy(Copied[i], A[i], m * sizeof(double));
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT)
        return i * 100 + j;
    }
  }
  return -1;
}

int main(int argc, char **) {
  for (long bad = -1; bad < N * M; bad += bad < 0 ? 1 : 67) {
    for (long x = 0; x < N * M; ++x) {
      A[x / M][x % M] = small(x, 1, 7);
      C[x / M][x % M] = small(x, 2, 5);
      Filled[x / M][x % M] = Copied[x / M][x % M] = x;
    }
    if (bad >= 0)
      C[bad / M][bad % M] = POISON;
    long where = kernel(N * argc, M * argc);
    uint64_t h = hash_more(hash_of(C, sizeof C), Filled, sizeof Filled);
    printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_more(h, Copied, sizeof Copied));
  }
  return 0;
}
