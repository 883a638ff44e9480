// Kinds of matrices, and what a factorization of each of them leaves.
#ifndef FACTORIZATIONS_H
#define FACTORIZATIONS_H

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

#endif
