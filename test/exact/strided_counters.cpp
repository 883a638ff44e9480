// RUN: %exact %s --tiled 13 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-process-unprofitable -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 \
// RUN:   %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Inner loops with steps beyond 1: what is compared is as narrow as the source has it, a sum, or a
// multiple of the counter. Where that would go round, the driver does not count on it.
#include "escop.h"
#include <stdexcept>
#include <vector>

constexpr unsigned Size = 48;

struct Matrix {
  double *data;
  size_t rows, columns;
  double &operator()(size_t i, size_t j) const {
    if (i >= rows || j >= columns)
      throw std::out_of_range("matrix");
    return data[i * columns + j];
  }
};

struct Grid {
  double *data;
  int rows, columns;
  double &operator()(int i, int j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw std::out_of_range("grid");
    return data[i * columns + j];
  }
};

using Operands = const Matrix (&)[3];

template <class Index> NOINLINE static void eachThird(Operands M, Index n) {
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; j += 3)
      for (Index k = 0; k < n; ++k)
        M[0](i, k) -= M[1](i, j) * M[2](j, k);
}

NOINLINE static void inPairs(Operands M, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j + 1 < n; j += 2)
      for (size_t k = 0; k < n; ++k)
        M[0](i, k) -= M[1](i, j) * M[2](j, k);
}

NOINLINE static void half(Operands M, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; 2 * j < n; ++j)
      for (int k = 0; k < n; ++k)
        M[0](i, k) -= M[1](i, 2 * j) * M[2](j, k);
}

// The sum of a row begins where the row does.
NOINLINE static void fromDiagonal(Operands M, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      for (int k = 0; k < n; ++k)
        M[0](i, k) -= M[1](i, j) * M[2](j, k);
}

NOINLINE static void beyondDiagonal(Operands M, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = i + 1; j < n; ++j)
        M[0](i, k) -= M[1](i, j) * M[2](j, k);
}

// One loop ends where it skips the inner one, and stores nothing there.
NOINLINE static void downwards(Operands M, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = i; j-- > 0;) {
      double s = M[0](i, j);
      for (long k = 0; k < j; ++k)
        s -= M[0](i, k) * M[0](j, k);
      M[0](i, j) = s;
    }
}

// What the first index of a triangle is compared with is a number below 0 where it is not used.
NOINLINE static void antiTriangle(Operands M, size_t n) {
  for (size_t i = 1; i + 1 < n; ++i)
    for (size_t j = 0; j + i < n; ++j) {
      double s = M[0](i, j);
      for (size_t k = 0; k < j; ++k)
        s -= M[1](i, k) * M[1](j, k);
      M[0](i, j) = s;
    }
}

NOINLINE static void window(Operands M, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i > 3 ? i - 3 : 0; j < (i + 4 < n ? i + 4 : n); ++j) {
      double s = M[0](i, j);
      for (size_t k = 0; k < n; ++k)
        s -= M[1](i, k) * M[1](j, k);
      M[0](i, j) = s;
    }
}

// What is selected is below what it was compared with.
NOINLINE static void band(Operands M, int n) {
  for (int i = 0; i < n; ++i) {
    int first = i - 3 < 0 ? 0 : i - 3, last = i + 3 >= n ? n - 1 : i + 3;
    double s = 0;
    for (int j = first; j <= last; ++j)
      s += M[1].data[i * 7 + j - i + 3] * M[2](j, 0);
    M[0](i, 0) = s;
  }
}

NOINLINE static void redBlack(const Grid &A, int n, int colour) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
      A(i, j) = 0.25 * (A(i - 1, j) + A(i + 1, j) + A(i, j - 1) + A(i, j + 1));
}

static void redAndBlack(Operands M, int n) {
  Grid G{M[0].data, int(M[0].rows), int(M[0].columns)};
  redBlack(G, n, 0);
  redBlack(G, n, 1);
  // In C++, the remainder of a negative number is negative.
  redBlack(G, n, -2);
}

// That of a number that is not negative is one of two constants.
NOINLINE static void alternate(Operands M, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 1 + (i + 1) % 2; j < n - 1; j += 2)
      for (int k = 0; k < n; ++k)
        M[0](i, k) -= M[1](i, j) * M[2](j, k);
}

// The counter goes round, until what it visits is too large.
NOINLINE static long goRound(unsigned *a, unsigned rows, unsigned first, unsigned last) {
  long visits = 0;
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned j = first; j < last; j += 3) {
      ++visits;
      if (++a[j % 64] > 200)
        throw visits;
    }
  return visits;
}

static double Elements[3][(Size + 1) * (Size + 1)];

template <class Fn> static void run(const char *name, Fn nest) {
  for (int n : {0, 1, 2, 3, 4, 7, 20, 47, 48})
    for (int short_of : {0, 1, 2, 5})
      for (int which = 0; which < 3; ++which) {
        for (int m = 0; m < 3; ++m)
          for (unsigned i = 0; i < (Size + 1) * (Size + 1); ++i)
            Elements[m][i] = small(i, m, 5);
        Matrix M[3];
        for (int m = 0; m < 3; ++m)
          M[m] = {
              Elements[m],
              size_t(m == which && short_of % 2 ? n - short_of < 0 ? 0 : n - short_of : n),
              size_t(m == which && short_of % 2 == 0 ? n - short_of < 0 ? 0 : n - short_of : n)};
        const char *thrown = "nothing";
        try {
          nest(M, n);
        } catch (const std::out_of_range &) {
          thrown = "range";
        }
        printf("%s %d %d %d: %s %016llx\n", name, n, short_of, which, thrown,
               (unsigned long long)hash_of(Elements, sizeof Elements));
      }
}

int main() {
  run("third", eachThird<int>);
  run("pairs", inPairs);
  run("half", half);
  run("sizes", eachThird<size_t>);
  run("from", fromDiagonal);
  run("beyond", beyondDiagonal);
  run("downwards", downwards);
  run("anti", antiTriangle);
  run("window", window);
  run("band", band);
  run("colours", redAndBlack);
  run("alternate", alternate);
  for (unsigned last : {0xFFFFFFFFu, 0xFFFFFFFEu, 0xFFFFFFFDu, 0xFFFFFFF8u})
    for (unsigned first : {0xFFFFFF00u, 0xFFFFFF01u, 0xFFFFFF02u, 0xFFFFFFFEu}) {
      static unsigned A[64];
      memset(A, 0, sizeof A);
      long visits = 0;
      try {
        visits = goRound(A, 40, first, last);
      } catch (long v) {
        visits = -v;
      }
      printf("round %x %x: %ld %016llx\n", first, last, visits,
             (unsigned long long)hash_of(A, sizeof A));
    }
}
// CHECK-DAG: eachThird<int>({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: inPairs({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: half({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: eachThird<unsigned long>({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: fromDiagonal({{.*}} calls: {{[1-9]}}
// CHECK-DAG: beyondDiagonal({{.*}} calls: {{[1-9]}}
// CHECK-DAG: downwards({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: antiTriangle({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: window({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: redBlack({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: band({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: alternate({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: goRound({{.*}} calls: 0 complete, 0 left early, {{.*}} {{[1-9][0-9]+}} declined: bounds
