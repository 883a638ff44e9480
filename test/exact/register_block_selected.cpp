// RUN: %exact %s --tiled 16 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 16 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that access one of two arrays, or elements: the compiler makes one access through a
// pointer of two. The arrays are variables, or pointers; each element fails the check once. The
// arrays may be one, also some elements apart.
#include "escop.h"
#include <initializer_list>

struct Bad {
  long at;
};

template <typename T> static inline T checked(T v, long i) {
  if (!(v <= 100))
    throw Bad{i};
  return v;
}
#define C(A, I) checked(A[I], I)

constexpr long Most = 150, Room = Most + 40;
template <typename T> struct Operands {
  T *a, *b;
  const T *c;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    T *a = o.a, *b = o.b;                                                                          \
    const T *c = o.c;                                                                              \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

// One of two arrays is stored to, with two values, or one.
LOOP(either, T x = C(c, i); if (x > 20) a[i] = x + 1; else b[i] = x * 2;)
LOOP(eitherShifted, T x = C(c, i); if (x > 20) a[i + 3] = x; else b[i] = x;)
LOOP(samePlace, T x = C(c, i); if (x > 20) a[i] = x; else a[i + 1] = x - 1;)
LOOP(selected, T x = C(c, i); T *p = x > 20 ? a : b; p[i] = x;)
// One of two is loaded from.
LOOP(loaded, T x = C(c, i); T y = x > 20 ? a[i] : b[i]; s = y + x; a[i] = y + 1;)
LOOP(loadedThrough, T x = C(c, i); const T *p = x > 20 ? a : b; s = p[i]; b[i] = s + x;)
// The pointer itself is stored nowhere, but what it selects is loaded and stored.
LOOP(updated, T x = C(c, i); T &y = x > 20 ? a[i] : b[i]; y += x; s = y;)

template <typename T> static T va[Room];
template <typename T> static T vb[Room];
template <typename T> static T vc[Room];
#define VARIABLES(NAME, ...)                                                                       \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    auto &a = va<T>, &b = vb<T>;                                                                   \
    const auto &c = vc<T>;                                                                         \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }
VARIABLES(eitherVariable, T x = C(c, i); if (x > 20) a[i] = x + b[i]; else b[i] = x * 2;)
VARIABLES(selectedVariable, T x = C(c, i); T *p = x > 20 ? a : b; s = p[i]; p[i] = x;)

template <typename T, typename F> static void sweep(const char *name, F f) {
  for (long apart : {long(Room), 0L, 1L, -1L, 5L, -20L})
    for (long n : {0L, 1L, 33L, 40L, 64L, Most})
      for (long bad = 0; bad <= n; bad += n > 100 ? 3 : 1) {
        static T memory[3 * Room];
        for (long i = 0; i < 3 * Room; ++i)
          memory[i] = T(i * 7 % 31);
        for (long i = 0; i < Room; ++i) {
          va<T>[i] = T(i % 50);
          vb<T>[i] = T(i % 9);
          vc<T>[i] = T(i * i % 41);
        }
        if (bad < n)
          vc<T>[bad] = T(120);
        Operands<T> o = {memory + Room, memory + Room + apart, vc<T>, n};
        long at = -1;
        T s = 0;
        try {
          s = f(o);
        } catch (const Bad &e) {
          at = e.at;
        }
        printf("%s %zu apart %ld n %ld bad %ld: %ld %ld %llx %llx %llx\n", name, sizeof(T), apart, n,
               bad, at, long(s), (unsigned long long)hash_of(memory, sizeof memory),
               (unsigned long long)hash_of(va<T>, sizeof va<T>),
               (unsigned long long)hash_of(vb<T>, sizeof vb<T>));
      }
}

template <typename T> static void all() {
#define RUN(NAME) sweep<T>(#NAME, NAME<T>);
  RUN(either)
  RUN(eitherShifted)
  RUN(samePlace)
  RUN(selected)
  RUN(loaded)
  RUN(loadedThrough)
  RUN(updated)
  RUN(eitherVariable)
  RUN(selectedVariable)
}

int main() {
  all<int>();
  all<double>();
}
