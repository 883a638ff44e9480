// All shortest paths: path[i][j] = min(path[i][j], path[i][k] + path[k][j]), for k = 0, 1, ...
// No RO. RW: path[i][j] after each update: not below -limit, as a negative cycle would make it.
#define NO_RO
#include "integers.h"

constexpr int Lowest = 100000000;

static long N;
static IntMatrix Path;

static void sizes(Size S) {
  constexpr long Sizes[] = {16, 60, 200, 1000, 2800};
  N = Sizes[S];
  allocate(Path, N, N);
}

static void init() {
  for (long i = 0; i < N; i++)
    for (long j = 0; j < N; j++)
      Path[i][j] = i == j ? 0 : value(i, j, 97);
}

// An index out of range is found in the first outer iteration: counted there are the rows.
static long positions() { return N; }

// The cycle of P alone; nothing takes it twice before k = P. The throw-free twin would take it
// until the sum overflows.
static void poison(long P) {
  if (Checked)
    shrink(Path, P);
#ifdef VARIANT_RW
  Path[P][P] = -Lowest / 5 * 3;
#endif
}

KERNEL void floydWarshall(long n, IntMatrixRef path, [[maybe_unused]] int lowest) {
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        int via = path[i][k] + path[k][j];
        path[i][j] = via < path[i][j] ? via : path[i][j];
        ASSERT_RW(path[i][j] >= lowest, "path", i, j);
      }
}

static void kernel(double) { floydWarshall(N, Path, -Lowest); }
