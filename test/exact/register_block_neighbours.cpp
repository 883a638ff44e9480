// RUN: %exact %s --tiled 10 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 10 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load several elements of one array in an iteration, some only under a condition,
// which is never true where they would lie behind the array's ends, at pages that are not there. A
// check that fires does so in front of a page, at its first elements, or anywhere.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long Page = 4096, Pages = 5;

struct Bad {
  long at;
};

template <typename T> static inline T checked(T v, long i) {
  if (!(v <= 100))
    throw Bad{i};
  return v;
}
#define C(A, I) checked(A[I], I)

// What is loaded of b lies from -D on, and in front of D.
template <typename T> struct Operands {
  const T *b, *c;
  T *a;
  long n;
};
constexpr long D = 200;

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    [[maybe_unused]] T *a = o.a;                                                                   \
    const T *b = o.b;                                                                              \
    [[maybe_unused]] const T *c = o.c;                                                             \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

// b[i] is 1 in the first and in the last D iterations.
LOOP(next, T v = C(b, i); if (v > 2) v += b[i + 1]; a[i] = v;)
LOOP(before, T v = C(b, i); if (v > 2) v += b[i - 1]; a[i] = v;)
LOOP(farAhead, T v = C(b, i); if (v > 2) v += b[i + D]; a[i] = v;)
LOOP(farBehind, T v = C(b, i); if (v > 2) v += b[i - D]; a[i] = v;)
LOOP(both, T v = C(b, i); if (v > 2) v += b[i - D] + C(b, i + D); a[i] = v;)
LOOP(atEnd, T v = C(b, i); a[i] = v + c[i];)
LOOP(behindCheck, T v = C(b, i); v += C(c, i); a[i] = v;)
LOOP(reduced, if (C(b, i) > 2 && b[i + 1] == 7) s = s < 100 ? s + 1 : 0;)
template <typename T> NOINLINE static T downAhead(const Operands<T> &o) {
  for (long i = o.n; i-- > 0;) {
    T v = C(o.b, i);
    if (v > 2)
      v += o.b[i + D];
    o.a[i] = v;
  }
  return 0;
}
template <typename T> NOINLINE static T downBehind(const Operands<T> &o) {
  for (long i = o.n; i-- > 0;) {
    T v = C(o.b, i);
    if (v > 2)
      v += o.b[i - D];
    o.a[i] = v + o.c[i];
  }
  return 0;
}

/// An array of N elements between pages that are not there, at the begin or at the end of its pages.
template <typename T> static T *between(char *base, long n, bool atEnd) {
  return (T *)(base + Page + (atEnd ? Pages * Page - n * sizeof(T) : 0));
}

static char *reserve() {
  char *base = (char *)mmap(nullptr, (Pages + 2) * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == (char *)MAP_FAILED || mprotect(base + Page, Pages * Page, PROT_READ | PROT_WRITE))
    abort();
  return base;
}

template <typename T> static void sweep() {
  static char *pa = reserve(), *pb = reserve(), *pc = reserve();
  constexpr long N = Pages * Page / sizeof(T), PerPage = Page / sizeof(T);
  for (long n : {N, N - 3, N - PerPage - 5})
    for (int ends = 0; ends < 4; ++ends) {
      T *a = between<T>(pa, n, true), *b = between<T>(pb, n, ends & 1), *c = between<T>(pc, n, ends & 2);
      long places[] = {0,           1,           D + 40,          PerPage - 1,     PerPage, PerPage + 1,
                       2 * PerPage, n - PerPage, n - PerPage - 1, n - PerPage + 5, n - D,   n - 1};
      for (bool inC : {false, true})
        for (long k = 0; k <= long(sizeof places / sizeof *places); ++k) {
          const long bad = k ? places[k - 1] : n;
          auto run = [&](const char *name, auto f) {
            for (long i = 0; i < n; ++i) {
              a[i] = 0;
              b[i] = i < D || i >= n - D ? T(1) : T(i % 11);
              c[i] = T(i % 13);
            }
            if (bad < n)
              (inC ? c : b)[bad] = T(120);
            long at = -1;
            T s = 0;
            try {
              s = f(Operands<T>{b, c, a, n});
            } catch (const Bad &e) {
              at = e.at;
            }
            printf("%s %zu n %ld ends %d bad %ld %d: %ld %ld %llx\n", name, sizeof(T), n, ends, bad, inC, at,
                   long(s), (unsigned long long)hash_of(a, n * sizeof(T)));
          };
          run("next", next<T>);
          run("before", before<T>);
          run("farAhead", farAhead<T>);
          run("farBehind", farBehind<T>);
          run("both", both<T>);
          run("atEnd", atEnd<T>);
          run("behindCheck", behindCheck<T>);
          run("reduced", reduced<T>);
          run("downAhead", downAhead<T>);
          run("downBehind", downBehind<T>);
        }
    }
}

int main() {
  sweep<float>();
  sweep<double>();
  sweep<short>();
}
