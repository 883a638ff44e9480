// xtensor; XTENSOR_ENABLE_ASSERT makes operator() check its indices and throw.
//
// Package: libxtensor-dev
// Libraries:

#ifdef CHECKED
#define XTENSOR_ENABLE_ASSERT
#endif
#include "throws.h"
#include <xtensor/xtensor.hpp>
using Matrix = xt::xtensor<double, 2>;
using Vector = xt::xtensor<double, 1>;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Matrix::shape_type{Rows, Columns}, 0.0);
}
static Vector makeVector(size_t Size) {
  return Vector(Vector::shape_type{Size}, 0.0);
}
#define ROWS(M) (M).shape(0)
#define COLUMNS(M) (M).shape(1)
#define SIZE(V) (V).shape(0)
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) (V)(i)

#include "loops.h"
