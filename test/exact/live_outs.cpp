// RUN: %exact %s --args 17
//
// Scalars that live past the nest: a sum, a maximum, a count, the last indices; at the normal end
// and at each abnormal exit, seen after a break, in a return value and in the exception.
#include "escop.h"

constexpr int P = 24;
static double A[P][P], B[P][P];
static long V[P];

struct Found {
  int I, J;
  double Sum, Max;
  unsigned Count;
};

NOINLINE static double sumThrow(int n) {
  double sum = 0, max = -1;
  unsigned count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        throw Found{i, j, sum, max, count};
      sum += A[i][j];
      if (A[i][j] > max)
        max = A[i][j];
      B[i][j] += A[i][j];
      ++count;
    }
  return sum + max * 1000 + count * 1e6;
}

struct Result {
  int I, J;
  double Sum;
  long Last;
};

NOINLINE static Result sumBreak(int n) {
  double sum = 1;
  long last = -7;
  int i, j = -1;
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n; ++j) {
      B[i][j] += 2 * A[i][j];
      sum += A[i][j];
      if (A[i][j] > LIMIT)
        goto out;
      last = i * 100 + j;
    }
    V[i] += last;
  }
out:
  return {i, j, sum, last};
}

// The scalar is guarded itself: an accumulated sum passes a bound.
NOINLINE static double budget(int n, double bound) {
  double spent = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      spent += A[i][j];
      if (spent > bound)
        return -spent;
      B[i][j] -= A[i][j];
    }
  return spent;
}

// A sum per row, reset in the outer loop, guarded there.
NOINLINE static int rows(int n, double bound) {
  int i;
  for (i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j) {
      s += A[i][j];
      B[i][j] = s;
    }
    if (s > bound)
      break;
    V[i] = (long)s;
  }
  return i;
}

// Integer live-outs with wrapping arithmetic.
NOINLINE static uint32_t wrapping(int n, uint32_t seed) {
  uint32_t h = seed;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (A[i][j] > LIMIT)
        return h;
      h = h * 2654435761u + (uint32_t)A[i][j];
      B[j][i] += 1;
    }
  return ~h;
}

static void reset(int p, int n) {
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 9);
      B[i][j] = small(j, i, 4);
    }
  memset(V, 0, sizeof V);
  if (p >= 0)
    A[p / n][p % n] = POISON;
}

static void memory() {
  uint64_t h = hash_more(hash_of(B, sizeof B), V, sizeof V);
  printf(" %llx\n", (unsigned long long)h);
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int p = -1; p < n * n; ++p) {
    reset(p, n);
    try {
      printf("throw %d: %.17g", p, sumThrow(n));
    } catch (const Found &f) {
      printf("throw %d: %d,%d %.17g %.17g %u", p, f.I, f.J, f.Sum, f.Max, f.Count);
    }
    memory();
    reset(p, n);
    Result r = sumBreak(n);
    printf("break %d: %d,%d %.17g %ld", p, r.I, r.J, r.Sum, r.Last);
    memory();
    reset(-1, n);
    printf("budget %d: %.17g", p, budget(n, 5.0 * p));
    memory();
    reset(p, n);
    printf("rows %d: %d", p, rows(n, 1000));
    memory();
    reset(p, n);
    printf("wrapping %d: %u", p, wrapping(n, 12345));
    memory();
  }
  for (int m = 0; m < 3; ++m) { // zero and one trip
    reset(-1, n);
    Result r = sumBreak(m);
    printf("short %d: %.17g %.17g %d,%d %ld %d", m, sumThrow(m), budget(m, 1), r.I, r.J, r.Last,
           rows(m, 1000));
    memory();
  }
  return 0;
}
