// REQUIRES: escop
// RUN: %exact %s --tiled 3
//
// A counter that is affine while no guard fires, and is not where the nest itself has executed
// iterations: cold code leaves it as it is, or the step that is loaded has become another one.
#include "escop.h"
#include <stdexcept>

constexpr long N = 48;
static double A[N][N], B[N][N], C[3 * N][N];

NOINLINE static long jumps(long n) {
  long o = 0;
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < N; ++j)
      for (long k = 0; k < N; ++k) {
        if (A[i][k] > LIMIT)
          goto skip;
        C[o][j] += A[i][k] * B[k][j];
      }
    ++o;
  skip:;
  }
  return o;
}

NOINLINE static long handler(long n) {
  long o = 0;
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < N; ++j)
        for (long k = 0; k < N; ++k) {
          if (A[i][k] > LIMIT)
            throw std::domain_error("A");
          C[o][j] += A[i][k] * B[k][j];
        }
      ++o;
    } catch (const std::domain_error &) {
      o += 2;
    }
  return o;
}

// The first iteration, which the nest executes itself, changes the step where steps and p are one.
NOINLINE static long loaded(long n, const long *p, long *steps) {
  long o = 0;
  for (long i = 0; i < n; ++i) {
    long step = *p;
    for (long k = 0; k < n; ++k)
      for (long j = 0; j < n; ++j) {
        C[o][j] += A[i][k] * B[k][j];
        if (C[o][j] > LIMIT)
          throw std::domain_error("C");
      }
    o += step;
    steps[i] = 2;
  }
  return o;
}

static void run(const char *name, long (*f)(long), long row, long column) {
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j)
      A[i][j] = small(i, j, 7), B[i][j] = small(j, i, 5);
  for (auto &r : C)
    for (double &c : r)
      c = 1;
  if (row >= 0)
    A[row][column] = POISON, A[row / 2][column / 3] = POISON;
  long result = -1;
  try {
    result = f(N);
  } catch (const std::domain_error &e) {
    printf("%s ", e.what());
  }
  printf("%s %ld %ld: %ld %llx\n", name, row, column, result,
         (unsigned long long)hash_of(C, sizeof C));
}

static long Steps[N], Other;

int main() {
  for (long row = -1; row < N; ++row) {
    run("jumps", jumps, row, (row * 5 + N) % N);
    run("handler", handler, row, (row * 7 + N) % N);
    for (bool same : {false, true}) {
      Other = 1;
      for (long &step : Steps)
        step = 1;
      run(same ? "loaded" : "loaded elsewhere",
          same ? [](long n) { return loaded(n, Steps, Steps); }
               : [](long n) { return loaded(n, &Other, Steps); },
          row, (row * 3 + N) % N);
    }
  }
}
