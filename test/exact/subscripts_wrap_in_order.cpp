// RUN: %exact %s "--optimized=%optimized" --tiled 2 --config "-O3 @optimized"
//
// Copies in order load from where the nest does, too, where subscripts of 32 bits are not negative
// as numbers of 32 bits are that have their highest bit set, and where they wrap.
#include "escop.h"
#include <initializer_list>
#include <stdexcept>
#include <sys/mman.h>
#include <vector>

using Values = std::vector<long>;
using Indices = std::vector<int>;

NOINLINE static long sum(const Values &x, const Indices &ix, const Values &v, const Values &w,
                         const unsigned char *b, unsigned first, unsigned n) {
  long s = 0;
  for (unsigned i = 1; i < n; ++i)
    s += b[first + i] * v.at(i) * w.at(i) + x.at(ix.at(i));
  return s;
}
NOINLINE static void store(const Values &x, const Indices &ix, const Values &v, Values &o,
                           const unsigned char *b, unsigned first, unsigned n) {
  for (unsigned i = 1; i < n; ++i)
    o.at(i) = b[first + i] * v.at(i) + x.at(ix.at(i));
}

int main() {
  const size_t bytes = (size_t(1) << 32) + 4096;
  auto *b = (unsigned char *)mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (b == MAP_FAILED)
    return 1;
  const unsigned n = 300;
  Values x(n, 3), v(n, 5), w(n, 7), o(n);
  Indices ix(n);
  for (unsigned i = 0; i < n; ++i)
    ix[i] = small(i, 1, n) - 1;
  for (unsigned first : {0u, 3000000000u, 0x7fffffffu, 0xffffffffu, 0xffffff80u}) {
    for (unsigned i = 1; i < n; ++i)
      b[first + i] = small(i, 2, 250);
    for (unsigned bad : {n, 0u, 1u, 150u, n - 1}) {
      const int right = bad < n ? ix[bad] : 0;
      if (bad < n)
        ix[bad] = n;
      try {
        printf("%ld ", sum(x, ix, v, w, b, first, n));
      } catch (const std::exception &e) {
        printf("%s ", e.what());
      }
      try {
        store(x, ix, v, o, b, first, n);
      } catch (const std::exception &e) {
        printf("%s ", e.what());
      }
      printf("%u %u %llx\n", first, bad, (unsigned long long)hash_of(o.data(), n * sizeof(o[0])));
      if (bad < n)
        ix[bad] = right;
    }
  }
  return 0;
}
