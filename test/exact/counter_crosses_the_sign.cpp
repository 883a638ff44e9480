// RUN: %exact %s --tiled 2 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-prefer=1"
//
// A loop whose unsigned counter, a sequence number, goes from below to above half of its range.
#include "escop.h"
#include <initializer_list>

static double A[100][300], X[100][300], Y[100][80];
static int G[100];

template <class T> NOINLINE static long f(long n, long lim, T from, T to) {
  for (long i = 0; i < n; ++i) {
    if (G[i] < 0)
      return i;
    long k = 0;
    for (T t = from; t != to; ++t, ++k) {
      double a = A[i][k];
      if (k < lim)
        X[i][k] += a;
      Y[i][k / 4] += a;
    }
  }
  return -1;
}

template <class T> static void run(T from, T to) {
  for (long bad : {-1, 0, 1, 50, 99}) {
    for (long i = 0; i < 100; ++i) {
      G[i] = i == bad ? -1 : 0;
      for (long j = 0; j < 300; ++j)
        A[i][j] = small(i, j, 5), X[i][j] = Y[i][j / 4] = 0;
    }
    long where = f<T>(100, 32, from, to);
    printf("%ld %ld %ld: %ld %llx %llx\n", (long)from, (long)to, bad, where,
           (unsigned long long)hash_of(X, sizeof X), (unsigned long long)hash_of(Y, sizeof Y));
  }
}

int main() {
  run<uint32_t>(100, 148);
  run<uint32_t>(0x7fffffe0u, 0x80000010u);
  run<uint8_t>(20, 70);
  run<uint8_t>(100, 150);
  return 0;
}
