// RUN: %exact %s --tiled 8 --cflags=-ffp-contract=off --config "-O3 @optimized -mllvm -polly-escop-least-work=30" --config "-O3 @naive -mllvm -polly-escop-least-work=30" --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=30 -mllvm -polly-escop-leave-iterations=2" --config "-O3 @optimized -mllvm -polly-escop-least-work=1000000"
//
// A nest of few iterations is executed by a copy of it, one of many by the driver: each with all
// extents around the border, and a guard that fires in each iteration. Exits that take values along,
// live-outs, handlers in the nest, rows, errno, counters of loops around the nest, bounds that it
// loads.
#include "escop.h"
#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <vector>

constexpr long N = 8;

NOINLINE static long returned(long n, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > LIMIT)
        return i * 100 + j;
      c[i * n + j] += a[i * n + j];
      if (c[i * n + j] > LIMIT)
        return -i * 100 - j - 1;
    }
  return 12345;
}

// The sum is known behind the nest, and so is where it was left.
NOINLINE static double liveOut(long n, double *c, const double *a, long *where) {
  double sum = 0;
  long i = 0;
  for (; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > LIMIT) {
        *where = i;
        throw std::domain_error("a");
      }
      c[j * n + i] = a[i * n + j];
      sum += a[i * n + j] * (j + 1);
    }
  *where = i;
  return sum;
}

NOINLINE static long caught(long n, double *c, const double *a) {
  long count = 0;
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          c[i * n + j] += a[j * n + k] + i;
          if (c[i * n + j] > LIMIT)
            throw i;
        }
    } catch (long at) {
      count += at + 1;
    }
  return count;
}

NOINLINE static long broken(long n, double *c, const double *a) {
  long count = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > LIMIT)
        break;
      c[i * n + j] += a[i * n + j] * 2;
      ++count;
    }
  return count;
}

NOINLINE static void rows(std::vector<std::vector<double>> &c,
                          const std::vector<std::vector<double>> &a) {
  for (size_t i = 0; i < c.size(); ++i)
    for (size_t j = 0; j < c.size(); ++j)
      for (size_t k = 0; k < c.size(); ++k) {
        c.at(i).at(j) += a.at(i).at(k) * a.at(k).at(j);
        if (c[i][j] > LIMIT)
          throw std::domain_error("c");
      }
}

// The square root of a negative number sets errno.
NOINLINE static void roots(long n, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] > LIMIT)
        throw std::domain_error("a");
      c[i * n + j] = std::sqrt(a[i * n + j] - 1);
    }
}

// The nest is in a loop, whose counter its bounds depend on.
NOINLINE static void eliminate(long n, double *c) {
  for (long k = 0; k < n; ++k) {
    if (c[k * n + k] > LIMIT)
      throw std::domain_error("pivot");
    for (long i = k + 1; i < n; ++i)
      for (long j = k + 1; j < n; ++j) {
        c[i * n + j] -= c[i * n + k] * c[k * n + j] / 4;
        if (c[i * n + j] > LIMIT)
          throw std::domain_error("c");
      }
  }
}

// What is stored may be the bound, for all that the compiler knows: the nest loads it.
NOINLINE static long loaded(const long &columns, long *data, long n, const long *a, long poison) {
  for (long i = 0; i < n; ++i) {
    const long m = columns;
    long j = 0;
    do {
      data[i * N + j] += a[i] + j;
      if (data[i * N + j] == poison)
        return i * 100 + j;
    } while (++j < m);
  }
  return -1;
}

static double A[N * N], C[N * N];

template <class Run> static void check(const char *what, long n, long poisoned, Run run) {
  for (long i = 0; i < N * N; ++i)
    A[i] = 1 + i * 7 % 5, C[i] = i % 3;
  if (poisoned >= n * n)
    C[poisoned - n * n] = 2 * LIMIT;
  else if (poisoned >= 0)
    A[poisoned] = 2 * LIMIT;
  errno = 0;
  double result = 0;
  try {
    result = run();
  } catch (const std::exception &e) {
    result = 1000 + e.what()[0];
  }
  printf("%s %ld %ld: %.17g errno %d %lx\n", what, n, poisoned, result, errno,
         (long)hash_of(C, sizeof C));
}

int main() {
  for (long n = 1; n <= N; ++n)
    for (long poisoned = -1; poisoned < 2 * n * n; ++poisoned) {
      check("returned", n, poisoned, [&] { return returned(n, C, A); });
      long where = -1;
      check("live-out", n, poisoned, [&] { return liveOut(n, C, A, &where) + where; });
      printf("%ld\n", where);
      check("caught", n, poisoned, [&] { return caught(n, C, A); });
      check("broken", n, poisoned, [&] { return broken(n, C, A); });
      check("rows", n, poisoned, [&] {
        std::vector<std::vector<double>> c, a;
        for (long i = 0; i < n; ++i) {
          c.emplace_back(C + i * n, C + i * n + n);
          a.emplace_back(A + i * n, A + i * n + n);
        }
        double sum = 0;
        try {
          rows(c, a);
        } catch (const std::domain_error &) {
          sum = 1;
        }
        for (auto &row : c)
          for (double x : row)
            sum = sum * 1.25 + x;
        return sum;
      });
      check("roots", n, poisoned, [&] {
        if (poisoned >= 0 && poisoned % 3 == 0)
          A[poisoned % (n * n)] = 0;
        roots(n, C, A);
        return 0;
      });
      check("loaded", n, poisoned, [&] {
        long data[N * N] = {}, a[N];
        for (long i = 0; i < N; ++i)
          a[i] = i * 10;
        long result = loaded(n, data, n, a, poisoned < 0 ? -1 : poisoned / n * 10 + poisoned % n);
        return double(result) + double(hash_of(data, sizeof data) % 100003);
      });
      check("eliminate", n, poisoned, [&] {
        eliminate(n, C);
        return 0;
      });
    }
}
