// Checks with two comparisons: does what is made of them have vectors?
//
// RUN: %clangxx -O3 -march=skylake-avx512 -mprefer-vector-width=512 %optimized -Rpass=polly-escop \
// RUN:   -Rpass-missed=polly-escop -S -emit-llvm %s -o %t.ll 2> %t.wide
// RUN: FileCheck %s --check-prefixes=WIDE,BOTH < %t.wide
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: FileCheck %s --check-prefix=FREEZE < %t.ll
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -Rpass-missed=polly-escop -c %s -o %t.o 2> %t.sse2
// RUN: FileCheck %s --check-prefixes=SSE2,BOTH < %t.sse2
// REQUIRES: escop

// A flag that is blended by both comparisons is no reduction for the vectoriser.
// BOTH: [[#@LINE+4]]:3: remark: tiled exception-safe nest (speculate, plain)
// IR-LABEL: define internal {{.*}}@count.escop.shadow
// IR:         or <16 x i1>
extern "C" int count(unsigned n, int low, int high, const int *A, const int *X, int *K) {
  for (unsigned i = 0; i < n; ++i) {
    int number = 0;
    for (unsigned j = 0; j < n; ++j) {
      int a = A[i * n + j];
      if (a < low || a > high)
        return -2;
      number += a > X[j];
    }
    K[i] = number;
  }
  return -1;
}

// Sums of which each is checked go on from one element to the next. Rows side by side gain if they
// are a vector, which takes gathering what is loaded; not with four lanes.
// WIDE: [[#@LINE+3]]:3: remark: tiled exception-safe nest (speculate, Polly)
// SSE2: [[#@LINE+2]]:3: remark: not tiled: not-profitable
extern "C" int sums(int n, unsigned low, unsigned high, const unsigned *A, unsigned *Y) {
  for (int i = 0; i < n; ++i) {
    unsigned sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += A[i * n + j];
      if (sum < low || sum > high)
        return -2;
    }
    Y[i] = sum;
  }
  return -1;
}

// The guard is the first operand of what the loop's latch asks, so it needs no freeze, of which
// code generation makes no two branches.
// BOTH: [[#@LINE+5]]:3: remark: tiled exception-safe nest (speculate,
// FREEZE-LABEL: define {{.*}}@product(
// FREEZE-NOT:     freeze i1
// FREEZE-LABEL: {{^}}}
extern "C" int product(int n, short low, short high, const short *A, const short *B, short *C) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      short sum = 0;
      for (int k = 0; k < n; ++k) {
        sum += A[i * n + k] * B[k * n + j];
        if (sum < low || sum > high)
          break;
      }
      C[i * n + j] = sum;
    }
  return -1;
}
