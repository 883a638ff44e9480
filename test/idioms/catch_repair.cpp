// RUN: %exact %s --tiled 1
//
// try { C[i][j] += check(A[i][k]) * B[k][j]; }
// catch (const Bad &b) { A[i][k] = b.Replacement; C[i][j] = 0; }
// Repair and continue, the element itself and its operand.
#include "idioms.h"

struct Bad {
  double Value;
};
static inline double check(double x) {
  if (x > LIMIT)
    throw Bad{x};
  return x;
}
NOINLINE long multiply(long n, Row *C, Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        try {
          C[i][j] += check(A[i][k]) * B[k][j];
        } catch (const Bad &b) {
          A[i][k] = b.Value / POISON;
          C[i][j] = 0;
        }
  return 0;
}

int main() {
  productOf("multiply", CheckedA, [](long n, Row *C, const Row *A, const Row *B) {
    Row *writable = const_cast<Row *>(A);
    if (!timing().Size)
      writable[n - 1][n / 2] = POISON; // a second one
    return multiply(n, C, writable, B);
  });
  return 0;
}
