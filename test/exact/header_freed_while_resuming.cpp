// RUN: %exact %s --tiled 1
// Cold code frees the object whose member the nest loads, and a guard keeps the following iterations from
// loading it: false in the first iteration, which does not say anything about those after a resumption.
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Table {
  double scale;
  double more[100000];
};
__attribute__((noinline)) int kernel(double *C, const double *A, Table *h, const int *code, int n) {
  int err = 0;
  for (int i = 0; i < n; i++) {
    if (err != 0)
      return -err;
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * A[k * n + j] * h->scale;
    if (A[i * n] > 100) {
      free(h); // too large for the heap: its pages are gone
      err = code[i];
    }
  }
  return err;
}
int main() {
  const int n = 24;
  for (int bad = 0; bad <= n; ++bad) {
    std::vector<double> A(n * n, 1.), C(n * n);
    std::vector<int> code(n, 7);
    if (bad < n)
      A[bad * n] = 1000;
    auto *h = (Table *)calloc(1, sizeof(Table));
    h->scale = 2;
    int r = kernel(C.data(), A.data(), h, code.data(), n);
    if (bad == n)
      free(h);
    double sum = 0;
    for (double c : C)
      sum = sum * 3 - c;
    printf("%d %g\n", r, sum);
  }
}
