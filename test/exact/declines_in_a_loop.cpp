// RUN: %exact %s --tiled 4 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-leave-iterations=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t -mllvm -polly-escop-report %}
// RUN: %if escop %{ env LARGE=1 %t 2>&1 | FileCheck %s %}
//
// A nest in a loop, whose driver declines in some iterations of that: after four of them it is
// called in one of sixty, until it does not decline.
// Rows of one table are written and read: in 129 iterations.
// CHECK-DAG: orthogonalise({{.*}}: {{[1-9]}} calls: 0 complete
// So it is where it executes few iterations of a single loop each time.
// CHECK-DAG: tell({{.*}}: {{[1-9]}} calls: 0 complete
#include "escop.h"
#include <cmath>
#include <stdexcept>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

// The inverse is computed beside the matrix; rows are swapped.
NOINLINE static void invert(Matrix &a, Matrix &inverse) {
  const size_t n = a.size();
  for (size_t c = 0; c < n; ++c) {
    size_t p = c;
    while (p < n && std::fabs(a.at(p).at(c)) < 1e-9)
      ++p;
    if (p == n)
      throw std::domain_error("singular");
    if (p != c) {
      std::swap(a[p], a[c]);
      std::swap(inverse[p], inverse[c]);
    }
    const double d = a[c][c];
    for (size_t j = 0; j < n; ++j) {
      a[c].at(j) /= d;
      inverse[c].at(j) /= d;
    }
    for (size_t r = 0; r < n; ++r) {
      if (r == c)
        continue;
      const double f = a.at(r).at(c);
      for (size_t j = 0; j < n; ++j) {
        a[r].at(j) -= f * a[c][j];
        inverse[r].at(j) -= f * inverse[c][j];
      }
    }
  }
}

NOINLINE static void orthogonalise(Matrix &q, Matrix &r) {
  const size_t n = q.size();
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k) {
      double s = 0;
      for (size_t i = 0; i < q[j].size(); ++i)
        s += q.at(k).at(i) * q[j][i];
      r.at(k).at(j) = s;
      for (size_t i = 0; i < q[j].size(); ++i)
        q[j][i] -= s * q[k].at(i);
    }
    double s = 0;
    for (double v : q[j])
      s += v * v;
    if (!(s > 1e-20))
      throw std::domain_error("dependent");
    s = std::sqrt(s);
    r.at(j).at(j) = s;
    for (double &v : q[j])
      v /= s;
  }
}

constexpr int Columns = 80;
static long visits;
NOINLINE void visit(int i, int j) {
  visits = visits * 31 + i + 7 * j;
  asm volatile("" ::: "memory");
}

NOINLINE static void tell(double (*C)[Columns], double (*A)[Columns], const int *at, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < Columns; ++j) {
      C[i][j] += A[i][j];
      if (j == at[i])
        visit(i, j);
    }
}

static void tellRows() {
  static double C[60][Columns], A[60][Columns];
  for (int first : {0, 1, 40, 75, 90}) {
    if (getenv("LARGE") && first != 40)
      continue;
    int at[60];
    for (int i = 0; i < 60; ++i) {
      at[i] = first + i % 5;
      for (int j = 0; j < Columns; ++j)
        A[i][j] = small(i, j, 7);
    }
    tell(C, A, at, 60);
    printf("tell %d: %ld %016llx\n", first, visits, (unsigned long long)hash_of(C, sizeof C));
  }
}

template <typename Form> static void run(const char *name, Form form) {
  const bool isLarge = getenv("LARGE");
  for (size_t n : isLarge ? std::vector<size_t>{130} : std::vector<size_t>{1, 3, 9, 20, 70})
    for (size_t dependent = 0; dependent <= (isLarge ? 0 : n); ++dependent) {
      Matrix a(n, std::vector<double>(n)), b = a;
      for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j < n; ++j)
          a[i][j] = (i == j) * 20 + small(long(i), long(j), 11);
        b[i][i] = 1;
      }
      // A pivot is zero, and a row depends on the others.
      if (!isLarge)
        a[n / 2][n / 2] = 0;
      if (dependent && dependent < n)
        a[dependent] = std::vector<double>(n);
      const char *what = "";
      try {
        form(a, b);
      } catch (const std::logic_error &e) {
        what = e.what();
      }
      uint64_t hash = HASH_START;
      for (const Matrix *m : {&a, &b})
        for (const auto &row : *m)
          hash = hash_more(hash, row.data(), row.size() * sizeof(double));
      printf("%s %zu %zu: %s %016llx\n", name, n, dependent, what, (unsigned long long)hash);
    }
}

int main() {
  run("orthogonalise", orthogonalise);
  run("invert", invert);
  tellRows();
}
