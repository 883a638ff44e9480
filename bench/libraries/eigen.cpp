// Eigen; its assertions, which throw here, check indices unless NDEBUG is
// defined.
//
// Package: libeigen3-dev
// Libraries:

#include <stdexcept>
#ifdef CHECKED
#define eigen_assert(Condition)                                                \
  ((Condition) ? (void)0 : throw std::logic_error(#Condition))
#else
#define EIGEN_NO_DEBUG
#endif
#include "throws.h"
#include <eigen3/Eigen/Core>
using Matrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix::Zero(Rows, Columns);
}
static Vector makeVector(size_t Size) { return Vector::Zero(Size); }
#define ROWS(M) size_t((M).rows())
#define COLUMNS(M) size_t((M).cols())
#define SIZE(V) size_t((V).size())
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) (V)(i)
#define LIBRARY_PRODUCT(A, B, C) ((C).noalias() += (A) * (B))

#include "loops.h"
