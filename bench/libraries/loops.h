//===- loops.h - Loops as users write them, over one library's accessors --===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of this folder says how its library spells a matrix and a vector of
// double, and includes this file. CHECKED tells whether the library checks the
// accesses; what it needs for that is the program's business.
//
//   Matrix, Vector          types; makeMatrix(rows, columns), makeVector(size)
//   ROWS(M), COLUMNS(M)     sizes; SIZE(V)
//   GET(M, i, j)            an element's value; PUT(M, i, j, x) sets it,
//   ADD(M, i, j, x)         adds to it; VGET, VPUT, VADD of a vector
//   AT, VAT                 optional: lvalues, from which these six are made
//   LIBRARY_PRODUCT         optional: C = A * B by the library itself
//   prepare()               called first
//   guarded(f)              calls f, and returns what becomes of a failed check
//
// The program is run as
//
//   program LOOP N R [SHORT]
//
// It calls the loop R times on operands of N x N elements and prints the least
// processor time in seconds, what became of checks, and a hash of all memory.
// The second operand has SHORT rows less than the loop expects.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#ifdef AT
#define GET(M, i, j) AT(M, i, j)
#define PUT(M, i, j, x) (AT(M, i, j) = (x))
#define ADD(M, i, j, x) (AT(M, i, j) += (x))
#define VGET(V, i) VAT(V, i)
#define VPUT(V, i, x) (VAT(V, i) = (x))
#define VADD(V, i, x) (VAT(V, i) += (x))
#endif

#define LOOP static __attribute__((noinline)) void

// Qualified names, so that none is a library's.
namespace loops {

// Sums into the element.
LOOP product(const Matrix &A, const Matrix &B, Matrix &C) {
  for (size_t i = 0; i < ROWS(C); ++i)
    for (size_t j = 0; j < COLUMNS(C); ++j)
      for (size_t k = 0; k < COLUMNS(A); ++k)
        ADD(C, i, j, GET(A, i, k) * GET(B, k, j));
}

// Sums into a variable.
LOOP productOfSums(const Matrix &A, const Matrix &B, Matrix &C) {
  const size_t n = ROWS(A), m = COLUMNS(B), l = COLUMNS(A);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < m; ++j) {
      double Sum = 0;
      for (size_t k = 0; k < l; ++k)
        Sum += GET(A, i, k) * GET(B, k, j);
      PUT(C, i, j, Sum);
    }
}

LOOP productByRows(const Matrix &A, const Matrix &B, Matrix &C) {
  const size_t n = ROWS(A), m = COLUMNS(B), l = COLUMNS(A);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < l; ++k)
      for (size_t j = 0; j < m; ++j)
        ADD(C, i, j, GET(A, i, k) * GET(B, k, j));
}

LOOP jacobi(const Matrix &, const Matrix &B, Matrix &C) {
  for (size_t i = 1; i + 1 < ROWS(C); ++i)
    for (size_t j = 1; j + 1 < COLUMNS(C); ++j)
      PUT(C, i, j,
          0.25 * (GET(B, i - 1, j) + GET(B, i + 1, j) + GET(B, i, j - 1) +
                  GET(B, i, j + 1)));
}

LOOP floydWarshall(const Matrix &, const Matrix &, Matrix &C) {
  const size_t n = ROWS(C);
  for (size_t k = 0; k < n; ++k)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j) {
        const double Over = GET(C, i, k) + GET(C, k, j);
        if (Over < GET(C, i, j))
          PUT(C, i, j, Over);
      }
}

LOOP cholesky(const Matrix &, const Matrix &, Matrix &C) {
  const size_t n = ROWS(C);
  for (size_t j = 0; j < n; ++j) {
    double Diagonal = GET(C, j, j);
    for (size_t k = 0; k < j; ++k)
      Diagonal -= GET(C, j, k) * GET(C, j, k);
    PUT(C, j, j, std::sqrt(Diagonal));
    for (size_t i = j + 1; i < n; ++i) {
      double Sum = GET(C, i, j);
      for (size_t k = 0; k < j; ++k)
        Sum -= GET(C, i, k) * GET(C, j, k);
      PUT(C, i, j, Sum / GET(C, j, j));
    }
  }
}

LOOP lu(const Matrix &, const Matrix &, Matrix &C) {
  const size_t n = ROWS(C);
  for (size_t k = 0; k < n; ++k)
    for (size_t i = k + 1; i < n; ++i) {
      PUT(C, i, k, GET(C, i, k) / GET(C, k, k));
      for (size_t j = k + 1; j < n; ++j)
        ADD(C, i, j, -(GET(C, i, k) * GET(C, k, j)));
    }
}

LOOP transpose(const Matrix &, const Matrix &B, Matrix &C) {
  for (size_t i = 0; i < ROWS(C); ++i)
    for (size_t j = 0; j < COLUMNS(C); ++j)
      PUT(C, i, j, GET(B, j, i));
}

LOOP scale(const Matrix &, const Matrix &B, Matrix &C) {
  for (size_t i = 0; i < ROWS(C); ++i)
    for (size_t j = 0; j < COLUMNS(C); ++j)
      PUT(C, i, j, 1.5 * GET(B, i, j) + 2.0);
}

LOOP rowSums(const Matrix &B, Vector &Y) {
  for (size_t i = 0; i < SIZE(Y); ++i) {
    double Sum = 0;
    for (size_t j = 0; j < COLUMNS(B); ++j)
      Sum += GET(B, i, j);
    VPUT(Y, i, Sum);
  }
}

LOOP matrixTimesVector(const Matrix &B, const Vector &X, Vector &Y) {
  for (size_t i = 0; i < SIZE(Y); ++i)
    for (size_t j = 0; j < SIZE(X); ++j)
      VADD(Y, i, GET(B, i, j) * VGET(X, j));
}

LOOP axpy(double Factor, const Vector &X, Vector &Y) {
  for (size_t i = 0; i < SIZE(Y); ++i)
    VADD(Y, i, Factor * VGET(X, i));
}

LOOP dot(const Vector &X, const Vector &Y, Vector &Result) {
  double Sum = 0;
  for (size_t i = 0; i < SIZE(Y); ++i)
    Sum += VGET(X, i) * VGET(Y, i);
  VPUT(Result, 0, Sum);
}

} // namespace loops

static double now() {
  timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return T.tv_sec + 1e-9 * T.tv_nsec;
}

/// FNV-1a over the bits of \p Value.
static void hash(uint64_t &Hash, double Value) {
  uint64_t Bits;
  memcpy(&Bits, &Value, sizeof(Bits));
  for (int Byte = 0; Byte < 8; ++Byte, Bits >>= 8)
    Hash = (Hash ^ (Bits & 255)) * 0x100000001b3;
}

struct Operands {
  Matrix A, B, C;
  Vector X, Y;

  Operands(size_t N, size_t Short)
      : A(makeMatrix(N, N)), B(makeMatrix(N - Short, N)), C(makeMatrix(N, N)),
        X(makeVector(N - Short)), Y(makeVector(N)) {
    for (size_t i = 0; i < N; ++i) {
      for (size_t j = 0; j < N; ++j) {
        PUT(A, i, j, double((i * 7 + j * 3) % 13) / 8 - 0.5);
        if (i < N - Short)
          PUT(B, i, j, double((i * 5 + j * 11) % 17) / 16);
        // Diagonally dominant, and symmetric.
        PUT(C, i, j, i == j ? double(N) : double((i + j) % 5) / 4);
      }
      if (i < N - Short)
        VPUT(X, i, double(i % 11) / 4);
      VPUT(Y, i, double(i % 7) / 2);
    }
  }

  uint64_t getHash() const {
    uint64_t Hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < ROWS(C); ++i)
      for (size_t j = 0; j < COLUMNS(C); ++j)
        hash(Hash, GET(C, i, j));
    for (size_t i = 0; i < SIZE(Y); ++i)
      hash(Hash, VGET(Y, i));
    return Hash;
  }
};

static void call(const std::string &Loop, Operands &O) {
  if (Loop == "product")
    loops::product(O.A, O.B, O.C);
  else if (Loop == "product-of-sums")
    loops::productOfSums(O.A, O.B, O.C);
  else if (Loop == "product-by-rows")
    loops::productByRows(O.A, O.B, O.C);
  else if (Loop == "jacobi")
    loops::jacobi(O.A, O.B, O.C);
  else if (Loop == "floyd-warshall")
    loops::floydWarshall(O.A, O.B, O.C);
  else if (Loop == "cholesky")
    loops::cholesky(O.A, O.B, O.C);
  else if (Loop == "lu")
    loops::lu(O.A, O.B, O.C);
  else if (Loop == "transpose")
    loops::transpose(O.A, O.B, O.C);
  else if (Loop == "scale")
    loops::scale(O.A, O.B, O.C);
  else if (Loop == "row-sums")
    loops::rowSums(O.B, O.Y);
  else if (Loop == "matrix-vector")
    loops::matrixTimesVector(O.B, O.X, O.Y);
  else if (Loop == "axpy")
    loops::axpy(0.5, O.X, O.Y);
  else if (Loop == "dot")
    loops::dot(O.X, O.Y, O.Y);
#ifdef LIBRARY_PRODUCT
  else if (Loop == "library-product")
    LIBRARY_PRODUCT(O.A, O.B, O.C);
#endif
  else {
    fprintf(stderr, "no loop %s\n", Loop.c_str());
    exit(2);
  }
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s LOOP N R [SHORT]\n", argv[0]);
    return 2;
  }
  const std::string Loop = argv[1];
  const size_t N = strtoul(argv[2], nullptr, 0),
               R = strtoul(argv[3], nullptr, 0),
               Short = argc > 4 ? strtoul(argv[4], nullptr, 0) : 0;
  if (!N || !R || Short >= N) {
    fprintf(stderr, "%s: N > SHORT and R > 0 are expected\n", argv[0]);
    return 2;
  }
  prepare();
  double Least = 1e9;
  std::string Outcome;
  uint64_t Hash = 0;
  // A call is repeated, on what it left, until it can be timed.
  for (size_t Run = 0; Run < R; ++Run) {
    Operands O(N, Short);
    Outcome = guarded([&] { call(Loop, O); });
    Hash = O.getHash();
    Operands Again(N, Short);
    size_t Calls = 0;
    const double Begin = now();
    double Time;
    do {
      guarded([&] { call(Loop, Again); });
      ++Calls;
      Time = now() - Begin;
    } while (Time < 0.002);
    Least = std::fmin(Least, Time / Calls);
  }
  printf("seconds %.3e outcome %s hash %016llx\n", Least, Outcome.c_str(),
         (unsigned long long)Hash);
}
