// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -Rpass-missed=polly-escop \
// RUN:   -fno-discard-value-names -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
#include <stdexcept>
#include <vector>

// The standard pipeline makes vectors of the innermost loop that are never executed: it asks once
// for all rows whether their factors overlap with a row. So the nest is as slow as without, and
// tiles gain from little work on.
// CHECK: [[#@LINE+4]]:3: remark: tiled exception-safe nest (inspect, product)
// IR-LABEL: define {{.*}}ofVector
// IR: %escop.little{{.*}} = icmp ult i64 %{{.*}}, {{[0-9][0-9][0-9][0-9][0-9]}},
void ofVector(std::vector<double> &A, long n) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i) {
      A.at(i * n + k) = A.at(i * n + k) / A.at(k * n + k);
      for (long j = k + 1; j < n; ++j)
        A.at(i * n + j) -= A.at(i * n + k) * A.at(k * n + j);
    }
}

struct Matrix {
  int Rows, Columns;
  std::vector<double> Data;
  double &operator()(int i, int j) {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("matrix");
    return Data[i * Columns + j];
  }
};

// The size of a row is extended in some addresses, and in others what it is multiplied with.
// CHECK: [[#@LINE+2]]:3: remark: tiled exception-safe nest (inspect, product)
void ofClass(Matrix &A, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      A(i, k) = A(i, k) / A(k, k);
      for (int j = k + 1; j < n; ++j)
        A(i, j) -= A(i, k) * A(k, j);
    }
}
