// RUN: %exact %s --tiled 4
// The pointer to the elements is loaded in front of the nest and again in each iteration, behind what the
// compiler takes for a change (errno); the value of the next iteration is then a PHI of both. The copies
// take it for one value, which it is if it begins with it. Here it also begins with another one, and a
// handler in the nest replaces the array.
#include "escop.h"
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

constexpr int P = 24;
struct Square {
  long n;
  double *data;
  double &operator()(long i, long j) { return data[i * n + j]; }
};

NOINLINE long cholesky(Square &a, long n) {
  for (long j = 0; j < n; ++j) {
    double d = a(j, j);
    for (long k = 0; k < j; ++k)
      d -= a(j, k) * a(j, k);
    if (!(d > 0))
      throw j;
    d = std::sqrt(d);
    a(j, j) = d;
    for (long i = j + 1; i < n; ++i) {
      double s = a(i, j);
      for (long k = 0; k < j; ++k)
        s -= a(i, k) * a(j, k);
      a(i, j) = s / d;
    }
  }
  return -1;
}
// Row 0 is read from another array.
NOINLINE long firstElsewhere(Square &a, const double *from, double *sum, long n) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) {
      if (sum[j] > LIMIT)
        throw i * 100 + j;
      sum[j] += std::sqrt(from[i * n + j]);
    }
    from = a.data;
  }
  return -1;
}
NOINLINE long replaced(Square &a, Square &b, double *sum, long n) {
  const double *from = a.data;
  long count = 0;
  for (long i = 0; i < n; ++i) {
    try {
      for (long j = 0; j < n; ++j) {
        if (sum[j] > LIMIT)
          throw j;
        sum[j] += from[i * n + j];
      }
    } catch (long j) {
      sum[j] = 0;
      std::swap(a.data, b.data);
      ++count;
    }
    from = a.data;
  }
  return count;
}
NOINLINE long inner(Square &a, double *sum, long n) {
  const double *from = a.data;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (sum[j] > LIMIT)
        return i * 100 + j;
      sum[j] += from[i * n + j];
      from = a.data;
    }
  return -1;
}

static double A[P * P], B[P * P], Sum[P];

int main() {
  for (long n : {1L, 2L, 5L, 13L, (long)P})
    for (long bad = -1; bad < n * n; bad += n < 13 ? 1 : 7)
      for (int which = 0; which < 4; ++which) {
        Square a{n, A}, b{n, B};
        for (long p = 0; p < n * n; ++p)
          A[p] = 1L << 2 * small(p, 1, 5), B[p] = 1L << 2 * small(p, 2, 7);
        if (which == 0)
          for (long i = 0; i < n; ++i)
            for (long j = 0; j < n; ++j)
              A[i * n + j] = i == j ? (bad == i ? -1 : 4) : 0;
        else if (bad >= 0)
          A[bad] = POISON * POISON, B[n * n - 1 - bad] = POISON * POISON;
        for (double &s : Sum)
          s = 0;
        long r = -2;
        try {
          r = which == 0   ? cholesky(a, n)
              : which == 1 ? firstElsewhere(a, bad % 2 ? A : B, Sum, n)
              : which == 2 ? replaced(a, b, Sum, n)
                           : inner(a, Sum, n);
        } catch (long at) {
          r = 1000000 + at;
        }
        printf("%ld %ld %d: %ld %d %llx %llx\n", n, bad, which, r, a.data == A,
               (unsigned long long)hash_of(A, sizeof A), (unsigned long long)hash_of(Sum, sizeof Sum));
      }
}
