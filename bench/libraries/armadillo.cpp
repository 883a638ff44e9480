// Armadillo, whose matrices are stored by columns; operator() checks its
// indices and throws unless ARMA_NO_DEBUG is defined.
//
// Package: libarmadillo-dev
// Libraries: -larmadillo

#ifndef CHECKED
#define ARMA_NO_DEBUG
#endif
#define ARMA_DONT_PRINT_ERRORS
#include "throws.h"
#include <armadillo>
using Matrix = arma::mat;
using Vector = arma::vec;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Rows, Columns, arma::fill::zeros);
}
static Vector makeVector(size_t Size) {
  return Vector(Size, arma::fill::zeros);
}
#define ROWS(M) (M).n_rows
#define COLUMNS(M) (M).n_cols
#define SIZE(V) (V).n_elem
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) (V)(i)
#define LIBRARY_PRODUCT(A, B, C) ((C) += (A) * (B))

#include "loops.h"
