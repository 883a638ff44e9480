// REQUIRES: escop
// RUN: %exact_packed %s --tiled 3 --config "-O3 @optimized" \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-target-vector-register-bitwidth=256"
//
// Operands of products that need packed arrays of other shapes than Polly's one pattern: rows of a
// flat array, products side by side whose operands have other types, and several operands, among
// which a cache is divided.
#include "escop.h"
#include <stdexcept>

constexpr long N = 150, M = 70, K = 50;
static double C[N][M], D[N][M], B[K][M], E[N][K], Flat[N * K];
static float A[N][K], S[N][M], P[N + 6][K], Q[K][M];

NOINLINE static void flat(long n, double (*c)[M], const double *a, const double (*b)[M]) {
  for (long i = 0; i < n; ++i) {
    if (a[K * i] > LIMIT)
      throw std::domain_error("a");
    for (long j = 0; j < M; ++j)
      for (long k = 0; k < K; ++k)
        c[i][j] += a[K * i + k] * b[k][j];
  }
}

NOINLINE static void types(long n, double (*c)[M], double (*d)[M], const float (*a)[K],
                           const double (*b)[M], const double (*e)[K]) {
  for (long i = 0; i < n; ++i) {
    if (e[i][0] > LIMIT)
      throw std::domain_error("e");
    for (long j = 0; j < M; ++j)
      for (long k = 0; k < K; ++k)
        c[i][j] += a[i][k] * b[k][j];
    for (long j = 0; j < M; ++j)
      for (long k = 0; k < K; ++k)
        d[i][j] += e[i][k] * b[k][j];
  }
}

NOINLINE static void several(long n, float (*c)[M], const float (*p)[K], const float (*q)[M],
                             const double *limits) {
  for (long i = 0; i < n; ++i) {
    if (limits[i] > LIMIT)
      throw std::domain_error("limits");
    for (long j = 0; j < M; ++j)
      for (long k = 0; k < K; ++k)
        c[i][j] += (p[i][k] + p[i + 1][k] + p[i + 2][k] + p[i + 3][k] + p[i + 4][k]) * q[k][j];
  }
}

template <class T, int R, int W> static void fill(T (&matrix)[R][W], int seed) {
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < W; ++j)
      matrix[i][j] = small(i + seed, j, 7);
}

int main() {
  for (long row : {-1L, 0L, 1L, 77L, N - 1}) {
    fill(A, 1), fill(B, 2), fill(C, 3), fill(D, 4), fill(E, 5), fill(S, 6), fill(P, 7), fill(Q, 8);
    double limits[N] = {};
    for (long i = 0; i < N * K; ++i)
      Flat[i] = small(i, 3, 5);
    if (row >= 0)
      Flat[row * K] = E[row][0] = limits[row] = POISON;
    for (int which : {0, 1, 2})
      try {
        if (which == 0)
          flat(N, C, Flat, B);
        else if (which == 1)
          types(N, C, D, A, B, E);
        else
          several(N, S, P, Q, limits);
      } catch (const std::domain_error &e) {
        printf("%s ", e.what());
      }
    printf("%ld: %llx %llx %llx\n", row, (unsigned long long)hash_of(C, sizeof C),
           (unsigned long long)hash_of(D, sizeof D), (unsigned long long)hash_of(S, sizeof S));
  }
}
