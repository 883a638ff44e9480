// The GNU Scientific Library: gsl_matrix_get and _set call an error handler
// that returns here, as one does that users set to go on.
//
// Package: libgsl-dev
// Libraries: -lgsl -lgslcblas

#define HAVE_INLINE
#ifndef CHECKED
#define GSL_RANGE_CHECK_OFF
#endif
#include <cstddef>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_matrix.h>
#include <string>
class Matrix {
  gsl_matrix *M;

public:
  Matrix(size_t Rows, size_t Columns) : M(gsl_matrix_calloc(Rows, Columns)) {}
  Matrix(const Matrix &) = delete;
  ~Matrix() { gsl_matrix_free(M); }
  operator gsl_matrix *() { return M; }
  operator const gsl_matrix *() const { return M; }
  gsl_matrix *operator->() const { return M; }
};
class Vector {
  gsl_vector *V;

public:
  explicit Vector(size_t Size) : V(gsl_vector_calloc(Size)) {}
  Vector(const Vector &) = delete;
  ~Vector() { gsl_vector_free(V); }
  operator gsl_vector *() { return V; }
  operator const gsl_vector *() const { return V; }
  gsl_vector *operator->() const { return V; }
};
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Rows, Columns);
}
static Vector makeVector(size_t Size) { return Vector(Size); }
static unsigned long Errors;
static void prepare() {
  gsl_set_error_handler([](const char *, const char *, int, int) { ++Errors; });
}
template <typename FunctionT> static std::string guarded(FunctionT Function) {
  Errors = 0;
  Function();
  return std::to_string(Errors);
}
#define ROWS(M) (M)->size1
#define COLUMNS(M) (M)->size2
#define SIZE(V) (V)->size
#define GET(M, i, j) gsl_matrix_get(M, i, j)
#define PUT(M, i, j, x) gsl_matrix_set(M, i, j, x)
#define ADD(M, i, j, x) gsl_matrix_set(M, i, j, gsl_matrix_get(M, i, j) + (x))
#define VGET(V, i) gsl_vector_get(V, i)
#define VPUT(V, i, x) gsl_vector_set(V, i, x)
#define VADD(V, i, x) gsl_vector_set(V, i, gsl_vector_get(V, i) + (x))
#define LIBRARY_PRODUCT(A, B, C)                                               \
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, A, B, 1, C)

#include "loops.h"
