// RUN: %exact %s --tiled 1 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-report %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Reflections (Householder's) of the columns of a matrix, with accessors whose error handler returns:
// one loop behind the other, and checks of an index that the nest does not change. Its negation is an
// addition of one bit, once ScalarEvolution has been expanded.
#include "escop.h"
#include <vector>

static long Errors;
NOINLINE __attribute__((cold)) static void report(long line) {
  Errors += line;
  asm volatile("" ::: "memory");
}

struct Matrix {
  size_t Rows, Columns, Pitch;
  double *Data;
};
static inline double get(const Matrix *m, size_t i, size_t j) {
  if (i >= m->Rows) {
    report(1);
    return 0;
  }
  if (j >= m->Columns) {
    report(100);
    return 0;
  }
  return m->Data[i * m->Pitch + j];
}
static inline void set(Matrix *m, size_t i, size_t j, double x) {
  if (i >= m->Rows) {
    report(10000);
    return;
  }
  if (j >= m->Columns) {
    report(1000000);
    return;
  }
  m->Data[i * m->Pitch + j] = x;
}

NOINLINE static void reflect(Matrix *a, size_t k, size_t n) {
  for (size_t j = k + 1; j < n; ++j) {
    double w = get(a, k, j);
    for (size_t i = k + 1; i < n; ++i)
      w += get(a, i, k) * get(a, i, j);
    w *= 0.5;
    set(a, k, j, get(a, k, j) - w);
    for (size_t i = k + 1; i < n; ++i)
      set(a, i, j, get(a, i, j) - w * get(a, i, k));
  }
}

int main() {
  for (size_t n : {1, 2, 3, 8, 40})
    for (size_t rows : {n, n - 1, n + 1})
      for (size_t columns : {n, n - 1, n + 3}) {
        std::vector<double> data((n + 1) * (n + 3));
        for (size_t i = 0; i < data.size(); ++i)
          data[i] = small(i, 3, 5);
        Matrix a = {rows, columns, n + 3, data.data()};
        Errors = 0;
        for (size_t k = 0; k < n && k < 3; ++k)
          reflect(&a, k, n);
        printf("%zu %zu %zu: %ld %llx\n", n, rows, columns, Errors,
               (unsigned long long)hash_of(data.data(), data.size() * sizeof(double)));
      }
  return 0;
}

// Nothing is left to an inspector, and so 40 x 40 iterations are enough.
// CHECK: reflect({{.*}} {{[1-9][0-9]*}} calls: {{[1-9][0-9]*}} complete
