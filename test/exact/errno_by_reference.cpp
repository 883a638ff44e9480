// RUN: %exact_packed %s --cflags=-ffp-contract=off --tiled 3
//
// A nest gets errno as the place where it reports. One calls a function that may set errno, and is
// inspected; one packs its operands, for which memory is allocated; one, speculated on, reads it.
#include "escop.h"
#include <errno.h>
#include <initializer_list>
#include <math.h>

constexpr long N = 48;
static double T[N], A[N * N], B[N * N], C[N * N];
thread_local double Workspace[1024]; // between errno and the thread's control block

NOINLINE static long decay(long n, int *error) {
  for (long i = 0; i < n; ++i) {
    if (T[i] < 0)
      return i;
    double w = exp(-T[i]);
    if (w < 1e-30) {
      w = 0;
      *error = ERANGE;
    }
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i * n + j] += w * A[i * n + k] * B[k * n + j];
  }
  return -1;
}
NOINLINE static long product(long n, int *rows) {
  for (long i = 0; i < n; ++i) {
    if (T[i] < 0)
      return i;
    *rows = i;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
  }
  return -1;
}
NOINLINE static long counted(long n, int *left) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (C[i * n + j] > LIMIT)
        return i * 100 + j;
      C[i * n + j] += A[i * n + j] * *left;
      --*left;
    }
  return -1;
}

int main() {
  Workspace[0] = 1;
  for (long bad : {-1L, 0L, 1L, 20L, N - 1})
    for (auto kernel : {decay, product, counted})
      for (bool aside : {true, false}) {
        for (long x = 0; x < N * N; ++x) {
          A[x] = small(x, 1, 5);
          B[x] = small(x, 2, 7);
          C[x] = 0;
        }
        for (long i = 0; i < N; ++i)
          T[i] = i * 2;
        if (bad >= 0) {
          T[bad] = -1;
          C[bad * N + bad] = POISON;
        }
        int place = 0;
        errno = 0;
        long where = kernel(N, aside ? &place : &errno);
        int error = errno;
        printf("%ld: %ld errno %d place %d %llx\n", bad, where, error, place,
               (unsigned long long)hash_of(C, sizeof C));
      }
  return 0;
}
