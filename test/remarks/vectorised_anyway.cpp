// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -Rpass-missed=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
//
// The inner loops of iterates() are vectorised although it may return between them: nothing is gained by
// executing them ahead. In scales() the test is in the way. So are the loops of faces(), behind checks of
// subscripts, whose exits are known beforehand: register blocks are no faster.
#include <math.h>
#include <stddef.h>

int iterates(const double *A, double *__restrict x, double *__restrict r, int n, int steps) {
  // CHECK: [[@LINE+1]]:3: remark: not tiled: not-profitable
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        r[j] -= A[i * n + j] * x[i];
    if (!(r[0] < 1e9))
      return t;
    for (int i = 0; i < n; i++)
      x[i] += 0.5 * r[i];
  }
  return -1;
}

int scales(const double *A, double *__restrict x, double *__restrict r, int n, int steps) {
  // CHECK: [[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, plain)
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        r[j] -= A[i * n + j] * x[i];
        if (!(r[j] < 1e9))
          return t;
      }
    for (int i = 0; i < n; i++)
      x[i] += 0.5 * r[i];
  }
  return -1;
}

struct View {
  double *data;
  unsigned rows, columns;
  double &operator()(unsigned i, unsigned j) const {
    if (i >= rows || j >= columns)
      throw i;
    return data[size_t(i) * columns + j];
  }
};

// CHECK-NOT: [[@LINE+3]]:5: remark: tiled exception-safe nest (blocks
void faces(View e, View h) {
  for (unsigned i = 1; i < h.rows; i++)
    for (unsigned j = 0; j < h.columns; j++)
      e(i, j) -= 0.5 * (h(i, j) - h(i - 1, j));
}
