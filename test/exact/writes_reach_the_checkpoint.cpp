// RUN: %exact %s --tiled 1
//
// What the nest would write behind the throw reaches the checkpoint: the program's malloc hands out
// the memory right behind the array. The guard depends on data, so nothing is known ahead of it.
#include "escop.h"
#include "kept.h"

extern "C" void *__libc_malloc(size_t);
extern "C" void __libc_free(void *);
constexpr long N = 200, M = 64, Rows = 6;
static bool InNest;
static double *Arena; // the array's rows, then what malloc hands out
static char *Free;

extern "C" void *malloc(size_t size) {
  if (!InNest)
    return __libc_malloc(size);
  char *p = Free;
  Free += (size + 63) / 64 * 64;
  if (Free > (char *)(Arena + 10 * N * M))
    abort();
  return p;
}
extern "C" void free(void *p) {
  if (!InNest)
    __libc_free(p);
}

NOINLINE static int kernel(long n, long m, double *A, const double *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      A[i * m + j] = A[i * m + j] * 2 + B[j];
      if (A[i * m + j] > LIMIT)
        return (int)(i * m + j);
    }
  return -1;
}

int main() {
  keep_nothing(); // what is handed out is handed out again
  static double B[M];
  Arena = (double *)calloc(10 * N * M, sizeof(double));
  for (long bad = 0; bad < Rows * M; bad += 37) {
    for (long x = 0; x < Rows * M; ++x)
      Arena[x] = small(x, 1, 9);
    for (long j = 0; j < M; ++j)
      B[j] = small(j, 2, 5);
    Arena[bad] = LIMIT;
    Free = (char *)(Arena + Rows * M);
    InNest = true;
    int where = kernel(N, M, Arena, B);
    InNest = false;
    printf("%ld: %d %llx\n", bad, where, (unsigned long long)hash_of(Arena, Rows * M * sizeof *B));
  }
  return 0;
}
