// RUN: %exact %s --tiled 1
//
// for (const auto &row : A) { double sum = 0; for (double x : row) { if (x > limit) throw ...;
//   sum += x * *v++; } *y++ = sum; }
// A matrix-vector product without an index.
// Time: 3000
#include "idioms.h"
#include <array>
#include <stdexcept>
#include <vector>

using Rows = std::vector<std::array<double, P>>;

NOINLINE void apply(std::vector<double> &y, const Rows &A, const std::array<double, P> &x) {
  size_t i = 0;
  for (const auto &row : A) {
    size_t j = 0;
    for (double a : row) {
      if (a > LIMIT)
        throw std::range_error("a");
      y[i] += a * x[j++];
    }
    ++i;
  }
}
// An index for the outer loop, a range for the row.
NOINLINE void scale(Row *A, long n, double factor) {
  for (long i = 0; i < n; ++i)
    for (double &a : A[i]) {
      if (a > LIMIT)
        throw std::range_error("a");
      a *= factor;
    }
}

int main() {
  static double S[P][P];
  positions(2, [](const Position &p) {
    Rows A(p.n);
    std::vector<double> y(p.n);
    std::array<double, P> x;
    for (int i = 0; i < p.n; ++i)
      for (int j = 0; j < P; ++j)
        S[i][j] = A[i][j] = p.i == i && p.j == j ? POISON : small(i, j, 7);
    for (int j = 0; j < P; ++j)
      x[j] = small(j, j, 5);
    outcome("apply", p, [&] {
      apply(y, A, x);
      return 0;
    });
    memory(hash_of(y.data(), p.n * sizeof(double)));
    outcome("scale", p, [&] {
      scale(S, p.n, 3);
      return 0;
    });
    memory(hash_of(S, sizeof S));
  });
  return 0;
}
