// RUN: %exact_unpacked %s --tiled 3
//
// long i = 0; while (i < n) { long j = 0; while (j < n) { ... if (C[i][j] > limit) throw ...; j++; } i++; }
// do { do { ... } while (++j < n); } while (++i < n);
// while (n-- > 0); for (;;) { ...; if (++i == n) break; }
#include "idioms.h"

NOINLINE long whiles(long n, Row *C, const Row *A, const Row *B) {
  long i = 0;
  while (i < n) {
    long j = 0;
    while (j < n) {
      long k = 0;
      while (k < n) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
        k++;
      }
      j++;
    }
    i++;
  }
  return 0;
}
NOINLINE long doWhiles(long n, Row *C, const Row *A, const Row *B) {
  long i = 0;
  do {
    long j = 0;
    do {
      long k = 0;
      do {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      } while (++k < n);
    } while (++j < n);
  } while (++i < n);
  return 0;
}
NOINLINE long downwards(long n, Row *C, const Row *A, const Row *B) {
  for (long i = n; i-- > 0;)
    for (long j = n; j-- > 0;)
      for (long k = n; k-- > 0;) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      }
  return 0;
}
NOINLINE long forever(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0;;) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      }
    if (++i == n)
      break;
  }
  return 0;
}

int main() {
  product(CheckedC, whiles);
  product(CheckedC, doWhiles);
  product(CheckedC, downwards);
  product(CheckedC, forever);
  return 0;
}
