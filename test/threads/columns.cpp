// RUN: %exact %s --tiled 2 --cflags=-pthread
// RUN: %if escop %{ %exact %s --tiled 2 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fexception-safe-tiling-in-place %unpacked" %}
// RUN: %counted_unpacked %s elements:speculate,complete,early product:speculate,complete,early
//
// Two threads, and three, own columns of one matrix that lie side by side. One of them throws all
// the time, at other places, then all do. No update of the others is lost.
#include "threads.h"

constexpr long N = 120, M = 287;
static double A[N][M], B[N][M], C[N][M];

NOINLINE void elements(long n, long from, long to, double (*C)[M], const double (*A)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void product(long n, long from, long to, double (*C)[M], const double (*A)[M],
                      const double (*B)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}

static Part columns(bool ofProduct, long n, long from, long to) {
  long width = to - from;
  return elementsOf<double>(
      n * width,
      [=] {
        if (ofProduct)
          product(n, from, to, C, A, B);
        else
          elements(n, from, to, C, A);
      },
      [=](long q) { return &C[q / width][from + q % width]; },
      [=](long q) {
        long i = q / width, j = from + q % width;
        double sum = 0;
        for (long k = 0; k < n; ++k)
          sum += A[i][k] * B[k][j];
        return ofProduct ? sum : A[i][j];
      });
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 3000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  share("elements", {columns(false, N, 0, 143), columns(false, N, 143, M)}, calls);
  share("elements", {columns(false, N, 200, M), columns(false, N, 0, 7), columns(false, N, 7, 200)},
        calls);
  share("product", {columns(true, 48, 0, 23), columns(true, 48, 23, 48)}, calls / 2);
  return 0;
}
