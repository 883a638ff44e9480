// RUN: %exact %s
//
// using Matrix = std::vector<std::vector<double>>;
// C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
// if (!(C[i][j] <= limit)) throw std::range_error(...);
#include "idioms.h"
#include <stdexcept>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

NOINLINE void multiplyAt(Matrix &C, const Matrix &A, const Matrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
}
NOINLINE void multiplyChecked(Matrix &C, const Matrix &A, const Matrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (!(C[i][j] <= LIMIT))
          throw std::range_error("C");
      }
}

int main() {
  positions(3, [](const Position &p) {
    int n = p.n;
    for (int which = 0; which < 4; ++which) {
      Matrix A(n), B(n), C(n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          A[i].push_back(a0(i, j));
          B[i].push_back(b0(i, j));
          C[i].push_back(which == 3 ? c0(i, j, p) : small(i, j, 11));
        }
      if (p.i >= 0 && which == 0)
        A[p.i].resize(p.k); // a row that is too short
      else if (p.i >= 0 && which == 1)
        B[p.k].resize(p.j);
      else if (p.i >= 0 && which == 2)
        C[p.i].resize(p.j);
      outcome(which == 3 ? "multiplyChecked" : "multiplyAt", p, [&] {
        (which == 3 ? multiplyChecked : multiplyAt)(C, A, B, n);
        return which;
      });
      uint64_t h = HASH_START;
      for (auto &row : C)
        h = hash_more(h, row.data(), row.size() * sizeof(double));
      memory(h);
    }
  });
  return 0;
}
