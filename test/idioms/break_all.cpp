// RUN: %exact %s --tiled 2
//
// bool bad = false;
// for (i < n && !bad) for (j < n && !bad) for (k < n) if (C[i][j] > limit) { bad = true; break; }
// All loops are left by a flag, in their conditions or by a break of each.
#include "idioms.h"

NOINLINE long breaks(long n, Row *C, const Row *A, const Row *B) {
  bool bad = false;
  long i, j = 0, k = 0;
  for (i = 0; i < n; ++i) {
    for (j = 0; j < n; ++j) {
      for (k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT) {
          bad = true;
          break;
        }
      }
      if (bad)
        break;
    }
    if (bad)
      break;
  }
  return bad ? at(i, j, k) : -1;
}
NOINLINE long conditions(long n, Row *C, const Row *A, const Row *B) {
  bool bad = false;
  for (long i = 0; i < n && !bad; ++i)
    for (long j = 0; j < n && !bad; ++j)
      for (long k = 0; k < n && !bad; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        bad = C[i][j] > LIMIT;
      }
  return bad;
}

int main() {
  product(CheckedC, breaks);
  product(CheckedC, conditions);
  return 0;
}
