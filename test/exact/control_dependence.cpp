// RUN: %exact %s
// A guard behind a test of a counter: its control dependence keeps the loop in the inspector.
#include <cstdio>
__attribute__((noinline)) long f(const double *C, long ld, int n, int m, int lim) {
  long last = -1;
  for (int i = 1; i < m; ++i)
    for (int j = 0; j < n - i; ++j)
      for (int k = 0; k < n; ++k) {
        if (k >= lim)
          return 100 + k;
        if (C[k * ld + j] > 3)
          last = j;
      }
  return last;
}
static double C[40 * 40];
int main() {
  for (int i = 0; i < 1600; ++i) C[i] = i % 7;
  for (int m = 1; m < 5; ++m)
    printf("%ld %ld\n", f(C, 40, 12, m, 10), f(C, 40, 12, m, 20));
}
