// RUN: %exact %s --args 23
//
// Depth 2: the guard domain is the whole nest, so only speculation or a plain shadow can win.
// Matrix-vector products both ways, an outer product, a transposition, a stencil that reads halos.
#include "escop.h"

constexpr int P = 32;
static double A[P][P], B[P][P], X[P], Y[P];
struct Bad {
  int I, J;
};

NOINLINE static void matvec(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw Bad{i, j};
      Y[i] += A[i][j] * X[j];
    }
}
NOINLINE static void matvecTransposed(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[j][i] > LIMIT)
        throw Bad{i, j};
      Y[i] += A[j][i] * X[j];
    }
}
NOINLINE static void bicg(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      X[j] += A[i][j];
      if (A[i][j] > LIMIT)
        throw Bad{i, j};
      Y[i] += 2 * A[i][j];
    }
}
NOINLINE static void outer(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      B[i][j] += X[i] * Y[j];
      if (B[i][j] + A[i][j] > LIMIT)
        throw Bad{i, j};
    }
}
NOINLINE static void transpose(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[j][i] > LIMIT)
        throw Bad{i, j};
      B[i][j] = A[j][i];
    }
}
// The guard reads what earlier iterations wrote, and those values are poisoned on the way.
NOINLINE static void wave(int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 1; j < n; ++j) {
      if (B[i - 1][j] > LIMIT)
        throw Bad{i, j};
      B[i][j] = B[i - 1][j] / 2 + A[i][j] + 1;
    }
}
// In place, reads the next row: an anti-dependence, R is not within W.
NOINLINE static void halo(int n) {
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j < n; ++j) {
      A[i][j] = A[i + 1][j] + 1;
      if (A[i][j] > LIMIT)
        throw Bad{i, j};
    }
}
// One loop only.
NOINLINE static void vector(int n) {
  for (int i = 0; i < n; ++i) {
    if (A[0][i] > LIMIT)
      throw Bad{i, 0};
    X[i] += A[0][i];
  }
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  static const struct {
    const char *Name;
    void (*Kernel)(int);
  } kernels[] = {{"matvec", matvec},       {"matvecT", matvecTransposed}, {"bicg", bicg},
                 {"outer", outer},         {"transpose", transpose},      {"wave", wave},
                 {"halo", halo},           {"vector", vector}};
  for (auto &k : kernels)
    for (int p = -1; p < n * n; ++p) {
      for (int i = 0; i < P; ++i) {
        for (int j = 0; j < P; ++j) {
          A[i][j] = small(i, j, 7);
          B[i][j] = 0;
        }
        X[i] = i + 1;
        Y[i] = 2 * i;
      }
      if (p >= 0)
        A[p / n][p % n] = 4 * POISON;
      printf("%s %d: ", k.Name, p);
      try {
        k.Kernel(n);
        printf("end");
      } catch (const Bad &b) {
        printf("%d,%d", b.I, b.J);
      }
      uint64_t h = hash_of(A, sizeof A);
      h = hash_more(h, B, sizeof B);
      h = hash_more(h, X, sizeof X);
      h = hash_more(h, Y, sizeof Y);
      printf(" %llx\n", (unsigned long long)h);
    }
  return 0;
}
