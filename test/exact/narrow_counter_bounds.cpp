// REQUIRES: escop
// RUN: %exact %s --tiled 2
//
// Counters of 8 and 16 bits that end just where half of their range ends: bounds from a trip count
// that is truncated term by term were off by 2^8 and 2^16.
#include "escop.h"
#include <vector>

template <class T>
NOINLINE static void table(long rows, int first, int n, int limit, double *c, const double *a) {
  for (long i = 0; i < rows; ++i)
    for (int j = first; j < n; ++j) {
      T k = j;
      if (k >= limit)
        throw j;
      c[k] += a[i * n + j];
    }
}

constexpr long Rows = 40;

template <class T> static void sweep(const char *name, int first, int n) {
  for (int limit : {n - 100, n - 1, n, n + 1}) {
    std::vector<double> a(Rows * n, 1), c(n + 2, 1);
    int at = -1;
    try {
      table<T>(Rows, first, n, limit, c.data(), a.data());
    } catch (int j) {
      at = j;
    }
    printf("%s %d..%d %d: %d %llx\n", name, first, n, limit, at,
           (unsigned long long)hash_of(c.data(), c.size() * sizeof c[0]));
  }
}

int main() {
  for (int n : {126, 127, 128, 129, 255})
    for (int first : {0, 1, 60, 100})
      sweep<uint8_t>("uint8_t", first, n);
  for (int n : {32767, 32768, 32769})
    sweep<uint16_t>("uint16_t", 0, n);
}
