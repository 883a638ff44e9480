//===- factorizations.cpp - Factorizations and solves as users write them -===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   program FORM N R
//
// calls the form of that name R times on matrices of N x N elements, in turn
// with the routine of OpenBLAS (dgetrf, whose pivots are where they are;
// dpotrf, dtrsm, dtrmm), and prints the least processor time of both in
// seconds, and a hash of the result, which is the same if the operations are.
// Without arguments: the forms' names. A row is PITCH elements behind the one
// before.
//
//===----------------------------------------------------------------------===//

#include <cblas.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
void dgetrf_(const int *M, const int *N, double *A, const int *Pitch,
             int *Pivots, int *Info);
void dpotrf_(const char *Triangle, const int *N, double *A, const int *Pitch,
             int *Info);
}

#define CHECK(X)                                                               \
  if (!(X))                                                                    \
  throw std::domain_error(#X)
#define FOR(I, BEGIN, END) for (long I = (BEGIN); I < (END); ++I)
#define A(I, J) A[(I) * P + (J)]
#define B(I, J) B[(I) * P + (J)]

/// Each form has these parameters: extents, pitch, and matrices.
#define FORM(NAME)                                                             \
  __attribute__((noinline)) static void NAME(long N, long P, double *A,        \
                                             [[maybe_unused]] double *B)

FORM(luRight) {
  FOR(k, 0, N) {
    CHECK(A(k, k) != 0);
    FOR(i, k + 1, N) {
      A(i, k) /= A(k, k);
      FOR(j, k + 1, N) A(i, j) -= A(i, k) * A(k, j);
    }
  }
}
FORM(luRows) {
  FOR(i, 0, N) {
    FOR(j, 0, i) {
      FOR(k, 0, j) A(i, j) -= A(i, k) * A(k, j);
      A(i, j) /= A(j, j);
    }
    FOR(j, i, N) FOR(k, 0, i) A(i, j) -= A(i, k) * A(k, j);
    CHECK(A(i, i) != 0);
  }
}
FORM(luColumns) {
  FOR(j, 0, N) {
    FOR(k, 0, j) FOR(i, k + 1, N) A(i, j) -= A(i, k) * A(k, j);
    CHECK(A(j, j) != 0);
    FOR(i, j + 1, N) A(i, j) /= A(j, j);
  }
}
FORM(choleskyRows) {
  FOR(i, 0, N) {
    FOR(j, 0, i) {
      double t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
    double s = A(i, i);
    FOR(k, 0, i) s -= A(i, k) * A(i, k);
    CHECK(s > 0);
    A(i, i) = std::sqrt(s);
  }
}
FORM(choleskyColumns) {
  FOR(j, 0, N) {
    double s = A(j, j);
    FOR(k, 0, j) s -= A(j, k) * A(j, k);
    CHECK(s > 0);
    A(j, j) = std::sqrt(s);
    FOR(i, j + 1, N) {
      double t = A(i, j);
      FOR(k, 0, j) t -= A(i, k) * A(j, k);
      A(i, j) = t / A(j, j);
    }
  }
}
FORM(choleskyRight) {
  FOR(k, 0, N) {
    CHECK(A(k, k) > 0);
    A(k, k) = std::sqrt(A(k, k));
    FOR(i, k + 1, N) A(i, k) /= A(k, k);
    FOR(j, k + 1, N) FOR(i, j, N) A(i, j) -= A(i, k) * A(j, k);
  }
}
FORM(solve) {
  FOR(i, 0, N) {
    CHECK(A(i, i) != 0);
    FOR(k, 0, i) FOR(j, 0, N) B(i, j) -= A(i, k) * B(k, j);
    FOR(j, 0, N) B(i, j) /= A(i, i);
  }
}
FORM(solveByColumns) {
  FOR(j, 0, N) FOR(i, 0, N) {
    double t = B(i, j);
    FOR(k, 0, i) t -= A(i, k) * B(k, j);
    CHECK(A(i, i) != 0);
    B(i, j) = t / A(i, i);
  }
}
FORM(solveRight) {
  FOR(k, 0, N) {
    CHECK(A(k, k) != 0);
    FOR(j, 0, N) B(k, j) /= A(k, k);
    FOR(i, k + 1, N) FOR(j, 0, N) B(i, j) -= A(i, k) * B(k, j);
  }
}
FORM(triangleTimes) {
  FOR(i, 0, N) FOR(j, 0, N) {
    FOR(k, i + 1, N) B(i, j) += A(k, i) * B(k, j);
    CHECK(std::fabs(B(i, j)) < 1e300);
  }
}
#undef A
#undef B

static void lu(long N, long P, double *A, double *) {
  static std::vector<int> Pivots;
  Pivots.resize(N);
  const int Size = N, Pitch = P;
  int Info;
  dgetrf_(&Size, &Size, A, &Pitch, Pivots.data(), &Info);
}
static void cholesky(long N, long P, double *A, double *) {
  // Of columns, that is the lower triangle of rows.
  const int Size = N, Pitch = P;
  int Info;
  dpotrf_("U", &Size, A, &Pitch, &Info);
}
static void trsm(long N, long P, double *A, double *B) {
  cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit,
              N, N, 1, A, P, B, P);
}
static void trmm(long N, long P, double *A, double *B) {
  cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasUnit, N, N,
              1, A, P, B, P);
}

static double now() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return T.tv_sec + 1e-9 * T.tv_nsec;
}

using Routine = void(long, long, double *, double *);

/// The least time of a call, each of which finds the matrices as they were.
/// Small ones are copied so often that it can be timed.
static double timeOf(Routine *Call, long N, long P,
                     const std::vector<double> &Data, std::vector<double> &To,
                     int R) {
  const long Copies = 1 + 200000 / (N * P);
  To.resize(Copies * Data.size());
  double Least = 1e9;
  for (int Run = 0; Run < R; ++Run) {
    for (long Copy = 0; Copy < Copies; ++Copy)
      memcpy(&To[Copy * Data.size()], Data.data(),
             Data.size() * sizeof(double));
    const double Begin = now();
    for (long Copy = 0; Copy < Copies; ++Copy) {
      double *A = &To[Copy * Data.size()];
      Call(N, P, A, A + N * P);
    }
    Least = std::fmin(Least, (now() - Begin) / Copies);
  }
  return Least;
}

static void measure(Routine *Form, Routine *Library, long N, int R) {
  const long P = N + 13;
  std::vector<double> Data(2 * N * P), To;
  for (size_t I = 0; I < Data.size(); ++I)
    Data[I] = 1 + I % 13 / 13.;
  for (long I = 0; I < N; ++I)
    Data[I * P + I] = 4 * N;
  const double Ours = timeOf(Form, N, P, Data, To, R);
  uint64_t Hash = 0xcbf29ce484222325, Bits;
  for (double V : To) {
    memcpy(&Bits, &V, sizeof(V));
    Hash = (Hash ^ Bits) * 0x100000001b3;
  }
  const double Blas = timeOf(Library, N, P, Data, To, R);
  printf("seconds %.3e blas %.3e hash %016llx\n", Ours, Blas,
         (unsigned long long)Hash);
}

int main(int argc, char **argv) {
  const std::string Name = argc > 1 ? argv[1] : "";
  const long N = argc > 2 ? atol(argv[2]) : 0;
  const int R = argc > 3 ? atoi(argv[3]) : 1;
#define TRY(NAME, LIBRARY)                                                     \
  if (Name.empty())                                                            \
    puts(#NAME);                                                               \
  if (Name == #NAME)                                                           \
    measure(NAME, LIBRARY, N, R);
  TRY(luRight, lu)
  TRY(luRows, lu)
  TRY(luColumns, lu)
  TRY(choleskyRows, cholesky)
  TRY(choleskyColumns, cholesky)
  TRY(choleskyRight, cholesky)
  TRY(solve, trsm)
  TRY(solveByColumns, trsm)
  TRY(solveRight, trsm)
  TRY(triangleTimes, trmm)
}
