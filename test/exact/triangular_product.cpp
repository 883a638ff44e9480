// RUN: %exact_packed %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-products=false"
// RUN: %if escop %{ %clangxx -O3 %optimized -mllvm -polly-escop-products=false -Rpass=polly-escop \
// RUN:   -c %s -o /dev/null 2>&1 | FileCheck %s %}
// CHECK: (inspect, Polly)
// A product over a triangle of matrices whose row length is a parameter: all of B that any row needs
// has to be packed, not only what the first row needs (polly-patches/0007).
#include <cstdio>
#include <initializer_list>
__attribute__((noinline)) void product(int *__restrict C, const int *__restrict A,
                                       const int *__restrict B, long ld, long n, int lim) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < i + 1; ++j)
      for (long k = 0; k < n; ++k) {
        C[i * ld + j] += A[i * ld + k] * B[k * ld + j];
        if (A[i * ld + k] > lim)
          return;
      }
}
static int a[4096], b[4096], c[4096];
int main() {
  for (int k = 0; k < 4096; ++k)
    a[k] = k * 7 % 23, b[k] = (k + k / 13) % 11, c[k] = k % 3;
  for (int lim : {21, 30}) {
    product(c, a, b, 60, 37, lim);
    unsigned h = 0;
    for (int k = 0; k < 4096; ++k)
      h = h * 16777619u + c[k];
    printf("%x %d %d %d %d\n", h, c[60], c[61], c[36 * 60], c[36 * 60 + 36]);
  }
}
