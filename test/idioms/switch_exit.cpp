// RUN: %exact %s --tiled 2
//
// switch (kind[i][k]) { case Zero: continue; case One: C[i][j] += B[k][j]; break;
//   case Any: C[i][j] += A[i][k] * B[k][j]; break; default: throw std::domain_error("kind"); }
// An exit that is a case of a switch; two cases with exits of their own.
#include "idioms.h"
#include <stdexcept>

enum Kind : unsigned char { Zero, One, Any, Missing, Broken };
static Kind Kinds[P][P];

NOINLINE long inner(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j)
        switch (Kinds[i][k]) {
        case Zero:
          break;
        case One:
          C[i][j] += B[k][j];
          break;
        case Any:
          C[i][j] += A[i][k] * B[k][j];
          break;
        case Missing:
          return at(i, j, k);
        default:
          throw std::domain_error("kind");
        }
  return 0;
}
NOINLINE long outer(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    switch (Kinds[i][0]) {
    case Missing:
      return i;
    case Broken:
      throw std::domain_error("row");
    default:
      break;
    }
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
  }
  return 0;
}

int main() {
  static Matrices m;
  for (auto kernel : {inner, outer})
    positions(2, [&](const Position &p) {
      m.fill({p.n, -1, -1, -1});
      for (int i = 0; i < P; ++i)
        for (int k = 0; k < P; ++k)
          Kinds[i][k] = Kind((i + k) % 3);
      if (p.i >= 0)
        Kinds[p.i][kernel == outer && p.n > 6 ? 0 : p.j] = p.Number % 2 ? Missing : Broken;
      outcome(kernel == inner ? "inner" : "outer", p, [&] { return kernel(p.n, m.C, m.A, m.B); });
      memory(m.hash());
    });
  return 0;
}
