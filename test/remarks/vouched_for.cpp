// REQUIRES: escop
// RUN: %clangxx -O3 %optimized %s -o %t -mllvm -polly-escop-report -Rpass=polly-escop 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s
//
// What is not required of nests whose rows are blocks of memory of their own: an entry behind a
// loop that is skipped, or that a triangle's first row has an element, which a call of a math
// function in the nest is no reason for either.
//
// REMARK-COUNT-2: tiled exception-safe nest
// CHECK-DAG: pairs({{.*}} 1 calls: 1 complete
// CHECK-DAG: weighted({{.*}} 1 calls: 1 complete
#include <cmath>
#include <cstdlib>
#include <vector>

__attribute__((noinline)) static void pairs(long n, long m, const double *const *A, double **C) {
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > 1e6)
          throw k;
        C[i][j] += A[i][k] * A[j][k];
      }
}

__attribute__((noinline)) static void weighted(long n, const double *T, double **A, double *y) {
  for (long i = 0; i < n; ++i) {
    double w = std::exp(T[i]);
    for (long j = 0; j < i; ++j) {
      double a = A[i][j];
      if (a > 1e6)
        throw j;
      y[j] += w * a;
    }
  }
}

int main() {
  const long n = 800;
  std::vector<double> M(n * n, 1), R(n * n), T(n, 0.5), y(n);
  // Behind each table is something else.
  std::vector<double *> rows(n + 1), results(n + 1);
  for (long i = 0; i < n; ++i)
    rows[i] = &M[i * n], results[i] = &R[i * n];
  rows[n] = results[n] = &T[7];
  pairs(n, n, rows.data(), results.data());
  weighted(n, T.data(), rows.data(), y.data());
  return 0;
}
