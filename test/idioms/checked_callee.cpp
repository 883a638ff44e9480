// RUN: %exact_unpacked %s --tiled 7
//
// static double checked(double x) { if (x > limit) throw std::range_error(...); return x; }
// C[i][j] += checked(A[i][k]) * B[k][j];
// The callee is inlined; too large for that; not inlined by its author's decision; has a loop.
// Time: callsLarge 150
#include "idioms.h"
#include <stdexcept>
#include <string>

static double checked(double x) {
  if (!(x <= LIMIT))
    throw std::range_error("checked " + std::to_string(x));
  return x;
}
static void check(double x, const char *what) {
  if (!(x <= LIMIT))
    throw std::range_error(what);
}
namespace {
NOINLINE double outlined(double x) {
  if (!(x <= LIMIT))
    throw std::range_error("outlined");
  return x;
}
NOINLINE void outlinedCheck(double x, long i, long k) {
  if (!(x <= LIMIT))
    throw at(i, 0, k);
}
[[noreturn]] NOINLINE void fail(double x) { throw std::range_error("fail " + std::to_string(x)); }
} // namespace
// More instructions than the inliner takes, called twice. Its value is x.
static double large(double x) {
  if (!(x <= LIMIT))
    throw std::range_error("large");
  double y = x;
#define STEP(n) y = y > n ? y - n : y + n; y = y * 2 > 3 * n ? n - y : y * 2; y = y < -n ? -y : y;
#define STEPS(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4) STEP(n + 5) STEP(n + 6)
  STEPS(10) STEPS(20) STEPS(30) STEPS(40) STEPS(50) STEPS(60)
  STEPS(11) STEPS(21) STEPS(31) STEPS(41) STEPS(51) STEPS(61)
  return y > 1000 ? 1000 : y;
}
// Reads memory in a loop. Its value is x.
static NOINLINE double polynomial(double x, const double *c, long terms) {
  if (!(x <= LIMIT))
    throw std::range_error("polynomial");
  double y = 0;
  for (long t = terms; t-- > 0;)
    y = y * x + c[t];
  return y;
}

NOINLINE long inlines(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += checked(A[i][k]) * B[k][j];
  return 0;
}
NOINLINE long checks(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        check(C[i][j], "C");
      }
  return 0;
}
NOINLINE long calls(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += outlined(A[i][k]) * B[k][j];
  return 0;
}
NOINLINE long callsVoid(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        outlinedCheck(A[i][k], i, k);
        C[i][j] += A[i][k] * B[k][j];
      }
  return 0;
}
NOINLINE long callsLarge(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        C[i][j] += large(A[i][k]) * B[k][j] + large(B[k][j]);
  return 0;
}
NOINLINE long callsLoop(long n, Row *C, const Row *A, const Row *B) {
  static const double c[] = {0, 1, 0, 0};
  long terms = n % 3 + 2;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      C[i][j] += polynomial(A[i][j], c, terms) * B[i][j];
  return 0;
}
NOINLINE long fails(long n, Row *C, const Row *A, const Row *B) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k) {
        C[i][j] += A[i][k] * B[k][j];
        if (C[i][j] > LIMIT)
          fail(C[i][j]);
      }
  return 0;
}

int main() {
  product(CheckedA, inlines);
  product(CheckedC, checks);
  product(CheckedA, calls);
  product(CheckedA, callsVoid);
  product(CheckedA, callsLarge);
  product(CheckedA, callsLoop);
  product(CheckedC, fails);
  return 0;
}
