// RUN: %exact %s \
// RUN:   --cflags '-D_GLIBCXX_ASSERTIONS -fsanitize=signed-integer-overflow,bounds -fsanitize-trap=all'
//
// The twins (twins.cpp) of the idioms that need options of their own.
#include "idioms.h"
#include <climits>
#include <vector>

constexpr int N = 20;
// An allocator is all that memory shared with the parent needs.
static char *Arena, *Next;
template <class T> struct Shared {
  using value_type = T;
  T *allocate(size_t n) {
    T *p = (T *)Next;
    Next += n * sizeof(T);
    return p;
  }
  void deallocate(T *, size_t) {}
  bool operator==(const Shared &) const { return true; }
};
using Vector = std::vector<double, Shared<double>>;
using Indices = std::vector<size_t, Shared<size_t>>;

// The elements of a column are appended where the last one ended.
// CHECK-DAG: twins_hardened.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: non-affine:
NOINLINE void glibcxx_assertions(Vector &C, const Vector &A, Indices &end, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      C[end[j]++] += A[i * n + j];
}
// A quotient instead of a product.
using Longs = long[N];
// CHECK-DAG: twins_hardened.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: not tiled: may-trap:
NOINLINE void trap_sanitizers(long n, Longs *C, const Longs *A, const Longs *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] / B[k][j];
}

int main() {
  struct Memory {
    char Bytes[8 * N * N * sizeof(double)];
  };
  Arena = shared<Memory>()->Bytes;
  constexpr long n = N, all = n * n * n;
  for (long number : {-1L, 0L, 1L, n - 1, n, n * n - 1, n * n, all / 2, all / 3 * 2 + 1,
                      all - n - 1, all - 1}) {
    Position p{n, -1, -1, -1};
    if (number >= 0)
      p = {n, int(number / n / n), int(number / n % n), int(number % n), number};
    Next = Arena;
    Vector A(n * n), C(number < 0 ? n * n : number / n);
    Indices end(n);
    for (int i = 0; i < N; ++i) {
      end[i] = i * n;
      for (int j = 0; j < N; ++j)
        A[i * n + j] = a0(i, j);
    }
    outcome("glibcxx_assertions", p,
            [&] { return inChild([&] { glibcxx_assertions(C, A, end, n); }); });
    memory(hash_of(Arena, Next - Arena));

    auto m = (Longs *)Arena;
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        m[i][j] = small(i, j, 11);
        m[N + i][j] = 10 * a0(i, j);
        m[2 * N + i][j] = b0(i, j);
      }
    if (number >= 0) {
      m[N + p.i][p.k] = LONG_MAX;
      m[2 * N + p.k][p.j] = 1;
    }
    outcome("trap_sanitizers", p,
            [&] { return inChild([&] { trap_sanitizers(n, m, m + N, m + 2 * N); }); });
    memory(hash_of(Arena, sizeof(Memory)));
  }
  return 0;
}
