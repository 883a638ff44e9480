// RUN: %exact %s --tiled 3 --config "-O3 @optimized" --config "-O3 -static @optimized" \
// RUN:   --config "-O3 -fuse-ld=lld-19 @naive" --config "-O3 -fuse-ld=lld-19 -no-pie @optimized"
//
// What the nest would write behind the throw leaves an array of the program and reaches the
// addresses by which the rollback calls memcpy, and the nest a math function: they lie below the
// program's data, or above (lld).
#include "escop.h"
#include <math.h>

constexpr long M = 16, P = 64, Rows = 1 << 16;
double A[512] = {1}, B[P * M];

template <int Step, bool Math>
NOINLINE static void product(double *c, long n, long m, long p, const double *b) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < p; ++k)
      for (long j = 0; j < m; ++j) {
        double &x = c[Step * (i * m + j)];
        if (x < 0)
          throw i * m + j;
        x += Math ? floor(sin(b[k * m + j]) * 4) : b[k * m + j];
      }
}

template <int Step, bool Math> static void run(long from, long sentinel) {
  for (long x = 0; x < 512; ++x)
    A[x] = x;
  A[sentinel] = -1;
  try {
    product<Step, Math>(A + from, Rows, M, P, B);
  } catch (long at) {
    printf("%d %d %ld: %ld %llx\n", Step, Math, from, at, (unsigned long long)hash_of(A, sizeof A));
  }
}

int main() {
  for (long x = 0; x < P * M; ++x)
    B[x] = small(x, 1, 5);
  for (long x = 0; x < 48; ++x) {
    run<-1, false>(511 - x, 3);
    run<1, false>(x, 509);
    run<1, true>(x, 509);
  }
  return 0;
}
