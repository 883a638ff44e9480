// RUN: %exact %s
//
// Loops that do not run, in each of the three dimensions, with null pointers and with bounds below
// zero; loops that run once.
#include "escop.h"
#include <stdexcept>

NOINLINE static long pointers(long n, long m, long l, double *C, const double *A, const double *B) {
  long last = -1;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (!(A[i * l + k] <= LIMIT))
          throw std::domain_error("A");
        C[i * m + j] += A[i * l + k] * B[k * m + j];
        if (!(C[i * m + j] <= LIMIT))
          throw std::domain_error("C");
        last = i * 100 + j * 10 + k;
      }
  return last;
}

using Row = double[8];
NOINLINE static int rows(int n, int m, Row *C, const Row *A, int from) {
  int count = 0;
  for (int i = from; i < n; ++i) {
    C[i][0] += 1;
    for (int j = from; j < m; ++j) {
      if (A[i][j] > LIMIT)
        return -count;
      C[i][j] += A[i][j];
      ++count;
    }
  }
  return count;
}

NOINLINE static size_t countDown(size_t n, size_t m, double *C, const double *A) {
  size_t steps = 0;
  for (size_t i = n; i-- > 0;)
    for (size_t j = m; j-- > 0; ++steps) {
      if (A[i * m + j] > LIMIT)
        throw steps;
      C[i * m + j] += A[i * m + j];
    }
  return steps;
}

int main() {
  double A[64], B[64], C[64];
  for (long n : {-5L, 0L, 1L, 2L})
    for (long m : {-1L, 0L, 1L, 3L})
      for (long l : {-7L, 0L, 1L, 2L})
        for (int poison : {0, 1}) {
          for (int x = 0; x < 64; ++x) {
            A[x] = small(x, 1, 7);
            B[x] = small(x, 2, 5);
            C[x] = small(x, 3, 3);
          }
          if (poison)
            A[0] = POISON;
          printf("%ld %ld %ld %d: ", n, m, l, poison);
          bool empty = n <= 0 || m <= 0 || l <= 0;
          try {
            printf("%ld ", empty ? pointers(n, m, l, nullptr, nullptr, nullptr)
                                 : pointers(n, m, l, C, A, B));
          } catch (const std::domain_error &e) {
            printf("%s ", e.what());
          }
          try {
            printf("%zu ", n <= 0 || m <= 0 ? countDown(n < 0 ? 0 : n, m < 0 ? 0 : m, nullptr, nullptr)
                                            : countDown(n, m, C, A));
          } catch (size_t s) {
            printf("step %zu ", s);
          }
          printf("%d ", n <= 0 ? rows(n, m, nullptr, nullptr, 0)
                               : rows(n, m, (Row *)C, (const Row *)(m <= 0 ? nullptr : A), 0));
          printf("%llx\n", (unsigned long long)hash_of(C, sizeof C));
        }
  return 0;
}
