// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -march=x86-64-v3 -Rpass=polly-escop -Rpass-missed=polly-escop -Rpass-analysis=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="depth 1"
//
// Sweeps of a matrix without its borders are executed as one nest, however the end is written (i + 1 < n, i <= n - 2, i != n - 1), whatever the types are.
#include <cstddef>
#include <cstdint>

using std::size_t;

struct Range {
  long row, column;
};

template <class Size> struct Matrix {
  Size rows, columns;
  double *elements;
  double &operator()(int i, int j) {
    if (i < 0 || j < 0 || i >= rows || j >= columns)
      throw Range{i, j};
    return elements[i * (ptrdiff_t)columns + j];
  }
};

template <class Counter, class Size> void next(Matrix<Size> &B, Matrix<Size> &C, Size n) {
  for (Counter i = 1; i + 1 < n; ++i)
    for (Counter j = 1; j + 1 < n; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i, j + 1);
}
// CHECK-COUNT-7: tiled exception-safe nest (inspect, plain): {{.*}} depth 2
template void next<int>(Matrix<int> &, Matrix<int> &, int);
template void next<long>(Matrix<long> &, Matrix<long> &, long);
template void next<unsigned>(Matrix<unsigned> &, Matrix<unsigned> &, unsigned);
template void next<size_t>(Matrix<size_t> &, Matrix<size_t> &, size_t);
template void next<size_t>(Matrix<int> &, Matrix<int> &, int);
template void next<short>(Matrix<short> &, Matrix<short> &, short);
template void next<uint16_t>(Matrix<int> &, Matrix<int> &, int);

template <class Counter, class Size> void before(Matrix<Size> &B, Matrix<Size> &C, Size n) {
  for (Counter i = 1; i <= n - 2; ++i)
    for (Counter j = 1; j <= n - 2; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i, j + 1);
}
// CHECK-COUNT-6: tiled exception-safe nest (inspect, plain): {{.*}} depth 2
template void before<int>(Matrix<int> &, Matrix<int> &, int);
template void before<long>(Matrix<long> &, Matrix<long> &, long);
template void before<unsigned>(Matrix<unsigned> &, Matrix<unsigned> &, unsigned);
template void before<size_t>(Matrix<size_t> &, Matrix<size_t> &, size_t);
template void before<size_t>(Matrix<int> &, Matrix<int> &, int);
template void before<short>(Matrix<short> &, Matrix<short> &, short);

template <class Counter, class Size> void notLast(Matrix<Size> &B, Matrix<Size> &C, Size n) {
  for (Counter i = 1; i != n - 1; ++i)
    for (Counter j = 1; j != n - 1; ++j)
      C(i, j) = B(i, j - 1) + 2 * B(i, j) + B(i, j + 1);
}
// CHECK-COUNT-4: tiled exception-safe nest (inspect, plain): {{.*}} depth 2
template void notLast<int>(Matrix<int> &, Matrix<int> &, int);
template void notLast<long>(Matrix<long> &, Matrix<long> &, long);
template void notLast<unsigned>(Matrix<unsigned> &, Matrix<unsigned> &, unsigned);
template void notLast<size_t>(Matrix<size_t> &, Matrix<size_t> &, size_t);
