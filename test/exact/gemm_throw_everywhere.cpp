// RUN: %exact %s --tiled 1 --args 40 1
//
// gemm 40*40*40 with an overflow check on C[i][j] after each update, thrown from at each of its
// 64,000 iterations.
#include "escop.h"

constexpr int N = 40;
static double A[N][N], B[N][N], C[N][N], C0[N][N];

struct Overflow {
  int I, J, K;
};

NOINLINE static void kernel(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (!(C[i][j] <= LIMIT))
          throw Overflow{i, j, k};
      }
}

int main(int, char **argv) {
  int n = atoi(argv[1]), stride = atoi(argv[2]);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C0[i][j] = small(i, j, 11);
    }
  for (long p = 0; p < (long)n * n * n; p += stride) {
    int i = p / (n * n), j = p / n % n, k = p % n;
    memcpy(C, C0, sizeof C);
    double sum = 0; // cross the limit exactly at k: all products are positive
    for (int l = 0; l <= k; ++l)
      sum += A[i][l] * B[l][j];
    C[i][j] = LIMIT + 1 - sum;
    try {
      kernel(n);
      printf("no throw at %d,%d,%d\n", i, j, k);
    } catch (const Overflow &o) {
      printf("%d,%d,%d %llx\n", o.I, o.J, o.K, (unsigned long long)hash_of(C, sizeof C));
    }
  }
  return 0;
}
