// RUN: %exact %s --cflags=-ffp-contract=off --tiled 2
//
// exp and pow set errno if their result is too small, and is zero then. The iteration in which that
// happens may come before or behind the one in which the guard fires.
#include "escop.h"
#include <cerrno>
#include <cmath>
#include <initializer_list>

constexpr int N = 40;
static double A[N][N], B[N][N], C[N][N];

NOINLINE static int exponentials(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (C[i][j] > LIMIT)
        return i * 100 + j;
      C[i][j] += std::exp(A[i][j]);
    }
  return -1;
}
NOINLINE static int powers(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (C[i][j] > LIMIT)
        return i * 100 + j;
      C[i][j] += std::pow(B[i][j], A[i][j]);
    }
  return -1;
}

int main() {
  for (int bad = -1; bad < N * N; bad += 171)
    for (int zero = -1; zero < N * N; zero += 131)
      for (auto kernel : {exponentials, powers}) {
        for (int x = 0; x < N * N; ++x) {
          A[x / N][x % N] = x % 5;
          B[x / N][x % N] = 1 + x % 3;
          C[x / N][x % N] = 0;
        }
        if (zero >= 0) {
          A[zero / N][zero % N] = -1000;
          B[zero / N][zero % N] = 8;
        }
        if (bad >= 0)
          C[bad / N][bad % N] = POISON;
        errno = 0;
        int where = kernel(N);
        int error = errno;
        printf("%d %d: %d errno %d %llx\n", bad, zero, where, error,
               (unsigned long long)hash_of(C, sizeof C));
      }
  return 0;
}
