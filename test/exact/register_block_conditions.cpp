// RUN: %exact %s --tiled 10 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 10 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load and store under conditions. A page that no iteration accesses is not there,
// one that none stores to is read-only, an array from which nothing is loaded is null, and each
// element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long Page = 4096, Pages = 4, Room = Pages * Page;

struct Bad {
  long at;
};

template <typename T> static inline T checked(T v, long i) {
  if (!(v <= 100))
    throw Bad{i};
  return v;
}
#define C(A, I) checked(A[I], I)

template <typename T> struct Operands {
  T *a;
  const T *b, *c;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    T *a = o.a;                                                                                    \
    [[maybe_unused]] const T *b = o.b, *c = o.c;                                                   \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

LOOP(storeIf, if (C(b, i) > 2) a[i] = C(c, i);)
LOOP(storeConstantIf, if (C(b, i) > 2) a[i] = 1;)
LOOP(addIf, if (C(b, i) > 2) a[i] = C(a, i) + C(c, i);)
LOOP(either, T v = C(b, i); if (v > 2) v += C(c, i); else v -= C(a, i); s = v;)
LOOP(skips, if (C(b, i) <= 2) continue; if (C(c, i) == 5) continue; a[i] = c[i];)
LOOP(neighbours, if (C(b, i) > 2 && i > 0) a[i] = C(c, i) + C(c, i - 1);)
LOOP(twoStores, if (C(b, i) > 2) { a[i] = C(c, i); } else if (b[i] < 0) { a[i] = 7; })
// One never is, a page ahead.
LOOP(farStore, if (C(b, i) > 2) a[i] = C(c, i); if (b[i] == 99) a[i + Page / sizeof(T)] = 1;)
// The last ones before another page of a are not made.
LOOP(acrossPages, const long PerPage = Page / sizeof(T);
     if (C(b, i) > 2 && (i & (PerPage - 1)) < PerPage - 8) a[i + 8] = C(c, i);)
LOOP(behindStore, if (C(b, i) > 2) a[i] = C(c, i); if (a[i] == 77) s += 1;)
template <typename T> NOINLINE static T backwards(const Operands<T> &o) {
  for (long i = o.n; i-- > 0;)
    if (C(o.b, i) > 2)
      o.a[i] = C(o.c, i);
  return 0;
}

// The cold region, behind which the loop goes on, closes what it has loaded from.
static void (*close)();
template <typename T> NOINLINE static long goesOn(const Operands<T> &o) {
  long bad = 0;
  for (long i = 0; i < o.n; ++i)
    try {
      if (C(o.b, i) > 2)
        o.a[i] = o.c[i];
    } catch (const Bad &) {
      ++bad;
      close();
    }
  return bad;
}

template <typename T> struct Paged {
  char *base;
  Paged() {
    base = (char *)mmap(nullptr, Room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == (char *)MAP_FAILED)
      abort();
  }
  T *get() { return (T *)base; }
  void protect(long page, int how) {
    if (mprotect(base + page * Page, Page, how))
      abort();
  }
};

template <typename T> static void sweep() {
  static Paged<T> pa, pb, pc;
  constexpr long N = Room / sizeof(T), PerPage = Page / sizeof(T);
  T *a = pa.get(), *b = pb.get(), *c = pc.get();
  // Which pages the condition is never true on, and how often it is true on others.
  for (unsigned without : {0, 1, 2, 4, 6, 8, 15})
    for (long every : {1, 2, 3, 40})
      for (long shift : {0, 5}) {
        const long n = N - shift;
        long places[] = {0, 1, 17, 63, 100, PerPage - 1, PerPage, PerPage + 30, 2 * PerPage + 3,
                         2 * PerPage + 7, n - 20, n - 1, n, n};
        for (bool inC : {false, true})
          for (long &bad : places) {
            if (&bad + 1 == places + sizeof places / sizeof *places)
              bad = n; // The last is good.
            auto run = [&](const char *name, auto f, bool readsA) {
              for (long i = 0; i < N; ++i) {
                a[i] = T(i % 50);
                const bool holds = !(without >> i / PerPage & 1) && i % every == 0;
                b[i] = holds ? T(3 + i % 20) : T(i % 3);
                c[i] = T(i % 60);
              }
              if (bad < n) {
                if (inC)
                  c[bad] = T(120);
                else
                  b[bad] = T(120);
              }
              for (long p = 0; p < Pages; ++p)
                if (without >> p & 1) {
                  pa.protect(p, readsA ? PROT_READ : PROT_NONE);
                  pc.protect(p, PROT_NONE);
                }
              Operands<T> o = {a + shift, b + shift, without == 15 ? nullptr : c + shift, n};
              long at = -1;
              T s = 0;
              try {
                s = f(o);
              } catch (const Bad &e) {
                at = e.at;
              }
              for (long p = 0; p < Pages; ++p) {
                pa.protect(p, PROT_READ | PROT_WRITE);
                pc.protect(p, PROT_READ | PROT_WRITE);
              }
              printf("%s %zu without %u every %ld shift %ld bad %ld %d: %ld %ld %llx\n", name,
                     sizeof(T), without, every, shift, bad, inC, at, long(s),
                     (unsigned long long)hash_of(a, Room));
            };
            run("storeIf", storeIf<T>, false);
            run("storeConstantIf", storeConstantIf<T>, false);
            run("addIf", addIf<T>, false);
            run("either", either<T>, true);
            run("skips", skips<T>, false);
            // Reads c of the page before.
            if (!without)
              run("neighbours", neighbours<T>, false);
            run("twoStores", twoStores<T>, false);
            run("farStore", farStore<T>, false);
            if (!shift)
              run("acrossPages", acrossPages<T>, false);
            run("behindStore", behindStore<T>, true);
            run("backwards", backwards<T>, false);
          }
      }
}

template <typename T> static void sweepClosed() {
  static Paged<T> pa, pb, pc;
  constexpr long N = Room / sizeof(T);
  T *a = pa.get(), *b = pb.get(), *c = pc.get();
  for (long bad : {1, 20, 100, 300, 600, 1000, 1500}) {
    for (long i = 0; i < N; ++i) {
      a[i] = 0;
      b[i] = i < bad ? T(3 + i % 2) : T(1);
      c[i] = T(i % 60);
    }
    b[bad] = T(120);
    close = [] {
      for (long p = 0; p < Pages; ++p)
        pc.protect(p, PROT_NONE);
    };
    long count = goesOn(Operands<T>{a, b, c, N});
    for (long p = 0; p < Pages; ++p)
      pc.protect(p, PROT_READ | PROT_WRITE);
    printf("goesOn %zu bad %ld: %ld %llx\n", sizeof(T), bad, count,
           (unsigned long long)hash_of(a, Room));
  }
}

int main() {
  sweepClosed<float>();
  sweepClosed<double>();
  sweep<float>();
  sweep<double>();
  sweep<signed char>();
}
