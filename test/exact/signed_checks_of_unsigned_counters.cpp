// RUN: %exact %s --tiled 5
// RUN: %clangxx -O3 %optimized -mllvm -polly-escop-report -mllvm -polly-escop-process-unprofitable \
// RUN:   -I %S/../Inputs -DCOUNT_ONLY %s -o %t
// RUN: %t 2>&1 >/dev/null | FileCheck %s
//
// Eigen checks `i >= 0 && i < n` of an index that is signed, and loops count in std::size_t. The
// optimiser knows that such a counter becomes negative where it is the least number, and exceeds a
// bound first where it is equal to it. These are guards that do not fire, too.
//
// CHECK-DAG: product({{.*}}: 1 calls: 1 complete
// CHECK-DAG: fromBehind({{.*}}: 1 calls: 1 complete
// CHECK-DAG: meetsTheLeast({{.*}} calls: 0 complete
// CHECK-DAG: behindTheGreatest({{.*}} calls: 0 complete
#include "escop.h"
#include <climits>
#include <cstddef>
#include <stdexcept>

struct Matrix {
  double *Data;
  long Rows, Columns;
  double &operator()(long i, long j) const {
    if (!(i >= 0 && i < Rows && j >= 0 && j < Columns))
      throw std::out_of_range("index");
    return Data[i * Columns + j];
  }
};

NOINLINE static void product(const Matrix &A, const Matrix &B, const Matrix &C) {
  for (size_t i = 0; i < size_t(C.Rows); ++i)
    for (size_t j = 0; j < size_t(C.Columns); ++j)
      for (size_t k = 0; k < size_t(A.Columns); ++k)
        C(i, j) += A(i, k) * B(k, j);
}

NOINLINE static void fromBehind(const Matrix &A, const Matrix &C, size_t n) {
  for (size_t i = n; i-- > 0;)
    for (size_t j = n; j-- > 0;)
      C(i, j) += A(j, i);
}

// Counters that meet the least number, and go round.
NOINLINE static long meetsTheLeast(const double *A, double *C, unsigned long From, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (From + (i * n + j) == (unsigned long)LONG_MIN)
        return i * n + j;
      C[i * n + j] += A[j * n + i];
    }
  return -1;
}

NOINLINE static long behindTheGreatest(const double *A, double *C, unsigned long From, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (From + (i * n + j) == 0)
        return i * n + j;
      C[i * n + j] += A[j * n + i];
    }
  return -1;
}

// A counter of 16 bits, from the greatest positive number to the least one.
NOINLINE static long crossesTheSign(const double *A, double *C, short Limit, unsigned short From,
                                    unsigned short To, long n) {
  for (unsigned short i = From; i != To; ++i)
    for (long j = 0; j < n; ++j) {
      if (i == (unsigned short)Limit)
        return i;
      C[j] += A[j];
    }
  return -1;
}

constexpr int N = 24;
static double Storage[3][N * N];
static void fill() {
  for (int x = 0; x < N * N; ++x)
    for (int array = 0; array < 3; ++array)
      Storage[array][x] = small(x, array, 7);
}

template <typename FunctionT> static void run(const char *Name, int Where, FunctionT Function) {
  fill();
  long Returned = 0;
  try {
    Returned = Function();
  } catch (const std::out_of_range &) {
    Returned = -2;
  }
  printf("%s %d: %ld %llx\n", Name, Where, Returned,
         (unsigned long long)hash_of(Storage, sizeof Storage));
}

int main(int argc, char **) {
  const long n = N * argc; // unknown to the compiler
  auto matrix = [&](int Array, long Rows, long Columns) {
    return Matrix{Storage[Array], Rows, Columns};
  };
#ifdef COUNT_ONLY
  const int Least = 0, End = 1;
#else
  const int Least = -2, End = N;
#endif
  for (int Short = Least; Short < End; ++Short) {
    const Matrix A = matrix(0, n, n), B = matrix(1, n - Short, n), C = matrix(2, n, n);
    run("product", Short, [&] { return product(A, B, C), 0; });
    run("fromBehind", Short, [&] { return fromBehind(B, C, n), 0; });
  }
#ifdef COUNT_ONLY
  run("meetsTheLeast", 0, [&] {
    return meetsTheLeast(Storage[0], Storage[2], (unsigned long)LONG_MIN - n, n);
  });
  run("behindTheGreatest", 0, [&] {
    return behindTheGreatest(Storage[0], Storage[2], 0UL - n, n);
  });
#else
  for (int Limit = -1; Limit <= 2 * N; ++Limit)
    run("crossesTheSign", Limit, [&] {
      return crossesTheSign(Storage[0], Storage[2], short(SHRT_MAX - N + Limit),
                            SHRT_MAX - N, SHRT_MAX + N, n);
    });
  for (int Before = -1; Before <= N * N; Before += Before < 2 * N ? 1 : 19) {
    run("meetsTheLeast", Before, [&] {
      return meetsTheLeast(Storage[0], Storage[2], (unsigned long)LONG_MIN - Before, n);
    });
    run("behindTheGreatest", Before, [&] {
      return behindTheGreatest(Storage[0], Storage[2], 0UL - Before, n);
    });
  }
#endif
}
