// Scalars that live past the nest, at the normal end and at each throw, goto and return: sums, an
// extremum, counters, an address, the last of a recurrence; seen by a handler in the same function,
// by what comes behind, in the exception and in the result.
#include "nests.h"

// The handler reads what the nest had computed.
NOINLINE std::string handled(long n, long m, long l, Row *C, const Row *A, const Row *B,
                             std::string &live) {
  double sum = 0;
  long count = 0;
  std::string exit = "none";
  try {
    for (long i = 0; i < n; ++i)
      for (long j = 0; j < m; ++j)
        for (long k = 0; k < l; ++k) {
          if (A[i][k] > Limits[i][j][k])
            throw Thrown(i, j, k, sum, count);
          C[i][j] += A[i][k] * B[k][j];
          sum += A[i][k];
          ++count;
        }
  } catch (const Thrown &t) {
    exit = describe(t);
  }
  live = text("%a %ld", sum, count);
  return exit;
}

// Two counters and the address of the largest element live behind the loops.
NOINLINE std::string counters(long n, long m, Row *C, const Row *A, std::string &live) {
  long i, j = -1;
  const double *largest = nullptr;
  double most = 0;
  for (i = 0; i < n; ++i)
    for (j = 0; j < m; ++j) {
      C[i][j] += 2 * A[i][j];
      if (C[i][j] > Limits2[i][j])
        goto out;
      if (A[i][j] > most)
        most = A[i][j], largest = &A[i][j];
    }
out:
  live = text("%ld %ld %a %td", i, j, most, largest ? largest - &A[0][0] : -1);
  return i < n ? "goto" : "none";
}

// Scalars of a row live at the exit in the row; the count of full rows and the last row's sum
// behind it.
NOINLINE std::string rows(long n, long m, long l, Row *C, const Row *A, const Row *B, double *V,
                          std::string &live) {
  long full = 0, k = -1;
  double before = -1;
  for (long i = 0; i < n; ++i) {
    double sum = 0;
    for (long j = 0; j < m; ++j)
      for (k = 0; k < l; ++k) {
        sum += A[i][k] * B[k][j];
        if (sum > Limits[i][j][k]) {
          live = text("%a %a %ld %ld", sum, before, full, k);
          return text("%ld,%ld", i, j);
        }
        C[i][j] += A[i][k];
      }
    V[i] = sum;
    before = sum;
    ++full;
  }
  live = text("%a %ld %ld", before, full, k);
  return "none";
}

// A recurrence of second order that runs through all rows, and a scalar that wraps around.
NOINLINE std::string recurrence(long n, long m, long l, Row *C, const Row *A, const Row *B,
                                std::string &live) {
  double y = 1, yy = 2;
  uint32_t hash = 17;
  long i = 0;
  for (; i < n; ++i)
    for (long j = 0; j < m; ++j) {
      double next = A[i][j] + y - yy;
      yy = y, y = next;
      hash = hash * 2654435761u + (uint32_t)A[i][j];
      for (long k = 0; k < l; ++k) {
        C[i][k] += y * B[j][k];
        if (A[i][k] > Limits[i][j][k])
          throw Thrown(i, j, hash, y, yy);
      }
    }
  live = text("%a %a %u %ld", y, yy, hash, i);
  return "";
}

// Narrow types, and a guard on the scalar itself.
NOINLINE std::string narrow(int n, int m, int l, Row *C, const Row *A, const Row *B,
                            std::string &live) {
  unsigned char ticks = 250;
  short balance = -5;
  float total = 0;
  int i, j = 0;
  bool odd = false;
  for (i = 0; i < n; ++i)
    for (j = 0; j < m; ++j) {
      ++ticks;
      balance = (short)(balance + (int)A[i][j] - 4);
      total += (float)A[i][j];
      if (total > Limits2[i][j]) {
        live = text("%d %d %a %d %d %d", ticks, balance, (double)total, i, j, odd);
        return "return";
      }
      odd = !odd;
      for (int k = 0; k < l; ++k)
        C[i][k] += A[i][j] * B[j][k];
    }
  live = text("%d %d %a %d %d %d", ticks, balance, (double)total, i, j, odd);
  return "none";
}

// The guard depends on the outer loops only, and reads nothing that is written.
NOINLINE std::string inspected(long n, long m, long l, Row *C, const Row *A, const Row *B,
                               std::string &live) {
  double sum = 0;
  long i, j = -1, steps = 0;
  for (i = 0; i < n; ++i)
    for (j = 0; j < m; ++j)
      for (long k = 0; k < l; ++k) {
        if (A[i][j] > Limits2[i][j])
          goto out;
        C[i][k] += A[i][j] * B[j][k];
        sum += A[i][j];
        ++steps;
      }
out:
  live = text("%ld %ld %ld %a", i, j, steps, sum);
  return i < n ? "goto" : "none";
}

int main() {
  sweep("handled", Limits,
        [](std::string &live) { return handled(N, M, L, C, A, B, live); });
  sweep("counters", Limits2, [](std::string &live) { return counters(N2, M2, C, A, live); });
  sweep("rows", Limits, [](std::string &live) { return rows(N, M, L, C, A, B, V, live); });
  sweep("recurrence", Limits, [](std::string &live) -> std::string {
    try {
      recurrence(N, M, L, C, A, B, live);
      return "none";
    } catch (const Thrown &t) {
      return describe(t);
    }
  });
  sweep("narrow", Limits2, [](std::string &live) { return narrow(N2, M2, 7, C, A, B, live); });
  sweep("inspected", Limits2,
        [](std::string &live) { return inspected(N2, M2, 7, C, A, B, live); });
  return 0;
}
