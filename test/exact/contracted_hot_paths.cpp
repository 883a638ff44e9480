// RUN: %exact %s --tiled 1 --config "-O3 @optimized" --config "-O3 @naive"
//
// A caller has an instruction that multiplies and adds, and rounds once; its callee has not. What a
// check decides on its inlined hot path is then not what the callee decides, called anew: here it
// returns.
#include "escop.h"
#include <stdexcept>
#include <string>

#ifdef __x86_64__
#define FUSES __attribute__((target("avx2,fma")))
static bool fuses() { return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"); }
#else
#define FUSES
static bool fuses() { return true; }
#endif

struct Matrix {
  double *data;
  long rows, cols;
  double limit;
};
NOINLINE static double &at(Matrix &m, long i, long j) {
  double v = m.data[i * m.cols + j];
  if (v * v - m.limit > 0) {
    std::string text = "element " + std::to_string(i) + ", " + std::to_string(j) + " of " +
                       std::to_string(m.rows) + " rows and " + std::to_string(m.cols) + " columns";
    throw std::out_of_range(text);
  }
  return m.data[i * m.cols + j];
}
NOINLINE FUSES static void scale(Matrix &m, double f, double *out) {
  for (long i = 0; i < m.rows; ++i)
    for (long j = 0; j < m.cols; ++j)
      out[i * m.cols + j] = at(m, i, j) * f;
}

int main() {
  constexpr long N = 40;
  static double data[N * N], out[N * N];
  // Less than the square, and equal to it if that is rounded.
  Matrix m = {data, N, N, 1 + 0x1p-29};
  for (double bad : {0.5, 1 + 0x1p-30, 2.0})
    for (long at : {0L, 1L, N - 1, N * N / 2, N * N - 1}) {
      for (long i = 0; i < N * N; ++i)
        data[i] = 0.5, out[i] = 1;
      data[at] = bad;
      try {
        if (fuses())
          scale(m, 2, out);
      } catch (std::out_of_range &e) {
        puts(e.what());
      }
      printf("%g at %ld: %016llx\n", bad, at, (unsigned long long)hash_of(out, sizeof out));
    }
}
