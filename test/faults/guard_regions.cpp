// RUN: %exact %s --tiled 3 --config "-O3 @optimized -march=native %unpacked" --config "-O3 @naive %unpacked"
// RUN: %if escop %{ %exact %s --tiled 3 \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked" %}
// RUN: %counted_unpacked %s speculated:speculate,early elements:speculate,complete,early \
// RUN:   table:speculate,complete,early
//
// Guard regions (Linux 6.13): pages that look like any others of their mapping, but an access is a
// SIGSEGV. They are behind the row that throws, between the rows, in matrices and between the rows
// of tables. So are pages that are inaccessible, read only or unmapped, between the rows of tables.
// An access that the nest does not make would end the program.
#include "nests.h"
#include <sys/mman.h>

constexpr size_t Page = 4096;
constexpr int P = 2 * Page / sizeof(double); // a page of data, and a gap of a page
constexpr long N = 30, M = 31;
using Row = double[P];

NOINLINE void table(long n, long m, double **C, double **A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT)
        throw Bad{i, j, 0};
    }
}

enum Kind { Guard, Inaccessible, ReadOnly, Unmapped };
// Whether there are such regions.
static bool close(Kind kind, void *begin, size_t bytes) {
  constexpr int GuardInstall = 102; // MADV_GUARD_INSTALL
  switch (kind) {
  case Guard:
    return !madvise(begin, bytes, GuardInstall);
  case Inaccessible:
    return !mprotect(begin, bytes, PROT_NONE);
  case ReadOnly:
    return !mprotect(begin, bytes, PROT_READ);
  case Unmapped:
    return !munmap(begin, bytes);
  }
  return false;
}

struct Arrays {
  Row *C, *A, *B;
  Arrays() {
    for (Row **x : {&C, &A, &B}) {
      *x = (Row *)mmap(nullptr, (M + 1) * sizeof(Row), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (*x == MAP_FAILED)
        abort();
    }
  }
  ~Arrays() {
    for (Row *x : {C, A, B})
      munmap(x, (M + 1) * sizeof(Row));
  }
  uint64_t hash(long rows) const {
    uint64_t h = HASH_START;
    for (long i = 0; i < rows; ++i)
      h = hash_more(h, C[i], Page);
    return h;
  }
};

// Behind the row that throws, and between the rows, if that is said, in all arrays.
static void matrix(Kind kind, bool between, const Nest<P> &nest, long row) {
  Arrays x;
  fill<P>(nest, N, M, x.C, x.A, x.B, row, M / 2);
  bool closed = true;
  if (row >= 0)
    for (Row *array : {x.C, x.A})
      closed &= close(kind, array[row + 1], (N - 1 - row) * sizeof(Row));
  for (long i = 0; i < N && between; ++i)
    for (Row *array : {x.C, x.A, x.B})
      closed &= close(kind, array[i] + P / 2, Page);
  if (!closed)
    return;
  Outcome o = outcome([&] { nest.Run(N, M, x.C, x.A, x.B); });
  printf("%d%s %s %ld: %s %llx\n", kind, between ? " between" : "", nest.Name, row, o.Text,
         (unsigned long long)x.hash(row < 0 ? N : row + 1));
}
// Between the rows of a table, and behind the row that throws.
static void inTable(Kind kind, bool behind, long row) {
  Arrays x;
  fill<P>(Nests<P>[2], N, M, x.C, x.A, x.B, row, M / 2);
  double *C[N], *A[N];
  bool closed = true;
  for (long i = 0; i < N; ++i) {
    C[i] = x.C[i] + P / 2 - M; // up to the gap
    A[i] = x.A[i];
    memmove(C[i], x.C[i], M * sizeof(double));
    for (Row *array : {x.C, x.A})
      closed &= close(kind, array[i] + P / 2, Page);
  }
  if (behind && row >= 0)
    for (Row *array : {x.C, x.A})
      for (long i = row + 1; i < N; ++i)
        closed &= close(kind, array[i], Page);
  if (!closed)
    return;
  Outcome o = outcome([&] { table(N, M, C, A); });
  printf("%d table%s %ld: %s %llx\n", kind, behind ? " behind" : "", row, o.Text,
         (unsigned long long)x.hash(behind && row >= 0 ? row + 1 : N));
}

int main() {
  static const Nest<P> nests[] = {{"speculated", speculated<P>, true, false},
                                  {"elements", elements<P>, true, false}};
  puts("begin"); // all there is before Linux 6.13, but for the tables
  for (bool between : {false, true})
    for (auto &nest : nests)
      for (long row = between ? -1 : 0; row < N - 1; row += 2)
        matrix(Guard, between, nest, row);
  for (Kind kind : {Guard, Inaccessible, ReadOnly, Unmapped})
    for (bool behind : {false, true})
      for (long row = -1; row < N - 1; row += 2)
        inTable(kind, behind, row);
  return 0;
}
