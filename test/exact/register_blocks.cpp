// RUN: %exact %s --tiled 20 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 30 --config '-O3 @optimized -mllvm -polly-escop-block-size=2' \
// RUN:   --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
// RUN: %exact %s --config '-O3 @naive'
//
// Single loops whose check depends on data, each of whose elements fails the check once. Arrays end
// at a page that is not there, or begin behind one; some end before the iterations do, as the loop
// leaves at the latest where they end. Where the arrays overlap, the loop's order tells.
#include "escop.h"
#include <cerrno>
#include <stdexcept>
#include <sys/mman.h>

static void check(double v) {
  if (!(v <= 1000))
    throw std::domain_error("value");
}

template <typename T> struct Operands {
  T *a, *b, *c;
  long n, m; // m: elements of c
};

#define LOOP(NAME) template <typename T> NOINLINE static T NAME(const Operands<T> &o)
#define ARRAYS                                                                                     \
  [[maybe_unused]] T *a = o.a;                                                                     \
  [[maybe_unused]] const T *b = o.b, *c = o.c;                                                     \
  const long n = o.n;

LOOP(result) {
  ARRAYS
  for (long i = 0; i < n; ++i) {
    T r = b[i] * c[i] + b[i];
    check(r);
    a[i] = r;
  }
  return 0;
}
// c is only read where b is good.
LOOP(behindCheck) {
  ARRAYS
  for (long i = 0; i < n; ++i) {
    check(b[i]);
    a[i] = b[i] + c[i];
  }
  return 0;
}
LOOP(inPlace) {
  ARRAYS
  for (long i = 0; i < n; ++i) {
    check(a[i] + b[i]);
    a[i] = a[i] + b[i];
  }
  return 0;
}
LOOP(fromBehind) {
  ARRAYS
  for (long i = n; i-- > 0;) {
    check(b[i]);
    a[i] = b[i] * 2;
  }
  return 0;
}
LOOP(neighbours) {
  ARRAYS
  for (long i = 1; i + 1 < n; ++i) {
    T r = b[i - 1] + b[i] + b[i + 1];
    check(r);
    a[i] = r;
  }
  return 0;
}
LOOP(fromNext) {
  ARRAYS
  for (long i = 0; i + 1 < n; ++i) {
    check(b[i]);
    a[i] = a[i + 1] + b[i];
  }
  return 0;
}
LOOP(fromThreeBefore) {
  ARRAYS
  for (long i = 3; i < n; ++i) {
    check(b[i]);
    a[i] = a[i - 3] + b[i];
  }
  return 0;
}
LOOP(fromTwentyBefore) {
  ARRAYS
  for (long i = 20; i < n; ++i) {
    check(b[i]);
    a[i] = a[i - 20] + b[i];
  }
  return 0;
}
LOOP(everySecond) {
  ARRAYS
  for (long i = 0; i < n / 2; ++i) {
    check(b[2 * i]);
    a[2 * i] = b[2 * i] + c[i];
  }
  return 0;
}
LOOP(pairs) {
  ARRAYS
  for (long i = 0; i < n / 2; ++i) {
    T re = b[2 * i] * c[2 * i] - b[2 * i + 1] * c[2 * i + 1];
    check(re);
    a[2 * i] = re;
    a[2 * i + 1] = b[2 * i] * c[2 * i + 1] + b[2 * i + 1] * c[2 * i];
  }
  return 0;
}
LOOP(anyBad) {
  ARRAYS
  for (long i = 0; i < n; ++i)
    if (!(b[i] <= 1000))
      return T(i);
  return -1;
}
LOOP(copiesUntil) {
  ARRAYS
  long i = 0;
  for (; i < n; ++i) {
    if (!(b[i] <= 1000))
      break;
    a[i] = b[i] + 1;
  }
  return T(i);
}
// Goes on behind what is caught, and counts it.
LOOP(caught) {
  ARRAYS
  long bad = 0;
  for (long i = 0; i < n; ++i)
    try {
      check(b[i]);
      a[i] = b[i] + c[i];
    } catch (const std::domain_error &) {
      ++bad;
      a[i] = T(-bad);
    }
  return T(bad);
}
// The iteration before has not always come to c.
LOOP(caughtBehindEnd) {
  ARRAYS
  long bad = 0;
  for (long i = 0; i < n; ++i)
    try {
      if (i + 1 >= o.m)
        throw std::domain_error("index");
      a[i] = c[i] * c[i + 1];
      if (a[i] > 1000)
        break;
    } catch (const std::domain_error &) {
      ++bad;
      a[i] = T(-bad);
    }
  return T(bad);
}
LOOP(swaps) {
  ARRAYS
  T *d = o.b;
  for (long i = 0; i < n; ++i) {
    check(c[i]);
    T t = a[i];
    a[i] = d[i];
    d[i] = t;
  }
  return 0;
}
LOOP(greatest) {
  ARRAYS
  T m = b[0];
  for (long i = 0; i < n; ++i) {
    check(b[i]);
    m = b[i] > m ? b[i] : m;
  }
  return m;
}

// What the loop writes is where it finds its array and its bound.
struct Header {
  long *a, n;
};
NOINLINE static long headerOverwritten(Header *h, const long *b) {
  for (long i = 0; i < h->n; ++i) {
    if (b[i] < 0)
      return i;
    h->a[i] = b[i];
  }
  return -1;
}
static void sweepHeaders() {
  constexpr long N = 100;
  static long b[N], elsewhere[N + 64];
  for (long before : {-1, 0, 1, 15, 16, 17, 40, 70, 98})
    for (long bad = 0; bad <= N; ++bad) {
      long memory[N + 2] = {};
      memset(elsewhere, 0, sizeof elsewhere);
      Header own = {memory, N}, *h = before < 0 ? &own : (Header *)(memory + before);
      *h = {memory, N};
      for (long i = 0; i < N; ++i)
        b[i] = i == bad ? -1 : i;
      // The new array, and a new bound.
      if (before >= 0 && before != bad)
        b[before] = long(elsewhere);
      if (before >= 0 && before + 1 != bad)
        b[before + 1] = N - 7;
      long left = headerOverwritten(h, b);
      if (before >= 0)
        h->a = nullptr;
      printf("header %ld bad %ld: %ld %llx %llx\n", before, bad, left,
             (unsigned long long)hash_of(memory, sizeof memory),
             (unsigned long long)hash_of(elsewhere, sizeof elsewhere));
    }
}

constexpr long Page = 4096, Room = 4 * Page;
template <typename T> struct Edge {
  char *Base;
  Edge() {
    Base = (char *)mmap(nullptr, Room + 2 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Base == (char *)MAP_FAILED || mprotect(Base + Page, Room, PROT_READ | PROT_WRITE))
      abort();
  }
  T *get(long n, bool AtStart) {
    return (T *)(AtStart ? Base + Page : Base + Page + Room - n * sizeof(T));
  }
};

template <typename T> struct Arrays {
  Edge<T> a, b, c;
  void fill() {
    for (Edge<T> *e : {&a, &b, &c})
      for (long i = 0; i < Room / long(sizeof(T)); ++i)
        ((T *)(e->Base + Page))[i] = T(small(i, e - &a, 5));
  }
  template <typename FunctionT> void run(const char *name, long n, long bad, int how, FunctionT f) {
    fill();
    // How: bits say which arrays begin at their first page; overlaps; c ends early.
    Operands<T> o = {a.get(n, how & 1), b.get(n, how < 16 && (how & 2)), c.get(n, how < 16 && (how & 4)), n, n};
    if (how >= 16)
      o.a = o.b + (how - 24);
    else if (how & 8)
      o.c = c.get(o.m = bad < n ? bad : n, false); // the rest is not there
    if (bad < n)
      o.b[bad] = T(2000);
    long left = 0;
    errno = 7;
    try {
      left = long(f(o));
    } catch (const std::domain_error &) {
      left = -100;
    }
    uint64_t h = hash_of(a.Base + Page, Room) * 3 + hash_of(b.Base + Page, Room) * 5 +
                 hash_of(c.Base + Page, Room);
    printf("%s %zu n %ld bad %ld how %d: %ld %d %llx\n", name, sizeof(T), n, bad, how, left, errno,
           (unsigned long long)h);
  }
};

template <typename T> static void sweep() {
  Arrays<T> arrays;
  for (long n : {1L, 5L, 16L, 33L, 70L, 200L, 700L, 1030L})
    for (int how : {0, 3, 5, 7, 8, 9, 10, 23, 24, 25, 27, 31})
      for (long bad = 0; bad <= n; bad += n < 70 || bad % 97 == 0 || n - bad < 20 ? 1 : 7) {
        // Overlaps would reach the pages that are not there.
        if (how >= 16 && (n < 70 || n > 200))
          continue;
#define RUN(NAME) arrays.run(#NAME, n, bad, how, NAME<T>);
        if (how == 8 || how == 9) {
          RUN(behindCheck)
          continue;
        }
        if (how == 10) {
          RUN(caughtBehindEnd)
          continue;
        }
        if (how >= 16) {
          // In the middle of the pages.
          auto shifted = [](auto f) {
            return [f](Operands<T> o) {
              o.a -= Page / sizeof(T);
              o.b -= Page / sizeof(T);
              o.c -= Page / sizeof(T);
              return f(o);
            };
          };
          arrays.run("inPlace", n, bad, how, shifted(inPlace<T>));
          arrays.run("result", n, bad, how, shifted(result<T>));
          arrays.run("fromNext", n, bad, how, shifted(fromNext<T>));
          arrays.run("swaps", n, bad, how, shifted(swaps<T>));
          continue;
        }
        RUN(result)
        RUN(behindCheck)
        RUN(inPlace)
        RUN(fromBehind)
        RUN(neighbours)
        RUN(fromNext)
        RUN(fromThreeBefore)
        RUN(fromTwentyBefore)
        RUN(everySecond)
        RUN(pairs)
        RUN(anyBad)
        RUN(copiesUntil)
        RUN(caught)
        RUN(swaps)
        RUN(greatest)
      }
}

int main() {
  sweepHeaders();
  sweep<float>();
  sweep<double>();
  sweep<short>();
}
