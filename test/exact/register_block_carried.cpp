// RUN: %exact %s --tiled 48 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 48 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
//
// Single loops that load what the iteration before has stored: up and down, at steps of one and two
// elements, beside stores to the same array at other distances, under conditions, in parts of other
// sizes. In front of the first element a page may be missing, if the first iteration fails. Each
// element fails the check once.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long at, sum;
};

#define LOOP_FROM(NAME, BEGIN, END, NEXT, ...)                                                     \
  template <typename T> NOINLINE static T NAME(T *a, T *c, const T *__restrict b, long n) {        \
    T s = 0;                                                                                       \
    for (long i = BEGIN; END; NEXT) {                                                              \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i, long(s)};                                                                     \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }
#define LOOP(NAME, ...) LOOP_FROM(NAME, 0, i < n, ++i, __VA_ARGS__)

LOOP(up, c[i] = x + 1; a[i] = c[i - 1] - x;)
LOOP(loadedFirst, T y = c[i - 1]; c[i] = x + 1; a[i] = y; s += y;)
LOOP_FROM(down, n - 1, i >= 0, --i, c[i] = x + 1; a[i] = c[i + 1] - x;)
LOOP_FROM(byTwo, 0, i < n, i += 2, c[i] = x + 1; a[i] = c[i - 2];)
LOOP_FROM(byTwoWithNeighbour, 0, i < n, i += 2, c[i] = x + 1; a[i] = c[i - 2] + c[i - 1]; c[i + 1] = 4;)
LOOP(farther, c[i] = x + 1; a[i] = c[i - 1] + c[i - 2];)
LOOP(recurs, c[i] = c[i - 1] > 50 ? x : T(c[i - 1] + x); a[i] = c[i];)
LOOP(checked, c[i] = x + 1; if (c[i - 1] > 90) throw Bad{~i, long(s)}; a[i] = x;)
LOOP(twoArrays, c[i] = x + 1; a[i] = c[i - 1]; s += a[i - 1];)
// Other stores to the array.
LOOP(storesBehind, c[i] = x + 1; a[i] = c[i - 1]; c[i - 2] = 5;)
LOOP(storesFarBehind, c[i] = x + 1; a[i] = c[i - 1]; c[i - 20] = 5;)
LOOP(storesAhead, c[i + 2] = 5; c[i] = x + 1; a[i] = c[i - 1];)
LOOP(storesFarAhead, c[i] = x + 1; a[i] = c[i - 1]; c[i + 20] = 5;)
LOOP(storesToLoaded, c[i] = x + 1; a[i] = c[i - 1]; c[i - 1] = 5;)
LOOP(storesToLoadedBefore, c[i] = x + 1; c[i - 1] = x; a[i] = c[i - 1];)
LOOP(twice, c[i] = x; a[i] = c[i - 1]; c[i] = x + 1;)
LOOP(twiceIf, c[i] = x; a[i] = c[i - 1]; if (long(x) & 1) c[i] = x + 1;)
LOOP(partly, c[i] = x; a[i] = c[i - 1]; ((char *)(c + i))[sizeof(T) - 1] = 1;)
LOOP(across, c[i] = x; a[i] = c[i - 1]; memset((char *)(c + i) + 1, 2, sizeof(T));)
LOOP(storesNext, c[i] = x; a[i] = c[i - 1]; c[i + 1] = 9;)
// Not in each iteration.
LOOP(storedIf, if (long(x) & 1) c[i] = x; a[i] = c[i - 1];)
LOOP(loadedIf, c[i] = x; if (long(x) & 1) a[i] = c[i - 1];)
LOOP(storedIfToo, c[i] = x; a[i] = c[i - 1]; if (long(x) & 2) c[i - 1] = 3;)
LOOP(storedInEither, if (long(x) & 1) c[i] = x; else c[i] = 2; a[i] = c[i - 1]; s += x;)
// Of another size.
template <typename T> struct Half {
  typedef short type;
};
template <> struct Half<double> {
  typedef unsigned type;
};
LOOP(loadsPart, c[i] = x; typename Half<T>::type y; memcpy(&y, c + i - 1, sizeof y); s += T(y & 63);)
LOOP(storesPart, typename Half<T>::type y = 3; memcpy(c + i, &y, sizeof y); a[i] = c[i - 1];)
// A store to two elements, the second of which is loaded.
template <typename T> struct Pair {
  typedef T type __attribute__((vector_size(2 * sizeof(T))));
};
LOOP(storesPairIf, c[i] = x; if (long(x) & 1) {
  typename Pair<T>::type y = {T(x + 1), T(x + 2)};
  memcpy(c + i - 2, &y, sizeof y);
} a[i] = c[i - 1];)
// So many elements that they are not compared with each other; variables, which are apart.
constexpr long N = 70, M = 40, All = N + 2 * M;
template <typename T> static T Stored[All];
template <typename T> static T Summed[All];
#define SUM4(K) s += Summed<T>[i + K] - Summed<T>[i + K + 1] + Summed<T>[i + K + 2] - Summed<T>[i + K + 3];
#define SUM16(K) SUM4(K) SUM4(K + 4) SUM4(K + 8) SUM4(K + 12)
LOOP(manyElements, Stored<T>[i + 1] = x; if (long(x) & 1) Stored<T>[i] = 2; a[i] = Stored<T>[i];
     SUM16(0) SUM16(16) SUM16(32) SUM16(48) SUM4(64))

// The page in front of c, or behind it, is missing.
template <typename T> static T *mapped(long elements) {
  constexpr long Page = 4096;
  char *base = (char *)mmap(nullptr, 3 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == (char *)MAP_FAILED || mprotect(base + Page, Page, PROT_READ | PROT_WRITE))
    abort();
  return (T *)(base + (elements ? 2 * Page : Page)) - elements;
}

template <typename T> static void sweep() {
  static T A[All], B[All], C[All];
  static T *const First = mapped<T>(0), *const Behind = mapped<T>(N);
  auto run = [&](const char *name, auto f, T *a, T *c, T *whole, long n) {
    uint64_t h = HASH_START;
    for (long bad = -1; bad < n; ++bad) {
      for (long i = 0; i < All; ++i) {
        A[i] = T(small(i, 1, 80));
        C[i] = T(small(i, 2, 80));
        B[i] = T(i % 41);
        Stored<T>[i] = T(i % 5);
        Summed<T>[i] = T(i % 7);
      }
      for (long i = 0; i < N; ++i)
        First[i] = Behind[i] = T(small(i, 3, 80));
      if (bad >= 0)
        B[M + bad] = 120;
      long out[] = {-1, -1};
      if (whole != First || bad == 0)
        if (whole != Behind || bad == n - 1)
          try {
            out[1] = long(f(a, c, B + M, n));
          } catch (const Bad &e) {
            out[0] = e.at;
            out[1] = e.sum;
          }
      h = hash_more(hash_more(hash_more(h, A, sizeof A), C, sizeof C), out, sizeof out);
      h = hash_more(h, Stored<T>, sizeof Stored<T>);
      h = hash_more(hash_more(h, First, N * sizeof(T)), Behind, N * sizeof(T));
    }
    printf("%s %zu n %ld: %llx\n", name, sizeof(T), n, (unsigned long long)h);
  };
#define RUN(NAME)                                                                                  \
  run(#NAME, NAME<T>, A + M, C + M, C, n);                                                         \
  for (long at : {-3, 1, 30})                                                                      \
    run(#NAME " in one", NAME<T>, C + M + at, C + M, C, n);
  for (long n = 0; n <= N; ++n) {
    RUN(up)
    RUN(loadedFirst)
    RUN(down)
    RUN(byTwo)
    RUN(byTwoWithNeighbour)
    RUN(farther)
    RUN(recurs)
    RUN(checked)
    RUN(twoArrays)
    RUN(storesBehind)
    RUN(storesFarBehind)
    RUN(storesAhead)
    RUN(storesFarAhead)
    RUN(storesToLoaded)
    RUN(storesToLoadedBefore)
    RUN(twice)
    RUN(twiceIf)
    RUN(storesNext)
    RUN(storesPairIf)
    RUN(manyElements)
    RUN(storedIf)
    RUN(loadedIf)
    RUN(storedIfToo)
    RUN(storedInEither)
    if constexpr (T(0.5) == 0) {
      RUN(partly)
      RUN(across)
    }
    if constexpr (sizeof(T) > 2) {
      RUN(loadsPart)
      RUN(storesPart)
    }
    // An iteration that fails loads nothing.
    run("up, first", up<T>, A + M, First, First, n);
    run("loadedFirst, first", loadedFirst<T>, A + M, First, First, n);
    run("byTwo, first", byTwo<T>, A + M, First, First, n);
    run("down, last", down<T>, A + M, Behind + N - n, Behind, n);
  }
}

int main() {
  sweep<int>();
  sweep<double>();
  sweep<signed char>();
}
