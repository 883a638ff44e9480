// REQUIRES: escop
// RUN: %exact %s --tiled 2 --config "-O3 @optimized -mllvm -polly-escop-leave-iterations=2"
//
// A pointer that is read through is valid only behind a store in the nest, or only as far as the
// nest goes on: neither may be followed ahead.
#include "escop.h"
#include <stdexcept>

constexpr long N = 40;
struct Object {
  double *data;
};
static double A[N][N], B[N][N], C[N][N];

NOINLINE static void set(Object **from, Object **to, Object *object, long n) {
  for (long i = 0; i < n; ++i) {
    *to = object;
    double *b = (*from)->data;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw std::domain_error("A");
        C[i][j] += A[i][k] * b[k * N + j];
      }
  }
}

NOINLINE static int chain(Object **from, Object **to, Object **next, const int *codes, long n) {
  int code = 0;
  for (long i = 0; i < n; ++i) {
    if (code != 0)
      return -code;
    double *b = (*from)->data;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * b[k * N + j];
        if (C[i][j] > LIMIT)
          throw std::domain_error("C");
      }
    *to = next[i];
    code = codes[i];
  }
  return code;
}

int main() {
  for (long row = -1; row < N; ++row) {
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < N; ++j)
        A[i][j] = small(i, j, 7), B[i][j] = small(j, i, 5), C[i][j] = 1;
    if (row >= 0)
      A[row][row / 2] = POISON;
    Object object = {&B[0][0]}, *invalid = nullptr, *valid = &object;
    try {
      set(&invalid, &invalid, &object, N);
    } catch (const std::domain_error &e) {
      printf("%s ", e.what());
    }
    printf("set %ld: %llx\n", row, (unsigned long long)hash_of(C, sizeof C));

    Object *next[N];
    int codes[N];
    for (long i = 0; i < N; ++i)
      next[i] = i < row || row < 0 ? &object : nullptr, codes[i] = i == row ? 7 : 0;
    if (row >= 0)
      A[row][row / 2] = 1;
    int code = chain(&valid, &valid, next, codes, N);
    printf("chain %ld: %d %llx\n", row, code, (unsigned long long)hash_of(C, sizeof C));
  }
}
