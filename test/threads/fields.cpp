// RUN: %exact %s --tiled 4 --cflags=-pthread
// RUN: %if escop %{ %exact %s --tiled 4 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fexception-safe-tiling-in-place %unpacked" %}
// RUN: %counted_unpacked %s moveX:speculate,complete,early moveY:speculate,complete,early \
// RUN:   count:speculate,complete,early mark:speculate,complete,early
//
// Four threads own one field each of the structures in one array: a double, a float, an int and a
// char, with padding behind it, which nobody owns. One of them throws all the time, at other
// places, then all do. No update is lost, and the padding is not written.
#include "threads.h"
#include <cstddef>

struct Cell {
  double X;
  float Y;
  int Count;
  unsigned char Mark;
};
constexpr long N = 140, M = 120;
static Cell Cells[N][M];
static double A[N][M];
static int Steps[N][M];

NOINLINE void moveX(long n, long m, Cell (*c)[M], const double (*a)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i][j].X += a[i][j];
      if (c[i][j].X > TOP)
        throw Bad{i, j};
    }
}
// Counts modulo 4096; what is below 0 is poison.
NOINLINE void moveY(long n, long m, Cell (*c)[M], const int (*a)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      float y = c[i][j].Y + (float)a[i][j];
      c[i][j].Y = y == 4096 ? 0 : y;
      if (c[i][j].Y < 0)
        throw Bad{i, j};
    }
}
NOINLINE void count(long n, long m, Cell (*c)[M], const int (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i][j].Count += steps[i][j];
      if (c[i][j].Count & (1 << 30))
        throw Bad{i, j};
    }
}
NOINLINE void mark(long n, long m, Cell (*c)[M], const int (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      c[i][j].Mark = (c[i][j].Mark & 128) | ((c[i][j].Mark + steps[i][j]) & 127);
      if (c[i][j].Mark & 128)
        throw Bad{i, j};
    }
}

int main(int argc, char **argv) {
  memset(Cells, 85, sizeof Cells);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j) {
      A[i][j] = small(i, j, 3);
      Steps[i][j] = 1;
    }
  Part x = elementsOf<double>(
      N * M, [] { moveX(N, M, Cells, A); }, [](long q) { return &Cells[q / M][q % M].X; },
      [](long q) { return A[q / M][q % M]; });
  Part y = countersOf(
      N * M, 4096, [] { moveY(N, M, Cells, Steps); },
      [](long q) { return long(Cells[q / M][q % M].Y); },
      [](long q, long value) { Cells[q / M][q % M].Y = value; });
  y.Poison = [](long q, bool on) {
    float y = Cells[q / M][q % M].Y;
    Cells[q / M][q % M].Y = on ? y - 4096 : y + 4096;
  };
  Part counts = countersOf(
      N * M, 1 << 30, [] { count(N, M, Cells, Steps); },
      [](long q) { return Cells[q / M][q % M].Count; },
      [](long q, long value) { Cells[q / M][q % M].Count = value; });
  Part marks = countersOf(
      N * M, 128, [] { mark(N, M, Cells, Steps); }, [](long q) { return Cells[q / M][q % M].Mark; },
      [](long q, long value) { Cells[q / M][q % M].Mark = value; });
  long calls = rounds(argc, argv, 1800);
  share("fields", {x, y, counts, marks}, calls);
  share("fields", {marks, counts}, calls);
  long written = 0;
  for (long q = 0; q < N * M; ++q)
    for (size_t byte = offsetof(Cell, Mark) + 1; byte < sizeof(Cell); ++byte)
      written += reinterpret_cast<unsigned char *>(&Cells[q / M][q % M])[byte] != 85;
  printf("bytes of padding written: %ld\n", written);
  return 0;
}
