// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -fno-discard-value-names -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s
//
// The limit of both loops is in memory that the nest might write to, and y->size behind a loop that
// may end the nest. Whether there is much work is known, and asked, before the kernel is asked about
// y.
struct Vector {
  long size, *p;
};
struct Square {
  long n;
  const Vector *a, *x;
  Vector *y;
  int multiply();
};

// CHECK-LABEL: define {{.*}}multiply
// CHECK-NOT: call {{.*}}escop.readable
// CHECK: %escop.little = icmp ult i64
// CHECK: call {{.*}}escop.readable
int Square::multiply() {
  for (long i = 0; i < n; ++i) {
    long s = 0;
    for (long j = 0; j < n; ++j) {
      if (i * n + j >= a->size || j >= x->size)
        return -1;
      s += a->p[i * n + j] * x->p[j];
    }
    if (i >= y->size)
      return -2;
    y->p[i] = s;
  }
  return 0;
}
