// RUN: %exact %s --tiled 8 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50 %unpacked"
//
// Products whose bounds are minima or maxima, or that do something else in some iterations: they are
// executed by register tiles if the bounds are the same in all iterations, and nothing else is done.
// Whether that is so changes with the last iteration, or the first one, of a loop.
#include "products.h"
#include <algorithm>
typedef double T;

static long Shift;
#define ADD C[i * p + j] += A[i * p + k] * B[k * p + j]
#define ROW CHECK(A[i * p + l / 2])

FORM(endsLater, T) {
  const long s = l + Shift;
  FOR(i, m) {
    ROW;
    FOR(j, n) FOR(k, std::min(l, i + s)) ADD;
  }
}
FORM(endsEarlier, T) {
  const long s = l + m - 1 + Shift;
  FOR(i, m) {
    ROW;
    FOR(k, std::min(l, s - i)) FOR(j, n) ADD;
  }
}
FORM(beginsLater, T) {
  const long s = m - 1 + Shift;
  FOR(i, m) {
    ROW;
    FOR(j, n) for (long k = std::max(0L, i - s); k < l; ++k) ADD;
  }
}
FORM(columnsEnd, T) {
  const long s = n + Shift;
  FOR(k, l) FOR(i, m) {
    ROW;
    FOR(j, std::min(n, k + s)) ADD;
  }
}
FORM(columnsBeginAndEnd, T) {
  const long s = m - 1 + Shift, t = n + Shift;
  FOR(i, m) {
    ROW;
    FOR(k, l) for (long j = std::max(0L, i - s); j < std::min(n, i + t); ++j) ADD;
  }
}
FORM(storesInLastRow, T) {
  const long s = m + Shift;
  FOR(i, m) {
    ROW;
    if (i >= s)
      C[i * p + 1] = 7;
    FOR(k, l) FOR(j, n) ADD;
  }
}
FORM(storesIfBoth, T) {
  const long s = m + Shift;
  FOR(i, m) {
    ROW;
    if (i >= s && l > 8)
      FOR(j, n) C[i * p + j] *= 2;
    FOR(k, l) FOR(j, n) ADD;
  }
}
FORM(entersLater, T) {
  const long s = Shift;
  FOR(i, m) {
    ROW;
    if (i >= s)
      FOR(k, l) FOR(j, n) ADD;
  }
}

int main() {
  for (Shift = -1; Shift <= 1; ++Shift) {
    printf("shift %ld\n", Shift);
    sweep("endsLater", endsLater);
    sweep("endsEarlier", endsEarlier);
    sweep("beginsLater", beginsLater);
    sweep("columnsEnd", columnsEnd);
    sweep("columnsBeginAndEnd", columnsBeginAndEnd);
    sweep("storesInLastRow", storesInLastRow);
    sweep("storesIfBoth", storesIfBoth);
    sweep("entersLater", entersLater);
  }
}
