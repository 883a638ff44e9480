// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -Rpass-analysis=polly-escop \
// RUN:   -fno-discard-value-names -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -mllvm -polly-escop-products=false \
// RUN:   -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
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

// The sum begins with the column. isl would have each row in the innermost loop, where more is scattered
// than in columns of one matrix.
// CHECK: [[#@LINE+3]]:3: remark: tiled exception-safe nest (inspect, product)
// LOOPS: [[#@LINE+2]]:3: remark: tiled exception-safe nest (inspect, plain)
void invert(std::vector<double> &A, std::vector<double> &B, long n) {
  for (long j = 0; j < n; ++j) {
    B.at(j * n + j) = 1 / A.at(j * n + j);
    for (long i = j + 1; i < n; ++i) {
      double s = 0;
      for (long k = j; k < i; ++k)
        s -= A.at(i * n + k) * B.at(k * n + j);
      B.at(i * n + j) = s / A.at(i * n + i);
    }
  }
}

// A handler that returns preserves no sum in a register: tiles are called from few iterations on. That
// the nest goes on behind it in any iteration makes no negative rows.
void handle(const char *);
struct Handled {
  unsigned long Rows, Columns;
  double *Data;
  double get(unsigned long i, unsigned long j) const {
    if (i >= Rows || j >= Columns) {
      handle("get");
      return 0;
    }
    return Data[i * Columns + j];
  }
  void set(unsigned long i, unsigned long j, double x) {
    if (i >= Rows || j >= Columns)
      handle("set");
    else
      Data[i * Columns + j] = x;
  }
};
// CHECK: [[#@LINE+4]]:3: remark: tiled exception-safe nest (speculate, product)
// IR-LABEL: define {{.*}}byRows
// IR: %escop.little{{.*}} = icmp ult i64 %{{.*}}, {{[0-9][0-9][0-9][0-9]}},
bool byRows(Handled &A, unsigned long n) {
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = 0; j <= i; ++j) {
      double s = A.get(i, j);
      for (unsigned long k = 0; k < j; ++k)
        s -= A.get(i, k) * A.get(j, k);
      if (i == j && s <= 0)
        return false;
      A.set(i, j, i == j ? __builtin_sqrt(s) : s / A.get(j, j));
    }
  return true;
}

// Below many iterations, drivers in front of two loops, which have vectors, are faster than tiles.
// CHECK: [[#@LINE+5]]:3: remark: tiled exception-safe nest (speculate, product)
// CHECK: [[#@LINE+8]]:5: remark: where the nest around it is executed as it is: by vectors
// IR-LABEL: define {{.*}}eliminate
// IR: %escop.little{{.*}} = icmp ult i64 %{{.*}}, {{[0-9][0-9][0-9][0-9][0-9][0-9]}},
bool eliminate(Handled &A, unsigned long n) {
  for (unsigned long k = 0; k < n; ++k) {
    const double pivot = A.get(k, k);
    if (pivot == 0)
      return false;
    for (unsigned long i = k + 1; i < n; ++i) {
      const double f = A.get(i, k) / pivot;
      A.set(i, k, f);
      for (unsigned long j = k + 1; j < n; ++j)
        A.set(i, j, A.get(i, j) - f * A.get(k, j));
    }
  }
  return true;
}

// IR: attributes {{.*}} noimplicitfloat noinline {{.*}}-avx512f
