// RUN: %exact %s --tiled 5 --cflags=-pthread
// RUN: %counted_unpacked %s count:speculate,complete,early add:speculate,complete,early \
// RUN:   left:speculate,complete,early middle:speculate,complete,early right:speculate,complete,early
//
// Threads own what lies beside bit-fields, and these: a char behind a bit-field of 24 bits, chars
// on both sides of one of 5 bits. Each is a memory location of its own. One of the threads throws
// all the time, at other places, then all do. No update is lost.
#include "threads.h"

struct Pixel {
  unsigned Sum : 24;
  unsigned char Count;
};
static_assert(sizeof(Pixel) == 4, "a byte behind 24 bits");
struct Triple {
  unsigned char Left;
  unsigned char Middle : 5;
  unsigned char Right;
};
static_assert(sizeof(Triple) == 3, "bytes on both sides");
constexpr long N = 130, M = 131;
static Pixel Pixels[N][M];
static Triple Triples[N][M];
static unsigned char Steps[N][M];

NOINLINE void count(long n, long m, Pixel (*p)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      p[i][j].Count = (p[i][j].Count & 128) | ((p[i][j].Count + steps[i][j]) & 127);
      if (p[i][j].Count & 128)
        throw Bad{i, j};
    }
}
NOINLINE void add(long n, long m, Pixel (*p)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      p[i][j].Sum += steps[i][j];
      if (p[i][j].Sum & (1 << 23))
        throw Bad{i, j};
    }
}
NOINLINE void left(long n, long m, Triple (*p)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      p[i][j].Left = (p[i][j].Left & 128) | ((p[i][j].Left + steps[i][j]) & 127);
      if (p[i][j].Left & 128)
        throw Bad{i, j};
    }
}
NOINLINE void middle(long n, long m, Triple (*p)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      p[i][j].Middle = (p[i][j].Middle & 16) | ((p[i][j].Middle + steps[i][j]) & 15);
      if (p[i][j].Middle & 16)
        throw Bad{i, j};
    }
}
NOINLINE void right(long n, long m, Triple (*p)[M], const unsigned char (*steps)[M]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      p[i][j].Right = (p[i][j].Right & 128) | ((p[i][j].Right + steps[i][j]) & 127);
      if (p[i][j].Right & 128)
        throw Bad{i, j};
    }
}

#define PART(MEMBER, POISON, NEST, ARRAY)                                                          \
  countersOf(                                                                                      \
      N *M, POISON, [] { NEST(N, M, ARRAY, Steps); },                                              \
      [](long q) { return long(ARRAY[q / M][q % M].MEMBER); },                                     \
      [](long q, long value) { ARRAY[q / M][q % M].MEMBER = value; })

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 2500);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < M; ++j)
      Steps[i][j] = 1;
  Part bytes = PART(Count, 128, count, Pixels), sums = PART(Sum, 1 << 23, add, Pixels);
  share("bytes, then bits", {bytes, sums}, calls);
  share("bits, then bytes", {sums, bytes}, calls);
  Part l = PART(Left, 128, left, Triples), m = PART(Middle, 16, middle, Triples),
       r = PART(Right, 128, right, Triples);
  share("bits between bytes", {m, l, r}, calls);
  share("bytes around bits", {l, m, r}, calls);
  return 0;
}
