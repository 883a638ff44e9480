// RUN: %exact %s --tiled 1
//
// using Matrix = std::array<std::array<double, N>, N>;
// C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
// The bounds that the caller gives may exceed N: out_of_range.
#include "idioms.h"
#include <array>

template <size_t N> using Matrix = std::array<std::array<double, N>, N>;

template <size_t N>
NOINLINE void multiply(Matrix<N> &C, const Matrix<N> &A, const Matrix<N> &B, size_t rows,
                              size_t columns, size_t inner) {
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j)
      for (size_t k = 0; k < inner; ++k)
        C.at(i).at(j) += A.at(i).at(k) * B.at(k).at(j);
}

int main() {
  constexpr int N = extent(30);
  static Matrix<N> A, B, C;
  Differences inner = {-30, -21, -12, -3, -2, -1, 0, 1, 2, 3, 4};
  boundsAround(N, {-1, 0, 1, 2}, {-2, -1, 0, 1, 2}, inner, [](const Position &p) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        A[i][j] = a0(i, j);
        B[i][j] = b0(i, j);
        C[i][j] = small(i, j, 11);
      }
    outcome("multiply", p, [&] {
      multiply(C, A, B, p.i, p.j, p.k);
      return 0;
    });
    memory(hash_of(C.data(), sizeof C));
  });
  return 0;
}
