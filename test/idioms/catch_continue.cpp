// RUN: %exact %s --tiled 2
//
// for (i) for (j) try { for (k) { if (A[i][k] > limit) throw std::range_error("A"); sum += ...; }
//   C[i][j] = sum; } catch (const std::exception &) { ++failures; }
// Log and continue: a bad element costs its result only.
#include "idioms.h"
#include <stdexcept>

NOINLINE long elements(long n, Row *C, const Row *A, const Row *B) {
  long failures = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      try {
        double sum = 0;
        for (long k = 0; k < n; ++k) {
          if (A[i][k] > LIMIT)
            throw std::range_error("A");
          sum += A[i][k] * B[k][j];
        }
        C[i][j] = sum;
      } catch (const std::exception &) {
        ++failures;
      }
  return failures;
}
// Around a row: what was computed of it stays.
NOINLINE long rows(long n, Row *C, const Row *A, const Row *B) {
  long failures = 0;
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT)
            throw at(i, j, k);
        }
    } catch (long where) {
      failures = failures * 31 + where;
    }
  return failures;
}

int main() {
  product(CheckedA, elements);
  productOf("rows", CheckedC, [](long n, Row *C, const Row *A, const Row *B) {
    if (!timing().Size)
      C[n - 1][n - 1] = LIMIT; // a second one
    return rows(n, C, A, B);
  });
  return 0;
}
