// RUN: %exact_unpacked %s --tiled 3
//
// Rows at equal distances, and rows that only nearly are: gaps, one row elsewhere, two rows swapped,
// descending, identical, overlapping, distances that are no multiple of an element, and matrices
// that share rows. The address of a row lives behind the nest.
#include "escop.h"

using T = uint64_t; // Sums of rows that overlap grow beyond what a double holds exactly.
constexpr T Bad = 3000000;
constexpr long N = 26, M = 28, K = 40, Rows = 44;
static T Memory[15000];
static T *C[Rows], *A[Rows], *B[Rows];

NOINLINE static long product(long n, long m, long l, T **C, T **A, T **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] == Bad)
          throw i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
  return -1;
}
NOINLINE static long breaks(int n, int m, int l, T **C, T **A, T **B) {
  long sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) {
        if (A[i][k] == Bad) {
          sum += i * 31 + k;
          break;
        }
        C[i][j] += A[i][k] * B[k][j];
      }
  return sum;
}
NOINLINE static long row_lives_on(long n, long m, long l, T **C, T **A, T **B) {
  T *row = B[0];
  for (long i = 0; i < n; ++i) {
    row = C[i];
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] == Bad)
          return A[i] - Memory;
        C[i][j] += A[i][k] * B[k][j];
      }
  }
  return row - Memory;
}
NOINLINE static long triangle(unsigned n, unsigned, unsigned l, T **C, T **A, T **B) {
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j <= i; ++j)
      for (unsigned k = 0; k < l; ++k) {
        if (A[i][k] == Bad)
          return i * 10000 + j * 100 + k;
        C[j][k] += A[i][k] * B[j][k];
      }
  return -1;
}

constexpr int Layouts = 13;
static void place(int layout, T **table, T *first) {
  for (long i = 0; i < Rows; ++i)
    switch (layout) {
    default: table[i] = first + i * K; break;
    case 1: table[i] = first + i * (K + 3); break;
    case 2: table[i] = first + i * K + i % 3; break;
    case 3: table[i] = first + (i ? i : Rows) * K; break;
    case 4: table[i] = first + (i == N - 1 ? Rows : i) * K; break;
    case 5: table[i] = first + (i == K - 1 ? Rows : i) * K; break;
    case 6: table[i] = first + (i == 5 ? 9 : i == 9 ? 5 : i) * K; break;
    case 7: table[i] = first + (Rows - 1 - i) * K; break;
    case 8: table[i] = first; break;
    case 9: table[i] = first + i; break;
    case 10: table[i] = first + i * (M - 1); break;
    case 11: table[i] = (T *)((char *)first + i * (K * 8 + 4)); break;
    case 12: table[i] = Memory + 300 + i * K; break; // C's rows
    }
}

int main(int argc, char **) { // argc: unknown to the compiler
  for (int which = 0; which < 3; ++which)
    for (int layout = 0; layout < Layouts; ++layout)
      for (long bad = -1; bad < N * K; bad += layout ? 347 : 131)
        for (int kernel = 0; kernel < 4; ++kernel) {
          for (long x = 0; x < 15000; ++x)
            Memory[x] = x % 3 + 1;
          place(which == 0 ? layout : 0, C, Memory + 200);
          place(which == 1 ? layout : 0, A, Memory + 5000);
          place(which == 2 ? layout : 0, B, Memory + 10000);
          if (bad >= 0)
            A[bad / K][bad % K] = Bad;
          long n = N * argc, where;
          try {
            where = kernel == 0   ? product(n, M, K, C, A, B)
                    : kernel == 1 ? breaks(n, M, K, C, A, B)
                    : kernel == 2 ? row_lives_on(n, M, K, C, A, B)
                                  : triangle(n + 9, 0, K, C, A, B);
          } catch (long at) {
            where = at;
          }
          printf("%d %d %ld %d: %ld %llx\n", which, layout, bad, kernel, where,
                 (unsigned long long)hash_of(Memory, sizeof Memory));
        }
  return 0;
}
