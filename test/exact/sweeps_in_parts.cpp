// RUN: %exact %s "--optimized=%optimized" --tiled 1 --config "-O3 @optimized"
// RUN: %exact %s "--optimized=%optimized" --config "-O3 @optimized -mllvm -polly-escop-least-work=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -Rpass-analysis=polly-escop -c -I %inputs %s -o /dev/null \
// RUN:   2>&1 | FileCheck %s %}
//
// A few time steps over a matrix whose elements are checked, and so are results. They are too few
// for a checkpoint, so what is executed is the nest; its sweeps execute a copy without the checks
// of indices, in register blocks, or copy rows.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <vector>

using Values = std::vector<double>;

NOINLINE static int diffuse(Values &a, Values &b, int n, int steps) {
  int at = 0;
  for (int t = 0; t < steps; ++t) {
    // CHECK-DAG: [[#@LINE+1]]:5: remark: where the nest around it is executed as it is: in its own order
    for (int y = 1; y < n - 1; ++y)
      // CHECK-DAG: [[#@LINE+1]]:7: remark: where the nest around it is executed as it is: in register blocks
      for (int x = 1; x < n - 1; ++x) {
        at = t * 10000 + y * 100 + x;
        const double v = a.at(y * n + x) + a.at(y * n + x - 1) + a.at(y * n + x + 1) +
                         a.at(y * n - n + x) + a.at(y * n + n + x);
        if (!(v < LIMIT))
          return at;
        b.at(y * n + x) = v;
      }
    // CHECK-DAG: [[#@LINE+1]]:5: remark: where the nest around it is executed as it is: by vectors
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x)
        a.at(y * n + x) = b.at(y * n + x);
  }
  return at;
}

int main() {
  for (int n : {3, 6, 21, 40})
    for (int steps : {1, 3})
      for (int bad = 0; bad < n * n; bad += n < 10 ? 1 : 7)
        for (int shorter : {0, 1, n, n * n / 2}) {
          Values a(n * n), b(n * n - (bad % 2 ? shorter : 0));
          for (int i = 0; i < n * n; ++i)
            a[i] = small(i, 1, 9);
          a[bad] = LIMIT / (bad % 3 * 200 + 1);
          if (bad % 2 == 0)
            a.resize(n * n - shorter);
          int result = -1;
          try {
            result = diffuse(a, b, n, steps);
          } catch (const std::out_of_range &) {
          }
          printf("%d %d %d %d: %d %llx %llx\n", n, steps, bad, shorter, result,
                 (unsigned long long)hash_of(a.data(), a.size() * sizeof(double)),
                 (unsigned long long)hash_of(b.data(), b.size() * sizeof(double)));
        }
}
