// RUN: %exact %s --tiled 32 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 32 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that store to addresses that depend on data: to the same ones again and again, where
// the order tells; under conditions; to what is loaded, or stored to otherwise, which is left to the
// loop. Behind the element that fails the check, and where the condition does not hold, indices are
// wild. Each element fails it once.
#include "escop.h"
#include <initializer_list>
#include <limits>

constexpr long N = 200, Places = 32;

struct Bad {
  long at;
};

// Variables: of others it is not known that they are apart.
template <typename T> T A[N];
template <typename T> T B[N];
template <typename T> T D[N];
template <typename T> struct Parts {
  T head, cells[4][Places];
};
template <typename T> Parts<T> P;
template <typename I> I Index[N];

#define LOOP(NAME, ...)                                                                            \
  template <typename T, typename I> NOINLINE static long NAME(long n) {                            \
    long s = 0;                                                                                    \
    for (long i = 0; i < n; ++i) {                                                                 \
      const T x = B<T>[i];                                                                         \
      if (x > 100)                                                                                 \
        throw Bad{i};                                                                              \
      const I j = Index<I>[i];                                                                     \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

LOOP(everyPlace, A<T>[j] = x;)
LOOP(somePlaces, if (x > 3) A<T>[j] = x;)
LOOP(fromBehind, A<T>[Places - 1 - j] = x; s += long(x);)
LOOP(besideOthers, A<T>[j] = x; if (x > 3) D<T>[i] = x + 1;)
LOOP(toEither, if (x > 3) A<T>[j] = x; else D<T>[j] = 2;)
LOOP(parts, P<T>.cells[j & 3][j] = x; A<T>[j] = 4;)
LOOP(byChecked, if (!(j >= 0 && j < Places)) throw Bad{-i}; A<T>[j] = x;)
// Which of two stores to one array is the last?
LOOP(twice, A<T>[j] = x; A<T>[j ^ 1] = 3;)
LOOP(hereAndThere, A<T>[j] = x; A<T>[i & 31] = T(1 + i % 3); A<T>[i] = 4;)
// Loads what other iterations store.
LOOP(histogram, A<T>[j] += 1; s += long(A<T>[j]);)
LOOP(loadsBeside, A<T>[j] = A<T>[i % Places] + x;)
LOOP(changesIndices, Index<I>[j] = I(i & 7); s += j;)

template <typename T, typename I>
NOINLINE static long mayMeet(T *a, const T *b, const I *index, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i};
    a[index[i]] = b[i];
  }
  return 0;
}
template <typename T, typename I>
NOINLINE static long storesMayMeet(T *a, T *d, const T *b, const I *index, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      throw Bad{i};
    a[index[i]] = b[i];
    d[i] = 2;
  }
  return 0;
}

template <typename T, typename I> static void sweep() {
  T *a = A<T>, *b = B<T>, *d = D<T>;
  I *index = Index<I>;
  for (long n : {1L, 3L, 16L, 33L, 70L, N})
    for (int how = 0; how < 4; ++how)
      for (long bad = 0; bad <= n; bad += n < 40 || bad < 20 || n - bad < 20 ? 1 : 9) {
        auto run = [&](const char *name, auto f, T *from, bool conditional) {
          for (long i = 0; i < N; ++i)
            a[i] = d[i] = b[i] = 0;
          memset(&P<T>, 0, sizeof P<T>);
          for (long i = 0; i < n; ++i) {
            from[i] = T(1 + i % 50);
            // All different, one, two in turn, some that come again.
            long j = how == 0 ? i % Places : how == 1 ? 5 : how == 2 ? i % 2 : i * i % 13;
            // What fails the check may be stored to before.
            if ((i >= bad && from == b) || (conditional && !(from[i] > 3)))
              j = i & 1 ? std::numeric_limits<I>::max() : std::numeric_limits<I>::min();
            index[i] = I(j);
          }
          if (bad < n)
            from[bad] = 120;
          long at = -1, s = 0;
          try {
            s = f();
          } catch (const Bad &e) {
            at = e.at;
          }
          uint64_t h = hash_of(a, sizeof A<T>) * 3 + hash_of(b, sizeof B<T>) * 5 + hash_of(d, sizeof D<T>) +
                       hash_of(&P<T>, sizeof P<T>) * 7 + hash_of(index, sizeof Index<I>) * 9;
          printf("%s %zu %zu n %ld how %d bad %ld: %ld %ld %llx\n", name, sizeof(T), sizeof(I), n, how, bad,
                 at, s, (unsigned long long)h);
        };
#define RUN(NAME) run(#NAME, [&] { return NAME<T, I>(n); }, b, false);
        RUN(everyPlace)
        run("somePlaces", [&] { return somePlaces<T, I>(n); }, b, true);
        RUN(fromBehind)
        RUN(besideOthers)
        RUN(toEither)
        RUN(parts)
        RUN(byChecked)
        RUN(twice)
        RUN(hereAndThere)
        RUN(histogram)
        RUN(loadsBeside)
        RUN(changesIndices)
        // Stores to what it checks.
        for (T *from : {b, a + 1, a + 17})
          if (n < N - 17) {
            run("mayMeet", [&] { return mayMeet(a, from, index, n); }, from, false);
            run("storesMayMeet", [&] { return storesMayMeet(a, d, from, index, n); }, from, false);
            run("storesMeet", [&] { return storesMayMeet(a, a + 2, from, index, n); }, from, false);
          }
      }
}

int main() {
  sweep<float, signed char>();
  sweep<double, int>();
  sweep<int, unsigned short>();
  sweep<signed char, long>();
}
