// REQUIRES: escop
// RUN: %exact %s --tiled 2 --config "-O3 @optimized -mllvm -polly-escop-process-unprofitable" --config "-O3 @naive -mllvm -polly-escop-process-unprofitable"
//
// A structure is copied as one word, of which the nest changes one half before it stores the copy.
#include "escop.h"
#include <initializer_list>

constexpr long N = 160;
struct Pair {
  int low, high;
};
static Pair A[N], B[N];
static int C[N][N];

template <int Pair::*Half> NOINLINE static void sum(long n) {
  for (long i = 0; i < n; ++i) {
    Pair copy = A[i];
    for (long j = 0; j < n; ++j) {
      if (C[j][i] < 0)
        throw 1;
      A[i].*Half += C[j][i];
    }
    B[i] = copy;
  }
}

int main() {
  for (long row = -1; row < N; row += 7)
    for (auto *f : {sum<&Pair::low>, sum<&Pair::high>}) {
      for (long i = 0; i < N; ++i) {
        A[i] = {(int)i, (int)(1000 + i)}, B[i] = {};
        for (long j = 0; j < N; ++j)
          C[i][j] = small(i, j, 9);
      }
      if (row >= 0)
        C[row / 2][row] = -1;
      try {
        f(N);
      } catch (int) {
        printf("thrown ");
      }
      printf("%ld: %llx %llx\n", row, (unsigned long long)hash_of(A, sizeof A),
             (unsigned long long)hash_of(B, sizeof B));
    }
}
