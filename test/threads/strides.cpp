// RUN: %exact %s --tiled 5 --cflags=-pthread
// RUN: %if escop %{ %exact %s --tiled 5 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fexception-safe-tiling-in-place %unpacked" %}
// RUN: %counted_unpacked %s columns:speculate,complete,early rows:speculate,complete,early \
// RUN:   thirds:speculate,complete,early bytes:speculate,complete,early \
// RUN:   product:speculate,complete,early
//
// Threads own elements that lie between those of the others: even and odd columns, even and odd
// rows, every third element, of double and of bytes. One of them throws all the time, at other
// places, then all do. No update is lost.
#include "threads.h"

constexpr long N = 128, M = 258, K = 40;
static double A[N][M], B[N][M], C[N][M];
static unsigned char a[N][M], c[N][M];

NOINLINE void columns(long n, long m, long first, double (*C)[M], const double (*A)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = first; j < m; j += 2) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void rows(long n, long m, long first, double (*C)[M], const double (*A)[M]) {
  for (long i = first; i < n; i += 2)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void thirds(long n, long m, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i * 3 * m + 3 * j] += a[i * 3 * m + 3 * j];
      if (c[i * 3 * m + 3 * j] > TOP)
        throw Bad{i, j};
    }
}
// The upper bit is not counted in.
NOINLINE void bytes(long n, long m, long first, unsigned char (*c)[M],
                    const unsigned char (*a)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = first; j < m; j += 2) {
      c[i][j] = (c[i][j] & 128) | ((c[i][j] + a[i][j]) & 127);
      if (c[i][j] & 128)
        throw Bad{i, j};
    }
}
NOINLINE void product(long n, long first, double (*C)[M], const double (*A)[M],
                      const double (*B)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = first; j < n; j += 2)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      }
}

static Part inColumns(long first) {
  return elementsOf<double>(
      N * (M / 2), [=] { columns(N, M, first, C, A); },
      [=](long q) { return &C[q / (M / 2)][first + q % (M / 2) * 2]; },
      [=](long q) { return A[q / (M / 2)][first + q % (M / 2) * 2]; });
}
static Part inRows(long first) {
  return elementsOf<double>(
      N / 2 * M, [=] { rows(N, M, first, C, A); },
      [=](long q) { return &C[first + q / M * 2][q % M]; },
      [=](long q) { return A[first + q / M * 2][q % M]; });
}
static Part inThirds(long first) {
  return elementsOf<double>(
      N * (M / 3), [=] { thirds(N, M / 3, C[0] + first, A[0] + first); },
      [=](long q) { return &C[(first + 3 * q) / M][(first + 3 * q) % M]; },
      [=](long q) { return A[(first + 3 * q) / M][(first + 3 * q) % M]; });
}
static Part inBytes(long first) {
  return countersOf(
      N * (M / 2), 128, [=] { bytes(N, M, first, c, a); },
      [=](long q) { return c[q / (M / 2)][first + q % (M / 2) * 2]; },
      [=](long q, long value) { c[q / (M / 2)][first + q % (M / 2) * 2] = value; });
}
// Each update of an element is poisoned in front of it, so that the first one throws.
static Part inProduct(long first) {
  Part part = elementsOf<double>(
      K * (K / 2), [=] { product(K, first, C, A, B); },
      [=](long q) { return &C[q / (K / 2)][first + q % (K / 2) * 2]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[q / (K / 2)][k] * B[k][first + q % (K / 2) * 2];
        return sum;
      });
  auto poison = part.Poison;
  part.Poison = [=](long q, bool on) {
    poison(q, on);
    if (!on) // what the rest of its updates would have added
      for (long k = 1; k < K; ++k)
        C[q / (K / 2)][first + q % (K / 2) * 2] +=
            A[q / (K / 2)][k] * B[k][first + q % (K / 2) * 2];
  };
  return part;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 2000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
      a[i][j] = 1;
    }
  share("columns", {inColumns(0), inColumns(1)}, calls);
  share("rows", {inRows(0), inRows(1)}, calls);
  share("thirds", {inThirds(0), inThirds(1), inThirds(2)}, calls);
  share("bytes", {inBytes(0), inBytes(1)}, calls);
  share("product", {inProduct(0), inProduct(1)}, calls / 5);
  return 0;
}
