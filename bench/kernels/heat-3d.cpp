// B = A + c (its second differences along i, j and k), then A from B the same way; in each time
// step.
// No RO. RW: each new value.
// The coefficient is chosen at run time and sums are not exact: compare -ffp-contract=off.
#define NO_RO
#include "harness.h"

static long T, N;
static double Coefficient;
static Cube A, B;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{8, 10}, {40, 20}, {100, 40}, {500, 120}, {1000, 200}};
  T = Sizes[S][0], N = Sizes[S][1];
  allocate(A, N, N, N), allocate(B, N, N, N);
}

static void init() {
  Coefficient = 0.125;
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      for (long k = 0; k < N; k++)
        A[i][j][k] = B[i][j][k] = value(i * 3 + j, k, 11);
}

KERNEL void heat3d(long steps, long n, double c, CubeRef A, CubeRef B,
                   [[maybe_unused]] double limit) {
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++) {
          B[i][j][k] = c * (A[i + 1][j][k] - 2 * A[i][j][k] + A[i - 1][j][k]) +
                       c * (A[i][j + 1][k] - 2 * A[i][j][k] + A[i][j - 1][k]) +
                       c * (A[i][j][k + 1] - 2 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
          GUARD_RW(B[i][j][k], "B", i, j);
        }
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++) {
          A[i][j][k] = c * (B[i + 1][j][k] - 2 * B[i][j][k] + B[i - 1][j][k]) +
                       c * (B[i][j + 1][k] - 2 * B[i][j][k] + B[i][j - 1][k]) +
                       c * (B[i][j][k + 1] - 2 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
          GUARD_RW(A[i][j][k], "A", i, j);
        }
  }
}

static void kernel(double limit) { heat3d(T, N, Coefficient, A, B, limit); }

// Time steps; an index out of range is found in the first one: counted there are the planes.
static long positions() { return Checked ? N : T; }

// The scheme is unstable above c = 1/6: a chequerboard of +1 and -1, with 0 at the boundary, grows
// from step to step. Two runs without a limit say how large it is after P steps and after one more;
// the data are scaled so that the limit lies between.
static void poison(long P) {
  if (Checked) {
    shrink(B, P);
    return;
  }
  auto Inner = [](long i) { return i > 0 && i < N - 1; };
  auto Fill = [&](double X) {
    for (long i = 0; i < N; i++)
      for (long j = 0; j < N; j++)
        for (long k = 0; k < N; k++)
          A[i][j][k] = B[i][j][k] =
              !Inner(i) || !Inner(j) || !Inner(k) ? 0 : (i + j + k) % 2 ? -X : X;
  };
  Coefficient = 0.19;
  Fill(1);
  heat3d(P, N, Coefficient, A, B, __builtin_inf());
  double Before = __builtin_fabs(A[N / 2][N / 2][N / 2]);
  heat3d(1, N, Coefficient, A, B, __builtin_inf());
  double After = __builtin_fabs(A[N / 2][N / 2][N / 2]);
  Fill(Limit / (0.3 * Before + 0.7 * After));
}
