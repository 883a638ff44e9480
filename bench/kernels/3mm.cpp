// E = A B, F = C D, G = E F.
// RO: the left operand of each product. RW: the element of each product after each update.
#include "harness.h"

static long NI, NJ, NK, NL, NM;
static Matrix A, B, C, D, E, F, G;

static void sizes(Size S) {
  constexpr long Sizes[][5] = {{8, 9, 10, 11, 12},
                               {40, 50, 60, 70, 80},
                               {180, 190, 200, 210, 220},
                               {800, 900, 1000, 1100, 1200},
                               {1600, 1800, 2000, 2200, 2400}};
  NI = Sizes[S][0], NJ = Sizes[S][1], NK = Sizes[S][2], NL = Sizes[S][3], NM = Sizes[S][4];
  allocate(A, NI, NK), allocate(B, NK, NJ), allocate(C, NJ, NM), allocate(D, NM, NL);
  allocate(E, NI, NJ), allocate(F, NJ, NL), allocate(G, NI, NL);
}

static void fill(MatrixRef X, long Rows, long Columns, int Range) {
  for (long i = 0; i < Rows; i++)
    for (long j = 0; j < Columns; j++)
      X[i][j] = Range ? value(i, j, Range) : -1;
}

static void init() {
  fill(A, NI, NK, 7), fill(B, NK, NJ, 5), fill(C, NJ, NM, 3), fill(D, NM, NL, 4);
  fill(E, NI, NJ, 0), fill(F, NJ, NL, 0), fill(G, NI, NL, 0); // overwritten
}

static long positions() { return 2 * NI + NJ; }
static void poison(long P) {
  if (Checked)
    P < NI ? shrink(A, P) : P < NI + NJ ? shrink(F, P - NI) : shrink(G, P - NI - NJ);
  else if (P < NI)
    A[P][NK / 2] = Poison;
  else if (P < NI + NJ)
    C[P - NI][NM / 2] = Poison;
  else // A passes. RO: its weighted sum E does not. RW: E passes, and its product with F does not.
    A[P - NI - NJ][NK / 2] = ReadOnlyGuard ? Limit / 2 : Limit / 1000;
}

KERNEL void threemm(long ni, long nj, long nk, long nl, long nm, MatrixRef E, MatrixRef F,
                    MatrixRef G, ConstMatrixRef A, ConstMatrixRef B, ConstMatrixRef C,
                    ConstMatrixRef D, [[maybe_unused]] double limit) {
  for (long i = 0; i < ni; i++)
    for (long j = 0; j < nj; j++) {
      E[i][j] = 0;
      for (long k = 0; k < nk; k++) {
        GUARD_RO(A[i][k], "A", i, k);
        E[i][j] += A[i][k] * B[k][j];
        GUARD_RW(E[i][j], "E", i, j);
      }
    }
  for (long j = 0; j < nj; j++)
    for (long l = 0; l < nl; l++) {
      F[j][l] = 0;
      for (long m = 0; m < nm; m++) {
        GUARD_RO(C[j][m], "C", j, m);
        F[j][l] += C[j][m] * D[m][l];
        GUARD_RW(F[j][l], "F", j, l);
      }
    }
  for (long i = 0; i < ni; i++)
    for (long l = 0; l < nl; l++) {
      G[i][l] = 0;
      for (long j = 0; j < nj; j++) {
        GUARD_RO(E[i][j], "E", i, j);
        G[i][l] += E[i][j] * F[j][l];
        GUARD_RW(G[i][l], "G", i, l);
      }
    }
}

static void kernel(double limit) { threemm(NI, NJ, NK, NL, NM, E, F, G, A, B, C, D, limit); }
