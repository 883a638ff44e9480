// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -Rpass=polly-escop -Rpass-missed=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s
//
// What a nest becomes does not depend on the types of counters, of indices, and of sizes.
#include <stdexcept>
#include <vector>

using size_t = std::size_t;

template <class Index, class Size> struct Matrix {
  Size rows_, columns_;
  std::vector<double> elements;
  Size rows() const { return rows_; }
  Size columns() const { return columns_; }
  double &operator()(Index i, Index j) {
    if (i < 0 || j < 0 || i >= rows_ || j >= columns_)
      throw std::out_of_range("matrix");
    return elements[size_t(i) * columns_ + j];
  }
  double operator()(Index i, Index j) const { return const_cast<Matrix &>(*this)(i, j); }
};

template <class Counter, class M> void multiply(M &C, const M &A, const M &B) {
  for (Counter i = 0; i < A.rows(); ++i)
    for (Counter j = 0; j < B.columns(); ++j) {
      double s = 0;
      for (Counter k = 0; k < A.columns(); ++k)
        s += A(i, k) * B(k, j);
      C(i, j) = s;
    }
}
// CHECK-COUNT-8: tiled exception-safe nest (inspect, product)
template void multiply<int>(Matrix<int, int> &, const Matrix<int, int> &, const Matrix<int, int> &);
template void multiply<unsigned>(Matrix<int, int> &, const Matrix<int, int> &,
                                 const Matrix<int, int> &);
template void multiply<size_t>(Matrix<int, int> &, const Matrix<int, int> &,
                               const Matrix<int, int> &);
template void multiply<long>(Matrix<int, int> &, const Matrix<int, int> &,
                             const Matrix<int, int> &);
template void multiply<unsigned>(Matrix<size_t, size_t> &, const Matrix<size_t, size_t> &,
                                 const Matrix<size_t, size_t> &);
template void multiply<int>(Matrix<size_t, size_t> &, const Matrix<size_t, size_t> &,
                            const Matrix<size_t, size_t> &);
template void multiply<unsigned>(Matrix<unsigned, unsigned> &, const Matrix<unsigned, unsigned> &,
                                 const Matrix<unsigned, unsigned> &);
template void multiply<size_t>(Matrix<long, size_t> &, const Matrix<long, size_t> &,
                               const Matrix<long, size_t> &);

template <class Counter, class M> void factorize(M &A) {
  for (Counter k = 0; k < A.rows(); ++k) {
    if (A(k, k) == 0)
      throw std::domain_error("pivot");
    for (Counter i = k + 1; i < A.rows(); ++i) {
      A(i, k) /= A(k, k);
      for (Counter j = k + 1; j < A.columns(); ++j)
        A(i, j) -= A(i, k) * A(k, j);
    }
  }
}
// CHECK-COUNT-4: tiled exception-safe nest (speculate, product)
template void factorize<int>(Matrix<int, int> &);
template void factorize<long>(Matrix<long, long> &);
template void factorize<size_t>(Matrix<size_t, size_t> &);
template void factorize<unsigned>(Matrix<size_t, size_t> &);

template <class Counter, class M> void choleskyByColumns(M &A) {
  for (Counter j = 0; j < A.rows(); ++j) {
    for (Counter k = 0; k < j; ++k)
      for (Counter i = j; i < A.rows(); ++i)
        A(i, j) -= A(i, k) * A(j, k);
    if (A(j, j) <= 0)
      throw std::domain_error("pivot");
    double d = A(j, j);
    for (Counter i = j + 1; i < A.rows(); ++i)
      A(i, j) /= d;
  }
}
// CHECK-COUNT-4: tiled exception-safe nest (speculate, product)
template void choleskyByColumns<int>(Matrix<int, int> &);
template void choleskyByColumns<long>(Matrix<long, long> &);
template void choleskyByColumns<unsigned>(Matrix<size_t, size_t> &);
template void choleskyByColumns<size_t>(Matrix<unsigned, unsigned> &);

template <class Counter, class M> void transpose(M &C, const M &A) {
  for (Counter i = 0; i < A.rows(); ++i)
    for (Counter j = 0; j < A.columns(); ++j)
      C(j, i) = A(i, j);
}
// CHECK-COUNT-5: tiled exception-safe nest (inspect, Polly)
template void transpose<int>(Matrix<int, int> &, const Matrix<int, int> &);
template void transpose<unsigned>(Matrix<int, int> &, const Matrix<int, int> &);
template void transpose<size_t>(Matrix<int, int> &, const Matrix<int, int> &);
template void transpose<unsigned>(Matrix<size_t, size_t> &, const Matrix<size_t, size_t> &);
template void transpose<size_t>(Matrix<long, size_t> &, const Matrix<long, size_t> &);
