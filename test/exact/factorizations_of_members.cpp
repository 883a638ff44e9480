// RUN: %exact %s --tiled 5 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=40"
//
// Cholesky's factorization of a class whose size is an int, as errno is, which sqrt may set: what
// is a member of an object is not errno, and need not be loaded again behind each square root. A
// loop may end in front of its last inner loop, as both ask whether there is another row; and
// addresses are computed apart in the first row. Pivots are bad in turn, and errno is that of -O0.
#include "escop.h"
#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <vector>

struct Matrix {
  int n;
  std::vector<double> d;
  double &operator()(int i, int j) {
    if (i < 0 || j < 0 || i >= n || j >= n)
      throw std::out_of_range("matrix");
    return d[size_t(i) * n + j];
  }
};
struct Bad {
  int at;
};
// What is not a number is no bad pivot: it is for sqrt to say.
#define CHECK(X, AT)                                                                               \
  if ((X) <= 0)                                                                                    \
    throw Bad { AT }

NOINLINE static void rows(Matrix &A) {
  for (int i = 0; i < A.n; i++) {
    for (int j = 0; j < i; j++) {
      double t = A(i, j);
      for (int k = 0; k < j; k++)
        t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
    double s = A(i, i);
    for (int k = 0; k < i; k++)
      s -= A(i, k) * A(i, k);
    CHECK(s, i);
    A(i, i) = std::sqrt(s);
  }
}
NOINLINE static void columns(Matrix &A) {
  for (int j = 0; j < A.n; j++) {
    double s = A(j, j);
    for (int k = 0; k < j; k++)
      s -= A(j, k) * A(j, k);
    CHECK(s, j);
    A(j, j) = std::sqrt(s);
    for (int i = j + 1; i < A.n; i++) {
      double t = A(i, j);
      for (int k = 0; k < j; k++)
        t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
  }
}
NOINLINE static void left(Matrix &A) {
  for (int j = 0; j < A.n; j++) {
    for (int k = 0; k < j; k++)
      for (int i = j; i < A.n; i++)
        A(i, j) -= A(i, k) * A(j, k);
    CHECK(A(j, j), j);
    A(j, j) = std::sqrt(A(j, j));
    for (int i = j + 1; i < A.n; i++)
      A(i, j) /= A(j, j);
  }
}
NOINLINE static void right(Matrix &A) {
  for (int k = 0; k < A.n; k++) {
    CHECK(A(k, k), k);
    A(k, k) = std::sqrt(A(k, k));
    for (int i = k + 1; i < A.n; i++)
      A(i, k) /= A(k, k);
    for (int j = k + 1; j < A.n; j++)
      for (int i = j; i < A.n; i++)
        A(i, j) -= A(i, k) * A(j, k);
  }
}
NOINLINE static void rightByRows(Matrix &A) {
  for (int k = 0; k < A.n; k++) {
    CHECK(A(k, k), k);
    A(k, k) = std::sqrt(A(k, k));
    for (int i = k + 1; i < A.n; i++)
      A(i, k) /= A(k, k);
    for (int i = k + 1; i < A.n; i++)
      for (int j = k + 1; j <= i; j++)
        A(i, j) -= A(i, k) * A(j, k);
  }
}
// The size is errno itself, which may be written meanwhile.
NOINLINE static int countedByErrno(double *a, const int *n) {
  int i = 0;
  for (; i < *n; i++)
    a[i] = std::sqrt(a[i]);
  return i;
}

static void sweep(const char *name, void (*factorize)(Matrix &)) {
  for (int n : {1, 2, 3, 7, 8, 9, 17, 48, 49, 57, 96, 97, 105})
    for (int bad : {-1, 0, 1, 8, 47, 48, 49, n / 2, n - 1})
      for (double value : {-3., -1. / 0 * 0}) {
        if (bad >= n || (bad < 0 && value == -3.))
          continue;
        Matrix A{n, std::vector<double>(size_t(n) * n)};
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++)
            A(i, j) = i == j ? (i == bad ? value : 2. * n) : ((i * 7 + j * 13) % 17) / 17.;
        int at = -1;
        errno = 0;
        try {
          factorize(A);
        } catch (const Bad &b) {
          at = b.at;
        }
        const int error = errno;
        printf("%s %d bad %d: %d %d %016llx\n", name, n, bad, at, error,
               (unsigned long long)hash_of(A.d.data(), A.d.size() * sizeof(double)));
      }
}

int main() {
  sweep("rows", rows);
  sweep("columns", columns);
  sweep("left", left);
  sweep("right", right);
  sweep("rightByRows", rightByRows);
  for (int bad : {-1, 0, 5, 900}) {
    std::vector<double> a(1000, 4.);
    if (bad >= 0)
      a[bad] = -4;
    errno = 1000;
    const int counted = countedByErrno(a.data(), &errno);
    const int error = errno;
    printf("errno %d: %d %d %016llx\n", bad, counted, error,
           (unsigned long long)hash_of(a.data(), a.size() * sizeof(double)));
  }
}
