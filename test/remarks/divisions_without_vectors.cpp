// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -mavx2 -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
//
// No processor has vectors of divisions of integers by variables: these are taken apart for scalars,
// which made products with a remainder five times as slow. By constants, they are multiplications.
#include <cstdint>

// CHECK: [[#@LINE+2]]:3: remark: not tiled: not-profitable
int remainders(long n, const uint8_t *a, const uint8_t *b, uint8_t *__restrict c) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        if (!b[k * n + j])
          return 1;
        c[i * n + j] += a[i * n + k] % b[k * n + j];
      }
  return 0;
}

// CHECK: [[#@LINE+2]]:3: remark: tiled exception-safe nest
int byConstant(long n, const uint8_t *a, const uint8_t *b, uint8_t *__restrict c) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        if (!b[k * n + j])
          return 1;
        c[i * n + j] += a[i * n + k] / 7 + b[k * n + j];
      }
  return 0;
}
