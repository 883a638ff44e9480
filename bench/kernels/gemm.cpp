// C = beta C + alpha A B.
// RO: A[i][k] before it is used. RW: C[i][j] after each update.
#include "harness.h"

static long NI, NJ, NK;
static Matrix A, B, C;

static void sizes(Size S) {
  constexpr long Sizes[][3] = {
      {8, 10, 12}, {60, 70, 80}, {200, 220, 240}, {1000, 1100, 1200}, {2000, 2300, 2600}};
  NI = Sizes[S][0], NJ = Sizes[S][1], NK = Sizes[S][2];
  allocate(A, NI, NK), allocate(B, NK, NJ), allocate(C, NI, NJ);
}

static void init() {
  for (long i = 0; i < NI; i++) {
    for (long k = 0; k < NK; k++)
      A[i][k] = value(i, k, 7);
    for (long j = 0; j < NJ; j++)
      C[i][j] = value(i, j, 11);
  }
  for (long k = 0; k < NK; k++)
    for (long j = 0; j < NJ; j++)
      B[k][j] = value(k, j, 5);
}

static long positions() { return NI; }
static void poison(long P) {
  if (Checked)
    shrink(A, P);
  else
    (ReadOnlyGuard ? A[P][NK / 2] : C[P][NJ / 2]) = Poison;
}

KERNEL void gemm(long ni, long nj, long nk, double alpha, double beta, MatrixRef C,
                 ConstMatrixRef A, ConstMatrixRef B, [[maybe_unused]] double limit) {
  for (long i = 0; i < ni; i++) {
    for (long j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (long j = 0; j < nj; j++)
      for (long k = 0; k < nk; k++) {
        GUARD_RO(A[i][k], "A", i, k);
        C[i][j] += alpha * A[i][k] * B[k][j];
        GUARD_RW(C[i][j], "C", i, j);
      }
  }
}

static void kernel(double limit) { gemm(NI, NJ, NK, 3, 2, C, A, B, limit); }
