// REQUIRES: escop
// RUN: %exact_unpacked %s --tiled 10
// RUN: %exact %s --tiled 10 --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1" --config "-O3 @optimized -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-prefer=0"
//
// What is written lies in columns, so the checkpoint is made of strided blocks: triangles of both
// kinds, downwards, with a gap between columns, both halves of a symmetric matrix, planes, members
// of structures, and a column that begins before the others. The matrix ends at a page that is not
// there, with what is written last.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long N = 17, LD = 61;
struct Cell {
  int Key;
  double X, Y;
};

NOINLINE static long columns(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        c[j * ld + i] += a[j * n + k];
        if (c[j * ld + i] > LIMIT)
          return i * 100 + j;
      }
  return -1;
}
NOINLINE static long symmetric(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      for (long k = 0; k < n; ++k) {
        c[i * ld + j] += a[i * n + k] * a[j * n + k];
        if (c[i * ld + j] > LIMIT)
          return i * 100 + j;
      }
      c[j * ld + i] = c[i * ld + j];
    }
  return -1;
}
NOINLINE static long lower(long n, long ld, double *c, const double *a) {
  for (long j = 0; j < n; ++j)
    for (long i = j; i < n; ++i)
      for (long k = 0; k < j; ++k) {
        c[i * ld + j] -= a[i * n + k] * a[j * n + k];
        if (c[i * ld + j] > LIMIT)
          return i * 100 + j;
      }
  return -1;
}
NOINLINE static long shorter(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n - i; ++j) {
      c[j * ld + i] += a[i * n + j];
      if (c[j * ld + i] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long downwards(long n, long ld, double *c, const double *a) {
  for (long i = n - 1; i >= 0; --i)
    for (long j = n - 1; j >= i; --j) {
      c[j * ld + i] += a[i * n + j];
      if (c[j * ld + i] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long second(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; i += 2)
    for (long j = 0; j < n; j += 3) {
      c[j * ld + i] += a[j * n + i];
      if (c[j * ld + i] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long slanted(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      c[(n - 1 - j) * ld + i + j] += a[j * n + i];
      if (c[(n - 1 - j) * ld + i + j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}
NOINLINE static long two(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 1; j < n; ++j) {
      c[j * ld + i] += a[j * n + i];
      if (c[j * ld + i] > LIMIT)
        return i * 100 + j;
      c[(j - 1) * ld + i + 7] = a[i * n + j];
      c[i] += a[i];
    }
  return -1;
}
NOINLINE static long planes(long n, long ld, double *c, const double *a) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n - 14; ++k)
      for (long j = 0; j < n - 12; ++j) {
        c[(k * 5 + j) * ld + i] += a[k * n + j];
        if (c[(k * 5 + j) * ld + i] > LIMIT)
          return i * 100 + k * 10 + j;
      }
  return -1;
}
NOINLINE static long members(long n, long ld, double *c, const double *a) {
  Cell *cells = (Cell *)(c + (N - 1) * LD + N) - N * 19;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      cells[j * 19 + i].X += a[j * n + i];
      if (cells[j * 19 + i].X > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main(int argc, char **) {
  constexpr size_t Page = 4096, Room = 3 * Page, Doubles = (N - 1) * LD + N;
  static_assert(Doubles * 8 <= Room && N * 19 * 24 <= Doubles * 8);
  char *p = (char *)mmap(nullptr, Room + 2 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == (char *)MAP_FAILED || mprotect(p + Page, Room, PROT_READ | PROT_WRITE))
    abort();
  double *C = (double *)(p + Page + Room) - Doubles;
  static double A[N * N];
  long number = 0;
  for (auto kernel :
       {columns, symmetric, lower, shorter, downwards, second, slanted, two, planes, members}) {
    // The last element that is written is at the page's end.
    double *c = kernel == shorter ? C + N - 1 : kernel == second ? C + LD : C;
    for (long bad = -1; bad < N * N; bad += bad < 0 ? 1 : 3) {
      for (long x = 0; x < N * N; ++x)
        A[x] = small(x, 1, 7);
      for (size_t x = 0; x < Doubles; ++x)
        C[x] = small(x, 2, 5);
      long place = bad / N * LD + bad % N;
      if (bad >= 0 && c + place < C + Doubles)
        (kernel == members ? C[bad * 3 + 1] : c[place]) = POISON;
      long where = kernel(N * argc, LD * argc, c, A);
      printf("%ld %ld: %ld %llx\n", number, bad, where,
             (unsigned long long)hash_of(C, Doubles * sizeof(double)));
    }
    ++number;
  }
  return 0;
}
