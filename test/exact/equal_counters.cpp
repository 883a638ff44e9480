// RUN: %exact %s --tiled 8 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// What is stored to A[i][i] where i == j, and to A[i][j] elsewhere, is one store to SimplifyCFG, and
// its subscript may be i where i == j and j elsewhere: it is j. And a loop that counts down to 0 ends
// where it skips `for (j = 0; j < i; ++j)`.
#include "escop.h"
#include <cmath>
#include <stdexcept>

static const char *thrown;

[[noreturn]] static void fail(const char *why) {
  thrown = why;
  throw std::out_of_range(why);
}

// Checks as a matrix class does, and as Boost uBLAS, which asks whether the offset overflows.
template <bool Divides> struct Matrix {
  size_t Rows, Columns, Size;
  double *Data;
  double &operator()(size_t i, size_t j) {
    if (i >= Rows)
      fail("row");
    if (j >= Columns)
      fail("column");
    if (Divides && i > (size_t(-1) - j) / Columns)
      fail("overflow");
    size_t at = i * Columns + j;
    if (Divides && at >= Size)
      fail("size");
    return Data[at];
  }
};

template <class M> NOINLINE static void factorise(M &A, M &, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = A(i, j);
      for (int k = 0; k < j; ++k)
        s -= A(i, k) * A(j, k);
      if (i == j) {
        if (s <= 0)
          fail("pivot");
        A(i, i) = std::sqrt(s);
      } else {
        A(i, j) = s / A(j, j);
      }
    }
}

template <class M> NOINLINE static void factoriseByColumns(M &A, M &, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      double s = A(i, j);
      for (int k = 0; k < j; ++k)
        s -= A(i, k) * A(j, k);
      A(i, j) = j == i ? s : s / A(j, j);
    }
}

template <class M> NOINLINE static void anti(M &A, M &B, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      if (i + j == n - 1)
        A(i, n - 1 - i) += B(i, i) + B(j, j);
      else
        A(i, j) -= B(j, i);
    }
}

// The loop ends where it skips the inner one.
template <class M> NOINLINE static void subtract(M &A, M &B, int n) {
  for (int i = n - 1; i >= 0; --i) {
    A(i, 0) /= B(i, i);
    for (int j = 0; j < i; ++j)
      A(j, 0) -= B(j, i) * A(i, 0);
  }
}

// With a value that is computed where the inner loop is, and read behind the outer one.
static double total;
template <class M> NOINLINE static void subtractAndAdd(M &A, M &B, int n) {
  double t = -1;
  for (long i = n - 1; i >= 0; --i) {
    A(i, 0) /= B(i, i);
    t = A(i, 0) * 2;
    for (long j = 0; j < i; ++j) {
      A(j, 0) -= B(j, i) * A(i, 0);
      t += A(j, 0);
    }
  }
  total = t;
}

template <bool Divides, class Fn> static void run(const char *name, Fn nest) {
  constexpr int Most = 70;
  static double a[Most * Most], b[Most * Most];
  for (int n : {1, 2, 3, 9, 34, 66})
    for (int bad = -2; bad < n + 2; bad += n < 10 ? 1 : 5)
      for (int less : {0, 1}) {
        const size_t rows = bad == -1 ? n - 1 : n, columns = less ? n - 1 : n;
        Matrix<Divides> A = {rows, columns, rows * columns, a};
        Matrix<Divides> B = {rows, columns, rows * columns, b};
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) {
            a[i * n + j] = small(i, j, 7) + (i == j ? 4 * n : 0);
            b[i * n + j] = small(j, i, 5) + (i == j ? 3 : 0);
          }
        if (bad >= 0 && bad < n)
          a[bad * n + bad] = -1;
        thrown = "nothing";
        try {
          nest(A, B, n);
        } catch (const std::out_of_range &) {
        }
        printf("%s %d %d %d: %s %g %016llx\n", name, n, bad, less, thrown, total,
               (unsigned long long)hash_of(a, sizeof a));
      }
}

int main() {
  run<false>("rows", factorise<Matrix<false>>);
  run<true>("rows, divides", factorise<Matrix<true>>);
  run<false>("columns", factoriseByColumns<Matrix<false>>);
  run<true>("columns, divides", factoriseByColumns<Matrix<true>>);
  run<false>("anti", anti<Matrix<false>>);
  run<true>("anti, divides", anti<Matrix<true>>);
  run<false>("subtract", subtract<Matrix<false>>);
  run<true>("subtract, divides", subtract<Matrix<true>>);
  run<false>("total", subtractAndAdd<Matrix<false>>);
  run<true>("total, divides", subtractAndAdd<Matrix<true>>);
}
// CHECK-DAG: factorise<Matrix<false>{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: factorise<Matrix<true>{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: factoriseByColumns<Matrix<false>{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: factoriseByColumns<Matrix<true>{{.*}} calls: {{[1-9][0-9]*}} complete
// CHECK-DAG: subtract<Matrix<false>{{.*}} calls: {{[1-9][0-9]*}} complete
