// RUN: %exact %s
//
// Arrays that end exactly at an unmapped page, or begin right after one: no access, probe, copy or
// vector may reach one byte over. Sizes are chosen so that no vector width divides them.
#include "escop.h"
#include <cerrno>
#include <initializer_list>
#include <sys/mman.h>

struct Bad {
  long I, J, K;
};

NOINLINE static void flat(long n, double *C, const double *A, const double *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i * n + k] > LIMIT)
          throw Bad{i, j, k};
        C[i * n + j] += A[i * n + k] * B[k * n + j];
        if (C[i * n + j] > LIMIT)
          throw Bad{-i - 1, j, k};
      }
}
template <int N> NOINLINE static void pitched(long n, double (*C)[N], const double (*A)[N],
                                              const double (*B)[N]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw Bad{i, j, k};
      }
}
NOINLINE static void bytes(long n, unsigned char *c, const unsigned char *a) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      if (a[i * n + j] == 255)
        throw Bad{i, j, 0};
      c[i * n + j] += a[i * n + j];
    }
}
// Backwards from the end, so the footprint begins at the array's start.
NOINLINE static void backwards(long n, double *C, const double *A) {
  for (long i = n - 1; i >= 0; --i)
    for (long j = n - 1; j >= 0; --j) {
      C[i * n + j] -= A[i * n + j];
      if (A[i * n + j] > LIMIT)
        throw Bad{i, j, 0};
    }
}

constexpr size_t Page = 4096, Room = 4 * Page;
// size bytes against the hole behind them, or, at the start, against the hole before them
static void *edge(size_t size, bool atStart) {
  char *p = (char *)mmap(nullptr, Room + 2 * Page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == (char *)MAP_FAILED || mprotect(p + Page, Room, PROT_READ | PROT_WRITE))
    abort();
  return atStart ? p + Page : p + Page + Room - size;
}
static void release(void *p, size_t size, bool atStart) {
  char *base = atStart ? (char *)p - Page : (char *)p + size - Page - Room;
  munmap(base, Room + 2 * Page);
}

template <typename Kernel> static void run(const char *name, int p, const void *C, size_t size,
                                           Kernel kernel) {
  printf("%s %d: ", name, p);
  errno = 55;
  try {
    kernel();
    printf("end");
  } catch (const Bad &b) {
    printf("%ld,%ld,%ld", b.I, b.J, b.K);
  }
  int e = errno;
  printf(" errno %d %llx\n", e, (unsigned long long)hash_of(C, size));
}

template <int N> static void all() {
  size_t size = N * N * sizeof(double);
  for (bool atStart : {false, true}) {
    double *A = (double *)edge(size, atStart), *B = (double *)edge(size, atStart);
    double *C = (double *)edge(size, atStart);
    unsigned char *a = (unsigned char *)edge(N * N, atStart);
    unsigned char *c = (unsigned char *)edge(N * N, atStart);
    for (int p = -1; p < N * N; p += p < 0 ? 1 : 5) {
      auto reset = [&] {
        for (int x = 0; x < N * N; ++x) {
          A[x] = small(x, 1, 7);
          B[x] = small(x, 2, 5);
          C[x] = small(x, 3, 3);
          a[x] = x % 100;
          c[x] = x % 7;
        }
        if (p >= 0) {
          A[p] = 4 * POISON;
          a[p] = 255;
        }
      };
      reset();
      run("flat", p, C, size, [&] { flat(N, C, A, B); });
      reset();
      run("pitched", p, C, size, [&] {
        pitched<N>(N, (double(*)[N])C, (const double(*)[N])A, (const double(*)[N])B);
      });
      reset();
      run("backwards", p, C, size, [&] { backwards(N, C, A); });
      reset();
      run("bytes", p, c, N * N, [&] { bytes(N, c, a); });
    }
    release(A, size, atStart);
    release(B, size, atStart);
    release(C, size, atStart);
    release(a, N * N, atStart);
    release(c, N * N, atStart);
  }
}

int main() {
  all<1>();
  all<7>();
  all<19>();
  all<41>();
  return 0;
}
