// T = alpha A B, then D = beta D + T C.
// RO: the left operand, A[i][k], then T[i][k]. RW: T[i][j], then D[i][j], after each update.
#include "harness.h"

static long NI, NJ, NK, NL;
static Matrix A, B, C, D, T;

static void sizes(Size S) {
  constexpr long Sizes[][4] = {{8, 9, 11, 12},
                               {40, 50, 70, 80},
                               {180, 190, 210, 220},
                               {800, 900, 1100, 1200},
                               {1600, 1800, 2200, 2400}};
  NI = Sizes[S][0], NJ = Sizes[S][1], NK = Sizes[S][2], NL = Sizes[S][3];
  allocate(A, NI, NK), allocate(B, NK, NJ), allocate(C, NJ, NL), allocate(D, NI, NL);
  allocate(T, NI, NJ);
}

static void init() {
  for (long i = 0; i < NI; i++) {
    for (long k = 0; k < NK; k++)
      A[i][k] = value(i, k, 7);
    for (long l = 0; l < NL; l++)
      D[i][l] = value(i, l, 11);
    for (long j = 0; j < NJ; j++)
      T[i][j] = -1; // overwritten
  }
  for (long k = 0; k < NK; k++)
    for (long j = 0; j < NJ; j++)
      B[k][j] = value(k, j, 5);
  for (long j = 0; j < NJ; j++)
    for (long l = 0; l < NL; l++)
      C[j][l] = value(j, l, 3);
}

static long positions() { return 2 * NI; }
static void poison(long P) {
  if (Checked)
    P < NI ? shrink(A, P) : shrink(D, P - NI);
  else if (P < NI)
    A[P][NK / 2] = Poison;
  else if (ReadOnlyGuard) // each A[i][k] passes, their weighted sum T[i][j] does not
    A[P - NI][NK / 2] = Limit / 2;
  else
    D[P - NI][NL / 2] = Poison;
}

KERNEL void twomm(long ni, long nj, long nk, long nl, double alpha, double beta, MatrixRef T,
                  MatrixRef D, ConstMatrixRef A, ConstMatrixRef B, ConstMatrixRef C,
                  [[maybe_unused]] double limit) {
  for (long i = 0; i < ni; i++)
    for (long j = 0; j < nj; j++) {
      T[i][j] = 0;
      for (long k = 0; k < nk; k++) {
        GUARD_RO(A[i][k], "A", i, k);
        T[i][j] += alpha * A[i][k] * B[k][j];
        GUARD_RW(T[i][j], "T", i, j);
      }
    }
  for (long i = 0; i < ni; i++)
    for (long l = 0; l < nl; l++) {
      D[i][l] *= beta;
      for (long j = 0; j < nj; j++) {
        GUARD_RO(T[i][j], "T", i, j);
        D[i][l] += T[i][j] * C[j][l];
        GUARD_RW(D[i][l], "D", i, l);
      }
    }
}

static void kernel(double limit) { twomm(NI, NJ, NK, NL, 3, 2, T, D, A, B, C, limit); }
