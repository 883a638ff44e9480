// RUN: %exact %s --tiled 3
// Iterations until convergence: the outermost loop mostly returns in the middle, from a test of what its
// inner loops compute, and chunks grow slowly.
#include "escop.h"
#include <initializer_list>

constexpr int P = 16;
static long A[P][P], X[P], Y[P];

NOINLINE static long multiplies(long n, long steps, long goal) {
  for (long t = 0; t < steps; ++t) {
    long sum = 0;
    for (long i = 0; i < n; ++i) {
      long s = 0;
      for (long j = 0; j < n; ++j)
        s += A[j][i] * X[j];
      Y[i] = s & 1023;
      sum += Y[i];
    }
    for (long i = 0; i < n; ++i)
      X[i] = (X[i] + Y[i]) & 511;
    if (t * n + sum % n >= goal)
      return t * 10000 + sum;
  }
  return -1;
}
NOINLINE static long breaks(long n, long steps, long goal) {
  long t;
  for (t = 0; t < steps; ++t) {
    for (long k = 0; k < n; ++k)
      for (long i = 0; i < n; ++i)
        for (long j = 0; j < n; ++j) {
          if (A[i][j] == -goal)
            return -2 - t;
          A[i][j] = (A[i][j] + A[i][k] * A[k][j]) & 255;
        }
    if (A[t % n][0] + t * 3 > goal)
      break;
  }
  return t;
}
NOINLINE static long throwsLate(long n, long steps, long goal) {
  for (long t = 0; t < steps; ++t) {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        X[i] = (X[i] + A[j][i] * Y[j]) & 1023;
        if (X[i] + t * 64 > goal + 1500)
          throw t * 10000 + i * 100 + j;
      }
    if (X[t % n] + t * 3 > goal + 1400)
      return t;
  }
  return -1;
}

int main() {
  for (long n : {2L, 3L, 7L, (long)P})
    for (long steps : {1L, 2L, 9L, 40L, 300L})
      for (long goal = 0; goal < 400; goal += goal < 40 ? 1 : 23)
        for (int which = 0; which < 3; ++which) {
          for (long i = 0; i < n; ++i) {
            for (long j = 0; j < n; ++j)
              A[i][j] = small(i, j, 9);
            X[i] = small(i, 3, 8), Y[i] = small(i, 4, 8);
          }
          long r;
          try {
            r = which == 0   ? multiplies(n, steps, goal)
                : which == 1 ? breaks(n, steps, goal)
                             : throwsLate(n, steps, goal);
          } catch (long at) {
            r = 1000000 + at;
          }
          uint64_t h = hash_more(hash_of(A, sizeof A), X, sizeof X);
          printf("%ld %ld %ld %d: %ld %llx\n", n, steps, goal, which, r,
                 (unsigned long long)hash_more(h, Y, sizeof Y));
        }
}
