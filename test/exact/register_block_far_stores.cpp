// RUN: %exact %s --tiled 17 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 17 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that store to one array at distances of about 2 GiB, of which some are constants of 32
// bits, some are not: those that meet are to be made in the order of the iterations, whatever the
// order in which they stand. Each element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at;
};

// Elements in 2 GiB.
template <typename T> constexpr long G = 0x80000000l / sizeof(T);

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static void NAME(T *a, const T *__restrict b, long n) {           \
    for (long i = 0; i < n; ++i) {                                                                 \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i};                                                                              \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define AT(WHERE, WHAT) a[i + (WHERE)] = T(x + WHAT);

LOOP(order012, AT(0, 0) AT(G<T> - 1, 1) AT(G<T>, 2))
LOOP(order021, AT(0, 0) AT(G<T>, 2) AT(G<T> - 1, 1))
LOOP(order102, AT(G<T> - 1, 1) AT(0, 0) AT(G<T>, 2))
LOOP(order120, AT(G<T> - 1, 1) AT(G<T>, 2) AT(0, 0))
LOOP(order201, AT(G<T>, 2) AT(0, 0) AT(G<T> - 1, 1))
LOOP(order210, AT(G<T>, 2) AT(G<T> - 1, 1) AT(0, 0))
// The last one is no farther from either of two groups, and meets the second.
LOOP(joins, AT(0, 0) AT(2 * G<T> - 2, 1) AT(G<T> - 1, 2) AT(2 * G<T> - 3, 3))
LOOP(joinsInFront, AT(2 * G<T> + 1, 1) AT(3, 0) AT(G<T> + 2, 2) AT(0, 4) AT(8, 3))
LOOP(joinsUnderCondition, AT(0, 0) if (x > 9) { AT(2 * G<T> - 2, 1) } AT(G<T> - 1, 2)
     if (x < 30) { AT(2 * G<T> - 4, 3) })

template <typename T> static void sweep(char *base, long *parts, int count) {
  T *a = (T *)base;
  static T b[300];
  auto run = [&](const char *name, auto f, long n, long bad) {
    for (long i = 0; i < n; ++i)
      b[i] = T(i % 50);
    if (bad < n)
      b[bad] = 120;
    for (int p = 0; p < count; ++p)
      memset(base + parts[p], 0, 16384);
    long at = -1;
    try {
      f(a, b, n);
    } catch (const Bad &e) {
      at = e.at;
    }
    uint64_t h = HASH_START;
    for (int p = 0; p < count; ++p)
      h = hash_more(h, base + parts[p], 16384);
    printf("%s %zu n %ld bad %ld: %ld %llx\n", name, sizeof(T), n, bad, at, (unsigned long long)h);
  };
#define RUN(NAME) run(#NAME, NAME<T>, n, bad);
  for (long n : {1L, 2L, 17L, 33L, 64L, 150L, 300L})
    for (long bad = 0; bad <= n; bad += n < 20 || bad % 64 < 4 ? 1 : 13) {
      RUN(order012)
      RUN(order021)
      RUN(order102)
      RUN(order120)
      RUN(order201)
      RUN(order210)
      RUN(joins)
      // Of long, the stock compiler's SLP vectoriser loses a store (-O2).
      if constexpr (sizeof(T) == 1)
        RUN(joinsInFront)
      RUN(joinsUnderCondition)
    }
}

int main() {
  // Of it only some pages are there.
  const long gib2 = 0x80000000l;
  char *base = (char *)mmap(nullptr, 2 * gib2 + (1 << 20), PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  long parts[] = {0, gib2 - 8192, 2 * gib2 - 8192};
  if (base == (char *)MAP_FAILED)
    abort();
  for (long part : parts)
    if (mprotect(base + part, 16384, PROT_READ | PROT_WRITE))
      abort();
  sweep<unsigned char>(base, parts, 3);
  sweep<long>(base, parts, 3);
}
