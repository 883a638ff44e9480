// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s
//
// A sum may begin where the row does: what is multiplied in a tile does not depend on that.
#include <stdexcept>

struct Matrix {
  double *data;
  long rows, columns;
  double &operator()(long i, long j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw std::out_of_range("matrix");
    return data[i * columns + j];
  }
};

void fromDiagonal(const Matrix &A, const Matrix &B, const Matrix &C, long n) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, product)
  for (long i = 0; i < n; ++i)
    for (long j = i; j < n; ++j)
      for (long k = 0; k < n; ++k)
        A(i, k) += B(i, j) * C(j, k);
}

void rowBySum(const Matrix &A, const Matrix &B, const Matrix &C, long n) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, product)
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k)
      for (long j = i + 1; j < n; ++j)
        A(i, k) += B(i, j) * C(j, k);
}

// Each third element of a sum.
void eachThird(const Matrix &A, const Matrix &B, const Matrix &C, int n) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, product)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; j += 3)
      for (int k = 0; k < n; ++k)
        A(i, k) += B(i, j) * C(j, k);
}
