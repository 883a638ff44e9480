// RUN: %exact %s --config "-O3 @optimized" --config "-O3 -march=native @optimized"
//
// The check in front of a division is also what tells that the divisor is not 0. What the nest
// accesses depends on the quotient, and is asked about before any check is evaluated.
#include "escop.h"

NOINLINE long nest(long n, long m, uint64_t *y, const uint64_t *limit, const uint64_t *a,
                   const uint64_t *x, uint64_t groups, uint64_t pad) {
  for (long i = 0; i < n; ++i) {
    if (groups >= limit[i])
      return i;
    uint64_t q = pad / (groups + 1);
    for (long j = 0; j < m; ++j)
      y[j] += a[j * m + i] * x[i + q];
  }
  return -1;
}

constexpr long N = 40;
static uint64_t Y[N], Limit[N], A[N * N], X[100];

int main(int argc, char **) {
  for (long k = 0; k < N * N; ++k)
    A[k] = k * 7;
  for (long k = 0; k < 100; ++k)
    X[k] = k % 13;
  const long counts[] = {0, 3, 55, -1};
  for (long groups : counts) {
    for (long k = 0; k < N; ++k) {
      Limit[k] = 50 + k;
      Y[k] = 0;
    }
    long at = nest(N * argc, N * argc, Y, Limit, A, X, (uint64_t)groups, 50 * argc);
    printf("%ld: %ld %llx\n", groups, at, (unsigned long long)hash_of(Y, sizeof Y));
  }
  return 0;
}
