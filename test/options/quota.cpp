// The loops of this nest, in Polly's order, take isl a minute and more, and it needs many steps for
// each operation that it counts. It is left to the vectorisers after seconds.
//
// RUN: timeout 40 %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop \
// RUN:   -mllvm -polly-escop-process-unprofitable -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: tiled exception-safe nest (inspect, plain): 7 guards, 6 exits, depth 3
//
// A product for which tiles and packing take isl too long is left to the vectorisers (the driver
// allocates nothing).
//
// RUN: %clangxx -O3 -march=x86-64-v3 -fexception-safe-tiling -Rpass=polly-escop -DPITCH=512 \
// RUN:   -DVARIANT_RO -mllvm -polly-escop-prefer=1 -mllvm -polly-escop-max-ast-operations=30000 -S -emit-llvm \
// RUN:   %S/../../bench/kernels/gemm.cpp -o %t.ll 2>&1 | FileCheck %s --check-prefix=VECTORISED
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// VECTORISED: tiled exception-safe nest (inspect, plain): 1 guard, 1 exit, depth 3
// IR-NOT: call {{.*}}@malloc
struct Err {
  long I, J;
};

struct Matrix {
  long Rows, Columns;
  const double *Data;
  double operator()(long I, long J) const {
    if (I < 0 || I >= Rows || J < 0 || J >= Columns)
      throw Err{I, J};
    return Data[I * Columns + J];
  }
};

long nest(double *__restrict A, unsigned LdA, double *__restrict B, unsigned LdB, const Matrix &C,
          unsigned M, unsigned P, long Ca, long Cb, long Tc, unsigned long *Out) {
  for (unsigned I = 0; I < P; ++I) {
    B[I * LdB + 1] -= C(1, I + 1);
    for (unsigned J = 1; J < P; J += 2) {
      try {
        if (C(I, J + 2) > Tc)
          throw Err{I, J};
        if ((long)J + (long)I == Cb)
          continue;
        B[I * LdB + J] = A[I * LdA + J + 2] > A[I * LdA + J] ? A[I * LdA + J + 2] : A[I * LdA + J];
        for (unsigned K = 0; K < M; ++K) {
          if ((long)K >= Ca)
            return 1;
          B[I * LdB + K] += C(I, K);
        }
      } catch (const Err &E) {
        Out[1] = Out[1] * 31 + E.I;
        ++Out[0];
      }
    }
  }
  return 0;
}
