// RUN: %exact %s --tiled 98 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 98 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops whose checks compare a counter with sizes: counters of all types, up and down, that
// begin near the ends of their types, or are 0 on the way. The sizes are such that each iteration
// fails each check once.
#include "escop.h"
#include <initializer_list>
#include <limits>
#include <type_traits>

struct Bad {
  long at, which;
};

// One step of a counter, which may go round.
template <int Step, typename C> static inline C next(C i) {
  using U = std::make_unsigned_t<C>;
  return C(U(i) + U(Step));
}

#define LOOP(NAME, ...)                                                                            \
  template <typename C, int Step>                                                                  \
  NOINLINE static long NAME(int *__restrict a, const int *b, long n, C i, C size, C other) {       \
    int s = 0;                                                                                     \
    for (long k = 0; k < n; ++k, i = next<Step>(i)) {                                              \
      int x = b[k];                                                                                \
      if (x > 100)                                                                                 \
        throw Bad{k, 0};                                                                           \
      __VA_ARGS__                                                                                  \
      a[k] = x;                                                                                    \
      s += x;                                                                                      \
    }                                                                                              \
    return s;                                                                                      \
  }
#define CHECK(CONDITION, WHICH)                                                                    \
  if (CONDITION)                                                                                   \
    throw Bad{k, WHICH};

LOOP(below, CHECK(i >= size, 1) CHECK(i == other, 2))
LOOP(above, CHECK(i <= size, 1) CHECK(other == i, 2))
LOOP(within, CHECK(size < i || i < other, 1))
LOOP(withinToo, CHECK(!(other > i && size <= i), 1))

// Checks of wider types, and of what is computed of a counter.
LOOP(asSize, CHECK((unsigned long)i >= (unsigned long)size, 1))
LOOP(asLong, CHECK((long)i >= (long)size, 1) CHECK((long)i + 3 == (long)other, 2))
LOOP(shifted, CHECK(next<3>(i) == size, 1) CHECK(next<-5>(i) >= other, 2))
LOOP(differs, CHECK(i != size, 1))
LOOP(twoSteps, CHECK(next<Step>(i) >= size, 1) CHECK(C(i * 3) == other, 2))
// Some iterations only.
LOOP(conditional, if (x & 1) CHECK(i >= size, 1) if (x & 2) CHECK(i == other, 2))

template <typename C, int Step> static void sweep() {
  constexpr C Min = std::numeric_limits<C>::min(), Max = std::numeric_limits<C>::max();
  static int a[80], b[80];
  auto run = [&](const char *name, auto f, long n, C first) {
    uint64_t h = HASH_START;
    auto once = [&](C size, C other, long bad) {
      for (long k = 0; k < n; ++k) {
        a[k] = 7;
        b[k] = int(k % 5);
      }
      if (bad < n)
        b[bad] = 101;
      long out[3] = {-1, -1, -1};
      try {
        out[0] = f(a, b, n, first, size, other);
      } catch (const Bad &e) {
        out[1] = e.at;
        out[2] = e.which;
      }
      h = hash_more(hash_more(h, a, n * sizeof(int)), out, sizeof out);
    };
    using U = std::make_unsigned_t<C>;
    for (long k = -2; k < n + 2; ++k) {
      const C at = C(U(first) + U(k * Step));
      for (C far : {Min, Max, C(0), C(U(first) + U(9 * Step))}) {
        once(at, far, n);
        once(far, at, n);
        once(at, far, k + n / 2);
      }
    }
    printf("%s %zu %d first %lld n %ld: %llx\n", name, sizeof(C), C(-1) < 0, (long long)first, n,
           (unsigned long long)h);
  };
#define RUN(NAME) run(#NAME, NAME<C, Step>, n, first);
  for (long n : {1L, 17L, 40L})
    for (C first : {Min, Max, C(0), C(Max - 20), C(Min + 20), C(Max - n + 1), C(-20), C(20)}) {
      RUN(below)
      RUN(above)
      RUN(within)
      RUN(withinToo)
      if constexpr (sizeof(C) >= 4 && Step == 1) {
        RUN(asSize)
        RUN(asLong)
        RUN(shifted)
        RUN(differs)
        RUN(twoSteps)
        RUN(conditional)
      }
    }
}

// The loop's own counter, of which the compiler knows more.
#define OWN(NAME, BEGIN, END, NEXT)                                                                \
  template <typename C>                                                                            \
  NOINLINE static long NAME(int *__restrict a, const int *b, C n, C size, C lower) {               \
    for (C i = BEGIN; END; NEXT) {                                                                 \
      if (i >= size)                                                                               \
        throw Bad{long(i), 1};                                                                     \
      if (i < lower)                                                                               \
        throw Bad{long(i), 2};                                                                     \
      if (b[i] > 100)                                                                              \
        throw Bad{long(i), 0};                                                                     \
      a[i] = b[i];                                                                                 \
    }                                                                                              \
    return 0;                                                                                      \
  }
OWN(up, 0, i < n, ++i)
OWN(down, n, i-- > 0, (void)0)
OWN(upByTwo, 0, i < n, i += 2)
OWN(upTo, 1, i != n, ++i)

template <typename C> static void sweepOwn() {
  static int a[80], b[80];
  auto run = [&](const char *name, auto f, long n) {
    uint64_t h = HASH_START;
    for (long size = -1; size <= n + 1; ++size)
      for (long lower : {-1L, 0L, 1L, 2L, 5L, size, size - 1, n / 2, n - 1, n})
        for (long bad : {n, n / 3, n - 2}) {
          for (long i = 0; i < n; ++i) {
            a[i] = 7;
            b[i] = int(i % 50);
          }
          if (bad >= 0)
            b[bad] = 101;
          long out[3] = {-1, -1, -1};
          try {
            out[0] = f(a, b, C(n), C(size), C(lower));
          } catch (const Bad &e) {
            out[1] = e.at;
            out[2] = e.which;
          }
          h = hash_more(hash_more(h, a, n * sizeof(int)), out, sizeof out);
        }
    printf("%s %zu %d n %ld: %llx\n", name, sizeof(C), C(-1) < 0, n, (unsigned long long)h);
  };
  for (long n = 1; n <= 70; ++n) {
    run("up", up<C>, n);
    run("down", down<C>, n);
    run("upByTwo", upByTwo<C>, n);
    run("upTo", upTo<C>, n);
  }
}

int main() {
  sweep<signed char, 1>();
  sweep<unsigned char, 1>();
  sweep<short, 1>();
  sweep<short, -1>();
  sweep<unsigned short, 1>();
  sweep<unsigned short, -1>();
  sweep<int, 1>();
  sweep<int, -1>();
  sweep<unsigned, 1>();
  sweep<unsigned, -1>();
  sweep<long, 1>();
  sweep<long, -1>();
  sweep<unsigned long, 1>();
  sweep<unsigned long, -1>();
  sweepOwn<short>();
  sweepOwn<int>();
  sweepOwn<unsigned>();
  sweepOwn<long>();
  sweepOwn<unsigned long>();
}
