// RUN: %exact %s --tiled 4 --cflags=-pthread
// RUN: %counted_unpacked %s product:speculate,complete,early bytes:inspect,complete \
// RUN:   inspected:inspect,complete
//
// The rows of a matrix lie anywhere, and two threads own its even and its odd columns: copies of rows
// hold what the other one updates. No update is lost, also of bytes beside each other. Another thread
// changes where rows are that the nest does not come to.
#include "threads.h"

constexpr long N = 44, M = 88, K = 40, Rows = 60;
static double Memory[Rows][M], A[N][K], B[K][M];
static uint8_t Small[Rows][M], P[N][K], Q[K][M];
static double *C[N];
static uint8_t *S[N];

NOINLINE void product(long n, long m, long first, double **C, const double (*A)[K],
                      const double (*B)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      for (long k = 0; k < K; ++k)
        C[i][2 * j + first] += A[i][k] * B[k][j];
      if (C[i][2 * j + first] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void inspected(long n, long m, long first, double **C, const double (*A)[K],
                        const double (*B)[M]) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < K; ++k) {
      if (A[i][k] > TOP)
        throw Bad{i, k};
      for (long j = 0; j < m; ++j)
        C[i][2 * j + first] += A[i][k] * B[k][j];
    }
}
NOINLINE void bytes(long n, long m, long first, uint8_t **S, const uint8_t (*P)[K],
                    const uint8_t (*Q)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < K; ++k) {
        if (P[i][k] == 99)
          throw Bad{i, j};
        S[i][2 * j + first] += P[i][k] * Q[k][j];
      }
}

enum Kind { Product, Inspected, Bytes };

static Part columnsOf(Kind kind, long first) {
  const long m = M / 2;
  if (kind == Bytes)
    return countersOf(
        N * m, 1 << 8, [=] { bytes(N, m, first, S, P, Q); },
        [=](long q) { return S[q / m][2 * (q % m) + first]; },
        [=](long q, long v) { S[q / m][2 * (q % m) + first] = v; });
  Part part = elementsOf<double>(
      N * m,
      [=] { (kind == Product ? product : inspected)(N, m, first, C, A, B); },
      [=](long q) { return &C[q / m][2 * (q % m) + first]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[q / m][k] * B[k][q % m];
        return sum;
      });
  return part;
}

// Reads no row behind the one that stops it, whose pointers are another thread's.
NOINLINE long stops(long n, long m, double **C, const double (*A)[K], const double (*B)[M]) {
  for (long i = 0; i < n; ++i) {
    if (A[i][0] > TOP)
      return i;
    for (long k = 0; k < K; ++k)
      for (long j = 0; j < m; ++j)
        C[i][j] += A[i][k] * B[k][j];
  }
  return n;
}
static long changeRows(long calls) {
  std::atomic<bool> ends{false};
  A[N - 9][0] += POISONED;
  std::thread other([&] {
    double *volatile &row = const_cast<double *volatile &>(C[N - 5]);
    for (double *old = row; !ends;) {
      row = nullptr;
      std::this_thread::yield();
      row = old;
      std::this_thread::yield();
    }
  });
  long sum = 0;
  for (long call = 0; call < calls; ++call)
    sum += stops(N, M, C, A, B);
  ends = true;
  other.join();
  A[N - 9][0] -= POISONED;
  return sum;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 400);
  for (long i = 0; i < N; ++i) {
    C[i] = Memory[(i * 7 + 5) % Rows];
    S[i] = Small[(i * 11 + 3) % Rows];
    for (long k = 0; k < K; ++k)
      A[i][k] = small(i, k, 3), P[i][k] = k == i % K;
  }
  for (long k = 0; k < K; ++k)
    for (long j = 0; j < M; ++j)
      B[k][j] = small(k, j, 2), Q[k][j] = 1;
  for (Kind kind : {Product, Inspected, Bytes}) {
    Part even = columnsOf(kind, 0), odd = columnsOf(kind, 1);
    if (kind == Product)
      even.Where = odd.Where = anywhere(even.Size);
    together(kind == Product ? "product" : kind == Bytes ? "bytes" : "inspected", {even, odd},
             calls);
  }
  printf("stops: %ld\n", changeRows(4 * calls));
  return 0;
}
