// REQUIRES: escop
// RUN: %clangxx -O3 -march=x86-64-v3 %optimized %s -o %t -mllvm -polly-escop-report
// RUN: %t 3 30 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %t 16 100 2>&1 | FileCheck %s --check-prefix=MANY
//
// Sums of columns are added side by side where there are more than a few of them, and so are sums of
// products or distances; and what is executed ahead, time step by time step, is to have longer rows.
// FEW-NOT: (double const*, double*, int, int): {{[1-9]}}
// FEW-NOT: (double*, double*, int, int): {{[1-9]}}
// FEW-NOT: (float const*, float const*, float*, int, int, int): {{[1-9]}}
// MANY-DAG: distances({{.*}} 1 calls: 1 complete
// MANY-DAG: addColumns({{.*}} 1 calls: 1 complete
// MANY-DAG: smooth({{.*}} calls: {{[1-9][0-9]*}} complete
#include <cstdlib>
#include <vector>

__attribute__((noinline)) int addColumns(const double *a, double *sums, int rows, int columns) {
  for (int j = 0; j < columns; ++j) {
    double s = 0;
    for (int i = 0; i < rows; ++i) {
      if (i * columns + j >= 1 << 24)
        return i;
      s += a[i * columns + j];
    }
    sums[j] = s;
  }
  return -1;
}

__attribute__((noinline)) int smooth(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
      if (!(b[i] < 1e9))
        return t;
    }
    for (int i = 1; i < n - 1; ++i)
      a[i] = b[i];
  }
  return -1;
}

__attribute__((noinline)) int distances(const float *p, const float *c, float *d, int points, int centres,
                                        int dimensions) {
  for (int i = 0; i < points; ++i)
    for (int j = 0; j < centres; ++j) {
      float s = 0;
      for (int k = 0; k < dimensions; ++k) {
        if (i * dimensions + k >= 1 << 24)
          return i;
        const float t = p[i * dimensions + k] - c[j * dimensions + k];
        s += t * t;
      }
      d[i * centres + j] = s;
    }
  return -1;
}

int main(int, char **argv) {
  const int columns = atoi(argv[1]), n = atoi(argv[2]), rows = 20000;
  std::vector<double> a(rows * columns, 1), sums(columns), b(n);
  std::vector<float> points(rows * 8), centres(columns * 8), d(rows * columns);
  return distances(points.data(), centres.data(), d.data(), rows, columns, 8) + 1 +
         addColumns(a.data(), sums.data(), rows, columns) + smooth(a.data(), b.data(), n, 5000) + 2;
}
