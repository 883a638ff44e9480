// RUN: %exact %s --tiled 1
//
// #define Expects(condition) ((condition) ? (void)0 : std::terminate())
// Expects(A[i][k] <= LIMIT); C[i][j] += A[i][k] * B[k][j]; Ensures(C[i][j] <= LIMIT);
// No exception and no destructor: the process ends, with memory as it was at that moment.
#include "idioms.h"

#define Expects(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : std::terminate())
#define Ensures(condition) Expects(condition)

NOINLINE void expects(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        Expects(A[i][k] <= LIMIT);
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE void ensures(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
      Ensures(C[i][j] <= LIMIT);
    }
}

int main() {
  Matrices *m = shared<Matrices>();
  positions(3, [&](const Position &p) {
    if (p.n == 6 && p.j > 0 && p.k > 0)
      return; // neither check depends on all three
    for (auto kernel : {expects, ensures}) {
      kernel == expects ? m->fillPoisonedA(p) : m->fill(p);
      outcome(kernel == expects ? "expects" : "ensures", p,
              [&] { return inChild([&] { kernel(p.n, m->C, m->A, m->B); }); });
      memory(m->hash());
    }
  });
  return 0;
}
