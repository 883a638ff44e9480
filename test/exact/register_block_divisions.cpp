// RUN: %exact %s --tiled 8 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 8 --config '-O3 @optimized -mllvm -polly-escop-block-size=3'
//
// Divisions that trap where a guard does not leave the loop before.
#include "escop.h"
#include <initializer_list>
#include <limits>
#include <type_traits>

template <typename T> struct Operands {
  long n;
  T *a, *b, *c;
  double *x;
};

#define LOOP(NAME, ...)                                                                            \
  template <typename T> NOINLINE static long NAME(const Operands<T> &o) {                          \
    for (long i = 0; i < o.n; ++i) {                                                               \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return -1;                                                                                     \
  }

LOOP(quotient, if (o.b[i] == 0) return i; o.a[i] = o.c[i] / o.b[i];)
LOOP(rest, T d = o.b[i]; if (d <= 0) return i; o.a[i] = o.c[i] % d;)
LOOP(withResult, T d = o.b[i]; if (d == 0 || d == T(-1)) return i; double r = o.x[i] * double(o.c[i] / d);
     if (!(r < 1e18)) return i; o.x[i] = r; o.a[i] = o.c[i] % d;)
// Divides by what is no guard's operand.
LOOP(unrelated, if (o.c[i] == 0) return i; o.a[i] = o.c[i] / o.b[i];)
LOOP(sometimes, if (o.c[i] == 0) return i; o.a[i] = o.b[i] ? o.c[i] / o.b[i] : o.c[i];)

template <typename T> static void sweep() {
  constexpr long N = 150;
  static T a[N], b[N], c[N];
  static double x[N];
  for (T bad : {T(0), T(-1)})
    for (long at = 0; at <= N; ++at) {
      auto run = [&](const char *name, auto f, bool both) {
        for (long i = 0; i < N; ++i) {
          a[i] = 5;
          b[i] = T(i % 11 + 2);
          c[i] = T(1000 + i);
          x[i] = double(i);
        }
        if (at < N) {
          b[at] = bad;
          c[at] = both ? 0 : std::numeric_limits<T>::min();
          if (both && at + 2 < N)
            b[at + 2] = 0;
        }
        long left = f(Operands<T>{N, a, b, c, x});
        printf("%s %zu bad %d at %ld: %ld %llx %llx\n", name, sizeof(T), int(bad), at, left,
               (unsigned long long)hash_of(a, sizeof a), (unsigned long long)hash_of(x, sizeof x));
      };
      if (bad == 0 || std::is_unsigned_v<T>)
        run("quotient", quotient<T>, false);
      run("rest", rest<T>, false);
      run("withResult", withResult<T>, false);
      run("unrelated", unrelated<T>, true);
      run("sometimes", sometimes<T>, true);
    }
}

int main() {
  sweep<int>();
  sweep<long>();
  sweep<unsigned>();
  sweep<unsigned char>();
}
