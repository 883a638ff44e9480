// RUN: %exact %s --tiled 2 --config "-O3 @optimized" --config "-O3 @naive" \
// RUN:   --config "-O2 -march=native @optimized"
//
// Where a check throws, a value was never set, or a pointer is null. It is used behind another
// check, in an iteration that is only executed ahead: that this would be undefined in the nest does
// not tell that the first check passed.
#include "escop.h"
#include <math.h>

constexpr int N = 30;
static double A[N][N], B[N][N], C[N][N], D[N][N], S[N][N];
static int K[N][N];
struct Maybe {
  double x;
  bool set;
};

static Maybe positive(int i, int j) {
  Maybe m;
  m.set = C[i][j] > 0;
  if (m.set)
    m.x = A[i][j] * 2 + A[j][i] * 3 + 1;
  return m;
}

NOINLINE static void power_of_row(int n, double e, double limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Maybe m = positive(i, j);
      if (!m.set && S[i][j] > 0)
        throw 1000000 + i * 100 + j;
      for (int k = 0; k < n; ++k) {
        if (B[i][k] > limit)
          throw 2000000 + k * 10000 + i * 100 + j;
        B[i][k] += pow(m.x, e) * A[k][j];
      }
    }
}

static Maybe of_kind(int i, int j, int k) {
  Maybe m;
  m.set = true;
  switch (K[i][j]) {
  case 0:
    m.x = A[i][k] * 2 + A[j][k];
    break;
  case 5:
    m.x = A[i][k] * A[j][k] + A[i][j];
    break;
  case 7:
    m.x = A[i][k] + A[j][k] * A[i][j];
    break;
  case 19:
    m.x = A[i][j] + A[j][k] * 3;
    break;
  case 3:
    m.set = false;
    break;
  default:
    m.x = A[i][j] * A[i][k] + 1;
  }
  return m;
}

NOINLINE static void power_of_kind(int n, double e, double limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        Maybe m = of_kind(i, j, k);
        if (!m.set && S[i][j] > 0)
          throw 1000000 + k * 10000 + i * 100 + j;
        if (D[i][j] > limit)
          throw 2000000 + k * 10000 + i * 100 + j;
        B[i][j] += pow(m.x, e);
      }
}

static const double *find(int i, int k) {
  switch (K[i][k]) {
  case 3:
  case 9:
  case 20:
    return nullptr;
  default:
    return &A[i][k];
  }
}

NOINLINE static void found(int n, double, double limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const double *p = find(i, k);
        if (!p && S[i][k] > 0)
          throw 1000000 + k * 10000 + i * 100 + j;
        if (B[i][j] > limit)
          throw 2000000 + k * 10000 + i * 100 + j;
        B[i][j] += *p * C[k][j];
      }
}

int main(int argc, char **) {
  void (*kernels[])(int, double, double) = {power_of_row, power_of_kind, found};
  const int kinds[] = {0, 5, 7, 19};
  for (int kernel = 0; kernel < 3; ++kernel)
    for (int bad = -1; bad < N * N; bad += 23) {
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
          A[i][j] = small(i, j, 5);
          B[i][j] = D[i][j] = S[i][j] = 0;
          C[i][j] = 1;
          K[i][j] = kinds[(i + j) % 4];
        }
      if (bad >= 0) {
        C[bad / N][bad % N] = -1;
        S[bad / N][bad % N] = 1;
        K[bad / N][bad % N] = 3;
      }
      int where = -1;
      try {
        kernels[kernel](N * argc, argc, 1e9 * argc);
      } catch (int at) {
        where = at;
      }
      printf("%d %d: %d %llx\n", kernel, bad, where, (unsigned long long)hash_of(B, sizeof B));
    }
  return 0;
}
