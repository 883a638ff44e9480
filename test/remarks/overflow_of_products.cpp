// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=x86-64 -S -emit-llvm -fno-discard-value-names %s -o %t.ll \
// RUN:   -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 | FileCheck --check-prefix=SCALARS %s
// RUN: FileCheck --check-prefix=ORDER %s < %t.ll
// RUN: %clangxx -O3 %optimized -mavx2 -S -emit-llvm -fno-discard-value-names %s -o %t.ll \
// RUN:   -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 | FileCheck --check-prefix=VECTORS %s
// RUN: FileCheck --check-prefix=WORK %s < %t.ll
//
// Whether products of int overflow is told by twice as wide ones, of which SSE2 has no vectors that
// gain: by these, the nest took 2.5 times as long as with its checks. Of int64_t there are none at
// all, and where tiles may gain the caches are too small.

// SCALARS: [[#@LINE+4]]:3: remark: not tiled: not-profitable
// VECTORS: [[#@LINE+3]]:3: remark: tiled exception-safe nest (speculate, plain)
// WORK: %escop.little = icmp ult i64 %{{.*}}, 262144
int add(int n, const int *a, const int *b, int *__restrict c) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        int product;
        if (__builtin_mul_overflow(a[i * n + k], b[k * n + j], &product) ||
            __builtin_add_overflow(c[i * n + j], product, &c[i * n + j]))
          return 1;
      }
  return 0;
}

// SCALARS: [[#@LINE+3]]:3: remark: tiled exception-safe nest (speculate, Polly)
// ORDER: %escop.little = icmp ult i64 %{{.*}}, 134217728
int add(int n, const long *a, const long *b, long *c) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      long sum = 0;
      for (int k = 0; k < n; ++k) {
        long product;
        if (__builtin_mul_overflow(a[i * n + k], b[k * n + j], &product) ||
            __builtin_add_overflow(sum, product, &sum))
          return 1;
      }
      c[i * n + j] = sum;
    }
  return 0;
}
