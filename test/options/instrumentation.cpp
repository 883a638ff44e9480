// What observes passes names the IR they run on, which is no kind of LLVM's where Polly's run.
//
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -mllvm -polly-escop-prefer=1 -ftime-trace=%t.json \
// RUN:   -c %s -o %t.o \
// RUN:   2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t.json
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -mllvm -polly-escop-prefer=1 -Xclang -fdebug-pass-manager \
// RUN:   -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -mllvm -polly-escop-prefer=1 -ftime-report \
// RUN:   -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -mllvm -polly-escop-prefer=1 -mllvm -print-after-all \
// RUN:   -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx -O3 -fexception-safe-tiling -Rpass=polly-escop -mllvm -polly-escop-prefer=1 -mllvm -print-changed=quiet \
// RUN:   -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// CHECK: tiled exception-safe nest (inspect, Polly)
// TRACE: polly::ESCoPPass
void product(const double *__restrict A, const double *__restrict B, double *__restrict C, long N) {
  for (long I = 0; I < N; ++I)
    for (long J = 0; J < N; ++J)
      for (long K = 0; K < N; ++K) {
        if (A[I * 1024 + K] > 1e300)
          throw I;
        C[I * 1024 + J] += A[I * 1024 + K] * B[K * 1024 + J];
      }
}
