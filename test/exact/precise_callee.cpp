// RUN: %exact %s --ref-opt="-O3 -ffast-math" --tiled 1 --config "-O3 -ffast-math @optimized"
//
// With -ffast-math, a compensated sum is precise by pragma, that is, by attributes of its function,
// which have to hold where it is inlined.
#include <cstdio>
#include <vector>

constexpr long K = 32;
struct TooLarge {
  long row;
};

#pragma float_control(precise, on, push)
double compensated(const double *x) {
  double s = 0, e = 0;
#define ADD(N)                                                                                     \
  {                                                                                                \
    double y = x[N] + e;                                                                           \
    double t = s + y;                                                                              \
    e = (s - t) + y;                                                                               \
    s = t;                                                                                         \
  }
#define ADD4(N) ADD(N) ADD(N + 1) ADD(N + 2) ADD(N + 3)
  ADD4(0)
  ADD4(4) ADD4(8) ADD4(12) ADD4(16) ADD4(20) ADD4(24) ADD4(28) return s + e;
}
#pragma float_control(pop)

__attribute__((noinline)) static void product(const double *a, const double *b, double *c,
                                              double *sums, double limit, long n) {
  for (long i = 0; i < n; ++i) {
    double s = compensated(a + i * K);
    if (s > limit)
      throw TooLarge{i};
    sums[i] = s;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < K; ++k)
        c[i * n + j] += a[i * K + k] * b[k * n + j];
  }
}

int main() {
  const long n = 300;
  std::vector<double> a(n * K), b(K * n, 1), c(n * n), sums(n);
  for (long i = 0; i < n; ++i) {
    for (long k = 1; k < K - 1; ++k)
      a[i * K + k] = 1 + i % 3;
    a[i * K] = 1e17, a[i * K + K - 1] = -1e17;
  }
  try {
    product(a.data(), b.data(), c.data(), sums.data(), 1e6, n);
  } catch (TooLarge &e) {
    printf("row %ld\n", e.row);
  }
  printf("%g %g %g, precise by itself %g\n", sums[0], sums[1], sums[n - 1], compensated(&a[0]));
}
