// RUN: %exact %s
// A counter that begins with a computed value; chunks pass bases shifted to their first iteration.
#include <cstdio>
__attribute__((noinline)) void f(double *A, const double *B, long ld, long n, long m) {
  for (long j = m + 3; j < 40; ++j) // the start is computed: neither an argument nor a constant
    for (long k = 0; k < n; ++k) {
      A[j * ld + k] = 2 * B[j * ld + k];
      if (A[j * ld + k] > 1000)
        throw 1;
    }
}
static double A[40 * 40], B[40 * 40];
int main() {
  for (int i = 0; i < 1600; ++i) B[i] = i % 97;
  f(A, B, 40, 40, 2);
  for (int i = 200; i < 1600; ++i)
    if (A[i] != 2 * B[i]) { printf("wrong at row %d column %d: %g, expected %g\n", i / 40, i % 40, A[i], 2 * B[i]); return 1; }
  puts("ok");
}
