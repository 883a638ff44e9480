// RUN: %exact %s
// RUN: %exact %s --config "-O3 @optimized"
//
// The loop is entered with j = UINT_MAX, as j + 2 is 1 then, and goes on with 0.
#include <cstdio>
__attribute__((noinline)) unsigned long f(unsigned *A, unsigned long n, unsigned long m, unsigned lo, unsigned long r, unsigned long c, unsigned long p, unsigned long s) {
  unsigned long sum = 0;
  for (unsigned i = 1; i + 1 < n; ++i)
    for (unsigned j = lo; j + 2 < m; ++j) {
      sum += j;
      unsigned short x = i, y = j + 255;
      if ((x | y) < 0 || x >= r || y >= c) throw 1;
      A[x * p + y * s] += 1;
    }
  return sum;
}
int main() {
  static unsigned A[700];
  unsigned long s = 0;
  try { s = f(A, 4, 300, 0xffffffffu, 10, 1000, 0, 1); } catch (int) { printf("throw "); }
  printf("%lu %d %d\n", s, A[254], A[350]);
}
