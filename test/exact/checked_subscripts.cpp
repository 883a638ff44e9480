// RUN: %exact %s --tiled 6
// RUN: %if escop %{ %clangxx -O3 -march=x86-64-v3 %optimized -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s %}
// CHECK-DAG: checked_subscripts.cpp:[[@LINE+23]]:3: remark: tiled exception-safe nest (inspect, plain): 8 guards
// CHECK-DAG: checked_subscripts.cpp:[[@LINE+39]]:3: remark: tiled exception-safe nest (inspect, product): 6 guards
//
// Subscripts that are checked not to overflow, as by -ftrapv, are affine: that they do not is known in
// front. Also where the check is in front of an inner loop that may have no iteration, and leaves only
// if it has one. Each subscript overflows in each iteration.
#include "escop.h"
#include <initializer_list>
#include <limits>

static int times(int a, int b, int at) {
  int result;
  if (__builtin_mul_overflow(a, b, &result))
    throw at;
  return result;
}
static int plus(int a, int b, int at) {
  int result;
  if (__builtin_add_overflow(a, b, &result))
    throw at;
  return result;
}
NOINLINE static void sweep(double *b, const double *a, int w, int h) {
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x)
      b[plus(times(y, w, 1), x, 2)] =
          a[plus(times(y - 1, w, 3), x, 4)] + a[plus(times(plus(y, 1, 5), w, 6), x, 7)] +
          a[plus(plus(times(y, w, 8), x, 9), -1, 10)] + a[plus(plus(times(y, w, 11), x, 12), 1, 13)];
}
NOINLINE static void cube(double *b, const double *a, int n, int from) {
  for (int i = from; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k) {
        int row = times(plus(times(i, n, 1), j, 2), n, 3);
        b[plus(row, k, 4)] = a[plus(plus(row, k, 5), -1, 6)] +
                             a[plus(times(plus(times(i - 1, n, 7), j, 8), n, 9), k, 10)] +
                             a[plus(plus(row, k, 11), 1, 12)];
      }
}
NOINLINE static void product(double *c, const double *a, const double *b, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k)
        c[plus(times(i, m, 1), j, 2)] += a[plus(times(i, n, 3), k, 4)] * b[plus(times(k, m, 5), j, 6)];
}
// Subscripts near the greatest number, of which InstCombine makes products of 64 bits.
NOINLINE static void triples(double *c, const double *a, int from, int n) {
  for (int i = from; i < from + n; ++i)
    c[i - (long)from] = a[times(i, 3, 1) - 3L * from] + a[plus(times(i, 3, 2), 1, 3) - 3L * from] * 2 +
                        a[plus(times(i, 3, 4), 2, 5) - 3L * from] * 3;
}
// No access depends on what is checked, so that it may be any number.
NOINLINE static void rows(double *c, const double *a, int from, int n, int m, int w) {
  for (int y = from; y < from + n; ++y)
    for (int x = 0; x < m; ++x) {
      times(y, w, 1000 + y - from);
      c[(y - from) * 16 + x] += a[x] * (y - from);
    }
}
NOINLINE static void sums(double *c, const double *a, int from, int n, int m, int w) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < m; ++x) {
      plus(plus(w, y, 1000 + y), from + x, 2000 + y * 20 + x);
      c[y * 16 + x] += a[x] * y;
    }
}

constexpr int N = 24;
static double A[N * N], B[N * N], C[N * N];

template <typename Call> static void run(const char *name, int n, int m, long w, Call call) {
  for (int x = 0; x < N * N; ++x) {
    A[x] = small(x, 1, 5);
    B[x] = small(x, 2, 7);
    C[x] = small(x, 3, 3);
  }
  int where = -1;
  try {
    call();
  } catch (int at) {
    where = at;
  }
  printf("%s %d %d %ld: %d %llx\n", name, n, m, w, where,
         (unsigned long long)hash_of(C, sizeof C));
}

int main(int argc, char **) { // argc: unknown to the compiler
  constexpr int least = std::numeric_limits<int>::min(), greatest = std::numeric_limits<int>::max();
  for (int n : {0, 1, 2, 3, 4, 9, 23, N})
    for (int m : {-5, 0, 1, 2, 3, 8, N}) {
      n *= argc;
      run("sweep", n, m, 0, [&] { sweep(C, A, m, n); });
      run("product", n, m, 0, [&] { product(C, A, B, n, m); });
      if (n < 9)
        run("cube", n, m, 0, [&] { cube(C, A, n, 1); });
    }
  for (int from : {0, 7, greatest / 3 - 40, greatest / 3 - 63, greatest / 3 - 64, greatest / 3 - 65,
                   greatest / 3 - 100, least / 3 - 2, least / 3 - 1, least / 3, least / 3 + 1})
    for (int m : {0, 1, 5, 64, 100})
      run("triples", from, m, 0, [&] { triples(C, A, from, m * argc); });
  const int n = 20 * argc;
  for (int m : {-1, 0, 1, 15})
    for (int q = 1; q < n + 3; ++q)
      for (int from : {0, -7, 1})
        for (long w : {greatest / q + 1L, greatest / q + 0L, least / q - 1L, least / q + 0L}) {
          if (w < least || w > greatest)
            continue;
          run("rows", from, m, w, [&] { rows(C, A, from, n, m, w); });
        }
  for (int m : {0, 1, 15})
    for (int up = -3; up < n + 20; ++up)
      for (int from : {0, 5, -3}) {
        run("sums", from, m, up, [&] { sums(C, A, from, n, m, greatest - up); });
        if (up >= 0)
          run("sums", from, m, -up, [&] { sums(C, A, from - 9, n, m, least + up); });
      }
}
