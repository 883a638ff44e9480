// Heat in a square, alternating directions: in each time step the tridiagonal systems of the
// columns, then those of the rows, are solved by elimination (p, q) and back-substitution (v, then
// u). The boundary has the temperature edge[t].
// RO: edge[t]. RW: v[j][i] and u[i][j] from back-substitution.
// With divisions sums are not exact: compare -ffp-contract=off.
#include "harness.h"

static long T, N;
static Matrix U, V, P, Q;
static Vector Edge;

static void sizes(Size S) {
  constexpr long Sizes[][2] = {{8, 12}, {40, 60}, {100, 200}, {500, 1000}, {1000, 2000}};
  T = Sizes[S][0], N = Sizes[S][1];
  allocate(U, N, N), allocate(V, N, N), allocate(P, N, N), allocate(Q, N, N), allocate(Edge, T);
}

static void init() {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++) {
      U[i][j] = value(i, j, 11);
      V[i][j] = P[i][j] = Q[i][j] = 0;
    }
  for (long t = 0; t < T; t++)
    Edge[t] = 1;
}

// Time steps.
static long positions() { return T; }
static void poison(long Step) {
  if (Checked)
    shrink(Edge, Step);
  else
    Edge[Step] = Poison;
}

KERNEL void adi(long steps, long n, MatrixRef u, MatrixRef v, MatrixRef p, MatrixRef q,
                ConstVectorRef edge, [[maybe_unused]] double limit) {
  // Conductivity 2 along columns, 1 along rows; the square has edges of length 1, all steps take 1.
  const double ratio = double(n) * n / steps;
  const double a = -ratio, b = 1 + 2 * ratio, d = -ratio / 2, e = 1 + ratio;
  for (long t = 0; t < steps; t++) {
    GUARD_RO(edge[t], "edge", t, 0);
    for (long i = 1; i < n - 1; i++) {
      v[0][i] = edge[t];
      p[i][0] = 0;
      q[i][0] = v[0][i];
      for (long j = 1; j < n - 1; j++) {
        p[i][j] = -a / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - d * u[j][i + 1] - a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[n - 1][i] = edge[t];
      for (long j = n - 2; j >= 1; j--) {
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        GUARD_RW(v[j][i], "v", j, i);
      }
    }
    for (long i = 1; i < n - 1; i++) {
      u[i][0] = edge[t];
      p[i][0] = 0;
      q[i][0] = u[i][0];
      for (long j = 1; j < n - 1; j++) {
        p[i][j] = -d / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - a * v[i + 1][j] - d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][n - 1] = edge[t];
      for (long j = n - 2; j >= 1; j--) {
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        GUARD_RW(u[i][j], "u", i, j);
      }
    }
  }
}

static void kernel(double limit) { adi(T, N, U, V, P, Q, Edge, limit); }
