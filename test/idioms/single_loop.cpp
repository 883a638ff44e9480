// RUN: %exact %s
//
// for (long i = 0; i < n; ++i) { if (x[i] < 0) throw std::domain_error("x"); y[i] += a * x[i]; }
// for (long i = 0; i < n; ++i) { y[i] += a * x[i]; if (y[i] > limit) throw std::range_error("y"); }
// double sum = 0; for (...) { if (x[i] < 0) throw ...; sum += x[i] * y[i]; } return sum;
// Time: 10000000
#include "idioms.h"
#include <stdexcept>

NOINLINE long before(long n, double *y, const double *x, double a) {
  for (long i = 0; i < n; ++i) {
    if (x[i] > LIMIT)
      throw std::domain_error("x");
    y[i] += a * x[i];
  }
  return 0;
}
NOINLINE long after(long n, double *y, const double *x, double a) {
  for (long i = 0; i < n; ++i) {
    y[i] += a * x[i];
    if (y[i] > LIMIT)
      throw at(i, 0, 0);
  }
  return 0;
}
NOINLINE long dot(long n, double *y, const double *x, double a) {
  double sum = a;
  for (long i = 0; i < n; ++i) {
    if (x[i] > LIMIT)
      throw std::domain_error("x");
    sum += x[i] * y[i];
  }
  return sum;
}
NOINLINE long integers(long n, double *y, const double *x, double a) {
  long sum = 0;
  for (long i = 0; i < n; ++i) {
    if (x[i] > LIMIT)
      return -i;
    sum += (long)x[i] * (long)y[i];
  }
  return sum * (long)a;
}

int main() {
  constexpr int N = extent(20000);
  static double x[N], y[N];
  auto sweep = [](const char *name, auto kernel) {
    auto visit = [&](const Position &p) {
      for (int i = 0; i < N; ++i) {
        x[i] = small(i, 1, 7);
        y[i] = small(1, i % 1000, 5);
      }
      if (p.i >= 0)
        (kernel == after ? y : x)[p.i] = LIMIT + 1;
      outcome(name, p, [&] { return kernel(p.n, y, x, 3); });
      memory(hash_of(y, sizeof y));
    };
    if (timed(visit))
      return;
    for (int n : {40, N})
      for (int at = -1; at < n; at += n < N ? 1 : at < 0 ? 1 : 1234)
        visit({n, at, -1, -1});
  };
  sweep("before", before);
  sweep("after", after);
  sweep("dot", dot);
  sweep("integers", integers);
  return 0;
}
