// std::vector of std::vector: at(), or operator[].
//
// Libraries:

#include "throws.h"
#include <vector>
using Matrix = std::vector<std::vector<double>>;
using Vector = std::vector<double>;
static Matrix makeMatrix(size_t Rows, size_t Columns) {
  return Matrix(Rows, Vector(Columns));
}
static Vector makeVector(size_t Size) { return Vector(Size); }
#define ROWS(M) (M).size()
#define COLUMNS(M) (M)[0].size()
#define SIZE(V) (V).size()
#ifdef CHECKED
#define AT(M, i, j) (M).at(i).at(j)
#define VAT(V, i) (V).at(i)
#else
#define AT(M, i, j) (M)[i][j]
#define VAT(V, i) (V)[i]
#endif

#include "loops.h"
