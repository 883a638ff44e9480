// RUN: %exact %s --tiled 2 --cflags=-pthread
// RUN: %exact %s --tiled 3 --cflags=-pthread --config "-O3 @optimized -march=native"
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
// In register blocks.
NOINLINE void flat(long n, int own, double *c, const double *a, const int *owner) {
  for (long i = 0; i < n; ++i)
    if (owner[i] == own) {
      c[i] += a[i];
      if (c[i] > TOP)
        throw Bad{i / M, i % M};
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

enum Kind { Masked, Flat, Product };
static Part partOf(Kind kind, int own) {
  long n = kind == Product ? K : N;
  std::vector<long> places;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      if (Owner[i][j] == own)
        places.push_back(i * M + j);
  return elementsOf<double>(
      places.size(),
      [=] {
        if (kind == Masked)
          masked(N, M, own, C, A, Owner);
        else if (kind == Flat)
          flat(N * M, own, C[0], A[0], Owner[0]);
        else
          product(K, own, C, A, B, Owner);
      },
      [=](long q) { return &C[places[q] / M][places[q] % M]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[places[q] / M][k] * B[k][places[q] % M];
        return kind == Product ? sum : A[places[q] / M][places[q] % M];
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
  share("masked", {partOf(Masked, 0), partOf(Masked, 1), partOf(Masked, 2)}, calls);
  share("flat", {partOf(Flat, 0), partOf(Flat, 1), partOf(Flat, 2)}, calls);
  share("product", {partOf(Product, 0), partOf(Product, 1)}, calls / 3);
  return 0;
}
