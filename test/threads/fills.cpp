// RUN: %exact %s --tiled 1 --cflags=-pthread
// RUN: %counted_unpacked %s rows:speculate,complete,early
//
// Each row is copied by memcpy, and another one filled by memset, in front of its update. Each
// thread owns some columns of all three matrices, which hold bytes, so that words and vectors reach
// beyond. One of the threads throws all the time, at other places, then all do. No update, copy or
// filling is lost.
#include "threads.h"

constexpr long N = 130, M = 259;
static unsigned char C[N][M], Old[N][M], Last[N][M], Steps[N][M];

// Counts modulo 64; 128 is poison. Steps says what the row is filled with, too.
NOINLINE void rows(long n, long from, long to, unsigned char (*c)[M], unsigned char (*old)[M],
                   unsigned char (*last)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i) {
    memcpy(&old[i][from], &c[i][from], to - from);
    memset(&last[i][from], c[i][from] & 63, to - from);
    for (long j = from; j < to; ++j) {
      c[i][j] = (c[i][j] & 128) | ((c[i][j] + steps[i][j]) & 63);
      if (c[i][j] & 128)
        throw Bad{i, j};
    }
  }
}

// One count for the three: of C, or what is not in a row of the others that has been come to.
static Part columns(long from, long to) {
  long width = to - from;
  Part part = countersOf(
      N * width, 128, [=] { rows(N, from, to, C, Old, Last, Steps); },
      [=](long q) { return C[q / width][from + q % width]; },
      [=](long q, long value) { C[q / width][from + q % width] = value; });
  part.Modulus = 64;
  part.Clear = [=] {
    for (long i = 0; i < N; ++i)
      for (long j = from; j < to; ++j)
        C[i][j] = Old[i][j] = Last[i][j] = 0;
  };
  part.Updates = [=](long q) {
    long i = q / width, j = from + q % width, now = C[i][j];
    // A row has been copied as often as its first element was updated. The copy is what came
    // before the last call that came here, which may have thrown in the row, before this element,
    // or not.
    bool copied = Old[i][j] == now || Old[i][j] == ((now + 63) & 63) ||
                  Old[i][j] == (((now + 63) & 63) | 128) || Old[i][j] == (now | 128);
    bool filled = Last[i][j] == ((C[i][from] + 63) & 63) || (!C[i][from] && !Last[i][j]);
    return copied && filled ? now : now + 1000;
  };
  return part;
}

int main(int argc, char **argv) {
  memset(Steps, 1, sizeof Steps);
  share("rows", {columns(0, 127), columns(127, M)}, rounds(argc, argv, 3000));
  share("rows", {columns(127, 131), columns(0, 127), columns(131, M)}, rounds(argc, argv, 3000));
  return 0;
}
