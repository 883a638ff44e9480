// RUN: %exact %s --tiled 1
// RUN: %if escop %{ %exact %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-proc-probe=4096" --config "-O3 @optimized -mllvm -polly-escop-proc-probe=4096 -mllvm -polly-escop-first-chunk=7" %}
//
// Behind the row that throws, memory is missing in each of the ways that the two requests of the probe
// (Probe.cpp) tell apart: of intervals that are large, and of small ones. The program ends by SIGSEGV or
// SIGBUS if such a row is accessed. Where guard regions are not to be had (before Linux 6.13) the row is
// made inaccessible.
#include "escop.h"
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <sys/mman.h>
#include <unistd.h>

constexpr long Rows = 96, Columns = 512; // a row is a page
using Row = double[Columns];
constexpr size_t Bytes = Rows * sizeof(Row);

// Updates are read back: not each place once, so this is speculated.
NOINLINE static void update(long n, long m, long times, Row *C, const Row *A) {
  for (long i = 0; i < n; ++i)
    for (long t = 0; t < times; ++t)
      for (long j = 0; j < m; ++j) {
        C[i][j] += A[i][j];
        if (C[i][j] > LIMIT)
          throw i * m + j;
      }
}

enum Kind { Present, Inaccessible, ReadOnly, Unmapped, GuardRegion, FileEnd, Untouched, Kinds };

static Row *allocate(Kind kind, long from, bool written) {
  int file = -1, flags = MAP_PRIVATE | MAP_ANONYMOUS;
  if (kind == FileEnd) {
    file = memfd_create("rows", 0);
    if (file < 0 || ftruncate(file, from * sizeof(Row)))
      return nullptr;
    flags = MAP_SHARED;
  }
  void *p = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  if (p == MAP_FAILED)
    return nullptr;
  if (file >= 0)
    close(file);
  Row *rows = (Row *)p;
  for (long i = 0; i < (kind == FileEnd || kind == Untouched ? from : Rows); ++i)
    for (long j = 0; j < Columns; ++j)
      rows[i][j] = (i * 3 + j) % 4;
  size_t rest = (Rows - from) * sizeof(Row);
  if (kind == Inaccessible || (kind == ReadOnly && !written))
    mprotect(rows + from, rest, PROT_NONE);
  if (kind == ReadOnly && written)
    mprotect(rows + from, rest, PROT_READ);
  if (kind == Unmapped)
    munmap(rows + from, rest);
  if (kind == GuardRegion && madvise(rows + from, rest, 102 /* MADV_GUARD_INSTALL */))
    mprotect(rows + from, rest, PROT_NONE);
  return rows;
}

int main() {
  for (int kind = 0; kind < Kinds; ++kind)
    for (int which = 0; which < 3; ++which) // what is missing: rows of C, of A, of both
      for (long from : {1L, 40L, 95L}) {
        Row *C = allocate(which == 1 ? Present : Kind(kind), from, true);
        Row *A = allocate(which == 0 ? Present : Kind(kind), from, false);
        if (!C || !A)
          return 1;
        C[from - 1][17] = LIMIT;
        A[from - 1][17] = 1;
        long thrown = -1;
        errno = 71;
        try {
          update(Rows, Columns, 3, C, A);
        } catch (long position) {
          thrown = position;
        }
        unsigned long hash = 0;
        for (long i = 0; i < from; ++i)
          for (long j = 0; j < Columns; ++j)
            hash = hash * 31 + (unsigned long)C[i][j];
        std::printf("kind %d which %d from %ld: thrown %ld errno %d hash %lx\n", kind, which, from,
                    thrown, errno, hash);
        munmap(C, Bytes);
        munmap(A, Bytes);
      }
}
