// RUN: %exact %s --tiled 30 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --config '-O3 @optimized -mllvm -polly-escop-block-size=3'
// RUN: %if escop %{ %clangxx -O3 -march=x86-64-v3 %optimized -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s %}
// CHECK-COUNT-28: remark: tiled exception-safe nest (blocks
//
// Arithmetic that tells whether it overflows is computed by vectors in a block: of each operation and
// type, and of values on both sides of each border. What is stored before the check is a part of the
// result. Products of 64 bits, and of unsigned numbers, stay what they are.
#include "escop.h"
#include <initializer_list>
#include <limits>

template <typename T> struct Operands {
  long n;
  const T *a, *b;
  T *c;
};

#define LOOP(NAME, OPERATION)                                                                      \
  template <typename T> NOINLINE static long NAME##Checked(const Operands<T> &o) {                 \
    for (long i = 0; i < o.n; ++i) {                                                               \
      T result;                                                                                    \
      if (__builtin_##OPERATION##_overflow(o.a[i], o.b[i], &result))                               \
        return i;                                                                                  \
      o.c[i] = result;                                                                             \
    }                                                                                              \
    return -1;                                                                                     \
  }                                                                                                \
  template <typename T> NOINLINE static long NAME##Stored(const Operands<T> &o) {                  \
    for (long i = 0; i < o.n; ++i)                                                                 \
      if (__builtin_##OPERATION##_overflow(o.a[i], o.b[i], &o.c[i]))                               \
        return i;                                                                                  \
    return -1;                                                                                     \
  }
LOOP(sum, add)
LOOP(difference, sub)
LOOP(product, mul)

template <typename T> static void sweep(const char *name) {
  constexpr long N = 101;
  static T a[N], b[N], c[N];
  const T least = std::numeric_limits<T>::min(), greatest = std::numeric_limits<T>::max(),
          root = T(T(1) << (sizeof(T) * 4 - 1));
  const T values[] = {least,    T(least + 1), T(least / 2),    T(-1),           T(0),    T(1), T(2),
                      T(-root), root,         T(greatest / 2), T(greatest - 1), greatest};
  auto run = [&](const char *what, long (*f)(const Operands<T> &), long at, T x, T y) {
    for (long i = 0; i < N; ++i) {
      a[i] = T(i % 7 + 5);
      b[i] = T(i % 5);
      c[i] = T(i);
    }
    a[at] = x;
    b[at] = y;
    long left = f({N, a, b, c});
    printf("%s %s at %ld: %ld %llx\n", name, what, at, left,
           (unsigned long long)hash_of(c, sizeof c));
  };
  for (long at : {0L, 1L, 15L, 16L, 40L, 63L, 64L, 99L, 100L})
    for (T x : values)
      for (T y : values) {
        run("sum", sumChecked<T>, at, x, y);
        run("stored sum", sumStored<T>, at, x, y);
        run("difference", differenceChecked<T>, at, x, y);
        run("stored difference", differenceStored<T>, at, x, y);
        run("product", productChecked<T>, at, x, y);
        run("stored product", productStored<T>, at, x, y);
      }
}

int main() {
  sweep<signed char>("signed char");
  sweep<unsigned char>("unsigned char");
  sweep<short>("short");
  sweep<unsigned short>("unsigned short");
  sweep<int>("int");
  sweep<unsigned>("unsigned");
  sweep<long>("long");
  sweep<unsigned long>("unsigned long");
}
