// RUN: %exact %s --tiled 3 --cflags '-D_GLIBCXX_ASSERTIONS -std=c++20'
//
// -D_GLIBCXX_ASSERTIONS: operator[] of vector, array and span aborts at an index out of bounds.
// C[i * n + j] += A[i * n + k] * B[k * n + j];
// Debian and Fedora build their packages so.
#include "idioms.h"
#include <array>
#include <span>
#include <vector>

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
constexpr size_t N = extent(30);
using Array = std::array<std::array<double, N>, N>;

NOINLINE void vectors(Vector &C, const Vector &A, const Vector &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
NOINLINE void spans(std::span<double> C, std::span<const double> A, std::span<const double> B,
                           size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
NOINLINE void arrays(Array &C, const Array &A, const Array &B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
}

int main() {
  struct Memory {
    char Bytes[60 * N * N];
  };
  Arena = shared<Memory>()->Bytes;
  positions(2, [](const Position &p) {
    size_t n = p.n;
    if (n > N)
      return;
    for (int which = 0; which < 7; ++which) {
      Next = Arena;
      Vector A(n * n), B(n * n), C(n * n);
      auto arrayA = new (Shared<Array>().allocate(1)) Array;
      auto arrayB = new (Shared<Array>().allocate(1)) Array;
      auto arrayC = new (Shared<Array>().allocate(1)) Array;
      for (size_t i = 0; i < N; ++i)
        for (size_t j = 0; j < N; ++j) {
          (*arrayA)[i][j] = a0(i, j);
          (*arrayB)[i][j] = b0(i, j);
          (*arrayC)[i][j] = small(i, j, 11);
          if (i < n && j < n) {
            A[i * n + j] = a0(i, j);
            B[i * n + j] = b0(i, j);
            C[i * n + j] = small(i, j, 11);
          }
        }
      if (p.i >= 0)
        (which % 3 == 0 ? A : which % 3 == 1 ? B : C).resize(p.Number);
      auto run = [&] {
        if (which < 3)
          vectors(C, A, B, n);
        else if (which < 6)
          spans(C, A, B, n);
        else
          arrays(*arrayC, *arrayA, *arrayB, p.Number == 35 ? N + 1 : n);
      };
      outcome(which < 3 ? "vectors" : which < 6 ? "spans" : "arrays", p,
              [&] { return inChild(run); });
      memory(hash_of(Arena, Next - Arena));
    }
  });
  return 0;
}
