// RUN: %exact %s --tiled 1
//
// void multiply(std::vector<double> &C, const std::vector<double> &A, ..., size_t n)
// C.at(i * n + j) += A.at(i * n + k) * B.at(k * n + j);
// Each vector may be too short: out_of_range.
#include "idioms.h"
#include <vector>

NOINLINE void multiply(std::vector<double> &C, const std::vector<double> &A,
                              const std::vector<double> &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C.at(i * n + j) += A.at(i * n + k) * B.at(k * n + j);
}

int main() {
  positions(2, [](const Position &p) {
    for (int which = 0; which < 3; ++which) {
      int n = p.n;
      std::vector<double> A(n * n), B(n * n), C(n * n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          A[i * n + j] = a0(i, j);
          B[i * n + j] = b0(i, j);
          C[i * n + j] = small(i, j, 11);
        }
      if (p.i >= 0)
        (which == 0 ? A : which == 1 ? B : C).resize(p.Number);
      outcome("multiply", p, [&] {
        multiply(C, A, B, n);
        return which;
      });
      memory(hash_of(C.data(), C.size() * sizeof(double)));
    }
  });
  return 0;
}
