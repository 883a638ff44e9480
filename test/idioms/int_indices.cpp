// RUN: %exact %s --tiled 2
//
// void multiply(int n, double *C, const double *A, const double *B)
// for (int i = 0; i < n; i++) ... C[i * n + j] += A[i * n + k] * B[k * n + j];
// The indices are multiplied in 32 bits and then extended.
#include "idioms.h"
#include <stdexcept>
#include <vector>

NOINLINE void multiply(int n, double *C, const double *A, const double *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > LIMIT)
          throw std::range_error("C");
      }
}
NOINLINE void multiplyRows(int n, Row *C, const Row *A, const Row *B) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw at(i, j, k);
      }
}

int main() {
  productOf("multiplyRows", CheckedC, [](long n, Row *C, const Row *A, const Row *B) {
    multiplyRows(n, C, A, B);
    return 0;
  });
  positions(3, [](const Position &p) {
    int n = p.n;
    std::vector<double> A(n * n), B(n * n), C(n * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        A[i * n + j] = a0(i, j);
        B[i * n + j] = b0(i, j);
        C[i * n + j] = c0(i, j, p);
      }
    outcome("multiply", p, [&] {
      multiply(n, C.data(), A.data(), B.data());
      return 0;
    });
    memory(hash_of(C.data(), C.size() * sizeof(double)));
  });
  return 0;
}
