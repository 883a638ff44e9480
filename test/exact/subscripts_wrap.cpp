// RUN: %exact %s --tiled 7
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=2"
//
// Subscripts and sizes that are numbers modulo 2^n while their bounds are integers: the last value
// is 0, or in front of the first one, the step is negative as an integer only, the size of what is
// behind the throw is negative. What is in between is accessed nevertheless, and has to be
// restored.
#include "escop.h"
#include <algorithm>

constexpr long N = 20, Places = 1024;
static double A[N][N];
static signed char C[Places]; // bytes: offsets are what the program computes
using Row = double[N];

// N times each place that the inner loop comes to.
#define NEST(NAME, COUNTER, CONDITION, SUBSCRIPT)                                                  \
  NOINLINE static long NAME(long n, signed char *c, const Row *a, [[maybe_unused]] unsigned x) {   \
    for (long i = 0; i < n; ++i)                                                                   \
      for (COUNTER j = 0; CONDITION; ++j) {                                                        \
        auto k = SUBSCRIPT;                                                                        \
        c[k] += 1;                                                                                 \
        if (c[k] + a[i][i] > LIMIT)                                                                \
          return i * 1000 + j;                                                                     \
      }                                                                                            \
    return -1;                                                                                     \
  }

// 256 * 2^24 is 0.
NEST(constant, unsigned, j <= 256, (j << 24) / 0x03000000u)
NEST(symbolic, unsigned, j <= 256 * x, (j << 24) / 0x03000000u)
// The last subscript is below the first one: its constant is 0x90000000, which is negative.
NEST(start, unsigned, j <= 256, (0x70000000u + x + (j << 21)) / 0x00600000u)
// -x is 2^31 as an integer.
NEST(least, unsigned, j <= 128, (0x80000000u - x - (j << 24)) / 0x00c00000u)
// Multiplicative hashing.
NEST(hash, size_t, j < 500, j * 6364136223846793005ul >> 56)
NEST(odd, unsigned, j < 500, j *(x | 1) >> 24)
// Numbers of more bits than a pointer has, and than bounds have.
using Wide = unsigned __int128;
using Wider = unsigned _BitInt(192);
NEST(wide, unsigned long, j < 456, (unsigned long)(((Wide)j << 120) / ((Wide)3 << 120)))
NEST(wider, unsigned long, j < 456, (unsigned long)(((Wider)j << 184) / ((Wider)3 << 184)))
// A check that fires, though neither at the first nor at the last iteration.
NOINLINE static long check(long n, signed char *c, const Row *a, unsigned m) {
  for (long i = 0; i < n; ++i)
    for (unsigned j = 0; j <= 256 * m; ++j) {
      if (j << 24 > 0x30000000u + (unsigned)n)
        return i * 1000 + j;
      c[i] += 1;
      if (c[i] + a[i][i] > LIMIT)
        return i * 1000 + j;
    }
  return -1;
}
// The step is 16 + i, or 3 + i, modulo 2^32, and known not to be negative; minus 2^32 as an
// integer.
NOINLINE static long from_above(int n, signed char *c, const Row *a, int x, unsigned m) {
  for (int i = 0; i < n; ++i) {
    unsigned step = 0x8000000fu + (unsigned)std::min((int)((unsigned)i + (unsigned)x), -16);
    for (unsigned j = 0; j < m; ++j) {
      int k = (int)(j * step);
      c[k] += 1;
      if (c[k] + a[i][i] > LIMIT)
        return i * 100 + j;
    }
  }
  return -1;
}
NOINLINE static long from_below(int n, signed char *c, const Row *a, int x, unsigned m) {
  for (int i = 0; i < n; ++i) {
    unsigned step = 0x7ffffff0u + (unsigned)std::max((int)((unsigned)i + (unsigned)x), 16);
    for (unsigned j = 0; j < m; ++j) {
      int k = (int)(j * step);
      c[k] += 1;
      if (c[k] + a[i][i] > LIMIT)
        return i * 100 + j;
    }
  }
  return -1;
}
// One bit more than is vouched for.
NOINLINE static long bits41(long n, signed char *c, const Row *a, long s) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      size_t k = (s + i * 3 + j) & ((1ul << 41) - 1);
      c[k] += 1;
      if (c[k] + a[i][j] > LIMIT)
        return i * 1000 + j;
    }
  return -1;
}
// From row m on, which is behind the throw, the size is negative.
NOINLINE static long clear(long n, signed char *c, const Row *a, long m) {
  for (long i = 0; i < n; ++i) {
    memset(c + i * n, 0, m - i);
    for (long j = 0; j < n; ++j) {
      c[j] += 1;
      if (c[j] + a[i][j] > LIMIT)
        return i * 1000 + j;
    }
  }
  return -1;
}

template <typename F> static void sweep(const char *name, long rows, F nest) {
  for (long p = rows == N ? -1 : 0; p < rows; ++p) {
    for (long x = 0; x < Places; ++x)
      C[x] = small(x, 3, 5);
    for (long x = 0; x < N * N; ++x)
      A[x / N][x % N] = p == x / N ? POISON : small(x / N, x % N, 9);
    long at = nest();
    printf("%s %ld: %ld %llx\n", name, p, at, (unsigned long long)hash_of(C, sizeof C));
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  const long n = N * argc;
  sweep("constant", N, [&] { return constant(n, C, A, 0); });
  sweep("symbolic", N, [&] { return symbolic(n, C, A, argc); });
  sweep("start", N, [&] { return start(n, C, A, 0x90000000u * argc); });
  sweep("least", N, [&] { return least(n, C, A, 0x80000000u * argc); });
  sweep("check", N, [&] { return check(n, C, A, argc); });
  sweep("from above", N, [&] { return from_above(n, C, A, (int)(0x80000000u + argc), 20 * argc); });
  sweep("from below", N, [&] { return from_below(n, C + 1000, A, 0x7fffffea * argc, 20 * argc); });
  sweep("hash", N, [&] { return hash(n, C, A, 0); });
  sweep("odd", N, [&] { return odd(n, C, A, 2654435761u * argc); });
  sweep("wide", N, [&] { return wide(n, C, A, 0); });
  sweep("wider", N, [&] { return wider(n, C, A, 0); });
  sweep("41 bits", N, [&] { return bits41(n, C, A, 5 * argc); });
  sweep("clear", N / 2, [&] { return clear(n, C, A, N / 2 * argc); });
}
