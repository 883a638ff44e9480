// RUN: %exact %s --tiled 1
// RUN: %if escop %{ %clangxx -O3 %optimized -mllvm -polly-escop-products=false -mllvm -polly-escop-print=optimised -c %s -o /dev/null | FileCheck %s %}
// alpha * A[i][k] is computed where A is packed, not for each vector of B.
// CHECK: ; escop: optimised
// CHECK-NOT: fmul double
// CHECK: [[PRODUCT:%[0-9a-z.]+]] = fmul double
// CHECK-NEXT: store double [[PRODUCT]]
// CHECK-NOT: fmul double
// CHECK: call double @llvm.fmuladd.f64
// CHECK-NOT: fmul double
#include <cstdio>
#include <initializer_list>
#include <stdexcept>

constexpr int N = 45;
typedef double Matrix[N][N];

__attribute__((noinline)) void scaled(long n, double alpha, Matrix C, const Matrix A, const Matrix B,
                                      double limit) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      if (A[i][k] > limit)
        throw std::domain_error("A");
      for (long j = 0; j < n; ++j)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
}

static Matrix A, B, C;
int main() {
  // Small integers: every order of rounding gives the same.
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = (i * 5 + j * 3) % 7 - 3, B[i][j] = (i + j * 2) % 9 - 4, C[i][j] = i - j;
  for (int row : {-1, 0, 17, N - 1}) {
    if (row >= 0)
      A[row][N / 2] += 100;
    try {
      scaled(N, 3, C, A, B, 50);
    } catch (const std::domain_error &e) {
      printf("%s ", e.what());
    }
    if (row >= 0)
      A[row][N / 2] -= 100;
    double hash = 0;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        hash += C[i][j] * ((i * N + j) % 101);
    printf("%d: %.0f\n", row, hash);
  }
}
