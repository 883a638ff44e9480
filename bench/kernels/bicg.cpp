// s = A^T r and q = A p, in one nest.
// RO: A[i][j] before it is used. RW: s[j] after each update.
#include "harness.h"

static long N, M;
static Matrix A;
static Vector S, Q, P, R;

static void sizes(Size Chosen) {
  constexpr long Sizes[][2] = {{12, 10}, {124, 116}, {410, 390}, {2100, 1900}, {2200, 1800}};
  N = Sizes[Chosen][0], M = Sizes[Chosen][1];
  allocate(A, N, M), allocate(S, M), allocate(Q, N), allocate(P, M), allocate(R, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    for (long j = 0; j < M; j++)
      A[i][j] = value(i, j, 7);
    R[i] = value(i, 2, 5), Q[i] = -1; // overwritten
  }
  for (long j = 0; j < M; j++)
    P[j] = value(j, 1, 3), S[j] = -1; // overwritten
}

static long positions() { return N; }
static void poison(long Row) { Checked ? shrink(A, Row) : void(A[Row][M / 2] = Poison); }

KERNEL void bicg(long n, long m, ConstMatrixRef A, VectorRef s, VectorRef q, ConstVectorRef p,
                 ConstVectorRef r, [[maybe_unused]] double limit) {
  for (long j = 0; j < m; j++)
    s[j] = 0;
  for (long i = 0; i < n; i++) {
    q[i] = 0;
    for (long j = 0; j < m; j++) {
      GUARD_RO(A[i][j], "A", i, j);
      s[j] += r[i] * A[i][j];
      GUARD_RW(s[j], "s", i, j);
      q[i] += A[i][j] * p[j];
    }
  }
}

static void kernel(double limit) { bicg(N, M, A, S, Q, P, R, limit); }
