// RUN: %exact %s
// isl's schedule of this nest is skewed by 19, the length of a row, and its AST generator executes two
// statements of it in the wrong order, for any sizes (upstream's Polly, too): what is written at (i, 0, k)
// has to come before what is written at (i, k). The AST is interpreted before it is used (Validate.cpp).
#include <cstdio>
#include <initializer_list>
static long A[19][14], B[19][19], D[19][19][19];
struct Err {
  long i, j;
};
__attribute__((noinline)) void nest(long *__restrict C, int ld1, int ld2, int n, int m) {
  for (int i = 0; i < m; ++i) {
    D[1][i][0] = B[2][i];
    for (int j = 0; j < n; ++j) {
      D[i][1][j] = B[i][j];
      if (B[i][j] == -1)
        throw Err{i, j};
      for (int k = 0; k < m; ++k)
        D[i][j + 1][k] *= 40 + A[i][j] + C[((2 * i + 1) * ld1 + j) * ld2 + k];
    }
  }
}
static long c[27 * 13 * 13];
int main() {
  for (int size : {2, 3, 9, 13})
    for (int at = -1; at < size * size; at += at < 0 ? 1 : size + 1) {
      for (int k = 0; k < 19 * 19 * 19; ++k)
        D[0][0][k] = k % 7 + 1;
      for (int k = 0; k < 19 * 19; ++k)
        B[0][k] = k % 5 + 2;
      for (int k = 0; k < 19 * 14; ++k)
        A[0][k] = k % 3;
      for (int k = 0; k < 27 * 13 * 13; ++k)
        c[k] = k % 11;
      if (at >= 0)
        B[at / size][at % size] = -1;
      long i = -1, j = -1;
      try {
        nest(c, 13, 13, size, size);
      } catch (Err &E) {
        i = E.i, j = E.j;
      }
      unsigned long h = 0;
      for (int k = 0; k < 19 * 19 * 19; ++k)
        h = h * 1099511628211u + D[0][0][k];
      printf("%d %d: %ld %ld %lx\n", size, at, i, j, h);
    }
}
