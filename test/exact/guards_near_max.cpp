// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -I %S/../Inputs -mllvm -polly-escop-report %s -o %t
// RUN: %t complete 2>&1 | FileCheck %s
// RUN: %exact %s --tiled 11 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=20"
//
// The optimiser makes one comparison with one of the greatest numbers of several comparisons: of
// size > 1 && size != 2, size - 3 < -1 is left. A window of 3 x 3 with checked indices has such
// guards. Each size of the window's rows and their number, and other such comparisons, of counters,
// too, of signed and unsigned numbers, around their limits.
#include "escop.h"
#include <stdexcept>
#include <vector>

using Rows = std::vector<std::vector<double>>;

// CHECK: polly-escop: window({{.*}}: 1 calls: 1 complete, 0 left early
NOINLINE void window(Rows &c, const Rows &a, const Rows &b, size_t i, size_t n) {
  for (size_t j = 1; j + 1 < n; ++j) {
    double s = 0;
    for (size_t y = 0; y < 3; ++y)
      for (size_t x = 0; x < 3; ++x)
        s += a.at(i + y - 1).at(j + x - 1) * b.at(y).at(x);
    c.at(i).at(j) = s;
  }
}

#define LOOP(NAME, TYPE, FIRES)                                                                    \
  NOINLINE static long NAME(double *c, const double *a, TYPE x, TYPE step, size_t n) {             \
    for (size_t j = 0; j < n; ++j) {                                                               \
      const TYPE v = TYPE(x + TYPE(j) * step);                                                     \
      if (FIRES)                                                                                   \
        return long(j);                                                                            \
      c[j] = a[j] * 2 + double(v);                                                                 \
    }                                                                                              \
    return -1;                                                                                     \
  }
LOOP(atLeast, unsigned, v >= -5u)
LOOP(greater, unsigned, v > -5u)
LOOP(less, unsigned, v < -5u)
LOOP(atMost, unsigned, v <= -5u)
LOOP(notMost, uint64_t, v < -1ul)
LOOP(around, uint64_t, v - 10 >= -3ul)
LOOP(half, unsigned, v >= 1u << 31)
// Does the sum with j wrap?
LOOP(wraps, uint64_t, x > ~uint64_t(j))
LOOP(wrapsToZero, uint64_t, x >= ~uint64_t(j))
LOOP(wrapsNot, uint64_t, x < ~uint64_t(j * 3))
LOOP(wrapsNotToZero, uint64_t, x <= ~uint64_t(j))

static double A[200], C[200];

template <typename T>
static void run(const char *name, long (*f)(double *, const double *, T, T, size_t)) {
  uint64_t h = HASH_START;
  for (long i = 0; i < 200; ++i)
    A[i] = double(small(i, 3, 50));
  for (size_t n : {0, 1, 2, 70, 200})
    for (T step : {T(0), T(1), T(-1), T(3)})
      for (T base : {T(0), T(10), T(1) << (8 * sizeof(T) - 1), T(-1) / 4})
        for (long at : {-212, -200, -70, -69, -9, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 150}) {
          memset(C, 0, sizeof C);
          const long where = f(C, A, T(base + T(at)), step, n);
          h = hash_more(hash_more(h, C, sizeof C), &where, sizeof where);
        }
  printf("%s: %llx\n", name, (unsigned long long)h);
}

static uint64_t slide(size_t n, size_t rows, size_t columns, size_t row) {
  Rows a(5), b(rows), c(5);
  for (size_t y = 0; y < 5; ++y)
    for (size_t j = 0; j < n; ++j)
      a[y].push_back(small(long(y), long(j), 9)), c[y].push_back(0);
  for (size_t y = 0; y < rows; ++y)
    b[y].resize(y == row ? columns : 4, double(y + 1));
  int thrown = 0;
  try {
    window(c, a, b, 2, n);
  } catch (const std::out_of_range &) {
    thrown = 1;
  }
  uint64_t h = hash_of(&thrown, sizeof thrown);
  for (auto &r : c)
    h = hash_more(h, r.data(), r.size() * sizeof(double));
  return h;
}

int main(int argc, char **) {
  if (argc > 1)
    return slide(300, 4, 4, 0) == 0;
  for (size_t n : {0, 2, 3, 80, 200})
    for (size_t rows = 0; rows < 5; ++rows)
      for (size_t columns = 0; columns < 5; ++columns)
        for (size_t row = 0; row < 3; ++row)
          printf("%zu %zu %zu %zu: %llx\n", n, rows, columns, row,
                 (unsigned long long)slide(n, rows, columns, row));
  run("at least", atLeast);
  run("greater", greater);
  run("less", less);
  run("at most", atMost);
  run("not most", notMost);
  run("around", around);
  run("half", half);
  run("wraps", wraps);
  run("wraps to zero", wrapsToZero);
  run("wraps not", wrapsNot);
  run("wraps not to zero", wrapsNotToZero);
}
