// RUN: %exact %s --tiled 1
// RUN: %counted_unpacked %s elements:complete,early
//
// A program may define malloc, free and madvise, which drivers call. Nests in them are left alone: a
// driver there would call itself. A nest elsewhere calls these functions.
#include "nests.h"
#include <sys/syscall.h>
#include <unistd.h>

extern "C" void *__libc_malloc(size_t);
extern "C" void __libc_free(void *);

constexpr int P = 64;
static double A[P][P], B[P][P], C[P][P];
static unsigned Used[32][32], Freed[32][32];
static long N = 32;
static bool Full, InNest;
static long Calls;

extern "C" NOINLINE void *malloc(size_t size) {
  Calls += InNest;
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j) {
      Used[i][j] += Freed[i][j] + 1;
      if (Used[i][j] == ~0u)
        return nullptr;
    }
  return Full ? nullptr : __libc_malloc(size);
}
extern "C" NOINLINE void free(void *p) {
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j) {
      Freed[i][j] += Used[i][j] & 1;
      if (Freed[i][j] == ~0u)
        return;
    }
  __libc_free(p);
}
extern "C" NOINLINE int madvise(void *p, size_t size, int advice) noexcept {
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j) {
      Freed[i][j] -= 1;
      if (Freed[i][j] == 12345)
        return -1;
    }
  return syscall(SYS_madvise, p, size, advice);
}

int main() {
  const Nest<P> &nest = Nests<P>[2];
  for (long row : {-1, 0, 1, 30, P - 1}) {
    fill<P>(nest, P, P, C, A, B, row, P / 2);
    InNest = true;
    Outcome o = outcome([&] {
      elements<P>(P, P, C, A, B);
      InNest = false;
    });
    InNest = false;
    printf("%ld: %s %llx\n", row, o.Text, (unsigned long long)hash_of(C, sizeof C));
  }
  // By the program's own calls only.
  memset(Used, 0, sizeof Used);
  memset(Freed, 0, sizeof Freed);
  void *volatile p = malloc(100);
  free(p);
  p = malloc(5000);
  free(p);
  uint64_t h = hash_more(hash_of(Used, sizeof Used), Freed, sizeof Freed);
  printf("%llx\n", (unsigned long long)h);
  fprintf(stderr, "%ld calls of malloc from the nest\n", Calls);
  return 0;
}
