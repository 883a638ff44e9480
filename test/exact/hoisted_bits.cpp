// RUN: %exact %s --tiled 16 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 4 --config '-O3 @naive'
//
// Numbers, and vectors of them, that loops load in front of their first iteration and again behind their
// cold regions. Their bits count: 0.0 may have become -0.0, and what is not a number is not equal to
// itself.
#include "escop.h"
#include <initializer_list>

typedef float V4 __attribute__((vector_size(16)));
typedef double V2 __attribute__((vector_size(16)));
constexpr long N = 90;

// What is loaded, what a cold call makes of it, and in which iteration.
template <typename T> static T Value;
template <typename T> static T Later;
static long calls, When;
template <typename T> __attribute__((cold)) NOINLINE static void change(long i) {
  ++calls;
  if (i >= When)
    Value<T> = Later<T>;
  asm volatile("" ::: "memory");
}
static inline double first(double x) { return x; }
static inline double first(float x) { return x; }
static inline double first(V4 x) { return x[0]; }
static inline double first(V2 x) { return x[0]; }

template <typename T> NOINLINE static long single(T *__restrict a, const int *b, long n) {
  T x = Value<T>;
  long i = 0;
  for (; i < n; ++i) {
    if (b[i] > 100) {
      change<T>(i);
      x = Value<T>;
    }
    a[i] = x;
  }
  return i;
}
// The loop itself loads it again and again.
template <typename T> NOINLINE static long alone(long n) {
  long i = 0;
  for (; i < n; ++i)
    if (first(Value<T>) > 1000000)
      change<T>(i);
  return i;
}
template <typename T> NOINLINE static long throws(T *__restrict a, const int *b, long n) {
  for (long i = 0; i < n; ++i) {
    if (b[i] > 100)
      change<T>(i);
    if (b[i] < 0)
      throw i;
    a[i] = Value<T>;
  }
  return n;
}
template <typename T> NOINLINE static long nest(T (*__restrict a)[N], const int (*b)[N], long n) {
  T x = Value<T>;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (b[i][j] > 100) {
        change<T>(i);
        x = Value<T>;
      }
      a[i][j] = x;
    }
  return n;
}

template <typename T> static void sweep(const char *name, std::initializer_list<T> values) {
  static T a[N][N];
  static int b[N][N];
  int from = 0;
  for (T x : values) {
    int to = 0;
    for (T y : values) {
      for (long bad = 0; bad < N; bad += 3)
        for (long when : {0L, bad + 1})
          for (int which = 0; which < 4; ++which) {
            memset(a, 0, sizeof a);
            memset(b, 0, sizeof b);
            Value<T> = x;
            Later<T> = y;
            calls = 0;
            When = when;
            b[0][bad] = b[0][(bad + 20) % N] = 101;
            if (which == 3)
              b[bad][N - 1] = 101;
            if (bad > 60)
              b[0][bad - 3] = -1;
            long left = -1;
            try {
              left = which == 0   ? single(a[0], b[0], N)
                     : which == 1 ? alone<T>(N)
                     : which == 2 ? throws(a[0], b[0], N)
                                  : nest(a, b, N);
            } catch (long i) {
              left = ~i;
            }
            printf("%s %d %d at %ld %ld, %d: %ld %ld %llx\n", name, from, to, bad, when, which, left, calls,
                   (unsigned long long)hash_of(a, sizeof a));
          }
      ++to;
    }
    ++from;
  }
}

int main() {
  const double nan = __builtin_nan(""), other = __builtin_nan("7");
  sweep<double>("double", {0.0, -0.0, nan, other, 1e7});
  sweep<float>("float", {0.0f, -0.0f, float(nan), 1e7f});
  sweep<V4>("4 floats", {V4{0, 0, 0, 0}, V4{0, 0, -0.0f, 0}, V4{0, float(nan), 0, 0}, V4{1e7f, 1, 2, 3}});
  sweep<V2>("2 doubles", {V2{0, 0}, V2{-0.0, 0}, V2{0, nan}, V2{1e7, 1}});
}
