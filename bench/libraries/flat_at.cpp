// A matrix class over one std::vector, with the rows' size as its pitch.
//
// Libraries:

#include "throws.h"
#include <vector>
#ifdef CHECKED
#define IN(V, i) (V).at(i)
#else
#define IN(V, i) (V)[i]
#endif
class Matrix {
  size_t Rows, Columns;
  std::vector<double> Elements;

public:
  Matrix(size_t Rows, size_t Columns)
      : Rows(Rows), Columns(Columns), Elements(Rows * Columns) {}
  size_t rows() const { return Rows; }
  size_t columns() const { return Columns; }
  double &operator()(size_t i, size_t j) {
    return IN(Elements, i * Columns + j);
  }
  double operator()(size_t i, size_t j) const {
    return IN(Elements, i * Columns + j);
  }
};
using Vector = std::vector<double>;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return {Rows, Columns};
}
static Vector makeVector(size_t Size) { return Vector(Size); }
#define ROWS(M) (M).rows()
#define COLUMNS(M) (M).columns()
#define SIZE(V) (V).size()
#define AT(M, i, j) (M)(i, j)
#define VAT(V, i) IN(V, i)

#include "loops.h"
