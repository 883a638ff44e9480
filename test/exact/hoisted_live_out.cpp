// REQUIRES: escop
// RUN: %exact %s --tiled 2
//
// What is loaded in front of the nest, in which nothing uses it, is used behind it.
#include "escop.h"

constexpr long N = 40;
static double A[N][N], B[N][N], C[N][N];

NOINLINE static double last(long n, const double *x) {
  double value = 0;
  for (long i = 0; i < n; ++i) {
    value = *x;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw i;
        C[i][j] += A[i][k] * B[k][j];
      }
  }
  return value;
}

NOINLINE static double scaled(long n, const double *x) {
  double value = 0, twice = 1;
  for (long i = 0; i < n; ++i) {
    value = *x;
    twice = value * 2;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += twice * A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw i;
      }
  }
  return value + twice;
}

int main() {
  const double apart = 3.5;
  for (long row = -1; row < N; ++row)
    for (const double *x : (const double *[]){&apart, &C[N - 1][N - 1], &C[0][0]})
      for (bool second : (const bool[]){false, true}) {
        for (long i = 0; i < N; ++i)
          for (long j = 0; j < N; ++j)
            A[i][j] = small(i, j, 2) - 1, B[i][j] = small(j, i, 2) - 1, C[i][j] = 1;
        if (row >= 0)
          A[row][row / 2] = POISON;
        double value = -1;
        try {
          value = second ? scaled(N, x) : last(N, x);
        } catch (long i) {
          printf("thrown at %ld ", i);
        }
        printf("%ld: %g %llx\n", row, value, (unsigned long long)hash_of(C, sizeof C));
      }
}
