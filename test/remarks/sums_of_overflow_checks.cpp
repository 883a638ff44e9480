// REQUIRES: escop
// RUN: %clangxx -O3 -march=x86-64-v3 %optimized %s -o %t -mllvm -polly-escop-report
// RUN: %t 200 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %t 400 2>&1 | FileCheck %s --check-prefix=MANY
//
// A sum takes no longer because it is checked whether it overflows: rows are added side by side where
// there are more of them.
// FEW-NOT: add({{.*}} {{[1-9][0-9]*}} calls
// MANY: add({{.*}} 1 calls: 1 complete
#include <cstdlib>
#include <vector>

__attribute__((noinline)) int add(int *sums, const int *a, int n) {
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int j = 0; j < n; ++j)
      if (__builtin_sadd_overflow(s, a[i * n + j], &s))
        return i;
    sums[i] = s;
  }
  return -1;
}

int main(int, char **argv) {
  const int n = atoi(argv[1]);
  std::vector<int> a(n * n, 3), sums(n);
  return add(sums.data(), a.data(), n) + 1;
}
