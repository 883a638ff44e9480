// RUN: %exact %s --tiled 20
//
// Checks that divide by a size that does not change: `i > (max - j) / columns`, in all comparisons,
// signed and unsigned, with dividends that go round; checks of overflow; and quotients behind a guard,
// by 0 and -1, too, which the nest does not come to.
#include "escop.h"
#include <initializer_list>
#include <limits>

enum { N = 12 };
static volatile long extent = N; // not known when compiled
static double a[N * N], c[N * N];
static int numbers[N * N];

struct Less { template <typename T> static bool holds(T x, T y) { return x < y; } };
struct LessEqual { template <typename T> static bool holds(T x, T y) { return x <= y; } };
struct Greater { template <typename T> static bool holds(T x, T y) { return x > y; } };
struct GreaterEqual { template <typename T> static bool holds(T x, T y) { return x >= y; } };

template <typename T, typename Relation>
NOINLINE void quotient(const double *__restrict A, double *__restrict C, long n, T offset, T limit,
                       T columns) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (Relation::holds((T)(i + offset), (T)((limit - (T)j) / columns)))
        throw i * 100 + j;
      C[i * N + j] += A[i * N + j] * 2;
    }
}
template <typename T>
NOINLINE void product(const double *__restrict A, double *__restrict C, long n, T first, T columns) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      T result;
      if (__builtin_mul_overflow((T)(first + (T)i), columns, &result))
        throw i * 100 + j;
      if (__builtin_add_overflow(result, (T)j, &result))
        throw -(i * 100 + j);
      C[i * N + j] += A[i * N + j] * 2;
    }
}
template <typename T>
NOINLINE void difference(const double *__restrict A, double *__restrict C, long n, T first, T) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      T result;
      if (__builtin_sub_overflow(first, (T)(i * 5 + j), &result))
        throw i * 100 + j;
      C[i * N + j] += A[i * N + j] * 2;
    }
}
NOINLINE static void divided(const double *A, int *numbers, long n, int divisor) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (A[i * N + j] > LIMIT || numbers[i * N + j] == 77)
        throw i * 100 + j;
      for (long k = 0; k < n; ++k)
        numbers[k * N + i] = (int)((unsigned)numbers[k * N + i] + numbers[i * N + k] / divisor +
                                   numbers[k * N + j] % divisor);
    }
}

static void reset() {
  for (int k = 0; k < N * N; ++k) {
    a[k] = k % 5 + 1;
    c[k] = k % 7;
    numbers[k] = k * 7 - 300;
  }
}
template <typename Nest> static void run(Nest nest) {
  long thrown = -1;
  try {
    nest();
  } catch (long at) {
    thrown = at;
  }
  printf("%ld %llx %llx\n", thrown, (unsigned long long)hash_of(c, sizeof(c)),
         (unsigned long long)hash_of(numbers, sizeof(numbers)));
}
template <typename T, typename Relation> static void quotients() {
  const T greatest = std::numeric_limits<T>::max();
  for (T limit : {(T)0, (T)5, (T)11, (T)40, (T)143, (T)144, (T)1000, greatest, (T)(greatest / 2),
                  (T)(greatest - 3), (T)-5})
    for (T columns : {(T)1, (T)2, (T)7, (T)12, (T)(greatest / 12), (T)(greatest / 11), greatest})
      for (T offset : {(T)0, (T)9, (T)-2, (T)-3}) {
        // What overflows is undefined; what divides by a negative number rounds up.
        reset();
        run([&] { quotient<T, Relation>(a, c, extent, offset, limit, columns); });
        if (columns == 7 && std::numeric_limits<T>::is_signed) {
          reset();
          run([&] { quotient<T, Relation>(a, c, extent, offset, limit, (T)-columns); });
        }
      }
}
template <typename T> static void type() {
  quotients<T, Less>();
  quotients<T, LessEqual>();
  quotients<T, Greater>();
  quotients<T, GreaterEqual>();
  const T greatest = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
  for (T first : {(T)0, (T)100, greatest, (T)(greatest - 40), (T)(greatest / 7), least, (T)(least + 30)})
    for (T columns : {(T)0, (T)1, (T)7, (T)-1, (T)(greatest / 12), (T)(greatest / 11), greatest, least}) {
      if ((first > 0 && first > (T)(greatest - N)))
        continue; // first + i is to be defined
      reset();
      run([&] { product<T>(a, c, extent, first, columns); });
      reset();
      run([&] { difference<T>(a, c, extent, first, columns); });
    }
}

int main() {
  type<int>();
  type<unsigned>();
  type<long>();
  type<unsigned long>();
  for (int divisor = -3; divisor <= 3; ++divisor)
    for (int at = -1; at < N * N; ++at) {
      if (divisor == 0 && at)
        continue;
      reset();
      if (at >= 0)
        a[at] = POISON;
      if (divisor == -1) { // behind what throws
        if (at < 0)
          continue;
        for (int k = at / N + 1; k < N; ++k)
          numbers[k * N + k] = std::numeric_limits<int>::min();
        if (at / N > 0 || at % N > 0)
          continue;
      }
      run([&] { divided(a, numbers, extent, divisor); });
    }
}
