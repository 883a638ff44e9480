// RUN: %exact %s --tiled 2
//
// template <class T> class Span { T *Data; size_t Size; };
// T &operator[](size_t i) const { if (i >= Size) throw std::out_of_range("Span"); return Data[i]; }
// C[i * n + j] += A[i * n + k] * B[k * n + j];
// Time: apply 3000
#include "idioms.h"
#include <stdexcept>
#include <vector>

template <class T> class Span {
  T *Data;
  size_t Size;

public:
  Span(T *data, size_t size) : Data(data), Size(size) {}
  T &operator[](size_t i) const {
    if (i >= Size)
      throw std::out_of_range("Span");
    return Data[i];
  }
};

NOINLINE void multiply(Span<double> C, Span<const double> A, Span<const double> B, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}
NOINLINE void apply(Span<double> y, Span<const double> A, Span<const double> x, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      y[i] += A[i * n + j] * x[j];
}

int main() {
  positions(2, [](const Position &p) {
    size_t n = p.n;
    for (int which = 0; which < 6; ++which) {
      std::vector<double> A(n * n), B(n * n), C(n * n);
      for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) {
          A[i * n + j] = a0(i, j);
          B[i * n + j] = b0(i, j);
          C[i * n + j] = small(i, j, 11);
        }
      size_t a = n * n, b = which < 3 ? n * n : n, c = b, m = p.Number;
      if (p.i >= 0)
        (which % 3 == 0 ? a : which % 3 == 1 ? b : c) = which < 3 || which == 3 ? m : m % n;
      outcome(which < 3 ? "multiply" : "apply", p, [&] {
        if (which < 3)
          multiply({C.data(), c}, {A.data(), a}, {B.data(), b}, n);
        else
          apply({C.data(), c}, {A.data(), a}, {B.data(), b}, n);
        return which;
      });
      memory(hash_of(C.data(), C.size() * sizeof(double)));
    }
  });
  return 0;
}
