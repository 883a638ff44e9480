// RUN: %exact %s --tiled 1
//
// Rows are aligned as far as a guard says so. Copies of objects behind the throw, which become
// memcpy, and those that are cleared, memset, are not.
#include "escop.h"
#include <initializer_list>

struct alignas(16) Half {
  float v[8];
};
struct Cell {
  Half half, zero;
};
constexpr long Rows = 64, Columns = 24;

NOINLINE static long copy(long rows, long columns, char *to, long pitch, const Half *from,
                          const bool *aligned) {
  for (long i = 0; i < rows; ++i) {
    if (!aligned[i])
      return i * 1000;
    for (long j = 0; j < columns; ++j) {
      const Half &h = from[i * columns + j];
      if (h.v[0] < 0)
        return i * 1000 + j + 1;
      Cell &cell = reinterpret_cast<Cell *>(to + i * pitch)[j];
      cell.half = h;
      cell.zero = Half();
    }
  }
  return -1;
}

int main() {
  for (long gap : {0L, 8L, 4L, 1L})
    for (long bad : {-1L, 0L, 1L, 500L, Rows * Columns - 1}) {
      const long pitch = Columns * sizeof(Cell) + gap, bytes = (Rows * pitch + 15) / 16 * 16;
      char *to = (char *)aligned_alloc(16, bytes);
      Half *from = (Half *)aligned_alloc(16, Rows * Columns * sizeof(Half));
      bool aligned[Rows];
      memset(to, 1, bytes);
      for (long x = 0; x < Rows * Columns; ++x)
        for (int k = 0; k < 8; ++k)
          from[x].v[k] = small(x, k, 50);
      if (bad >= 0)
        from[bad].v[0] = -1;
      for (long i = 0; i < Rows; ++i)
        aligned[i] = i * pitch % 16 == 0;
      long where = copy(Rows, Columns, to, pitch, from, aligned);
      printf("%ld %ld: %ld %llx\n", gap, bad, where, (unsigned long long)hash_of(to, bytes));
      free(to);
      free(from);
    }
  return 0;
}
