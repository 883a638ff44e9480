// RUN: %exact %s --tiled 3 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @naive -mllvm -polly-escop-least-work=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -mllvm -polly-escop-report %s -o %t %}
// RUN: %if escop %{ env LARGE=1 %t 2>&1 | FileCheck %s %}
//
// The loop around a product iterates once or a few times: all of the product is in its first
// iteration, which is not left to the nest.
//
// CHECK-DAG: speculated({{.*}}: 3 calls: 3 complete
// CHECK-DAG: inspected({{.*}}: 3 calls: 3 complete
// CHECK-DAG: sweeps({{.*}}: 3 calls: 3 complete
#include "escop.h"
#include <stdexcept>
#include <vector>

using Matrix = std::vector<double>;

NOINLINE static void speculated(long times, size_t n, Matrix &c, const Matrix &a, const Matrix &b) {
  for (long t = 0; t < times; ++t)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        double sum = t;
        for (size_t k = 0; k < n; ++k)
          sum += a[i * n + k] * b[k * n + j];
        if (!(sum < LIMIT))
          throw std::domain_error("sum");
        c[i * n + j] = sum;
      }
}

NOINLINE static void inspected(long times, size_t n, Matrix &c, const Matrix &a, const Matrix &b) {
  for (long t = 0; t < times; ++t)
    for (size_t i = 0; i < n; ++i)
      for (size_t k = 0; k < n; ++k)
        for (size_t j = 0; j < n; ++j)
          c.at(i * n + j) += a.at(i * n + k) * b.at(k * n + j);
}

// No product: each sweep reads what the one before wrote.
NOINLINE static void sweeps(long times, size_t n, Matrix &c, const Matrix &, const Matrix &) {
  for (long t = 0; t < times; ++t)
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j + 1 < n; ++j)
        c.at(i * n + j) =
            (c.at(i * n + j - 1) + c.at((i - 1) * n + j) + c.at(i * n + n + j)) / 4 + t;
}

template <typename Nest> static void run(const char *name, Nest nest) {
  const bool large = getenv("LARGE");
  for (long times = 1; times <= (large ? 3 : 2); ++times)
    for (size_t n : large ? std::vector<size_t>{120} : std::vector<size_t>{1, 3, 9, 17})
      for (size_t at = 0; at <= (large ? 0 : n * n); ++at) {
        Matrix a(n * n), b(n * n), c(n * n);
        for (size_t i = 0; i < n * n; ++i)
          a[i] = small(i, 2, 9), b[i] = small(3, i, 7), c[i] = i % 5;
        // One more than there are positions: nothing fires.
        if (at < n * n && !large) {
          a[at] = POISON;
          b.resize(n * n - (at & 1));
          b.reserve(n * n);
        }
        const char *what = "";
        try {
          nest(times, n, c, a, b);
        } catch (const std::logic_error &e) {
          what = e.what();
        }
        printf("%s %ld %zu %zu: %s %016llx\n", name, times, n, at, *what ? "thrown" : "",
               (unsigned long long)hash_of(c.data(), c.size() * sizeof(double)));
      }
}

int main() {
  run("speculated", speculated);
  run("inspected", inspected);
  run("sweeps", sweeps);
}
