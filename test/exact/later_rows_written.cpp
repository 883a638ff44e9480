// REQUIRES: escop
// RUN: %exact %s --tiled 2 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O3 @optimized %unpacked -mllvm -polly-escop-first-chunk=4"
//
// An iteration changes the row of one that comes later: in the same table, or in another chunk.
#include "escop.h"
#include <vector>

NOINLINE static long same(long n, long m, double **C, double **A, double **B, double *spare) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > LIMIT)
          return i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
    A[i + 2] = spare;
  }
  return -1;
}

NOINLINE static long other(long n, long m, double **C, double **A, double **B, double **D,
                           double *spare) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          return i * 10000 + j * 100 + k;
      }
    D[i] = spare;
  }
  return -1;
}

struct Table {
  std::vector<double> values;
  std::vector<double *> rows;
  Table(long n, long m) : values(n * m, 1), rows(n) {
    for (long i = 0; i < n; ++i)
      rows[i] = values.data() + i * m;
  }
};

int main() {
  static volatile long sizes[] = {100, 24}; // not to be propagated
  const long n = sizes[0], m = sizes[1];
  for (long bad = -1; bad < n; bad += 3)
    for (long distance : {0, 1, 2, 50, 99, 110}) {
      std::vector<double> spare(m, 2);
      Table C(n, m), A(2 * n + 20, m), B(m, m);
      if (bad >= 0)
        A.rows[bad][7] = POISON;
      long where = distance
                       ? other(n, m, C.rows.data(), A.rows.data(), B.rows.data(),
                               A.rows.data() + distance, spare.data())
                       : same(n, m, C.rows.data(), A.rows.data(), B.rows.data(), spare.data());
      printf("%ld %ld: %ld %llx\n", bad, distance, where,
             (unsigned long long)hash_of(C.values.data(), n * m * sizeof(double)));
    }
}
