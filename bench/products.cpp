//===- products.cpp - Matrix products as users write them -----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   program FORM N R
//
// calls the form of that name R times or more on operands of N x N elements, in
// turn with cblas_dgemm (or sgemm), and prints the least processor time of both in
// seconds, and a hash of the result. Without arguments: the forms' names.
//
// All data are small integers, so that each order of operations gives the same.
// The elements of an operand are PITCH apart from one row to the next.
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

constexpr long FixedPitch = 2053;
#define CHECK(X)                                                               \
  if (!((X) <= Limit))                                                         \
    throw std::domain_error(#X)
#define LOOP(I) for (long I = 0; I < N; ++I)

/// Each form has these parameters: extents, pitch, operands, and what no operand
/// exceeds.
#define FORM(NAME, T)                                                          \
  __attribute__((noinline)) static void NAME(                                  \
      [[maybe_unused]] long N, [[maybe_unused]] long P, [[maybe_unused]] T *C, \
      [[maybe_unused]] const T *A, [[maybe_unused]] const T *B,                \
      [[maybe_unused]] T Limit)

// A check of an operand; the loops in each order.
#define ORDER(NAME, X, Y, Z)                                                   \
  FORM(NAME, double) {                                                         \
    LOOP(X) LOOP(Y) LOOP(Z) {                                                  \
      CHECK(A[i * P + k]);                                                     \
      C[i * P + j] += A[i * P + k] * B[k * P + j];                             \
    }                                                                          \
  }
ORDER(ijk, i, j, k)
ORDER(ikj, i, k, j)
ORDER(jik, j, i, k)
ORDER(jki, j, k, i)
ORDER(kij, k, i, j)
ORDER(kji, k, j, i)

FORM(fixed, double) {
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(A[i * FixedPitch + k]);
    C[i * FixedPitch + j] += A[i * FixedPitch + k] * B[k * FixedPitch + j];
  }
}
FORM(rows, double) {
  auto *c = (double(*)[FixedPitch])C;
  auto *a = (const double(*)[FixedPitch])A, *b = (const double(*)[FixedPitch])B;
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(a[i][k]);
    c[i][j] += a[i][k] * b[k][j];
  }
}
FORM(ints, double) {
  const int n = N, p = P;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        CHECK(A[i * p + k]);
        C[i * p + j] += A[i * p + k] * B[k * p + j];
      }
}
FORM(unsigneds, double) {
  const unsigned n = N, p = P;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      for (unsigned k = 0; k < n; ++k) {
        CHECK(A[i * p + k]);
        C[i * p + j] += A[i * p + k] * B[k * p + j];
      }
}
FORM(transposedA, double) {
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(A[k * P + i]);
    C[i * P + j] += A[k * P + i] * B[k * P + j];
  }
}
FORM(transposedB, double) {
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(A[i * P + k]);
    C[i * P + j] += A[i * P + k] * B[j * P + k];
  }
}
FORM(columnMajor, double) {
  LOOP(j) LOOP(k) LOOP(i) {
    CHECK(B[k + j * P]);
    C[i + j * P] += A[i + k * P] * B[k + j * P];
  }
}
FORM(subtracted, double) {
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(A[i * P + k]);
    C[i * P + j] -= A[i * P + k] * B[k * P + j];
  }
}
FORM(alpha, double) {
  LOOP(i) LOOP(k) {
    CHECK(A[i * P + k]);
    LOOP(j) C[i * P + j] += Limit * A[i * P + k] * B[k * P + j];
  }
}
FORM(singles, float) {
  LOOP(i) LOOP(j) LOOP(k) {
    CHECK(A[i * P + k]);
    C[i * P + j] += A[i * P + k] * B[k * P + j];
  }
}
FORM(sums, double) {
  LOOP(i) LOOP(j) {
    double Sum = 0;
    LOOP(k) {
      CHECK(A[i * P + k]);
      Sum += A[i * P + k] * B[k * P + j];
    }
    C[i * P + j] = Sum;
  }
}
FORM(added, double) {
  LOOP(i) LOOP(j) {
    double Sum = 0;
    LOOP(k) {
      CHECK(A[i * P + k]);
      Sum += A[i * P + k] * B[k * P + j];
    }
    C[i * P + j] += Sum;
  }
}
FORM(initialised, double) {
  LOOP(i) LOOP(j) {
    C[i * P + j] = 0;
    LOOP(k) {
      CHECK(A[i * P + k]);
      C[i * P + j] += A[i * P + k] * B[k * P + j];
    }
  }
}
FORM(scaledRows, double) {
  LOOP(i) {
    LOOP(j) C[i * P + j] *= Limit;
    LOOP(k) {
      CHECK(A[i * P + k]);
      LOOP(j) C[i * P + j] += A[i * P + k] * B[k * P + j];
    }
  }
}
// A check of each result.
FORM(results, double) {
  LOOP(i) LOOP(j) {
    LOOP(k) C[i * P + j] += A[i * P + k] * B[k * P + j];
    CHECK(C[i * P + j] / 1e9);
  }
}
FORM(sumsOfResults, double) {
  LOOP(i) LOOP(j) {
    double Sum = 0;
    LOOP(k) Sum += A[i * P + k] * B[k * P + j];
    CHECK(Sum / 1e9);
    C[i * P + j] = Sum;
  }
}
// Checked accesses.
static std::vector<double> VA, VB, VC;
FORM(vectors, double) {
  const std::vector<double> &a = VA, &b = VB;
  std::vector<double> &c = VC;
  const size_t n = N, p = P;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = 0; k < n; ++k)
        c.at(i * p + j) += a.at(i * p + k) * b.at(k * p + j);
}
FORM(vectorSums, double) {
  const std::vector<double> &a = VA, &b = VB;
  std::vector<double> &c = VC;
  const size_t n = N, p = P;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double Sum = 0;
      for (size_t k = 0; k < n; ++k)
        Sum += a.at(i * p + k) * b.at(k * p + j);
      c.at(i * p + j) = Sum;
    }
}
// Nothing is checked.
FORM(unchecked, double) {
  LOOP(i) LOOP(j) LOOP(k) C[i * P + j] += A[i * P + k] * B[k * P + j];
}

static double now() {
  timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return T.tv_sec + 1e-9 * T.tv_nsec;
}

static void multiply(long N, long P, double *C, const double *A,
                     const double *B) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, A, P, B, P,
              1, C, P);
}
static void multiply(long N, long P, float *C, const float *A, const float *B) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, N, N, N, 1, A, P, B, P,
              1, C, P);
}

template <class T> struct Operands {
  std::vector<T> A, B, C;

  explicit Operands(size_t Size) : A(Size), B(Size), C(Size) {
    for (size_t I = 0; I < Size; ++I) {
      A[I] = I % 7;
      B[I] = I % 5;
      C[I] = I % 3;
    }
  }
};

/// The time of a call of \p F, which is repeated until it can be timed.
template <class F> static double timeOf(F Call) {
  for (size_t Calls = 1;; Calls *= 4) {
    const double Begin = now();
    for (size_t I = 0; I < Calls; ++I)
      Call();
    const double Time = now() - Begin;
    if (Time > 0.0005)
      return Time / Calls;
  }
}

template <class T>
static void measure(void (*Form)(long, long, T *, const T *, const T *, T),
                    long N, long P, int R) {
  Operands<T> O(N * P), Again(N * P);
  if constexpr (sizeof(T) == sizeof(double)) {
    VA = O.A, VB = O.B, VC = O.C;
  }
  const T Limit = 8;
  Form(N, P, O.C.data(), O.A.data(), O.B.data(), Limit);
  uint64_t Hash = 0xcbf29ce484222325;
  for (T V : O.C)
    Hash = (Hash ^ uint64_t(int64_t(V))) * 0x100000001b3;
  for (double V : VC)
    Hash = (Hash ^ uint64_t(int64_t(V))) * 0x100000001b3;
  double Least = 1e9, LeastOfBlas = 1e9;
  for (int Run = 0; Run < R; ++Run) {
    Least = std::fmin(Least, timeOf([&] {
      Form(N, P, Again.C.data(), O.A.data(), O.B.data(), Limit);
    }));
    LeastOfBlas = std::fmin(LeastOfBlas, timeOf([&] {
      multiply(N, P, Again.C.data(), O.A.data(), O.B.data());
    }));
  }
  printf("seconds %.3e blas %.3e hash %016llx\n", Least, LeastOfBlas,
         (unsigned long long)Hash);
}

int main(int argc, char **argv) {
  const std::string Name = argc > 1 ? argv[1] : "";
  const long N = argc > 2 ? atol(argv[2]) : 0;
  const int R = argc > 3 ? atoi(argv[3]) : 1;
#define TRY(NAME, PITCH)                                                       \
  if (Name.empty())                                                            \
    puts(#NAME);                                                               \
  if (Name == #NAME)                                                           \
    measure(NAME, N, PITCH, R);
  TRY(ijk, N + 13)
  TRY(ikj, N + 13)
  TRY(jik, N + 13)
  TRY(jki, N + 13)
  TRY(kij, N + 13)
  TRY(kji, N + 13)
  TRY(fixed, FixedPitch)
  TRY(rows, FixedPitch)
  TRY(ints, N + 13)
  TRY(unsigneds, N + 13)
  TRY(transposedA, N + 13)
  TRY(transposedB, N + 13)
  TRY(columnMajor, N + 13)
  TRY(subtracted, N + 13)
  TRY(alpha, N + 13)
  TRY(singles, N + 13)
  TRY(sums, N + 13)
  TRY(added, N + 13)
  TRY(initialised, N + 13)
  TRY(scaledRows, N + 13)
  TRY(results, N + 13)
  TRY(sumsOfResults, N + 13)
  TRY(vectors, N + 13)
  TRY(vectorSums, N + 13)
  TRY(unchecked, N + 13)
}
