// RUN: %exact %s --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked" --args 11
// RUN: %exact %s --cflags=-fno-exceptions --config "-O3 @optimized" --args 7
// RUN: %exact %s --cflags=-fexceptions --config "-O3 @naive" --args 7
//
// C: the abnormal exits are return, goto and break with a flag. An iteration limit, a convergence
// test, a search with side effects.
#include "escop.h"

#define P 16
static double A[P][P], B[P][P], C[P][P];

NOINLINE static int returns(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          return (i * 100 + j) * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
  return -1;
}
NOINLINE static int gotos(int n) {
  int i, j, k;
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j)
      for (k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > 3 * LIMIT)
          goto large;
        if (C[i][j] > LIMIT)
          goto medium;
      }
  return -1;
large:
  C[i][j] = -1;
  return (i * 100 + j) * 100 + k;
medium:
  C[i][j] = -2;
  return -((i * 100 + j) * 100 + k);
}
NOINLINE static int breaks(int n) {
  int stop = 0, steps = 0;
  for (int i = 0; i < n && !stop; ++i)
    for (int j = 0; j < n; ++j) {
      C[j][i] += A[i][j] + B[j][i];
      ++steps;
      if (A[i][j] > LIMIT) {
        stop = 1;
        break;
      }
    }
  return steps * 2 + stop;
}
// A matrix in a variable length array type.
NOINLINE static int variable(int n, double c[n][n], double a[n][n], double b[n][n]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (a[i][k] > LIMIT)
          return (i * 100 + j) * 100 + k;
        c[i][j] += a[i][k] * b[k][j];
      }
  return -1;
}
NOINLINE static int restricted(int n, double *restrict c, const double *restrict a) {
  int i, j;
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      if (a[i * n + j] > LIMIT)
        goto out;
      c[j * n + i] += a[i * n + j];
    }
out:
  return i * n + j;
}

static void reset(int p, int n) {
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C[i][j] = small(i, j, 3);
    }
  if (p >= 0)
    A[p / n][p % n] = p % 2 ? 4 * POISON : POISON / 2;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5;
  double *c = malloc(n * n * sizeof *c), *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
  for (int p = -1; p < n * n; ++p) {
    int (*const kernels[])(int) = {returns, gotos, breaks};
    for (int which = 0; which < 3; ++which) {
      reset(p, n);
      int result = kernels[which](n);
      printf("%d %d: %d %llx\n", which, p, result, (unsigned long long)hash_of(C, sizeof C));
    }
    for (int which = 0; which < 2; ++which) {
      reset(p, n);
      for (int x = 0; x < n * n; ++x) {
        a[x] = A[x / n][x % n];
        b[x] = B[x / n][x % n];
        c[x] = C[x / n][x % n];
      }
      int result = which ? restricted(n, c, a)
                         : variable(n, (double(*)[n])c, (double(*)[n])a, (double(*)[n])b);
      printf("array %d %d: %d %llx\n", which, p, result,
             (unsigned long long)hash_of(c, n * n * sizeof *c));
    }
  }
  free(a);
  free(b);
  free(c);
  return 0;
}
