// RUN: %exact %s --cflags=-ffp-contract=off --tiled 3
//
// Pragmas that ask for unrolling are about the nest. Polly would unroll the copies: any number of
// iterations of a loop, as often as there may be, or so many statements that its quotas end.
#include "escop.h"
#include <initializer_list>

constexpr long N = 11;
struct Failed {
  long at;
};

NOINLINE static void fully(const double *a, double *__restrict b, const double *c, long n, long m,
                           long p) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
#pragma clang loop unroll(full)
      for (long k = 0; k < p; ++k) {
        if (a[k * N + j] > LIMIT)
          throw Failed{i * 10000 + j * 100 + k};
        b[j] += a[k * N + j] * c[i];
      }
}

NOINLINE static void partly(const double *a, const double *b, double *c, long n, long m, long p) {
  for (long i = 0; i < n; ++i)
#pragma unroll 3
    for (long j = 0; j < m; ++j)
#pragma unroll 3
      for (long k = 0; k < p; ++k) {
        c[i * N + j] += a[i * N + k] * b[k * N + j];
        if (!(c[i * N + j] <= LIMIT))
          throw Failed{i * 100 + j};
      }
}

NOINLINE static void all(const double *a, const double *b, double *c, long n, long m, long p) {
#pragma unroll 4
  for (long i = 0; i < n; ++i)
#pragma unroll 4
    for (long j = 0; j < m; ++j)
#pragma unroll 4
      for (long k = 0; k < p; ++k) {
        c[i * N + j] += a[i * N + k] * b[k * N + j];
        if (!(c[i * N + j] <= LIMIT))
          throw Failed{i * 100 + j};
      }
}

static double A[N * N], B[N * N], C[N * N];

template <class Kernel> static void sweep(const char *name, Kernel run) {
  for (long n : {0l, 1l, 4l, N})
    for (long m : {1l, 3l, N})
      for (long p : {1l, 7l, N})
        for (long bad = -1; bad < N * N; bad += 1 + bad / 4) {
          for (long i = 0; i < N * N; ++i)
            A[i] = i % 7 * 0.25, B[i] = i % 5 - 1, C[i] = i % 3;
          if (bad >= 0)
            A[bad] = 2 * LIMIT;
          long failed = -1;
          try {
            run(n, m, p);
          } catch (Failed &f) {
            failed = f.at;
          }
          printf("%s %ld %ld %ld %ld: %ld %016lx %016lx\n", name, n, m, p, bad, failed,
                 (unsigned long)hash_of(B, sizeof B), (unsigned long)hash_of(C, sizeof C));
        }
}

int main() {
  sweep("fully", [](long n, long m, long p) { fully(A, B, C, n, m, p); });
  sweep("partly", [](long n, long m, long p) { partly(A, B, C, n, m, p); });
  sweep("all", [](long n, long m, long p) { all(A, B, C, n, m, p); });
}
