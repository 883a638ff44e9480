// RUN: %exact %s --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off --config "-O3 @optimized -mllvm -polly-escop-least-work=100000"
// A mathematical function may set errno. Here the nest is left before the call, or the call fails, or
// it would fail in iterations that are not reached: errno is what the nest makes it.
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <initializer_list>
__attribute__((noinline)) long f(double *__restrict C, const double *__restrict A, long n, long m,
                                 long lim) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      if (C[i * m + j] > 7)
        return j + 1;
      C[i * m + j] += A[i * m + j] + std::exp(double(i - lim));
    }
  return 0;
}
__attribute__((noinline)) long g(double *__restrict C, const double *__restrict A, long n, long m,
                                 double lim) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      if (A[i * m + j] > lim)
        throw i;
      C[i * m + j] = std::log(A[i * m + j]) + std::sqrt(A[i * m + j]) + std::pow(A[i * m + j], C[j]);
    }
  return 0;
}
static double A[64 * 64], C[64 * 64];
static void show(const char *what, long r) {
  double s = 0;
  for (int k = 0; k < 64 * 64; k++)
    if (C[k] == C[k] && C[k] < 1e300 && C[k] > -1e300)
      s += C[k] * (k % 7 + 1);
  printf("%s %ld errno %d sum %a\n", what, r, errno, s);
  errno = 0;
}
int main() {
  C[0] = 9;
  show("before", f(C, A, 64, 64, 100000));
  C[0] = 0, C[64 * 5] = 8;
  show("far", f(C, A, 64, 64, 60));
  show("overflow", f(C, A, 64, 64, -740));
  for (int bad = -1; bad < 64 * 64; bad += 511)
    for (double value : {0.0, -1.0, 50.0}) {
      for (int k = 0; k < 64 * 64; k++)
        A[k] = 1 + k % 5, C[k] = 0.5;
      if (bad >= 0)
        A[bad] = value;
      long r = -1;
      try {
        r = g(C, A, 64, 64, 40);
      } catch (long i) {
        r = i;
      }
      show("domain", r);
    }
}
