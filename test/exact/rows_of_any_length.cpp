// RUN: %exact %s "--optimized=%optimized" --tiled 6 --config "-O3 @optimized -mavx2"
// RUN: %if escop %{ %clangxx -O3 -mavx2 %optimized -fno-discard-value-names -S -emit-llvm \
// RUN:   -I %inputs %s -o - | FileCheck %s %}
//
// Rows whose accesses are checked, for as many vectors at a time as they have: of no element to
// more than a hundred, in nests with and without a part that is left over. The vector that is
// accessed ends in front of the nest's end, behind it, and in each row.
//
// The copy for short rows.
// CHECK: define internal {{.*}}sums{{.*}}.escop.shadow
// CHECK: %escop.short{{.*}} = icmp ult
// CHECK: vector.body
// CHECK: vector.body
#include "escop.h"
#include <stdexcept>
#include <vector>

using Floats = std::vector<float>;
using Ints = std::vector<int>;
using Doubles = std::vector<double>;

NOINLINE static void copies(Floats &a, const Floats &b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      a.at(i * m + j) = b.at(i * m + j) * 2;
}
NOINLINE static void sums(Ints &a, const Ints &b, int n, int m) {
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < m; ++j)
      s += b.at(i * m + j);
    a.at(i) = s;
  }
}
NOINLINE static void triangle(Doubles &a, const Doubles &b, size_t n, size_t m) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i; j < m; ++j)
      a.at(i * m + j) += b.at(j);
}
NOINLINE static void stencil(Doubles &a, const Doubles &b, int n, int m) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      a.at(i * m + j) =
          b.at((i - 1) * m + j) + b.at((i + 1) * m + j) + b.at(i * m + j - 1) + b.at(i * m + j + 1);
}
NOINLINE static long last(Ints &a, const Ints &b, long n, long m) {
  long end = 0;
  for (long i = 0; i < n; ++i) {
    long j = 0;
    for (; j < m; ++j)
      a.at(j) += b.at(i * m + j);
    end += j;
  }
  return end;
}
NOINLINE static void greatest(Ints &a, const Ints &b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      if (a.at(j) < b.at(i * m + j))
        a.at(j) = b.at(i * m + j);
}

template <class V> static V filled(size_t size) {
  V v(size);
  for (size_t i = 0; i < size; ++i)
    v[i] = small(i, 3, 97);
  return v;
}
template <class V, class F>
static void show(const char *name, int n, int m, size_t sizeOfA, size_t sizeOfB, F run) {
  V a = filled<V>(sizeOfA), b = filled<V>(sizeOfB);
  long result = -1;
  try {
    result = run(a, b);
  } catch (const std::out_of_range &) {
  }
  const uint64_t hash =
      hash_more(hash_of(a.data(), a.size() * sizeof(a[0])), b.data(), b.size() * sizeof(b[0]));
  printf("%s %d %d %zu %zu: %ld %016llx\n", name, n, m, sizeOfA, sizeOfB, result,
         (unsigned long long)hash);
}

int main() {
  for (int n : {3, 19})
    for (int m : {1,  3,  4,  7,  8,   9,   15,  16,  23,  31,  32, 33,
                  40, 63, 64, 65, 100, 127, 128, 129, 130, 144, 161}) {
      const size_t all = size_t(n) * m;
      for (size_t end : {all, all + 5, all - all / 3, all / 2, size_t(m), all - 1}) {
        show<Floats>("copies", n, m, all, end,
                     [&](auto &a, auto &b) { return copies(a, b, n, m), 0; });
        show<Floats>("copies", n, m, end, all,
                     [&](auto &a, auto &b) { return copies(a, b, n, m), 0; });
        show<Ints>("sums", n, m, n, end, [&](auto &a, auto &b) { return sums(a, b, n, m), 0; });
        show<Ints>("sums", n, m, n - (end != all), all,
                   [&](auto &a, auto &b) { return sums(a, b, n, m), 0; });
        show<Doubles>("triangle", n, m, end, m,
                      [&](auto &a, auto &b) { return triangle(a, b, n, m), 0; });
        show<Doubles>("stencil", n, m, all, end,
                      [&](auto &a, auto &b) { return stencil(a, b, n, m), 0; });
        show<Doubles>("stencil", n, m, end, all,
                      [&](auto &a, auto &b) { return stencil(a, b, n, m), 0; });
        show<Ints>("last", n, m, m, end, [&](auto &a, auto &b) { return last(a, b, n, m); });
        show<Ints>("greatest", n, m, m, end,
                   [&](auto &a, auto &b) { return greatest(a, b, n, m), 0; });
        if (end != all)
          show<Ints>("last", n, m, m - 1, all, [&](auto &a, auto &b) { return last(a, b, n, m); });
      }
    }
}
