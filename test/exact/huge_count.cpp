// RUN: %exact %s
//
// Iteration counts of 2^31 to 2^63 that only a guard ends: the program is well defined because it
// leaves long before the end of its arrays. Whoever computes a footprint, a size in bytes or a
// chunk from these counts must notice that they overflow or are not there.
#include "escop.h"

constexpr int P = 64, Q = 8;
static double A[P * Q], B[P * Q];
struct Bad {
  uint64_t I, J;
};

template <typename T> NOINLINE static void readOnly(T huge, const double *a, double *b) {
  for (T i = 0; i < huge; ++i)
    for (T j = 0; j < Q; ++j) {
      if (a[i * Q + j] > LIMIT)
        throw Bad{(uint64_t)i, (uint64_t)j};
      b[i * Q + j] += a[i * Q + j];
    }
}
template <typename T> NOINLINE static void written(T huge, const double *a, double *b) {
  for (T i = 0; i < huge; ++i)
    for (T j = 0; j < Q; ++j) {
      b[i * Q + j] += a[i * Q + j];
      if (b[i * Q + j] > LIMIT)
        throw Bad{(uint64_t)i, (uint64_t)j};
    }
}
// The inner loop is the huge one.
template <typename T> NOINLINE static void inner(T huge, const double *a, double *b) {
  for (int i = 0; i < 4; ++i)
    for (T j = 0; j < huge; ++j) {
      if (a[j] > LIMIT)
        throw Bad{(uint64_t)i, (uint64_t)j};
      b[j] += a[j];
    }
}
// Global arrays: their size bounds the count by the rules of C++, but only before the guard.
NOINLINE static void global(uint32_t n) {
  for (uint32_t i = 0; i < n; ++i)
    for (uint32_t j = 0; j < Q; ++j) {
      if (A[i * Q + j] > LIMIT)
        throw Bad{i, j};
      B[i * Q + j] += A[i * Q + j];
    }
}

static void reset(int p) {
  for (int x = 0; x < P * Q; ++x) {
    A[x] = small(x, 1, 7);
    B[x] = small(x, 2, 5);
  }
  A[p] = POISON;
}

int main() {
#define RUN(call)                                                                                  \
  reset(p);                                                                                        \
  try {                                                                                            \
    call;                                                                                          \
  } catch (const Bad &b) {                                                                         \
    printf("%s %d: %llu,%llu %llx\n", #call, p, (unsigned long long)b.I, (unsigned long long)b.J,  \
           (unsigned long long)hash_of(B, sizeof B));                                              \
  }
  for (int p = 0; p < P * Q; p += 13) {
    RUN(readOnly<int>(INT32_MAX / Q, A, B))
    RUN(readOnly<uint32_t>(UINT32_MAX, A, B))
    RUN(readOnly<long>(INT64_MAX / Q, A, B))
    RUN(readOnly<uint64_t>(UINT64_MAX, A, B))
    RUN(readOnly<uint64_t>(UINT64_C(1) << 58, A, B)) // 2^58 rows of 64 bytes: 2^64 bytes
    RUN(written<int>(INT32_MAX / Q, A, B))
    RUN(written<uint32_t>(UINT32_MAX, A, B))
    RUN(written<long>(INT64_MAX / Q, A, B))
    RUN(written<uint64_t>(UINT64_MAX, A, B))
    RUN(written<uint64_t>(UINT64_C(1) << 58, A, B))
    RUN(inner<int>(INT32_MAX, A, B))
    RUN(inner<uint32_t>(UINT32_MAX, A, B))
    RUN(inner<uint64_t>(UINT64_MAX, A, B))
    RUN(inner<uint64_t>(UINT64_C(1) << 61, A, B))
    RUN(global(UINT32_MAX))
  }
  return 0;
}
