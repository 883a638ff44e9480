// RUN: %exact %s --tiled 2
//
// for (auto row = A.begin(); row != A.end(); ++row)
//   for (auto x = row->begin(); x != row->end(); ++x) { if (*x > limit) throw ...; *y += *x * *v; }
// and a pointer that walks through one block of memory.
// Time: apply 3000
#include "idioms.h"
#include <array>
#include <stdexcept>
#include <vector>

using Rows = std::vector<std::array<double, P>>;

NOINLINE void apply(std::vector<double> &y, const Rows &A, const std::vector<double> &x) {
  auto to = y.begin();
  for (auto row = A.begin(); row != A.end(); ++row, ++to) {
    auto v = x.begin();
    for (auto a = row->begin(); a != row->end(); ++a, ++v) {
      if (*a > LIMIT)
        throw std::range_error("a");
      *to += *a * *v;
    }
  }
}
NOINLINE long pointers(double *C, const double *A, const double *B, long n) {
  for (long i = 0; i < n; ++i) {
    const double *b = B;
    for (const double *a = A + i * n, *end = a + n; a != end; ++a)
      for (double *c = C + i * n, *last = c + n; c != last; ++c) {
        *c += *a * *b++;
        if (*c > LIMIT)
          throw std::range_error("c");
      }
  }
  return 0;
}

int main() {
  positions(3, [](const Position &p) {
    int n = p.n;
    std::vector<double> A(n * n), B(n * n), C(n * n), y(n), x(P);
    Rows rows(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        A[i * n + j] = a0(i, j);
        B[i * n + j] = b0(i, j);
        C[i * n + j] = c0(i, j, p);
      }
    for (int j = 0; j < P; ++j)
      x[j] = small(j, j, 5);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < P; ++j)
        rows[i][j] = p.i == i && p.j + p.k == j ? POISON : small(i, j, 7);
    outcome("pointers", p, [&] { return pointers(C.data(), A.data(), B.data(), n); });
    memory(hash_of(C.data(), C.size() * sizeof(double)));
    outcome("apply", p, [&] {
      apply(y, rows, x);
      return 0;
    });
    memory(hash_of(y.data(), y.size() * sizeof(double)));
  });
  return 0;
}
