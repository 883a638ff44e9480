// RUN: %exact %s
//
// for (i) for (j) for (k) { if (A[i][k] == 1) continue; C[i][j] += A[i][k] * B[k][j];
//   if (C[i][j] > limit) throw std::range_error("C"); }
// A continue skips the update and the check behind it.
#include "idioms.h"
#include <stdexcept>

NOINLINE long multiply(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] == 1)
          continue;
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw std::range_error("C");
      }
  return 0;
}

int main() {
  product(CheckedC, multiply);
  return 0;
}
