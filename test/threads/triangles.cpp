// RUN: %exact %s --tiled 4 --cflags=-pthread
// RUN: %if escop %{ %exact %s --tiled 4 --cflags=-pthread \
// RUN:   --config "-O3 @optimized -fexception-safe-tiling-in-place %unpacked" %}
// RUN: %counted_unpacked %s lower:speculate,complete,early upper:speculate,complete,early \
// RUN:   lowerProduct:speculate,complete,early upperProduct:speculate,complete,early
//
// One thread owns the lower triangle of a matrix, with the diagonal, another one the upper
// triangle. One of them throws all the time, at other places, then both do. No update is lost.
#include "threads.h"

constexpr long N = 190, K = 56;
static double A[N][N], C[N][N];

NOINLINE void lower(long n, double (*C)[N], const double (*A)[N]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void upper(long n, double (*C)[N], const double (*A)[N]) {
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      C[i][j] += A[i][j];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void lowerProduct(long n, double (*C)[N], const double (*A)[N]) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j <= i; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * A[j][k];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}
NOINLINE void upperProduct(long n, double (*C)[N], const double (*A)[N]) {
  for (long i = 0; i < n; ++i)
    for (long j = i + 1; j < n; ++j) {
      for (long k = 0; k < n; ++k)
        C[i][j] += A[i][k] * A[j][k];
      if (C[i][j] > TOP)
        throw Bad{i, j};
    }
}

static Part partOf(bool isLower, bool isProduct, long n) {
  struct Place {
    long I, J;
  };
  std::vector<Place> places;
  for (long i = 0; i < n; ++i)
    for (long j = isLower ? 0 : i + 1; j < (isLower ? i + 1 : n); ++j)
      places.push_back({i, j});
  return elementsOf<double>(
      places.size(),
      [=] {
        if (isProduct)
          (isLower ? lowerProduct : upperProduct)(n, C, A);
        else
          (isLower ? lower : upper)(n, C, A);
      },
      [=](long q) { return &C[places[q].I][places[q].J]; },
      [=](long q) {
        double sum = 0;
        for (long k = 0; k < n; ++k)
          sum += A[places[q].I][k] * A[places[q].J][k];
        return isProduct ? sum : A[places[q].I][places[q].J];
      });
}

int main(int argc, char **argv) {
  long calls = rounds(argc, argv, 2000);
  for (long i = 0; i < N; ++i)
    for (long j = 0; j < N; ++j)
      A[i][j] = small(i, j, 3);
  for (bool isProduct : {false, true}) {
    const char *name = isProduct ? "product" : "elements";
    long n = isProduct ? K : N;
    Part low = partOf(true, isProduct, n), up = partOf(false, isProduct, n);
    share(name, {low, up}, isProduct ? calls / 3 : calls);
    share(name, {up, low}, isProduct ? calls / 3 : calls);
  }
  return 0;
}
