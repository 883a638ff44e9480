// What tests of matrix products share: forms of a product, extents, and a sweep of throws.
#ifndef ESCOP_PRODUCTS_H
#define ESCOP_PRODUCTS_H

#include "escop.h"
#include <stdexcept>
#include <vector>

struct Extents {
  long m, n, l;
};
// Work that is too small, borders of tiles of all shapes, and more than a panel of k and of rows.
static const Extents All[] = {{2, 3, 5},    {4, 32, 32},  {16, 16, 16}, {17, 19, 23}, {8, 48, 24},
                              {33, 7, 31},  {5, 100, 9},  {9, 97, 8},   {61, 25, 4},  {12, 13, 401},
                              {101, 9, 12}, {16, 193, 6}, {40, 0, 40},  {0, 40, 40}, {40, 40, 0}};
#define FOR(I, E) for (long I = 0; I < (E); ++I)
#define CHECK(X)                                                                                   \
  if ((X) > LIMIT)                                                                                 \
  throw std::domain_error(#X)
#define PARAMETERS(T)                                                                              \
  [[maybe_unused]] long m, [[maybe_unused]] long n, [[maybe_unused]] long l,                       \
      [[maybe_unused]] long p, [[maybe_unused]] T *C, [[maybe_unused]] const T *A,                 \
      [[maybe_unused]] const T *B, [[maybe_unused]] T alpha
#define FORM(NAME, T) NOINLINE static void NAME(PARAMETERS(T))

template <class T> static T value(long i) { return T(1) / T(1 + i * 7 % 31) - T(i % 3); }
template <> int value(long i) { return int(i * 2654435761u) >> 12; }
template <> short value(long i) { return short(i * 40503u); }
template <> long value(long i) { return i * 0x9e3779b97f4a7c15 >> 45; }
template <> unsigned value(long i) { return i * 2654435761u >> 13; }

template <class T>
static void sweep(const char *name, void (*form)(long, long, long, long, T *, const T *, const T *, T)) {
  for (const Extents &e : All) {
    long p = 1;
    for (long size : {e.m, e.n, e.l})
      p = size > p ? size : p;
    p = 2 * p + 3;
    const size_t size = p * p;
    std::vector<T> A(size), B(size);
    for (size_t i = 0; i < size; ++i)
      A[i] = value<T>(i), B[i] = value<T>(i + 5);
    for (long row : {-1L, 0L, 1L, e.m / 2, e.m - 1}) {
      std::vector<T> a = A, C = B;
      if (row >= 0 && sizeof(T) > 2)
        a[row * p + e.l / 2] = T(POISON);
      uint64_t thrown = 0;
      try {
        form(e.m, e.n, e.l, p, C.data(), a.data(), B.data(), T(3) / T(2));
      } catch (const std::domain_error &) {
        thrown = 1;
      }
      printf("%s %ldx%ldx%ld row %ld: %d %016llx\n", name, e.m, e.n, e.l, row, int(thrown),
             (unsigned long long)hash_of(C.data(), size * sizeof(T)));
    }
  }
}

#endif
