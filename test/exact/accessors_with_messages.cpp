// RUN: %exact_unpacked %s --tiled 9 --cflags=-ffp-contract=off
//
// Accessors that make messages so large that Clang does not inline them. Their counters of 32 bits,
// which are widened where they have been inlined, begin below zero, go round, and run down; or they
// have 16 bits. Elements that are not in the matrix are met at each position. Where the nest may
// write what the accessor loads, that is loaded again: by elements of the type that it has, and of
// one byte. Where there is no matrix, it is not loaded.
#include "escop.h"
#include "matrix_with_messages.h"
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>

template <class M, class Index>
NOINLINE static void product(const M &C, const M &A, const M &B, Index n) {
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k)
        C(i, j) += A(i, k) * B(k, j);
}
// Counters from first on, which may be below zero, or so large that they go round.
template <class M, class Index>
NOINLINE static void between(const M &C, const M &A, Index first, Index end, Index inset) {
  for (Index i = first; i != end; ++i)
    for (Index j = first; j != end; ++j)
      C(i + inset, j + inset) += A(j + inset, i + inset);
}
NOINLINE static void downwards(const Doubles &C, const Doubles &A, int n) {
  for (int i = n - 1; i >= 0; --i)
    for (int j = i; j >= 0; --j)
      C(i, j) += A(j, i) + A(i, j);
}
// Column 0 of E may be a part of what A is.
template <class T>
NOINLINE static void beside(const Matrix<T, int> &E, const T *v, const Doubles &A, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      E(i, 0) = v[i * n + j];
      A(i, j) += 1;
    }
}
// There may be no B.
NOINLINE static void maybe(const Doubles &A, const Doubles *B, const bool *which, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (which[i])
        A(i, j) += (*B)(i, j);
      A(i, j) += 1;
    }
}

constexpr int N = 40, Size = (N + 3) * (N + 3);
alignas(256) static double A[Size]; // A + 8 differs in the lowest byte only.
static double B[Size], C[Size];
static bool Which[N];

template <class Call> static void run(const char *name, int n, int bad, Call call) {
  const std::string what = messageOf(call);
  uint64_t h = hash_of(A, sizeof A);
  h = hash_more(h, C, sizeof C);
  printf("%s %d %d: %s %016llx\n", name, n, bad, what.c_str(), (unsigned long long)h);
}
static void fill() {
  for (int p = 0; p < Size; ++p)
    A[p] = small(p, 1, 5), B[p] = small(p, 2, 7), C[p] = small(p, 3, 9);
}
template <class Index> static void products(const char *name, int n) {
  using M = Matrix<double, Index>;
  const int step = n > 20 ? 7 : 1;
  for (int which = 0; which < 6; ++which)
    for (int bad = 0; bad <= n; bad += bad + step > n && bad < n ? n - bad : step) {
      M of[3] = {{Index(n), Index(n), C}, {Index(n), Index(n), A}, {Index(n), Index(n), B}};
      (which % 2 ? of[which / 2].Rows : of[which / 2].Columns) = Index(bad);
      fill();
      run(name, n, 10 * bad + which, [&] { product(of[0], of[1], of[2], Index(n)); });
    }
}

// Of one of several matrices, a part is changed from one of the iterations of its row on.
template <class T>
static void overwrite(const char *name, int n, int at, int from, size_t offset, T as, T by) {
  static Doubles Of[N];
  static T Values[N * N];
  for (int i = 0; i < n; ++i) {
    Of[i] = {n, n, A};
    for (int j = 0; j < n; ++j)
      Values[i * n + j] = i == at && j >= from ? by : as;
  }
  void *part = reinterpret_cast<unsigned char *>(Of) + offset;
  const Matrix<T, int> E = {n, int(sizeof(Doubles) / sizeof(T)), static_cast<T *>(part)};
  fill();
  run(name, n, at * 100 + from, [&] { beside(E, Values, Of[at], n); });
}

int main() {
  for (int n : {1, 2, 3, 8, N}) {
    products<int>("product, int", n);
    products<unsigned>("product, unsigned", n);
    products<short>("product, short", n);
    for (int bad = -1; bad <= n; bad += n > 20 ? 4 : 1)
      for (int rows : {n, bad < 0 ? n : bad}) {
        Doubles M = {rows, n, A}, To = {n, n, C};
        fill();
        run("below zero", n, bad, [&] { between(To, M, -3, n - 3, 3); });
        fill();
        run("negative", n, bad, [&] { between(To, M, bad, n, 0); });
        Matrix<double, unsigned> U = {unsigned(rows), unsigned(n), A},
                                 ToU = {unsigned(n), unsigned(n), C};
        fill();
        run("round", n, bad, [&] { between(ToU, U, 0u - n / 2, n - n / 2u, n / 2u); });
        fill();
        run("round, too far", n, bad, [&] { between(ToU, U, unsigned(bad), unsigned(n), 0u); });
        fill();
        run("downwards", n, bad, [&] { downwards(To, M, n); });
      }
    for (int at = 0; at < n; at += n > 20 ? 9 : 1)
      for (int from = 0; from < n; from += n > 20 ? 11 : 1) {
        for (int change : {-1, 0, 1}) {
          overwrite<int>("rows", n, at, from, offsetof(Doubles, Rows), n, n + change);
          overwrite<int>("columns", n, at, from, offsetof(Doubles, Columns), n, n + change);
          overwrite<unsigned char>("byte of columns", n, at, from, offsetof(Doubles, Columns), n,
                                   n + change);
        }
        overwrite<double *>("data", n, at, from, offsetof(Doubles, Data), A, A + 8);
        overwrite<unsigned char>("byte of data", n, at, from, offsetof(Doubles, Data), 0, 64);
      }
    for (int used = -1; used < n; used += n > 20 ? 3 : 1) {
      Doubles M = {n, n, A}, Other = {n, n - used % 2, B};
      for (int i = 0; i < n; ++i)
        Which[i] = i == used;
      fill();
      run("maybe", n, used, [&] { maybe(M, used < 0 ? nullptr : &Other, Which, n); });
    }
  }
  return 0;
}
