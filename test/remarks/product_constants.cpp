// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -S -emit-llvm %s -o - | FileCheck %s
//
// The functions that pack have the shape of their tiles in constants: rows of a tile are copied by
// instructions. Products of 30 x 30 took three times as long when they were not.
#include <cstddef>

struct Matrix {
  size_t rows, columns;
  float *data;
  float &operator()(size_t i, size_t j) const {
    if (i >= rows || j >= columns)
      throw 1;
    return data[i * columns + j];
  }
};

void multiply(const Matrix &a, const Matrix &b, const Matrix &c) {
  for (size_t i = 0; i < c.rows; ++i)
    for (size_t j = 0; j < c.columns; ++j) {
      float sum = 0;
      for (size_t k = 0; k < a.columns; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}

// CHECK: define {{.*}}@escop.product.pack.4x4(
// CHECK-NOT: memcpy{{.*}} i64 %
// CHECK: {{^}}}
// CHECK: define {{.*}}@escop.product.pack.4x12(
// CHECK-NOT: memcpy{{.*}} i64 %
// CHECK: memcpy{{.*}} i64 48
// CHECK: {{^}}}
