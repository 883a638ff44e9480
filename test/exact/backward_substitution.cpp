// RUN: %exact %s --cflags=-ffp-contract=off
// RUN: %exact %s --tiled 4 --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=1 -mllvm -polly-escop-max-chunk=5"
//
// Triangular solves for many right-hand sides that count up and down, and end by a test of the
// counter or of what it is next. A pivot fails in each row.
#include "escop.h"
#include <vector>

using Vector = std::vector<double>;

#define X(I, J) x[(I) * m + (J)]
#define R(I, J) r[(I) * n + (J)]

NOINLINE static long downToNext(double *__restrict x, const double *__restrict r, long n, long m) {
  for (long k = n - 1; k >= 0; --k) {
    if (R(k, k) == 0)
      return k;
    for (long j = 0; j < m; ++j)
      X(k, j) /= R(k, k);
    for (long i = 0; i < k; ++i)
      for (long j = 0; j < m; ++j)
        X(i, j) -= X(k, j) * R(i, k);
  }
  return -1;
}

NOINLINE static long downToCounter(double *__restrict x, const double *__restrict r, long n, long m) {
  long k = n - 1;
  if (n <= 0)
    return -2;
  do {
    for (long j = 0; j < m; ++j)
      X(k, j) /= R(k, k);
    for (long i = 0; i < k; ++i)
      for (long j = 0; j < m; ++j)
        X(i, j) -= X(k, j) * R(i, k);
  } while (k-- > 0);
  return -1;
}

NOINLINE static long upToNext(double *__restrict x, const double *__restrict r, long n, long m) {
  for (long k = 0; k < n; ++k) {
    if (R(k, k) == 0)
      throw k;
    for (long j = 0; j < m; ++j)
      X(k, j) /= R(k, k);
    for (long i = k + 1; i < n; ++i)
      for (long j = 0; j < m; ++j)
        X(i, j) -= X(k, j) * R(i, k);
  }
  return -1;
}

NOINLINE static long upToCounter(double *__restrict x, const double *__restrict r, long n, long m) {
  if (n <= 0)
    return -2;
  long k = 0;
  do {
    for (long j = 0; j < m; ++j)
      X(k, j) /= R(k, k);
    for (long i = k + 1; i < n; ++i)
      for (long j = 0; j < m; ++j)
        X(i, j) -= X(k, j) * R(i, k);
  } while (k++ < n - 1);
  return -1;
}

int main() {
  // `k-- > 0` comes to row -1: so there is one.
  for (long n : {0, 1, 2, 3, 5, 8, 49, 100})
    for (long m : {1, 2, 7, 33})
      for (int which = 0; which < 4; ++which) {
        uint64_t hash = HASH_START;
        for (long bad = -1; bad < (which % 2 ? 0 : n); bad += n > 40 ? 13 : 1) {
          Vector x((n + 2) * m), r((n + 2) * (n + 2));
          for (long i = 0; i < (long)x.size(); ++i)
            x[i] = small(i, i / 5, 9);
          for (long i = 0; i < (long)r.size(); ++i)
            r[i] = small(i, i / 3, 7) / 8.0 + 1;
          double *from = r.data() + n + 1;
          if (bad >= 0)
            from[bad * n + bad] = 0;
          long what = 0;
          try {
            auto f = which == 0   ? downToNext
                     : which == 1 ? downToCounter
                     : which == 2 ? upToNext
                                  : upToCounter;
            what = f(x.data() + m, from, n, m);
          } catch (long k) {
            what = 1000 + k;
          }
          hash = hash_more(hash, &what, sizeof what);
          hash = hash_more(hash, x.data(), x.size() * sizeof(double));
        }
        printf("%d: %ld x %ld: %llx\n", which, n, m, (unsigned long long)hash);
      }
}
