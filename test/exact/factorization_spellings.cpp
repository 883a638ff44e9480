// RUN: %exact %s --tiled 20 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Factorizations as people write them: with factors, pivots and sums in scalars, subscripts of all
// integer types, and all kinds of matrices. Each is executed by tiles like those of
// factorizations.cpp. A pivot is bad where tiles begin and end.
#include "escop.h"
#include <cmath>
#include <stdexcept>
#include <vector>

struct Bad {
  long at;
};
#define FOR(I, BEGIN, END) for (Index I = (BEGIN); I < (END); ++I)
#define CHECK(X, AT)                                                                               \
  if (!((X) > 0))                                                                                  \
  throw Bad { long(AT) }

template <typename T> struct Flat { // a pitch that is known at run time
  using Index = T;
  double *data;
  T pitch;
  double &operator()(T i, T j) const { return data[i * pitch + j]; }
};
template <typename T> struct Array { // and one that is a constant
  using Index = T;
  double (*data)[301];
  Array(double *data, T) : data((double (*)[301])data) {}
  double &operator()(T i, T j) const { return data[i][j]; }
};
template <int Pitch> struct Constant { // the same, written out
  using Index = int;
  double *data;
  Constant(double *data, int) : data(data) {}
  double &operator()(int i, int j) const { return data[i * Pitch + j]; }
};
template <typename T> struct Checked { // who does not check is punished by the caller
  using Index = T;
  double *data;
  T pitch;
  double &operator()(T i, T j) const {
    if (i >= pitch || j >= pitch || (std::is_signed<T>::value && (i < 0 || j < 0)))
      throw std::out_of_range("index");
    return data[i * pitch + j];
  }
};
struct Rows { // tables of rows
  using Index = int;
  std::vector<double *> rows;
  Rows(double *data, int pitch) {
    for (int i = 0; i < pitch; ++i)
      rows.push_back(data + i * pitch);
  }
  double &operator()(int i, int j) const { return rows[i][j]; }
};

#define FORM(NAME)                                                                                 \
  template <typename Matrix>                                                                       \
  NOINLINE static void NAME(typename Matrix::Index n, const Matrix &A, const Matrix &B)
#define INDEX using Index = typename Matrix::Index

FORM(gauss) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    FOR(i, k + 1, n) {
      double f = A(i, k) / p;
      A(i, k) = f;
      FOR(j, k + 1, n) A(i, j) -= f * A(k, j);
    }
  }
}
FORM(doolittle) {
  INDEX;
  FOR(i, 0, n) {
    FOR(j, i, n) {
      double s = A(i, j);
      FOR(k, 0, i) s -= A(i, k) * A(k, j);
      A(i, j) = s;
    }
    CHECK(A(i, i), i);
    FOR(j, i + 1, n) {
      double s = A(j, i);
      FOR(k, 0, i) s -= A(j, k) * A(k, i);
      A(j, i) = s / A(i, i);
    }
  }
}
FORM(cholesky) {
  INDEX;
  FOR(j, 0, n) {
    double s = A(j, j);
    FOR(k, 0, j) s -= A(j, k) * A(j, k);
    CHECK(s, j);
    s = std::sqrt(s);
    A(j, j) = s;
    FOR(i, j + 1, n) {
      double t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / s;
    }
  }
}
FORM(forward) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    FOR(j, 0, n) B(k, j) /= p;
    FOR(i, k + 1, n) {
      double f = A(i, k);
      FOR(j, 0, n) B(i, j) -= f * B(k, j);
    }
  }
}
// A value that the element does not hold any more where it is used, and one that is held by an
// element that somebody else stores to.
FORM(overwritten) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    A(k, k) = p + 1;
    FOR(i, k + 1, n) {
      double f = A(i, k) / p;
      FOR(j, k, n) A(i, j) -= f * A(k, j);
    }
  }
}
FORM(stored) {
  INDEX;
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(i, k + 1, n) {
      double f = A(i, k) / A(k, k);
      B(i, k) = f;
      FOR(j, k + 1, n) {
        A(i, j) -= f * A(k, j);
        B(i, j) = f;
      }
    }
  }
}

template <typename T> static long getPitch(Array<T> *, long) { return 301; }
template <int Pitch> static long getPitch(Constant<Pitch> *, long) { return Pitch; }
template <typename Matrix> static long getPitch(Matrix *, long n) { return n + 3; }

template <typename Matrix>
static void sweep(const char *name,
                  void (*form)(typename Matrix::Index, const Matrix &, const Matrix &)) {
  for (long n : {1, 2, 48, 49, 100}) {
    const long p = getPitch((Matrix *)nullptr, n);
    for (long bad : {-1L, 0L, 1L, 48L, n / 2, n - 1}) {
      if (bad >= n)
        continue;
      std::vector<double> All(2 * p * p);
      for (long e = 0; e < long(All.size()); ++e)
        All[e] = double((e / p * 7 + e % p * 13 + e / p * (e % p)) % 17) / 17;
      for (long i = 0; i < n; ++i)
        All[i * p + i] = i == bad ? -3 : 4 * n;
      Matrix A{All.data(), typename Matrix::Index(p)};
      Matrix B{All.data() + p * p, typename Matrix::Index(p)};
      long at = -1;
      try {
        form(n, A, B);
      } catch (const Bad &b) {
        at = b.at;
      }
      printf("%s %ld bad %ld: %ld %016llx\n", name, n, bad, at,
             (unsigned long long)hash_of(All.data(), All.size() * sizeof(double)));
    }
  }
}

#define SWEEP(NAME, ...) sweep<__VA_ARGS__>(#NAME " " #__VA_ARGS__, NAME)

int main() {
  SWEEP(gauss, Flat<int>);
  SWEEP(gauss, Flat<unsigned>); // may wrap: no tiles
  SWEEP(gauss, Flat<size_t>);
  SWEEP(gauss, Array<int>);
  SWEEP(gauss, Array<size_t>);
  SWEEP(gauss, Constant<301>);
  SWEEP(gauss, Constant<256>);
  SWEEP(gauss, Checked<int>);
  SWEEP(gauss, Checked<size_t>);
  SWEEP(gauss, Rows);
  SWEEP(doolittle, Flat<int>);
  SWEEP(doolittle, Flat<size_t>);
  SWEEP(cholesky, Flat<int>);
  SWEEP(cholesky, Array<size_t>);
  SWEEP(cholesky, Checked<int>);
  SWEEP(cholesky, Constant<256>);
  SWEEP(cholesky, Rows);
  SWEEP(forward, Flat<int>);
  SWEEP(forward, Checked<size_t>);
  // No product, but nothing may be reloaded either.
  SWEEP(overwritten, Flat<int>);
  SWEEP(stored, Flat<int>);
}
