// RUN: %exact %s --tiled 5 --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked"
//
// for (i) { if (!valid(row i)) throw ...; for (j) { for (k) { check before; update; check between;
//   update; check after } check of C[i][j] when it is complete } check of the row when it is complete }
// The places that a check takes in the loops of a product.
#include "idioms.h"
#include <stdexcept>

static Row D[P];
#define CHECK(x) if (!((x) <= LIMIT)) throw std::range_error(#x)

NOINLINE long before(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        CHECK(A[i][k]);
        C[i][j] += A[i][k] * B[k][j];
      }
  return 0;
}
NOINLINE long between(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        CHECK(C[i][j]);
        D[j][i] += A[i][k];
      }
  return 0;
}
NOINLINE long complete(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = C[i][j];
      for (long k = 0; k < n; ++k)
        sum += A[i][k] * B[k][j];
      CHECK(sum);
      C[i][j] = sum;
    }
  return 0;
}
NOINLINE long row(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    CHECK(A[i][0]);
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
    CHECK(C[i][n - 1]);
  }
  return 0;
}
// All in one.
NOINLINE long everywhere(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    CHECK(A[i][i]);
    for (long j = 0; j < n; ++j) {
      CHECK(B[i][j]);
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        CHECK(C[i][j]);
      }
      CHECK(C[i][0] + C[i][j]);
    }
    CHECK(-D[i][0]);
  }
  return 0;
}

int main() {
  product(CheckedA, before);
  product(CheckedC, between);
  product(CheckedC, complete);
  product(CheckedA, row);
  product(CheckedC, row);
  product(CheckedC, everywhere);
  memory(hash_of(D, sizeof D));
  return 0;
}
