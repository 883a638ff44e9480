// RUN: %exact %s --tiled 1
//
// Two arrays are written, of more bytes than the checkpoint may take; the program's malloc puts the
// buffer in front of a page that is not there, so that nothing may be saved behind it.
#include "escop.h"
#include "kept.h"
#include <sys/mman.h>

constexpr size_t Page = 4096;
extern "C" void *__libc_malloc(size_t);
extern "C" void __libc_free(void *);
static bool InNest;

extern "C" void *malloc(size_t size) {
  if (!InNest)
    return __libc_malloc(size);
  size_t room = (size + Page - 1) / Page * Page;
  char *p = (char *)mmap(nullptr, room + Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                         -1, 0);
  if (p == (char *)MAP_FAILED || mprotect(p + room, Page, PROT_NONE))
    abort();
  return p + room - size;
}
extern "C" void free(void *p) { // what the nest allocates is not used again
  if (!InNest)
    __libc_free(p);
}

constexpr int N = 400, M = 64, K = 4;
static double A[N][M], B[K][M], C[N][M], D[N][M];

NOINLINE static int kernel(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < M; ++j)
      for (int k = 0; k < K; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        D[i][j] += A[i][k] - k;
        if (C[i][j] > LIMIT)
          return i * 1000 + j * 10 + k;
      }
  return -1;
}

int main() {
  keep_nothing();
  for (int bad = -1; bad < N; bad += bad < 0 ? 1 : 57) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < M; ++j) {
        A[i][j] = small(i, j, 7);
        B[j % K][j] = small(i, j, 5);
        C[i][j] = small(i, j, 3);
        D[i][j] = small(j, i, 11);
      }
    if (bad >= 0)
      C[bad][bad % M] = LIMIT - 3;
    InNest = true;
    int where = kernel(N);
    InNest = false;
    printf("%d: %d %llx %llx\n", bad, where, (unsigned long long)hash_of(C, sizeof C),
           (unsigned long long)hash_of(D, sizeof D));
  }
  return 0;
}
