// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -fno-discard-value-names -I %S/../Inputs -S -emit-llvm %s -o - | FileCheck %s
// RUN: %exact %s --tiled 7 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=20" \
// RUN:   --config "-O2 @optimized -mllvm -polly-escop-least-work=100000"
//
// A loop around a nest that takes many values, and whose first test does not depend on the
// iteration, has two copies: without and with calls of the driver. Loops that leave early, by each
// way, with values that are known behind them, mathematical functions that set errno, two nests
// that are little work at other sizes, one whose work depends on the iteration; extents below and
// above the least work.
#include "escop.h"
#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <vector>

using Rows = std::vector<std::vector<short>>;
struct Bad {
  long i, j;
};

static short at(const Rows &a, size_t i, size_t j) { return a.at(i).at(j); }

// CHECK-LABEL: define {{.*}}stencil
// CHECK: br i1 %escop.little, label %{{.*}}.little{{.*}}, label
// CHECK: call {{.*}}stencil{{.*}}escop.nest
// CHECK-NOT: call {{.*}}escop.driver
// CHECK-LABEL: define
NOINLINE static long stencil(Rows &c, const Rows &a, const Rows &b, size_t n) {
  long last = -1;
  for (size_t i = 1; i + 1 < n; ++i)
    for (size_t j = 1; j + 1 < n; ++j) {
      short s = 0;
      for (size_t y = 0; y < 3; ++y)
        for (size_t x = 0; x < 3; ++x)
          s = short(s + at(a, i + y - 1, j + x - 1) * at(b, y, x));
      if (s > 10000)
        throw Bad{long(i), long(j)};
      c.at(i).at(j) = s;
      last = long(i * n + j);
    }
  return last;
}

// Handlers around the nest, and a return.
NOINLINE static long handled(Rows &c, const Rows &a, const Rows &b, size_t n) {
  long sum = 0;
  for (size_t i = 1; i + 1 < n; ++i) {
    try {
      for (size_t j = 1; j + 1 < n; ++j) {
        short s = short(at(a, i - 1, j) + at(a, i + 1, j) + at(a, i, j - 1) + at(a, i, j + 1) +
                        at(b, i % 3, j % 2));
        if (s > 1000)
          throw Bad{long(i), long(j)};
        c.at(i).at(j) = s;
      }
    } catch (const Bad &bad) {
      sum += bad.i * 1000 + bad.j;
      if (bad.i % 3 == 2)
        return -sum;
    }
    sum = sum * 3 + at(c, i, 1);
  }
  return sum;
}

// errno is part of what is compared.
NOINLINE static double domain(std::vector<double> &y, const std::vector<double> &x,
                              const std::vector<double> &u, const std::vector<double> &v,
                              const std::vector<double> &w, size_t n, size_t times) {
  double sum = 0;
  for (size_t t = 0; t < times; ++t) {
    for (size_t i = 0; i < n; ++i) {
      const double z = x.at(i) * u.at(i) + v.at(i) * w.at(i) + x.at(i + 1) * u.at(i + 1) +
                       v.at(i + 1) * w.at(i + 1);
      if (z > LIMIT)
        return -double(i);
      y.at(i) = z + double(t);
    }
    sum += std::sqrt(y.at(t % n) - 40);
  }
  return sum;
}

// Two nests: the second has half the iterations.
NOINLINE static int two(Rows &c, Rows &d, const Rows &a, const Rows &b, size_t n) {
  for (size_t i = 1; i + 1 < n; ++i) {
    for (size_t j = 1; j + 1 < n; ++j) {
      const short s = short(at(a, i, j - 1) * at(b, i, j + 1) + at(a, i - 1, j) * at(b, i + 1, j));
      if (s > 10000)
        return int(i * 100 + j);
      c.at(i).at(j) = s;
    }
    for (size_t j = 1; j + 1 < n / 2; ++j) {
      const short s = short(at(a, i, j + 1) + at(b, i, j - 1) * 2 + at(c, i, j) + at(c, i, j + 1));
      if (s > 20000)
        return -int(i * 100 + j);
      d.at(i).at(j) = s;
    }
  }
  return 0;
}

// The nest's work depends on i, but not on t, and is most in the last row.
// CHECK-LABEL: define {{.*}}triangle
// CHECK: br i1 %{{.*}}, label %{{.*}}.little
// CHECK: call {{.*}}triangle{{.*}}escop.nest
NOINLINE static int triangle(Rows &c, const Rows &a, const Rows &b, size_t n, int times) {
  for (int t = 0; t < times; ++t)
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j < i; ++j) {
        const short s = short(at(a, i - 1, j - 1) + at(a, i + 1, j + 1) + at(b, i, j) + at(b, i + 1, j) +
                              at(c, i, j) + t);
        if (s > 10000)
          return int(i * 100 + j);
        c.at(i).at(j) = s;
      }
  return times;
}

// A nest of two loops, which is executed as it is where rows lie anywhere, by the driver of the inner
// one: that has tests in both copies of the nest.
NOINLINE static int repeated(Rows &c, const Rows &a, const Rows &b, size_t n, int times) {
  for (int t = 0; t < times; ++t)
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j + 1 < n; ++j) {
        short s = short(t);
        for (size_t y = 0; y < 3; ++y)
          for (size_t x = 0; x < 3; ++x)
            s = short(s + at(a, i + y - 1, j + x - 1) * at(b, y, x));
        c.at(i).at(j) = s;
      }
  return times;
}

static const size_t Sizes[] = {0, 1, 2, 3, 5, 18, 49, 51, 66, 70};

using Call = long(Rows &c, Rows &d, const Rows &a, const Rows &b, size_t n, size_t bad);
static void run(const char *name, Call *call) {
  uint64_t h = HASH_START;
  for (size_t n : Sizes)
    for (size_t bad = 0; bad <= n; bad += 1 + n / 5)
      for (int shorter = 0; shorter < 3; ++shorter) {
        Rows a(n + 1), b(n + 3), c(n + 1), d(n + 1);
        for (size_t i = 0; i < b.size(); ++i) {
          b[i].resize(n + 3);
          for (size_t j = 0; j < n + 3; ++j)
            b[i][j] = short(small(long(j), long(i), 9));
          if (i >= a.size())
            continue;
          a[i].resize(n + 1), c[i].resize(n + 1), d[i].resize(n + 1);
          for (size_t j = 0; j <= n; ++j)
            a[i][j] = short(small(long(i), long(j), 11));
        }
        if (bad < n)
          a[bad][n / 2] = 12000;
        if (shorter == 1 && n > 2)
          c[n / 2].resize(n * 2 / 3);
        if (shorter == 2 && n > 2)
          a[n / 2].resize(n - 1);
        long result[3] = {0, 0, 0};
        errno = 0;
        try {
          result[0] = call(c, d, a, b, n, bad);
        } catch (const Bad &e) {
          result[1] = e.i * 1000 + e.j + 1;
        } catch (const std::out_of_range &e) {
          result[1] = -1;
        }
        result[2] = errno;
        h = hash_more(h, result, sizeof result);
        for (const Rows *rows : {&c, &d})
          for (const auto &row : *rows)
            h = hash_more(h, row.data(), row.size() * sizeof(short));
      }
  printf("%s: %llx\n", name, (unsigned long long)h);
}

int main() {
  run("stencil", [](Rows &c, Rows &, const Rows &a, const Rows &b, size_t n, size_t) {
    return stencil(c, a, b, n);
  });
  run("handled", [](Rows &c, Rows &, const Rows &a, const Rows &b, size_t n, size_t) {
    return handled(c, a, b, n);
  });
  run("two", [](Rows &c, Rows &d, const Rows &a, const Rows &b, size_t n, size_t) {
    return long(two(c, d, a, b, n));
  });
  run("triangle", [](Rows &c, Rows &, const Rows &a, const Rows &b, size_t n, size_t) {
    return long(triangle(c, a, b, n, 3));
  });
  run("repeated", [](Rows &c, Rows &, const Rows &a, const Rows &b, size_t n, size_t) {
    return long(repeated(c, a, b, n, 3));
  });
  run("domain", [](Rows &c, Rows &, const Rows &a, const Rows &, size_t n, size_t bad) {
    std::vector<double> x(n + 1, 2), u(n + 1, 3), v(n + 1, 4), w(n + 1, 5), y(n + 1);
    if (bad < n)
      x[bad] = bad % 2 ? POISON : -200;
    const double r = n ? domain(y, x, u, v, w, a[0].size() > 66 ? n : n - n / 3, 7) : 0;
    for (size_t i = 0; i < n && i < c.size(); ++i)
      c[i][0] = short(y[i]);
    return long(r * 1000);
  });
}
