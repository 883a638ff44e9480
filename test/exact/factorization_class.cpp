// RUN: %exact %s --tiled 3 --cflags=-ffp-contract=off
//
// Factorizations of a matrix class whose sizes and indices are of 32 bits: rows are multiples of
// the extended size of a row, and of what has been multiplied and then extended.
#include "escop.h"
#include <stdexcept>
#include <vector>

template <class S> struct Matrix {
  S Rows, Columns;
  std::vector<double> Data;

  Matrix(S rows, S columns) : Rows(rows), Columns(columns), Data(size_t(rows) * columns) {}
  double &operator()(S i, S j) {
    if (i < 0 || i >= Rows || j < 0 || j >= Columns)
      throw std::out_of_range("matrix");
    return Data[i * Columns + j];
  }
};

template <class S> NOINLINE static void factorize(Matrix<S> &A, S n) {
  for (S k = 0; k < n; ++k)
    for (S i = k + 1; i < n; ++i) {
      A(i, k) = A(i, k) / A(k, k);
      for (S j = k + 1; j < n; ++j)
        A(i, j) -= A(i, k) * A(k, j);
    }
}

// The matrix may have more rows and columns than are factorized, or fewer.
template <class S> static void run(const char *name) {
  for (S n : {1, 2, 3, 7, 16, 33, 60})
    for (S rows : {n, S(n - 1), S(n + 2)})
      for (S columns : {n, S(n - 1), S(n + 5)}) {
        Matrix<S> A(rows, columns);
        for (S i = 0; i < rows; ++i)
          for (S j = 0; j < columns; ++j)
            A(i, j) = small(i, j, 9) + (i == j ? 40 : 0);
        const char *what = "returned";
        try {
          factorize(A, n);
        } catch (const std::out_of_range &e) {
          what = e.what();
        }
        printf("%s %d %d %d: %s %llx\n", name, (int)n, (int)rows, (int)columns, what,
               (unsigned long long)hash_of(A.Data.data(), A.Data.size() * sizeof(double)));
      }
}

int main() {
  run<int>("int");
  run<unsigned>("unsigned");
  run<short>("short");
  return 0;
}
