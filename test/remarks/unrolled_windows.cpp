// REQUIRES: escop
// RUN: %clangxx -O3 %optimized -ffp-contract=off -mllvm -polly-escop-report %s -o %t -Rpass=polly-escop 2>&1 \
// RUN:   | FileCheck %s
// RUN: %t 2>&1 | FileCheck --check-prefix=CALLS %s
//
// Without its checks, the loops over a window are unrolled, and the loop around them has vectors. Its
// rows are what is to be long enough, not those of the window.
#include <cstddef>

struct Image {
  size_t rows, columns;
  float *pixels;
};
static void (*volatile failed)(int line);

static inline float get(const Image &m, size_t i, size_t j) {
  if (i >= m.rows || j >= m.columns) {
    failed(__LINE__);
    return 0;
  }
  return m.pixels[i * m.columns + j];
}

// CHECK: [[#@LINE+2]]:3: remark: tiled exception-safe nest (inspect, plain): {{.*}} depth 3
__attribute__((noinline)) void convolve(const Image &to, const Image &from, const float *weights) {
  for (size_t i = 2; i < to.rows - 2; ++i)
    for (size_t j = 2; j < to.columns - 2; ++j) {
      float sum = 0;
      for (size_t p = 0; p < 5; ++p)
        for (size_t q = 0; q < 5; ++q)
          sum += weights[p * 5 + q] * get(from, i + p - 2, j + q - 2);
      to.pixels[i * to.columns + j] = sum;
    }
}

// CALLS: convolve(Image const&, Image const&, float const*): 1 calls: 1 complete
int main() {
  constexpr size_t N = 60;
  static float a[N * N], b[N * N], weights[25];
  convolve({N, N, a}, {N, N, b}, weights);
}
