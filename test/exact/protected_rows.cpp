// RUN: %exact_unpacked %s
//
// The rows that the nest does not reach before it throws are inaccessible, unmapped or read only:
// the program never touches them, so no compiler may. errno stays what it was, on every path.
#include "escop.h"
#include <cerrno>
#include <initializer_list>
#include <sys/mman.h>

constexpr int N = 8;
using Row = double[512]; // one page each
struct Bad {
  long I, J, K;
};

NOINLINE static void readOnly(long n, long m, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        if (A[i][k] > LIMIT)
          throw Bad{i, j, k};
        C[i][j] += A[i][k] * B[k][j];
      }
}
NOINLINE static void written(long n, long m, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw Bad{i, j, k};
      }
}
// Guarded at the start of the row, so that even the throwing row of C must not be touched.
NOINLINE static void rowGuard(long n, long m, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i) {
    if (A[i][0] > LIMIT)
      throw Bad{i, -1, -1};
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < m; ++k)
        C[i][j] += A[i][k] * B[k][j];
  }
}
// Reads of B start at row 1 only after the guard: B[k] for k > 0 may be missing as well.
NOINLINE static void depth2(long n, long m, Row *C, const Row *A, const Row *) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] -= A[i][j];
      if (C[i][j] < -LIMIT)
        throw Bad{i, j, 0};
    }
}

static Row *map() {
  void *p = mmap(nullptr, N * sizeof(Row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    abort();
  return (Row *)p;
}
enum Kind { None, Inaccessible, Unmapped, ReadOnly };
static void protect(Row *rows, long from, long to, Kind kind) {
  if (from >= to)
    return;
  size_t bytes = (to - from) * sizeof(Row);
  if (kind == Unmapped)
    munmap(rows + from, bytes);
  else if (kind != None)
    mprotect(rows + from, bytes, kind == ReadOnly ? PROT_READ : PROT_NONE);
}

int main() {
  static const struct {
    const char *Name;
    void (*Kernel)(long, long, Row *, const Row *, const Row *);
  } kernels[] = {{"ro", readOnly}, {"rw", written}, {"row", rowGuard}, {"depth2", depth2}};
  for (long m : {5L, 40L, 512L})
    for (auto &k : kernels)
      for (Kind kindA : {None, Inaccessible, Unmapped, ReadOnly})
        for (Kind kindC : {None, Inaccessible, Unmapped, ReadOnly})
          for (long row = 0; row <= N; ++row) {
            if (m == 512 && (row % 3 != 1 || k.Kernel != depth2))
              continue; // B has N rows only
            long inner = k.Kernel == depth2 || m <= N ? m : N;
            Row *A = map(), *B = map(), *C = map();
            for (long i = 0; i < N; ++i)
              for (long j = 0; j < inner; ++j) {
                A[i][j] = small(i, j, 7);
                B[i][j] = small(i, j, 5);
                C[i][j] = small(i, j, 3);
              }
            if (row < N) {
              A[row][k.Kernel == rowGuard ? 0 : inner / 2] = 4 * POISON;
              protect(A, row + 1, N, kindA);
              protect(C, k.Kernel == rowGuard ? row : row + 1, N, kindC);
            } else
              protect(A, 0, N, kindA == ReadOnly ? ReadOnly : None); // A is only read
            printf("%s %ld %d %d %ld: ", k.Name, m, kindA, kindC, row);
            errno = 77;
            try {
              k.Kernel(N, inner, C, A, B);
              printf("end errno %d", errno);
            } catch (const Bad &b) {
              int e = errno;
              printf("%ld,%ld,%ld errno %d", b.I, b.J, b.K, e);
            }
            uint64_t h = HASH_START;
            long readable = row >= N ? N : k.Kernel == rowGuard && kindC != None ? row : row + 1;
            for (long i = 0; i < readable; ++i)
              h = hash_more(h, C[i], sizeof(Row));
            // What is protected must be unchanged, too; unmapped rows are gone.
            if (kindC == Inaccessible || kindC == ReadOnly) {
              mprotect(C, N * sizeof(Row), PROT_READ);
              h = hash_of(C, N * sizeof(Row));
            }
            printf(" %llx\n", (unsigned long long)h);
            munmap(A, N * sizeof(Row));
            munmap(B, N * sizeof(Row));
            munmap(C, N * sizeof(Row));
          }
  return 0;
}
