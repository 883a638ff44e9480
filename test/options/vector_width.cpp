// RUN: %clangxx -O3 -march=skylake-avx512 %optimized %if escop %{ -Rpass=polly-escop %} -c %s -o %t.o 2>&1 \
// RUN:   | %if escop %{ FileCheck %s %} %else %{ cat %}
//
// A check with vectors of 512 bits is inlined to a function in which they were not legal.
// CHECK: tiled exception-safe nest
#include <immintrin.h>
#include <stdexcept>

constexpr long K = 1024;

void check(const float *x) {
  __m512 m = _mm512_setzero_ps();
#define MAX(N) m = _mm512_max_ps(m, _mm512_abs_ps(_mm512_loadu_ps(x + 16 * (N))));
#define MAX4(N) MAX(N) MAX(N + 1) MAX(N + 2) MAX(N + 3)
#define MAX16(N) MAX4(N) MAX4(N + 4) MAX4(N + 8) MAX4(N + 12)
  MAX16(0) MAX16(16) MAX16(32) MAX16(48)
  if (_mm512_cmp_ps_mask(m, _mm512_set1_ps(1e6f), _CMP_GT_OQ))
    throw std::range_error("check");
}

void product(const float *a, const float *b, float *c, long n) {
  for (long i = 0; i < n; ++i) {
    check(a + i * K);
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < K; ++k)
        c[i * n + j] += a[i * K + k] * b[k * n + j];
  }
}
