// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clangxx -O3 %naive -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAIVE
// RUN: %clangxx -O3 -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=NONE
//
// One remark for each nest, at the line of its outermost loop; none without the option.
// NONE-NOT: remark:
#include <stdexcept>

using Row = double[512];

// CHECK: accepted.cpp:[[#@LINE+4]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, {{Polly|product}}): 1 guard
// NAIVE: accepted.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard
// CHECK-NOT: remark:
void readOnlyGuard(long n, Row *C, const Row *A, const Row *B, double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        if (!(A[i][k] <= limit))
          throw std::domain_error("A");
        C[i][j] += A[i][k] * B[k][j];
      }
}

// CHECK: accepted.cpp:[[#@LINE+4]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard
// NAIVE: accepted.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard
// CHECK-NOT: remark:
void writtenGuard(long n, Row *C, const Row *A, const Row *B, double limit) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        C[i][j] += A[i][k] * B[k][j];
        if (!(C[i][j] <= limit))
          throw std::domain_error("C");
      }
}
