// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -Rpass-analysis=polly-escop 2>&1 | FileCheck %s
//
// Each nest of a loop that cannot be transformed itself is tried, and reported, not only the first
// one.
void log_step(int step);

void simulate(int steps, long n, const double *A, const double *B, double *C, double *D) {
  // CHECK-DAG: parts_of_a_loop.cpp:[[#@LINE+1]]:{{.*}} {{.*}}log_step
  for (int step = 0; step < steps; ++step) {
    log_step(step);
    // CHECK-DAG: parts_of_a_loop.cpp:[[#@LINE+1]]:{{.*}} tiled exception-safe nest
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          if (A[i * n + k] < 0)
            throw step;
          C[i * n + j] += A[i * n + k] * B[k * n + j];
        }
    // CHECK-DAG: parts_of_a_loop.cpp:[[#@LINE+1]]:{{.*}} tiled exception-safe nest (blocks
    for (long i = 0; i < n; ++i)
      if (C[i] < 0)
        throw step;
    // CHECK-DAG: parts_of_a_loop.cpp:[[#@LINE+1]]:{{.*}} tiled exception-safe nest
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          if (B[i * n + k] < 0)
            throw step;
          D[i * n + j] += B[i * n + k] * A[k * n + j];
        }
  }
}
