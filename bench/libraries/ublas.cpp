// Boost uBLAS; its checks throw unless NDEBUG is defined.
//
// Package: libboost-dev
// Libraries:

#ifndef CHECKED
#define NDEBUG
#define BOOST_UBLAS_NDEBUG
#endif
#include "throws.h"
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>
using Matrix = boost::numeric::ublas::matrix<double>;
using Vector = boost::numeric::ublas::vector<double>;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Rows, Columns, 0.0);
}
static Vector makeVector(size_t Size) { return Vector(Size, 0.0); }
#define ROWS(M) (M).size1()
#define COLUMNS(M) (M).size2()
#define SIZE(V) (V).size()
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) (V)(i)
#define LIBRARY_PRODUCT(A, B, C) ((C) += boost::numeric::ublas::prod(A, B))

#include "loops.h"
