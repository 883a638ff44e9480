// RUN: %exact %s --tiled 24 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 24 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops with switch statements: that choose what is stored, summed, loaded or thrown, with
// ranges, gaps, tables and what falls through. Each element fails the check once.
#include "escop.h"

struct Bad {
  long at, which;
};

template <typename T> struct Operands {
  T *__restrict a;
  const T *b, *c, *d;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o, T s) {                        \
    [[maybe_unused]] T *__restrict a = o.a;                                                        \
    [[maybe_unused]] const T *b = o.b, *c = o.c, *d = o.d;                                         \
    for (long i = 0; i < o.n; ++i) {                                                               \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i, 0};                                                                           \
      [[maybe_unused]] const T y = c[i];                                                           \
      switch (y) { __VA_ARGS__ }                                                                   \
    }                                                                                              \
    return s;                                                                                      \
  }

LOOP(stores, case 0: a[i] = x; break; case 1: a[i] = x + 1; break; case 2: break; default: a[i] = 3;)
LOOP(sums, case 0: s += x; break; case 3: s += 2; break; case 4: s -= x; break; default: break;)
LOOP(table, case 0: a[i] = 17; break; case 1: a[i] = 23; break; case 2: a[i] = 5; break; case 3: a[i] = 77;
     break; case 4: a[i] = 1; break; case 5: a[i] = 99; break;)
LOOP(fallsThrough, case 5: s += 1; [[fallthrough]]; case 4: a[i] = x; [[fallthrough]]; case 2: s += x; break;
     case 0: a[i] = 9;)
LOOP(ranges, case 0 ... 2: s += x; break; case 4 ... 60: a[i] = x; break; default: s += 3;)
LOOP(throws, case 1: a[i] = x; break; case 9: throw Bad{i, 9}; case 17: case 33: throw Bad{i, 17}; default: s += x;)
LOOP(throwsUnless, case 0 ... 6: a[i] = y; break; default: throw Bad{i, s > 9};)
LOOP(loads, case 0: s += d[i]; break; case 1: a[i] = d[i + 1]; break; case 3: s += x; break; default: break;)
LOOP(continues, case 0: continue; case 2: a[i] = x; continue; default: s += 1; break;)
LOOP(ofSum, case 1: switch (x & 3) { case 0: s += 3; break; case 1: a[i] = 7; break; default: a[i] = 8; } break;
     case 2: a[i] = 5; break; case 5: s += x;)
// One check on two paths.
template <typename T> NOINLINE static T equalChecks(const Operands<T> &o, T s) {
  T *__restrict a = o.a;
  const T *b = o.b, *c = o.c, *d = o.d, limit = T(o.n * 7 % 29);
  for (long i = 0; i < o.n; ++i) {
    const T x = b[i], z = d[i];
    if (x > 100)
      throw Bad{i, 0};
    if (c[i] & 1) {
      if (z == limit)
        throw Bad{i, 1};
      a[i] = x;
    } else {
      s += x;
      if (z == limit)
        throw Bad{i, 2};
    }
  }
  return s;
}

// A state that each iteration moves on.
template <typename T> NOINLINE static T machine(const Operands<T> &o, T s) {
  T *__restrict a = o.a;
  const T *b = o.b, *c = o.c;
  for (long i = 0; i < o.n; ++i) {
    if (b[i] > 100)
      throw Bad{i, long(s)};
    switch (s) {
    case 0:
      s = c[i] & 1 ? 1 : 2;
      break;
    case 1:
      a[i] = b[i];
      s = 2;
      break;
    default:
      a[i] = s;
      s = c[i] & 2 ? 0 : 1;
    }
  }
  return s;
}

template <typename T> static void sweep() {
  constexpr long N = 70;
  static T a[N + 1], b[N + 1], c[N + 1], d[N + 2];
  auto run = [&](const char *name, auto f, long n, long bad, int how) {
    for (long i = 0; i <= N; ++i) {
      a[i] = 7;
      b[i] = T(1 + i % 37);
      c[i] = T(how == 0 ? i % 7 : how == 1 ? i % 5 / 2 : i % 13 / 12 * (i % 6));
      d[i] = T(i % 29);
    }
    if (bad < n) {
      (how == 1 ? c : b)[bad] = how == 1 ? T(9 + bad % 2 * 8) : T(120);
      c[bad] = how == 2 ? T(33) : c[bad];
    }
    long out[] = {-1, -1, 0};
    try {
      out[2] = long(f(Operands<T>{a, b, c, d, n}, T(0)));
    } catch (const Bad &e) {
      out[0] = e.at;
      out[1] = e.which;
    }
    printf("%s %zu n %ld bad %ld how %d: %ld %ld %ld %llx\n", name, sizeof(T), n, bad, how, out[0], out[1],
           out[2], (unsigned long long)hash_of(a, sizeof a));
  };
#define RUN(NAME) run(#NAME, NAME<T>, n, bad, how);
  for (long n = 1; n <= N; n += n < 36 || n > 62 ? 1 : 9)
    for (long bad = 0; bad <= n; bad += n - bad < 4 || bad < 40 ? 1 : 3)
      for (int how = 0; how < 3; ++how) {
        RUN(stores)
        RUN(sums)
        RUN(table)
        RUN(fallsThrough)
        RUN(ranges)
        RUN(throws)
        RUN(throwsUnless)
        RUN(loads)
        RUN(continues)
        RUN(ofSum)
        RUN(equalChecks)
        RUN(machine)
      }
}

int main() {
  sweep<int>();
  sweep<signed char>();
}
