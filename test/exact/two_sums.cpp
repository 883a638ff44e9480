// RUN: %exact %s
// A scalar that is carried from iteration to iteration and computed from the outermost counter: of two
// counters relative to the chunk one depends on the other.
#include <cstdio>
struct M {
  long *d;
  long rows, cols;
};
__attribute__((noinline)) void note(M *, long i, long j) { printf("note %ld %ld\n", i, j); }
__attribute__((noinline)) long f(M *Cp, M *Bp, long n, long m) {
  M C = *Cp, B = *Bp;
  long s = 0;
  for (long i = 0; i < n; ++i) {
    for (long j = 1; j < m - i; ++j) {
      if (C.d[i * C.cols + j] > 1000) {
        s += 5;
        note(&B, i, j);
      }
      C.d[i * C.cols + j] += B.d[i * B.cols + j];
    }
    s += i;
  }
  return s;
}
static long c[40 * 40], b[40 * 40];
int main() {
  for (int bad = -1; bad < 900; bad += 97) {
    for (int k = 0; k < 1600; ++k)
      c[k] = k % 9, b[k] = k % 4;
    if (bad >= 0)
      c[bad] = 2000;
    M C{c, 40, 40}, B{b, 40, 40};
    long s = f(&C, &B, 30, 40), h = 0;
    for (long v : c)
      h = h * 31 + v;
    printf("%ld %ld\n", s, h);
  }
}
