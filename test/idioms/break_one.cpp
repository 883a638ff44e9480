// RUN: %exact %s --tiled 2
//
// for (i) for (j) for (k) { C[i][j] += A[i][k] * B[k][j]; if (C[i][j] > limit) break; }
// A break leaves the innermost loop only: the next j follows.
#include "idioms.h"

NOINLINE long saturates(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          break;
      }
  return 0;
}
// The end of a row's data is marked.
NOINLINE long terminated(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i][k] > LIMIT)
        break;
      for (long j = 0; j < n; ++j)
        C[i][j] += A[i][k] * B[k][j];
    }
  return 0;
}

int main() {
  product(CheckedC, saturates);
  product(CheckedA, terminated);
  return 0;
}
