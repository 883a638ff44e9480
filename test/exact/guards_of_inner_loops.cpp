// RUN: %exact %s --tiled 8
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -Rpass=polly-escop -Rpass-analysis=polly-escop -c %s \
// RUN:   -o /dev/null 2>&1 | FileCheck %s %}
//
// Guards that do not depend on the outermost loop's counter fire in its first iteration, or in none:
// one iteration is inspected. Not so where a condition of the counter decides whether they are
// reached, or where the nest writes what they read. Inspectors evaluate the guards of many iterations
// at once.
// CHECK-DAG: remark: guards are inspected in register blocks
// CHECK-DAG: remark: tiled exception-safe nest (inspect, product): 1 guard, 1 exit, depth 3
#include "escop.h"
#include <stdexcept>
#include <vector>

#define FORM(NAME)                                                                                 \
  NOINLINE static long NAME(long n, [[maybe_unused]] long m, double *C, [[maybe_unused]] double *A, \
                            [[maybe_unused]] const double *B, [[maybe_unused]] const long *X)
#define FOR(I, E) for (long I = 0; I < (E); ++I)
#define CHECK(X)                                                                                   \
  if ((X) > LIMIT)                                                                                 \
  throw std::domain_error(#X)

FORM(product) {
  FOR(j, n) FOR(i, m) FOR(k, m) {
    CHECK(A[i * m + k]);
    C[i * n + j] += A[i * m + k] * B[k * n + j];
  }
  return 0;
}
FORM(counters) {
  long i = 0, j = 0;
  for (; j < n; ++j)
    for (i = 0; i < m; ++i)
      FOR(k, m) {
        if (A[i * m + k] > LIMIT)
          return -1;
        C[i * n + j] += A[i * m + k] * B[k * n + j];
      }
  return j * 1000 + i;
}
FORM(rows) {
  FOR(t, n) FOR(i, m) {
    CHECK(A[i]);
    C[t * m + i] += A[i] * B[t];
  }
  return 0;
}
FORM(breaks) {
  long i = 0;
  FOR(t, n) for (i = 0; i < m; ++i) {
    if (A[i] > LIMIT)
      return t * 1000 + i;
    C[t * m + i] += A[i];
  }
  return -i;
}
FORM(underInnerCondition) {
  FOR(t, n) FOR(i, m) {
    if (B[i] > 0)
      CHECK(A[i]);
    C[t * m + i] += A[i] * 2;
  }
  return 0;
}
FORM(underOuterCondition) {
  FOR(t, n) FOR(i, m) {
    if (t > 2)
      CHECK(A[i]);
    C[t * m + i] += A[i] * 2;
  }
  return 0;
}
FORM(checkedIndex) {
  FOR(t, n) FOR(i, m) {
    const long x = X[i];
    if (x < 0 || x >= m)
      throw std::domain_error("index");
    C[t * m + i] += B[x];
  }
  return 0;
}
FORM(invariant) {
  FOR(t, n) FOR(i, m) {
    CHECK(A[m / 2]);
    C[t * m + i] += B[i];
  }
  return 0;
}
FORM(written) {
  FOR(t, n) FOR(i, m) {
    CHECK(A[i]);
    C[t * m + i] += B[i];
    A[i] += 4e8;
  }
  return 0;
}
FORM(behindInner) {
  FOR(t, n) {
    FOR(i, m) C[t * m + i] += B[i] * A[i];
    CHECK(A[m / 3]);
  }
  return 0;
}
FORM(triangle) {
  FOR(t, n) {
    for (long i = t; i < m; ++i) {
      CHECK(A[i]);
      C[t * m + i] += B[i];
    }
  }
  return 0;
}

static void sweep(const char *name, long (*form)(long, long, double *, double *, const double *,
                                                 const long *)) {
  for (long n : {0L, 1L, 2L, 5L, 70L})
    for (long m : {1L, 7L, 33L, 100L})
      for (long bad : {-1L, 0L, 1L, m / 3, m / 2, m - 1}) {
        std::vector<double> A(m * m), B(m * n + m + n), C(n * m + 1);
        std::vector<long> X(m);
        for (size_t i = 0; i < A.size(); ++i)
          A[i] = i % 7;
        for (size_t i = 0; i < B.size(); ++i)
          B[i] = double(i % 5) - 2;
        for (long i = 0; i < m; ++i)
          X[i] = i * 5 % m;
        if (bad >= 0)
          A[bad] = POISON, X[bad] = m;
        long result = 0;
        try {
          result = form(n, m, C.data(), A.data(), B.data(), X.data());
        } catch (const std::domain_error &e) {
          result = e.what()[0];
        }
        printf("%s %ld %ld %ld: %ld %016llx %016llx\n", name, n, m, bad, result,
               (unsigned long long)hash_of(C.data(), C.size() * 8),
               (unsigned long long)hash_of(A.data(), A.size() * 8));
      }
}

#define SWEEP(NAME) sweep(#NAME, NAME)
int main() {
  SWEEP(product);
  SWEEP(counters);
  SWEEP(rows);
  SWEEP(breaks);
  SWEEP(underInnerCondition);
  SWEEP(underOuterCondition);
  SWEEP(checkedIndex);
  SWEEP(invariant);
  SWEEP(written);
  SWEEP(behindInner);
  SWEEP(triangle);
}
