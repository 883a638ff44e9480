// RUN: %exact %s --tiled 7 --config "-O3 @optimized" --config "-O3 @optimized -march=native"
// RUN: %exact %s --tiled 7 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-block-size=3 -mllvm -polly-escop-process-unprofitable" \
// RUN:   --config "-O2 @optimized -march=native -mllvm -polly-escop-block-size=7 -mllvm -polly-escop-process-unprofitable"
//
// Single loops with subscripts narrower than addresses: sums of int that are reassociated, and of
// unsigned numbers of 32 and 16 bits that go round in the loop, up and down. Each element fails
// once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at;
};
constexpr long N = 70;

#define LOOP(NAME, TYPE, INDEX)                                                                    \
  template <typename T> NOINLINE static void NAME(T *a, const T *b, TYPE k, TYPE l, long n) {      \
    for (long j = 0; j < n; ++j) {                                                                 \
      const TYPE i = TYPE(j);                                                                      \
      const T x = b[INDEX];                                                                        \
      if (x > 100)                                                                                 \
        throw Bad{j};                                                                              \
      a[INDEX] = T(x + 1);                                                                         \
    }                                                                                              \
  }
LOOP(sums, int, k * l + i - k)
LOOP(sumsDown, int, k - i * l + 4 * k)
LOOP(squares, int, k * k + (l - 1) * k + i - 1)
LOOP(wordUp, uint32_t, k + i)
LOOP(wordByThree, uint32_t, k + 3 * i - l)
LOOP(wordDown, uint32_t, k - i)
LOOP(shortUp, uint16_t, uint16_t(k + i))
LOOP(shortDown, uint16_t, uint16_t(k - i - l))
LOOP(shortByThree, uint16_t, uint16_t(k + 3 * i))
LOOP(signedShort, int16_t, 40000 + int16_t(k + i))

// All elements that an index may have. Of 2^32 bytes those at both ends are accessed.
template <typename T> struct Array {
  T *p;
  long size;
  explicit Array(long size)
      : p((T *)mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        size(size) {
    if (p == (T *)MAP_FAILED)
      abort();
  }
  void fill(int m) {
    for (long i = -300; i < 2000; ++i)
      p[(i + size) % size] = T(small(i + 300, 1, m));
  }
  uint64_t hash(uint64_t h) const {
    return hash_more(hash_more(h, p, 2000 * sizeof(T)), p + size - 300, 300 * sizeof(T));
  }
};

template <typename T, typename I>
static void run(const char *name, void (*f)(T *, const T *, I, I, long), I k, I l, long at,
                long step, long size = 1 << 16) {
  static Array<T> a(size), b(size);
  uint64_t h = HASH_START;
  for (long n = 0; n <= N; n += n < 20 ? 1 : 17)
    for (long bad = -1; bad < n; bad += bad < 0 ? 1 : 5) {
      a.fill(50);
      b.fill(41);
      if (bad >= 0)
        b.p[(at + step * bad + 2 * size) % size] = 120;
      long where = -1;
      try {
        f(a.p, b.p, k, l, n);
      } catch (const Bad &e) {
        where = e.at;
      }
      h = hash_more(a.hash(h), &where, sizeof where);
    }
  printf("%s: %llx\n", name, (unsigned long long)h);
}

int main() {
  run<int, int>("sums", sums, 100, 5, 400, 1);
  run<int, int>("sumsDown", sumsDown, 300, 3, 1500, -3);
  run<int, int>("squares", squares, 30, 4, 989, 1);
  constexpr long Word = 1L << 32;
  for (int back : {1, 2, 15, 16, 33, 69, 200}) {
    run<signed char, uint32_t>("wordUp", wordUp, -back, 0, -back, 1, Word);
    run<signed char, uint32_t>("wordByThree", wordByThree, 0, back, -back, 3, Word);
    run<signed char, uint32_t>("wordDown", wordDown, back, 0, back, -1, Word);
    run<int, uint16_t>("shortUp", shortUp, -back, 0, -back, 1);
    run<int, uint16_t>("shortDown", shortDown, back, 1, back - 1, -1);
    run<int, uint16_t>("shortByThree", shortByThree, -back, 0, -back, 3);
    run<int, int16_t>("signedShort", signedShort, 32767 - back, 0, 40000 + 32767 - back, 1,
                      1 << 17);
  }
}
