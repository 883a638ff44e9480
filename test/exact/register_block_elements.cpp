// RUN: %exact %s --tiled 48 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 48 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that store an element on several paths, or load it behind a store that not every
// iteration makes; neighbours of it, and parts of it that are accessed by another type, among them. Of
// a page on which no iteration accesses the element it is not there; each element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long Page = 4096, Pages = 4, Room = Pages * Page;

struct Bad {
  long at, sum;
};

template <typename T> struct Operands {
  T *a;
  const T *b, *c;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    T *a = o.a;                                                                                    \
    const T *b = o.b;                                                                              \
    [[maybe_unused]] const T *c = o.c;                                                             \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i, long(s)};                                                                     \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

// An element behind which another check may leave the loop.
#define CHECK(V)                                                                                   \
  if ((V) == 99)                                                                                   \
    throw Bad{~i, long(s)};

LOOP(either, if (x > 5) a[i] = x; else if (x > 3) a[i] = 1;)
LOOP(allThree, if (x > 8) { a[i] = x; } else if (x > 3) { a[i] = c[i]; } else { a[i] = 3; } s += a[i];)
LOOP(allThreeLoaded, if (x > 8) { a[i] += x; s += 2; } else if (x > 3) { a[i] = a[i] - c[i]; } else { s += a[i]; })
LOOP(behindStore, if (x > 5) a[i] = c[i]; CHECK(c[i]) s += a[i];)
LOOP(twice, a[i] = x; CHECK(c[i]) a[i] = c[i] + 1; CHECK(x) if (x > 4) a[i] = 2;)
LOOP(storedAndLoaded, a[i] = x; CHECK(c[i]) if (c[i] > 6) a[i] += 5; CHECK(x) s = s + a[i];)
LOOP(checked, if (x > 5) a[i] = c[i] + 1; CHECK(a[i]) if (x < 3) a[i] = 4;)
// Accesses it in some iterations only.
LOOP(seldom, if (x > 5) { a[i] = a[i] + x; CHECK(x) if (x > 8) a[i] = 1; })
LOOP(seldomTwice, if (x > 8) a[i] = 8; CHECK(x) if (x > 5) a[i] = x;)
LOOP(twoOfSeldom, if (x > 5) { if (a[i] > 20) a[i] = x; CHECK(x) if (x > 7) a[i] = a[i] + 1; else s += a[i]; })
// Neighbours, which are other elements.
LOOP(besideNext, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; s += a[i + 1];)
LOOP(besideBoth, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; else if (x < 3) a[i + 1] = 9; else a[i - 1] = 7;)
LOOP(pairs, if (x > 5) { a[i] = x; a[i + 1] = 1; } else { a[i + 1] = x; } CHECK(x) if (x > 7) { a[i] = 5; })
LOOP(besideBefore, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; s += a[i - 1];)
LOOP(farBefore, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; s += a[i - 20];)

template <typename T> NOINLINE static T everySecondDown(const Operands<T> &o) {
  T s = 0;
  for (long i = o.n / 2; i-- > 0;) {
    T x = o.b[i];
    if (x > 100)
      throw Bad{i, long(s)};
    if (x > 5)
      o.a[2 * i] = x;
    else
      o.a[2 * i + 1] = x;
    if (x > 99)
      throw Bad{~i, long(s)};
    if (x > 8)
      o.a[2 * i] = o.a[2 * i + 1] + 1;
    s += o.a[2 * i];
  }
  return s;
}

// Parts of what is stored. None but the same bytes are one element.
template <typename T> struct PartOf;
template <> struct PartOf<float> {
  typedef int Whole;
  typedef short Half;
};
template <> struct PartOf<double> {
  typedef long Whole;
  typedef int Half;
};
template <> struct PartOf<short> {
  typedef unsigned short Whole;
  typedef signed char Half;
};
template <typename P> static inline P get(const void *from) {
  P part;
  memcpy(&part, from, sizeof part);
  return part;
}
template <typename P> static inline void set(void *to, P part) { memcpy(to, &part, sizeof part); }
#define WHOLE typename PartOf<T>::Whole
#define HALF typename PartOf<T>::Half
LOOP(punned, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; s += get<WHOLE>(a + i) & 15;)
LOOP(punnedStore, if (x > 5) a[i] = x; else set<WHOLE>(a + i, 77); CHECK(x) if (x > 8) a[i] = 3;)
LOOP(halfLoaded, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; s += get<HALF>((char *)(a + i) + sizeof(HALF)) & 15;)
LOOP(halfStored, if (x > 5) a[i] = x; CHECK(x) if (x > 8) a[i] = 3; else set<HALF>(a + i, HALF(i));)
LOOP(halfInBetween, if (x > 5) a[i] = x; CHECK(x) set<HALF>((char *)(a + i) + 1, HALF(5)); CHECK(x) if (x > 8) a[i] = 3;)
LOOP(acrossTwo, if (x > 5) a[i] = x; CHECK(x) s += get<HALF>((char *)(a + i) - 1) & 7; if (x > 8) a[i] = 3;)

template <typename T> struct Paged {
  char *base;
  Paged() {
    base = (char *)mmap(nullptr, Room + 2 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) +
           Page;
    if (mprotect(base - Page, Page, PROT_NONE) || mprotect(base + Room, Page, PROT_NONE))
      abort();
  }
  T *get() { return (T *)base; }
  void protect(long page, int how) {
    if (mprotect(base + page * Page, Page, how))
      abort();
  }
};

enum { Small, Seldom, Neighbours };
template <typename T> static void sweep() {
  static Paged<T> pa, pb, pc;
  constexpr long N = Room / sizeof(T), PerPage = Page / sizeof(T);
  T *a = pa.get(), *b = pb.get(), *c = pc.get();
  auto run = [&](const char *name, auto f, int kind, long n, long bad, bool other, unsigned without, int shift) {
    if (kind != Seldom && without)
      return;
    const bool within = kind == Neighbours || shift;
    if (within && n > N - 40)
      n = N - 40;
    if (bad > n)
      bad = n;
    for (long i = 0; i < N; ++i) {
      a[i] = T(i % 50);
      b[i] = without >> i / PerPage & 1 ? T(i % 4) : T(i % 11);
      c[i] = T(i % 9);
    }
    T *from = within ? a + 20 : a;
    if (bad < n)
      b[bad] = other ? 99 : 120;
    // Overlaps.
    const T *in = shift ? from + shift : c;
    for (long p = 0; p < Pages; ++p)
      if (without >> p & 1)
        pa.protect(p, PROT_NONE);
    long at = -1, s;
    try {
      s = long(f(Operands<T>{from, b, in, n}));
    } catch (const Bad &e) {
      at = e.at;
      s = e.sum;
    }
    for (long p = 0; p < Pages; ++p)
      pa.protect(p, PROT_READ | PROT_WRITE);
    printf("%s %zu n %ld bad %ld %d without %u shift %d: %ld %ld %llx\n", name, sizeof(T), n, bad, other,
           without, shift, at, s, (unsigned long long)hash_of(a, Room));
  };
#define RUN(NAME, KIND) run(#NAME, NAME<T>, KIND, n, bad, other, without, shift);
#define ALL                                                                                        \
  RUN(either, Seldom)                                                                              \
  RUN(allThree, Small)                                                                             \
  RUN(allThreeLoaded, Small)                                                                       \
  RUN(behindStore, Small)                                                                          \
  RUN(twice, Small)                                                                                \
  RUN(storedAndLoaded, Small)                                                                      \
  RUN(checked, Small)                                                                              \
  RUN(seldom, Seldom)                                                                              \
  RUN(seldomTwice, Seldom)                                                                         \
  RUN(twoOfSeldom, Seldom)                                                                         \
  RUN(besideNext, Neighbours)                                                                      \
  RUN(besideBoth, Neighbours)                                                                      \
  RUN(pairs, Neighbours)                                                                           \
  RUN(besideBefore, Neighbours)                                                                    \
  RUN(farBefore, Neighbours)                                                                       \
  RUN(everySecondDown, Small)                                                                      \
  RUN(punned, Small)                                                                               \
  RUN(punnedStore, Small)                                                                          \
  RUN(halfLoaded, Small)                                                                           \
  RUN(halfStored, Small)                                                                           \
  RUN(halfInBetween, Small)                                                                        \
  RUN(acrossTwo, Neighbours)
  for (bool other : {false, true}) {
    unsigned without = 0;
    int shift = 0;
    for (long n : {1L, 17L, 70L, 150L})
      for (long bad = 0; bad <= n; bad += n < 100 ? 1 : 5) {
        ALL
      }
    for (unsigned w : {0, 1, 2, 5, 10, 12, 15}) {
      without = w;
      const long n = N - 3;
      for (long bad : {0L, 40L, PerPage - 1, PerPage, PerPage + 30, 2 * PerPage + 5, n - 20, n - 1, n}) {
        // On such pages no element fails the second check.
        if (!(w && other)) {
          ALL
        }
      }
    }
    without = 0;
    for (int s : {1, -1, 15, 20})
      for (long n = 90, bad = 0; bad <= n; bad += 9) {
        shift = s;
        ALL
      }
  }
}

int main() {
  sweep<float>();
  sweep<double>();
  sweep<short>();
}
