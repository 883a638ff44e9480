// RUN: %exact %s --tiled 4
//
// An index of 8 or 16 bits wraps in an iteration behind the throw, or before it: the places that
// are accessed then lie in front of those that were accessed first. Or it does not wrap, but comes
// to more places than there are positive numbers of its size.
#include "escop.h"

constexpr int Border = 100;
static double A[Border + (1 << 16)], C[Border + (1 << 16)];

template <typename T> NOINLINE static int wraps(T start, int n, int m, double *c, const double *a) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      T at = start + i * m + j;
      c[at] += a[at];
      if (c[at] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
template <typename T> NOINLINE static int table(T start, int n, int m, double *c, const double *a) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      T at = start + j;
      c[at] += a[at];
      if (c[at] > 2 * POISON) // in the third row
        return i * 1000 + j;
    }
  return -1;
}

template <typename T, typename Kernel>
static void all(const char *name, Kernel kernel, int start, int n, int m, int border) {
  constexpr int size = 1 << 8 * sizeof(T);
  for (int bad = -1; bad < n * m; bad += n * m / 20) {
    for (int x = 0; x < border + size; ++x) {
      A[x] = small(x, 1, 7);
      C[x] = small(x, 2, 5);
    }
    if (bad >= 0)
      A[border + T(start + bad)] = POISON;
    int where = kernel(start, n, m, C + border, A + border);
    printf("%s %d %d: %d %llx\n", name, size, bad, where,
           (unsigned long long)hash_of(C, (border + size) * sizeof *C));
  }
}

int main(int argc, char **) { // argc: unknown to the compiler
  // These wrap behind 156 of 200 iterations, and behind 35536 of 40000.
  all<uint8_t>("wraps", wraps<uint8_t>, 100 * argc, 20 * argc, 10 * argc, Border * argc);
  all<uint16_t>("wraps", wraps<uint16_t>, 30000 * argc, 500 * argc, 80 * argc, Border * argc);
  all<uint8_t>("table", table<uint8_t>, 20 * argc, 9 * argc, 200 * argc, Border * argc);
  all<uint16_t>("table", table<uint16_t>, 10000 * argc, 3 * argc, 40000 * argc, Border * argc);
  return 0;
}
