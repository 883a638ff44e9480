// RUN: %exact %s --tiled 2
//
// Rows are 2^63 bytes apart, or a multiple: modulo 2^64 the last one that the nest would come to is
// where the first one is, and others are nowhere. Or the fourth one is there modulo 2^128. Only the
// first row is reached.
#include "escop.h"

constexpr size_t N = 9, M = 40;

NOINLINE static long kernel(size_t n, size_t m, size_t stride, double *c, const double *a) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < m; ++j) {
      c[i * stride + j] += a[j];
      if (c[i * stride + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

NOINLINE static long products(size_t n, size_t m, size_t p, size_t q, size_t r, size_t s, double *c,
                              const double *a) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < m; ++j) {
      c[i * p * q * r * s + j] += a[j];
      if (c[i * p * q * r * s + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  static double A[M], Memory[M + 1], *C = Memory + argc;
  for (int bits = 60; bits < 63; ++bits)
    for (size_t bad = 0; bad < M; bad += 3) {
      for (size_t j = 0; j < M; ++j) {
        A[j] = small(j, 1, 7);
        C[j] = small(j, 2, 5);
      }
      A[bad] = POISON;
      long where = kernel(N * argc, M * argc, size_t(1) << bits, C, A);
      printf("%d %zu: %ld %llx\n", bits, bad, where,
             (unsigned long long)hash_of(Memory, sizeof Memory));
    }
  for (size_t bad = 0; bad < M; ++bad) {
    for (size_t j = 0; j < M; ++j) {
      A[j] = small(j, 1, 7);
      C[j] = small(j, 2, 5);
    }
    A[bad] = POISON;
    // 3 * 8 bytes times the product is 2^128 + 1304.
    static double Long[M + 200];
    memcpy(Long, C, M * sizeof *C);
    long where = products(4 * argc, M * argc, 74333141293 * argc, 1267325995 * argc,
                          274107067 * argc, 549081917 * argc, Long, A);
    printf("%zu: %ld %llx\n", bad, where, (unsigned long long)hash_of(Long, sizeof Long));
  }
  return 0;
}
