// RUN: %exact %s --tiled 2
//
// Flat arrays whose sizes are powers of two, and complex numbers whose parts alternate: the
// addresses are bits that are or'ed, which are additions since the counters are less than the
// sizes.
#include "escop.h"

constexpr long D = 8, Matrices = 5, N = 9;

NOINLINE void products(double *c, const double *a, const double *b, long n, double limit) {
  for (long t = 0; t < n; ++t)
    for (long i = 0; i < D; ++i)
      for (long j = 0; j < D; ++j)
        for (long k = 0; k < D; ++k) {
          c[(t * D + i) * D + j] += a[(t * D + i) * D + k] * b[(t * D + k) * D + j];
          if (c[(t * D + i) * D + j] > limit)
            throw((t * D + i) * D + j) * D + k;
        }
}

NOINLINE void complex_product(double *c, const double *a, const double *b, long n, double limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        const double *x = a + 2 * (i * n + k), *y = b + 2 * (k * n + j);
        double *z = c + 2 * (i * n + j);
        z[0] += x[0] * y[0] - x[1] * y[1];
        z[1] += x[0] * y[1] + x[1] * y[0];
        if (z[1] > limit)
          throw(i * n + j) * n + k;
      }
}

// Bits that overlap: no addition.
NOINLINE void overlapping(double *c, const double *a, const double *b, long n, double limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < D; ++j)
      for (long k = 0; k < D; ++k) {
        c[i << 2 | j] += a[i * D + k] * b[k * D + j];
        if (c[i << 2 | j] > limit)
          throw(i * D + j) * D + k;
      }
}

static double A[Matrices * D * D], B[Matrices * D * D], C[Matrices * D * D];

static void run(void (*kernel)(double *, const double *, const double *, long, double), long n,
                long size, long bad) {
  for (long x = 0; x < size; ++x) {
    A[x] = small(x, 1, 5);
    B[x] = small(x, 2, 7);
    C[x] = 0;
  }
  if (bad >= 0)
    C[bad] = POISON;
  long where = -1;
  try {
    kernel(C, A, B, n, LIMIT);
  } catch (long at) {
    where = at;
  }
  printf("%ld: %ld %llx\n", bad, where, (unsigned long long)hash_of(C, sizeof C));
}

int main(int argc, char **) {
  for (long bad = -1; bad < Matrices * D * D; bad += 3)
    run(products, Matrices * argc, Matrices * D * D, bad);
  for (long bad = -1; bad < Matrices * D; ++bad)
    run(overlapping, Matrices * argc, Matrices * D * D, bad);
  for (long bad = -1; bad < 2 * N * N; bad += 2)
    run(complex_product, N * argc, 2 * N * N, bad);
  return 0;
}
