// RUN: %exact %s --tiled 2
//
// double sum = 0; for (j) { sum += A[i][j] * x[j]; if (sum > limit) throw std::overflow_error("sum"); }
// y[i] = sum;
// The check reads a scalar that the loop carries: of a row, or of the whole nest.
// Time: ofRow ofNest ofNestInteger 3000
#include "idioms.h"
#include <climits>
#include <stdexcept>

NOINLINE long ofRow(long n, double *y, const Row *A, const double *x) {
  for (long i = 0; i < n; ++i) {
    double sum = y[i];
    for (long j = 0; j < n; ++j) {
      sum += A[i][j] * x[j];
      if (sum > LIMIT)
        throw std::overflow_error("sum");
    }
    y[i] = sum;
  }
  return 0;
}
NOINLINE long ofProduct(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = C[i][j];
      for (long k = 0; k < n; ++k) {
        sum += A[i][k] * B[k][j];
        if (sum > LIMIT)
          throw at(i, j, k);
      }
      C[i][j] = sum;
    }
  return 0;
}
NOINLINE double ofNest(long n, Row *C, const Row *A, double limit) {
  double sum = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      sum += A[i][j] * C[i][j];
      if (sum > limit)
        throw at(i, j, 0);
      C[i][j] += 1;
    }
  return sum;
}
NOINLINE long ofNestInteger(long n, Row *C, const Row *A, long limit) {
  long count = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      count += A[i][j] > C[i][j];
      if (count > limit)
        throw at(i, j, 0);
      C[i][j] -= 1;
    }
  return count;
}

int main() {
  static Matrices m;
  positions(2, [](const Position &p) {
    m.fill({p.n, -1, -1, -1});
    if (p.i >= 0) { // C[0] is y, B[0] is x
      m.C[0][p.i] = LIMIT + 1;
      for (int j = 0; j <= p.j; ++j)
        m.C[0][p.i] -= m.A[p.i][j] * m.B[0][j];
    }
    outcome("ofRow", p, [&] { return ofRow(p.n, m.C[0], m.A, m.B[0]); });
    memory(m.hash());
  });
  product(CheckedC, ofProduct);
  positions(2, [](const Position &p) {
    Position none{p.n, -1, -1, -1};
    double limit = p.i < 0 ? 1e15 : -1;
    long count = 0;
    m.fill(none);
    for (int i = 0; i <= p.i; ++i)
      for (int j = 0; j < (i < p.i ? p.n : p.j + 1); ++j) {
        limit += m.A[i][j] * m.C[i][j];
        count += m.A[i][j] > m.C[i][j];
      }
    outcome("ofNest", p, [&] { return (long)ofNest(p.n, m.C, m.A, limit); });
    memory(m.hash());
    outcome("ofNestInteger", p,
            [&] { return ofNestInteger(p.n, m.C, m.A, p.i < 0 ? LONG_MAX : count - 1); });
    memory(m.hash());
  });
  return 0;
}
