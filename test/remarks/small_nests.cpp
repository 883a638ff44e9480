// REQUIRES: escop
// RUN: %clangxx -O3 -march=x86-64-v3 %optimized %s -o %t -mllvm -polly-escop-report -Rpass=polly-escop 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: %t 2>&1 | FileCheck %s
//
// Where vectors are gained as soon as the bounds are known, some hundred iterations are enough, the
// fewer, the more checks there are; but rows of a few columns are left to the nest, and the driver is
// not called. A size in bytes is a difference of addresses, which are no small numbers.
//
// REMARK-COUNT-3: tiled exception-safe nest (inspect, plain)
// CHECK-DAG: halve({{.*}} 1 calls: 1 complete
// CHECK-DAG: blur({{.*}} 1 calls: 1 complete
// CHECK-DAG: grey({{.*}} 1 calls: 1 complete
#include <cstdint>
#include <vector>

using Bytes = std::vector<uint8_t>;
#define NEST __attribute__((noinline)) void

NEST halve(int height, int width, const Bytes &A, Bytes &B) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      B.at(y * width + x) = A.at(y * width + x) / 2;
}
NEST blur(int height, int width, const std::vector<float> &A, const std::vector<float> &W,
          std::vector<float> &B) {
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      float Sum = 0;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          Sum += A.at((y + i - 1) * width + x + j - 1) * W.at(i * 3 + j);
      B.at(y * width + x) = Sum;
    }
}
struct Colour {
  uint8_t Red, Green, Blue;
};
NEST grey(const std::vector<Colour> &A, Bytes &B) {
  for (std::size_t i = 0; i < A.size(); ++i) {
    const Colour &C = A.at(i);
    B.at(i) = (C.Red * 77 + C.Green * 150 + C.Blue * 29) >> 8;
  }
}

int main() {
  struct Size {
    int Height, Width;
  };
  for (Size S : {Size{40, 40}, Size{3, 20}, Size{400, 6}}) {
    Bytes A(S.Height * S.Width, 7), B(A);
    halve(S.Height, S.Width, A, B);
    std::vector<float> F(S.Height * S.Width), W(9), G(F);
    blur(S.Height, S.Width, F, W, G);
  }
  std::vector<Colour> A(5000);
  Bytes B(5000);
  grey(A, B);
}
