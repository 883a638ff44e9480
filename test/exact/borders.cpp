// RUN: %exact %s --tiled 10 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=3"
//
// Grids whose borders are treated in the loops: what is beside an element is accessed only where
// there is such. Some conditions do not suffice, and arrays may be too small.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <vector>

using Vector = std::vector<double>;

template <class I> NOINLINE static void stencil(const Vector &a, Vector &b, I n) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < n; ++j) {
      double left = j > 0 ? a.at(i * n + j - 1) : 0, right = j + 1 < n ? a.at(i * n + j + 1) : 0,
             up = i > 0 ? a.at((i - 1) * n + j) : 0, down = i + 1 < n ? a.at((i + 1) * n + j) : 0;
      b.at(i * n + j) = left + right + up + down;
    }
}

// The row above is written, and the element on the left.
template <class I> NOINLINE static void sequences(const Vector &a, Vector &b, I n) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j != n; ++j) {
      double up = i != 0 ? b.at((i - 1) * n + j) : 0, left = j ? b.at(i * n + j - 1) : 0;
      b.at(i * n + j) = a.at(i * n + j) + (up < left ? up : left);
    }
}

template <class I> NOINLINE static void farther(const Vector &a, Vector &b, I n) {
  for (I i = 0; i < n; ++i)
    for (I j = 0; j < n; ++j) {
      double s = 0;
      if (i >= 2 && j > 1)
        s += a.at((i - 2) * n + j - 2);
      if (i < n - 2 && 2 + j < n)
        s += a.at((i + 2) * n + j + 2);
      if (j == 0)
        s += a.at(i * n);
      else if (j == n - 1)
        s += a.at(i * n + j - 1);
      else
        s += a.at(i * n + j + 1) + a.at(i * n + j - 1);
      b.at(i * n + j) = s;
    }
}

// One condition does not suffice: the check fails in one iteration.
NOINLINE static void wrongAtFirst(const Vector &a, Vector &b, int n) {
  for (int i = 0; i < n; ++i)
    b.at(i) = i > 0 ? a.at(i - 2) : 1;
}
NOINLINE static void wrongAtLast(const Vector &a, Vector &b, int n) {
  for (int i = 0; i < n; ++i)
    b.at(i) = i + 1 < n ? a.at(i + 2) : 1;
}
NOINLINE static void wrongInRow(const Vector &a, Vector &b, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      b.at(i * n + j) = i > 0 || j > 0 ? a.at(i * n + j - n) : 1;
}

template <class I> NOINLINE static void backwards(const Vector &a, Vector &b, I n) {
  for (I i = n - 1; i >= 0; --i)
    for (I j = n - 1; j >= 0; --j) {
      double s = 0;
      if (i < n - 1)
        s += b.at((i + 1) * n + j);
      if (j > 0)
        s += a.at(i * n + j - 1);
      if (n - 1 > j)
        s += a.at(i * n + j + 1);
      b.at(i * n + j) = s;
    }
}

// Where the loops begin and end with what is not known.
template <class I> NOINLINE static void inset(const Vector &a, Vector &b, I n, I low, I high) {
  for (I i = low; i < high; ++i)
    for (I j = low; j < high; ++j) {
      double s = a.at(i * n + j);
      if (i > 0)
        s += a.at((i - 1) * n + j);
      if (j < n - 1)
        s += a.at(i * n + j + 1);
      b.at(i * n + j) = s;
    }
}

// The same in all iterations, or of another loop's counter.
NOINLINE static void other(const Vector &a, const Vector &c, Vector &b, size_t n, bool use) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double s = a.at(i * n + j);
      if (use)
        s += c.at(i * n + j);
      if (i > j)
        s += a.at((i - j - 1) * n);
      if (i > 0)
        s += a.at(j);
      b.at(i * n + j) = s;
    }
}

template <class F> static void run(const char *name, long n, long of_a, long of_b, F f) {
  Vector a(n * n + of_a > 0 ? n * n + of_a : 0), b(n * n + of_b > 0 ? n * n + of_b : 0);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = small(i, i / 7, 9);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = -1;
  const char *what = "returned";
  try {
    f(a, b);
  } catch (const std::out_of_range &) {
    what = "threw";
  }
  printf("%s %ld %ld %ld: %s %llx\n", name, n, of_a, of_b, what,
         (unsigned long long)hash_of(b.data(), b.size() * sizeof(double)));
}

int main() {
  for (long n : {0, 1, 2, 3, 5, 8, 17, 40})
    for (long of_a : {-17, -2, -1, 0, 1, 3})
      for (long of_b : {-33, -1, 0, 2}) {
        auto all = [&](const char *name, auto f) { run(name, n, of_a, of_b, f); };
        all("int stencil", [&](auto &a, auto &b) { stencil<int>(a, b, n); });
        all("size_t stencil", [&](auto &a, auto &b) { stencil<size_t>(a, b, n); });
        all("unsigned stencil", [&](auto &a, auto &b) { stencil<unsigned>(a, b, n); });
        all("short stencil", [&](auto &a, auto &b) { stencil<short>(a, b, n); });
        all("long sequences", [&](auto &a, auto &b) { sequences<long>(a, b, n); });
        all("unsigned sequences", [&](auto &a, auto &b) { sequences<unsigned>(a, b, n); });
        all("int farther", [&](auto &a, auto &b) { farther<int>(a, b, n); });
        all("size_t farther", [&](auto &a, auto &b) { farther<size_t>(a, b, n); });
        all("at first", [&](auto &a, auto &b) { wrongAtFirst(a, b, n); });
        all("at last", [&](auto &a, auto &b) { wrongAtLast(a, b, n); });
        all("in row", [&](auto &a, auto &b) { wrongInRow(a, b, n); });
        all("int backwards", [&](auto &a, auto &b) { backwards<int>(a, b, n); });
        all("long backwards", [&](auto &a, auto &b) { backwards<long>(a, b, n); });
        for (long low : {-1, 0, 1, 2})
          for (long high : {-1, 0, 1}) {
            all("int inset", [&](auto &a, auto &b) { inset<int>(a, b, n, low, n + high); });
            all("long inset", [&](auto &a, auto &b) { inset<long>(a, b, n, low, n + high); });
            all("size_t inset",
                [&](auto &a, auto &b) { inset<size_t>(a, b, n, low < 0 ? 0 : low, n + high); });
          }
        for (bool use : {false, true}) {
          const Vector c(n > 0 ? n * n - (of_a < -1) : 0, 2.0), none;
          all("other", [&](auto &a, auto &b) { other(a, use ? c : none, b, n, use); });
        }
      }
  return 0;
}
