// RUN: %exact %s --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --config '-O3 @optimized -mllvm -polly-escop-block-size=2' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops whose iterations meet: elements that are wider than the step, so that a store of
// another iteration ends in them, and two pointers of which a condition says which is which, so that
// they differ in each iteration, and not in two. Each element fails the check once.
#include "escop.h"
#include <initializer_list>

struct Bad {
  long at;
};

constexpr long Most = 100;
static unsigned char bytes[2 * Most + 16];
static int first[Most + 8], second[Most + 8], values[Most], choices[Most];
static long results[Most];

static int checked(long i) {
  if (values[i] > 1000)
    throw Bad{i};
  return values[i];
}
template <typename T> static T get(const unsigned char *p) {
  T v;
  memcpy(&v, p, sizeof v);
  return v;
}
template <typename T> static void put(unsigned char *p, T v) { memcpy(p, &v, sizeof v); }

// What is loaded was stored one iteration before, and overwritten in part by the one before that.
template <typename T> NOINLINE static void storedTwice(long n) {
  for (long i = 0; i < n; ++i) {
    const int x = checked(i);
    results[i] = get<T>(bytes + i) + x;
    put<T>(bytes + i + 1, T(x + 9));
    put<T>(bytes + i + 2, T(3 * x + 7));
  }
}
// Or in part by its own iteration.
template <typename T> NOINLINE static void storedBefore(long n) {
  for (long i = 0; i < n; ++i) {
    const int x = checked(i);
    put<T>(bytes + i, T(3 * x + 7));
    results[i] = get<T>(bytes + i + 1) + x;
    put<T>(bytes + i + 2, T(x + 9));
  }
}
template <typename T> NOINLINE static void storedOnce(long n) {
  for (long i = 0; i < n; ++i) {
    const int x = checked(i);
    results[i] = get<T>(bytes + i) + x;
    put<T>(bytes + i + 1, T(x + 9));
  }
}
// The second store of an iteration is to the element of the first one of the next, if that chooses
// otherwise.
NOINLINE static void chosen(long n) {
  for (long i = 0; i < n; ++i) {
    const int x = checked(i), y = choices[i];
    int *p = y > 0 ? first : second, *q = y > 0 ? second : first;
    p[i] = x;
    q[i + 1] = x + y;
    int w = x + y;
    for (int k = 1; k < 8; ++k)
      w = (w + x) ^ (y + k);
    results[i] = w;
  }
}

template <typename F> static void sweep(const char *name, F f) {
  for (long n : {1L, 7L, 40L, Most})
    for (long bad = 0; bad <= n; ++bad) {
      for (long i = 0; i < Most; ++i) {
        values[i] = i % 37;
        choices[i] = i % 3 - 1;
        results[i] = 0;
      }
      for (auto *array : {first, second})
        memset(array, 0, sizeof first);
      for (unsigned i = 0; i < sizeof bytes; ++i)
        bytes[i] = i % 11;
      if (bad < n)
        values[bad] = 2000;
      long at = -1;
      try {
        f(n);
      } catch (const Bad &e) {
        at = e.at;
      }
      printf("%s n %ld bad %ld: %ld %llx %llx %llx %llx\n", name, n, bad, at,
             (unsigned long long)hash_of(bytes, sizeof bytes),
             (unsigned long long)hash_of(first, sizeof first),
             (unsigned long long)hash_of(second, sizeof second),
             (unsigned long long)hash_of(results, sizeof results));
    }
}

int main() {
#define BOTH(NAME)                                                                                 \
  sweep(#NAME " short", NAME<short>);                                                              \
  sweep(#NAME " int", NAME<int>);
  BOTH(storedTwice)
  BOTH(storedBefore)
  BOTH(storedOnce)
  sweep("chosen", chosen);
}
