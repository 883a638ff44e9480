// QuantLib; QL_EXTRA_SAFETY_CHECKS makes operator[] check its index and throw.
//
// Package: libquantlib0-dev
// Libraries: -lQuantLib

#include <ql/qldefines.hpp>
#undef QL_EXTRA_SAFETY_CHECKS
#ifdef CHECKED
#define QL_EXTRA_SAFETY_CHECKS
#endif
#include "throws.h"
#include <ql/math/matrix.hpp>
using QuantLib::Matrix;
using Vector = QuantLib::Array;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Rows, Columns, 0.0);
}
static Vector makeVector(size_t Size) { return Vector(Size, 0.0); }
#define ROWS(M) (M).rows()
#define COLUMNS(M) (M).columns()
#define SIZE(V) (V).size()
#define AT(M, i, j) (M)[i][j]
#define VAT(V, i) (V)[i]
#define LIBRARY_PRODUCT(A, B, C) ((C) += (A) * (B))

#include "loops.h"
