// Which tiles of this nest are full is a question that takes isl hours. It is not asked to the end.
//
// RUN: timeout 60 %clangxx -O3 -std=c++17 -fexception-safe-tiling -Rpass=polly-escop \
// RUN:   -mllvm -polly-default-tile-size=3 -mllvm -polly-escop-process-unprofitable -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s
// CHECK: tiled exception-safe nest (speculate, plain): 6 guards
#include <cstdint>
#include <vector>

struct Err {
  long Id;
};
struct Range {
  long I, J;
};

struct Matrix {
  const uint64_t *Data;
  long Rows, Columns;
};
static __attribute__((noinline)) const uint64_t &at(const Matrix &M, long I, long J) {
  if ((unsigned long)I >= (unsigned long)M.Rows || (unsigned long)J >= (unsigned long)M.Columns)
    throw Range{J, I};
  return M.Data[I * M.Columns + J];
}

static unsigned long Noted;
static __attribute__((noinline)) void note(long I, long J) { Noted = Noted * 31 + 7 * I + J; }

static int32_t A[65];
int32_t *getA() { return A; }
uint64_t Z[13];

long nest(const std::vector<uint64_t> &B, const uint32_t *C, long LdC, long LdD, const Matrix &D,
          long N, int M, int P, int Limit, long Inf, long First, uint64_t *Out) {
  long K = 7;
  for (short I = 1; I < M + 1; I += 2) {
    A[I] = (int32_t)((uint64_t)A[I] ^
                     ((C[(N + 64 - I) * LdC * LdD] | (uint64_t)A[I - 1]) | (uint64_t)I));
    if ((long)I + (long)I < First)
      break;
    for (int J = 0; J < Inf; ++J) {
      if (Z[J] == 0)
        return 100 + (long)I;
      A[J] = (int32_t)((long)((uint64_t)A[J] + B[J + 1]));
      for (K = 0; K < P; ++K) {
        if (at(D, 0, K) == (uint64_t)-1)
          continue;
        A[K] = (int32_t)(at(D, K, J) + B[K]);
      }
      int32_t T = (int32_t)B[J + 2];
      if (T > 32767 || T < 0)
        goto done;
      A[(I + 2) / 3] = T * 65521 + 7;
      for (int L = D.Rows - 2; L >= 0; L -= 2)
        try {
          if (B[L] == (uint64_t)-1)
            return 500 + (long)L;
          A[L] = (int32_t)B[L];
        } catch (const Err &E) {
          Out[17] = Out[17] * 31 + E.Id;
          ++Out[16];
          note(I, 9);
          Limit = Limit > 1 ? Limit - 1 : Limit;
        } catch (const Range &) {
          Out[16] = Out[16] * 5 + 1;
        }
    }
  }
done:
  Out[0] = (uint64_t)K;
  return 1;
}
