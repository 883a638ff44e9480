// RUN: %exact %s --config="-O2 @optimized" --config="-O3 @optimized" --config="-O3 @naive" --tiled 2
// An inner loop that no iteration enters: its array may be a null pointer, and nothing of it, or of
// what lies beside it, is checkpointed.
#include <cstdio>
__attribute__((noinline)) void two(unsigned *A, long n, long m, unsigned t) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      A[j] = A[j] + 6;
      if (A[j] == t)
        throw 1;
    }
}
__attribute__((noinline)) void three(unsigned *A, const unsigned *B, long n, long m, unsigned t) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < m - i; ++k) {
        A[k] = A[k] + B[j * n + k];
        if (A[k] == t)
          throw 1;
      }
}
int main() {
  static unsigned b[10000], a[64];
  for (long m = -2; m < 30; m += 4) {
    try {
      two(m > 0 ? a : nullptr, 100, m, 606);
      three(m > 0 ? a : nullptr, b + 5000, 40, m, 5);
      printf("done");
    } catch (int) {
      printf("threw");
    }
    unsigned h = 0;
    for (unsigned v : a)
      h = h * 31 + v;
    printf(" %ld %u\n", m, h);
  }
}
