// RUN: %exact %s --tiled 1
//
// auto check = [&](double x) { ++checks; if (x > limit) throw std::range_error("x"); return x; };
// C[i][j] += check(A[i][k]) * B[k][j];
// Everything is captured by reference; checks lives on when the lambda throws.
#include "idioms.h"
#include <stdexcept>

NOINLINE long counts(long n, Row *C, const Row *A, const Row *B, long &checks) {
  double limit = LIMIT;
  auto check = [&](double x) {
    if (x > limit)
      throw std::range_error("x");
    ++checks;
    return x;
  };
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += check(A[i][k]) * B[k][j];
  return checks;
}
NOINLINE long pure(long n, Row *C, const Row *A, const Row *B) {
  double limit = LIMIT;
  auto body = [&](long i, long j, long k) {
    C[i][j] += A[i][k] * B[k][j];
    if (C[i][j] > limit)
      throw at(i, j, k);
  };
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        body(i, j, k);
  return 0;
}

int main() {
  long checks = 0;
  productOf("counts", CheckedA, [&](long n, Row *C, const Row *A, const Row *B) {
    printf(" (%ld)", checks);
    return counts(n, C, A, B, checks);
  });
  product(CheckedC, pure);
  printf("%ld\n", checks);
  return 0;
}
