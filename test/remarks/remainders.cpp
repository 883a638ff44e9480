// REQUIRES: escop
// RUN: timeout 10 %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -c %s -o /dev/null 2>&1 | FileCheck %s
//
// Dependences between subscripts with remainders: isl would take 20 s for these.
struct Error {};

long collect(float *A, const long *B, int n, long m, unsigned p) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}}tiled
  for (int i = 0; i < n; i++)
    for (long j = 1; j < m; j++) {
      if (B[j * 129 % 3902 + i] == 123)
        return 2;
      A[i * 129L + j + 129] = B[(unsigned)(i - 1) % 30 * 129L + j] * 0.5;
      for (unsigned k = 0; k < p; k += 2) {
        if (B[i * 129L + j] == 123)
          throw Error();
        A[j * 129 % 3902 + k] += B[i * 129L + k] * 0.5;
      }
      if (B[i * 129L] == 123)
        A[i + j] += 1;
    }
  return 1;
}
