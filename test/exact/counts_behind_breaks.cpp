// RUN: %exact %s "--optimized=%optimized -mllvm -polly-escop-least-work=0" --config "-O3 @optimized"
// RUN: %exact %s "--optimized=%optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-in-order" \
// RUN:   --config "-O3 @optimized"
//
// An inner loop ends where a number is reached, which is the value of the count behind it then, or
// else where its counter ends, and which of both the nest takes for a guard is open. A copy that
// executes the nest in its own order goes either way.
#include "escop.h"
#include <initializer_list>

struct Range {
  long i;
};

template <class T> static inline T &at(T *d, long n, long i) {
  if ((unsigned long)i >= (unsigned long)n)
    throw Range{i};
  return d[i];
}

struct Sizes {
  long n[3], limit;
};

static long Fuel;

NOINLINE static long counts(unsigned short *v, unsigned short *w, long size, const Sizes &s) {
  long count = 0;
  const int n0 = int(s.n[0]);
  for (int i = 0; i < n0; ++i) {
    for (int j = 0; j < int(s.n[1]); ++j) {
      if (++count == s.limit)
        break;
      for (long k = 0; k < s.n[2]; ++k) {
        if (--Fuel == 0)
          goto out;
        at(w, size, k + 2) += 3;
      }
    }
    v[i] = v[i] * 3 + w[i];
  }
out:
  v[0] += 1;
  return count;
}

// Where the inner loop ends is a subscript.
NOINLINE static long ends(unsigned short *v, const unsigned short *w, long size, const Sizes &s) {
  long last = 0;
  for (long i = 0; i < s.n[0]; ++i) {
    long j = 0;
    for (; j < s.n[1]; ++j)
      if (at(w, size, i + j) == s.limit)
        break;
    last = j;
    at(v, size, i + last) += 1;
  }
  return last;
}

// What is counted is one.
NOINLINE static long packs(unsigned short *v, const unsigned short *w, long size, const Sizes &s) {
  long count = 0;
  for (long i = 0; i < s.n[0]; ++i)
    for (long j = 0; j < s.n[1]; ++j) {
      if (at(w, size, i + j) == s.limit) {
        count += 2;
        break;
      }
      at(v, size, count) += 1;
      ++count;
    }
  return count;
}

int main() {
  constexpr long Size = 200;
  static unsigned short v[Size], w[Size];
  for (const Sizes &s : {Sizes{{9, 9, 9}, 0}, {{12, 5, 7}, 0}, {{40, 30, 2}, 0}, {{7, 40, 1}, 0}})
    for (long limit = -2; limit < 90; ++limit)
      for (long fuel : {1L << 40, 50L, 1L}) {
        Sizes of = s;
        of.limit = limit;
        Fuel = fuel;
        auto run = [&](const char *name, auto f) {
          for (long i = 0; i < Size; ++i) {
            v[i] = (unsigned short)i;
            w[i] = (unsigned short)(i * 7 % 97);
          }
          long result = -1, at = -1;
          try {
            result = f(v, w, Size, of);
          } catch (const Range &e) {
            at = e.i;
          }
          printf("%s %ld %ld %ld: %ld %ld %ld %llx\n", name, s.n[0], limit, fuel, result, at, Fuel,
                 (unsigned long long)(hash_of(v, sizeof v) ^ hash_of(w, sizeof w)));
        };
        run("counts", counts);
        run("ends", ends);
        run("packs", packs);
      }
}
