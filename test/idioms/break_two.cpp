// RUN: %exact %s --tiled 1
//
// for (i) { bool bad = false; for (j && !bad) for (k) if (A[i][k] > limit) { bad = true; break; } ...
//   if (bad) break out of j; }
// Two loops are left by a flag, the outermost one goes on.
#include "idioms.h"

NOINLINE long flag(long n, Row *C, const Row *A, const Row *B) {
  long skipped = 0;
  for (long i = 0; i < n; ++i) {
    bool bad = false;
    for (long j = 0; j < n; ++j) {
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT) {
          bad = true;
          break;
        }
      }
      if (bad)
        break;
    }
    skipped += bad;
  }
  return skipped;
}

int main() {
  product(CheckedC, flag);
  return 0;
}
