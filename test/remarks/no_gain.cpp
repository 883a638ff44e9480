// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-block-size=1 -c %s -o /dev/null -Rpass=polly-escop -Rpass-missed=polly-escop 2>&1 \
// RUN:   | FileCheck %s
//
// Transformed is what gains over what -O3 makes of the nest as it is; each with one that does not.
#include <cstdlib>

[[noreturn, gnu::cold]] void fail();

// -O3 vectorises a loop with checks of sizes only.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: not-profitable
void sizesAreChecked(double *__restrict c, const double *__restrict a, size_t n, size_t rows, size_t columns) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (i >= rows || j >= columns)
        fail();
      c[i * columns + j] = a[i * columns + j] * 2;
    }
}

// For each row, it would compute how many elements are left.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, plain): 1 guard, 1 exit, depth 2
void elementsAreChecked(double *__restrict c, const double *__restrict a, size_t n, size_t size) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      if (i * n + j >= size)
        fail();
      c[i * n + j] = a[i * n + j] * 2;
    }
}

// Nor does it leave checks in a short loop, but it executes them in front of it, each time.
// CHECK: no_gain.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (inspect, plain): {{.*}} depth 3
void nearest(int *__restrict label, const double *points, size_t size, const double *centres, size_t limit, size_t k,
             size_t n, size_t dimension) {
  for (size_t i = 0; i < n; ++i) {
    double best = 1e300;
    int at = -1;
    for (size_t j = 0; j < k; ++j) {
      double sum = 0;
      for (size_t d = 0; d < dimension; ++d) {
        if (i * dimension + d >= size || j * dimension + d >= limit)
          fail();
        double difference = points[i * dimension + d] - centres[j * dimension + d];
        sum += difference * difference;
      }
      if (sum < best) {
        best = sum;
        at = j;
      }
    }
    label[i] = at;
  }
}

// It does not if values are checked.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, plain)
void valuesAreChecked(double *__restrict c, const double *__restrict a, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      c[j] += a[i * n + j];
      if (!(c[j] < 1e9))
        fail();
    }
}

using Row = int[1000];

// Behind path[i][k], which lies in the row that is written, vectors begin anew.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, plain)
void shortestPaths(Row *path, long n) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        int via = path[i][k] + path[k][j];
        path[i][j] = via < path[i][j] ? via : path[i][j];
        if (path[i][j] < 0)
          fail();
      }
}

// Here it is another matrix; vectors would be executed if any row were not row k, which is asked once
// for all.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: not-profitable
void shorterPaths(Row *__restrict path, const Row *__restrict edges, long n) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        int via = edges[i][k] + path[k][j];
        path[i][j] = via < path[i][j] ? via : path[i][j];
        if (path[i][j] < 0)
          fail();
      }
}

// Never more than 20 * 20 iterations.
// CHECK: no_gain.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: not-profitable: {{.*}} (few iterations)
void few(double (*__restrict c)[20], const double (*__restrict a)[20], double limit) {
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 20; ++j) {
      if (a[i][j] > limit)
        fail();
      c[j][i] += a[i][j];
    }
}

// Only the last row, in which the sums have no terms, would be vectors: a loop of its own in the nest.
// That is no gain of the nest; what its inner loops gain in another order is one.
// CHECK-NOT: no_gain.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled
// CHECK: no_gain.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: tiled exception-safe nest (speculate, Polly){{.*}} depth 2
void triangularSystems(const double *u, double *x, int n, int m) {
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < m; j++) {
      double s = x[i * m + j];
      for (int k = i + 1; k < n; k++)
        s -= u[i * n + k] * x[k * m + j];
      if (u[i * n + i] == 0)
        fail();
      x[i * m + j] = s / u[i * n + i];
      if (x[i * m + j] != x[i * m + j])
        fail();
    }
}
