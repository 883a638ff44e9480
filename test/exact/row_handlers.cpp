// RUN: %exact %s --config "-O3 @optimized" --config "-O3 @optimized -march=native" --tiled 2
//
// What is executed when a guard fires swaps rows, moves them to other memory, exchanges whole matrices
// or makes rows longer, and the nest goes on.
#include "escop.h"
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

// Rows that are requested one after the other lie at equal distances, in each program the same.
alignas(64) static char Arena[1 << 20];
static size_t Used;
NOINLINE void *operator new(size_t size) {
  char *p = Arena + Used;
  Used += (size + 15) / 16 * 16 + 16;
  if (Used > sizeof Arena)
    abort();
  return p;
}
NOINLINE void operator delete(void *) noexcept {}
NOINLINE void operator delete(void *, size_t) noexcept {}

using Matrix = std::vector<std::vector<double>>;
constexpr long N = 26, K = 40;
constexpr int Kinds = 12;
static int Kind, Calls;

NOINLINE static bool change(Matrix &C, Matrix &A, Matrix &B, long i, long j, long k) {
  if (++Calls % 3)
    A[i][k] = 7;
  switch (Kind) {
  case 0: break;
  case 1: std::swap(A[i], A[(i + 1) % K]); break;
  case 2: std::swap(C[i], C[(i + 5) % K]); break;
  case 3: std::swap(B[k], B[(k + 5) % K]); break;
  case 4: A[(i + 1) % K] = std::vector<double>(K + 9, 2); break;
  case 5: A = Matrix(A); break;
  case 6: B = Matrix(B); break;
  case 7: C = Matrix(C); break;
  case 8: C[i].resize(C[i].size() + 60); break;
  case 9: B[k * 7 % K].assign(64, 2); break;
  case 10: std::swap(A, C); break;
  case 11: throw i * 10000 + j * 100 + k;
  }
  return Calls > 9;
}

NOINLINE static long breaks(Matrix &C, Matrix &A, Matrix &B, long n, long m, long l) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > LIMIT) {
          change(C, A, B, i, j, k);
          sum += k;
          break;
        }
        C[i][j] += A[i][k] * B[k][j];
      }
  return sum;
}
NOINLINE static long catches(Matrix &C, Matrix &A, Matrix &B, long n, long m, long l) {
  long sum = 0;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      try {
        for (long k = 0; k < l; ++k) {
          if (A[i][k] > LIMIT)
            throw std::runtime_error("limit");
          C[i][j] += A[i][k] * B[k][j];
        }
      } catch (std::runtime_error &) {
        sum += i * 100 + j;
        for (long k = 0; k < l; ++k)
          if (A[i][k] > LIMIT && change(C, A, B, i, j, k))
            return -sum;
      }
  return sum;
}

static Matrix make(int values) {
  Matrix A(K, std::vector<double>(K));
  for (long i = 0; i < K; ++i)
    for (long j = 0; j < K; ++j)
      A[i][j] = small(i, j, values);
  return A;
}
static unsigned long long hash_of(const Matrix &A) {
  uint64_t h = HASH_START;
  for (const auto &row : A)
    h = hash_more(h, row.data(), row.size() * sizeof(double));
  return h;
}

int main() {
  for (Kind = 0; Kind < Kinds; ++Kind)
    for (long bad = 0; bad < N * K; bad += 131)
      for (bool more : {false, true})
        for (bool caught : {false, true}) {
          Used = 0;
          Calls = 0;
          Matrix C = make(3), A = make(2), B = make(3);
          A[bad / K][bad % K] = POISON;
          if (more)
            A[(bad / K + 6) % N][3] = A[(bad / K + 13) % N][13] = A[N - 1][K - 1] = POISON;
          long where;
          try {
            where = (caught ? catches : breaks)(C, A, B, N, N, K);
          } catch (long at) {
            where = at;
          }
          printf("%d %ld %d %d: %ld %d %llx %llx %llx\n", Kind, bad, more, caught, where, Calls,
                 hash_of(A), hash_of(B), hash_of(C));
        }
  return 0;
}
