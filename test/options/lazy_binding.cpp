// A library that is loaded at run time, and bound lazily: the dynamic linker's record of it lies on
// the heap behind the array, where the nest writes behind the throw. Only there it calls sin, for
// the first time.
//
// RUN: %stockxx -O0 -DHOST -I %inputs %s -o %t.host -ldl
// RUN: %stockxx -O0 -I %inputs -fPIC -shared -Wl,-z,lazy %s -o %t.expected.so -lm
// RUN: %t.host %t.expected.so > %t.expected
// RUN: %clangxx -O3 %optimized -I %inputs -fPIC -shared -Wl,-z,lazy %s -o %t.so -lm
// RUN: %t.host %t.so > %t.out
// RUN: diff %t.expected %t.out
//
// Nor does code that is not position-independent call them by the linker's lazy stubs.
// RUN: %clangxx -O3 %optimized -fno-pie -I %inputs -S %s -o - | FileCheck %s --check-prefix=NOW
// NOW-LABEL: {{^.*\.escop\.shadow.*:}}
// NOW:       callq *sin@GOTPCREL(%rip)
// NOW-LABEL: {{^.*\.escop\.driver.*:}}
// NOW:       callq *memcpy@GOTPCREL(%rip)
// REQUIRES: escop
#include "escop.h"
#include <dlfcn.h>
#include <math.h>

constexpr long Rows = 22, M = 16;

#ifdef HOST
int main(int argc, char **argv) {
  static double b[M];
  auto *a = (double *)malloc(Rows * M * sizeof(double));
  for (long j = 0; j < M; ++j)
    b[j] = j;
  for (long x = 0; x < Rows * M; ++x)
    a[x] = x;
  a[300] = -1;
  void *library = dlopen(argv[1], RTLD_LAZY);
  if (!library)
    return 1;
  // So that the heap does not end with the record.
  volatile char *more = (char *)malloc(100000);
  more[0] = 1;
  auto nest = (void (*)(double *, const double *, long, long))dlsym(library, "nest");
  try {
    nest(a, b, 4096, M);
  } catch (long at) {
    printf("%ld %llx\n", at, (unsigned long long)hash_of(a, Rows * M * sizeof(double)));
  }
  return 0;
}
#else
extern "C" NOINLINE void nest(double *a, const double *b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < 64; ++k)
      for (long j = 0; j < m; ++j) {
        double &x = a[i * m + j];
        if (x == -1)
          throw i * m + j;
        x = x * 0.5 + b[j];
        if (i >= Rows + 4)
          x += floor(sin(b[j]) * 4);
      }
}
#endif
