// RUN: %exact %s --tiled 5 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-process-unprofitable -mllvm -polly-escop-report -mllvm -polly-escop-least-work=0 \
// RUN:   %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Triangles of views with a pitch, whose counters are int, and whose offsets are wider: where a row
// begins and how long it is cancel each other in what it reaches. Near the greatest int they do not
// stand for the integers.
#include "escop.h"
#include <cmath>
#include <stdexcept>
#include <vector>

struct View {
  double *data;
  size_t size;
  int pitch, n;
  double &operator()(int i, int j) const {
    if (unsigned(i) >= unsigned(n) || unsigned(j) >= unsigned(n))
      throw std::out_of_range("view");
    const size_t at = size_t(i) * pitch + j;
    if (at >= size)
      throw std::length_error("view");
    return data[at];
  }
};

// Of a factorization that looks to the right: the update begins with the diagonal, column by column.
NOINLINE static void update(View A, int k) {
  for (int j = k + 1; j < A.n; ++j)
    for (int i = j; i < A.n; ++i)
      A(i, j) -= A(i, k) * A(j, k);
}

NOINLINE static int factorize(View A) {
  for (int k = 0; k < A.n; ++k) {
    double p = A(k, k);
    if (!(p > 1e-300))
      return k + 1;
    p = std::sqrt(p);
    A(k, k) = p;
    for (int i = k + 1; i < A.n; ++i)
      A(i, k) /= p;
    update(A, k);
  }
  return 0;
}

// The row before the diagonal, and one element more.
NOINLINE static int behind(View A, View B, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i > 0 ? i - 1 : 0; j < n; ++j)
      for (int k = j; k < n; ++k)
        A(i, j) += B(j, k) * 2;
  return n;
}

// Both ends move.
NOINLINE static int band(View A, View B, int n, int width) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < i + width && j < n; ++j)
      A(j, i) = B(i, j) + 1;
  return n;
}

// Offsets that count up to the greatest int, and on.
NOINLINE static long farAway(double *a, size_t size, int from, int to) {
  long sum = 0;
  for (int j = from; j < to; ++j)
    for (int i = j; i < to; ++i) {
      const size_t at = size_t(i) + size_t(j) - 2 * size_t(from);
      if (at >= size)
        throw sum;
      a[at] += 1;
      ++sum;
    }
  return sum;
}

constexpr int Size = 40;
static double Elements[2][(Size + 1) * Size];

template <class Fn> static void run(const char *name, Fn nest) {
  for (int n : {0, 1, 2, 3, 5, 8, 39, 40})
    for (int pitch : {n, n + 1, n / 2})
      for (int shortOf : {0, 1, 3, 9})
        for (int bad = 0; bad < 3; ++bad) {
          for (int m = 0; m < 2; ++m)
            for (int i = 0; i < int(sizeof Elements[0] / sizeof(double)); ++i)
              Elements[m][i] = small(i, m, 7);
          for (int i = 0; i < n && pitch >= n; ++i)
            Elements[0][i * pitch + i] = 50 + i;
          const size_t size = n && pitch ? size_t(n - 1) * pitch + n : 0;
          View views[2];
          for (int m = 0; m < 2; ++m)
            views[m] = {Elements[m], size > size_t(shortOf) ? size - shortOf : 0, pitch,
                        m + 1 == bad && n ? n - 1 : n};
          long result[2] = {0, 0};
          try {
            result[0] = nest(views[0], views[1], n);
          } catch (const std::out_of_range &) {
            result[1] = 1;
          } catch (const std::length_error &) {
            result[1] = 2;
          }
          uint64_t h = hash_of(result, sizeof result);
          h = hash_more(h, Elements, sizeof Elements);
          printf("%s n=%d pitch=%d short=%d bad=%d %016llx\n", name, n, pitch, shortOf, bad,
                 (unsigned long long)h);
        }
}

int main() {
  run("factorize", [](View A, View, int) { return factorize(A); });
  run("behind", behind);
  run("band", [](View A, View B, int n) { return band(A, B, n, 5); });
  static double Far[200];
  for (int from : {-50, 0, 0x7FFFFF00, 0x7FFFFFC0, 0x7FFFFFFC})
    for (int extent : {0, 1, 3, 30, 60})
      for (size_t size : {size_t(100), size_t(58), size_t(3)}) {
        memset(Far, 0, sizeof Far);
        const int to = from > 0x7FFFFFFF - extent ? 0x7FFFFFFF : from + extent;
        long sum = 0;
        try {
          sum = farAway(Far, size, from, to);
        } catch (long s) {
          sum = -s - 1;
        }
        printf("far %d %d %zu: %ld %016llx\n", from, to, size, sum,
               (unsigned long long)hash_of(Far, sizeof Far));
      }
}
// CHECK-DAG: update({{.*}} calls: {{[1-9][0-9][0-9][0-9]}} complete
// CHECK-DAG: behind({{.*}} calls: {{[1-9][0-9]+}} complete
// CHECK-DAG: band({{.*}} calls: {{[1-9][0-9]+}} complete
