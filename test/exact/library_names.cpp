// RUN: %exact %s
// RUN: %exact %s --cflags=-DFUNCTIONS
//
// The names of what a driver calls are those of variables, or of functions that do something else.
#include "escop.h"
#include <initializer_list>

#ifdef FUNCTIONS
static long Calls;
extern "C" NOINLINE void syscall(const char *name) { Calls += strlen(name); }
extern "C" NOINLINE long madvise(long advice) { return Calls += advice; }
static void use() {
  syscall("read");
  madvise(3);
}
static long used() { return Calls; }
#else
int syscall = 0, madvise = 0;
static void use() { ++syscall, --madvise; }
static long used() { return syscall - madvise; }
#endif

constexpr long N = 1000, M = 500;
static double A[N * M], Sum[M];

NOINLINE static long columns(long n, long m, double *sum, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      sum[j] += a[i * m + j];
      if (sum[j] > LIMIT)
        return i * 1000 + j;
    }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (bool bad : {false, true}) {
    for (long x = 0; x < N * M; ++x)
      A[x] = small(x, 1, 3);
    memset(Sum, 0, sizeof Sum);
    if (bad)
      A[700 * M + 7] = POISON;
    use();
    long where = columns(N * argc, M * argc, Sum, A);
    printf("%d %ld: %ld %llx\n", bad, used(), where, (unsigned long long)hash_of(Sum, sizeof Sum));
    fflush(stdout);
  }
  return 0;
}
