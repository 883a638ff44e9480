// RUN: %exact %s --tiled 4 --cflags=-pthread
// RUN: %counted_unpacked %s elements:speculate,complete,early product:speculate,complete,early \
// RUN:   inspected:inspect,complete,early resumes:speculate,early
//
// One thread throws in a certain row, each time, and another one owns the rows behind it: the first
// thread's loops would go through them. The second one executes nests on them that end, throw, or
// catch what they throw. No update is lost.
#include "threads.h"

constexpr long N = 60, M = 300, K = 40;
static double A[N][M], B[N][M], C[N][M];

NOINLINE void elements(long from, long to, long m, double (*C)[M], const double (*A)[M]) {
  for (long i = from; i < to; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void product(long from, long to, long m, double (*C)[M], const double (*A)[M],
                      const double (*B)[M]) {
  for (long i = from; i < to; ++i)
    for (long j = 0; j < m; ++j) {
      for (long k = 0; k < m; ++k)
        C[i][j] += A[i][k] * B[k][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
// Throws in front of the update: the guard reads operands.
NOINLINE void inspected(long from, long to, long m, double (*C)[M], const double (*A)[M],
                        const double (*B)[M]) {
  for (long i = from; i < to; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > TOP)
          throw Bad{i, j};
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE void resumes(long from, long to, long m, double (*C)[M], const double (*A)[M]) {
  for (long i = from; i < to; ++i)
    for (long j = 0; j < m; ++j)
      try {
        C[i][j] += A[i][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      } catch (const Bad &b) {
        C[b.I][b.J] -= POISONED;
        if (b.I < to - 1)
          continue;
        throw;
      }
}

enum Kind { Elements, Product, Inspected, Resumes };

static Part rowsOf(Kind kind, long from, long to, long owned) {
  long m = kind == Product || kind == Inspected ? K : M, size = (owned - from) * m;
  auto at = [=](long q) { return &C[from + q / m][q % m]; };
  Part part = elementsOf<double>(
      size,
      [=] {
        if (kind == Elements)
          elements(from, to, m, C, A);
        else if (kind == Product)
          product(from, to, m, C, A, B);
        else if (kind == Inspected)
          inspected(from, to, m, C, A, B);
        else {
          *at(0) += POISONED;
          *at(size / 2 - 1) += POISONED;
          resumes(from, to, m, C, A);
        }
      },
      at,
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[from + q / m][k] * B[k][q % m];
        return m == K ? sum : A[from + q / m][q % m];
      });
  if (kind == Inspected) {
    // Operands of the last row that is owned, which throws before anything is updated in it.
    part.Size -= m;
    part.Row = part.Size;
    part.Poison = [=](long, bool on) { A[owned - 1][0] += on ? POISONED : -POISONED; };
  }
  return part;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 250);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  for (Kind kind : {Elements, Product, Inspected})
    for (long last = 1; last < N - 2; last += kind == Elements ? 7 : 11)
      for (Kind other : {kind, Resumes}) {
        Part before = rowsOf(kind, 0, N, last + 1), behind = rowsOf(other, last + 1, N, N);
        long m = kind == Elements ? M : K;
        before.Where = [=](long round) { return last * m + round * 7 % m; };
        if (kind == Inspected)
          before.Where = [](long) { return 0; };
        static const char *const names[] = {"elements", "product", "inspected", "resumes"};
        char name[64];
        snprintf(name, sizeof name, "%s to %ld, %s", names[kind], last, names[other]);
        if (other == Inspected) // throws at every second call
          behind.Where = [](long round) { return round % 2 - 1; };
        together(name, {before, behind}, calls);
        if (other == kind && kind != Inspected) {
          behind.Where = anywhere(behind.Size);
          together(name, {before, behind}, calls);
        }
      }
  return 0;
}
