// RUN: %exact %s --tiled 3 --cflags=-pthread
// RUN: %counted_unpacked %s elements:speculate,complete,early product:speculate,complete,early \
// RUN:   pointers:speculate,complete,early
//
// The rows of a matrix are allocated one by one, std::vector<std::vector<double>> and double **.
// Each thread owns some columns of all rows, and what lies between the rows is nobody's, or belongs
// to the rows of another matrix. One of the threads throws all the time, at other places, then all
// do. No update is lost.
#include "threads.h"

using Matrix = std::vector<std::vector<double>>;
constexpr long N = 130, M = 262, K = 48;
static Matrix A, B, C;
// Rows of two matrices in turn.
static double Memory[N][2][M];
static double *RowsOfA[N], *Rows[2][N];

NOINLINE void elements(long n, long from, long to, Matrix &C, const Matrix &A) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void product(long n, long from, long to, Matrix &C, const Matrix &A, const Matrix &B) {
  for (long i = 0; i < n; ++i)
    for (long j = from; j < to; ++j) {
      double sum = C[i][j];
      for (long k = 0; k < n; ++k)
        sum += A[i][k] * B[k][j];
      C[i][j] = sum;
      if (sum > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void pointers(long n, long m, double **C, double **A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}

static Part columns(bool isProduct, long n, long from, long to) {
  long width = to - from;
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
static Part matrix(int number) {
  return elementsOf<double>(
      N * (M / 2), [=] { pointers(N, M / 2, Rows[number], RowsOfA); },
      [=](long q) { return &Rows[number][q / (M / 2)][q % (M / 2)]; },
      [](long q) { return RowsOfA[q / (M / 2)][q % (M / 2)]; });
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 1500);
  A = B = C = Matrix(N, std::vector<double>(M));
  for (long i = 0; i < N; ++i) {
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      B[i][j] = small(i, j, 2);
    }
    RowsOfA[i] = A[i].data();
    Rows[0][i] = Memory[i][0];
    Rows[1][i] = Memory[i][1];
  }
  share("elements", {columns(false, N, 0, 131), columns(false, N, 131, M)}, calls);
  share("product", {columns(true, K, 0, 23), columns(true, K, 23, K)}, calls / 2);
  share("pointers", {matrix(0), matrix(1)}, calls);
  return 0;
}
