// Exits that are no exceptions, at every guard instance: break, return of a computed value, goto
// out of all loops and out of some, a condition of all loops, a switch.
#include "nests.h"

// One loop is left at a time; the flag is tested outside.
NOINLINE std::string breaks(long n, long m, long l, Row *C, const Row *A, const Row *B,
                            std::string &live) {
  bool stop = false;
  long i, j = -1, k = -1;
  for (i = 0; i < n && !stop; ++i)
    for (j = 0; j < m && !stop; ++j)
      for (k = 0; k < l; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k]) {
          stop = true;
          break;
        }
      }
  live = text("%ld %ld %ld", i, j, k);
  return stop ? "break" : "none";
}

// Only the innermost loop is left: the nest goes on with the next j.
NOINLINE std::string inner(long n, long m, long l, Row *C, const Row *A, const Row *B,
                           long *counts) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > Limits[i][j][k])
          break;
        C[i][j] += A[i][k] * B[k][j];
        ++counts[j];
      }
  return "none";
}

// The next i, the end of the nest, or the next j: by the place.
NOINLINE std::string labels(long n, long m, long l, Row *C, const Row *A, const Row *B, double *V) {
  long i = 0, j = 0, k = 0;
  for (i = 0; i < n; ++i) {
    for (j = 0; j < m; ++j) {
      for (k = 0; k < l; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k]) {
          if (k % 3 == 0)
            goto nextRow;
          if (k % 3 == 1)
            goto out;
          goto nextColumn;
        }
      }
      V[j] += C[i][j];
    nextColumn:;
    }
    V[i] -= 1;
  nextRow:;
  }
  return "none";
out:
  return text("%ld %ld %ld", i, j, k);
}

// Several values are returned, of different types of exits in one iteration.
NOINLINE double returns(long n, long m, long l, Row *C, Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][k] > Limits[i][j][k])
          return C[i][j] - 1000;
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > Limits[i][j][k])
          return C[i][j] + i * 10000 + j * 100 + k;
        if (C[i][j] < 0)
          throw Thrown(i, j, k, C[i][j], 0);
      }
  return 0.5;
}

// Which exit is taken is decided behind the guard.
NOINLINE std::string switched(long n, long m, Row *C, const Row *A, double *V) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      C[i][j] -= A[i][j];
      if (A[i][j] > Limits2[i][j])
        switch ((int)A[i][j] % 4) {
        case 0:
          return text("row %ld", i);
        case 1:
          throw Thrown(i, j, 0, C[i][j], A[i][j]);
        case 2:
          V[i] = -1;
          return text("element %ld", j);
        default:
          goto out;
        }
      V[j] += 1;
    }
  return "none";
out:
  return "goto";
}

// The search stops where both loops' condition fails.
NOINLINE std::string condition(long n, long m, Row *C, const Row *A, std::string &live) {
  long i = 0, j = 0;
  bool good = true;
  for (i = 0; good && i < n; ++i)
    for (j = 0; good && j < m; ++j) {
      C[i][j] += A[i][j];
      good = C[i][j] <= Limits2[i][j];
    }
  live = text("%ld %ld", i, j);
  return good ? "none" : "condition";
}

int main() {
  sweep("breaks", Limits, [](std::string &live) { return breaks(N, M, L, C, A, B, live); });
  sweep("inner", Limits, [](std::string &) { return inner(N, M, L, C, A, B, Counts); });
  sweep("labels", Limits, [](std::string &) { return labels(N, M, L, C, A, B, V); });
  sweepThrows("returns", Limits, [] { return text("%a", returns(N, M, L, C, A, B)); });
  sweep("switched", Limits2, [](std::string &) -> std::string {
    try {
      return switched(N2, M2, C, A, V);
    } catch (const Thrown &t) {
      return describe(t);
    }
  });
  sweep("condition", Limits2, [](std::string &live) { return condition(N2, M2, C, A, live); });
  return 0;
}
