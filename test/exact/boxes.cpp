// RUN: %exact %s --tiled 5 --cflags=-ffp-contract=off
// RUN: %clangxx -O3 %optimized -DSECOND -I %inputs -c %s -o %t.second.o
// RUN: %clangxx -O3 %optimized -DFIRST -I %inputs %s %t.second.o -o %t.both
// RUN: %t.both | FileCheck %s
//
// Nests that are executed by boxes whose depths are in front of their rows or columns, or behind; of
// which some coordinates are bounded by a type only, as far as isl can tell; in two objects of a
// program. A diagonal element is bad at each place of some sizes, and at some places of others.
#include "escop.h"
#include <cmath>
#include <initializer_list>

constexpr int Most = 101, Pitch = Most + 3;
typedef double Matrix[Pitch];

#ifdef FIRST
void second(int n, Matrix *a);
#else
NOINLINE void second(int n, Matrix *a) {
  for (int k = 0; k < n; ++k) {
    if (a[k][k] == 0)
      throw k;
    for (int i = k + 1; i < n; ++i) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < n; ++j)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}
#endif

#ifndef SECOND
// Counters of int, sizes of more bits, from w on.
NOINLINE static void fromBelow(const double *a, double *b, unsigned long n, unsigned long m,
                               unsigned long ld, unsigned long w) {
  for (int k = (int)n - 1; k >= (int)w; k--) {
    if (a[k * ld + k] == 0)
      throw k;
    for (int j = w; j < m; j++) {
      b[k * ld + j] = b[k * ld + j] * a[k * ld + k];
      for (int i = w; i < k; i++)
        b[i * ld + j] -= a[i * ld + k] * b[k * ld + j];
    }
  }
}

// Sums from the column to the row.
NOINLINE static void invert(int n, const Matrix *a, Matrix *b) {
  for (int j = 0; j < n; ++j) {
    if (a[j][j] == 0)
      throw j;
    b[j][j] = 1 / a[j][j];
    for (int i = j + 1; i < n; ++i) {
      double s = 0;
      for (int k = j; k < i; ++k)
        s -= a[i][k] * b[k][j];
      b[i][j] = s / a[i][i];
    }
  }
}

// Rows behind a row are added to it.
NOINLINE static void multiply(int n, int m, const Matrix *a, Matrix *b) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      for (int k = i + 1; k < n; ++k)
        b[i][j] += a[k][i] * b[k][j];
      if (!(std::fabs(b[i][j]) < 1e200))
        throw i;
    }
}

// The triangle is to the right of what is solved.
NOINLINE static void solveRight(int n, int m, const Matrix *u, Matrix *x) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double t = x[i][j];
      for (int k = 0; k < j; ++k)
        t -= x[i][k] * u[k][j];
      if (u[j][j] == 0)
        throw i * n + j;
      x[i][j] = t / u[j][j];
    }
}

template <class F> static void run(const char *name, double bad, F nest) {
  static Matrix a[Most], b[Most];
  for (int n : {1, 7, 8, 9, 16, 17, 30, 65, 100})
    for (int at = 0; at <= n; at += n < 20 ? 1 : n / 3) {
      for (int i = 0; i < Most; ++i)
        for (int j = 0; j < Pitch; ++j) {
          a[i][j] = small(i, j, 5) / 8. / n;
          b[i][j] = small(i, j, 7);
        }
      for (int i = 0; i < n; ++i)
        a[i][i] = 2;
      if (at < n)
        a[at][at] = bad;
      int caught = -1;
      try {
        nest(n, a, b);
      } catch (int where) {
        caught = where;
      }
      printf("%s %d %d: %d %016llx %016llx\n", name, n, at, caught,
             (unsigned long long)hash_of(a, sizeof a), (unsigned long long)hash_of(b, sizeof b));
    }
}

int main() {
  run("second", 0, [](int n, Matrix *a, Matrix *) { second(n, a); });
  run("from below", 0, [](int n, Matrix *a, Matrix *b) {
    fromBelow(*a, *b, n, n, Pitch, n > 9 ? 1 : 0);
  });
  run("invert", 0, [](int n, Matrix *a, Matrix *b) { invert(n, a, b); });
  run("multiply", 1, [](int n, Matrix *a, Matrix *b) {
    if (n == 30)
      b[n / 2][n / 3] = 1e300;
    multiply(n, Most - n / 2, a, b);
  });
  run("solve", 0, [](int n, Matrix *a, Matrix *b) { solveRight(n, Most - n / 2, a, b); });
}
#endif
// CHECK: second 1 0: 0
// CHECK: solve 100 99: 99
