// RUN: %exact %s "--optimized=%optimized" --tiled 6 --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O2 @optimized -mllvm -polly-escop-least-work=0 -g -march=native"
//
// Nests that are equal but for where they leave to, or for what is inlined around them: what Polly
// made of one shadow serves the next, and so does a driver. Others differ by a constant, a type, or
// what they update.
#include "escop.h"
#include <initializer_list>

constexpr long N = 230;

template <int Which> struct Bad {
  long at;
};

template <int Which, typename T, bool Adds = false>
__attribute__((always_inline)) static inline void eliminate(long n, T (*A)[N]) {
  for (long k = 0; k < n; ++k) {
    if (!(A[k][k] > T(0.5) || A[k][k] < T(-0.5)))
      throw Bad<Which>{k};
    for (long i = k + 1; i < n; ++i) {
      A[i][k] /= A[k][k];
      for (long j = k + 1; j < n; ++j)
        if (Adds)
          A[i][j] += A[i][k] * A[k][j];
        else
          A[i][j] -= A[i][k] * A[k][j];
    }
  }
}

static double A[N][N];
static float F[N][N];

NOINLINE static void first(long n) { eliminate<1>(n, A); }
NOINLINE static void second(long n) { eliminate<2>(n, A); }
NOINLINE static void asFirst(long n, double (*M)[N]) { eliminate<1>(n, M); }
NOINLINE static void asSecond(long n, double (*M)[N]) { eliminate<2>(n, M); }
NOINLINE static void adds(long n, double (*M)[N]) { eliminate<2, double, true>(n, M); }
NOINLINE static void narrow(long n, float (*M)[N]) { eliminate<1>(n, M); }

template <typename T, typename Function>
static void run(const char *name, T (*M)[N], long n, long bad, Function f) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      M[i][j] = i == j ? T(n + i % 7) : T((i * 7 + j * 3) % 11) / 16;
  if (bad >= 0)
    for (long j = 0; j <= bad; ++j)
      M[bad][j] = M[j][bad] = 0;
  long at = -1, which = 0;
  try {
    f();
  } catch (const Bad<1> &e) {
    at = e.at;
    which = 1;
  } catch (const Bad<2> &e) {
    at = e.at;
    which = 2;
  }
  printf("%s %ld bad %ld: %ld %ld %llx\n", name, n, bad, which, at,
         (unsigned long long)hash_of(M, sizeof(T) * N * N));
}

int main() {
  for (long n : {7L, 60L, 100L, 149L})
    for (long bad = -1; bad < n; bad += bad < 2 ? 1 : 29) {
      run("first", A, n, bad, [&] { first(n); });
      run("second", A, n, bad, [&] { second(n); });
      run("asFirst", A, n, bad, [&] { asFirst(n, A); });
      run("asSecond", A, n, bad, [&] { asSecond(n, A); });
      run("adds", A, n, bad, [&] { adds(n, A); });
      run("narrow", F, n, bad, [&] { narrow(n, F); });
    }
}
