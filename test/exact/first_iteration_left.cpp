// REQUIRES: escop
// RUN: %exact %s --tiled 5 --config "-O3 @optimized -mllvm -polly-escop-leave-iterations=2" --config "-O3 @optimized -mllvm -polly-escop-leave-iterations=2 -mllvm -polly-escop-first-chunk=1" --config "-O3 @optimized -mllvm -polly-escop-leave-iterations=2 -mllvm -polly-escop-prefer=0"
//
// The nest executes the first iteration itself, and calls the driver again: from the state behind
// that iteration, with what is hoisted loaded once more.
#include "escop.h"
#include <stdexcept>
#include <vector>

constexpr long N = 9;

struct Matrix {
  double *data;
  long rows, columns;
  double &at(long i, long j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw std::out_of_range("at");
    return data[i * columns + j];
  }
};

// State that is no counter: how far it came, and where.
NOINLINE static long state(long n, double *c, const double *a, const double *b, long *where) {
  double *row = c;
  long sum = 1;
  for (long i = 0; i < n; ++i, row += n) {
    sum = sum * 3 + i;
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j) {
        row[j] += a[i * n + k] * b[j * n + k] + k;
        if (row[j] > LIMIT) {
          *where = row - c + j;
          return sum;
        }
      }
  }
  *where = row - c;
  return sum;
}

// Loads are hoisted that the first iteration is known to execute.
NOINLINE static void members(const Matrix &c, const Matrix &a, const Matrix &b, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        c.at(i, j) += a.at(i, k) * b.at(k, j) + i;
        if (c.at(i, j) > LIMIT)
          throw std::domain_error("c");
      }
}

NOINLINE static void rows(std::vector<std::vector<double>> &c,
                          const std::vector<std::vector<double>> &a, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        c.at(i).at(j) += a.at(k).at(j) * k;
        if (c.at(i).at(j) > LIMIT)
          throw std::domain_error("c");
      }
}

// The nest goes on behind an exception, and leaves iterations to itself again.
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

// An iteration reads what the one before it wrote.
NOINLINE static int carried(long n, double *c, const double *a) {
  for (long i = 1; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        c[i * n + j] += c[(i - 1) * n + k] * a[k * n + j] / 4;
        if (c[i * n + j] > LIMIT)
          return i * 100 + j;
      }
  return -1;
}

static double A[N * N], B[N * N], C[N * N];

static void fill(long poisoned) {
  for (long i = 0; i < N * N; ++i)
    A[i] = i * 7 % 5, B[i] = i * 3 % 4, C[i] = i == poisoned ? 2 * LIMIT : i % 3;
}

template <class Run> static void check(const char *what, long n, long poisoned, Run run) {
  fill(poisoned);
  double result = 0;
  try {
    result = run();
  } catch (const std::exception &e) {
    result = 1000 + e.what()[0];
  }
  printf("%s %ld %ld: %g %lx\n", what, n, poisoned, result, (long)hash_of(C, sizeof C));
}

int main() {
  for (long n : {1, 2, 3, (int)N})
    for (long poisoned = -1; poisoned < n * n; ++poisoned) {
      check("state", n, poisoned, [&] {
        long where;
        long sum = state(n, C, A, B, &where);
        return sum * 100. + where;
      });
      check("members", n, poisoned, [&] {
        Matrix c = {C, n, n}, a = {A, n, n}, b = {B, n, n - (poisoned == n)};
        members(c, a, b, n);
        return 0;
      });
      check("rows", n, poisoned, [&] {
        std::vector<std::vector<double>> c, a;
        for (long i = 0; i < n; ++i) {
          c.emplace_back(C + i * n, C + i * n + n);
          a.emplace_back(A + i * n, A + i * n + n);
        }
        double sum = 0;
        try {
          rows(c, a, n);
        } catch (const std::domain_error &) {
          sum = 1;
        }
        for (auto &row : c)
          for (double x : row)
            sum = sum * 1.25 + x;
        return sum;
      });
      check("caught", n, poisoned, [&] { return caught(n, C, A); });
      check("carried", n, poisoned, [&] { return carried(n, C, A); });
    }
}
