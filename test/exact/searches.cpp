// RUN: %exact %s --tiled 4
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @naive -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-leave-iterations=2"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t -mllvm -polly-escop-report %}
// RUN: %if escop %{ env SHORT=1 %t 2>&1 | FileCheck %s %}
//
// Loops that search leave after a few iterations, again and again. An inner one is executed as it is;
// one that is alone begins itself; and a nest around one calls its driver if its first iteration
// found nothing.
//
// CHECK: equalRows({{.*}}: 0 calls
#include "escop.h"
#include <stdexcept>
#include <vector>

NOINLINE static long equalRows(const int *a, long n, long m) {
  long count = 0;
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      long k = 0;
      for (; k < m; ++k)
        if (a[i * m + k] != a[j * m + k])
          break;
      count += k == m;
    }
  return count;
}

NOINLINE static void firstNonzero(const int *a, long *first, long n, long m) {
  for (long i = 0; i < n; ++i) {
    long j = 0;
    while (j < m && a[i * m + j] == 0)
      ++j;
    first[i] = j;
  }
}

NOINLINE static long commonPrefix(const int *a, const int *b, long n) {
  long k = 0;
  while (k < n && a[k] == b[k])
    ++k;
  return k;
}

// The end is checked, so a search may throw.
NOINLINE static long runs(const std::vector<int> &in, std::vector<int> &out) {
  size_t o = 0;
  for (size_t i = 0; i < in.size();) {
    size_t j = i;
    while (j < in.size() && in[j] == in.at(i))
      ++j;
    out.at(o++) = int(j - i);
    i = j;
  }
  return long(o);
}

// The nest leaves at the first one.
NOINLINE static long firstNegative(const int *a, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      if (a[i * m + j] < 0)
        return i * m + j;
  return -1;
}

// Sums of rows up to what ends them, of which there may be none in the first rows.
NOINLINE static long endedRows(const int *a, long *sum, long n, long m) {
  long ended = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (a[i * m + j] == 7) {
        ++ended;
        break;
      }
      sum[j] += a[i * m + j];
    }
  return ended;
}

int main() {
  const bool isShort = getenv("SHORT");
  for (long n : isShort ? std::vector<long>{100} : std::vector<long>{1, 2, 5, 70, 130})
    for (long m : isShort ? std::vector<long>{100} : std::vector<long>{1, 3, 63, 64, 65, 200})
      for (long kind = 0; kind < (isShort ? 1 : 6); ++kind) {
        std::vector<int> a(n * m + 1), out(n * m);
        // Short runs, longer and longer ones, all equal, and one other at the end.
        for (long i = 0; i < n * m; ++i)
          a[i] = kind == 0   ? small(i / m, i % m, 3) - 1
                 : kind == 1 ? (i % m) / 40 + (i / m) % 2
                 : kind == 2 ? 0
                 : kind == 3 ? (i == n * m - 1 ? 7 : 0)
                 : kind == 4 ? (i / m > n / 2 && i % m == m / 2 ? 7 : 0)
                             : (i % m == m - 1 ? -1 : 7 * (i / m % 3 == 2));
        a[n * m] = 1;
        std::vector<long> first(n), sum(m);
        printf("%ld %ld %ld:", n, m, kind);
        printf(" %ld", equalRows(a.data(), n, m));
        firstNonzero(a.data(), first.data(), n, m);
        printf(" %016llx", (unsigned long long)hash_of(first.data(), n * sizeof(long)));
        printf(" %ld", commonPrefix(a.data(), a.data() + m / 2, n * m - m / 2));
        printf(" %ld", firstNegative(a.data(), n, m));
        printf(" %ld", endedRows(a.data(), sum.data(), n, m));
        printf(" %016llx", (unsigned long long)hash_of(sum.data(), m * sizeof(long)));
        try {
          if (kind == 1)
            out.resize(n);
          printf(" %ld", runs(a, out));
        } catch (const std::out_of_range &) {
          printf(" thrown");
        }
        printf(" %016llx\n",
               (unsigned long long)hash_of(out.data(), out.size() * sizeof(int)));
      }
}
