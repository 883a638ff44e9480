// RUN: %exact %s --tiled 4
//
// if (x < 0) throw std::domain_error("sqrt"); C[i][j] += std::sqrt(A[i][k]) * B[k][j];
// if (x > 700) throw std::overflow_error("exp"); y[i] += std::exp(A[i][k]);
// if (std::fabs(C[i][j]) > limit) throw ...; if (std::isnan(C[i][j])) throw ...;
// Time: exponentials 2500
#include "idioms.h"
#include <cmath>
#include <stdexcept>

NOINLINE long roots(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] < 0)
          throw std::domain_error("sqrt");
        C[i][j] += std::sqrt(A[i][k]) * B[k][j];
      }
  return 0;
}
NOINLINE long exponentials(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (A[i][j] > 700)
        throw std::overflow_error("exp");
      C[i][j] = std::exp(A[i][j]) + B[i][j];
    }
  return 0;
}
NOINLINE long absolute(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (std::fabs(C[i][j]) > LIMIT || std::isnan(C[i][j]))
          throw std::range_error("C");
      }
  return 0;
}
NOINLINE long finiteOnly(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (!std::isfinite(A[i][k]))
          throw std::domain_error("A");
        C[i][j] += std::floor(A[i][k]) * B[k][j];
      }
  return 0;
}

int main() {
  auto with = [](const char *name, double poison, auto kernel) {
    static Matrices m;
    positions(2, [&](const Position &p) {
      m.fill({p.n, -1, -1, -1});
      for (auto &row : m.A)
        for (double &a : row)
          a *= a; // with exact roots
      if (p.i >= 0)
        m.A[p.i][p.j] = poison;
      outcome(name, p, [&] { return kernel(p.n, m.C, m.A, m.B); });
      memory(m.hash());
    });
  };
  with("roots", -1, roots);
  with("exponentials", 701, exponentials);
  with("absolute", NAN, absolute);
  with("absolute", -INFINITY, absolute);
  with("finiteOnly", -INFINITY, finiteOnly);
  return 0;
}
