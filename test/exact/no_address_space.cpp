// RUN: %exact %s
//
// The same where the kernel refuses: the address space is limited to what the process has, so
// neither malloc nor mmap can give a checkpoint of several megabytes.
#include "escop.h"
#include <cerrno>
#include <initializer_list>
#include <sys/resource.h>

constexpr int P = 1024;
static double A[P][P], C[P][P]; // 8 MB each

NOINLINE static void kernel(long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT)
        throw i * P + j;
    }
}
NOINLINE static long product(long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * A[k][j];
        if (C[i][j] > LIMIT)
          return (i * P + j) * P + k;
      }
  return -1;
}

int main() {
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%ld", &pages) != 1)
    return 1;
  fclose(f);
  char buffer[BUFSIZ];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  for (long row : {-1L, 0L, 1L, 500L, 1023L})
    for (int which : {0, 1}) {
      long n = which ? 96 : P;
      for (long i = 0; i < P; ++i)
        for (long j = 0; j < P; ++j) {
          A[i][j] = small(i, j, 7);
          C[i][j] = small(i, j, 3);
        }
      if (row >= 0)
        C[row % n][n / 3] = LIMIT;
      struct rlimit old, tight;
      getrlimit(RLIMIT_AS, &old);
      tight = old;
      tight.rlim_cur = pages * 4096 + 65536;
      setrlimit(RLIMIT_AS, &tight);
      long result = -1;
      errno = 33;
      try {
        if (which)
          result = product(n);
        else
          kernel(n);
        if (result == -1)
          result = -errno;
      } catch (long where) {
        result = where;
      }
      setrlimit(RLIMIT_AS, &old);
      printf("%ld %d: %ld %llx\n", row, which, result, (unsigned long long)hash_of(C, sizeof C));
    }
  return 0;
}
