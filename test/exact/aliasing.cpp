// RUN: %exact %s --args 6
//
// The arrays of a nest overlap at run time: C over A over B, at every offset. The guard reads A,
// which the types and names say is read only, while the nest writes it through C: what was written
// decides where the nest is left.
#include "escop.h"

constexpr int N = 6;
static double Buffer[8 * N * N];
struct Bad {
  long I, J, K;
};

NOINLINE static void multiply(long n, double *C, const double *A, const double *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i * n + k] > 60)
          throw Bad{i, j, k};
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > 2000)
          throw Bad{-i - 1, j, k};
      }
}
using Row = double[N];
NOINLINE static void rows(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > 60)
          throw Bad{i, j, k};
        C[i][j] += A[i][k] + B[k][j];
      }
}
// The limit is in memory, and may be one of C's elements.
NOINLINE static void limited(long n, Row *C, const Row *A, const double *limit) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (A[i][j] > *limit)
        throw Bad{i, j, 0};
      C[i][j] -= A[i][j];
    }
}
// So may the bound.
NOINLINE static void bounded(const long *n, long (*C)[N], const long (*A)[N]) {
  for (long i = 0; i < *n; ++i)
    for (long j = 0; j < *n; ++j) {
      if (A[i][j] > 60)
        throw Bad{i, j, 0};
      C[i][j] = A[i][j] % N;
    }
}

static void reset() {
  for (int x = 0; x < 8 * N * N; ++x)
    Buffer[x] = 1 + x % 3;
}
template <typename Kernel> static void run(const char *name, int a, int b, Kernel kernel) {
  printf("%s %d %d: ", name, a, b);
  try {
    kernel();
    printf("end");
  } catch (const Bad &bad) {
    printf("%ld,%ld,%ld", bad.I, bad.J, bad.K);
  }
  printf(" %llx\n", (unsigned long long)hash_of(Buffer, sizeof Buffer));
}

int main(int, char **argv) {
  long n = atol(argv[1]);
  double *middle = Buffer + 3 * N * N; // C; A and B anywhere around it
  for (int a = -N * N; a <= N * N; ++a)
    for (int b = -N * N; b <= N * N; b += 5) {
      reset();
      run("multiply", a, b, [&] { multiply(n, middle, middle + a, middle + b); });
      reset();
      run("rows", a, b, [&] { rows(n, (Row *)middle, (Row *)(middle + a), (Row *)(middle + b)); });
    }
  for (int a = -N * N; a <= N * N; a += 2)
    for (int l = -1; l <= N * N; ++l) {
      reset();
      middle[l] = 7 + l % 5;
      run("limited", a, l, [&] { limited(n, (Row *)middle, (Row *)(middle + a), middle + l); });
    }
  for (int l = 0; l < N * N; ++l) {
    static long buffer[3 * N * N];
    for (int x = 0; x < 3 * N * N; ++x)
      buffer[x] = 1 + x % 5;
    long *c = buffer + N * N;
    c[l] = n;
    run("bounded", l, 0, [&] { bounded(c + l, (long(*)[N])c, (long(*)[N])(buffer + l)); });
    printf("%llx\n", (unsigned long long)hash_of(buffer, sizeof buffer));
  }
  return 0;
}
