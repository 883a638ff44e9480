// RUN: %exact %s --tiled 6 --threads 1 2 3 8 --cflags=-ffp-contract=off --config "-O3 @optimized %teams"
// RUN: %exact %s --threads 3 --cflags=-ffp-contract=off --config "-O3 @naive %teams" \
// RUN:   --config "-O3 @optimized %teams -fno-exception-safe-tiling-in-place" \
// RUN:   --config "-O3 @optimized %teams -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=3"
//
// Loops whose iterations do not depend on each other are executed by teams, in nests that check what
// they read, and what they write: whole nests, inner loops of a sequential one, columns, triangles.
// The exception is that of the first iteration in the nest's order, also where several would throw
// in other threads' iterations. Threads round as the program does, and have no other objects.
#include "escop.h"
#include <cfenv>
#include <initializer_list>

struct Bad {
  long I, J;
};
constexpr long N = 37, M = 45;
using Matrix = double[N][M];

NOINLINE static void sweeps(long t, long n, long m, Matrix A, Matrix B, double limit) {
  for (long s = 0; s < t; ++s) {
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j) {
        B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
        if (B[i][j] > limit)
          throw Bad{i, j};
      }
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < m - 1; ++j) {
        A[i][j] = 0.2 * (B[i][j] + B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
        if (A[i][j] > limit)
          throw Bad{-i, j};
      }
  }
}
NOINLINE static void columns(long, long n, long m, Matrix A, Matrix B, double limit) {
  for (long j = 0; j < m; ++j) {
    if (B[0][j] > limit)
      throw Bad{0, j};
    for (long i = 1; i < n; ++i)
      A[i][j] = A[i - 1][j] * 0.5 + B[0][j];
  }
}
NOINLINE static void triangle(long, long n, long m, Matrix A, Matrix B, double limit) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j <= i && j < m; ++j)
      for (long k = 0; k < m; ++k) {
        A[i][j] += B[i][k] * B[j][k];
        if (A[i][j] > limit)
          throw Bad{i, j};
      }
  }
}
// Each row is divided by its sum, and that of all rows is kept in order.
NOINLINE static void rows(long, long n, long m, Matrix A, Matrix B, double limit) {
  for (long i = 0; i < n; ++i) {
    double sum = 0;
    for (long j = 0; j < m; ++j)
      sum += B[i][j];
    if (sum > limit)
      throw Bad{i, -1};
    for (long j = 0; j < m; ++j)
      A[i][j] = B[i][j] / (1 + sum * sum);
  }
}
NOINLINE static void transposed(long, long n, long m, Matrix A, Matrix B, double limit) {
  for (long i = 0; i < n && i < m; ++i)
    for (long j = 0; j < n && j < m; ++j) {
      if (B[j][i] > limit)
        throw Bad{j, i};
      A[i][j] += 3 * B[j][i];
    }
}
static thread_local double Own[N][M], Other[N][M];
NOINLINE static void threadLocal(long t, long n, long m, double limit) {
  for (long s = 0; s < t; ++s)
    for (long i = 0; i < n; ++i)
      for (long j = 1; j < m - 1; ++j) {
        if (Other[i][j] > limit)
          throw Bad{i, j};
        Own[i][j] += Other[i][j - 1] + Other[i][j + 1];
      }
}

static void fill(Matrix A, long seed) {
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j)
      A[i][j] = 1.0 / (1 + (i * 7 + j * 3 + seed) % 31);
}
using Nest = void (*)(long, long, long, Matrix, Matrix, double);
template <class Run> static void sweep(const char *name, Matrix A, Matrix B, Run run) {
  for (long n : {1L, 2L, 3L, N})
    for (long m : {2L, 3L, 9L, M})
      for (long at = -1; at < n * m; at += 1 + n * m / 40) {
        fill(A, 1), fill(B, 5);
        // A second one behind it is never thrown.
        if (at >= 0)
          B[at / m][at % m] = B[n - 1][m - 1] = A[at / m][at % m] = POISON;
        long thrown = 0;
        try {
          run(3, n, m);
        } catch (const Bad &b) {
          thrown = 1000 + b.I * 100 + b.J;
        }
        printf("%s %ldx%ld at %ld: %ld %016llx %016llx\n", name, n, m, at, thrown,
               (unsigned long long)hash_of(A, sizeof(Matrix)),
               (unsigned long long)hash_of(B, sizeof(Matrix)));
      }
}
static void all() {
  static Matrix A, B;
  auto sweepOf = [](const char *name, Nest nest) {
    sweep(name, A, B, [=](long t, long n, long m) { nest(t, n, m, A, B, LIMIT); });
  };
  sweepOf("sweeps", sweeps);
  sweepOf("columns", columns);
  sweepOf("triangle", triangle);
  sweepOf("rows", rows);
  sweepOf("transposed", transposed);
  sweep("threadLocal", Own, Other, [&](long t, long n, long m) { threadLocal(t, n, m, LIMIT); });
}

int main() {
  all();
  for (int mode : {FE_UPWARD, FE_TOWARDZERO}) {
    fesetround(mode);
    all();
  }
}
