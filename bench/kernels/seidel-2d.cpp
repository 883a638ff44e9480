// A[i][j] = w (the sum over A[i][j] and its eight neighbours), in place: four of them are new.
// No RO. RW: each new value.
// The weight is no integer, sums are not exact: compare -ffp-contract=off.
#define NO_RO
#include "harness.h"

static long T, N;
static double Weight;
static Matrix A;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{8, 12}, {40, 120}, {100, 400}, {500, 1200}, {1000, 4000}};
  T = Sizes[S][0], N = Sizes[S][1];
  allocate(A, N, N);
}

static void init() {
  Weight = 1.0 / 9;
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      A[i][j] = value(i, j, 11);
}

KERNEL void seidel2d(long steps, long n, double w, MatrixRef A, [[maybe_unused]] double limit) {
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        A[i][j] = w * (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] + A[i][j - 1] + A[i][j] +
                       A[i][j + 1] + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]);
        GUARD_RW(A[i][j], "A", i, j);
      }
}

static void kernel(double limit) { seidel2d(T, N, Weight, A, limit); }

// Time steps; an index out of range is found in the first one: counted there are the rows.
static long positions() { return Checked ? N : T; }

// With a larger weight all values grow from step to step. Two runs without a limit say how large
// they are after P steps and after one more; the data are scaled so that the limit lies between.
static void poison(long P) {
  if (Checked) {
    shrink(A, P);
    return;
  }
  auto Fill = [](double X) {
    for (long i = 0; i < N; i++)
      for (long j = 0; j < N; j++)
        A[i][j] = X;
  };
  auto Largest = [] {
    double Most = 0;
    for (long i = 1; i < N - 1; i++)
      for (long j = 1; j < N - 1; j++)
        Most = Most < A[i][j] ? A[i][j] : Most;
    return Most;
  };
  Weight = 0.13;
  Fill(1);
  seidel2d(P, N, Weight, A, __builtin_inf());
  double Before = Largest();
  seidel2d(1, N, Weight, A, __builtin_inf());
  Fill(Limit / (0.3 * Before + 0.7 * Largest()));
}
