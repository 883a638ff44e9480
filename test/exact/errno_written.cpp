// RUN: %exact %s
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -c %s -o /dev/null -Rpass=polly-escop \
// RUN:   -Rpass-missed=polly-escop -mllvm -polly-escop-process-unprofitable 2>&1 | FileCheck %s %}
//
// Nests that clear errno, or look at it, before and behind a function that may set it: behind the
// nest errno is what it wrote, not what it was before.
#include "escop.h"
#include <errno.h>
#include <initializer_list>
#include <math.h>

constexpr long N = 60;
static double A[N * N], C[N * N], T[N];
thread_local double Workspace[1024]; // between errno and the thread's control block

// Its inner loop is a nest.
NOINLINE static long table(long n, long columns) {
  long bad = 0;
  for (long i = 0; i < n; ++i) {
    errno = 0;
    double w = exp(T[i]) > 2; // exact
    if (errno == ERANGE)
      ++bad;
    // CHECK-DAG: errno_written.cpp:[[#@LINE+1]]:{{.*}} tiled exception-safe nest
    for (long j = 0; j < n; ++j) {
      if (j >= columns)
        return -1 - i * 100 - j;
      C[i * n + j] += w * A[i * n + j];
    }
  }
  return bad;
}

NOINLINE static long roots(long n) {
  // CHECK-DAG: errno_written.cpp:[[#@LINE+1]]:{{.*}} not tiled: instruction: {{.*}}(errno)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      errno = 0;
      double y = sqrt(A[i * n + j]);
      if (errno == EDOM)
        return i * 100 + j;
      C[j] += y;
    }
  return -1;
}

// errno is not written, but read.
NOINLINE static long looks(long n, double limit) {
  // CHECK-DAG: errno_written.cpp:[[#@LINE+1]]:{{.*}} not tiled: instruction: {{.*}}(errno)
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (A[i * n + j] > limit)
        return i * 100 + j;
      C[j] += A[i * n + j] + errno;
    }
  return -1;
}

static void show(const char *what, long where) {
  int e = errno;
  printf("%s: %ld errno %d %llx\n", what, where, e, (unsigned long long)hash_of(C, sizeof C));
}

int main(int argc, char **) { // argc: unknown to the compiler
  Workspace[argc] = 1;
  for (long bad : {-1L, 0L, 77L, N * N - 1}) {
    for (long x = 0; x < N * N; ++x) {
      A[x] = small(x, 1, 9) * small(x, 1, 9);
      C[x] = 1;
    }
    for (long columns : {N - 1, N})
      for (double t : {0.0, 1000.0}) {
        T[N / 2] = t;
        errno = ENOENT; // of an earlier call that failed
        show("table", table(N * argc, columns));
      }
    errno = ENOENT;
    show("looks", looks(N * argc, bad % 2 ? 1000.0 : 80.0));
    if (bad >= 0)
      A[bad] = -4;
    errno = ENOENT;
    show("roots", roots(N * argc));
  }
  printf("%g\n", Workspace[argc]);
  return 0;
}
