// RUN: %exact %s --tiled 9 --cflags=-ffp-contract=off
// RUN: %exact %s --tiled 9 --cflags=-ffp-contract=off --config '-O3 @optimized -mllvm -polly-escop-prefer=0 -mllvm -polly-escop-process-unprofitable'
//
// Nests that read an element of a row and write others: behind it, in front of it, towards it from
// either side, and across it. Only in the first two does no store of the loop meet the element. The
// rows overlap, touch and are apart, and the check fails at each iteration.
#include "escop.h"
#include <stdexcept>

constexpr int N = 14, Most = N * (N + 3);
static double A[Most + 2 * N];

static void check(long i, long Bad) {
  if (i >= Bad)
    throw std::out_of_range("row");
}

// Elimination: the element is in front of what is written.
NOINLINE static void behind(double *a, long n, long pitch, long Bad) {
  for (long k = 0; k < n; ++k)
    for (long i = k + 1; i < n; ++i) {
      check(i, Bad);
      a[i * pitch + k] /= a[k * pitch + k];
      for (long j = k + 1; j < n; ++j)
        a[i * pitch + j] -= a[i * pitch + k] * a[k * pitch + j];
    }
}

NOINLINE static void fromTheEnd(double *a, long n, long pitch, long Bad) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      check(i, Bad);
      for (long j = k; j-- > 0;)
        a[i * pitch + j] += a[i * pitch + k] * 0.5;
    }
}

NOINLINE static void beginsThere(double *a, long n, long pitch, long Bad) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      check(i, Bad);
      for (long j = k; j < n; ++j)
        a[i * pitch + j] += a[i * pitch + k] * 0.5;
    }
}

NOINLINE static void endsThere(double *a, long n, long pitch, long Bad) {
  for (long k = 1; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      check(i, Bad);
      for (long j = 0; j <= k; ++j)
        a[i * pitch + j] += a[i * pitch + k] * 0.5;
    }
}

NOINLINE static void across(double *a, long n, long pitch, long Bad) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i) {
      check(i, Bad);
      for (long j = 0; j < n; ++j)
        a[i * pitch + j] += a[i * pitch + k] * 0.5;
    }
}

NOINLINE static void downAcross(double *a, long n, long pitch, long Bad) {
  for (long k = 0; k + 1 < n; ++k)
    for (long i = 0; i < n; ++i) {
      check(i, Bad);
      for (long j = k + 1; j >= 0; --j)
        a[i * pitch + j] += a[i * pitch + k] * 0.5;
    }
}

// Two elements apart, and half an element.
NOINLINE static void everySecond(double *a, long n, long pitch, long Bad) {
  for (long i = 0; i < n; ++i) {
    check(i, Bad);
    for (long j = 1; j < n / 2; ++j)
      a[i * pitch + 2 * j] += a[i * pitch] * 0.5;
  }
}

NOINLINE static void halfBehind(double *a, long n, long pitch, long Bad) {
  for (long i = 0; i < n; ++i) {
    check(i, Bad);
    for (long j = 0; j < n; ++j) {
      float f;
      memcpy(&f, (char *)(a + i * pitch) + 4 + 4 * j, 4);
      f = f * 0.5f + float(a[i * pitch]);
      memcpy((char *)(a + i * pitch) + 4 + 4 * j, &f, 4);
    }
  }
}

// The row above: in the matrix, or, with that pitch, the same one.
NOINLINE static void rowAbove(double *a, long n, long pitch, long Bad) {
  for (long i = 1; i < n; ++i) {
    check(i, Bad);
    for (long j = 0; j < n; ++j)
      a[i * pitch + j] += a[(i - 1) * pitch] * 0.5;
  }
}

int main(int argc, char **) {
  const long n = N * argc; // unknown to the compiler
#define RUN(NAME)                                                                                  \
  for (long pitch : {-n, -1L, 0L, 1L, n / 2, n - 1, n, n + 3})                                     \
    for (long Bad = 0; Bad <= n; ++Bad) {                                                          \
      for (int x = 0; x < Most + 2 * N; ++x)                                                       \
        A[x] = 1 + small(x, 1, 7);                                                                 \
      int Threw = 0;                                                                               \
      try {                                                                                        \
        NAME(A + (pitch < 0 ? -pitch * (n - 1) : 0), n, pitch, Bad);                               \
      } catch (const std::out_of_range &) {                                                        \
        Threw = 1;                                                                                 \
      }                                                                                            \
      printf(#NAME " %ld %ld: %d %llx\n", pitch, Bad, Threw,                                       \
             (unsigned long long)hash_of(A, sizeof A));                                            \
    }
  RUN(behind)
  RUN(fromTheEnd)
  RUN(beginsThere)
  RUN(endsThere)
  RUN(across)
  RUN(downAcross)
  RUN(everySecond)
  RUN(halfBehind)
  RUN(rowAbove)
}
