// RUN: %exact %s --tiled 2
//
// The pages of the rows behind the throw are not there, or are read only, for one array at a time:
// a chunk that would touch them is made smaller, and goes on where the smaller one ended.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long N = 24, M = 512; // a row is a page
using Row = double[M];

NOINLINE static void scale(long n, long m, Row *C, const Row *A) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] += A[i][j] + i;
      if (C[i][j] > LIMIT)
        throw i * 1000 + j;
    }
}
// Descending: the rows that are missing are in front of the interval.
NOINLINE static void descend(long n, long m, Row *C, const Row *A) {
  for (long i = n; i-- > 0;)
    for (long j = m; j-- > 0;) {
      C[i][j] += A[i][j] + i;
      if (C[i][j] > LIMIT)
        throw i * 1000 + j;
    }
}

static Row *map() {
  void *p = mmap(nullptr, N * sizeof(Row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                 0);
  if (p == MAP_FAILED)
    abort();
  return (Row *)p;
}

int main() {
  for (bool down : {false, true})
    for (int kind = 0; kind < 4; ++kind)
      for (long bad = 0; bad < N; bad += 5) {
        Row *A = map(), *C = map();
        for (long i = 0; i < N; ++i)
          for (long j = 0; j < M; ++j) {
            A[i][j] = small(i, j, 7);
            C[i][j] = small(i, j, 3);
          }
        A[bad][bad] = POISON;
        Row *behindA = A + (down ? 0 : bad + 1), *behindC = C + (down ? 0 : bad + 1);
        size_t bytes = (down ? bad : N - 1 - bad) * sizeof(Row);
        if (bytes && kind == 1)
          mprotect(behindA, bytes, PROT_NONE);
        else if (bytes && kind == 2)
          munmap(behindC, bytes);
        else if (bytes && kind == 3)
          mprotect(behindC, bytes, PROT_READ);
        long where = -1;
        try {
          (down ? descend : scale)(N, M, C, A);
        } catch (long at) {
          where = at;
        }
        Row *reached = C + (down ? bad : 0);
        printf("%d %d %ld: %ld %llx\n", down, kind, bad, where,
               (unsigned long long)hash_of(reached, N * sizeof(Row) - bytes));
        munmap(A, N * sizeof(Row));
        munmap(C, N * sizeof(Row));
      }
  return 0;
}
