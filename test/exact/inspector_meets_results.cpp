// RUN: %exact_unpacked %s --tiled 2
//
// What the guard reads may be what the nest writes, through another pointer: a divisor that is zero
// before; an element without which the nest would not leave, and would run off the end of the
// array; a result that lies behind the throw only.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long N = 40, M = 8, Rows = 1024;
static double Y[Rows * N], X[Rows * N], Z[N * N];

NOINLINE static long divide(long n, double *y, const double *x, const double *z, const int *key,
                            const int *divisor, int *odd) {
  for (long i = 0; i < n; ++i) {
    odd[i] = key[i] | 1;
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (key[k] % divisor[i] == 1000)
          return i * 10000 + j * 100 + k;
        y[i * n + j] += x[i * n + k] * z[k * n + j];
      }
  }
  return -1;
}

NOINLINE static long follow(long n, long m, int stop, const int *from, int *to, double *y,
                            const double *x, const double *z) {
  for (long i = 0; i < n; ++i) {
    if (from[i] == stop)
      return i;
    to[i + 1] = from[i] + 1;
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (x[i * m + k] > LIMIT)
          return -2;
        y[i * m + j] += x[i * m + k] * z[k * m + j];
      }
  }
  return -1;
}

NOINLINE static long product(long n, long m, double *y, const double *x, const double *z) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (x[i * m + k] > LIMIT)
          return i * 10000 + j * 100 + k;
        y[i * m + j] += x[i * m + k] * z[k * m + j];
      }
  return -1;
}

static void fill() {
  for (long x = 0; x < Rows * N; ++x) {
    Y[x] = small(x, 1, 5);
    X[x] = small(x, 2, 3);
  }
  for (long x = 0; x < N * N; ++x)
    Z[x] = small(x, 3, 5);
}

static void show(const char *what, long number, long where) {
  uint64_t h = hash_more(hash_of(X, sizeof X), Y, sizeof Y);
  printf("%s %ld: %ld %llx\n", what, number, where, (unsigned long long)h);
  fflush(stdout);
}

int main(int argc, char **) { // argc: unknown to the compiler
  static int Key[N], Odd[N], Zero[N];
  for (long i = 0; i < N; ++i) {
    Key[i] = small(i, 1, 99);
    Odd[i] = 3;
  }
  fill();
  show("apart", 0, divide(N * argc, Y, X, Z, Key, Odd, Zero));
  memset(Zero, 0, sizeof Zero);
  show("divisor", 0, divide(N * argc, Y, X, Z, Key, Zero, Zero));

  // A page, and nothing behind it.
  char *pages = (char *)mmap(nullptr, 8192, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 4096, 4096, PROT_NONE);
  int *sequence = (int *)pages;
  for (int stop : {0, 1, 2, 25, 500}) {
    memset(sequence, -1, 4096);
    sequence[0] = 0;
    fill();
    long where = follow(1 << 20, M * argc, stop, sequence, sequence, Y, X, Z);
    show("sequence", hash_of(sequence, 4096), where);
  }

  // The result begins behind row `bad`, or within or before it.
  for (long bad = 0; bad < N; bad += 3)
    for (long row = bad - 1; row < bad + 3; ++row) {
      if (row < 0)
        continue;
      fill();
      X[bad * M + 5] = POISON;
      show("behind", row - bad, product(N * argc, M * argc, X + row * M, X, Z));
    }
  return 0;
}
