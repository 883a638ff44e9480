// RUN: %exact %s --tiled 3 --cflags=-pthread
// RUN: %counted_unpacked %s elements:speculate,complete,early product:speculate,complete,early \
// RUN:   resumes:speculate,early
//
// The process has one thread when it executes the nests first. Then it has two, which own columns
// of one matrix, and then one again, several times. A second thread is also started by a handler in
// a nest that goes on, and is there while what is left of the nest is executed. No update is lost.
#include "threads.h"

constexpr long N = 130, M = 262, K = 48;
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

static Part columns(bool isProduct, long from, long to) {
  long width = to - from, n = isProduct ? K : N;
  return elementsOf<double>(
      n * width,
      [=] {
        if (isProduct)
          product(n, from, to, C, A, B);
        else
          elements(n, from, to, C, A);
      },
      [=](long q) { return &C[q / width][from + q % width]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < n; ++k)
          sum += A[q / width][k] * B[k][from + q % width];
        return isProduct ? sum : A[q / width][from + q % width];
      });
}

// The other thread, which counts in columns of its own from the first handler on.
static std::thread Other;
static std::atomic<bool> Counting, Stop;
static std::atomic<long> Counts;

NOINLINE static void startOther() {
  if (Other.joinable())
    return;
  Counting = Stop = false;
  Counts = 0;
  Other = std::thread([] {
    for (; !Stop || Counts < 10; ++Counts, Counting = true)
      for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; j += 2)
          *(volatile double *)&C[i][j] = C[i][j] + 1;
  });
  while (!Counting)
    std::this_thread::yield();
}

NOINLINE long resumes(long n, long m, double (*C)[M], const double (*A)[M]) {
  long caught = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 1; j < m; j += 2)
      try {
        C[i][j] += A[i][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      } catch (const Bad &b) {
        C[b.I][b.J] -= POISONED;
        startOther();
        ++caught;
      }
  return caught;
}

static void startedByHandler(long row) {
  memset(C, 0, sizeof C);
  // Far enough from each other that the nest is not left alone.
  for (long i = row; i < N; i += 18)
    C[i][7] = POISONED;
  long caught = resumes(N, M, C, A), wrong = 0;
  Stop = true;
  Other.join();
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j)
      wrong += C[i][j] != (j % 2 ? A[i][j] : double(Counts));
  printf("started in row %ld: caught %ld, wrong %ld\n", row, caught, wrong);
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 1000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  for (long row = 0; row < 54; ++row)
    startedByHandler(row);
  for (int time = 0; time < 3; ++time)
    for (bool isProduct : {false, true}) {
      long middle = isProduct ? 23 : 131, end = isProduct ? K : M;
      Part left = columns(isProduct, 0, middle), right = columns(isProduct, middle, end);
      left.Where = anywhere(left.Size);
      const char *name = isProduct ? "product" : "elements";
      together(name, {left}, calls / 3, true);
      together(name, {left, right}, isProduct ? calls / 2 : calls, true);
      together(name, {right}, calls / 10, true);
    }
  return 0;
}
