// RUN: %exact %s --tiled 2
//
// std::optional<Place> multiply(...) { ... if (C[i][j] > limit) return Place{i, j, C[i][j]}; ...
//   return std::nullopt; }
// int multiply(...) { if (!(A[i][k] <= limit)) return EDOM; ... return 0; }
#include "idioms.h"
#include <cerrno>
#include <optional>

struct Place {
  long I, J;
  double Value;
};
NOINLINE std::optional<Place> place(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          return Place{i, j, C[i][j]};
      }
  return std::nullopt;
}
NOINLINE int code(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (!(A[i][k] <= LIMIT))
          return EDOM;
        C[i][j] += A[i][k] * B[k][j];
      }
  return 0;
}

int main() {
  productOf("place", CheckedC, [](long n, Row *C, const Row *A, const Row *B) {
    auto p = place(n, C, A, B);
    return p ? at(p->I, p->J, p->Value) : -1;
  });
  product(CheckedA, code);
  return 0;
}
