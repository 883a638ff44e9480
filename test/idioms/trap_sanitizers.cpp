// RUN: %exact %s --cflags '-fsanitize=signed-integer-overflow,bounds -fsanitize-trap=all'
//
// clang++ -fsanitize=signed-integer-overflow,bounds -fsanitize-trap=all
// long A[N][N]; C[i][j] += A[i][k] * B[k][j];   // an overflow or an index >= N traps: SIGILL
// Hardened builds: no message, no run-time library.
#include "idioms.h"
#include <climits>

constexpr int N = extent(30);
struct Memory {
  long A[N][N], B[N][N], C[N][N];
  int X[N][N], Y[N][N], Z[N][N];
};
NOINLINE void overflows(long n, Memory &m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        m.C[i][j] += m.A[i][k] * m.B[k][j];
}
NOINLINE void bounds(int rows, int columns, int inner, Memory &m) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      for (int k = 0; k < inner; ++k)
        m.Z[i][j] += m.X[i][k] * m.Y[k][j];
}

int main() {
  Memory *m = shared<Memory>();
  auto fill = [&](const Position &p) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        m->A[i][j] = m->X[i][j] = a0(i, j);
        m->B[i][j] = m->Y[i][j] = b0(i, j);
        m->C[i][j] = m->Z[i][j] = c0(i, j, p);
      }
  };
  positions(3, [&](const Position &p) {
    if (p.n > N)
      return;
    fill(p);
    if (p.i >= 0)
      m->C[p.i][p.j] += LONG_MAX - (long)LIMIT;
    outcome("overflows", p, [&] { return inChild([&] { overflows(p.n, *m); }); });
    memory(hash_of(m, sizeof *m));
  });
  Differences around = {-1, 0, 1};
  boundsAround(N, around, around, around, [&](const Position &q) {
    Position p{N, -1, -1, -1};
    fill(p);
    outcome("bounds", p, [&] { return inChild([&] { bounds(q.i, q.j, q.k, *m); }); });
    memory(hash_of(m, sizeof *m));
  });
  return 0;
}
