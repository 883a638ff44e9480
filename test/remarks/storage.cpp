// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -mllvm -polly-target-latency-vector-fma=1 -mllvm -polly-target-throughput-vector-fma=1 2>&1 \
// RUN:   | FileCheck %s
//
// The same product gets the same verdict however its matrices are stored: global arrays, pointers
// with sizes known at run time, vectors with a computed index, signed or not. The two options make
// the inner kernel of a product one vector large, which takes an eighth of the compile time.
#include <cstddef>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;
constexpr int P = 64;
double GA[P][P], GB[P][P], GC[P][P];

#define INSPECTED(INDEX, a, b, c)                                                                  \
  for (INDEX i = 0; i < n; i++)                                                                    \
    for (INDEX j = 0; j < n; j++)                                                                  \
      for (INDEX k = 0; k < n; k++) {                                                              \
        if (!(a <= limit))                                                                         \
          throw std::domain_error("A");                                                            \
        c += a * b;                                                                                \
      }
#define SPECULATED(INDEX, a, b, c)                                                                 \
  for (INDEX i = 0; i < n; i++)                                                                    \
    for (INDEX j = 0; j < n; j++)                                                                  \
      for (INDEX k = 0; k < n; k++) {                                                              \
        c += a * b;                                                                                \
        if (!(c <= limit))                                                                         \
          throw std::domain_error("C");                                                            \
      }
#define GLOBAL GA[i][k], GB[k][j], GC[i][j]
#define FLAT A[i * n + k], B[k * n + j], C[i * n + j]
#define NEST(kind, ...) kind(__VA_ARGS__)

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void inspectedGlobals(long n, double limit) {
  NEST(INSPECTED, long, GLOBAL)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void inspectedPointers(long n, double *C, const double *A, const double *B, double limit) {
  NEST(INSPECTED, long, FLAT)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void inspectedVectors(long n, Vector &C, const Vector &A, const Vector &B, double limit) {
  NEST(INSPECTED, long, FLAT)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void inspectedSizeT(size_t n, Vector &C, const Vector &A, const Vector &B, double limit) {
  NEST(INSPECTED, size_t, FLAT)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void speculatedGlobals(long n, double limit) {
  NEST(SPECULATED, long, GLOBAL)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void speculatedPointers(long n, double *C, const double *A, const double *B, double limit) {
  NEST(SPECULATED, long, FLAT)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void speculatedVectors(long n, Vector &C, const Vector &A, const Vector &B, double limit) {
  NEST(SPECULATED, long, FLAT)
}

// CHECK: storage.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, {{Polly|product}}): 1 guard, 1 exit, depth 3
// CHECK-NOT: remark:
void speculatedSizeT(size_t n, Vector &C, const Vector &A, const Vector &B, double limit) {
  NEST(SPECULATED, size_t, FLAT)
}
