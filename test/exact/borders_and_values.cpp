// RUN: %exact %s --tiled 15 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2"
// RUN: %exact %s "--optimized=%optimized" --tiled 36 --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-block-size=16"
//
// Grids with checks of indices and of values, also where their borders are treated in the loops: a
// copy without checks of indices executes the nest in its own order, and its rows in register
// blocks. Each element fails once, in arrays that are large enough and in those that are not.
#include "escop.h"
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;

struct TooLarge {
  double what;
};

static double checked(double s) {
  if (s > LIMIT)
    throw TooLarge{s};
  return s;
}

template <class I> NOINLINE static void interior(const Vector &a, Vector &b, I n, I m) {
  for (I i = 1; i < n - 1; ++i)
    for (I j = 1; j < m - 1; ++j)
      b.at(i * m + j) = checked(a.at(i * m + j) + a.at((i - 1) * m + j) + a.at((i + 1) * m + j) +
                                a.at(i * m + j - 1) + a.at(i * m + j + 1));
}

template <class I> NOINLINE static void bordered(const Vector &a, Vector &b, I n, I m) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < m; ++j) {
      double s = a.at(i * m + j);
      if (i > 0)
        s += a.at((i - 1) * m + j);
      if (i + 1 < n)
        s += a.at((i + 1) * m + j);
      if (j > 0)
        s += a.at(i * m + j - 1);
      if (j + 1 < m)
        s += a.at(i * m + j + 1);
      b.at(i * m + j) = checked(s);
    }
}

// The last iteration has no access in front of what ends the loop.
template <class I> NOINLINE static void lastApart(const Vector &a, Vector &b, I n, I m) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < m; ++j) {
      double s = 1;
      s += (j + 1 != m) ? b.at((i + 1) * m + j) : 1;
      if (!(s <= LIMIT))
        throw TooLarge{s};
      if (1 < i)
        b.at(i * m + j) = s + a.at(j);
    }
}

template <class I> NOINLINE static void clamped(const Vector &a, Vector &b, I n, I m) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < m; ++j) {
      I up = i > 0 ? i - 1 : 0, down = i + 1 < n ? i + 1 : n - 1;
      I left = j > 0 ? j - 1 : 0, right = j + 1 < m ? j + 1 : m - 1;
      b.at(i * m + j) = checked(a.at(up * m + j) + a.at(down * m + j) + a.at(i * m + left) +
                                a.at(i * m + right));
    }
}

// A recurrence, in the array that it reads.
template <class I> NOINLINE static void inPlace(Vector &b, I n, I m) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < m; ++j) {
      double up = i ? b.at((i - 1) * m + j) : 0, left = j ? b.at(i * m + j - 1) : 0;
      b.at(i * m + j) = checked(b.at(i * m + j) + (up < left ? up : left) / 2);
    }
}

// What is checked in the rows is not all that may fail.
template <class I> NOINLINE static double ends(const Vector &a, Vector &b, I n, I m) {
  double most = 0;
  for (I i = 0; i < n; ++i) {
    for (I j = 0; j < m; ++j) {
      const double s = a.at(i * m + j);
      if (s > LIMIT)
        return most;
      b.at(i * m + j) = s + most;
    }
    most += checked(b.at(i * m));
  }
  return most;
}

template <class F> static void run(const char *name, long n, long m, long of_a, long of_b, F f) {
  const long size = n * m;
  const size_t sizes[] = {size_t(size + of_a > 0 ? size + of_a : 0),
                          size_t(size + of_b > 0 ? size + of_b : 0)};
  uint64_t hash = HASH_START;
  const long step = size > 200 ? 29 : 1;
  for (long bad = -1; bad < size; bad += step)
    for (bool of_b_too : {false, true}) {
      Vector a(sizes[0]), b(sizes[1]);
      for (size_t i = 0; i < a.size(); ++i)
        a[i] = long(i) == bad ? POISON : small(i, i / 7, 9);
      for (size_t i = 0; i < b.size(); ++i)
        b[i] = of_b_too && long(i) == bad ? POISON : -1;
      double what = 0;
      try {
        what = f(a, b);
      } catch (const TooLarge &e) {
        what = e.what;
      } catch (const std::out_of_range &) {
        what = -1;
      }
      hash = hash_more(hash, &what, sizeof what);
      hash = hash_more(hash, b.data(), b.size() * sizeof(double));
    }
  printf("%s %ld x %ld %ld %ld: %llx\n", name, n, m, of_a, of_b, (unsigned long long)hash);
}

template <class I> static void sweep(long n, long m, long of_a, long of_b) {
  auto all = [&](const char *name, auto f) {
    run(name, n, m, of_a, of_b, [&](auto &a, auto &b) {
      f(a, b);
      return 0.0;
    });
  };
  all("interior", [&](auto &a, auto &b) { interior<I>(a, b, n, m); });
  all("bordered", [&](auto &a, auto &b) { bordered<I>(a, b, n, m); });
  all("last apart", [&](auto &a, auto &b) { lastApart<I>(a, b, n, m); });
  all("clamped", [&](auto &a, auto &b) { clamped<I>(a, b, n, m); });
  all("in place", [&](auto &, auto &b) { inPlace<I>(b, n, m); });
  all("in one array", [&](auto &, auto &b) { bordered<I>(b, b, n, m); });
  run("ends", n, m, of_a, of_b, [&](auto &a, auto &b) { return ends<I>(a, b, n, m); });
}

int main() {
  const long extents[][2] = {{0, 0}, {1, 1}, {1, 5}, {5, 1},  {2, 2},
                             {3, 4}, {7, 6}, {4, 70}, {70, 3}, {30, 33}};
  for (auto [n, m] : extents)
    for (long of_a : {-1, 0, 1})
      for (long of_b : {-m - 1, -1l, 0l, m}) {
        sweep<int>(n, m, of_a, of_b);
        sweep<size_t>(n, m, of_a, of_b);
        sweep<long>(n, m, of_a, of_b);
      }
}
