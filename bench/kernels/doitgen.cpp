// A[r][q][p] = sum over s of A[r][q][s] * C4[s][p].
// RO: C4[s][p] before it is used. RW: sum[p] after each update.
#include "harness.h"

static long NR, NQ, NP;
static Cube A;
static Matrix C4;
static Vector Sum;

static void sizes(Size S) {
  constexpr long Sizes[][3] = {
      {10, 8, 12}, {25, 20, 30}, {50, 40, 60}, {140, 150, 160}, {220, 250, 270}};
  NR = Sizes[S][0], NQ = Sizes[S][1], NP = Sizes[S][2];
  allocate(A, NR, NQ, NP), allocate(C4, NP, NP), allocate(Sum, NP);
}

static void init() {
  for (long r = 0; r < NR; r++)
    for (long q = 0; q < NQ; q++)
      for (long p = 0; p < NP; p++)
        A[r][q][p] = value(r * 3 + q, p, 7);
  for (long s = 0; s < NP; s++)
    for (long p = 0; p < NP; p++)
      C4[s][p] = value(s, p, 5);
}

// C4 has no row of its own for each outer iteration: its guard fails in the first one or never.
static long positions() { return ReadOnlyGuard ? 1 : NR; }
static void poison(long P) {
  if (Checked)
    shrink(A, P);
  else if (ReadOnlyGuard)
    C4[NP / 2][NP / 2] = Poison;
  else
    A[P][NQ / 2][NP / 2] = Poison;
}

KERNEL void doitgen(long nr, long nq, long np, CubeRef A, ConstMatrixRef C4, VectorRef sum,
                    [[maybe_unused]] double limit) {
  for (long r = 0; r < nr; r++)
    for (long q = 0; q < nq; q++) {
      for (long p = 0; p < np; p++) {
        sum[p] = 0;
        for (long s = 0; s < np; s++) {
          GUARD_RO(C4[s][p], "C4", s, p);
          sum[p] += A[r][q][s] * C4[s][p];
          GUARD_RW(sum[p], "sum", q, p);
        }
      }
      for (long p = 0; p < np; p++)
        A[r][q][p] = sum[p];
    }
}

static void kernel(double limit) { doitgen(NR, NQ, NP, A, C4, Sum, limit); }
