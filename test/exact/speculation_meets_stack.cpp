// RUN: %exact %s
// speculate: writes behind the throw reach the frames of driver and shadow, below a local array
#include <cstdio>
#include <cstring>
#include <cstdlib>
__attribute__((noinline)) void use(double *A) { double s = 0; for (int i = 0; i < 100; ++i) s += A[i]; printf("%g\n", s); }
__attribute__((noinline)) void init(double *A) { for (int i = 0; i < 100; ++i) A[i] = i; }
__attribute__((noinline)) int f(const double *B, long n, long m) {
  double A[100];
  init(A);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (i * m + j >= 100) { use(A); return 1; }
      A[99 - i * m - j] = A[99 - i * m - j] * 2 + B[j];
    }
  return 0;
}
int main(int argc, char **argv) {
  long m = argc > 1 ? atol(argv[1]) : 64;
  static double B[100000];
  printf("%d\n", f(B, 1000, m));
}
