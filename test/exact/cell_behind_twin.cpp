// REQUIRES: escop
// RUN: %exact %s --tiled 1 --cflags=-fno-strict-aliasing
//
// The pointer to the data is loaded twice, as a store of an element might change it. What is loaded
// through the one and does not move is stored through the other.
#include "escop.h"
#include <vector>

constexpr long N = 40;
struct Matrix {
  double *data;
  long rows;
};

NOINLINE static long scale(Matrix &c, Matrix &a, Matrix &b, long n) {
  for (long i = 0; i < n; ++i) {
    double factor = c.data[0];
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (a.data[i * n + k] > LIMIT)
          return i * 10000 + j * 100 + k;
        c.data[i * n + j] += factor * a.data[i * n + k] * b.data[k * n + j];
      }
  }
  return -1;
}

int main() {
  for (long row = -1; row < N; ++row) {
    std::vector<double> a(N * N, 1), b(N * N, 1), c(N * N, 1);
    if (row >= 0)
      a[row * N + row / 3] = POISON;
    Matrix A = {a.data(), N}, B = {b.data(), N}, C = {c.data(), N};
    long result = scale(C, A, B, N);
    printf("%ld: %ld %llx\n", row, result,
           (unsigned long long)hash_of(c.data(), c.size() * sizeof c[0]));
  }
}
