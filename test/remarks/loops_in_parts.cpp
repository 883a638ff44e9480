// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -mavx2 -Rpass=polly-escop -Rpass-analysis=polly-escop -fno-discard-value-names -S -emit-llvm %s \
// RUN:   -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
//
// A loop that reads what one of its iterations stores to is executed in two parts, if they have
// vectors.
#include <vector>

// CHECK: [[#@LINE+4]]:3: remark: tiled exception-safe nest (inspect, plain)
// IR-LABEL: define internal {{.*}}ofDouble{{.*}}.escop.shadow
// IR:         <4 x double>
void ofDouble(double *a, long n, long rows) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      if (i >= rows)
        throw i;
      for (long j = 0; j < n; ++j)
        if (double s = a[i * n + k] + a[k * n + j]; s < a[i * n + j])
          a[i * n + j] = s;
    }
}

// IR-LABEL: define internal {{.*}}ofLongDouble{{.*}}.escop.shadow
// IR-NOT:     escop.part
// IR-LABEL: {{^}}}
void ofLongDouble(long double *a, long n, long rows) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      if (i >= rows)
        throw i;
      for (long j = 0; j < n; ++j)
        if (long double s = a[i * n + k] + a[k * n + j]; s < a[i * n + j])
          a[i * n + j] = s;
    }
}

// As Boost uBLAS: the standard pipeline moves the divisions out, and makes vectors behind a check
// that fails wherever a row is its own.
struct Matrix {
  unsigned long Rows, Columns;
  std::vector<double> Data;
  double &operator()(unsigned long i, unsigned long j) {
    if (i >= Rows)
      throw 1;
    if (j >= Columns)
      throw 2;
    if (Rows != 0 && i > ~0UL / Columns)
      throw 3;
    return Data.at(i * Columns + j);
  }
};
// CHECK: [[#@LINE+4]]:3: remark: tiled exception-safe nest (inspect, plain)
// IR-LABEL: define internal {{.*}}ofMatrix{{.*}}.escop.shadow
// IR:         <4 x double>
void ofMatrix(Matrix &A, unsigned long n) {
  for (unsigned long k = 0; k < n; ++k)
    for (unsigned long i = 0; i < n; ++i)
      for (unsigned long j = 0; j < n; ++j)
        if (A(i, k) + A(k, j) < A(i, j))
          A(i, j) = A(i, k) + A(k, j);
}

// What a factor is read from is in front of what is stored to, which only the addresses of rows tell:
// the vectors of the standard pipeline are executed.
// CHECK-NOT: [[#@LINE+7]]:7: remark:
long ofRows(std::vector<std::vector<double>> &C, long n) {
  for (long k = 0; k < n; k++) {
    if (!__builtin_isfinite(C.at(k).at(0)))
      return -2;
    for (long i = k + 1; i < n; i++) {
      C.at(i).at(k) = C.at(i).at(k) / C.at(k).at(k);
      for (long j = k + 1; j < n; j++)
        C.at(i).at(j) -= C.at(i).at(k) * C.at(k).at(j);
    }
  }
  return -1;
}
