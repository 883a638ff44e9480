// RUN: %exact %s --tiled 2
//
// try { for (k) { ...; if (C[i][j] > limit) throw std::range_error("C"); } }
// catch (const std::exception &) { ++failures; throw; }
// catch (...) { throw std::runtime_error("row " + std::to_string(i)); }   // translated
#include "idioms.h"
#include <stdexcept>
#include <string>

static long Failures;
NOINLINE long rethrows(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    try {
      for (long j = 0; j < n; ++j)
        for (long k = 0; k < n; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT)
            throw std::range_error("C");
        }
    } catch (const std::exception &) {
      ++Failures;
      throw;
    }
  return Failures;
}
NOINLINE long translates(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      try {
        for (long k = 0; k < n; ++k) {
          C[i][j] += A[i][k] * B[k][j];
          if (C[i][j] > LIMIT)
            throw at(i, j, k);
        }
      } catch (...) {
        throw std::runtime_error("row " + std::to_string(i));
      }
  return Failures;
}

int main() {
  product(CheckedC, rethrows);
  product(CheckedC, translates);
  printf("%ld\n", Failures);
  return 0;
}
