// RUN: %exact %s --config "-O3 @optimized" \
// RUN:   --config "-O3 @naive %unpacked" --config "-O3 @optimized -march=native %unpacked" --args 12
//
// What the exception carries: a message with the indices, a live sum, a pointer into the matrix, a
// hash of memory taken by the constructor at the throw itself, before anything unwinds. Caught in
// place, by the caller, by a caller that throws again, and by one that nests it.
#include "escop.h"
#include <exception>
#include <stdexcept>
#include <string>

constexpr int P = 12;
static double A[P][P], B[P][P], C[P][P];

struct Snapshot : std::runtime_error {
  uint64_t Memory;
  const double *Where;
  double Sum;
  Snapshot(const std::string &what, const double *where, double sum)
      : std::runtime_error(what), Memory(hash_of(C, sizeof C)), Where(where), Sum(sum) {}
};

NOINLINE static double kernel(int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        if (A[i][k] > LIMIT)
          throw Snapshot("A[" + std::to_string(i) + "][" + std::to_string(k) + "] at " +
                             std::to_string(j), &A[i][k], sum);
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw Snapshot("C[" + std::to_string(i) + "][" + std::to_string(j) + "]", &C[i][j], sum);
      }
      sum += C[i][j];
    }
  return sum;
}

static inline void kernelInline(int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          throw i * 1000 + j * 30 + k;
      }
}
// The try block is in the same function once the kernel is inlined: the throw is an invoke.
NOINLINE static int caughtInPlace(int n) {
  int result = -1;
  try {
    kernelInline(n);
  } catch (int where) {
    result = where;
    C[0][0] += 1;
  }
  return result + (int)C[0][0];
}
// Runs the nest again in the handler, and once more after it.
NOINLINE static int again(int n) {
  int caught = 0;
  for (int attempt = 0; attempt < 3; ++attempt)
    try {
      kernelInline(n);
    } catch (int where) {
      caught = caught * 7 + where;
      C[where / 1000][where % 1000 / 30] = 1;
    }
  return caught;
}

static double rethrows(int n) {
  try {
    return kernel(n);
  } catch (const std::exception &) {
    C[1][1] += 5;
    throw;
  }
}
static double nests(int n) try {
  return rethrows(n);
} catch (...) {
  std::throw_with_nested(std::logic_error("outer"));
}

static void reset(int p, int n) {
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j) {
      A[i][j] = small(i, j, 7);
      B[i][j] = small(i, j, 5);
      C[i][j] = small(i, j, 3);
    }
  if (p >= n * n)
    C[p / n - n][p % n] = LIMIT - 3 * (p % n);
  else if (p >= 0)
    A[p / n][p % n] = POISON;
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  for (int p = -1; p < 2 * n * n; ++p) {
    reset(p, n);
    try {
      printf("%d: %.17g", p, nests(n));
    } catch (const std::logic_error &outer) {
      printf("%d: %s", p, outer.what());
      try {
        std::rethrow_if_nested(outer);
      } catch (const Snapshot &s) {
        const double *base = s.what()[0] == 'A' ? &A[0][0] : &C[0][0];
        printf(" %s %llx %td %.17g", s.what(), (unsigned long long)s.Memory, s.Where - base, s.Sum);
      }
    }
    printf(" %llx\n", (unsigned long long)hash_of(C, sizeof C));
    reset(p, n);
    printf("in place %d", caughtInPlace(n));
    printf(" %llx\n", (unsigned long long)hash_of(C, sizeof C));
    reset(p, n);
    printf("again %d", again(n));
    printf(" %llx\n", (unsigned long long)hash_of(C, sizeof C));
  }
  return 0;
}
