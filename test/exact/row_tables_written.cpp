// RUN: %exact_unpacked %s --tiled 3
//
// The tables of row pointers lie in the memory that the nest writes, as bytes or integers that may be
// pointers, or as pointers. The nest has to see each change of a row from then on.
#include "escop.h"

constexpr long N = 26, K = 40, Words = 30000;
using Byte = unsigned char;
alignas(65536) static long Memory[Words]; // The low bytes of addresses are the same in each program.
static double Values[16000];
static double *TableC[200], *TableA[200], *TableB[200];

NOINLINE static long longs(long n, long m, long **C, long **A, long **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > LIMIT)
          return i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
  return -1;
}
NOINLINE static long bytes(long n, long m, Byte **C, Byte **A, Byte **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] == 255)
          return i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
  return -1;
}
NOINLINE static long pointers(long n, long m, double **C, double **A, double **B, double **D) {
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > LIMIT)
          return i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
    D[i] = B[0];
  }
  return -1;
}

// What points into Memory is hashed by where it points to.
static unsigned long long hash_of_memory() {
  uint64_t h = HASH_START;
  for (long word : Memory) {
    long offset = word - (long)Memory;
    if (offset > -1000000 && offset < 1000000)
      word = offset + 7777777;
    h = hash_more(h, &word, sizeof word);
  }
  return h;
}

int main(int argc, char **) { // argc: unknown to the compiler
  long n = N * argc;
  for (long bad = -1; bad < N * K; bad += 173) {
    for (int place = 0; place < 40; ++place) {
      for (long x = 0; x < Words; ++x)
        Memory[x] = x % 5 + 1;
      long *c = Memory + 1000, *a = Memory + 8000, *b = Memory + 12000;
      long **C = (long **)(place < 30 ? Memory + 20000 : c + (place - 32) * 40);
      long **A = (long **)(place < 20 ? c + place * 50 : Memory + 22000);
      long **B = (long **)(place / 10 != 2 ? Memory + 21000 : c + (place - 20) * 90);
      for (long i = 0; i < K; ++i)
        for (long k = 0; k < K; ++k) {
          a[i * K + k] = k == 3 && i % 5 == 3;
          b[i * K + k] = 8 * K * ((i + k) % 2); // One row
        }
      for (long i = 0; i < K; ++i) {
        if (i < N) {
          C[i] = c + i * K;
          A[i] = a + i * K;
        }
        B[i] = b + i * K;
      }
      if (bad >= 0)
        a[bad] = 3000000;
      long where = longs(n, K, C, A, B);
      printf("longs %ld %d: %ld %llx\n", bad, place, where, hash_of_memory());
    }
    for (int place = 0; place < 24; ++place) {
      Byte *first = (Byte *)Memory;
      for (long x = 0; x < 8 * Words; ++x)
        first[x] = x < 30000 || x >= 60000 ? x % 3 : 0;
      Byte *c = first + 8000, *a = first + 30000, *b = first + 50000;
      Byte **C = (Byte **)(Memory + 26000);
      Byte **A = (Byte **)(place < 8 ? c + place * 96 : (Byte *)(Memory + 27000));
      Byte **B = (Byte **)(place / 8 == 1 ? c + (place - 8) * 96 : (Byte *)(Memory + 28000));
      for (long i = 0; i < K; ++i) {
        if (i < N) {
          C[i] = c + i * K;
          A[i] = a + i * K;
        }
        B[i] = b + i * K;
      }
      // The nest adds one row or two to pointers that lie in C.
      a[place % 8 * K + 5] = 1;
      b[5 * K + 8] = K;
      b[5 * K + 16] = 2 * K;
      if (bad >= 0)
        a[bad] = 255;
      long where = bytes(n, K, C, A, B);
      printf("bytes %ld %d: %ld %llx\n", bad, place, where, hash_of_memory());
    }
    double **const places[] = {TableC + 100, TableA,     TableA + 1, TableA + 20,
                               TableB + 12,  TableC,     TableC + 1, TableB + 100};
    for (double **D : places) {
      for (long x = 0; x < 16000; ++x)
        Values[x] = x % 3 + 1;
      for (long i = 0; i < K; ++i) {
        TableC[i] = Values + 8000 + i * K;
        TableA[i] = Values + i * K;
        TableB[i] = Values + 4000 + i * K;
      }
      if (bad >= 0)
        Values[bad] = POISON;
      long where = pointers(n, K, TableC, TableA, TableB, D);
      printf("pointers %ld: %ld %llx\n", bad, where,
             (unsigned long long)hash_of(Values, sizeof Values));
    }
  }
  return 0;
}
