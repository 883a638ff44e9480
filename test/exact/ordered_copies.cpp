// RUN: %exact %s --tiled 100 --config '-O3 @optimized -mllvm -polly-escop-least-work=0' \
// RUN:   --config '-O3 @optimized -march=native -mllvm -polly-escop-least-work=0'
// RUN: %exact %s --tiled 130 --config '-O2 @optimized -mllvm -polly-escop-in-order' \
// RUN:   --config '-O3 @optimized -mllvm -polly-escop-in-order -mllvm -polly-escop-least-work=0'
// RUN: %exact %S/register_block_carried.cpp --tiled 75 \
// RUN:   --config '-O3 @optimized -march=native -mllvm -polly-escop-in-order -mllvm -polly-escop-least-work=0'
// RUN: %exact %S/headers_behind_loops.cpp --tiled 2 \
// RUN:   --config '-O3 @optimized -mllvm -polly-escop-in-order -mllvm -polly-escop-least-work=0'
//
// Recurrences with a check of each result, which copies of the nest execute in its order and hand
// on in registers: of first to third order, up and down, of two arrays, of fields, of one element,
// in rows of a matrix and in flat arrays with narrow subscripts, with other stores at all
// distances, beside checks of indices. Each element fails once; arrays overlap in all ways.
#include "escop.h"
#include <initializer_list>
#include <vector>

struct Bad {
  long at;
};
constexpr long N = 40, M = 60, All = N + 2 * M;

#define LOOP_FROM(NAME, BEGIN, END, NEXT, ...)                                                     \
  template <typename T> NOINLINE static long NAME(T *a, T *c, const T *b, long n) {                \
    for (long i = BEGIN; END; NEXT) {                                                              \
      const T x = b[i];                                                                            \
      if (x > 100)                                                                                 \
        throw Bad{i};                                                                              \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return -1;                                                                                     \
  }
#define LOOP(NAME, ...) LOOP_FROM(NAME, 0, i < n, ++i, __VA_ARGS__)

LOOP(first, c[i] = T(c[i - 1] / 2 + x);)
LOOP(second, c[i] = T(c[i - 1] / 2 + c[i - 2] / 4 + x);)
LOOP(third, c[i] = T(c[i - 1] / 2 - c[i - 3] / 4 + x);)
LOOP(thirdAlone, c[i] = T(c[i - 3] / 2 + x);)
LOOP(fourth, c[i] = T(c[i - 4] / 2 + x);)
LOOP_FROM(down, n - 1, i >= 0, --i, c[i] = T(c[i + 1] / 2 + x);)
LOOP_FROM(downTwo, n - 1, i >= 0, i -= 2, c[i] = T(c[i + 2] / 2 + c[i + 1] / 4 + x);)
LOOP_FROM(byTwo, 0, i < n, i += 2, c[i] = T(c[i - 2] / 2 + x);)
LOOP(loadedBehind, if (b[i + 1] > 110) throw Bad{~i}; c[i] = T(c[i - 1] / 2 + x);)
LOOP(resultFails, T y = T(c[i - 1] / 2 + x); if (y > 77) throw Bad{~i}; c[i] = y;)
LOOP(resultFailsBehind, T y = T(c[i - 1] / 2 + x); c[i] = y; if (y > 77) throw Bad{~i};)
LOOP(breaks, T y = T(c[i - 1] / 2 + x); if (y > 77) break; c[i] = y;)
LOOP(returns, T y = T(c[i - 1] / 2 + x); if (y > 77) return i; c[i] = y;)
LOOP(oneElement, *a = T(*a / 2 + x);)
LOOP(oneElementTwice, T y = *a; *a = x; *a = T(y / 2 + *a);)
LOOP(oneElementBeside, *a = T(*a / 2 + x); a[1] = x;)
LOOP(oneElementIf, if (long(x) & 1) *a = T(*a / 2 + x);)
LOOP(twoArrays, a[i] = T(c[i - 1] / 2 + x); c[i] = T(a[i] / 2 + a[i - 1] / 4);)
LOOP(twoArraysApart, a[i] = T(a[i - 1] / 2 + x); c[i] = T(c[i - 1] / 4 + a[i]);)
LOOP(conditional, if (long(x) & 1) c[i] = T(c[i - 1] / 2 + x);)
LOOP(loadedIf, T y = x; if (long(x) & 1) y = T(y + c[i - 1] / 2); c[i] = y;)
LOOP(copies, c[i] = c[i - 1]; a[i] = x;)
LOOP(copiesTwo, c[i] = c[i - 2]; a[i] = T(a[i - 1] / 2 + x);)
// Other stores to the array.
LOOP(storesBehind, c[i] = T(c[i - 1] / 2 + x); c[i - 2] = 5;)
LOOP(storesLoaded, T y = c[i - 1]; c[i - 1] = 5; c[i] = T(y / 2 + x);)
LOOP(storesAhead, c[i] = T(c[i - 1] / 2 + x); c[i + 1] = 9;)
LOOP(storesAheadFirst, c[i + 1] = 9; c[i] = T(c[i - 1] / 2 + x);)
LOOP(storesAheadTwo, c[i + 2] = 9; c[i] = T(c[i - 1] / 2 + x);)
LOOP(storesSecond, c[i] = T(c[i - 2] / 2 + x); c[i - 1] = T(c[i - 1] + 1);)
LOOP(storesAheadIf, c[i] = T(c[i - 1] / 2 + x); if (long(x) & 1) c[i + 1] = 9;)
LOOP(twice, c[i] = x; c[i] = T(c[i - 1] / 2 + c[i]);)
LOOP(anywhere, c[i] = T(c[i - 1] / 2 + x); c[long(x) % 7] = 3;)
LOOP(movingAway, c[i] = T(c[i - 1] / 2 + x); c[2 * i] = 3;)
LOOP(toOneElement, c[i] = T(c[i - 1] / 2 + x); c[20] = 3;)
LOOP_FROM(fields, 0, i < n, i += 2, c[i] = T(c[i - 2] / 2 + x); c[i + 1] = T(c[i - 1] / 4 + c[i]);)
LOOP_FROM(fieldsAcross, 0, i < n, i += 2, c[i] = T(c[i - 2] / 2 + x);
          c[i - 1] = T(c[i - 1] / 4 + 1);)
LOOP(partly, c[i] = T(c[i - 1] / 2 + x); ((char *)(c + i))[sizeof(T) - 1] = 0;)

// Nests, by matrices that check indices, and in flat arrays.
template <typename T> struct Matrix {
  T *p;
  int rows, columns;
  T &operator()(int i, int j) const {
    if (i < 0 || i >= rows || j < 0 || j >= columns)
      throw Bad{1000 + i * 100 + j};
    return p[long(i) * columns + j];
  }
};
#define NEST(NAME, ...)                                                                            \
  template <typename T>                                                                            \
  NOINLINE static long NAME(const Matrix<T> &a, const Matrix<T> &b, int n, int m, int top) {       \
    for (int i = 1; i < n; ++i)                                                                    \
      for (int j = 1; j < m; ++j) {                                                                \
        const T x = b(i, j);                                                                       \
        if (x > 100)                                                                               \
          throw Bad{i * 100 + j};                                                                  \
        __VA_ARGS__                                                                                \
      }                                                                                            \
    return -1;                                                                                     \
  }
NEST(prefix, a(i, j) = T(x + a(i - 1, j) / 2 + a(i, j - 1) / 2 - a(i - 1, j - 1) / 4);)
NEST(relax, T y = T((a(i - 1, j) + a(i, j - 1) + x) / 3); if (y > 90) throw Bad{-i}; a(i, j) = y;)
NEST(sumsOfRows, a(i, 0) = T(a(i, 0) / 2 + x); if (a(i, 0) > 95) return i;)
NEST(beyond, a(i, j) = T(x + a(i, j - 1) / 2); a(i + top, j) = 1;)
NEST(columns, a(j, i) = T(x + a(j - 1, i) / 2);)
#define FLAT(NAME, ...)                                                                            \
  template <typename T>                                                                            \
  NOINLINE static long NAME(const Matrix<T> &a, const Matrix<T> &b, int n, int m, int top) {       \
    T *p = a.p, *q = b.p;                                                                          \
    for (int i = 1; i < n; ++i)                                                                    \
      for (int j = 1; j < m; ++j) {                                                                \
        const T x = q[i * m + j];                                                                  \
        if (x > 100)                                                                               \
          throw Bad{i * 100 + j};                                                                  \
        __VA_ARGS__                                                                                \
      }                                                                                            \
    return -1;                                                                                     \
  }
FLAT(flat, p[i * m + j] = T((p[i * m + j - 1] + p[(i - 1) * m + j] + x) / 3);)
FLAT(flatShifted,
     p[top + i * m + j - 1] = T((p[top + i * m + j - 2] + p[(i - 1) * m + j + 1] + x) / 3);)
FLAT(flatInto, p[i * m + j] = T((p[i * m + j - 1] + x) / 2); q[top + i * m - j] = 1;)
// Sizes and pointers that the nest might overwrite.
template <typename T>
NOINLINE static long vectors(std::vector<T> &a, const std::vector<T> &b, size_t n) {
  for (size_t i = 1; i < n; ++i) {
    const T x = b.at(i);
    if (x > 100)
      throw Bad{long(i)};
    a.at(i) = T(a.at(i - 1) / 2 + x);
  }
  return -1;
}

static uint64_t Hash;
template <typename F> static void call(F f) {
  long out[] = {-2, -2};
  try {
    out[0] = f();
  } catch (const Bad &e) {
    out[1] = e.at;
  } catch (const std::exception &) {
    out[1] = -3;
  }
  Hash = hash_more(Hash, out, sizeof out);
}

template <typename T> static void sweepLoops() {
  static T A[All], B[All], C[All];
  auto run = [&](const char *name, auto f, T *a, T *c, const T *b, long n) {
    Hash = HASH_START;
    for (long bad = -1; bad < n; ++bad) {
      for (long i = 0; i < All; ++i) {
        A[i] = T(small(i, 1, 80));
        C[i] = T(small(i, 2, 80));
        B[i] = T(i % 41);
      }
      if (bad >= 0)
        B[M + bad] = 120;
      call([&] { return f(a, c, b, n); });
      Hash = hash_more(hash_more(hash_more(Hash, A, sizeof A), C, sizeof C), B, sizeof B);
    }
    printf("%s %zu n %ld: %llx\n", name, sizeof(T), n, (unsigned long long)Hash);
  };
#define RUN(NAME)                                                                                  \
  run(#NAME, NAME<T>, A + M, C + M, B + M, n);                                                     \
  for (long at : {-3, -1, 0, 1, 30})                                                               \
    run(#NAME " in one", NAME<T>, C + M + at, C + M, B + M, n);                                    \
  for (long at : {-2, 0, 1})                                                                       \
    run(#NAME " in what it reads", NAME<T>, A + M, B + M + at, B + M, n);
  for (long n : {0, 1, 2, 3, 4, 5, 9, 17, 40}) {
    RUN(first) RUN(second) RUN(third) RUN(thirdAlone) RUN(fourth) RUN(down) RUN(downTwo)
    RUN(byTwo) RUN(loadedBehind) RUN(resultFails) RUN(resultFailsBehind) RUN(breaks) RUN(returns)
    RUN(oneElement) RUN(oneElementTwice) RUN(oneElementBeside) RUN(oneElementIf) RUN(twoArrays)
    RUN(twoArraysApart) RUN(conditional) RUN(loadedIf) RUN(copies) RUN(copiesTwo)
    RUN(storesBehind) RUN(storesLoaded) RUN(storesAhead) RUN(storesAheadFirst) RUN(storesAheadTwo)
    RUN(storesSecond) RUN(storesAheadIf) RUN(twice) RUN(anywhere) RUN(movingAway)
    RUN(toOneElement) RUN(fields) RUN(fieldsAcross)
    if constexpr (T(0.5) == 0)
      RUN(partly)
  }
}

template <typename T> static void sweepNests() {
  constexpr int R = 9, K = 11, Border = 30;
  static T A[R * K + 2 * Border], B[R * K + 2 * Border];
  auto run = [&](const char *name, auto f, T *a, const T *b, int n, int m, int top) {
    Hash = HASH_START;
    for (int bad = -1; bad < R * K; ++bad) {
      for (long i = 0; i < R * K + 2 * Border; ++i) {
        A[i] = T(small(i, 1, 80));
        B[i] = T(i % 41);
      }
      if (bad >= 0)
        B[Border + bad] = 120;
      call([&] { return f({a, R, K}, {const_cast<T *>(b), R, K}, n, m, top); });
      Hash = hash_more(hash_more(Hash, A, sizeof A), B, sizeof B);
    }
    printf("%s %zu, %d x %d, %d: %llx\n", name, sizeof(T), n, m, top, (unsigned long long)Hash);
  };
#define RUN_NEST(NAME)                                                                             \
  for (int n : {1, 2, R})                                                                          \
    for (int m : {1, 2, 3, K, K + 1})                                                              \
      for (int top : {-1, 0, 1}) {                                                                 \
        run(#NAME, NAME<T>, A + Border, B + Border, n, m, top);                                    \
        run(#NAME " in one", NAME<T>, A + Border, A + Border + top, n, m, top);                    \
      }
  RUN_NEST(prefix) RUN_NEST(relax) RUN_NEST(sumsOfRows) RUN_NEST(beyond) RUN_NEST(columns)
  RUN_NEST(flat) RUN_NEST(flatShifted) RUN_NEST(flatInto)
  for (size_t size : {0, 1, 2, 17, 40})
    for (size_t n : {0, 1, 2, 17, 40, 41}) {
      Hash = HASH_START;
      for (size_t bad = 0; bad <= size; ++bad) {
        std::vector<T> a(size, T(7)), b(40, T(3));
        b[bad % 40] = bad == size ? 3 : 120;
        call([&] { return vectors(a, b, n); });
        Hash = hash_more(Hash, a.data(), size * sizeof(T));
      }
      printf("vectors %zu of %zu, %zu: %llx\n", sizeof(T), size, n, (unsigned long long)Hash);
    }
}

int main() {
  sweepLoops<int>();
  sweepLoops<double>();
  sweepLoops<signed char>();
  sweepNests<int>();
  sweepNests<float>();
  sweepNests<long>();
}
