// RUN: %exact %s --tiled 9 --config "-O3 @optimized" --config "-O3 @optimized -march=native"
// RUN: %exact %s --tiled 9 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-block-size=3 -mllvm -polly-escop-process-unprofitable" \
// RUN:   --config "-O2 @optimized -march=native -mllvm -polly-escop-block-size=7 -mllvm -polly-escop-process-unprofitable"
//
// Checks of indices beside checks of values, that compare one way round and the other, with one
// limit and with two, whose indices step up and down and go round. Each element fails once, by its
// value or its index.
#include "escop.h"
#include <initializer_list>

struct Bad {
  long at;
};
constexpr size_t N = 70;

#define LOOP(NAME, INDEX, IN)                                                                      \
  template <typename T>                                                                            \
  NOINLINE static void NAME(T *a, const T *b, size_t k, size_t l, size_t size, size_t n) {         \
    for (size_t j = 0; j < n; ++j) {                                                               \
      const size_t i = INDEX;                                                                      \
      if (!(IN))                                                                                   \
        throw Bad{long(j)};                                                                        \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{long(j + 1000)};                                                                 \
      a[i] = T(x + 1);                                                                             \
    }                                                                                              \
  }
LOOP(below, (l - 1) * k + j, i < size)
LOOP(above, k + j, size > i)
LOOP(down, k - j, i < size)
LOOP(within, k + j, i >= l &&i < size)
LOOP(notBeyond, k + j, !(i < l || i >= size))
LOOP(signedWithin, k - j, long(i) >= long(l) && long(i) <= long(size))
LOOP(other, k + 2 * j, i != size)
LOOP(odd, k + 2 * j, i - l < size)

// Both ways of an iteration check the same.
template <typename T>
NOINLINE static void onBothWays(T *a, const T *b, size_t k, size_t l, size_t size, size_t n) {
  for (size_t j = 0; j < n; ++j)
    if (b[j] & 1) {
      if (k + j >= size)
        throw Bad{long(j)};
      if (b[j] > 100)
        throw Bad{long(j + 2000)};
      a[j] = T(b[j] + l);
    } else {
      if (k + j >= size)
        throw Bad{long(j + 1000)};
      a[j] = T(b[j] * 3);
    }
}

static unsigned char Bytes[2][3000];
static short Shorts[2][3000];

template <typename T>
static void run(const char *name, void (*f)(T *, const T *, size_t, size_t, size_t, size_t),
                T (&arrays)[2][3000]) {
  uint64_t h = HASH_START;
  T *a = arrays[0] + 1000, *b = arrays[1] + 1000;
  for (size_t k : {size_t(0), size_t(3), size_t(80), size_t(-4)})
    for (size_t l : {size_t(1), size_t(2), size_t(0)})
      for (size_t size : {size_t(0), size_t(5), size_t(48), size_t(81), size_t(-2)})
        for (size_t n : {size_t(0), size_t(1), size_t(17), size_t(48), N})
          for (long bad = -1; bad < long(N); bad += bad < 0 ? 1 : 13) {
            for (long i = 0; i < 3000; ++i)
              arrays[0][i] = T(i % 50), arrays[1][i] = T(i % 41);
            if (bad >= 0)
              b[bad] = T(120);
            long where = -1;
            try {
              f(a, b, k, l, size, n);
            } catch (const Bad &e) {
              where = e.at;
            }
            h = hash_more(hash_more(h, arrays[0], sizeof arrays[0]), &where, sizeof where);
          }
  printf("%s: %llx\n", name, (unsigned long long)h);
}

int main() {
  run("below", below<short>, Shorts);
  run("above", above<unsigned char>, Bytes);
  run("down", down<short>, Shorts);
  run("within", within<unsigned char>, Bytes);
  run("not beyond", notBeyond<short>, Shorts);
  run("signed within", signedWithin<short>, Shorts);
  run("other", other<short>, Shorts);
  run("odd", odd<unsigned char>, Bytes);
  run("on both ways", onBothWays<short>, Shorts);
}
