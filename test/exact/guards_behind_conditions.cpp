// RUN: %exact %s --tiled 6 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O3 @optimized -march=native"
//
// Indices that are checked where a condition on data is true, and accesses behind several conditions.
// That they are right is known of all iterations; where it is not, the iteration decides which the
// condition makes reach the check. Behind a condition on counters nothing is concluded.
#include "escop.h"
#include <stdexcept>

constexpr long N = 300;

struct Vector {
  double *data;
  long size;
  double &at(long i) const {
    if (i < 0 || i >= size)
      throw std::out_of_range("index");
    return data[i];
  }
};

NOINLINE static long addIf(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n; ++i)
    if (b.at(i) > 2)
      a.at(i) += c.at(i);
  return n;
}
NOINLINE static long ifElse(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n; ++i)
    if (b.at(i) > 2)
      a.at(i) = c.at(i) + 1;
    else
      a.at(i) = b.at(i) - 1;
  return n;
}
NOINLINE static long maskedRows(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n / 8; ++i)
    for (long j = 0; j < 8; ++j)
      if (b.at(i * 8 + j) > 2 && c.at(j) < 7)
        a.at(i * 8 + j) = c.at(i * 8 + j);
  return n;
}
NOINLINE static long eitherOf(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n; ++i) {
    if (b.at(i) < 2 || c.at(i) > 4)
      a.at(i) *= 2;
    else if (b.at(i) > 4)
      continue;
    b.at(i) = a.at(i);
  }
  return n;
}
// The last index is wrong, and mostly not used.
NOINLINE static long nextIf(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n; ++i)
    if (b.at(i) > 2)
      a.at(i) = c.at(i + 1);
  return n;
}
NOINLINE static long sumIf(Vector a, Vector b, Vector c, long n) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    if (b.at(i) > 2)
      sum += (long)c.at(i);
  a.at(0) = (double)sum;
  return sum;
}
// All are right because of the counter.
NOINLINE static long behindCounter(Vector a, Vector b, Vector c, long n) {
  for (long i = 0; i < n; ++i)
    if (i > 0 && b.at(i) > 2) {
      if (i + 1 < n)
        a.at(i) = c.at(i - 1) + c.at(i + 1);
    } else if (c.at(i) > 3) {
      if (i >= n / 2)
        a.at(i - n / 2) = 5;
    }
  return n;
}

static double A[N], B[N + 1], C[N + 1];

template <typename F> static void run(const char *name, F f, long a, long b, long c, long at) {
  for (long i = 0; i < N; ++i) {
    A[i] = small(i, 1, 5);
    B[i] = at < 0 ? small(i, 2, 4) : 1;
    C[i] = small(i, 3, 6);
  }
  if (at >= 0)
    B[at] = 3;
  long left = -1;
  try {
    left = f({A, a}, {B, b}, {C, c}, N);
  } catch (std::out_of_range &) {
  }
  printf("%s %ld %ld %ld %ld: %ld %llx %llx\n", name, a, b, c, at, left,
         (unsigned long long)hash_of(A, sizeof A), (unsigned long long)hash_of(B, sizeof B));
}

int main() {
#define SWEEP(f)                                                                                   \
  for (long at : {-1L, 0L, 1L, 150L, N - 2, N - 1})                                                \
    for (long less : {0L, 1L, 2L, 40L, N - 1, N}) {                                                \
      run(#f, f, N - less, N, N, at);                                                              \
      run(#f, f, N, N - less, N, at);                                                              \
      run(#f, f, N, N, N - less, at);                                                              \
      run(#f, f, N - less, N, N - 2 * less, at);                                                   \
    }
  SWEEP(addIf)
  SWEEP(ifElse)
  SWEEP(maskedRows)
  SWEEP(eitherOf)
  SWEEP(nextIf)
  SWEEP(sumIf)
  SWEEP(behindCounter)
}
