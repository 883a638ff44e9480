// RUN: %exact %s --tiled 5 --cflags=-ffp-contract=off
// RUN: %exact %s --tiled 5 --cflags=-ffp-contract=off --config "-O3 -fexception-safe-tiling -march=native"
// RUN: %if escop %{ %clangxx -O3 -fexception-safe-tiling -I %inputs %s -o %t.report -mllvm -polly-escop-report %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
// RUN: %if escop %{ %clangxx -O3 -fexception-safe-tiling -I %inputs %s -c -o /dev/null \
// RUN:   -Rpass-analysis=polly-escop 2>&1 | FileCheck %s --check-prefix=PARTS %}
//
// PARTS: where the nest around it is executed as it is: without guards, behind a check of its guards
//
// Accessors call a handler that returns, as GSL's do: the nest goes on where it may be in any
// iteration. With unsigned counters, these are not negative nevertheless, so that a factorization by
// rows has loops over tiles that are products. Its sums take long in the nest, where the handler
// preserves no register they might be in: tiles are called early. The nest that is executed where
// there are fewer iterations has drivers of its own in front of two loops.
#include "escop.h"
#include <cmath>
#include <cstddef>
#include <initializer_list>

static int handled;
static size_t last;

NOINLINE static void handle(const char *why, size_t index) {
  ++handled;
  last = last * 31 + index + why[0];
}

struct Matrix {
  size_t Rows, Columns;
  double *Data;
  double get(size_t i, size_t j) const {
    if (i >= Rows) {
      handle("row", i);
      return 0;
    }
    if (j >= Columns) {
      handle("column", j);
      return 0;
    }
    return Data[i * Columns + j];
  }
  void set(size_t i, size_t j, double x) {
    if (i >= Rows)
      handle("row", i);
    else if (j >= Columns)
      handle("column", j);
    else
      Data[i * Columns + j] = x;
  }
};

NOINLINE static int factoriseByRows(Matrix &A, Matrix &, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double s = A.get(i, j);
      for (size_t k = 0; k < j; ++k)
        s -= A.get(i, k) * A.get(j, k);
      if (i == j) {
        if (s <= 0)
          return 1;
        A.set(i, i, std::sqrt(s));
      } else {
        A.set(i, j, s / A.get(j, j));
      }
    }
  return 0;
}

NOINLINE static int factoriseByColumns(Matrix &A, Matrix &, size_t n) {
  for (size_t j = 0; j < n; ++j) {
    double s = A.get(j, j);
    for (size_t k = 0; k < j; ++k)
      s -= A.get(j, k) * A.get(j, k);
    if (s <= 0)
      return 1;
    const double d = std::sqrt(s);
    A.set(j, j, d);
    for (size_t i = j + 1; i < n; ++i) {
      double t = A.get(i, j);
      for (size_t k = 0; k < j; ++k)
        t -= A.get(i, k) * A.get(j, k);
      A.set(i, j, t / d);
    }
  }
  return 0;
}

NOINLINE static int eliminate(Matrix &A, Matrix &, size_t n) {
  for (size_t k = 0; k < n; ++k) {
    const double pivot = A.get(k, k);
    if (std::fabs(pivot) < 1e-9)
      return 1;
    for (size_t i = k + 1; i < n; ++i) {
      const double f = A.get(i, k) / pivot;
      A.set(i, k, f);
      for (size_t j = k + 1; j < n; ++j)
        A.set(i, j, A.get(i, j) - f * A.get(k, j));
    }
  }
  return 0;
}

NOINLINE static int covary(Matrix &A, Matrix &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i; j < n; ++j) {
      double s = 0;
      for (size_t k = 0; k < n; ++k)
        s += A.get(k, i) * A.get(k, j);
      B.set(i, j, s / (n - 1.0));
      B.set(j, i, s / (n - 1.0));
    }
  return 0;
}

NOINLINE static int invert(Matrix &A, Matrix &B, size_t n) {
  for (size_t j = 0; j < n; ++j) {
    B.set(j, j, 1 / A.get(j, j));
    for (size_t i = j + 1; i < n; ++i) {
      double s = 0;
      for (size_t k = j; k < i; ++k)
        s -= A.get(i, k) * B.get(k, j);
      B.set(i, j, s / A.get(i, i));
    }
  }
  return 0;
}

template <class Fn> static void run(const char *name, Fn nest) {
  constexpr size_t Most = 100;
  static double a[Most * Most], b[Most * Most];
  for (size_t n : {1, 2, 3, 8, 31, 97})
    for (size_t bad = n < 10 ? 0 : n % 7; bad <= n; bad += n < 10 ? 1 : 7)
      for (size_t less : {0, 1, 2}) {
        Matrix A = {less == 2 ? n - 1 : n, less == 1 ? n - 1 : n, a}, B = {n, n, b};
        for (size_t i = 0; i < n * n; ++i)
          a[i] = b[i] = small(i / n, i % n, 7);
        for (size_t i = 0; i < n; ++i)
          A.set(i, i, i == bad ? -1.0 : 4.0 * n);
        handled = 0;
        last = 0;
        const int status = nest(A, B, n);
        printf("%s %zu %zu %zu: %d, %d handled, %zx %016llx %016llx\n", name, n, bad, less, status,
               handled, last, (unsigned long long)hash_of(a, sizeof a),
               (unsigned long long)hash_of(b, sizeof b));
      }
}

int main() {
  run("by rows", factoriseByRows);
  run("by columns", factoriseByColumns);
  run("elimination", eliminate);
  run("covariance", covary);
  run("inverse", invert);
}
// CHECK-DAG: factoriseByRows{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: factoriseByColumns{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: covary{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: eliminate{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: invert{{.*}} calls: {{[1-9][0-9]*}} complete
