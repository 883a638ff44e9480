// RUN: %exact %s --tiled 7 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Where guards do not fire, although the bounds of the parts do not tell: a window is not empty; an
// index is right where it is not used, too, as i == j is no end of anything; one of two loops that
// unswitching leaves is not entered; and a triangle ends where its rows do, however that is compared.
#include "escop.h"
#include <algorithm>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;

NOINLINE static void addLast(Vector &A, Vector &B, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = std::max(0, i - 4); k <= i; ++k)
      s += A.at(k);
    B.at(i) = s;
  }
}

NOINLINE static void addAround(Vector &A, Vector &B, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = std::max(0, i - 3); k <= std::min(n - 1, i + 3); ++k)
      s += A.at(k);
    B.at(i) = s;
  }
}

NOINLINE static void attract(Vector &A, Vector &B, int n) {
  for (int i = 0; i < n; ++i) {
    double f = 0;
    for (int j = 0; j < n; ++j)
      if (i != j)
        f += 1 / (A.at(j) - A.at(i) + 0.5);
    B.at(i) = f;
  }
}

NOINLINE static void findNearest(Vector &A, Vector &B, int n) {
  for (int i = 0; i < std::min(n, 50); ++i) {
    double least = 1e300;
    for (int j = 0; j < std::min(n, 50); ++j)
      if (i != j) {
        const double d = A.at(i) - A.at(j);
        if (d * d < least)
          least = d * d;
      }
    B.at(i) = least;
  }
}

NOINLINE static void addOthers(Vector &A, Vector &B, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j)
        B.at(i) += A.at(i * n + j);
}

// 2 * j + 1 is an addition without carries, whose flag goes with what unswitching freezes.
struct Image {
  size_t rows, columns;
  const double *pixels;
  double at(size_t i, size_t j) const {
    if (i >= rows || j >= columns)
      throw std::out_of_range("image");
    return pixels[i * columns + j];
  }
};

NOINLINE static void pool(const Image &A, Vector &B, size_t n) {
  for (size_t i = 0; i < n / 2; ++i)
    for (size_t j = 0; j < n / 2; ++j)
      B.at(i * (n / 2) + j) = std::max(std::max(A.at(2 * i, 2 * j), A.at(2 * i, 2 * j + 1)),
                                       std::max(A.at(2 * i + 1, 2 * j), A.at(2 * i + 1, 2 * j + 1)));
}

static void poolOf(Vector &A, Vector &B, int n) {
  if (!n)
    return;
  Vector C(std::max(0, (n / 2) * (n / 2) - (n - int(B.size()))));
  const size_t rows = A.size() / n, columns = n - B.size() % 2;
  try {
    pool({rows, columns, A.data()}, C, n);
  } catch (...) {
    B.swap(C);
    throw;
  }
  B.swap(C);
}

struct System {
  int n;
  Vector L, X;
  double &at(long i, long j) {
    if (i < 0 || j < 0 || i >= n || j >= n)
      throw std::out_of_range("matrix");
    return L.data()[i + j * n];
  }
  NOINLINE void solve() {
    for (int i = n - 1; i >= 0; --i) {
      for (int j = i + 1; j < n; ++j)
        X.at(i) -= at(j, i) * X.at(j);
      X.at(i) /= at(i, i);
    }
  }
};

static void solve(Vector &A, Vector &B, int n) {
  System S{n, A, B};
  try {
    S.solve();
  } catch (...) {
    B = S.X;
    throw;
  }
  B = S.X;
}

template <class Fn> static void run(const char *name, Fn nest, bool IsMatrix) {
  for (int n : {0, 1, 2, 5, 8, 40, 70})
    for (int less : {0, 1, 2, 6, n / 2}) {
      const int all = IsMatrix ? n * n : n;
      for (bool first : {false, true}) {
        Vector A(std::max(0, all - (first ? less : 0))), B(std::max(0, n - (first ? 0 : less)));
        for (size_t i = 0; i < A.size(); ++i)
          A[i] = small(i, 3, 7) + i % (n + 1) * 3;
        for (size_t i = 0; i < B.size(); ++i)
          B[i] = small(i, 1, 5);
        const char *thrown = "nothing";
        try {
          // Beyond its end is memory of others.
          if (nest != solve || A.size() == size_t(all))
            nest(A, B, n);
        } catch (const std::out_of_range &) {
          thrown = "range";
        }
        printf("%s %d %d %d: %s %016llx\n", name, n, less, first, thrown,
               (unsigned long long)hash_of(B.data(), B.size() * sizeof(double)));
      }
    }
}

int main() {
  run("last", addLast, false);
  run("around", addAround, false);
  run("attract", attract, false);
  run("nearest", findNearest, false);
  run("others", addOthers, true);
  run("pool", poolOf, true);
  run("solve", solve, true);
}
// CHECK-DAG: addLast({{.*}} calls: {{1[0-9]}} complete
// CHECK-DAG: addAround({{.*}} calls: {{1[0-9]}} complete
// CHECK-DAG: attract({{.*}} calls: {{1[0-9]}} complete
// CHECK-DAG: findNearest({{.*}} calls: {{2[0-9]}} complete
// CHECK-DAG: addOthers({{.*}} calls: {{1[0-9]}} complete
// CHECK-DAG: pool({{.*}} calls: 13 complete, 37 left early, 0 declined
// CHECK-DAG: solve({{.*}} calls: {{[1-9][0-9]*}} complete
