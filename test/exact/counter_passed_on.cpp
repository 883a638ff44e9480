// RUN: %exact_unpacked %s --tiled 1 --cflags=-ffp-contract=off
// The inner loops begin with the counter that the loop around them had before: a PHI passes on the
// value of another one. Of the copy of what is written, the last iteration is the first.
#include "escop.h"
NOINLINE long columns(double *A, int n, int p) {
  for (int j = 0; j < n; ++j) {
    for (int k = j - 1; k >= 0; k--) {
      for (int i = k + 1; i < n; ++i)
        A[i * p + j] -= A[i * p + k] * A[k * p + j];
      if (A[j * p + j] == 0)
        return j;
    }
    for (int i = n - 1; i >= j + 1; i--)
      A[i * p + j] /= A[j * p + j];
  }
  return -1;
}

int main() {
  constexpr int N = 9, P = 11;
  static double A[N * P];
  for (int bad = -1; bad < N; ++bad) {
    for (int e = 0; e < N * P; ++e)
      A[e] = e / P == e % P ? 64 : small(e / P, e % P, 3);
    if (bad >= 0)
      A[bad * P + bad] = 0;
    const long at = columns(A, N, P);
    printf("%d: %ld %016llx\n", bad, at, (unsigned long long)hash_of(A, sizeof(A)));
  }
}
