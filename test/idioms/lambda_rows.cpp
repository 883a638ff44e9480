// RUN: %exact %s --tiled 1
//
// template <class F> void forEachRow(Row *m, long n, F f) { for (long i = 0; i < n; ++i) f(m[i], i); }
// forEachRow(C, n, [&](double *row, long i) { for (j) for (k) { row[j] += A[i][k] * B[k][j];
//   if (row[j] > LIMIT) throw at(i, j, k); } });
#include "idioms.h"

template <class F> static void forEachRow(Row *m, long n, F f) {
  for (long i = 0; i < n; ++i)
    f(m[i], i);
}

NOINLINE long multiply(long n, Row *C, const Row *A, const Row *B) {
  forEachRow(C, n, [&](double *row, long i) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        row[j] += A[i][k] * B[k][j];
        if (row[j] > LIMIT)
          throw at(i, j, k);
      }
  });
  return 0;
}

int main() {
  product(CheckedC, multiply);
  return 0;
}
