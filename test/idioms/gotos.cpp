// RUN: %exact_unpacked %s --tiled 3
//
// if (C[i][j] > limit) goto next_j;   // leaves one loop
// if (C[i][j] > limit) goto next_i;   // leaves two loops
// next_j: ; } next_i: ; }
#include "idioms.h"

NOINLINE long one(long n, Row *C, const Row *A, const Row *B) {
  long done = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          goto nextJ;
      }
      ++done;
    nextJ:;
    }
  return done;
}
NOINLINE long two(long n, Row *C, const Row *A, const Row *B) {
  long done = 0;
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          goto nextI;
        C[i][j] += A[i][k] * B[k][j];
      }
    ++done;
  nextI:;
  }
  return done;
}
NOINLINE long all(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          goto failed;
      }
  return 0;
failed:
  C[0][0] = -1;
  return -1;
}

int main() {
  product(CheckedC, one);
  product(CheckedA, two);
  product(CheckedC, all);
  return 0;
}
