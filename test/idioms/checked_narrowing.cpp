// RUN: %exact %s --tiled 1
//
// int narrow(long x) { if (x != (int)x) throw std::range_error("narrow"); return (int)x; }
// sum += A[i][k] * B[k][j]; ... C[i][j] = narrow(sum);
// gsl::narrow, boost::numeric_cast
#include "idioms.h"
#include <climits>
#include <stdexcept>

static inline int narrow(long x) {
  int y = static_cast<int>(x);
  if (y != x)
    throw std::range_error("narrow");
  return y;
}
using Longs = long[P];
using Ints = int[P];

NOINLINE void multiply(long n, Ints *C, const Longs *A, const Longs *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      long sum = C[i][j];
      for (long k = 0; k < n; ++k)
        sum += A[i][k] * B[k][j];
      C[i][j] = narrow(sum);
    }
}
NOINLINE void everywhere(long n, Ints *C, const Longs *A, const Longs *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] = narrow(C[i][j] + A[i][k] * B[k][j]);
}

int main() {
  static long A[P][P], B[P][P];
  static int C[P][P];
  positions(3, [](const Position &p) {
    for (auto kernel : {multiply, everywhere}) {
      for (int i = 0; i < P; ++i)
        for (int j = 0; j < P; ++j) {
          A[i][j] = a0(i, j);
          B[i][j] = b0(i, j);
          C[i][j] = c0(i, j, p);
        }
      if (p.i >= 0)
        C[p.i][p.j] += INT_MAX - (int)LIMIT;
      outcome(kernel == multiply ? "multiply" : "everywhere", p, [&] {
        kernel(p.n, C, A, B);
        return 0;
      });
      memory(hash_of(C, sizeof C));
    }
  });
  return 0;
}
