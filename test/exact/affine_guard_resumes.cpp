// RUN: %exact %s --tiled 2
// Guards that are affine in the counters, after which the nest goes on: a call on a cold path, and a
// handler. The driver is called again behind the firing iteration.
#include <cstdio>
#include <initializer_list>
struct E {};
__attribute__((noinline)) void coldCall(double *__restrict C, double *__restrict A, long n, long m,
                                        long lim) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      if (__builtin_expect(j + 3 * i == lim, 0))
        printf("%ld %ld\n", i, j);
      if (A[i * m + j] > 100)
        throw E();
      C[i * m + j] += A[i * m + j] * 2;
    }
}
__attribute__((noinline)) void handler(double *__restrict C, double *__restrict A, long n, long m,
                                       long lim) {
  for (long i = 0; i < n; i++)
    try {
      for (long j = 0; j < m; j++) {
        if (j + 3 * i > lim)
          throw E();
        C[i * m + j] += A[i * m + j] * 2;
      }
    } catch (E &) {
      printf("row %ld\n", i);
    }
}
static double A[64 * 64], C[64 * 64];
static void print(const char *what, long lim) {
  double s = 0;
  for (int k = 0; k < 64 * 64; k++)
    s += C[k] * (k % 7 + 1);
  printf("%s %ld %g\n", what, lim, s);
}
int main() {
  for (long lim : {-1L, 0L, 3L, 40L, 64L, 100L, 126L, 127L, 200L, 250L, 251L, 252L, 253L, 400L}) {
    for (int k = 0; k < 64 * 64; k++)
      A[k] = k % 17 + 1, C[k] = k % 5;
    coldCall(C, A, 64, 64, lim);
    print("cold call", lim);
    handler(C, A, 64, 64, lim);
    print("handler", lim);
  }
}
