// RUN: %exact_packed %s
//
// The allocation of a checkpoint may fail. This program defines malloc and its relatives itself and
// lets the n-th allocation inside the nest fail, then all from the n-th on: results and errno are
// the same. (What the program itself allocates in the nest is an exception: of type int, which the
// C++ run time keeps in its reserve when malloc fails.)
#include "escop.h"
#include <cerrno>

extern "C" void *__libc_malloc(size_t);
extern "C" void *__libc_calloc(size_t, size_t);
extern "C" void *__libc_memalign(size_t, size_t);

static bool InNest, AllFrom;
static long FailAt = -1, Count;

static bool fails() {
  if (!InNest)
    return false;
  long number = Count++;
  if (FailAt < 0 || number < FailAt || (!AllFrom && number > FailAt))
    return false;
  errno = ENOMEM;
  return true;
}
extern "C" void *malloc(size_t size) { return fails() ? nullptr : __libc_malloc(size); }
extern "C" void *calloc(size_t n, size_t size) { return fails() ? nullptr : __libc_calloc(n, size); }
extern "C" void *memalign(size_t align, size_t size) {
  return fails() ? nullptr : __libc_memalign(align, size);
}
extern "C" void *aligned_alloc(size_t align, size_t size) { return memalign(align, size); }
extern "C" int posix_memalign(void **p, size_t align, size_t size) {
  return (*p = memalign(align, size)) ? 0 : ENOMEM;
}

constexpr int N = 48;
static double A[N][N], B[N][N], C[N][N];

NOINLINE static void written(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw i * 10000 + j * 100 + k;
      }
}
NOINLINE static void readOnly(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw i * 10000 + j * 100 + k;
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE static int noThrow(int n) { // no allocation of its own on any path
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      C[i][j] += A[i][j] + B[j][i];
      if (C[i][j] > LIMIT)
        return i * 100 + j;
    }
  return -1;
}

int main() {
  for (int row = -1; row < N; row += row < 0 ? 1 : 11)
    for (int which = 0; which < 3; ++which)
      for (AllFrom = false;; AllFrom = true) {
        for (FailAt = -1; FailAt < 8; ++FailAt) {
          for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) {
              A[i][j] = small(i, j, 7);
              B[i][j] = small(i, j, 5);
              C[i][j] = small(i, j, 3);
            }
          if (row >= 0)
            A[row][row / 2] = 4 * POISON;
          int result = -1;
          Count = 0;
          InNest = true;
          errno = 99;
          try {
            if (which == 0)
              written(N);
            else if (which == 1)
              readOnly(N);
            else
              result = noThrow(N);
            InNest = false;
            result = result < 0 ? -errno : result; // after a throw the run time may have set it
          } catch (int where) {
            InNest = false;
            result = where;
          }
          printf("%d %d %d %ld: %d %llx\n", row, which, AllFrom, FailAt, result,
                 (unsigned long long)hash_of(C, sizeof C));
        }
        if (AllFrom)
          break;
      }
  return 0;
}
