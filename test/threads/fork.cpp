// RUN: %exact %s --tiled 2 --cflags=-pthread --args snapshots
// RUN: %exact %s --tiled 2 --cflags=-pthread --args children
// RUN: %if escop %{ %exact %s --tiled 2 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fno-exception-safe-tiling-in-place %unpacked" --args shared %}
// RUN: %counted_unpacked --args=snapshots %s elements:speculate,early product:speculate,early
// RUN: %counted_unpacked --args=children %s elements:speculate,complete,early \
// RUN:   product:speculate,complete,early
//
// One thread executes nests that throw, and another one forks: no child sees a changed value in
// memory that the nests do not come to. Then nests in the children, which have one thread, while
// their parent has two. Then two processes of one thread each, which own columns of a matrix in
// memory that they share, or rows behind the other's throw: with chunks that work on a copy.
#include "threads.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

constexpr long N = 80, M = 256, K = 48;
using Row = double[M];
static Row A[N], B[N], *C;

NOINLINE void elements(long n, long from, long to, Row *C, const Row *A) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void product(long n, long from, long to, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}

// The first elements of these columns, as many as are said.
static Part columns(bool isProduct, long from, long to, long size) {
  long width = to - from, n = isProduct ? K : N;
  return elementsOf<double>(
      size,
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

// What is behind the element in which the nest throws is 77, in children, too.
static void snapshots(bool isProduct, long row, long calls) {
  long m = isProduct ? K : M, size = row * m + m / 2 + 1;
  Part nest = columns(isProduct, 0, m, size);
  nest.Where = [=](long) { return size - 1; };
  auto seen = std::make_shared<long>(0);
  Part forks;
  forks.Size = 1;
  forks.Clear = [=] {
    for (long i = 0; i < N; ++i)
      for (long j = i > row ? 0 : i == row ? m / 2 + 1 : m; j < M; ++j)
        C[i][j] = 77;
  };
  forks.Run = [=] {
    pid_t child = fork();
    if (child == 0) {
      bool changed = false;
      for (long i = row; i < N; ++i)
        for (long j = i > row ? 0 : m / 2 + 1; j < M; ++j)
          changed |= *(volatile double *)&C[i][j] != 77;
      _exit(changed);
    }
    int status = -1;
    waitpid(child, &status, 0);
    *seen += status == 0;
  };
  forks.Updates = [=](long) { return *seen; };
  char name[64];
  snprintf(name, sizeof name, "%s to %ld", isProduct ? "product" : "elements", row);
  together(name, {nest, forks}, calls);
}

// A child that a thread forks executes the nest, and so does the other thread.
static void children(bool isProduct, long calls) {
  long width = isProduct ? 24 : 128, size = (isProduct ? K : N) * width;
  Part left = columns(isProduct, 0, width, size),
       right = columns(isProduct, width, 2 * width, size);
  left.Where = right.Where = anywhere(size);
  auto good = std::make_shared<long>(0);
  Part forks;
  forks.Size = 1;
  forks.Clear = [] {};
  forks.Run = [=] {
    pid_t child = fork();
    if (child == 0) {
      right.Clear();
      Progress alone;
      _exit(execute(right, 50, alone, 0).Wrong != 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    *good += status == 0;
  };
  forks.Updates = [=](long) { return *good; };
  together(isProduct ? "product in children" : "elements in children", {left, forks}, calls);
}

struct Shared {
  Progress Both;
  Result Child;
};
// A child counts in the right half of the columns, and throws there; or in the rows behind the
// throw.
static void shared(bool isProduct, long row, long calls) {
  long width = isProduct ? 24 : 128, n = isProduct ? K : N, size = n * width;
  Part parent = columns(isProduct, 0, width, row < 0 ? size : (row + 1) * width);
  Part child = columns(isProduct, width, 2 * width, size);
  parent.Where = child.Where = anywhere(size);
  if (row >= 0) {
    parent.Where = [=](long round) { return row * width + round % width; };
    child = columns(isProduct, 0, width, size - (row + 1) * width);
    auto at = [=](long q) { return &C[row + 1 + q / width][q % width]; };
    child = elementsOf<double>(
        size - (row + 1) * width,
        [=] {
          for (long q = 0; q < size - (row + 1) * width; ++q)
            *(volatile double *)at(q) = *at(q) + 1;
        },
        at, [](long) { return 1.; });
  }
  auto *both =
      new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
          Shared;
  parent.Clear();
  child.Clear();
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    both->Child = execute(child, calls, both->Both, 1);
    _exit(0);
  }
  Result result = execute(parent, calls, both->Both, 1);
  int status = -1;
  waitpid(pid, &status, 0);
  char name[64];
  snprintf(name, sizeof name, "shared %s %ld: %d", isProduct ? "product" : "elements", row, status);
  print(name, 0, result);
  print(name, 1, both->Child);
  munmap(both, sizeof *both);
}

int main(int argc, char **argv) {
  bool isShared = argc > 1 && !strcmp(argv[1], "shared");
  C = (Row *)mmap(nullptr, N * sizeof(Row), PROT_READ | PROT_WRITE,
                  (isShared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  for (bool isProduct : {false, true})
    if (isShared)
      for (long row : {-1L, 0L, 3L, 20L})
        shared(isProduct, row, 1000);
    else if (argc > 1 && !strcmp(argv[1], "children"))
      children(isProduct, 40);
    else
      for (long row : {1L, 10L, 30L, isProduct ? 46L : 78L})
        snapshots(isProduct, row, 60);
  return 0;
}
