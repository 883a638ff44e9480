// RUN: %exact_packed %s --cflags=-ffp-contract=off --args 37
//
// Data whose sums do round: no policy may change the order in which one element is accumulated.
// Both compilers are told not to contract to FMA, which is allowed to differ.
#include "escop.h"

constexpr int P = 40;
static double A[P][P], B[P][P], C[P][P], S[P];
struct Bad {
  int I, J, K;
};

NOINLINE static void product(int n, double limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (!(A[i][k] <= limit))
          throw Bad{i, j, k};
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE static double sums(int n, double limit) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      S[j] += A[i][j] * B[j][i];
      if (!(S[j] <= limit))
        throw Bad{i, j, 0};
      total += S[j];
    }
  return total;
}
NOINLINE static void updated(int n, double limit) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (!(C[i][j] <= limit))
          throw Bad{i, j, k};
      }
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int p = -1; p < n * n; p += p < 0 ? 1 : 23)
    for (int which = 0; which < 3; ++which) {
      for (int i = 0; i < P; ++i) {
        for (int j = 0; j < P; ++j) {
          A[i][j] = 1.0 / (1 + (i * 31 + j * 17) % 97) * ((i ^ j) & 1 ? 1e-3 : 1e5);
          B[i][j] = 0.1 * ((i * 13 + j * 29) % 101) - 3.3;
          C[i][j] = 1e-7 * i + j;
        }
        S[i] = 0.3 * i;
      }
      if (p >= 0)
        A[p / n][p % n] = C[p / n][p % n] = 1e30;
      printf("%d %d: ", which, p);
      try {
        if (which == 0)
          product(n, 1e20);
        else if (which == 1)
          printf("%a", sums(n, 1e20));
        else
          updated(n, 1e20);
        printf(" end");
      } catch (const Bad &b) {
        printf("%d,%d,%d", b.I, b.J, b.K);
      }
      printf(" %llx\n", (unsigned long long)hash_more(hash_of(C, sizeof C), S, sizeof S));
    }
  return 0;
}
