// RUN: %exact %s --tiled 23 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50" \
// RUN:   --config "-O3 @optimized -fno-exception-safe-tiling-in-place -mllvm -polly-escop-least-work=0"
//
// Factorizations with scalars that no element of a matrix can hold: each gets an array, and tiles
// are executed. A pivot is bad where tiles begin and end.
#include "factorizations.h"

FORM(banachiewicz) { // A stays in the upper triangle
  INDEX;
  FOR(i, 0, n)
    FOR(j, i, n) {
      double s = A(i, j);
      FOR(k, 0, i) s -= A(i, k) * A(j, k);
      if (i == j) {
        CHECK(s, i);
        A(i, i) = std::sqrt(s);
      } else {
        A(j, i) = s / A(i, i);
      }
    }
}
FORM(intoAnother) {
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, i + 1) {
      double s = 0;
      FOR(k, 0, j) s += B(i, k) * B(j, k);
      if (i == j) {
        double d = A(i, i) - s;
        CHECK(d, i);
        B(i, i) = std::sqrt(d);
      } else {
        B(i, j) = (A(i, j) - s) / B(j, j);
      }
    }
}
FORM(solve) {
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, n) {
      double s = 0;
      FOR(k, 0, i) s += A(i, k) * B(k, j);
      CHECK(A(i, i), i);
      B(i, j) = (B(i, j) - s) / A(i, i);
    }
}
FORM(eliminate) { // two matrices, each in tiles of its own
  INDEX;
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(i, k + 1, n) {
      double f = A(i, k) / A(k, k);
      FOR(j, k, n) A(i, j) -= f * A(k, j);
      FOR(j, 0, n) B(i, j) -= f * B(k, j);
    }
  }
}
FORM(eliminateAbove) { // both coordinates of the loops go down
  INDEX;
  for (Index k = n; k-- > 0;) {
    CHECK(A(k, k), k);
    FOR(i, 0, k) {
      double f = A(i, k) / A(k, k);
      FOR(j, 0, n) B(i, j) -= f * B(k, j);
    }
  }
}
FORM(together) { // two sums that are needed at a time
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, i) {
      double s = 0, t = 1;
      FOR(k, 0, j) {
        s += B(i, k) * B(j, k);
        t -= B(i, k) * A(k, j);
      }
      CHECK(A(j, j), j);
      B(i, j) = (A(i, j) - s) * t / A(j, j);
    }
}
FORM(handedOn) { // sums of sums, of which each row begins with the former's
  INDEX;
  double r = 0;
  FOR(i, 0, n) {
    double d = r;
    FOR(j, 0, i) {
      double s = 0;
      FOR(k, 0, j) s += A(j, k) * A(i, k);
      s = (B(i, j) - s) / A(j, j);
      A(i, j) = s;
      d += s * s;
    }
    r = d;
    CHECK(A(i, i) + d, i);
    A(i, i) = std::sqrt(A(i, i) + d);
  }
}

FORM(formerSum) { // the sum, and what it was before the last product
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, n) {
      double s = 0, before = 1;
      FOR(k, 0, i) {
        before = s;
        s += A(i, k) * B(k, j);
      }
      CHECK(A(i, i), i);
      B(i, j) = (B(i, j) - s) / (A(i, i) + before);
    }
}
FORM(sumsByRows) { // pivots are sums of one loop, which have one subscript
  INDEX;
  FOR(i, 0, n) {
    FOR(j, 0, i) {
      double s = 0;
      FOR(k, 0, j) s += A(i, k) * A(j, k);
      A(i, j) = (A(i, j) - s) / A(j, j);
    }
    double t = 0;
    FOR(k, 0, i) t += A(i, k) * A(i, k);
    CHECK(A(i, i) - t, i);
    A(i, i) = std::sqrt(A(i, i) - t);
  }
}
FORM(sumsByColumns) { // subscripts of sums are those of iterations, not of rows
  INDEX;
  FOR(j, 0, n) {
    double t = 0;
    FOR(k, 0, j) t += A(j, k) * A(j, k);
    double d = A(j, j) - t;
    CHECK(d, j);
    A(j, j) = std::sqrt(d);
    FOR(i, j + 1, n) {
      double s = 0;
      FOR(k, 0, j) s += A(i, k) * A(j, k);
      A(i, j) = (A(i, j) - s) / A(j, j);
    }
  }
}
FORM(symmetric) { // an update of another row beside the sum
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, n) {
      double s = 0;
      FOR(k, 0, i) {
        B(k, j) += A(i, j) * A(i, k);
        s += A(k, j) * A(i, k);
      }
      CHECK(A(i, i), i);
      B(i, j) = B(i, j) * 0.5 + A(i, j) * A(i, i) + s;
    }
}
FORM(symmetricUpper) { // the sum comes first, and both have a product in common
  INDEX;
  for (Index i = n; i-- > 0;)
    FOR(j, 0, n) {
      double s = 0;
      FOR(k, i + 1, n) {
        double t = 2 * A(i, k);
        s += t * A(k, j);
        B(k, j) -= A(i, j) * t;
      }
      CHECK(A(i, i), i);
      B(i, j) += A(i, j) * A(i, i) - s;
    }
}
FORM(updateOfSum) { // the update takes what the sum is by then
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, n) {
      double s = 0;
      FOR(k, 0, i) {
        s += A(k, j) * A(i, k);
        B(k, j) += s * A(i, k);
      }
      CHECK(A(i, i), i);
      B(i, j) += s;
    }
}
FORM(sumOfUpdate) { // the sum takes what is updated
  INDEX;
  FOR(i, 0, n)
    FOR(j, 0, n) {
      double s = 0;
      FOR(k, 0, i) {
        s += B(k, j) * A(i, k);
        B(k, j) += A(i, j) * A(i, k);
        s -= B(k, j) * A(k, i);
      }
      CHECK(A(i, i), i);
      B(i, j) = (B(i, j) - s) / A(i, i);
    }
}

extern "C" void *__libc_malloc(size_t);
static long FailAt, Count; // of large allocations
extern "C" void *malloc(size_t size) {
  return size > 8000 && ++Count == FailAt ? nullptr : __libc_malloc(size);
}

template <typename Matrix>
static void failAllocations(void (*form)(typename Matrix::Index, const Matrix &, const Matrix &)) {
  constexpr int N = 49, Pitch = 301;
  static double All[2 * N * Pitch];
  for (long at = 1; at < 8; ++at) {
    for (long e = 0; e < 2 * N * Pitch; ++e)
      All[e] = double(e % 17) / 17 + (e / Pitch % N == e % Pitch ? 4 * N : 0);
    Count = 0;
    FailAt = at;
    form(N, Matrix(All, Pitch), Matrix(All + N * Pitch, Pitch));
    FailAt = 0;
    printf("allocation %ld fails: %016llx\n", at, (unsigned long long)hash_of(All, sizeof All));
  }
}

int main() {
  failAllocations<Array<int>>(solve);
  failAllocations<Array<int>>(eliminate);
  SWEEP(banachiewicz, Flat<int>);
  SWEEP(banachiewicz, Array<int>);
  SWEEP(intoAnother, Flat<int>);
  SWEEP(intoAnother, Constant<256>);
  SWEEP(intoAnother, Checked<int>);
  SWEEP(solve, Flat<int>);
  SWEEP(solve, Array<int>);
  SWEEP(solve, Rows);
  SWEEP(eliminate, Flat<int>);
  SWEEP(eliminate, Checked<int>);
  SWEEP(eliminate, Rows);
  SWEEP(eliminateAbove, Flat<long>);
  SWEEP(eliminateAbove, Array<int>);
  SWEEP(together, Flat<int>);
  SWEEP(handedOn, Flat<int>);
  SWEEP(formerSum, Array<long>);
  SWEEP(sumsByRows, Flat<long>);
  SWEEP(sumsByRows, Array<int>);
  SWEEP(sumsByColumns, Flat<int>);
  SWEEP(sumsByColumns, Constant<256>);
  SWEEP(sumsByColumns, Checked<int>);
  SWEEP(symmetric, Flat<long>);
  SWEEP(symmetric, Array<int>);
  SWEEP(symmetric, Checked<int>);
  SWEEP(symmetric, Rows);
  SWEEP(symmetricUpper, Constant<256>);
  SWEEP(symmetricUpper, Array<long>);
  SWEEP(updateOfSum, Array<int>);
  SWEEP(sumOfUpdate, Array<int>);
}
