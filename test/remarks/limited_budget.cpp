// REQUIRES: escop
// RUN: %clangxx -O3 %optimized %s -o %t -mllvm -polly-escop-report -fexception-safe-tiling-budget=4K \
// RUN:   -Rpass=polly-escop 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s
// RUN: %clangxx -O3 %optimized %s -o %t -mllvm -polly-escop-report -Rpass=polly-escop 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK2
// RUN: %t 2>&1 | FileCheck %s --check-prefix=UNLIMITED
//
// A nest of which an iteration writes more than the user lets a checkpoint take: the remark says under
// which condition the nest is executed fast, and the program what to do about it.
#include <cstdio>
struct E {};

// REMARK: tiled exception-safe nest (speculate, {{.*}}, if one iteration takes no more than 4096 bytes
// REMARK2: tiled exception-safe nest (speculate,
// REMARK2-NOT: takes no more than
// CHECK: update({{.*}} 1 declined: checkpoint beyond budget
// CHECK-NEXT: polly-escop:   declined: checkpoint beyond budget: raise -fexception-safe-tiling-budget
// CHECK-NOT: declined: pages:
// UNLIMITED: update({{.*}} 1 complete
// UNLIMITED-NOT: raise
__attribute__((noinline)) void update(double *__restrict C, const double *__restrict A, long n) {
  for (long t = 0; t < n; t++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        C[i * n + j] += A[t * n + i] * A[t * n + j];
        if (C[i * n + j] > 1e30)
          throw E();
      }
}
static double A[200 * 200], C[200 * 200];
int main() {
  for (int k = 0; k < 200 * 200; k++)
    A[k] = k % 7;
  update(C, A, 200);
  printf("%g\n", C[77]);
}
