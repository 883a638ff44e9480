// REQUIRES: escop
// RUN: %exact %s --tiled 9
// RUN: %exact %s --tiled 9 --config "-O3 @optimized -mllvm -polly-escop-first-chunk=1" --config "-O3 @optimized -mllvm -polly-escop-first-chunk=5 -mllvm -polly-escop-prefer=0"
// RUN: %exact %s --tiled 9 --config "-O3 @optimized -fno-exception-safe-tiling-in-place" --args copies
//
// Rows of a double ** are written and checked, so they are saved and restored. What lies between two
// of them may be another thread's and is never copied: not to save it, not back. A private copy of rows
// that are read where they are not written may take it along (copies), but not back. Rows of all kinds: at
// equal distances with and without gaps, only nearly, descending, identical, overlapping.
#include "escop.h"
#include <initializer_list>
#include <string.h>

constexpr long N = 19, M = 21, K = 33, Rows = 24, Total = 3200;
static double Memory[Total];
static double *C[Rows], *A[Rows], *B[Rows];
static bool IsRow[Total];
static long foreign; // bytes of Memory outside of all rows that were copied
static bool MayBeRead;

// What saves and restores.
extern "C" void *memcpy(void *__restrict to, const void *__restrict from, size_t bytes) {
  auto *d = static_cast<volatile char *>(to);
  auto *s = static_cast<const volatile char *>(from);
  for (size_t at = 0; at < bytes; ++at) {
    for (const volatile char *p : {s + at, const_cast<const volatile char *>(d + at)}) {
      if (MayBeRead && p == s + at)
        continue;
      long place = p - reinterpret_cast<volatile char *>(Memory);
      foreign += place >= 0 && place < static_cast<long>(sizeof Memory) && !IsRow[place / 8];
    }
    d[at] = s[at];
  }
  return to;
}

NOINLINE static long product(long n, long m, double **C, double **A, double **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          return i * 10000 + j * 100 + k;
      }
  return -1;
}
// The rows are those of an inner loop: each iteration writes them all.
NOINLINE static long outer_product(long n, long m, double **C, double **A, double **B) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          return k * 10000 + i * 100 + j;
      }
  return -1;
}
NOINLINE static long triangle(unsigned n, unsigned, double **C, double **A, double **) {
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j <= i; ++j) {
      C[i][j] += A[j][i];
      if (C[i][j] > LIMIT)
        throw i * 100l + j;
    }
  return -1;
}
NOINLINE static long shrinking(int n, int, double **C, double **A, double **) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - i; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > LIMIT)
        return i * 100l + j;
    }
  return -1;
}
NOINLINE static long repaired(long n, long m, double **C, double **A, double **B) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        C[i][j] += A[i][j] * B[i][j];
        if (C[i][j] > LIMIT)
          throw j;
      } catch (long at) {
        C[i][at] = 7;
        sum += i * 100 + at;
      }
  return sum;
}
NOINLINE static long columns(long n, long m, double **C, double **A, double **B) {
  for (long j = 0; j < m; ++j)
    for (long i = 0; i < n; ++i) {
      C[i][j] += A[i][j] + B[i][j];
      if (C[i][j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

// In place: two loops index one table.
NOINLINE static long shortest(long n, long, double **C, double **, double **) {
  for (long k = 0; k < n; ++k)
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < n; ++j) {
        double d = C[i][k] + C[k][j];
        if (d > LIMIT)
          return k * 10000 + i * 100 + j;
        C[i][j] = d < C[i][j] ? d : C[i][j];
      }
  return -1;
}
NOINLINE static long eliminate(long n, long m, double **C, double **, double **) {
  for (long k = 0; k < n; ++k) {
    if (C[k][k] > LIMIT)
      return k;
    for (long i = k + 1; i < n; ++i)
      for (long j = k; j < m; ++j)
        C[i][j] = C[i][j] - C[k][j];
  }
  return -1;
}
NOINLINE static long substitute(long n, long m, double **C, double **A, double **) {
  for (long i = 2; i < n; ++i)
    for (long k = 0; k < i - 1; ++k)
      for (long j = 0; j < m; ++j) {
        C[i][j] -= A[i - 1][k] * C[k + 1][j] - C[i - 2][j];
        if (C[i][j] > LIMIT || C[i][j] < -LIMIT)
          return i * 10000 + k * 100 + j;
      }
  return -1;
}

constexpr int Layouts = 10;
static void place(int layout, double **table, double *first) {
  for (long i = 0; i < Rows; ++i)
    switch (layout) {
    default: table[i] = first + i * K; break;
    case 1: table[i] = first + i * M; break;
    case 2: table[i] = first + i * K + i % 2; break;
    case 3: table[i] = first + (i == 7 ? Rows : i) * K; break;
    case 4: table[i] = first + (Rows - 1 - i) * K; break;
    case 5: table[i] = first; break;
    case 6: table[i] = first + i; break;
    case 7: table[i] = first + i * (M - 1); break;
    case 8: table[i] = reinterpret_cast<double *>(reinterpret_cast<char *>(first) + i * (K * 8 + 4)); break;
    case 9: table[i] = first + (i ^ 1) * K; break;
    }
}

int main(int argc, char **argv) {
  MayBeRead = argc > 1 && !strcmp(argv[1], "copies");
  argc -= MayBeRead;
  for (int layout = 0; layout < Layouts; ++layout)
    for (long bad = -1; bad < N * M; bad += layout < 1 ? bad < 0 ? 1 : 13 : 97) {
      long number = 0;
      for (auto kernel : {product, outer_product, columns, repaired, shortest, eliminate, substitute}) {
        for (long x = 0; x < Total; ++x)
          Memory[x] = small(x, 1, 3), IsRow[x] = false;
        place(layout, C, Memory + 100);
        place(0, A, Memory + 1200), place(1, B, Memory + 2300);
        // A row that does not begin at an element has one more.
        for (double **row : {C, A, B})
          for (long i = 0; i < Rows; ++i)
            for (long x = 0; x < M + (layout == 8); ++x)
              IsRow[row[i] - Memory + x] = true;
        if (bad >= 0)
          C[bad / M][bad % M] = POISON;
        long where = kernel(N * argc, M * argc, C, A, B);
        long lower = -2, upper = -2;
        if (number == 0) {
          try {
            lower = triangle(N * argc, 0, C, A, B);
          } catch (long at) {
            lower = at;
          }
          upper = shrinking(N * argc, 0, C, A, B);
        }
        printf("%d %ld %ld: %ld %ld %ld %llx %ld\n", layout, bad, number++, where, lower, upper,
               static_cast<unsigned long long>(hash_of(Memory, sizeof Memory)), foreign);
      }
    }
  return 0;
}
