// RUN: %exact %s --tiled 2 --cflags=-pthread
// RUN: %counted_unpacked %s masked:speculate,complete,early product:speculate,complete,early
//
// Which thread owns an element is said by an array, and the nests store only where they own. One of
// the threads throws all the time, at other places, then all do. No update is lost.
#include "threads.h"

constexpr long N = 130, M = 130, K = 48;
static double A[N][M], B[N][M], C[N][M];
static int Owner[N][M];

NOINLINE void masked(long n, long m, int own, double (*C)[M], const double (*A)[M],
                     const int (*owner)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      if (owner[i][j] == own) {
        C[i][j] += A[i][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      }
}
NOINLINE void product(long n, int own, double (*C)[M], const double (*A)[M], const double (*B)[M],
                      const int (*owner)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      if (owner[i][j] == own) {
        double sum = C[i][j];
        for (long k = 0; k < n; ++k)
          sum += A[i][k] * B[k][j];
        C[i][j] = sum;
        if (sum > TOP)
          throw Bad{i, j};
      }
}

static Part partOf(bool isProduct, int own) {
  long n = isProduct ? K : N;
  std::vector<long> places;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      if (Owner[i][j] == own)
        places.push_back(i * M + j);
  return elementsOf<double>(
      places.size(),
      [=] {
        if (isProduct)
          product(K, own, C, A, B, Owner);
        else
          masked(N, M, own, C, A, Owner);
      },
      [=](long q) { return &C[places[q] / M][places[q] % M]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[places[q] / M][k] * B[k][places[q] % M];
        return isProduct ? sum : A[places[q] / M][places[q] % M];
      });
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 3000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
      Owner[i][j] = small(i, j, 5) % 3;
    }
  share("masked", {partOf(false, 0), partOf(false, 1), partOf(false, 2)}, calls);
  share("product", {partOf(true, 0), partOf(true, 1)}, calls / 3);
  return 0;
}
