// RUN: %exact %s --tiled 3
//
// Limits that are none, std::numeric_limits<long>::min() and max(), occur in
// conditions only, from which Polly makes bounds of loops: these must not go
// round.
#include <cstdio>
#include <limits>
#include <vector>

using Kernel = void(long n, double *c, const double *a, const int *bad, long limit);

#define KERNEL(NAME, CONDITION)                                                                    \
  __attribute__((noinline)) static void NAME(long n, double *c, const double *a, const int *bad,   \
                                             long limit) {                                         \
    for (long i = 0; i < n; ++i) {                                                                 \
      if (bad[i])                                                                                  \
        throw i;                                                                                   \
      for (long j = 0; j < n; ++j)                                                                 \
        if (CONDITION)                                                                             \
          c[i * n + j] += a[j * n + i];                                                            \
    }                                                                                              \
  }

KERNEL(from, j >= limit)
KERNEL(band, j - i <= limit)
KERNEL(others, j != limit)

static void sweep(const char *name, Kernel *kernel) {
  constexpr long Min = std::numeric_limits<long>::min(), Max = std::numeric_limits<long>::max();
  for (long n : {100, 131})
    for (long limit : {Min, Min + 5, -200L, -60L, -7L, -1L, 0L, 3L, 45L, 200L, 1L << 56, 1L << 57,
                       (1L << 57) + 1, 1L << 58, Max - 40, Max}) {
      std::vector<double> c(n * n, 1), a(n * n);
      std::vector<int> bad(n);
      for (long x = 0; x < n * n; ++x)
        a[x] = x % 17;
      try {
        kernel(n, c.data(), a.data(), bad.data(), limit);
      } catch (long) {
        puts("thrown");
      }
      double sum = 0;
      for (long x = 0; x < n * n; ++x)
        sum += c[x] * (x % 101);
      printf("%s %ld %ld: %.0f\n", name, n, limit, sum);
    }
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  sweep("from", from);
  sweep("band", band);
  sweep("others", others);
}
