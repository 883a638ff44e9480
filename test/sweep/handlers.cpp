// Nests that go on behind a throw: handlers inside of the nest repair data, count, skip, try again,
// give up at the third time; calls on cold paths write memory.
#include "nests.h"
#include <cmath>

struct Bad {
  double Value;
};
static inline double checked(double x, double limit) {
  if (x > limit)
    throw Bad{x};
  return x;
}

// In the innermost loop: the operand is replaced, by what depends on what was computed so far.
NOINLINE std::string repairs(long n, long m, long l, Row *C, Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k)
        try {
          C[i][j] += checked(A[i][k], Limits[i][j][k]) * B[k][j];
        } catch (const Bad &b) {
          A[i][k] = b.Value + std::fmod(C[i][j], 3);
          C[i][j] = 1;
        }
  return "none";
}

// Around the inner loops: the row is given up, the next one begins. Later rows read what the
// handler wrote.
NOINLINE std::string skips(long n, long m, long l, Row *C, Row *A, const Row *B, long &errors) {
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < m; ++j)
        for (long k = 0; k < l; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > Limits[i][j][k])
            throw Thrown(i, j, k, C[i][j], 0);
        }
    } catch (const Thrown &t) {
      ++errors;
      if (i + 1 < n)
        A[i + 1][t.K] += t.J;
    }
  return "none";
}

// The row is computed again from its old values, once.
NOINLINE std::string retries(long n, long m, long l, Row *C, Row *A, const Row *B, long *counts) {
  for (long i = 0; i < n; ++i)
    for (int attempt = 0; attempt < 2; ++attempt) {
      try {
        for (long j = 0; j < m; ++j)
          for (long k = 0; k < l; ++k) {
            if (A[i][k] > Limits[i][j][k])
              throw Thrown(i, j, k, A[i][k], attempt);
            C[i][j] += A[i][k] * B[k][j];
          }
        break;
      } catch (const Thrown &t) {
        ++counts[t.J];
        if (attempt)
          throw;
        for (long j = 0; j < m; ++j)
          C[i][j] -= j;
      }
    }
  return "none";
}

// Of two errors the second leaves the nest.
NOINLINE std::string second(long n, long m, long l, Row *C, const Row *A, const Row *B) {
  int errors = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        for (long k = 0; k < l; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > Limits[i][j][k])
            throw Thrown(i, j, k, C[i][j], errors);
        }
      } catch (Thrown &t) {
        C[i][j] = -1;
        if (++errors == 2)
          throw;
      }
  return "none";
}

// A call that writes what the nest reads, then the nest goes on.
NOINLINE void report(double *place, long i, long j) {
  note('c', i * 100 + j);
  *place += 1;
}
NOINLINE std::string calls(long n, long m, long l, Row *C, Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (__builtin_expect(A[i][k] > Limits[i][j][k], 0))
          report(&A[i][(k + 1) % l], i, j);
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] < 0)
          throw Thrown(i, j, k, C[i][j], 0);
      }
  return "none";
}

// The handler leaves the nest by break, goes on with the next row by continue, or returns.
NOINLINE std::string leaves(long n, long m, long l, Row *C, const Row *A, const Row *B, double *V) {
  long i;
  for (i = 0; i < n; ++i) {
    try {
      for (long j = 0; j < m; ++j)
        for (long k = 0; k < l; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > Limits[i][j][k])
            throw Thrown(i, j, k, C[i][j], V[i]);
        }
    } catch (const Thrown &t) {
      if (t.J % 3 == 0)
        continue;
      if (t.J % 3 == 1)
        break;
      return describe(t);
    }
    V[i] += C[i][0];
  }
  return i < n ? text("break %ld", i) : "none";
}

int main() {
  sweepThrows("repairs", Limits, [] { return repairs(N, M, L, C, A, B); });
  sweep("skips", Limits, [](std::string &live) {
    long errors = 0;
    std::string exit = skips(N, M, L, C, A, B, errors);
    live = text("%ld", errors);
    return exit;
  });
  sweepThrows("retries", Limits, [] { return retries(N, M, L, C, A, B, Counts); });
  sweepThrows("second", Limits, [] { return second(N, M, L, C, A, B); });
  sweepThrows("calls", Limits, [] { return calls(N, M, L, C, A, B); });
  sweep("leaves", Limits, [](std::string &) { return leaves(N, M, L, C, A, B, V); });
  return 0;
}
