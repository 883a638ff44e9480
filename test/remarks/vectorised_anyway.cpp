// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -Rpass-missed=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
//
// The inner loops of iterates() are vectorised although it may return between them: nothing is gained by
// executing them ahead. In scales() the test is in the way.
#include <math.h>

int iterates(const double *A, double *__restrict x, double *__restrict r, int n, int steps) {
  // CHECK: [[@LINE+1]]:3: remark: not tiled: not-profitable
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[j] -= A[i * n + j] * x[i];
    if (!(r[0] < 1e9))
      return t;
    for (int i = 0; i < n; i++)
      x[i] += 0.5 * r[i];
  }
  return -1;
}

int scales(const double *A, double *__restrict x, double *__restrict r, int n, int steps) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, plain)
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        r[j] -= A[i * n + j] * x[i];
        if (!(r[j] < 1e9))
          return t;
      }
    for (int i = 0; i < n; i++)
      x[i] += 0.5 * r[i];
  }
  return -1;
}
