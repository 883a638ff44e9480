// RUN: %exact %s --tiled 2 --cflags=-pthread
// RUN: %counted_unpacked %s elements:speculate,complete,early product:speculate,complete,early
//
// Nests that catch what they throw, put things right and go on, each on columns of its own, while
// the others do the same, or throw nothing. Guards fire at several places of a call. No update is
// lost, none is made twice, and each exception is caught once.
#include "threads.h"

constexpr long N = 130, M = 262, K = 48;
static double A[N][M], B[N][M], C[N][M];

NOINLINE long elements(long n, long from, long to, double (*C)[M], const double (*A)[M]) {
  long caught = 0;
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j)
      try {
        C[i][j] += A[i][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      } catch (const Bad &b) {
        C[b.I][b.J] -= POISONED;
        ++caught;
      }
  return caught;
}
NOINLINE long product(long n, long from, long to, double (*C)[M], const double (*A)[M],
                      const double (*B)[M]) {
  long caught = 0;
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j)
      try {
        for (long k = 0; k < n; ++k)
          C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      } catch (const Bad &b) {
        C[b.I][b.J] -= POISONED;
        ++caught;
      }
  return caught;
}

static std::atomic<long> WronglyCaught;

static Part columns(bool isProduct, bool throws, long n, long from, long to) {
  long width = to - from, size = n * width;
  auto at = [=](long q) { return &C[q / width][from + q % width]; };
  auto round = std::make_shared<long>(0);
  Part part = elementsOf<double>(
      size,
      [=] {
        std::vector<long> places;
        if (throws)
          for (long p = 0, number = (*round)++ % 5; p < number; ++p)
            places.push_back((*round * 7919 + p * size / number) % size);
        for (long q : places)
          *at(q) += POISONED;
        long caught = isProduct ? product(n, from, to, C, A, B) : elements(n, from, to, C, A);
        WronglyCaught += labs(caught - long(places.size()));
      },
      at,
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < n; ++k)
          sum += A[q / width][k] * B[k][from + q % width];
        return isProduct ? sum : A[q / width][from + q % width];
      });
  return part;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 1500);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  for (bool all : {false, true}) {
    together("elements", {columns(false, true, N, 0, 131), columns(false, all, N, 131, M)}, calls);
    together("product", {columns(true, true, K, 0, 23), columns(true, all, K, 23, K)}, calls / 2);
    printf("wrongly caught: %ld\n", WronglyCaught.load());
  }
  return 0;
}
