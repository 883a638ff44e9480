// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=skylake-avx512 -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
//
// The vectoriser makes vectors of long double, whose parts are scalars to the target: a block of them
// takes 2.7 times as long as the loop.
[[noreturn, gnu::cold]] void fail();

// CHECK: long_double.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: not tiled: not-profitable
// CHECK-NOT: remark: tiled
void add(const long double *a, long double *b, long double limit, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      long double v = a[i * m + j] + b[i * m + j];
      if (!(v < limit) || v < 0)
        fail();
      b[i * m + j] = v + 1;
    }
}
