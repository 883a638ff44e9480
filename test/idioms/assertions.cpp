// RUN: %exact %s --tiled 2
//
// assert(!std::isnan(A[i][k])) before the update, assert(C[i][j] <= LIMIT) after it;
// in a function with bounds of its own: assert(i < Rows && j < Columns) in operator().
// A failed assertion calls __assert_fail, which does not return.
#include "idioms.h"
#include <cassert>
#include <cmath>

NOINLINE void operands(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        assert(!std::isnan(A[i][k]) && A[i][k] < LIMIT);
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE void results(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        assert(C[i][j] <= LIMIT);
      }
}

int main() {
  Matrices *m = shared<Matrices>();
  positions(3, [&](const Position &p) {
    for (auto kernel : {operands, results}) {
      if (kernel == operands && p.n == 6 && p.j > 0)
        continue;
      kernel == operands ? m->fillPoisonedA(p) : m->fill(p);
      outcome(kernel == operands ? "operands" : "results", p,
              [&] { return inChild([&] { kernel(p.n, m->C, m->A, m->B); }); });
      memory(m->hash());
    }
  });
  return 0;
}
