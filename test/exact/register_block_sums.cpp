// RUN: %exact %s --tiled 22 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 22 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops whose sums are updated on some paths only, or are computed on more paths than they are
// taken on. Each element fails the check once, and the sum and what is stored before are compared.
#include "escop.h"

struct Bad {
  long at, sum;
};

template <typename T> struct Operands {
  T *a;
  const T *b, *c, *d;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o, T s) {                        \
    [[maybe_unused]] T *__restrict a = o.a;                                                        \
    const T *b = o.b, *c = o.c, *d = o.d;                                                          \
    for (long i = 0; i < o.n; ++i) {                                                               \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i, long(s)};                                                                     \
      [[maybe_unused]] const T y = c[i], z = d[i];                                                 \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

LOOP(taken, T t = s + x; if (y) if (z) { a[i] = x; s = t; })
LOOP(takenIfNot, T t = s + x; if (y) { a[i] = x; if (!z) s = t; })
LOOP(takenOnTwoPaths, T t = s + x; if (y) { a[i] = x; s = t; } else if (z) { a[i] = 1; s = t; })
LOOP(takenUnlessBoth, T t = s ^ x; if (y) { a[i] = x; if (z > 1) a[i] = 3; else s = t; } else s = t;)
LOOP(difference, T t = s - x; if (y) if (z) { a[i] = x; s = t; })
LOOP(product, T t = s * x; if (y) if (z) { a[i] = x; s = t; })
LOOP(bits, T t = s | x; if (y) if (z) { a[i] = x; s = t; })
LOOP(mask, T t = s & (x + 64); if (y) if (z) { a[i] = x; s = t; })
LOOP(shifted, T t = s << (x & 1); if (y) if (z) { a[i] = x; s = t; })
LOOP(skipped, if (!y) continue; a[i] = x; if (z) s += x;)

template <typename T> static void sweep() {
  constexpr long N = 70, Last = 300;
  static T a[Last], b[Last], c[Last], d[Last];
  auto run = [&](const char *name, auto f, long n, long bad, int how) {
    for (long i = 0; i < n; ++i) {
      a[i] = 7;
      b[i] = T(1 + i % 37);
      c[i] = T(how & 1 ? i % 3 : i % 17 == 4);
      d[i] = T(how & 2 ? i / 3 % 2 : i % 5 % 3);
    }
    if (bad < n)
      b[bad] = 120;
    long at = -1, s = 0;
    try {
      s = long(f(Operands<T>{a, b, c, d, n}, T(5)));
    } catch (const Bad &e) {
      at = e.at;
      s = e.sum;
    }
    printf("%s %zu n %ld bad %ld how %d: %ld %ld %llx\n", name, sizeof(T), n, bad, how, at, s,
           (unsigned long long)hash_of(a, n * sizeof(T)));
  };
#define RUN(NAME) run(#NAME, NAME<T>, n, bad, how);
  for (long n = 1; n <= Last; n = n < N ? n + 1 : n + 115)
    for (long bad = n < 40 || n > 60 ? 0 : n; bad <= n; bad += n - bad < 20 || bad < 20 ? 1 : 9)
      for (int how = 0; how < 4; ++how) {
        RUN(taken)
        RUN(takenIfNot)
        RUN(takenOnTwoPaths)
        RUN(takenUnlessBoth)
        RUN(difference)
        RUN(product)
        RUN(bits)
        RUN(mask)
        RUN(shifted)
        RUN(skipped)
      }
}

// A sum whose update is stored as well, and one of two sums that each path updates.
NOINLINE static long storesUpdate(int *a, const int *b, const int *c, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      return -i;
    int t = s + b[i];
    a[i] = t;
    if (c[i])
      s = t;
  }
  return s;
}
NOINLINE static long eitherSum(const int *b, const int *c, const int *d, long n) {
  int s = 0, t = 0;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      return -i;
    int u = s + b[i], v = t - b[i];
    if (c[i]) {
      s = u;
      if (d[i])
        t = v;
    } else if (d[i] > 1)
      t = v;
    else
      s = u;
  }
  return s * 1000L + t;
}

int main() {
  sweep<int>();
  sweep<unsigned short>();
  static int a[90], b[90], c[90], d[90];
  for (long n = 1; n <= 90; ++n)
    for (long bad = n < 50 ? 0 : n - 1; bad <= n; ++bad) {
      for (long i = 0; i < n; ++i)
        b[i] = 1 + i % 7, c[i] = i % 3 == 1, d[i] = i % 4, a[i] = 0;
      if (bad < n)
        b[bad] = 101;
      long s = storesUpdate(a, b, c, n);
      printf("storesUpdate %ld %ld: %ld %llx\n", n, bad, s, (unsigned long long)hash_of(a, sizeof a));
      printf("eitherSum %ld %ld: %ld\n", n, bad, eitherSum(b, c, d, n));
    }
}
