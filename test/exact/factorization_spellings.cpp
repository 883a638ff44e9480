// RUN: %exact %s --tiled 20 --cflags=-ffp-contract=off
// RUN: %exact %s --cflags=-ffp-contract=off \
// RUN:   --config "-O3 @optimized -march=native -mllvm -polly-escop-least-work=0" \
// RUN:   --config "-O3 @optimized -mllvm -polly-escop-least-work=0 -mllvm -polly-escop-first-chunk=3 -mllvm -polly-escop-max-chunk=50"
//
// Factorizations as people write them: with factors, pivots and sums in scalars, subscripts of all
// integer types, and all kinds of matrices. Each is executed by tiles like those of
// factorizations.cpp. A pivot is bad where tiles begin and end.
#include "factorizations.h"

FORM(gauss) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    FOR(i, k + 1, n) {
      double f = A(i, k) / p;
      A(i, k) = f;
      FOR(j, k + 1, n) A(i, j) -= f * A(k, j);
    }
  }
}
FORM(doolittle) {
  INDEX;
  FOR(i, 0, n) {
    FOR(j, i, n) {
      double s = A(i, j);
      FOR(k, 0, i) s -= A(i, k) * A(k, j);
      A(i, j) = s;
    }
    CHECK(A(i, i), i);
    FOR(j, i + 1, n) {
      double s = A(j, i);
      FOR(k, 0, i) s -= A(j, k) * A(k, i);
      A(j, i) = s / A(i, i);
    }
  }
}
FORM(cholesky) {
  INDEX;
  FOR(j, 0, n) {
    double s = A(j, j);
    FOR(k, 0, j) s -= A(j, k) * A(j, k);
    CHECK(s, j);
    s = std::sqrt(s);
    A(j, j) = s;
    FOR(i, j + 1, n) {
      double t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / s;
    }
  }
}
FORM(forward) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    FOR(j, 0, n) B(k, j) /= p;
    FOR(i, k + 1, n) {
      double f = A(i, k);
      FOR(j, 0, n) B(i, j) -= f * B(k, j);
    }
  }
}
// A value that the element does not hold any more where it is used, so that it gets one of its own, and one
// that is held by an element that somebody else stores to.
FORM(overwritten) {
  INDEX;
  FOR(k, 0, n) {
    double p = A(k, k);
    CHECK(p, k);
    A(k, k) = p + 1;
    FOR(i, k + 1, n) {
      double f = A(i, k) / p;
      FOR(j, k, n) A(i, j) -= f * A(k, j);
    }
  }
}
FORM(stored) {
  INDEX;
  FOR(k, 0, n) {
    CHECK(A(k, k), k);
    FOR(i, k + 1, n) {
      double f = A(i, k) / A(k, k);
      B(i, k) = f;
      FOR(j, k + 1, n) {
        A(i, j) -= f * A(k, j);
        B(i, j) = f;
      }
    }
  }
}

int main() {
  SWEEP(gauss, Flat<int>);
  SWEEP(gauss, Flat<unsigned>); // may wrap: no tiles
  SWEEP(gauss, Flat<size_t>);
  SWEEP(gauss, Array<int>);
  SWEEP(gauss, Array<size_t>);
  SWEEP(gauss, Constant<301>);
  SWEEP(gauss, Constant<256>);
  SWEEP(gauss, Checked<int>);
  SWEEP(gauss, Checked<size_t>);
  SWEEP(gauss, Rows);
  SWEEP(doolittle, Flat<int>);
  SWEEP(doolittle, Flat<size_t>);
  SWEEP(cholesky, Flat<int>);
  SWEEP(cholesky, Array<size_t>);
  SWEEP(cholesky, Checked<int>);
  SWEEP(cholesky, Constant<256>);
  SWEEP(cholesky, Rows);
  SWEEP(forward, Flat<int>);
  SWEEP(forward, Checked<size_t>);
  // Nothing may be reloaded.
  SWEEP(overwritten, Flat<int>);
  SWEEP(stored, Flat<int>);
}
