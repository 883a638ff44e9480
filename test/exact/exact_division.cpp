// RUN: %exact %s
// Polly's schedule of this nest compares remainders with zero and divides exactly in the branches: the
// instruction selector of LLVM 19 takes such a remainder for zero always (llvm/llvm-project issue 145360).
#include <cmath>
#include <cstdio>
#include <stdexcept>
struct Mat {
  double *p;
  long rows, cols;
  double &flat(long i, long j) const {
    long k = i * cols + j;
    if (k < 0 || k >= rows * cols)
      throw std::out_of_range("flat");
    return p[k];
  }
};
__attribute__((noinline)) static double &cell(const Mat &m, long i, long j) {
  if ((unsigned long)i >= (unsigned long)m.rows || (unsigned long)j >= (unsigned long)m.cols)
    throw std::out_of_range("cell");
  return m.p[i * m.cols + j];
}
static Mat A, B;
__attribute__((noinline)) void f(double *D, size_t ld, size_t m, size_t p, long limit) {
  for (size_t i = 1; i < p; ++i) {
    if ((long)i >= limit)
      throw std::domain_error("limit");
    D[i * ld + 3] += std::sqrt(B.flat(i, 1) + 9) >= 3 ? 2 : 1;
    for (size_t j = 0; j < m; ++j) {
      D[i * ld + j] -= B.flat(i, j) * B.flat(i, j);
      for (size_t l = i; l < i + 3; ++l)
        cell(A, l, i) = D[(i + 2) * ld + l + 2] > D[i * ld + l + 3] ? D[(i + 2) * ld + l + 2]
                                                                    : D[i * ld + l + 3];
    }
  }
}
static double a[16 * 16], b[16 * 16], d[16 * 16];
int main() {
  for (long m = 5; m <= 12; ++m)
    for (long limit = 1; limit <= 9; ++limit) {
      for (int k = 0; k < 256; ++k)
        a[k] = 0, b[k] = k % 4, d[k] = k % 9;
      A = {a, 10, 10}, B = {b, 12, m}; // i + 2 = 10 throws at i = 8
      const char *what = "none";
      try {
        f(d, 16, m, 10, limit);
      } catch (const std::exception &e) {
        what = e.what();
      }
      double h = 0;
      for (int k = 0; k < 256; ++k)
        h += a[k] * (k % 17) + d[k] * (k % 19);
      printf("%ld %ld %s %.17g\n", m, limit, what, h);
    }
}
