// RUN: %exact %s --tiled 2
//
// template <class T, size_t R, size_t C> class Matrix { T Data[R][C]; ... };
// template <...> Matrix<T, R, C> operator*(const Matrix<T, R, K> &, const Matrix<T, K, C> &)
// the product checks each result: if (!(sum <= limit)) throw std::range_error("product");
#include "idioms.h"
#include <stdexcept>

template <class T, size_t R, size_t C> class Matrix {
  T Data[R][C];

public:
  T &operator()(size_t i, size_t j) { return Data[i][j]; }
  const T &operator()(size_t i, size_t j) const { return Data[i][j]; }
  template <size_t K> NOINLINE void addProduct(const Matrix<T, R, K> &a, const Matrix<T, K, C> &b) {
    for (size_t i = 0; i < R; ++i)
      for (size_t j = 0; j < C; ++j)
        for (size_t k = 0; k < K; ++k) {
          Data[i][j] += a(i, k) * b(k, j);
          if (!(Data[i][j] <= T(LIMIT)))
            throw std::range_error("product");
        }
  }
};

template <class T, size_t N> static void sweep(const char *name) {
  static Matrix<T, N, N> A, B, C;
  positions(3, [&](const Position &p) {
    if (p.n != N)
      return;
    for (size_t i = 0; i < N; ++i)
      for (size_t j = 0; j < N; ++j) {
        A(i, j) = a0(i, j);
        B(i, j) = b0(i, j);
        C(i, j) = c0(i, j, p);
      }
    outcome(name, p, [&] {
      C.addProduct(A, B);
      return 0;
    });
    memory(hash_of(&C, sizeof C));
  });
}
int main() {
  sweep<double, extent(30)>("addProduct:double");
  sweep<float, extent(30)>("addProduct:float");
  return 0;
}
