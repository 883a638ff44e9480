// RUN: %exact %s --tiled 24 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 24 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops at the limits of what a driver may compute: of which the trip count is not known, as
// they may step over their ends; whose addresses would leave the address space before their trip
// count is reached; which store at distances that 32 bits do not hold. Each element fails the check
// once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at;
};

// A loop that steps over its end goes on behind 0: there it fails at the latest.
template <typename C, int By>
NOINLINE static long stepsOver(int *__restrict a, const int *b, C total, C parts) {
  long k = 0;
  for (C i = 0; i < C(total / (parts ? parts : 1)); i += By) {
    if (b[k] > 1000)
      throw Bad{long(i)};
    a[k] = b[k] + int(i);
    ++k;
  }
  return k;
}
template <typename C, int By>
NOINLINE static long stepsOverBehind(int *__restrict a, const int *b, C first, C last) {
  long k = 0;
  for (C i = first; i <= last; i += By) {
    if (b[k] > 1000)
      throw Bad{long(i)};
    a[k++] = b[k] + int(i);
  }
  return k;
}

template <typename C, int By> static void sweepCounts() {
  static int a[200], b[201];
  auto run = [&](const char *name, auto f, C from, C to, int bad) {
    for (int i = 0; i < 200; ++i) {
      a[i] = 0;
      b[i] = i % 97;
    }
    b[bad] = b[199] = 5000;
    long at = -1, s = -1;
    try {
      s = f(a, b, from, to);
    } catch (const Bad &e) {
      at = e.at;
    }
    printf("%s %zu %d from %llu to %llu bad %d: %ld %ld %llx\n", name, sizeof(C), By,
           (unsigned long long)from, (unsigned long long)to, bad, at, s,
           (unsigned long long)hash_of(a, sizeof a));
  };
  for (int bad = 0; bad < 200; bad += bad < 70 || bad > 190 ? 1 : 9) {
    for (unsigned long total : {0ul, 1ul, 2ul, 3ul, 31ul, 64ul, 65ul, 150ul, ~0ul, ~0ul - 1, ~0ul - 2})
      for (unsigned long parts : {0ul, 1ul, 2ul})
        run("stepsOver", stepsOver<C, By>, C(total), C(parts), bad);
    for (unsigned long first : {0ul, 5ul, ~0ul - 40, ~0ul - 100})
      for (unsigned long last : {7ul, 100ul, ~0ul, ~0ul - 1, ~0ul - 2})
        run("stepsOverBehind", stepsOverBehind<C, By>, C(first), C(last), bad);
  }
}

// Down to addresses below 0, were it not for the check.
template <typename T, typename C> NOINLINE static long down(T *p, const T *q, C n) {
  for (C i = 0; i < n; ++i) {
    T x = *--q;
    if (x > 100)
      throw Bad{long(i)};
    *--p = T(x + 20); // may be what the next iteration loads
  }
  return 0;
}
template <typename T, typename C> NOINLINE static long downByTwo(T *p, const T *q, C n) {
  for (C i = 0; i < n; ++i) {
    T x = *(q -= 2);
    if (x > 100)
      throw Bad{long(i)};
    *--p = T(x + 20);
  }
  return 0;
}
template <typename T, typename C> NOINLINE static long apartOneGoesUp(T *p, const T *q, C n) {
  for (C i = 0; i < n; ++i) {
    T x = *--q;
    if (x > 100)
      throw Bad{long(i)};
    *p++ = T(x + 20);
  }
  return 0;
}
template <typename T, typename C> NOINLINE static long downToBoth(T *p, T *r, const T *__restrict q, C n) {
  for (C i = 0; i < n; ++i) {
    T x = *--q;
    if (x > 100)
      throw Bad{long(i)};
    *--p = x;
    *--r = T(x + 1);
  }
  return 0;
}

template <typename T, typename C> static void sweepDown(char *low, C n) {
  constexpr long M = 1000, First = 800;
  T *a = (T *)low;
  auto run = [&](const char *name, auto f, long bad, long first) {
    for (long i = 0; i < M; ++i)
      a[i] = T(small(i, 3, 90));
    a[300] = 120;
    a[First - 1 - bad] = 120;
    long at = -1;
    try {
      f(first);
    } catch (const Bad &e) {
      at = e.at;
    }
    printf("%s %zu %zu bad %ld first %ld: %ld %llx\n", name, sizeof(T), sizeof(C), bad, first, at,
           (unsigned long long)hash_of(a, M * sizeof(T)));
  };
  for (long bad = 0; bad < 140; ++bad)
    for (long first : {1L, 2L, 17L, 70L, -1L, -2L, -40L}) {
      // The first store is in front of the first load, or behind it.
      T *q = a + First, *p = q + (first < 0 ? first : -first);
      if (first < 0)
        p = q + 1;
      run("down", [&](long) { down<T, C>(p, q, n); }, bad, first);
      run("downByTwo", [&](long) { downByTwo<T, C>(p, q, n); }, bad, first);
      run("apartOneGoesUp", [&](long f) { apartOneGoesUp<T, C>(q - 200 + f, q, n); }, bad, first);
      run("downToBoth", [&](long f) { downToBoth<T, C>(q - 300, q - 300 + f, q, n); }, bad, first);
      run("downToBothApart", [&](long f) { downToBoth<T, C>(a + 200 + f, q + 110, q, C(100)); }, bad, first);
    }
}

int main() {
  sweepCounts<unsigned, 2>();
  sweepCounts<unsigned, 3>();
  sweepCounts<unsigned short, 2>();
  sweepCounts<unsigned long, 5>();
  // Near the begin of the address space, as arrays of a program that is not relocated.
  void *low = mmap((void *)(1l << 20), 1 << 16, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (low != (void *)(1l << 20))
    abort();
  sweepDown<int, int>((char *)low, 0x7fffffff);
  sweepDown<double, unsigned>((char *)low, 0xffffffff);
  sweepDown<signed char, long>((char *)low, 1l << 45);
  sweepDown<short, int>((char *)low, 0x7fffffff);
}
