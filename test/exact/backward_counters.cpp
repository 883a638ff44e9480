// RUN: %exact %s --tiled 8 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Back substitution counts down, with counters of 32 bits: indices are 64-bit counters, and what
// is compared with the end is these, truncated. Where the last row begins, the inner loop has no
// iterations, and so no column behind the last one is indexed.
#include "escop.h"
#include <algorithm>
#include <stdexcept>
#include <vector>

template <class I> struct Matrix {
  long Rows, Columns;
  std::vector<double> Data;

  Matrix(long rows, long columns) : Rows(rows), Columns(columns), Data(rows * columns) {}
  double &operator()(I i, I j) {
    if (long(i) < 0 || long(i) >= Rows || long(j) < 0 || long(j) >= Columns)
      throw std::out_of_range("matrix");
    return Data[long(j) * Rows + long(i)];
  }
};

template <class I> NOINLINE static void solve(Matrix<I> &U, Matrix<I> &B, I n) {
  for (I i = n - 1; i >= 0; --i) {
    for (I j = i + 1; j < n; ++j)
      B(i, 0) -= U(i, j) * B(j, 0);
    B(i, 0) = B(i, 0) / U(i, i);
  }
}

// The inner loop ends where its counter is equal to n.
template <class I> NOINLINE static void subtract(Matrix<I> &U, Matrix<I> &B, I n) {
  for (I i = n; i-- > 0;)
    for (I j = i + 1; j < n; ++j)
      B(i, 0) -= U(i, j) * B(j, 0);
}

// Of several right-hand sides, with a counter that may be unsigned.
template <class I> NOINLINE static void solveMany(Matrix<I> &U, Matrix<I> &B, I n) {
  for (I i = n; i-- > 0;)
    for (I k = 0; k < 3; ++k) {
      for (I j = i + 1; j < n; ++j)
        B(i, k) -= U(i, j) * B(j, k);
      B(i, k) = B(i, k) / U(i, i);
    }
}

// A counter of 32 bits begins at a truncated number, beside wider ones that are truncated for
// subscripts: there is no integer that stands for (int)n.
NOINLINE static void subtractTruncated(long n, double *D, const double *E, double x, int columns) {
  for (long i = 0; i < n; i++)
    for (int j = (int)n - 1; j >= (int)i; --j)
      for (long k = j + 1; k < n; ++k) {
        if (!(x > 0))
          throw std::out_of_range("x");
        D[(int)i * columns + j] -= E[(int)i * columns + (int)k] * E[j * columns + (int)k];
      }
}

static void runTruncated() {
  constexpr long N = 40;
  double D[N * N], E[N * N];
  for (long n : {0L, 1L, 2L, 9L, N})
    for (double x : {1., -1.}) {
      for (long e = 0; e < N * N; ++e)
        D[e] = E[e] = small(e / N, e % N, 9);
      const char *what = "returned";
      try {
        subtractTruncated(n, D, E, x, N);
      } catch (const std::out_of_range &e) {
        what = "thrown";
      }
      printf("truncated %ld: %s %llx\n", n, what, (unsigned long long)hash_of(D, sizeof D));
    }
}

template <class I, class Fn> static void run(const char *name, Fn solve) {
  for (int n : {0, 1, 2, 3, 8, 40, 150})
    for (int rows : {n, n - 1, n / 2, n + 3})
      for (int columns : {n, n - 1, n / 2, n + 1}) {
        if (rows < 0 || columns < 0)
          continue;
        Matrix<I> U(rows, columns), B(std::max(n - (rows + columns) % 3 / 2, 0), 3);
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j)
            U(i, j) = small(i, j, 9) + (i == j ? 40 : 0);
        for (int i = 0; i < B.Rows; ++i)
          for (int k = 0; k < 3; ++k)
            B(i, k) = small(i, k, 7);
        const char *what = "returned";
        try {
          solve(U, B, n);
        } catch (const std::out_of_range &e) {
          what = e.what();
        }
        printf("%s %d %d %d: %s %llx\n", name, n, rows, columns, what,
               (unsigned long long)hash_of(B.Data.data(), B.Data.size() * sizeof(double)));
      }
}

int main() {
  runTruncated();
  run<int>("int", solve<int>);
  run<long>("long", solve<long>);
  run<short>("short", solve<short>);
  run<int>("int, subtract", subtract<int>);
  run<unsigned>("unsigned, subtract", subtract<unsigned>);
  run<int>("int, many", solveMany<int>);
  run<unsigned>("unsigned, many", solveMany<unsigned>);
  run<size_t>("size_t, many", solveMany<size_t>);
  return 0;
}

// Wherever the sizes suffice, nothing is left to the nest. In the last row nothing is subtracted.
// CHECK-DAG: solve<int>{{.*}} calls: 16 complete
// CHECK-DAG: solve<long>{{.*}} calls: 16 complete
// CHECK-DAG: subtract<int>{{.*}} calls: 27 complete
// CHECK-DAG: subtract<unsigned int>{{.*}} calls: 27 complete
// CHECK-DAG: solveMany<unsigned int>{{.*}} calls: 16 complete
