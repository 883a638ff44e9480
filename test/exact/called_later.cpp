// REQUIRES: escop
// RUN: %exact %s --tiled 6 --cflags=-ffp-contract=off \
// RUN:   --config "-O3 -fexception-safe-tiling" \
// RUN:   --config "-O3 -march=native -fexception-safe-tiling" \
// RUN:   --config "-O3 -fexception-safe-tiling -mllvm -polly-escop-leave-iterations=2"
//
// The driver wants to be called later: before it copies rows, or asks for memory and pages, the nest is
// to have executed as much itself. What leaves in between, and behind, leaves as it does; a nest that
// goes on behind its guards calls the driver again, from the state that it has then.
#include "escop.h"

constexpr long N = 80, Pitch = 85, Total = 3 * N * Pitch;
static double Memory[Total];
static double *A[N], *B[N], *C[N];
static double Sums[N];

NOINLINE static void product(long n, double **C, double **A, double **B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k)
        sum += A[i][k] * B[k][j];
      if (sum > LIMIT)
        throw i * 100 + j;
      C[i][j] = sum;
    }
}
// Inspected: what the guard looks at is not written.
NOINLINE static void inspected(long n, double **C, double **A, double **B) {
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k) {
      const double a = A[i][k];
      if (a > LIMIT)
        throw i * 100 + k;
      for (long j = 0; j < n; ++j)
        C[i][j] += a * B[k][j];
    }
}
NOINLINE static long sweeps(long n, long steps, double *a, double *b) {
  long done = 0;
  for (long t = 0; t < steps; ++t) {
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j) {
        double v = a[(i - 1) * Pitch + j] + a[(i + 1) * Pitch + j] - a[i * Pitch + j - 1];
        if (v > LIMIT - 100 * t)
          return done * 10000 + j;
        b[i * Pitch + j] = v - (v > 4 ? 8 : 0);
      }
    for (long i = 1; i < n - 1; ++i)
      for (long j = 1; j < n - 1; ++j)
        a[i * Pitch + j] = b[i * Pitch + j];
    done += t;
  }
  return done;
}
// Goes on with the next row.
NOINLINE static long skips(long n, double *c, const double *a, const double *b, double *sums) {
  long skipped = 0;
  for (long i = 0; i < n; ++i) {
    double row = 0;
    for (long j = 0; j < n; ++j) {
      double sum = c[i * Pitch + j];
      for (long k = 0; k < n; ++k)
        sum += a[i * Pitch + k] * b[k * Pitch + j];
      if (sum > LIMIT) {
        skipped = skipped * 3 + j;
        break;
      }
      c[i * Pitch + j] = sum;
      row += sum;
    }
    sums[i] = row;
  }
  return skipped;
}
NOINLINE static void table(long n, double *c, const double *x, const double *y) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double v = c[i * Pitch + j] + x[i] * y[j];
      if (v > LIMIT)
        throw i * 100 + j;
      c[i * Pitch + j] = v;
    }
}
// Sums behind a scale, as in an orthogonalisation: one iteration writes all columns behind.
NOINLINE static void columns(long n, double *a, double *r) {
  for (long k = 0; k < n; ++k) {
    double norm = 0;
    for (long i = 0; i < n; ++i)
      norm += a[i * Pitch + k];
    if (norm > LIMIT)
      throw k;
    for (long j = k + 1; j < n; ++j) {
      double sum = 0;
      for (long i = 0; i < n; ++i)
        sum += a[i * Pitch + k] * a[i * Pitch + j];
      sum = sum > 3 ? 1 : 0;
      r[k * Pitch + j] = sum;
      for (long i = 0; i < n; ++i)
        a[i * Pitch + j] -= sum;
    }
  }
}

static void fill(long bad, bool shuffled) {
  for (long x = 0; x < Total; ++x)
    Memory[x] = small(x, 1, 5);
  if (bad >= 0)
    Memory[bad] = POISON;
  for (long i = 0; i < N; ++i) {
    Sums[i] = 0;
    long row = shuffled ? (i * 7 + 3) % N : i;
    C[i] = Memory + row * Pitch;
    A[i] = Memory + (N + row) * Pitch;
    B[i] = Memory + (2 * N + row) * Pitch;
  }
}
template <typename Call> static void run(const char *name, long bad, bool shuffled, Call call) {
  fill(bad, shuffled);
  long where = -1;
  try {
    call();
  } catch (long at) {
    where = at;
  }
  printf("%s %ld %d: %ld %llx %llx\n", name, bad, shuffled, where,
         (unsigned long long)hash_of(Memory, sizeof Memory),
         (unsigned long long)hash_of(Sums, sizeof Sums));
}

int main(int argc, char **) { // argc: unknown to the compiler
  const long n = N * argc, next = N * Pitch;
  double *c = Memory, *a = Memory + next, *b = Memory + 2 * next;
  // Rows of each operand: the first ones, some in the middle, the last one.
  for (long row = -1; row < N; row += row < 12 || row > N - 3 ? 1 : 11)
    for (int which = 0; which < 3; ++which) {
      const long bad = row < 0 ? -1 : which * next + row * Pitch + (row * 5 + 2) % N;
      for (int shuffled = 0; shuffled < 2; ++shuffled) {
        run("product", bad, shuffled, [&] { product(n, C, A, B); });
        run("inspected", bad, shuffled, [&] { inspected(n, C, A, B); });
      }
      run("sweeps", bad, false, [&] { throw sweeps(n, n, c, a); });
      run("skips", bad, false, [&] { throw skips(n, c, a, b, Sums); });
      run("table", bad, false, [&] { table(n, c, a, b); });
      run("columns", bad, false, [&] { columns(n, a, c); });
    }
  return 0;
}
