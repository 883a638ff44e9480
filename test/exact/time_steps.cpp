// RUN: %exact %s --tiled 2 --cflags=-ffp-contract=off
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs %s -o %t.report -mllvm -polly-escop-report %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// A time step writes all that there is. For few steps, saving that takes longer than the checks do,
// and the loops are executed in register blocks.
#include "escop.h"
#include <initializer_list>

constexpr int Most = 150 * 150;
static double X[Most], V[Most], F[Most];

NOINLINE static int swing(double *x, double *v, double *f, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      v[i] += 0.25 * f[i];
      x[i] += 0.25 * v[i];
      if (!(x[i] < 1e9))
        return t * 3 + 1;
    }
    for (int i = 1; i < n - 1; ++i)
      f[i] = 1e-9 * (x[i - 1] - 2 * x[i] + x[i + 1]);
  }
  return 0;
}

NOINLINE static int smooth(double *a, double *b, double *, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        b[i * n + j] =
            0.25 * (a[i * n + j - 1] + a[i * n + j + 1] + a[i * n + j - n] + a[i * n + j + n]);
        if (!(b[i * n + j] < 1e9))
          return t * 3 + 1;
      }
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        a[i * n + j] =
            0.25 * (b[i * n + j - 1] + b[i * n + j + 1] + b[i * n + j - n] + b[i * n + j + n]);
        if (!(a[i * n + j] < 1e9))
          return t * 3 + 2;
      }
  }
  return 0;
}

template <class Fn> static void run(const char *name, Fn nest, int n, int size) {
  for (int steps : {1, 3, 10, 300})
    for (int bad = -1; bad < size; bad += size / 3 - 1) {
      for (int i = 0; i < size; ++i) {
        X[i] = small(i, 1, 5);
        V[i] = small(i, 3, 7) - 4;
        F[i] = small(i, 2, 3) - 2;
      }
      // At once, or behind some steps.
      if (bad >= 0) {
        X[bad] = bad % 2 ? 1e18 : 1e9 - 2000;
        V[bad] = 900;
      }
      const int where = nest(X, V, F, n, steps);
      printf("%s %d %d: %d %016llx\n", name, steps, bad, where,
             (unsigned long long)(hash_of(X, sizeof X) ^ hash_of(V, sizeof V) * 3 ^
                                  hash_of(F, sizeof F) * 7));
    }
}

int main() {
  run("swing", swing, 20000, 20000);
  run("smooth", smooth, 150, 150 * 150);
}
// CHECK-DAG: swing({{.*}} calls: {{.*}} left early, 4 declined: few iterations
// CHECK-DAG: smooth({{.*}} calls: {{.*}} left early, 8 declined: few iterations
// CHECK-DAG: swing({{.*}} calls: {{[1-9][0-9]}} complete
// CHECK-DAG: smooth({{.*}} calls: {{[1-9][0-9][0-9][0-9]}} complete
