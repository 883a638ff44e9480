// RUN: %exact %s --tiled 19 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 19 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops whose checks read what the same iteration has stored, or another one. Behind the check
// that fails an array ends at a page that is not there: whether an iteration comes to it is only known
// with the stores of this iteration and of those before. Each element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at, sum;
};

static long noted;
__attribute__((cold)) NOINLINE static void note(long i) {
  noted += i;
  asm volatile("" ::: "memory");
}
__attribute__((cold)) NOINLINE static void noteToo(long i) {
  noted ^= i;
  asm volatile("" ::: "memory");
}

// What is loaded of a lies from -D on, and in front of D.
constexpr long D = 24, N = 1100;
template <typename T> struct Operands {
  T *a;
  const T *b, *c;
  const char *d;
  long n;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static T NAME(const Operands<T> &o) {                             \
    T *a = o.a;                                                                                    \
    const T *b = o.b, *c = o.c;                                                                    \
    [[maybe_unused]] const char *d = o.d;                                                          \
    T s = 0;                                                                                       \
    for (long i = 0; i < o.n; ++i) {                                                               \
      const T x = b[i];                                                                            \
      __VA_ARGS__                                                                                  \
      s += c[i];                                                                                   \
    }                                                                                              \
    return s;                                                                                      \
  }
#define CHECK(V)                                                                                   \
  if ((V) > 100)                                                                                   \
    throw Bad{i, long(s)};

LOOP(behindStore, if (d[i]) a[i] = x; CHECK(a[i]))
LOOP(behindTwo, if (d[i] & 1) a[i] = 1; if (d[i]) a[i] = x; CHECK(a[i]))
LOOP(behindColdCalls, a[i] = x; if (x == 77) note(i); if (d[i] == 3) noteToo(i); CHECK(a[i]))
LOOP(partOf, a[i] = 0; if (x == 77) note(i); a[i] = x; if (d[i] == 3) noteToo(i);
     CHECK(*(const signed char *)(a + i)))
LOOP(loadedBefore, T y = a[i]; if (d[i]) a[i] = x; CHECK(x) CHECK(y))
// Of other iterations.
LOOP(ofNext, if (d[i]) a[i] = x; CHECK(x) CHECK(a[i + 1]))
LOOP(ofFarBefore, a[i] = x; CHECK(a[i - D]) CHECK(b[i]))
LOOP(ofFarBeforeToo, if (d[i]) a[i] = x; CHECK(a[i - D]))
LOOP(toNext, if (d[i]) a[i + D] = x; CHECK(a[i]) a[i] = x;)

template <typename T> static T *mapped(bool ends) {
  constexpr long Page = 4096, Pages = 4;
  char *base = (char *)mmap(nullptr, (Pages + 1) * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == (char *)MAP_FAILED || (ends && mprotect(base + Pages * Page, Page, PROT_NONE)))
    abort();
  return (T *)(ends ? base + Pages * Page : base);
}

template <typename T> static void sweep() {
  T *a = mapped<T>(false) + D, *b = mapped<T>(false) + D, *end = mapped<T>(true);
  static char d[N];
  auto run = [&](const char *name, auto f, long bad, long distance, int how) {
    noted = 0;
    const long last = bad + distance < N ? bad + distance : N;
    T *c = end - last; // c[last] is not there
    if (!last && how)
      c = end + D; // nor is what is in front of it
    for (long i = -D; i < N + D; ++i)
      a[i] = T(small(i + D, 1, 9));
    for (long i = 0; i < N; ++i) {
      b[i] = T(i % 11);
      d[i] = how && i % 3 == 0 ? 1 : i % 5 == 0 ? 2 : 0;
    }
    for (long i = 0; i < last; ++i)
      c[i] = T(i % 7);
    // What a check reads of this element is bad.
    if (bad < N) {
      b[bad] = 120;
      d[bad] = 2;
    }
    long at = -1, s;
    try {
      s = long(f(Operands<T>{a, b, c, d, N}));
    } catch (const Bad &e) {
      at = e.at;
      s = e.sum;
    }
    printf("%s %zu bad %ld how %d: %ld %ld %ld %llx\n", name, sizeof(T), bad, how, at, s, noted,
           (unsigned long long)hash_of(a - D, (N + 2 * D) * sizeof(T)));
  };
#define RUN(NAME, DISTANCE) run(#NAME, NAME<T>, bad, DISTANCE, how);
  for (int how : {0, 1})
    for (long bad = 0; bad <= N; bad += bad < 60 || N - bad < 30 ? 1 : 31) {
      RUN(behindStore, 0)
      RUN(behindTwo, 0)
      RUN(behindColdCalls, 0)
      RUN(loadedBefore, 0)
      RUN(ofNext, 0)
      // The page is missed as soon as the check of the element itself fails.
      RUN(ofFarBefore, 0)
      RUN(ofFarBeforeToo, D)
      RUN(toNext, D)
      // Not of floating-point numbers, whose parts are others.
      if (T(0.5) == 0)
        RUN(partOf, 0)
    }
}

// Nothing is loaded but from variables: no page may be missing.
static int A[N], B[N];
static char E[N];
NOINLINE static long ofVariables() {
  long s = 0;
  for (long i = 0; i < N; ++i) {
    if (E[i])
      A[i] = B[i];
    if (A[i] > 100)
      throw Bad{i, s};
    s += A[i] + 1;
  }
  return s;
}
NOINLINE static long storedTwice() {
  long s = 0;
  for (long i = 0; i < N; ++i) {
    A[i] = B[i];
    if (E[i] == 2)
      throw Bad{i, s};
    if (E[i])
      A[i] = 7;
    if (A[i] > 100)
      throw Bad{~i, s};
    s += A[i];
  }
  return s;
}

int main() {
  sweep<int>();
  sweep<double>();
  sweep<signed char>();
  for (long bad = 0; bad <= N; bad += 3)
    for (long (*f)() : {ofVariables, storedTwice}) {
      for (long i = 0; i < N; ++i) {
        A[i] = i % 13;
        B[i] = i % 17;
        E[i] = i % 3 == 1;
      }
      if (bad < N)
        B[bad] = 101 + bad % 2;
      if (bad > 500 && bad < N)
        E[bad] = 2;
      long s, at = -1;
      try {
        s = f();
      } catch (const Bad &e) {
        at = e.at;
        s = e.sum;
      }
      printf("variables %d bad %ld: %ld %ld %llx\n", f == storedTwice, bad, at, s,
             (unsigned long long)hash_of(A, sizeof A));
    }
}
