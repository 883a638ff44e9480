// The most base pairs of an RNA sequence folded without crossings: table[i][j], for the bases i to
// j, is the largest of table[i][j-1], table[i+1][j], table[i+1][j-1] plus 1 if i and j pair (bases
// are 0 to 3, pairs sum up to 3), and table[i][k] + table[k+1][j] for i < k < j; i counts down.
// RO: seq[i] is a base. RW: the finished table[i][j].
#include "integers.h"

static long N;
static IntVector Seq;
static IntMatrix Table;

static void sizes(Size S) {
  constexpr long Sizes[] = {20, 80, 300, 1200, 2500};
  N = Sizes[S];
  allocate(Seq, N), allocate(Table, N, N);
}

static void init() {
  for (long i = 0; i < N; i++) {
    Seq[i] = (i * i + i / 3) % 4;
    for (long j = 0; j < N; j++)
      Table[i][j] = 0;
  }
}

// The first outer iteration reads the last base and writes the last column.
static long positions() { return Checked ? 1 : N - 1; }
static void poison(long P) {
  long i = N - 2 - P;
  if (Checked)
    shrink(Seq, N - 1);
  else if (ReadOnlyGuard)
    Seq[i] = 7;
  else
    Table[i][(i + N) / 2] = 1000000; // no later maximum is smaller
}

inline int larger(int A, int B) { return A < B ? B : A; }

KERNEL void nussinov(long n, ConstIntVectorRef seq, IntMatrixRef table, [[maybe_unused]] int most) {
  for (long i = n - 2; i >= 0; i--)
    for (long j = i + 1; j < n; j++) {
      ASSERT_RO((unsigned)seq[i] <= 3, "seq", i, j);
      int best = larger(table[i][j], larger(table[i][j - 1], table[i + 1][j]));
      int pair = j > i + 1 && seq[i] + seq[j] == 3;
      table[i][j] = larger(best, table[i + 1][j - 1] + pair);
      for (long k = i + 1; k < j; k++)
        table[i][j] = larger(table[i][j], table[i][k] + table[k + 1][j]);
      ASSERT_RW(table[i][j] <= most, "table", i, j);
    }
}

static void kernel(double) { nussinov(N, Seq, Table, N / 2); }
