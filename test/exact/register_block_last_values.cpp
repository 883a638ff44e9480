// RUN: %exact %s --tiled 30 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 30 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops behind which more is known than sums and counters: recurrences, what was loaded or
// computed last, pointers. With 1 to 70 iterations, and some pages of them, all loops end in a whole
// block, in a part, or in the nest; each element fails the check once.
#include "escop.h"
#include <sys/mman.h>

struct Bad {
  long at;
  double last;
};

template <typename T> struct Operands {
  T *a;
  const T *b, *c;
  long n;
};

#define HEAD                                                                                       \
  [[maybe_unused]] T *__restrict a = o.a;                                                          \
  [[maybe_unused]] const T *b = o.b, *c = o.c;                                                     \
  const long n = o.n;
#define LOOP(NAME) template <typename T> NOINLINE static double NAME(const Operands<T> &o)

LOOP(recurrence) {
  HEAD
  T r = 1;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i, double(r)};
    r = b[i] - r;
    a[i] = r;
  }
  return r;
}
// Kept in each iteration, no array is stored to.
LOOP(lastLoaded) {
  HEAD
  T r = 1;
  for (long i = 0; i < n; ++i) {
    r = b[i];
    if (r > 100)
      throw Bad{i, double(r)};
  }
  return r;
}
LOOP(lastComputed) {
  HEAD
  T r = 1, q = 2;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i, double(r + q)};
    q = b[i] + 1;
    r = c[i] * 2 + b[i];
    a[i] = r;
  }
  return double(r) * 1000 + double(q);
}
// The value of the iteration before.
LOOP(difference) {
  HEAD
  T before = 3, greatest = 0;
  for (long i = 0; i < n; ++i) {
    T x = b[i];
    if (x - before > 70)
      throw Bad{i, double(before)};
    a[i] = x - before;
    greatest = x > greatest ? x : greatest;
    before = x;
  }
  return double(before) * 1000 + double(greatest);
}
// Two values that change places.
LOOP(exchanged) {
  HEAD
  T p = 1, q = 2;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i, double(p - q)};
    T t = p;
    p = q;
    q = t + T(1);
    a[i] = p;
  }
  return double(p) * 1000 + double(q);
}
// Changed on one path only.
LOOP(lastWhere) {
  HEAD
  T r = -1;
  long where = -1;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i, double(r)};
    if (c[i] > 2) {
      r = b[i];
      where = i;
    }
  }
  return double(r) * 1000 + double(where);
}
LOOP(pointer) {
  HEAD
  const T *p = b;
  T *q = a;
  const T *greatest = nullptr;
  for (long i = 0; i < n; ++i, ++p) {
    if (*p > 100)
      throw Bad{i, double(p - b)};
    if (*p > 5)
      greatest = p;
    *q++ = *p;
  }
  return double(p - b) * 1000 + double(q - a) + (greatest ? 0.5 * double(greatest - b) : -0.5);
}
// Steps by what it loads; begins with a value that is not the first iteration's.
LOOP(walks) {
  HEAD
  const T *at = c;
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i, double(at - c)};
    a[i] = T(i & 15);
    at = c + long(b[i]);
  }
  return double(at - c);
}
LOOP(behindBreak) {
  HEAD
  T r = 0;
  long i = 0;
  for (; i < n; ++i) {
    if (b[i] > 100)
      break;
    r = c[i] - r;
  }
  return double(r) * 1000 + double(i);
}

/// Elements up to a page that is not there.
template <typename T> static T *atEnd(long n) {
  constexpr long Page = 4096, Pages = 4;
  char *base = (char *)mmap(nullptr, (Pages + 1) * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == (char *)MAP_FAILED || mprotect(base + Pages * Page, Page, PROT_NONE))
    abort();
  return (T *)(base + Pages * Page) - n;
}

template <typename T> static void sweep() {
  constexpr long Most = 1200;
  T *ends[3];
  for (T *&end : ends)
    end = atEnd<T>(0);
  auto run = [&](const char *name, auto f, long n, long bad) {
    T *a = ends[0] - n, *b = ends[1] - n, *c = ends[2] - n;
    for (long i = 0; i < n; ++i) {
      a[i] = 77;
      b[i] = T(1 + i % 13);
      c[i] = T(i % 5);
    }
    if (bad < n)
      b[bad] = 110;
    double last;
    long at = -1;
    try {
      last = f(Operands<T>{a, b, c, n});
    } catch (const Bad &e) {
      at = e.at;
      last = e.last;
    }
    printf("%s %zu n %ld bad %ld: %ld %.1f %llx\n", name, sizeof(T), n, bad, at, last,
           (unsigned long long)hash_of(a, n * sizeof(T)));
  };
#define RUN(NAME) run(#NAME, NAME<T>, n, bad);
  for (long n = 1; n <= Most; n = n < 70 ? n + 1 : n == 70 ? 513 : n + 687)
    for (long bad = n < 30 || n > 64 ? 0 : n - 2; bad <= n; bad += n - bad < 20 || bad < 20 ? 1 : 7) {
      RUN(recurrence)
      RUN(lastLoaded)
      RUN(lastComputed)
      RUN(difference)
      RUN(exchanged)
      RUN(lastWhere)
      RUN(pointer)
      RUN(walks)
      RUN(behindBreak)
    }
}

int main() {
  sweep<float>();
  sweep<double>();
  sweep<short>();
}
