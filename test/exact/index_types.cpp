// RUN: %exact %s --args 11
//
// Index types and directions: 8, 16, 32 and 64 bits, signed and unsigned, with 64-bit pointers;
// steps -1, 2, -3; ranges that touch the ends of their type, where i + 1 wraps; i != end.
#include "escop.h"
#include <climits>
#include <limits>
#include <type_traits>

constexpr int P = 32;
static double A[P * P], B[P * P], C[P * P];
static int N;

template <typename T> struct Bad {
  T I, J;
};

// Forwards from lo to hi (exclusive), indexed relative to lo.
template <typename T> NOINLINE static void forward(T lo, T hi, T n) {
  for (T i = lo; i < hi; ++i)
    for (T j = 0; j < n; ++j) {
      if (A[(int)(i - lo) * P + j] > LIMIT)
        throw Bad<T>{i, j};
      C[(int)(i - lo) * P + j] += B[(int)(i - lo) * P + j] + j;
    }
}
// Backwards with a wrapping decrement: the usual unsigned idiom.
template <typename T> NOINLINE static void backward(T n) {
  for (T i = n; i-- > 0;)
    for (T j = n; j-- > 0;) {
      C[i * P + j] += B[i * P + j];
      if (A[i * P + j] > LIMIT)
        throw Bad<T>{i, j};
    }
}
template <typename T> NOINLINE static void stepDown(T n) { // signed only
  for (T i = n - 1; i >= 0; i -= 3)
    for (T j = n - 1; j >= 0; --j) {
      if (A[i * P + j] > LIMIT)
        throw Bad<T>{i, j};
      C[i * P + j] += B[j * P + i];
    }
}
template <typename T> NOINLINE static void stepTwo(T n) {
  for (T i = 0; i < n; i += 2)
    for (T j = 1; j < n; j += 2)
      for (T k = 0; k < n; ++k) {
        C[i * P + j] += B[i * P + k];
        if (C[i * P + j] + A[i * P + k] > LIMIT)
          throw Bad<T>{i, j};
      }
}
template <typename T> NOINLINE static void notEqual(T from, T to, T n) { // may wrap through zero
  for (T i = from; i != to; ++i)
    for (T j = 0; j != n; ++j) {
      T row = i - from;
      if (A[row * P + j] > LIMIT)
        throw Bad<T>{i, j};
      C[row * P + j] += B[row * P + j];
    }
}
// Inclusive bound: for the largest value this would not end, so stop one below.
template <typename T> NOINLINE static void inclusive(T lo, T last, T n) {
  for (T i = lo; i <= last; ++i)
    for (T j = 0; j < n; ++j) {
      C[(int)(i - lo) * P + j] += 1;
      if (A[(int)(i - lo) * P + j] > LIMIT)
        throw Bad<T>{i, j};
    }
}
// The outer step jumps over the end of the type unless the bound is compared first.
template <typename T> NOINLINE static void strideNearEnd(T lo, T n) {
  for (T i = lo; i < std::numeric_limits<T>::max() - 3; i += 3)
    for (T j = 0; j < n; ++j) {
      if (A[(int)(i - lo) * P + j] > LIMIT)
        throw Bad<T>{i, j};
      C[(int)(i - lo) * P + j] += 2;
    }
}

static const char *Type;
template <typename Kernel> static void run(const char *name, int p, Kernel kernel) {
  for (int x = 0; x < P * P; ++x) {
    A[x] = 1;
    B[x] = small(x / P, x % P, 9);
    C[x] = small(x % P, x / P, 5);
  }
  if (p >= 0)
    A[p / N * P + p % N] = POISON;
  printf("%s %s %d: ", Type, name, p);
  kernel();
  printf(" %llx\n", (unsigned long long)hash_of(C, sizeof C));
}

template <typename T> static void all(const char *type) {
  Type = type;
  constexpr T max = std::numeric_limits<T>::max(), min = std::numeric_limits<T>::min();
  T n = N;
#define RUN(call)                                                                                  \
  run(#call, p, [&] {                                                                              \
    try {                                                                                          \
      call;                                                                                        \
    } catch (const Bad<T> &b) {                                                                    \
      printf("%lld,%lld", (long long)b.I, (long long)b.J);                                         \
    }                                                                                              \
  })
  for (int p = -1; p < N * N; p += p < 0 ? 1 : 3) {
    RUN(forward<T>(0, n, n));
    RUN(forward<T>(max - n, max, n));
    RUN(forward<T>(min, min + n, n));
    RUN(backward<T>(n));
    RUN(stepTwo<T>(n));
    RUN(inclusive<T>(max - n, max - 1, n));
    RUN(inclusive<T>(0, n - 1, n));
    RUN(strideNearEnd<T>(max - 3 - n, n));
    if constexpr (std::is_signed_v<T>)
      RUN(stepDown<T>(n));
    else {
      RUN(notEqual<T>(max - 4, n - 5, n)); // wraps after five steps
      RUN(notEqual<T>(3, n, n));
    }
  }
}

int main(int, char **argv) {
  N = atoi(argv[1]);
  all<int8_t>("int8");
  all<uint8_t>("uint8");
  all<int16_t>("int16");
  all<uint16_t>("uint16");
  all<int32_t>("int32");
  all<uint32_t>("uint32");
  all<int64_t>("int64");
  all<uint64_t>("uint64");
  return 0;
}
