// RUN: %clangxx -O3 %optimized -fno-math-errno -Rpass=polly-escop -Rpass-missed=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// REQUIRES: escop
//
// Factorizations and solves that have a product, whatever isl's quotas are for: each of these has been
// beyond one.
#include <cmath>

#define A(i, j) a[(i) * ld + (j)]
#define L(i, j) l[(i) * ld + (j)]
#define X(i, j) x[(i) * m + (j)]

// CHECK: spellings_of_factorizations.cpp:[[#@LINE+2]]:3: remark: tiled exception-safe nest (speculate, product)
void byColumns(double *a, long n, long ld) {
  for (long j = 0; j < n; ++j) {
    double s = A(j, j);
    for (long k = 0; k < j; ++k)
      s -= A(j, k) * A(j, k);
    if (!(s > 0))
      throw j;
    A(j, j) = std::sqrt(s);
    for (long i = j + 1; i < n; ++i) {
      double t = A(i, j);
      for (long k = 0; k < j; ++k)
        t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
  }
}

// The diagonal is stored under a condition.
// CHECK: spellings_of_factorizations.cpp:[[#@LINE+3]]:3: remark: tiled exception-safe nest (speculate, product)
long ifPositive(const double *__restrict a, double *__restrict l, long n, long ld) {
  const double eps = 2e-16;
  for (long c = 1; c < n; ++c) {
    double temp = A(c, c);
    for (long i = 0; i < c; ++i)
      temp -= L(c, i) * L(c, i);
    if (temp > 0)
      L(c, c) = std::sqrt(temp);
    for (long r = c + 1; r < n; ++r) {
      temp = A(r, c);
      for (long i = 0; i < c; ++i)
        temp -= L(r, i) * L(c, i);
      if (L(c, c) > eps * std::abs(temp))
        L(r, c) = temp / L(c, c);
      else
        return c;
    }
  }
  return -1;
}

// CHECK: spellings_of_factorizations.cpp:[[#@LINE+3]]:3: remark: tiled exception-safe nest (inspect, product)
void fromTheLastRow(double *__restrict x, const double *__restrict a, const double *__restrict d,
                    long n, long m, long ld) {
  for (long k = n - 1; k >= 0; --k) {
    for (long j = 0; j < m; ++j)
      X(k, j) /= d[k];
    for (long i = 0; i < k; ++i)
      for (long j = 0; j < m; ++j)
        X(i, j) -= X(k, j) * A(i, k);
  }
}
