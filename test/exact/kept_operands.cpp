// RUN: %exact %s --tiled 4
// RUN: %exact %s --config "-O3 @optimized -mllvm -polly-escop-first-chunk=4 -mllvm -polly-escop-leave-iterations=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s %}
// CHECK-COUNT-4: remark: tiled exception-safe nest (speculate, product)
//
// Of a product that is speculated, the operand that all chunks have in common is packed once; not so if
// it is a part of the result, which another chunk writes.
#include "escop.h"
#include <stdexcept>
#include <vector>

#define FORM(NAME)                                                                                 \
  NOINLINE static void NAME(long n, long m, long l, long p, double *C, const double *A,             \
                            [[maybe_unused]] const double *B, [[maybe_unused]] long part)
#define FOR(I, E) for (long I = 0; I < (E); ++I)
#define CHECK(X)                                                                                   \
  if ((X) > LIMIT)                                                                                 \
  throw std::range_error("sum")

FORM(other) {
  FOR(i, n) FOR(j, m) {
    double s = C[i * p + j];
    FOR(k, l) s += A[i * l + k] * B[k * p + j];
    CHECK(s);
    C[i * p + j] = s;
  }
}
FORM(partOfResult) {
  FOR(i, n) FOR(j, m) {
    double s = C[i * p + j];
    FOR(k, l) s += A[i * l + k] * C[(part + k) * p + j];
    CHECK(s);
    C[i * p + j] = s;
  }
}
FORM(columns) {
  FOR(j, m) FOR(i, n) {
    double s = C[j * p + i];
    FOR(k, l) s += A[i * l + k] * B[j * p + k];
    CHECK(s);
    C[j * p + i] = s;
  }
}
FORM(computed) {
  FOR(i, n) FOR(j, m) {
    double s = 0;
    FOR(k, l) s += A[i * l + k] * (B[k * p + j] + 2 * B[j]);
    CHECK(s);
    C[i * p + j] = s;
  }
}

static void sweep(const char *name, void (*form)(long, long, long, long, double *, const double *,
                                                 const double *, long)) {
  const long n = 200, m = 33, l = 24, p = 230;
  for (long part : {0L, 50L, 100L, 176L})
    for (long bad : {-1L, 0L, 60L, n - 1}) {
      std::vector<double> A(n * l), B(p * p), C(p * p);
      for (size_t i = 0; i < A.size(); ++i)
        A[i] = i % 5 == 0 ? double(i % 3) - 1 : 0;
      for (size_t i = 0; i < B.size(); ++i)
        B[i] = double(i % 7) - 3, C[i] = double(i % 4);
      if (bad >= 0)
        A[bad * l + 3] = POISON, B[3 * p + m / 2] = 1, C[(part + 3) * p + m / 2] = 1;
      bool thrown = false;
      try {
        form(n, m, l, p, C.data(), A.data(), B.data(), part);
      } catch (const std::range_error &) {
        thrown = true;
      }
      printf("%s %ld %ld: %d %016llx\n", name, part, bad, thrown,
             (unsigned long long)hash_of(C.data(), C.size() * 8));
    }
}

#define SWEEP(NAME) sweep(#NAME, NAME)
int main() {
  SWEEP(other);
  SWEEP(partOfResult);
  SWEEP(columns);
  SWEEP(computed);
}
