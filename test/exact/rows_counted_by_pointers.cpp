// RUN: %exact_unpacked %s --tiled 5
// RUN: %if escop %{ %clangxx -O3 %optimized %unpacked -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s %}
//
// Rows of a vector<vector<double>> that are counted by an int, the size of the first one, which is
// a difference of pointers. Each row in turn is shorter or longer than the first, or has no
// elements; or all from it on; or it is what is checked. There are too few rows, and rows at places
// that are not equally far apart.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

using Vectors = std::vector<std::vector<double>>;

NOINLINE static void product(Vectors &c, const Vectors &a, const Vectors &b) {
  const int n = a.size(), m = b[0].size(), l = a[0].size();
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, product){{.*}} depth 3, rows
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        c.at(i).at(j) += a.at(i).at(k) * b.at(k).at(j);
}
// Of columns.
NOINLINE static void checkedCovariance(Vectors &c, const Vectors &a) {
  const int n = a.size(), m = a[0].size();
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, product){{.*}} depth 3, rows
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < n; ++k)
        s += a.at(k).at(i) * a.at(k).at(j);
      c.at(i).at(j) = s;
      c.at(j).at(i) = s;
    }
}
// Rows are long enough.
NOINLINE static void covariance(Vectors &c, const Vectors &a) {
  const int n = a.size(), m = a[0].size();
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (speculate, Polly){{.*}} rows
  for (int i = 0; i < m; ++i)
    for (int j = i; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < n; ++k)
        s += a[k][i] * a[k][j];
      if (s > LIMIT)
        throw std::range_error("covariance");
      c[i][j] = s;
      c[j][i] = s;
    }
}
NOINLINE static void transpose(Vectors &c, const Vectors &a) {
  const int n = a.size(), m = a[0].size();
  // CHECK-DAG: :[[@LINE+1]]:3: remark: tiled exception-safe nest (inspect, Polly){{.*}} rows
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c.at(j).at(i) = a.at(i).at(j);
}
// The first row is written, which its size is not. There may be fewer rows than columns.
NOINLINE static void columnSums(Vectors &c) {
  const int m = c[0].size(), n = c.size();
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i) {
      c[0].at(j) += c.at(i).at(j);
      c.at(j).at(0) += 1;
    }
}

static Vectors make(size_t rows, size_t columns, int seed, bool scattered) {
  Vectors v(rows);
  std::vector<std::vector<double>> between;
  for (size_t i = 0; i < rows; ++i) {
    if (scattered)
      between.emplace_back(i * i % 7 + 1);
    v[i].resize(columns);
    for (size_t j = 0; j < columns; ++j)
      v[i][j] = small(i, j, seed);
  }
  if (scattered)
    for (size_t i = 0; i + 3 < rows; i += 2)
      std::swap(v[i], v[i + 3]);
  return v;
}
template <class Call> static void run(const char *name, const Vectors &c, Call call) {
  const char *what = "returned";
  try {
    call();
  } catch (const std::out_of_range &) {
    what = "out of range";
  } catch (const std::range_error &) {
    what = "covariance";
  }
  uint64_t h = HASH_START;
  for (auto &row : c)
    h = hash_more(h, row.data(), row.size() * sizeof(double));
  printf("%s: %s %016llx\n", name, what, (unsigned long long)h);
}

// A row of the matrix, or all rows from it on, are as long as that.
static Vectors spoil(Vectors v, size_t bad, size_t length, bool all) {
  for (size_t i = bad; i < v.size() && (all || i == bad); ++i)
    v[i].resize(length, 2);
  return v;
}
static void runAll(size_t n, size_t m, size_t bad, size_t length, int which) {
  const bool scattered = which & 1, all = which & 2;
  for (int spoiled = 0; spoiled < 3; ++spoiled) {
    auto of = [&](int number, size_t rows, size_t columns) {
      Vectors v = make(rows, columns, 4 + number, scattered && number < 2);
      if (number == spoiled)
        v = spoil(std::move(v), bad, length, all);
      return v;
    };
    const Vectors a = of(1, n, m), b = of(2, m, n);
    Vectors c = of(0, n, n);
    run("product", c, [&] { product(c, a, b); });
    if (spoiled == 2)
      continue;
    c = of(0, m, m);
    run("checked covariance", c, [&] { checkedCovariance(c, a); });
    c = of(0, m, n);
    run("transpose", c, [&] { transpose(c, a); });
    c = of(0, n, m);
    run("column sums", c, [&] { columnSums(c); });
  }
  // As many rows as there are.
  Vectors c = make(bad + 1, length, 3, scattered);
  const Vectors a = make(n, m, 5, scattered);
  run("transpose, rows", c, [&] { transpose(c, a); });
  c = make(bad + 1, length, 3, scattered);
  run("column sums, rows", c, [&] { columnSums(c); });
  Vectors values = make(n, m, 5, scattered);
  if (bad < n)
    values[bad][length % m] = POISON;
  c = make(m, m, 3, scattered);
  run("covariance", c, [&] { covariance(c, values); });
}

int main() {
  for (size_t n : {1, 2, 3, 8, 22})
    for (size_t m : {n, n + 4})
      for (int which = 0; which < 4; ++which)
        for (size_t bad = 0; bad <= n; bad += n > 20 && bad && bad < n - 2 ? 6 : 1)
          for (size_t length : {size_t(0), m / 2, m - 1, m, m + 3}) {
            printf("%zu %zu %d %zu %zu\n", n, m, which, bad, length);
            runAll(n, m, bad, length, which);
          }
  return 0;
}
