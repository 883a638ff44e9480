// RUN: %exact %s --tiled 4 --config '-O3 @optimized' --config '-O3 @optimized -march=native'
// RUN: %exact %s --tiled 4 --config '-O3 @optimized -mllvm -polly-escop-block-size=3' \
// RUN:   --config '-O2 @optimized -march=native -mllvm -polly-escop-block-size=7'
// RUN: %if escop %{ %clangxx -O3 %optimized -DREPORT -I %inputs %s -o %t.report -mllvm -polly-escop-process-unprofitable \
// RUN:   -mllvm -polly-escop-report %}
// RUN: %if escop %{ %t.report 2>&1 | FileCheck %s %}
//
// Loads that are made on one way of an iteration or the other, and such as are near them: what lies
// in front of the first element and behind the last one may not be read. Of a page on which a part
// of these is, the nest executes no more iterations than it takes: at both ends of the array and
// where a page ends, three times in each of 15 arrays.
// CHECK: {{central.*: 75 calls: 0 complete}}
// CHECK: {{upwind.*: 60 calls: 15 complete}}
// CHECK: {{downwind.*: 60 calls: 15 complete}}
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long Page = 4096, Pages = 4, N = Pages * Page / sizeof(double);

struct Bad {
  long at;
};

static inline double checked(double v, long i) {
  if (!(v <= 100))
    throw Bad{i};
  return v;
}

// Each iteration loads q[i], by one instruction or another.
NOINLINE static void central(double *a, const double *w, const double *q, long n) {
  for (long i = 0; i < n; ++i) {
    const double v = checked(w[i], i);
    a[i] = v * (v > 0 ? q[i] - q[i - 1] : q[i + 1] - q[i]);
  }
}

// None of these is loaded in each iteration.
NOINLINE static void upwind(double *a, const double *w, const double *q, long n) {
  for (long i = 0; i < n; ++i) {
    const double v = checked(w[i], i);
    a[i] = v > 0 ? v * (q[i] - q[i - 1]) : v;
  }
}

NOINLINE static void downwind(double *a, const double *w, const double *q, long n) {
  for (long i = n; --i > 0;) {
    const double v = checked(w[i], i);
    a[i] = v > 0 ? v * (q[i + 1] - q[i - 1]) : v;
  }
}

// Two ways that are not all load q[i + 1].
NOINLINE static void nested(double *a, const double *w, const double *q, long n) {
  for (long i = 0; i < n; ++i) {
    const double v = checked(w[i], i);
    if (v > 0)
      a[i] = v > 2 ? 3 * q[i + 2] + q[i + 1] : v / (q[i + 1] + 2);
    else
      a[i] = v;
  }
}

static double *map() {
  void *p = mmap(nullptr, (Pages + 2) * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect((char *)p + Page, Pages * Page, PROT_READ | PROT_WRITE))
    abort();
  return (double *)((char *)p + Page);
}

template <class Loop>
static void run(const char *name, Loop loop, long every, long bad, bool closed) {
  static double *a = map(), *w = map(), *q = map();
  for (long i = 0; i < N; ++i) {
    a[i] = i;
    w[i] = (i * 7 % every + 1) * (i % every < every / 2 ? -1 : 1);
    q[i] = i * i % 101;
  }
  // What is in front and behind is not asked for.
  if (closed) {
    w[0] = -1;
    w[N - 1] = loop == central ? 1 : -1;
    // The last ones load nothing that is there.
    for (long i = N - 60; i < N && loop == nested; ++i)
      w[i] = -1;
  }
  if (bad < N)
    w[bad] = 200;
  long at = -1;
  try {
    loop(a, w, loop == nested ? q + 40 : q, N);
  } catch (const Bad &e) {
    at = e.at;
  }
  printf("%s %ld %ld: %ld %llx\n", name, every, bad, at,
         (unsigned long long)hash_of(a, N * sizeof *a));
}

int main() {
  for (long every : {2, 3, 5, 8, 13}) {
#ifdef REPORT
    for (int k = 0; k < 3; ++k) {
      run("central", central, every, N, true);
      run("upwind", upwind, every, N, true);
      run("downwind", downwind, every, N, true);
    }
#else
    const long PerPage = Page / sizeof(double);
    for (long bad :
         {0L, 1L, 17L, PerPage - 1, PerPage, PerPage + 1, 2 * PerPage - 9, N - 2, N - 1, N}) {
      run("central", central, every, bad, true);
      run("upwind", upwind, every, bad, true);
      run("downwind", downwind, every, bad, true);
      run("nested", nested, every, bad, true);
    }
#endif
  }
}
