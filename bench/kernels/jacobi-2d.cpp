// B[i][j] = w (A[i][j] + its four neighbours), then A from B the same way; in each time step.
// No RO. RW: each new value.
// The weight is no integer, sums are not exact: compare -ffp-contract=off.
#define NO_RO
#include "harness.h"

static long T, N;
static double Weight;
static Matrix A, B;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{8, 12}, {40, 90}, {100, 250}, {500, 1200}, {1000, 2800}};
  T = Sizes[S][0], N = Sizes[S][1];
  allocate(A, N, N), allocate(B, N, N);
}

static void init() {
  Weight = 0.2;
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++) {
      A[i][j] = value(i, j, 11);
      B[i][j] = value(j, i, 7);
    }
}

KERNEL void jacobi2d(long steps, long n, double w, MatrixRef A, MatrixRef B,
                     [[maybe_unused]] double limit) {
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        B[i][j] = w * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
        GUARD_RW(B[i][j], "B", i, j);
      }
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        A[i][j] = w * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i - 1][j] + B[i + 1][j]);
        GUARD_RW(A[i][j], "A", i, j);
      }
  }
}

static void kernel(double limit) { jacobi2d(T, N, Weight, A, B, limit); }

// Time steps; an index out of range is found in the first one: counted there are the rows.
static long positions() { return Checked ? N : T; }

// With a larger weight all values grow from step to step. Two runs without a limit say how large
// they are after P steps and after one more; the data are scaled so that the limit lies between.
static void poison(long P) {
  if (Checked) {
    shrink(B, P);
    return;
  }
  auto Fill = [](double X) {
    for (long i = 0; i < N; i++)
      for (long j = 0; j < N; j++)
        A[i][j] = B[i][j] = X;
  };
  Weight = 0.24;
  Fill(1);
  jacobi2d(P, N, Weight, A, B, __builtin_inf());
  double Before = A[N / 2][N / 2];
  jacobi2d(1, N, Weight, A, B, __builtin_inf());
  Fill(Limit / (0.3 * Before + 0.7 * A[N / 2][N / 2]));
}
