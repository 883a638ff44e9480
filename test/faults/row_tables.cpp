// RUN: %exact %s --tiled 1 --config "-O3 @optimized" --config "-O3 @optimized -march=native %unpacked"
// RUN: %exact %s --tiled 1 --config "-O3 @optimized -mllvm -polly-escop-proc-probe=1 %unpacked"
// RUN: %counted_unpacked %s product:inspect,complete,early,rows
//
// Tables of row pointers whose last entries are on a page that cannot be read, while the nest throws
// before it comes to them; and rows that cannot be read behind the throw. The table is only looked at
// where it is there; a row, only where the nest comes to it.
#include "escop.h"
#include <initializer_list>
#include <sys/mman.h>

constexpr long N = 40, Page = 4096;

NOINLINE static void product(double **C, double **A, double **B, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        if (A[i][k] > 1000)
          throw i * N + k;
        C[i][j] += A[i][k] * B[k][j];
      }
}

static char *pages(long count) {
  return static_cast<char *>(
      mmap(nullptr, count * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

int main() {
  char *table = pages(2);
  double *rows[3];
  for (double *&matrix : rows)
    matrix = reinterpret_cast<double *>(pages(N)); // a row is a page
  for (long there : {N, 30L, 1L, 0L})              // entries of A's table that can be read
    for (long full : {N, 20L})                     // rows of A that can be read
      for (long i : {-1L, 0L, 15L, N - 1}) {
        double **A = reinterpret_cast<double **>(table + Page) - there, *B[N], *C[N];
        mprotect(table, 2 * Page, PROT_READ | PROT_WRITE);
        mprotect(rows[1], N * Page, PROT_READ | PROT_WRITE);
        for (long r = 0; r < N; ++r) {
          A[r] = rows[1] + r * Page / 8;
          B[r] = rows[2] + r * Page / 8;
          C[r] = rows[0] + r * Page / 8;
          for (long c = 0; c < N; ++c) {
            A[r][c] = r == i && c == 3 ? 2000 : (r + c) % 5;
            B[r][c] = (r * 3 + c) % 7;
            C[r][c] = 0;
          }
        }
        if ((i < 0 ? N : i + 1) > (there < full ? there : full))
          continue; // would be a fault
        mprotect(table + Page, Page, PROT_NONE);
        mprotect(rows[1] + full * Page / 8, (N - full) * Page, PROT_NONE);
        long thrown = -1;
        try {
          product(C, A, B, N);
        } catch (long at) {
          thrown = at;
        }
        printf("%ld %ld %ld: %ld %016llx\n", there, full, i, thrown,
               static_cast<unsigned long long>(hash_of(rows[0], N * Page)));
      }
  return 0;
}
