// RUN: %exact %s --tiled 2 --cflags='-DELEMENT=float'
// RUN: %exact %s --tiled 2 --cflags='-DELEMENT="long double"'
// RUN: %exact %s --tiled 2 --cflags='-DELEMENT="signed char"'
// RUN: %exact %s --tiled 2 --cflags=-DELEMENT=int64_t
//
// C[i][j] += A[i][k] * B[k][j]; if (C[i][j] > limit) throw std::range_error("C");
// float, long double, signed char and int64_t elements,
// and a stencil: if (A[i][j] < 0) throw ...; B[i][j] = (A[i][j] + A[i - 1][j] + ...) / 4;
// Time: stencil 2500
#include "idioms.h"
#include <stdexcept>

using Elements = ELEMENT[P];
constexpr ELEMENT Limit = 126;

NOINLINE void multiply(long n, Elements *C, const Elements *A, const Elements *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limit)
          throw std::range_error("C");
      }
}
NOINLINE void stencil(long n, Elements *C, const Elements *A) {
  for (long i = 1; i < n - 1; ++i)
    for (long j = 1; j < n - 1; ++j) {
      if (A[i][j] < 0)
        throw std::domain_error("A");
      C[i][j] = (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]) / 4;
    }
}

int main() {
  static Elements A[P], B[P], C[P];
  positions(3, [](const Position &p) {
    // At most 124 without the check: n * n sums of n products of 0, 1, 2 and 4.
    int many = p.n <= 30 ? 1 : p.n / 30;
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = 1 + (i + j) % 2;
        B[i][j] = (i % many == 0) * (1 + (i * j) % 2);
        C[i][j] = small(i, j, 3);
      }
    if (p.i >= 0) {
      C[p.i][p.j] = Limit + 1;
      for (int k = 0; k <= p.k; ++k)
        C[p.i][p.j] -= A[p.i][k] * B[k][p.j];
    }
    outcome("multiply", p, [&] {
      multiply(p.n, C, A, B);
      return 0;
    });
    uint64_t h = HASH_START; // not the padding of long double
    for (auto &row : C)
      for (ELEMENT &c : row) {
        double value = c;
        h = hash_more(h, &value, sizeof value);
      }
    memory(h);
  });
  positions(2, [](const Position &p) {
    for (int i = 0; i < P; ++i)
      for (int j = 0; j < P; ++j) {
        A[i][j] = 4 * ((i * 3 + j * 5) % 7);
        C[i][j] = small(i, j, 3);
      }
    if (p.i >= 0)
      A[p.i][p.j] = -4;
    outcome("stencil", p, [&] {
      stencil(p.n, C, A);
      return 0;
    });
    uint64_t h = HASH_START;
    for (auto &row : C)
      for (ELEMENT &c : row) {
        double value = c;
        h = hash_more(h, &value, sizeof value);
      }
    memory(h);
  });
  return 0;
}
