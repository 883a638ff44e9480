// REQUIRES: escop
// RUN: %clangxx -O3 -march=x86-64-v4 -mprefer-vector-width=512 %optimized -Rpass=polly-escop -S %s -o %t.s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ASM < %t.s
//
// Fields of structures are stored element by element: a scatter takes longer.
#include <stdexcept>
#include <vector>

struct Point {
  double x, v, force, mass;
};

// CHECK: remark: tiled exception-safe nest (blocks, plain)
// ASM-NOT: vscatter
// ASM: vdivpd {{.*}}%zmm
// ASM-NOT: vscatter
void move(std::vector<Point> &points) {
  for (size_t i = 0; i < points.size(); ++i) {
    Point &p = points.at(i);
    p.v += p.force / p.mass * 0.5;
    p.x += p.v * 0.5;
    if (!(p.x < 1e8))
      throw std::range_error("x");
  }
}
