// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Counters that are wider than the subscripts that are computed of them, and begin where the wider
// number is another one than its lowest 32 bits are.
#include "escop.h"
#include <vector>

typedef unsigned Narrow;
// The pipeline widens these counters; lo is the distance to a place in front of the matrix, modulo 2^32.
NOINLINE static void wraps(double *c, const double *a, Narrow lo, Narrow n, Narrow p, Narrow o) {
  for (Narrow i = lo; i < lo + n; i++)
    for (Narrow j = lo; j < lo + n; j++) {
      double s = 0;
      for (Narrow k = lo; k < lo + n; k++)
        s += a[i * p + o + k] * a[k * p + o + j];
      if (s > 1e9)
        throw i;
      c[i * p + o + j] = s;
    }
}

template <typename To> static long at(uint64_t i, uint64_t j) {
  return long(To(To(i) * To(32) + To(j)));
}
template <typename To>
NOINLINE static void truncates(double *c, const double *a, uint64_t lo, uint64_t n) {
  for (uint64_t i = lo; i < lo + n; i++)
    for (uint64_t j = lo; j < lo + n; j++) {
      double s = 0;
      for (uint64_t k = lo; k < lo + n; k++)
        s += a[at<To>(i, k)] * a[at<To>(k, j)];
      if (s > 1e9)
        throw Narrow(i);
      c[at<To>(i, j)] = s;
    }
}

template <typename F> static void run(const char *name, uint64_t lo, uint64_t n, F f) {
  for (long bad : {-1, 0, 70, 165, 231, 400}) {
    std::vector<double> a(1300), c(1300);
    for (size_t e = 0; e < a.size(); ++e)
      a[e] = e % 7;
    if (bad >= 0)
      a[bad] = 1e12;
    Narrow thrown = 77;
    try {
      f(c.data(), a.data(), lo, n);
    } catch (Narrow i) {
      thrown = i;
    }
    printf("%s %lx %lu %ld: %u %016llx\n", name, long(lo), long(n), bad, thrown,
           (unsigned long long)hash_of(c.data(), c.size() * sizeof(double)));
  }
}

int main() {
  for (uint64_t n = 1; n < 9; ++n) {
    for (Narrow lo : {0u, 1u, -1u, -5u})
      run("wraps", lo, n, [](double *c, const double *a, uint64_t lo, uint64_t n) {
        wraps(c, a, lo, n, 32, 165);
      });
    for (uint64_t high = 0; high < 3; ++high) {
      run("int", (high << 32) + 1, n, truncates<int>);
      run("unsigned", (high << 32) + 1, n, truncates<unsigned>);
      run("short", (high << 32) + 1, n, truncates<unsigned short>);
    }
  }
}
