// RUN: %exact_unpacked %s --tiled 1
// Where the first row skips a loop, jump threading computes the address of the diagonal's element
// twice, behind the loop and beside it. An address that is another one beside the loop stays.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>

#define NEST(NAME, ADDRESS)                                                                        \
  NOINLINE static void NAME(long n, long p, double *A, double *D) {                                \
    for (long i = 0; i < n; ++i) {                                                                 \
      double s = A[i * p + i];                                                                     \
      double *to = ADDRESS;                                                                        \
      for (long k = 0; k < i; ++k)                                                                 \
        s += A[i * p + k] * D[k];                                                                  \
      if (s > LIMIT)                                                                               \
        throw std::domain_error("s");                                                              \
      *to = s;                                                                                     \
    }                                                                                              \
  }
NEST(same, &A[i * p + i])
NEST(other, i == 0 ? &A[p - 1] : &A[i * p + i])

int main() {
  constexpr long N = 40, P = 43;
  static double A[N * P], D[N];
  for (auto *nest : {same, other})
    for (long bad = -1; bad < N; ++bad) {
      for (long e = 0; e < N * P; ++e)
        A[e] = small(e / P, e % P, 5);
      for (long e = 0; e < N; ++e)
        D[e] = small(e, 3, 4);
      if (bad >= 0)
        A[bad * P + bad] = POISON;
      int thrown = 0;
      try {
        nest(N, P, A, D);
      } catch (const std::domain_error &) {
        thrown = 1;
      }
      printf("%ld: %d %016llx\n", bad, thrown, (unsigned long long)hash_of(A, sizeof(A)));
    }
}
