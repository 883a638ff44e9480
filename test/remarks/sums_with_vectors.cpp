// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -fno-discard-value-names -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
//
// The standard pipeline makes vectors of sums of integers, in each order as fast; not of sums of
// double. Triangles of such sums are products where there is much more work only.

// CHECK: [[#@LINE+4]]:3: remark: not tiled: not-profitable
// CHECK: [[#@LINE+3]]:3: remark: tiled exception-safe nest (inspect, Polly)
template <typename T>
static void distances(T *c, const T *a, long rows, long columns, long n) {
  for (long i = 0; i < rows; ++i) {
    if (i >= n)
      throw i;
    for (long j = 0; j < rows; ++j) {
      T s = 0;
      for (long k = 0; k < columns; ++k) {
        const T d = T(a[i * columns + k] - a[j * columns + k]);
        s = T(s + d * d);
      }
      c[i * rows + j] = s;
    }
  }
}
void ofInt(int *c, const int *a, long rows, long columns, long n) {
  distances(c, a, rows, columns, n);
}
void ofDouble(double *c, const double *a, long rows, long columns, long n) {
  distances(c, a, rows, columns, n);
}

// IR-LABEL: define {{.*}}triangle
// IR: %escop.little{{.*}} = icmp ult i64 %{{.*}}, 2147483648
void triangle(int *c, const int *a, const int *b, long rows, long n) {
  for (long i = 0; i < rows; ++i) {
    if (i >= n)
      throw i;
    for (long j = 0; j <= i; ++j) {
      int s = 0;
      for (long k = 0; k <= j; ++k)
        s += a[i * rows + k] * b[j * rows + k];
      c[i * rows + j] = s;
    }
  }
}

// Of a factorization much is left over, which vectors of 256 bits execute fast.
// IR-LABEL: define {{.*}}factorize
// IR: %escop.little{{.*}} = icmp ult i64 %{{.*}}, 655360
void factorize(double *c, long n, long rows) {
  for (long k = 0; k < n; ++k) {
    if (k >= rows)
      throw k;
    for (long i = k + 1; i < n; ++i) {
      c[i * n + k] /= c[k * n + k];
      for (long j = k + 1; j < n; ++j)
        c[i * n + j] -= c[i * n + k] * c[k * n + j];
    }
  }
}
