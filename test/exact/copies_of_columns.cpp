// RUN: %exact %s --tiled 6
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=2 -mllvm -polly-escop-max-chunk=7"
//
// Nests that go down columns of what they write, and whose chunks are rolled back: what is saved is
// an interval of each row. The columns begin or end where the one before does, above it or below.
// Where the columns' own guards fire, all memory is that of -O0.
#include "escop.h"
#include <vector>

struct Bad {
  long i, j;
};
#define FORM(NAME, BEGIN, END)                                                                     \
  NOINLINE static void NAME(long n, long p, long m, double *A, const double *B) {                  \
    for (long j = 0; j < m; ++j)                                                                   \
      for (long i = (BEGIN); i < (END); ++i) {                                                     \
        double s = A[i * p + j];                                                                   \
        for (long k = 0; k < 8; ++k)                                                               \
          s += B[i * 8 + k] * B[j * 8 + k];                                                        \
        if (s > 1e6)                                                                               \
          throw Bad{i, j};                                                                         \
        A[i * p + j] = s;                                                                          \
      }                                                                                            \
  }
FORM(rectangle, 0, n)
FORM(below, j, n)
FORM(above, 0, j + 1)
FORM(behind, m - 1 - j, n)
FORM(before, 0, n - j)
FORM(band, j, j + n / 3 + 1)

int main() {
  const struct {
    const char *name;
    void (*run)(long, long, long, double *, const double *);
  } Forms[] = {{"rectangle", rectangle}, {"below", below},   {"above", above},
               {"behind", behind},       {"before", before}, {"band", band}};
  for (auto &F : Forms)
    for (long n : {1, 2, 7, 30})
      for (long m : {1L, 3L, n})
        for (long p : {m, m + 5})
          for (long bad = -1; bad < n * m; bad += n * m > 60 ? 13 : 1) {
            if (m > n)
              continue;
            std::vector<double> A((2 * n + m + 3) * p + 9), B((2 * n + m + 3) * 8);
            for (size_t e = 0; e < A.size(); ++e)
              A[e] = small(e, 3, 11);
            for (size_t e = 0; e < B.size(); ++e)
              B[e] = small(e, 5, 7);
            if (bad >= 0)
              A[bad / m * p + bad % m] = 1e9;
            long i = -1, j = -1;
            try {
              F.run(n, p, m, A.data(), B.data());
            } catch (const Bad &b) {
              i = b.i;
              j = b.j;
            }
            printf("%s %ld %ld %ld %ld: %ld %ld %016llx\n", F.name, n, m, p, bad, i, j,
                   (unsigned long long)hash_of(A.data(), A.size() * sizeof(double)));
          }
}
