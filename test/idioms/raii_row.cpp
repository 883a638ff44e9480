// RUN: %exact %s --tiled 2
//
// for (long i = 0; i < n; ++i) { Counter row(rows); for (j) for (k) { ...; if (...) throw ...; } }
// struct Counter { long &N; ~Counter() { ++N; } };   // or a std::lock_guard, a scope guard
// The destructor runs after each row, and when the nest throws.
#include "idioms.h"
#include <vector>

struct Counter {
  long &N;
  ~Counter() { ++N; }
};
NOINLINE long counted(long n, Row *C, const Row *A, const Row *B, long &rows) {
  for (long i = 0; i < n; ++i) {
    Counter row{rows};
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      }
  }
  return rows;
}
// Working memory of each row: allocated and freed in the outer loop.
NOINLINE long allocating(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    std::vector<double> sums(n);
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        sums[j] += A[i][k] * B[k][j];
        if (C[i][j] + sums[j] > LIMIT)
          throw at(i, j, k);
      }
    for (long j = 0; j < n; ++j)
      C[i][j] += sums[j];
  }
  return 0;
}

int main() {
  long rows = 0;
  productOf("counted", CheckedC, [&](long n, Row *C, const Row *A, const Row *B) {
    printf(" (%ld)", rows);
    return counted(n, C, A, B, rows);
  });
  product(CheckedC, allocating);
  return 0;
}
