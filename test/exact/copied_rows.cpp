// REQUIRES: escop
// RUN: %exact_packed %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable"
//
// A loop that has become a call of memcpy accesses bytes, and another statement elements of two
// dimensions: they have to be ordered all the same.
#include "escop.h"
#include <stdexcept>

constexpr long N = 19;
static uint64_t A[N + 2][35], B[N][N][35], C[N];

NOINLINE static void rows(long n, long p) {
  for (long i = 1; i < p; ++i) {
    if (B[0][0][i] > 1000)
      throw std::domain_error("B");
    A[i + 2][1] += C[i] * B[0][0][i];
    for (long j = i - 1; j >= 0; --j)
      for (long k = 0; k < n; ++k)
        A[i][k] = B[j][i][k];
  }
}

int main() {
  for (long row = 0; row < N; ++row)
    for (long n : {0, 1, 2, 34}) {
      for (auto &r : A)
        for (auto &a : r)
          a = &a - &A[0][0];
      for (long i = 0; i < N; ++i) {
        C[i] = small(i, 1, 9);
        for (long j = 0; j < N; ++j)
          for (long k = 0; k < 35; ++k)
            B[i][j][k] = small(i + j, k, 90);
      }
      if (row)
        B[0][0][row] = 5000;
      try {
        rows(n, N);
      } catch (const std::domain_error &e) {
        printf("%s ", e.what());
      }
      printf("%ld %ld: %llx\n", row, n, (unsigned long long)hash_of(A, sizeof A));
    }
}
