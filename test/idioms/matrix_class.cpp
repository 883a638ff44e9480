// RUN: %exact %s --tiled 1
//
// class Matrix { std::vector<double> Data; size_t Rows, Columns; };
// double &operator()(size_t i, size_t j) { if (i >= Rows || j >= Columns) throw out_of_range(...); }
// C(i, j) += A(i, k) * B(k, j);
#include "idioms.h"
#include <stdexcept>
#include <vector>

class Matrix {
  size_t Rows, Columns;
  std::vector<double> Data;

public:
  Matrix(size_t rows, size_t columns) : Rows(rows), Columns(columns), Data(rows * columns) {}
  size_t rows() const { return Rows; }
  size_t columns() const { return Columns; }
  double &operator()(size_t i, size_t j) {
    if (i >= Rows || j >= Columns)
      throw std::out_of_range("Matrix");
    return Data[i * Columns + j];
  }
  double operator()(size_t i, size_t j) const {
    if (i >= Rows || j >= Columns)
      throw std::out_of_range("Matrix");
    return Data[i * Columns + j];
  }
  const std::vector<double> &data() const { return Data; }
};

NOINLINE void multiply(Matrix &C, const Matrix &A, const Matrix &B) {
  for (size_t i = 0; i < C.rows(); ++i)
    for (size_t j = 0; j < C.columns(); ++j)
      for (size_t k = 0; k < A.columns(); ++k)
        C(i, j) += A(i, k) * B(k, j);
}

int main() {
  auto fill = [](Matrix &m, int p) {
    for (size_t i = 0; i < m.rows(); ++i)
      for (size_t j = 0; j < m.columns(); ++j)
        m(i, j) = small(i, j, p);
  };
  Differences all = {-3, -2, -1, 0}, some = {-3, 0};
  for (int n : {6, 30, P})
    boundsAround(n, all, n > 30 ? some : all, n > 30 ? some : all, [&](const Position &p) {
      Matrix A(p.i, p.n - 1), B(p.k, p.j), C(p.n - 2, p.n - 2);
      fill(A, 7);
      fill(B, 5);
      fill(C, 11);
      outcome("multiply", p, [&] {
        multiply(C, A, B);
        return 0;
      });
      memory(hash_of(C.data().data(), C.data().size() * sizeof(double)));
    });
  return 0;
}
