// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -Rpass=polly-escop 2>&1 | FileCheck %s
//
// The standard pipeline unrolls loops of a few iterations. An order of the others is to be better
// than what the loop around them makes of rows: a Kronecker product with a small matrix is stored
// row by row.
#include <cassert>
#include <cstddef>

struct Matrix {
  int rows, columns;
  double *elements;
  double &operator()(int i, int j) const {
    assert(i >= 0 && i < rows);
    assert(j >= 0 && j < columns);
    return elements[size_t(i) * columns + j];
  }
};

// CHECK: unrolled_loops.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, plain): {{.*}} depth 3
void kronecker(const Matrix &a, const Matrix &b, Matrix &c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int p = 0; p < 4; ++p)
        for (int q = 0; q < 4; ++q)
          c(4 * i + p, 4 * j + q) = a(i, j) * b(p, q);
}
