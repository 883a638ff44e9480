// RUN: %exact %s --tiled 1 --config "-O3 -flto -fuse-ld=lld-19 @optimized" --config "-O3 @optimized"
//
// There is no memory for the packed operands. That malloc sets errno then is known to nothing at
// link time.
#include "escop.h"
#include <errno.h>
#include <sys/resource.h>

constexpr long N = 256;
static double A[N][N], B[N][N], C[N][N], D[N];

NOINLINE static long product(long n) {
  for (long i = 0; i < n; ++i) {
    if (D[i] < 0)
      return i;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * B[k][j];
  }
  return -1;
}

int main(int argc, char **) { // argc: unknown to the compiler
  printf("begin\n");          // so that stdio has its buffer
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%ld", &pages) != 1)
    return 1;
  fclose(f);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j)
      A[i][j] = small(i, j, 5), B[i][j] = small(i, j, 3);
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * 4096 + (512 << 10);
  setrlimit(RLIMIT_AS, &limit);
  D[N - 1] = argc - 1;
  errno = 0;
  long where = product(N * argc);
  int after = errno;
  printf("%ld errno %d %llx\n", where, after, (unsigned long long)hash_of(C, sizeof C));
  return 0;
}
