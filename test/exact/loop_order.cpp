// RUN: %exact %s --tiled 10 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 -march=native @optimized -mllvm -polly-escop-least-work=0"
// RUN: %if escop %{ %clangxx -O3 %optimized -I %inputs -Rpass=polly-escop -c %s -o /dev/null 2>&1 | FileCheck %s %}
//
// CHECK-COUNT-10: tiled exception-safe nest (inspect, Polly): 0 guards, 0 exits
// CHECK-NOT: tiled
//
// Nests that cannot leave early, but have the wrong innermost loop: it steps over rows, or it adds to one
// sum. Sums are not exact, so that each has to be added to in its order. Arrays may overlap.
#include "escop.h"

#define FOR(I, FROM, N) for (long I = FROM; I < N; ++I)
#define NEST(NAME)                                                                                 \
  NOINLINE static void NAME(long n, long m, long p, double *c, const double *a, const double *b)

NEST(rows) {
  FOR(i, 0, n) {
    double s = 0;
    FOR(j, 0, m) s += a[i * p + j] * b[j];
    c[i] = s;
  }
}
NEST(rowsInMemory) { FOR(i, 0, n) FOR(j, 0, m) c[i] -= a[i * p + j] * b[j]; }
NEST(columns) {
  FOR(j, 0, m) {
    double s = b[j];
    FOR(i, 0, n) s += a[i * p + j];
    c[j] = s;
  }
}
NEST(greatest) {
  FOR(j, 0, m) {
    double s = a[j];
    FOR(i, 1, n) s = a[i * p + j] > s ? a[i * p + j] : s;
    c[j] = s;
  }
}
NEST(scaleColumns) { FOR(j, 0, m) FOR(i, 0, n) c[i * p + j] /= b[j]; }
NEST(outerProduct) { FOR(j, 0, m) FOR(i, 0, n) c[i * p + j] += a[i] * b[j]; }
NEST(sweep) {
  FOR(j, 1, m - 1)
  FOR(i, 1, n - 1)
  c[i * p + j] = 0.3 * (a[i * p + j - 1] + a[i * p + j + 1] + a[(i - 1) * p + j] + a[(i + 1) * p + j]);
}
NEST(prefixes) { FOR(j, 0, m) FOR(i, 1, n) c[i * p + j] += c[(i - 1) * p + j] / 3; }
NEST(distances) {
  FOR(i, 0, n) FOR(j, 0, n) {
    double s = 0;
    FOR(k, 0, m) {
      double d = a[i * p + k] - b[j * p + k];
      s += d * d;
    }
    c[i * p + j] = s;
  }
}
NEST(filter) {
  FOR(i, 2, n - 2) FOR(j, 0, m) {
    double s = 0;
    FOR(k, -2, 3) s += b[k + 2] * a[(i + k) * p + j];
    c[i * p + j] = s;
  }
}
NEST(triangle) {
  FOR(i, 0, n) {
    double s = 0;
    FOR(j, 0, i + 1) s += a[i * p + j] * b[j];
    c[i] = s;
  }
}
NEST(twoSums) {
  FOR(i, 0, n) {
    double s = 0, q = 1;
    FOR(j, 0, m) {
      s += a[i * p + j];
      q -= a[i * p + j] * b[j];
    }
    c[i] = s;
    c[p + i] = q;
  }
}
// Another order is no better: each has one array that it steps over, or a sum that is none in this one.
NEST(transpose) { FOR(i, 0, n) FOR(j, 0, m) c[j * p + i] = a[i * p + j]; }
NEST(addTransposed) { FOR(i, 0, n) FOR(j, 0, m) c[i * p + j] = a[i * p + j] + b[j * p + i]; }
NEST(rowOfSums) { FOR(j, 0, m) FOR(i, 0, n) c[i] += a[i * p + j] * b[j]; }

constexpr long N = 150, P = 151, Part = N * P + 8, Total = 3 * Part;
static double Memory[Total];

static void fill() {
  for (long x = 0; x < Total; ++x)
    Memory[x] = small(x, 3, 97) / 7.0 - 3;
  // No number, infinite, a zero of each sign, and a number that is not normal.
  const double Special[] = {__builtin_nan(""), __builtin_inf(), -0.0, 0.0, 4.9e-320};
  for (long x = 0; x < 5; ++x)
    Memory[(x * 7919 + 1234) % Total] = Special[x];
}

template <typename Nest> static void sweepSizes(const char *name, Nest nest) {
  static const long Sizes[][2] = {{0, 5}, {1, 1}, {3, 40}, {40, 3}, {17, 16}, {33, 70}, {N, N}, {N, 20}, {18, N}};
  // How far the result and the second operand are from the first one.
  static const long Offsets[][2] = {{Part, 2 * Part}, {Part, 0}, {0, Part}, {1, Part}, {P, 2 * P}, {Part, Part + N / 2}};
  for (auto [n, m] : Sizes)
    for (auto [c, b] : Offsets) {
      fill();
      nest(n, m, P, Memory + c, Memory, Memory + b);
      printf("%s %ld %ld %ld %ld: %llx\n", name, n, m, c, b,
             (unsigned long long)hash_of(Memory, sizeof Memory));
    }
}

#define SWEEP(NAME) sweepSizes(#NAME, NAME)
int main() {
  SWEEP(rows);
  SWEEP(rowsInMemory);
  SWEEP(columns);
  SWEEP(greatest);
  SWEEP(scaleColumns);
  SWEEP(outerProduct);
  SWEEP(sweep);
  SWEEP(prefixes);
  SWEEP(distances);
  SWEEP(filter);
  SWEEP(triangle);
  SWEEP(twoSums);
  SWEEP(transpose);
  SWEEP(addTransposed);
  SWEEP(rowOfSums);
}
