// RUN: %exact %s --tiled 2 --cflags=-ffp-contract=off --config "-O3 @optimized" \
// RUN:   --config "-O3 -fexception-safe-tiling" \
// RUN:   --config "-O3 -fexception-safe-tiling -mllvm -polly-escop-least-work=0"
//
// Rows' headers that an iteration loads behind a guard only. The driver may load them in front of the
// loop over the row if the page can be read: if the row before has its header there, and nothing can
// have unmapped it, or if the kernel says so. Here the page behind some headers cannot be read, and
// the guard fires in front of the first of these; or a call makes the page of all unreadable in
// between.
#include "escop.h"
#include <cmath>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

struct Bad {
  long Row, Column;
};

NOINLINE static void sweep(double **b, double **c, long n, long m, double limit) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++) {
      double v = 0.2 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
      if (!(std::fabs(v) < limit))
        throw Bad{i, j};
      c[i][j] = v;
    }
}

static void *Table;
static long Page, HiddenAt;
NOINLINE static void reach(long i) {
  if (i == HiddenAt)
    mprotect(Table, Page, PROT_NONE);
}

NOINLINE static void sweepWithCalls(double **b, double **c, long n, long m, double limit) {
  for (long i = 1; i < n - 1; i++) {
    reach(i);
    for (long j = 1; j < m - 1; j++) {
      double v = 0.2 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
      if (!(std::fabs(v) < limit))
        throw Bad{i, j};
      c[i][j] = v;
    }
  }
}

int main() {
  Page = sysconf(_SC_PAGESIZE);
  char *Pages = static_cast<char *>(
      mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(Pages + Page, Page, PROT_NONE);
  Table = Pages;
  const long n = 60;
  for (long m : {3, 10, 40, 200, 5000})
    for (long Readable : {2, 3, 7, 59})
      for (int Calls : {0, 1}) {
        std::vector<double> B(n * m, 0.5), C(n * m, 0.25);
        std::vector<double *> Rows;
        for (long i = 0; i < n; i++)
          Rows.push_back(&B[i * m]);
        // The last headers are on the page that can be read.
        double **c = reinterpret_cast<double **>(Pages + Page) - Readable;
        for (long i = 0; i < Readable; i++)
          c[i] = &C[i * m];
        if (Readable < n - 1)
          B[(Readable - 1) * m + 1] = B[(Readable + 1) * m + 1] = 1e9;
        HiddenAt = Readable / 2 + 1;
        if (Calls && HiddenAt < n - 1)
          B[(HiddenAt - 1) * m + 1] = 1e9;
        Bad At{-1, -1};
        try {
          (Calls ? sweepWithCalls : sweep)(Rows.data(), c, n, m, 1000);
        } catch (const Bad &E) {
          At = E;
        }
        mprotect(Pages, Page, PROT_READ | PROT_WRITE);
        printf("%ld %ld %d: %ld, %ld %016llx\n", m, Readable, Calls, At.Row, At.Column,
               (unsigned long long)hash_of(C.data(), C.size() * sizeof(double)));
      }
}
