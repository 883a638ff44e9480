// REQUIRES: escop
// RUN: %clangxx -O3 %optimized %s -o %t -mllvm -polly-escop-report -Rpass=polly-escop 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s
//
// What is done, or checked, in each 2^k-th row depends on a counter of k bits, for the compiler. That
// it does not wrap is not required of all iterations: they are executed by the driver like those of a
// check in each fifth row. Nor is that "no row" is a small number.
//
// REMARK-COUNT-5: tiled exception-safe nest
// CHECK-DAG: fourth({{.*}} 1 calls: 1 complete
// CHECK-DAG: fifth({{.*}} 1 calls: 1 complete
// CHECK-DAG: except({{.*}} 1 calls: 1 complete
// CHECK-DAG: every64({{.*}} calls: 1 complete
// CHECK-DAG: every100({{.*}} calls: 1 complete
#include <limits.h>
#include <vector>

static long Reported;
__attribute__((noinline)) static void progress(long i) {
  Reported += i;
  asm volatile("" ::: "memory");
}

#define CHECKED(NAME, IS_CHECKED)                                                                  \
  __attribute__((noinline)) void NAME(long n, const double *W, const double *A, const double *B,   \
                                      double *C) {                                                 \
    for (long i = 0; i < n; ++i) {                                                                 \
      double w = W[i];                                                                             \
      if (IS_CHECKED && w < 0)                                                                     \
        throw i;                                                                                   \
      for (long j = 0; j < n; ++j)                                                                 \
        for (long k = 0; k < n; ++k)                                                               \
          C[i * n + j] += w * A[i * n + k] * B[k * n + j];                                         \
    }                                                                                              \
  }
static long NoRow = LONG_MAX;
CHECKED(fourth, i % 4 == 0)
CHECKED(fifth, i % 5 == 0)
CHECKED(except, i != NoRow)

#define REPORTED(NAME, EVERY)                                                                      \
  __attribute__((noinline)) void NAME(long n, const double *A, const double *B, double *C) {       \
    for (long i = 0; i < n; ++i) {                                                                 \
      if (i % EVERY == 0)                                                                          \
        progress(i);                                                                               \
      for (long j = 0; j < n; ++j)                                                                 \
        for (long k = 0; k < n; ++k) {                                                             \
          if (A[i * n + k] < 0)                                                                    \
            throw i;                                                                               \
          C[i * n + j] += A[i * n + k] * B[k * n + j];                                             \
        }                                                                                          \
    }                                                                                              \
  }
REPORTED(every64, 64)
REPORTED(every100, 100)

int main() {
  const long n = 300;
  std::vector<double> W(n, 1), A(n * n, 1), B(n * n, 2), C(n * n);
  fourth(n, W.data(), A.data(), B.data(), C.data());
  fifth(n, W.data(), A.data(), B.data(), C.data());
  asm volatile("" : "+m"(NoRow));
  except(n, W.data(), A.data(), B.data(), C.data());
  every64(n, A.data(), B.data(), C.data());
  every100(n, A.data(), B.data(), C.data());
  return 0;
}
