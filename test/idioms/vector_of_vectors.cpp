// RUN: %exact_unpacked %s --tiled 3
//
// using Matrix = std::vector<std::vector<double>>;
// C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
// if (!(A[i][k] <= limit)) throw std::range_error(...);
// if (!(C[i][j] <= limit)) throw std::range_error(...);
// The same with double **.
#include "idioms.h"
#include <stdexcept>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

NOINLINE void multiplyAt(Matrix &C, const Matrix &A, const Matrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
}
NOINLINE void multiplyOperands(Matrix &C, const Matrix &A, const Matrix &B) {
  for (size_t i = 0; i < A.size(); ++i)
    for (size_t j = 0; j < C[0].size(); ++j)
      for (size_t k = 0; k < B.size(); ++k) {
        if (!(A[i][k] <= LIMIT))
          throw std::range_error("A");
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE void multiplyPointers(double **C, double **A, double **B, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (!(A[i][k] <= LIMIT))
          throw std::range_error("A");
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE void multiplyResults(Matrix &C, const Matrix &A, const Matrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (!(C[i][j] <= LIMIT))
          throw std::range_error("C");
      }
}

static std::vector<double *> rowsOf(Matrix &M) {
  std::vector<double *> rows;
  for (auto &row : M)
    rows.push_back(row.data());
  return rows;
}

int main() {
  positions(3, [](const Position &p) {
    int n = p.n;
    for (int which = 0; which < 6; ++which) {
      Matrix A(n, std::vector<double>(n)), B(n, std::vector<double>(n)), C(n, std::vector<double>(n));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          A[i][j] = a0(i, j);
          B[i][j] = b0(i, j);
          C[i][j] = which == 5 ? c0(i, j, p) : small(i, j, 11);
        }
      if (p.i >= 0 && which == 0)
        A[p.i].resize(p.k); // a row that is too short
      else if (p.i >= 0 && which == 1)
        B[p.k].resize(p.j);
      else if (p.i >= 0 && which == 2)
        C[p.i].resize(p.j);
      else if (p.i >= 0 && which < 5)
        A[p.i][p.k] = POISON;
      const char *names[] = {"multiplyAt", "multiplyAt", "multiplyAt", "multiplyOperands",
                             "multiplyPointers", "multiplyResults"};
      outcome(names[which], p, [&] {
        if (which == 4)
          multiplyPointers(rowsOf(C).data(), rowsOf(A).data(), rowsOf(B).data(), n);
        else if (which == 3)
          multiplyOperands(C, A, B);
        else if (which == 5)
          multiplyResults(C, A, B, n);
        else
          multiplyAt(C, A, B, n);
        return which;
      });
      uint64_t h = HASH_START;
      for (auto &row : C)
        h = hash_more(h, row.data(), row.size() * sizeof(double));
      memory(h);
    }
  });
  return 0;
}
