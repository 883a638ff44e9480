// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -c %s -o /dev/null -mllvm -polly-escop-print=block 2>&1 | FileCheck %s
//
// Checks of indices, whichever way round they compare, are evaluated at the ends of a block. In its
// iterations is the check of the sum only: those of indices would be vectors of 64 bits, beside 16.
#include <cstddef>
#include <vector>

// CHECK: define internal {{.*}}add
// CHECK: phi i1
// CHECK-NEXT: phi i64
void add(const std::vector<short> &a, std::vector<short> &c, size_t n) {
  for (size_t i = 1; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      short sum;
      if (__builtin_add_overflow(c.at((i - 1) * n + j), a.at(i * n + j), &sum))
        throw 1;
      c.at(i * n + j) = sum;
    }
}
