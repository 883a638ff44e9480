// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -Rpass-missed=polly-escop -S %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SSE2
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -fno-discard-value-names \
// RUN:   -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=AVX2
// RUN: FileCheck %s --check-prefix=IR < %t.ll
//
// SSE2 has no comparisons of 64 bits: with vectors an iteration takes three times as long. Where
// vectors gain little, more iterations pay for a call of the driver. What is nested in many conditions,
// as the steps of a search, is rarely executed, but by a block in each iteration. Vectors of every third
// element are made by shuffles: few for loads, many for stores.

// SSE2: [[#@LINE+3]]:3: remark: not tiled: depth{{.*}}in register blocks: not-profitable
// AVX2: [[#@LINE+2]]:3: remark: tiled exception-safe nest (blocks, plain)
extern "C" int shortest(long *c, const long *d, long t, long n) {
  for (long j = 0; j < n; ++j) {
    long s;
    if (__builtin_add_overflow(t, d[j], &s))
      return int(j);
    if (s < c[j])
      c[j] = s;
  }
  return -1;
}

// IR-LABEL: define {{.*}}@much(
// IR: %escop.little = icmp ult i64 %n, 48
extern "C" int much(float *c, const float *a, const float *b, long n) {
  for (long j = 0; j < n; ++j) {
    if (b[j] == 0)
      return int(j);
    c[j] = a[j] / b[j];
  }
  return -1;
}

// IR-LABEL: define {{.*}}@some(
// IR: %escop.little = icmp ult i64 %n, {{[1-9][0-9][0-9]}}
extern "C" int some(long *c, const long *a, const long *b, long n) {
  for (long j = 0; j < n; ++j)
    if (__builtin_add_overflow(a[j], b[j], &c[j]))
      return int(j);
  return -1;
}

// AVX2-NOT: [[#@LINE+2]]:3: remark: tiled
extern "C" int roots(double *x, const double *a, long n) {
  for (long i = 0; i < n; ++i) {
    if (a[i] < 0)
      return int(i);
    double r = a[i] > 1 ? a[i] : 1;
    for (int k = 0; k < 30; ++k) {
      const double q = 0.5 * (r + a[i] / r);
      if (__builtin_fabs(q - r) < 1e-12)
        break;
      r = q;
    }
    x[i] = r;
  }
  return -1;
}

// AVX2: [[#@LINE+2]]:3: remark: tiled exception-safe nest (blocks, plain)
extern "C" int both(double *x, const double *a, const double *b, long n) {
  for (long i = 0; i < n; ++i) {
    if (a[i] < 0)
      return int(i);
    if (a[i] > 1 && b[i] > 1)
      x[i] = a[i] + b[i];
  }
  return -1;
}

struct Point {
  double x[3];
};
// AVX2-NOT: [[#@LINE+2]]:3: remark: tiled
extern "C" int move(Point *p, Point *v, const Point *f, double dt, long n) {
  for (long i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      v[i].x[k] += dt * f[i].x[k];
      p[i].x[k] += dt * v[i].x[k];
      if (!(p[i].x[k] < 1e9))
        return int(i);
    }
  return -1;
}

// AVX2: [[#@LINE+2]]:3: remark: tiled exception-safe nest (blocks, plain)
extern "C" int norms(double *r, const Point *p, long n) {
  for (long i = 0; i < n; ++i) {
    const double s = p[i].x[0] * p[i].x[0] + p[i].x[1] * p[i].x[1] + p[i].x[2] * p[i].x[2];
    if (!(s > 0))
      return int(i);
    r[i] = __builtin_sqrt(s);
  }
  return -1;
}
