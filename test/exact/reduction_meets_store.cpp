// RUN: %exact_packed %s --tiled 1
// RUN: %if escop %{ %clangxx -O3 %optimized -mllvm -polly-escop-process-unprofitable -Rpass=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s %}
// CHECK: (inspect, Polly)
// RUN: %if escop %{ %exact_packed %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-prefer=1" %}
// A reduction on an array and a scalar that belongs into the same array: the dependences between them
// (polly-patches/0008).
#include <cstdio>
#include <initializer_list>
__attribute__((noinline)) void f(unsigned *__restrict A, const unsigned *__restrict B, long n,
                                 long lim) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) {
      if (j >= lim)
        throw 1;
      A[j] += 1;
      A[i] = B[i];
    }
    A[i] += 1;
  }
}
int main() {
  for (long n : {1L, 3L, 7L, 16L})
    for (long lim : {0L, 2L, 1000L}) {
      unsigned a[16] = {}, b[16] = {2};
      try {
        f(a, b, n, lim);
      } catch (int) {
        printf("threw ");
      }
      for (unsigned x : a)
        printf("%u ", x);
      puts("");
    }
}
