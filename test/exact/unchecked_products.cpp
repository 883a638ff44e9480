// RUN: %exact %s --tiled 15 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off --config "-O3 @optimized -mllvm -polly-escop-least-work=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -Rpass=polly-escop -Rpass-missed=polly-escop -c %s \
// RUN:   -o /dev/null 2>&1 | FileCheck %s %}
// CHECK: remark: tiled exception-safe nest (inspect, product): 0 guards, 0 exits, depth 3
//
// Products in which nothing is checked are executed by register tiles as those are that may leave
// early.
#include "products.h"

#define ADD C[i * p + j] += A[i * p + k] * B[k * p + j]
typedef double T;
FORM(ijk, T) { FOR(i, m) FOR(j, n) FOR(k, l) ADD; }
FORM(ikj, T) { FOR(i, m) FOR(k, l) FOR(j, n) ADD; }
FORM(jik, T) { FOR(j, n) FOR(i, m) FOR(k, l) ADD; }
FORM(jki, T) { FOR(j, n) FOR(k, l) FOR(i, m) ADD; }
FORM(kij, T) { FOR(k, l) FOR(i, m) FOR(j, n) ADD; }
FORM(kji, T) { FOR(k, l) FOR(j, n) FOR(i, m) ADD; }
FORM(sums, T) {
  FOR(i, m) FOR(j, n) {
    T s = 0;
    FOR(k, l) s += A[i * p + k] * B[k * p + j];
    C[i * p + j] = s;
  }
}
FORM(scaled, T) {
  FOR(i, m) FOR(j, n) {
    T s = 0;
    FOR(k, l) s += A[i * p + k] * B[k * p + j];
    C[i * p + j] = alpha * s + 2 * C[i * p + j];
  }
}
FORM(transposed, T) { FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] -= A[k * p + i] * B[j * p + k]; }
FORM(columnMajor, T) { FOR(j, n) FOR(k, l) FOR(i, m) C[i + j * p] += A[i + k * p] * B[k + j * p]; }
FORM(floats, float) { FOR(i, m) FOR(j, n) FOR(k, l) ADD; }
FORM(integers, short) { FOR(i, m) FOR(j, n) FOR(k, l) ADD; }
FORM(narrow, T) {
  const int M = m, N = n, L = l, P = p;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < L; ++k)
        C[i * P + j] += A[i * P + k] * B[k * P + j];
}
FORM(batches, T) {
  FOR(batch, 3)
  FOR(i, m) FOR(j, n) FOR(k, l) ADD;
}
FORM(downwards, T) {
  for (long i = m - 1; i >= 0; --i)
    for (long j = n - 1; j >= 0; --j)
      FOR(k, l) ADD;
}
// Operands are elements of the result; or there is no product.
FORM(inPlace, T) { FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] += C[i * p + k] * B[k * p + j]; }
FORM(overlapping, T) { FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] += A[i * p + k] * C[p + k * p + j + 1]; }
FORM(threeFactors, T) {
  FOR(i, m) FOR(j, n) FOR(k, l) C[i * p + j] += A[i * p + k] * B[k * p + j] * A[j * p + i];
}
FORM(elementwise, T) { FOR(i, m) FOR(j, n) C[i * p + j] += A[i * p + j] * B[i * p + j]; }

#define SWEEP(NAME) sweep(#NAME, NAME)
int main() {
  SWEEP(ijk);
  SWEEP(ikj);
  SWEEP(jik);
  SWEEP(jki);
  SWEEP(kij);
  SWEEP(kji);
  SWEEP(sums);
  SWEEP(scaled);
  SWEEP(transposed);
  SWEEP(columnMajor);
  SWEEP(floats);
  SWEEP(integers);
  SWEEP(narrow);
  SWEEP(batches);
  SWEEP(downwards);
  SWEEP(inPlace);
  SWEEP(overlapping);
  SWEEP(threeFactors);
  SWEEP(elementwise);
}
