// B[i] = w (A[i-1] + A[i] + A[i+1]), then A from B the same way; in each time step.
// No RO. RW: each new value.
// The weight is no integer, sums are not exact: compare -ffp-contract=off.
#define NO_RO
#include "harness.h"

static long T, N;
static double Weight;
static Vector A, B;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{8, 20}, {40, 120}, {100, 400}, {500, 2000}, {1000, 4000}};
  T = Sizes[S][0], N = Sizes[S][1];
  allocate(A, N), allocate(B, N);
}

static void init() {
  Weight = 1.0 / 3;
  for (long i = 0; i < N; i++) {
    A[i] = value(i, 0, 11);
    B[i] = value(i, 1, 11);
  }
}

KERNEL void jacobi1d(long steps, long n, double w, VectorRef A, VectorRef B,
                     [[maybe_unused]] double limit) {
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++) {
      B[i] = w * (A[i - 1] + A[i] + A[i + 1]);
      GUARD_RW(B[i], "B", t, i);
    }
    for (long i = 1; i < n - 1; i++) {
      A[i] = w * (B[i - 1] + B[i] + B[i + 1]);
      GUARD_RW(A[i], "A", t, i);
    }
  }
}

static void kernel(double limit) { jacobi1d(T, N, Weight, A, B, limit); }

// Time steps; an index out of range is found in the first one: counted there are the elements.
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
      A[i] = B[i] = X;
  };
  Weight = 0.4;
  Fill(1);
  jacobi1d(P, N, Weight, A, B, __builtin_inf());
  double Before = A[N / 2];
  jacobi1d(1, N, Weight, A, B, __builtin_inf());
  Fill(Limit / (0.3 * Before + 0.7 * A[N / 2]));
}
