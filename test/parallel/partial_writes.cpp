// RUN: %exact %s --tiled 1 --threads 1 2 3 --cflags=-ffp-contract=off --config "-O3 @optimized %teams"
//
// Gram-Schmidt by columns: in a parallel loop, Polly stores a scalar only in some iterations, behind
// a condition of its own. The column's number is checked.
#include "escop.h"
#include <vector>

struct Bad {
  int K;
};

NOINLINE static void orthogonalise(double *R, long p, unsigned long ranks, double *Q, long q,
                                   long rows, long columns) {
  const int n = rows, m = columns;
  for (int k = 0; k < m; ++k) {
    double t = 0;
    for (int i = 0; i < n; ++i)
      t += Q[i * q + k];
    if (k >= ranks)
      throw Bad{k};
    R[k * p + k] = __builtin_sqrt(t);
    for (int i = 0; i < n; ++i)
      Q[i * q + k] = Q[i * q + k] / t;
    for (int j = k + 1; j < m; ++j) {
      double s = 0;
      for (int i = 0; i < n; ++i)
        s += Q[i * q + k] * Q[i * q + j];
      R[k * p + j] = s;
      for (int i = 0; i < n; ++i)
        Q[i * q + j] -= R[k * p + j];
    }
  }
}

int main() {
  const long Sizes[] = {1, 2, 5, 40, 75};
  for (long n : Sizes)
    for (long m : Sizes)
      for (unsigned long ranks : {0L, 1L, m / 2, m - 1, m}) {
        std::vector<double> Q(n * (m + 3)), R(m * (m + 5));
        for (long I = 0; I < long(Q.size()); ++I)
          Q[I] = 1 + double(I * 7 % 17) / 17;
        int At = -1;
        try {
          orthogonalise(R.data(), m + 5, ranks, Q.data(), m + 3, n, m);
        } catch (const Bad &E) {
          At = E.K;
        }
        printf("%ld x %ld, %lu: %d %016llx %016llx\n", n, m, ranks, At,
               (unsigned long long)hash_of(Q.data(), Q.size() * sizeof(double)),
               (unsigned long long)hash_of(R.data(), R.size() * sizeof(double)));
      }
}
