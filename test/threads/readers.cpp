// RUN: %exact %s --tiled 4 --cflags=-pthread
// RUN: %counted_unpacked %s elements:speculate,early product:speculate,early \
// RUN:   bytes:speculate,early resumes:speculate,early
//
// One thread executes nests that throw, at one place, and another one reads, all the time, what
// they do not come to: the elements behind the throw, and the columns that the loops leave out. It
// never sees another value than the one that was there before.
#include "threads.h"

constexpr long N = 70, M = 256, K = 44;
static double A[N][M], B[N][M], C[N][M + 3];
static unsigned char a[N][M], c[N][M + 3];

NOINLINE void elements(long n, long m, double (*C)[M + 3], const double (*A)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void product(long n, double (*C)[M + 3], const double (*A)[M], const double (*B)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void bytes(long n, long m, unsigned char (*c)[M + 3], const unsigned char (*a)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i][j] = (c[i][j] & 128) | ((c[i][j] + a[i][j]) & 127);
      if (c[i][j] & 128)
        throw Bad{i, j};
    }
}
// Goes on after each throw but the last one.
NOINLINE void resumes(long n, long m, double (*C)[M + 3], const double (*A)[M]) {
  long left = 3;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        C[i][j] += A[i][j];
        if (C[i][j] > TOP)
          throw Bad{i, j};
      } catch (const Bad &b) {
        if (--left == 0)
          throw;
        C[b.I][b.J] -= POISONED;
      }
}

enum Kind { Elements, Product, Bytes, Resumes };

// What the nests come to in the given row, and before it.
static Part writer(Kind kind, long row, long column) {
  long m = kind == Product ? K : M, n = kind == Product ? K : N;
  long size = row * m + column + 1;
  if (kind == Bytes)
    return countersOf(
        size, 128, [=] { bytes(n, m, c, a); }, [=](long q) { return c[q / m][q % m]; },
        [=](long q, long value) { c[q / m][q % m] = value; });
  return elementsOf<double>(
      size,
      [=] {
        if (kind == Elements)
          elements(n, m, C, A);
        else if (kind == Product)
          product(n, C, A, B);
        else {
          C[0][1] += POISONED;
          C[row / 2][m / 2] += POISONED;
          resumes(n, m, C, A);
        }
      },
      [=](long q) { return &C[q / m][q % m]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < K; ++k)
          sum += A[q / m][k] * B[k][q % m];
        return kind == Product ? sum : A[q / m][q % m];
      });
}

static double before(long i, long j) { return small(i, j, 91); }

// Changed values count as wrong.
static Part reader(Kind kind, long row, long column) {
  long m = kind == Product ? K : M;
  auto sweeps = std::make_shared<long>(0);
  Part part;
  part.Size = 1;
  part.Clear = [=] {
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < M + 3; ++j)
        if (j >= m || i > row || (i == row && j > column)) {
          C[i][j] = before(i, j);
          c[i][j] = before(i, j);
        }
  };
  part.Run = [=] {
    long changed = 0;
    for (long i = 0; i < N; ++i)
      for (long j = i > row ? 0 : i == row ? column + 1 : m; j < M + 3; ++j)
        changed += kind == Bytes ? *(volatile unsigned char *)&c[i][j] != before(i, j)
                                 : *(volatile double *)&C[i][j] != before(i, j);
    *sweeps += 1 - changed;
  };
  part.Updates = [=](long) { return *sweeps; };
  return part;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 300);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
      a[i][j] = 1;
    }
  static const char *const names[] = {"elements", "product", "bytes", "resumes"};
  for (Kind kind : {Elements, Product, Bytes, Resumes}) {
    long n = kind == Product ? K : N, m = kind == Product ? K : M;
    // The last one is thrown at the end: all rows are come to.
    for (long row : {2L, n / 3, n / 2, n - 2, n - 1}) {
      long column = row == n - 1 ? m - 1 : m / 3;
      Part part = writer(kind, row, column);
      part.Where = [=](long) { return row * m + column; };
      char name[64];
      snprintf(name, sizeof name, "%s to %ld", names[kind], row);
      together(name, {part, reader(kind, row, column)}, kind == Product ? calls / 2 : calls);
    }
  }
  return 0;
}
