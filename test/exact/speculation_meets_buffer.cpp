// RUN: %exact %s
// speculate: writes behind the throw reach the checkpoint buffer itself
#include <cstdio>
#include <cstdlib>
#include <cstring>
__attribute__((noinline)) void f(double *A, const double *B, long n, long m, long size) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      if (i * m + j >= size) throw 1;      // at()
      A[i * m + j] = A[i * m + j] * 2 + B[j];
    }
}
int main() {
  long m = 1000, size = 1500;
  double *B = (double *)calloc(m, 8);
  double *A = (double *)malloc(size * 8);
  for (long i = 0; i < size; ++i) A[i] = i;
  unsigned char *after = (unsigned char*)(A + size);
  void *p=malloc(200000); free(p);
  try { f(A, B, 100, m, size); } catch (int) { puts("caught"); }
  double s = 0; for (long i = 0; i < size; ++i) s += A[i];
  printf("%g\n", s);
  void *q = malloc(100000); memset(q, 1, 100000); free(q); free(A); free(B); puts("end");
}
