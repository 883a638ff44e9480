// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s
//
// What the guard tests is a sum that an inner loop computes: an inspector would execute the whole product,
// although the guard itself is in two loops of three.
int product(const double *A, const double *B, double *C, int n) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, {{Polly|product}})
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += A[i * n + k] * B[k * n + j];
      if (s > 1e9)
        return i * n + j;
      C[i * n + j] = s;
    }
  return -1;
}
