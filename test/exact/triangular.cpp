// RUN: %exact_unpacked %s --args 13
//
// Bounds that depend on outer indices: triangles, trapezoids, a band, and LU with its pivot check,
// where the guard reads what the nest has written.
#include "escop.h"
#include <stdexcept>

constexpr int P = 16;
static double A[P][P], B[P][P], C[P][P];
struct Bad {
  int I, J, K;
};

NOINLINE static void lower(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw Bad{i, j, k};
        C[i][j] += A[i][k] * A[j][k];
      }
}
NOINLINE static void upper(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j)
      for (int k = 0; k <= i; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw Bad{i, j, k};
      }
}
NOINLINE static void band(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i < 2 ? 0 : i - 2; j < n && j < i + 3; ++j) {
      if (A[j][i] > LIMIT)
        throw Bad{i, j, 0};
      B[i][j] -= A[j][i];
    }
}
// In place, B = A^T B with a unit triangle: rows below are read before they are updated.
NOINLINE static void trmm(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = i + 1; k < n; ++k) {
        if (A[k][i] > LIMIT)
          throw Bad{i, j, k};
        B[i][j] += A[k][i] * B[k][j];
      }
}
// A = L U with small integers in L and powers of two on U's diagonal: all divisions are exact.
NOINLINE static void lu(int n) {
  for (int k = 0; k < n; ++k) {
    if (C[k][k] == 0)
      throw Bad{k, k, k};
    for (int i = k + 1; i < n; ++i) {
      C[i][k] /= C[k][k];
      for (int j = k + 1; j < n; ++j)
        C[i][j] -= C[i][k] * C[k][j];
    }
  }
}
static void makeLU(int n, int zero) {
  static double L[P][P], U[P][P];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      L[i][j] = i == j ? 1 : i > j ? (i * 3 + j) % 3 : 0;
      U[i][j] = i == j ? (i == zero ? 0 : 1 << i % 2) : i < j ? (i + j * 5) % 4 : 0;
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      C[i][j] = 0;
      for (int k = 0; k < n; ++k)
        C[i][j] += L[i][k] * U[k][j];
    }
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  static const struct {
    const char *Name;
    void (*Kernel)(int);
  } kernels[] = {{"lower", lower}, {"upper", upper}, {"band", band}, {"trmm", trmm}, {"lu", lu}};
  for (auto &k : kernels)
    for (int p = -1; p < n * n; ++p) {
      for (int i = 0; i < P; ++i)
        for (int j = 0; j < P; ++j) {
          A[i][j] = small(i, j, 3);
          B[i][j] = small(i, j, 2);
          C[i][j] = small(i, j, 5);
        }
      if (p >= 0)
        A[p / n][p % n] = C[p / n][p % n] = POISON;
      if (k.Kernel == lu)
        makeLU(n, p);
      printf("%s %d: ", k.Name, p);
      try {
        k.Kernel(n);
        printf("end");
      } catch (const Bad &b) {
        printf("%d,%d,%d", b.I, b.J, b.K);
      }
      uint64_t h = hash_more(hash_of(B, sizeof B), C, sizeof C);
      printf(" %llx\n", (unsigned long long)h);
    }
  return 0;
}
