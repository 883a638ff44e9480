// RUN: %exact %s --tiled 3 --cflags=-pthread
// RUN: %if escop %{ %exact %s --tiled 3 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fexception-safe-tiling-in-place %unpacked" %}
// RUN: %counted_unpacked %s block:speculate,complete,early flat:speculate,complete,early \
// RUN:   product:speculate,complete,early
//
// Four threads own the four blocks of one matrix: blocks side by side, one above the other, and
// across a corner. One of them throws all the time, at other places, then all do. No update is
// lost.
#include "threads.h"

constexpr long N = 148, M = 260;
static double A[N][M], B[N][M], C[N][M];

NOINLINE void block(long top, long bottom, long left, long right, double (*C)[M],
                    const double (*A)[M]) {
  for (long i = top; i < bottom; ++i)
    for (long j = left; j < right; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
// The pitch is a parameter, and the block's corner is passed.
NOINLINE void flat(long n, long m, long pitch, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i * pitch + j] += a[i * pitch + j];
      if (c[i * pitch + j] > TOP)
        throw Bad{i, j};
    }
}
// The check is of each row.
NOINLINE void product(long n, double (*C)[M], const double (*A)[M], const double (*B)[M]) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
    for (long j = 0; j < n; ++j)
      if (C[i][j] > TOP)
        throw Bad{i, j};
  }
}

enum Kind { Elements, Flat, Product };
static Part partOf(Kind kind, long top, long bottom, long left, long right) {
  long height = bottom - top, width = right - left;
  Part part = elementsOf<double>(
      height * width,
      [=] {
        if (kind == Elements)
          block(top, bottom, left, right, C, A);
        else if (kind == Flat)
          flat(height, width, M, C[top] + left, A[top] + left);
        else
          product(height, (double(*)[M])(C[top] + left), A, B);
      },
      [=](long q) { return &C[top + q / width][left + q % width]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < height; ++k)
          sum += A[q / width][k] * B[k][q % width];
        return kind == Product ? sum : A[top + q / width][left + q % width];
      });
  part.Row = kind == Product ? width : 1;
  return part;
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 2000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
  for (Kind kind : {Elements, Flat})
    share(kind == Flat ? "flat" : "block",
          {partOf(kind, 0, 70, 0, 129), partOf(kind, 0, 70, 129, M), partOf(kind, 70, N, 0, 129),
           partOf(kind, 70, N, 129, M)},
          calls);
  share("product",
        {partOf(Product, 0, 36, 0, 36), partOf(Product, 0, 36, 36, 72),
         partOf(Product, 36, 72, 0, 36), partOf(Product, 36, 72, 36, 72)},
        calls / 2);
  return 0;
}
