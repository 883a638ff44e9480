// RUN: %exact %s --cflags=-ffp-contract=off --tiled 2 --config "-O3 @optimized %unpacked" \
// RUN:   --config "-O3 @optimized -march=native %unpacked"
//
// A pragma that asks for vectorisation allows the vectoriser to reorder sums, which exits that
// depend on data keep it from. It does not count in copies of the nest, which have no exits: the
// data are inexact, and the sums have all bits.
#include "escop.h"
#include <initializer_list>

constexpr long N = 100;
static double A[N * N], B[N * N], C[N * N];
static long Index[N];

// Inspected; the index keeps Polly away.
NOINLINE static long operands(double *__restrict c, const double *__restrict a,
                              const double *__restrict b, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
#pragma clang loop vectorize(enable)
      for (long k = 0; k < n; ++k) {
        if (a[i * n + k] > LIMIT)
          return i * 10000 + j * 100 + k;
        sum += a[i * n + k] * b[j * n + Index[k]];
      }
      c[i * n + j] = sum;
    }
  return -1;
}

// Speculated.
NOINLINE static long results(double *c, const double *a, const double *b, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
#pragma clang loop vectorize_width(4) interleave(enable)
      for (long k = 0; k < n; ++k) {
        sum += a[i * n + k] * b[j * n + k];
        if (sum > LIMIT)
          return i * 10000 + j * 100 + k;
      }
      c[i * n + j] = sum;
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (auto nest : {operands, results})
    for (bool bad : {false, true}) {
      for (long x = 0; x < N * N; ++x) {
        A[x] = 1.0 / (x % 1013 + 1);
        B[x] = 1.0 / (x % 911 + 1);
        C[x] = 0;
        Index[x % N] = x % N * 7 % N;
      }
      if (bad)
        A[N * N - 5] = POISON * 1000;
      long where = nest(C, A, B, N * argc);
      uint64_t h = hash_of(C, sizeof C);
      printf("%d %ld %llx %a\n", nest == results, where, (unsigned long long)h, C[N / 2]);
    }
  return 0;
}
