// RUN: %exact %s --tiled 2
//
// long product, sum;
// if (__builtin_mul_overflow(A[i][k], B[k][j], &product) || __builtin_add_overflow(C[i][j], product, &sum))
//   throw std::overflow_error("multiply");
#include "idioms.h"
#include <climits>
#include <stdexcept>

using Longs = long[P];

NOINLINE void multiply(long n, Longs *C, const Longs *A, const Longs *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        long product, sum;
        if (__builtin_mul_overflow(A[i][k], B[k][j], &product) ||
            __builtin_add_overflow(C[i][j], product, &sum))
          throw std::overflow_error("multiply");
        C[i][j] = sum;
      }
}
using Ints = int[P];
NOINLINE void multiplyInts(long n, Ints *C, const Ints *A, const Ints *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        int product, sum;
        if (__builtin_mul_overflow(A[i][k], B[k][j], &product) ||
            __builtin_add_overflow(C[i][j], product, &sum))
          throw std::overflow_error("multiplyInts");
        C[i][j] = sum;
      }
}

template <class T, class K> static void sweep(const char *name, T max, K kernel) {
  static T A[P][P], B[P][P], C[P][P];
  positions(3, [&](const Position &p) {
    for (int operand = 0; operand < 2; ++operand) {
      for (int i = 0; i < P; ++i)
        for (int j = 0; j < P; ++j) {
          A[i][j] = a0(i, j);
          B[i][j] = b0(i, j);
          C[i][j] = operand ? small(i, j, 11) : c0(i, j, p);
        }
      if (p.i >= 0 && operand)
        A[p.i][p.k] = max;
      else if (p.i >= 0)
        C[p.i][p.j] += max - (T)LIMIT; // the sum overflows at p
      outcome(name, p, [&] {
        kernel(p.n, C, A, B);
        return operand;
      });
      memory(hash_of(C, sizeof C));
    }
  });
}
int main() {
  sweep<long>("multiply", LONG_MAX, multiply);
  sweep<int>("multiplyInts", INT_MAX, multiplyInts);
  return 0;
}
