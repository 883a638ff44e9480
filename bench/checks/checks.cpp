//===- checks.cpp - Loops that stream over checked arrays -----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   checks N R [LOOP]        the least time of R runs of each loop, or of one:
//                            "loop NAME TYPE ns PER-ITERATION hash HASH"
//   checks faults N [LOOP]   "fault NAME TYPE AT hash HASH": an operand is bad
//                            at each of N places, or the arrays are short
//
// Each loop gets arrays a, b, c of N + 8 elements, indices x in [0, N), and n =
// N. The hash is that of all arrays and of what the loop returns or throws.
//
//===----------------------------------------------------------------------===//

#include "checks.h"

#define LOOP(NAME)                                                             \
  template <typename T>                                                        \
  __attribute__((noinline)) static T NAME(                                     \
      [[maybe_unused]] const Array<T> a, [[maybe_unused]] const Array<T> b,    \
      [[maybe_unused]] const Array<T> c, [[maybe_unused]] const Array<int> x,  \
      const long n)
#define FOR(i) for (long i = 0; i < n; ++i)

namespace loops {

// Elementwise.

LOOP(copy) {
  FOR(i) a.set(i, b(i));
  return 0;
}
LOOP(fill) {
  FOR(i) a.set(i, T(3));
  return 0;
}
LOOP(scale) {
  FOR(i) a.set(i, T(b(i) * 3));
  return 0;
}
LOOP(negate) {
  FOR(i) a.set(i, T(-b(i)));
  return 0;
}
LOOP(add) {
  FOR(i) a.set(i, T(b(i) + c(i)));
  return 0;
}
LOOP(subtract) {
  FOR(i) a.set(i, T(b(i) - c(i)));
  return 0;
}
LOOP(multiply) {
  FOR(i) a.set(i, T(b(i) * c(i)));
  return 0;
}
LOOP(multiplyAdd) {
  FOR(i) a.set(i, T(b(i) * c(i) + b(i)));
  return 0;
}
LOOP(accumulate) {
  FOR(i) a.set(i, T(a(i) + b(i)));
  return 0;
}
LOOP(axpy) {
  FOR(i) a.set(i, T(a(i) + 3 * b(i)));
  return 0;
}
LOOP(axpby) {
  FOR(i) a.set(i, T(2 * a(i) + 3 * b(i)));
  return 0;
}
LOOP(updateProduct) {
  FOR(i) a.set(i, T(a(i) + b(i) * c(i)));
  return 0;
}
LOOP(square) {
  FOR(i) a.set(i, T(b(i) * b(i)));
  return 0;
}
LOOP(horner) {
  FOR(i) {
    const T v = b(i);
    a.set(i, T((((v * T(2) + T(3)) * v + T(5)) * v + T(7)) * v + T(11)));
  }
  return 0;
}
LOOP(rational) {
  FOR(i) a.set(i, T(1) / (T(1) + b(i) * b(i)));
  return 0;
}
LOOP(squareRoot) {
  FOR(i) a.set(i, std::sqrt(T(1) + b(i) * b(i)));
  return 0;
}
LOOP(divide) {
  FOR(i) a.set(i, c(i) / (b(i) + T(9)));
  return 0;
}
LOOP(twoOutputs) {
  FOR(i) {
    const T v = c(i);
    a.set(i, T(v + 1));
    b.set(i, T(v * 2));
  }
  return 0;
}
LOOP(swapArrays) {
  FOR(i) {
    const T v = a(i);
    a.set(i, b(i));
    b.set(i, v);
  }
  return 0;
}
LOOP(reverse) {
  FOR(i) a.set(i, b(n - 1 - i));
  return 0;
}
LOOP(evenElements) {
  for (long i = 0; i < n / 2; ++i)
    a.set(i, b(2 * i));
  return 0;
}
LOOP(interleave) {
  for (long i = 0; i < n / 2; ++i) {
    a.set(2 * i, b(i));
    a.set(2 * i + 1, c(i));
  }
  return 0;
}
LOOP(complexProduct) {
  for (long i = 0; i < n / 2; ++i) {
    const T re = b(2 * i), im = b(2 * i + 1), u = c(2 * i), v = c(2 * i + 1);
    a.set(2 * i, T(re * u - im * v));
    a.set(2 * i + 1, T(re * v + im * u));
  }
  return 0;
}
LOOP(halves) {
  for (long i = 0; i < n / 2; ++i)
    a.set(i, T(b(i) + b(n / 2 + i)));
  return 0;
}
LOOP(shiftDown) {
  FOR(i) a.set(i, a(i + 1));
  return 0;
}
LOOP(distanceFour) {
  FOR(i) a.set(i + 4, T(a(i) + b(i)));
  return 0;
}
LOOP(unrolledByFour) {
  for (long i = 0; i + 3 < n; i += 4) {
    a.set(i, T(b(i) + c(i)));
    a.set(i + 1, T(b(i + 1) + c(i + 1)));
    a.set(i + 2, T(b(i + 2) + c(i + 2)));
    a.set(i + 3, T(b(i + 3) + c(i + 3)));
  }
  return 0;
}
LOOP(ofCounter) {
  FOR(i) a.set(i, T(b(i) * T(i & 7)));
  return 0;
}
LOOP(invariantOperand) {
  FOR(i) a.set(i, T(b(i) + c(0)));
  return 0;
}
LOOP(countDown) {
  for (long i = n; i-- > 0;)
    a.set(i, T(b(i) + c(i)));
  return 0;
}
LOOP(unsignedCounter) {
  for (unsigned i = 0; i < unsigned(n); ++i)
    a.set(i, T(b(i) + c(i)));
  return 0;
}

// Conditions.

LOOP(positivePart) {
  FOR(i) {
    const T v = b(i);
    a.set(i, v > 2 ? v : T(2));
  }
  return 0;
}
LOOP(clamp) {
  FOR(i) {
    const T v = b(i);
    a.set(i, v < 1 ? T(1) : v > 4 ? T(4) : v);
  }
  return 0;
}
LOOP(larger) {
  FOR(i) {
    const T u = b(i), v = c(i);
    a.set(i, u < v ? v : u);
  }
  return 0;
}
LOOP(selectByThird) {
  FOR(i) a.set(i, a(i) > 2 ? b(i) : c(i));
  return 0;
}
LOOP(addIfPositive) {
  FOR(i) if (b(i) > 2) a.set(i, T(a(i) + c(i)));
  return 0;
}
LOOP(storeIf) {
  FOR(i) if (b(i) > 2) a.set(i, c(i));
  return 0;
}
LOOP(ifElse) {
  FOR(i)
  if (b(i) > 2)
    a.set(i, T(c(i) + 1));
  else
    a.set(i, T(c(i) - 1));
  return 0;
}
LOOP(ifElseArrays) {
  FOR(i)
  if (c(i) > 2)
    a.set(i, c(i));
  else
    b.set(i, c(i));
  return 0;
}
LOOP(skip) {
  FOR(i) {
    if (b(i) == 3)
      continue;
    a.set(i, T(a(i) + b(i)));
  }
  return 0;
}
LOOP(twoConditions) {
  FOR(i) if (b(i) > 1 && c(i) > 1) a.set(i, T(b(i) + c(i)));
  return 0;
}
LOOP(absolute) {
  FOR(i) {
    const T v = T(b(i) - 3);
    a.set(i, v < 0 ? T(-v) : v);
  }
  return 0;
}
LOOP(sign) {
  FOR(i) {
    const T v = T(b(i) - 3);
    a.set(i, T((v > 0) - (v < 0)));
  }
  return 0;
}

// Gathers and scatters.

LOOP(gather) {
  FOR(i) a.set(i, b(x(i)));
  return 0;
}
LOOP(gatherAdd) {
  FOR(i) a.set(i, T(a(i) + b(x(i))));
  return 0;
}
LOOP(gatherTwo) {
  FOR(i) a.set(i, T(b(x(i)) * c(x(i))));
  return 0;
}
LOOP(gatherProduct) {
  FOR(i) a.set(i, T(b(x(i)) * c(i)));
  return 0;
}
LOOP(scatter) {
  FOR(i) a.set(x(i), b(i));
  return 0;
}
LOOP(scatterAdd) {
  FOR(i) a.set(x(i), T(a(x(i)) + b(i)));
  return 0;
}
LOOP(sparseDot) {
  T s = 0;
  FOR(i) s += T(b(x(i)) * c(i));
  return s;
}
LOOP(sparseRows) {
  for (long i = 0; i < n / 8; ++i) {
    T s = 0;
    for (long k = 8 * i; k < 8 * i + 8; ++k)
      s += T(c(k) * b(x(k)));
    a.set(i, s);
  }
  return 0;
}

// Sums and the like.

LOOP(sum) {
  T s = 0;
  FOR(i) s += b(i);
  return s;
}
LOOP(dot) {
  T s = 0;
  FOR(i) s += T(b(i) * c(i));
  return s;
}
LOOP(sumOfSquares) {
  T s = 0;
  FOR(i) s += T(b(i) * b(i));
  return s;
}
LOOP(sumOfDifferences) {
  T s = 0;
  FOR(i) {
    const T d = T(b(i) - c(i));
    s += d < 0 ? T(-d) : d;
  }
  return s;
}
LOOP(twoSums) {
  T s = 0, t = 0;
  FOR(i) {
    s += b(i);
    t += c(i);
  }
  return T(s - t);
}
LOOP(sumIf) {
  T s = 0;
  FOR(i) if (b(i) > 2) s += c(i);
  return s;
}
LOOP(countIf) {
  long k = 0;
  FOR(i) k += b(i) > 2;
  return T(k & 63);
}
LOOP(greatest) {
  T m = b(0);
  FOR(i) {
    const T v = b(i);
    m = v > m ? v : m;
  }
  return m;
}
LOOP(least) {
  T m = b(0);
  FOR(i) {
    const T v = b(i);
    m = v < m ? v : m;
  }
  return m;
}
LOOP(greatestIndex) {
  T m = b(0);
  long at = 0;
  for (long i = 1; i < n; ++i) {
    const T v = b(i);
    if (v > m) {
      m = v;
      at = i;
    }
  }
  return T(at & 63);
}
LOOP(evenSum) {
  T s = 0;
  for (long i = 0; i < n; i += 2)
    s += b(i);
  return s;
}
LOOP(sumAndStore) {
  T s = 0;
  FOR(i) {
    const T v = T(b(i) + c(i));
    a.set(i, v);
    s += v;
  }
  return s;
}

// Recurrences.

LOOP(prefixSum) {
  T s = 0;
  FOR(i) {
    s += b(i);
    a.set(i, s);
  }
  return s;
}
LOOP(firstOrder) {
  T s = 0;
  FOR(i) {
    s = T(s * T(0.5) + b(i));
    a.set(i, s);
  }
  return s;
}
LOOP(secondOrder) {
  T u = 0, v = 0;
  FOR(i) {
    const T w = T(T(0.5) * v - T(0.25) * u + b(i));
    a.set(i, w);
    u = v;
    v = w;
  }
  return v;
}
LOOP(inMemory) {
  for (long i = 1; i < n; ++i)
    a.set(i, T(a(i - 1) * T(0.5) + b(i)));
  return 0;
}
LOOP(runningMaximum) {
  T m = b(0);
  FOR(i) {
    const T v = b(i);
    m = v > m ? v : m;
    a.set(i, m);
  }
  return m;
}
LOOP(compact) {
  long k = 0;
  FOR(i) {
    const T v = b(i);
    if (v > 2)
      a.set(k++, v);
  }
  return T(k & 63);
}
LOOP(wrapAround) {
  T last = b(0);
  FOR(i) {
    const T v = b(i);
    a.set(i, T(v - last));
    last = v;
  }
  return last;
}

// Searches.

LOOP(find) {
  FOR(i) if (b(i) == 99) return T(i & 63);
  return -1;
}
LOOP(findGreater) {
  FOR(i) if (b(i) > 90) return T(i & 63);
  return -1;
}
LOOP(mismatch) {
  FOR(i) if (b(i) != c(i + 0) && b(i) > 90) return T(i & 63);
  return -1;
}
LOOP(isSorted) {
  for (long i = 1; i < n; ++i)
    if (b(i) < T(b(i - 1) - 90))
      return 0;
  return 1;
}
LOOP(copyUntil) {
  FOR(i) {
    const T v = b(i);
    if (v > 90)
      break;
    a.set(i, v);
  }
  return 0;
}
LOOP(findLast) {
  for (long i = n; i-- > 0;)
    if (b(i) > 90)
      return T(i & 63);
  return -1;
}

// Sweeps.

LOOP(average3) {
  for (long i = 1; i + 1 < n; ++i)
    a.set(i, T((b(i - 1) + b(i) + b(i + 1)) / 3));
  return 0;
}
LOOP(stencil5) {
  for (long i = 2; i + 2 < n; ++i)
    a.set(i, T(b(i - 2) + b(i + 2) + 2 * (b(i - 1) + b(i + 1)) + 4 * b(i)));
  return 0;
}
LOOP(difference) {
  FOR(i) a.set(i, T(b(i + 1) - b(i)));
  return 0;
}
LOOP(inPlaceSweep) {
  for (long i = 1; i + 1 < n; ++i)
    a.set(i, T((a(i - 1) + a(i + 1)) / 2));
  return 0;
}
LOOP(tenSweeps) {
  for (int t = 0; t < 10; ++t) {
    for (long i = 1; i + 1 < n; ++i)
      a.set(i, T((b(i - 1) + b(i) + b(i + 1)) / 3));
    for (long i = 1; i + 1 < n; ++i)
      b.set(i, T((a(i - 1) + a(i) + a(i + 1)) / 3));
  }
  return 0;
}
LOOP(fivePoints) {
  const long m = long(std::sqrt(double(n)));
  for (long i = 1; i + 1 < m; ++i)
    for (long j = 1; j + 1 < m; ++j)
      a.set(i * m + j, T((b(i * m + j) + b(i * m + j - 1) + b(i * m + j + 1) +
                          b((i - 1) * m + j) + b((i + 1) * m + j)) /
                         5));
  return 0;
}
LOOP(rowSums) {
  const long m = long(std::sqrt(double(n)));
  for (long i = 0; i < m; ++i) {
    T s = 0;
    for (long j = 0; j < m; ++j)
      s += b(i * m + j);
    a.set(i, s);
  }
  return 0;
}
LOOP(transpose) {
  const long m = long(std::sqrt(double(n)));
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < m; ++j)
      a.set(i * m + j, b(j * m + i));
  return 0;
}
LOOP(triangle) {
  const long m = long(std::sqrt(double(n)));
  for (long i = 0; i < m; ++i)
    for (long j = 0; j <= i; ++j)
      a.set(i * m + j, T(a(i * m + j) + b(j * m + i)));
  return 0;
}

// Bits.

LOOP(exclusiveOr) {
  FOR(i) a.set(i, T(b(i) ^ c(i)));
  return 0;
}
LOOP(shift) {
  FOR(i) a.set(i, T((b(i) << 2) & 63));
  return 0;
}
LOOP(mask) {
  FOR(i) a.set(i, T(b(i) & 5));
  return 0;
}
LOOP(bitCount) {
  long s = 0;
  FOR(i) s += __builtin_popcountll(uint64_t(b(i)));
  return T(s & 63);
}
LOOP(checksum) {
  uint32_t s = 1;
  FOR(i) s = s * 31 + uint32_t(b(i));
  return T(s & 63);
}
LOOP(mean) {
  FOR(i) a.set(i, T((int64_t(b(i)) + c(i) + 1) >> 1));
  return 0;
}
LOOP(upperCase) {
  FOR(i) {
    const T v = b(i);
    a.set(i, v >= 'a' && v <= 'z' ? T(v - 32) : v);
  }
  return 0;
}
LOOP(wideSum) {
  int64_t s = 0;
  FOR(i) s += b(i);
  return T(s & 63);
}

} // namespace loops

#define ARITHMETIC(X, T)                                                       \
  X(copy, T)                                                                   \
  X(fill, T) X(scale, T) X(negate, T) X(add, T) X(subtract, T) X(multiply, T)  \
      X(multiplyAdd, T) X(accumulate, T) X(axpy, T) X(axpby, T)                \
          X(updateProduct, T) X(twoOutputs, T) X(swapArrays, T) X(reverse, T)  \
              X(interleave, T) X(halves, T) X(shiftDown, T)                    \
                  X(unrolledByFour, T) X(positivePart, T) X(clamp, T)          \
                      X(larger, T) X(addIfPositive, T) X(storeIf, T)           \
                          X(ifElse, T) X(sum, T) X(dot, T) X(greatest, T)      \
                              X(countIf, T) X(find, T) X(copyUntil, T)         \
                                  X(difference, T) X(gather, T)
#define REAL(X, T)                                                             \
  X(square, T)                                                                 \
  X(horner, T) X(rational, T) X(squareRoot, T) X(divide, T) X(                 \
      evenElements, T) X(complexProduct, T) X(distanceFour, T) X(ofCounter, T) \
      X(invariantOperand, T) X(countDown, T) X(unsignedCounter, T) X(          \
          selectByThird, T) X(ifElseArrays, T) X(skip, T) X(twoConditions, T)  \
          X(absolute, T) X(sign, T) X(gatherAdd, T) X(gatherTwo, T) X(         \
              gatherProduct, T) X(scatter, T) X(scatterAdd, T) X(sparseDot, T) \
              X(sparseRows, T) X(sumOfSquares, T) X(sumOfDifferences, T)       \
                  X(twoSums, T) X(sumIf, T) X(least, T) X(greatestIndex, T) X( \
                      evenSum, T) X(sumAndStore, T) X(prefixSum, T)            \
                      X(firstOrder, T) X(secondOrder, T) X(inMemory, T)        \
                          X(runningMaximum, T) X(compact, T) X(wrapAround, T)  \
                              X(findGreater, T) X(mismatch, T) X(isSorted, T)  \
                                  X(findLast, T) X(average3, T) X(stencil5, T) \
                                      X(inPlaceSweep, T) X(tenSweeps, T)       \
                                          X(fivePoints, T) X(rowSums, T)       \
                                              X(transpose, T) X(triangle, T)
#define INTEGER(X, T)                                                          \
  X(exclusiveOr, T)                                                            \
  X(shift, T) X(mask, T) X(bitCount, T) X(checksum, T) X(mean, T)              \
      X(upperCase, T) X(wideSum, T)
#define ALL(X)                                                                 \
  ARITHMETIC(X, float)                                                         \
  ARITHMETIC(X, double) ARITHMETIC(X, int) REAL(X, double) INTEGER(X, int)     \
      INTEGER(X, int8_t) INTEGER(X, int64_t)

namespace {

/// Arrays between which nothing is known.
template <typename T> struct Operands {
  long Size;
  std::vector<T> A, B, C;
  std::vector<int> X;

  explicit Operands(long N) : Size(N + 8), A(Size), B(Size), C(Size), X(Size) {
    reset();
  }
  void reset() {
    for (long I = 0; I < Size; ++I) {
      A[I] = T(I * 5 % 7);
      B[I] = T(I * 3 % 6);
      C[I] = T(I * 7 % 5);
      X[I] = int(I * 17 % (Size - 8));
    }
  }
  template <typename FunctionT> T call(FunctionT Function, long Short = 0) {
    return Function({A.data(), Size}, {B.data(), Size - Short},
                    {C.data(), Size - Short}, {X.data(), Size}, Size - 8);
  }
  uint64_t getHash(uint64_t Hash) const {
    auto Add = [&](const auto &V) {
      const auto *Bytes = reinterpret_cast<const unsigned char *>(V.data());
      for (size_t I = 0; I < V.size() * sizeof(V[0]); ++I)
        Hash = (Hash ^ Bytes[I]) * 0x100000001b3;
    };
    Add(A), Add(B), Add(C), Add(X);
    return Hash;
  }
};

double now() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return 1e9 * T.tv_sec + T.tv_nsec;
}

template <typename T> uint64_t asNumber(T Value) {
  uint64_t Bits = 0;
  memcpy(&Bits, &Value, sizeof(T));
  return Bits;
}

/// Calls between two looks at the clock.
constexpr long Batch = 16;

template <typename T, typename FunctionT>
void time(const char *Name, const char *Type, FunctionT Function, long N,
          long R) {
  Operands<T> O(N);
  const uint64_t Hash = O.getHash(asNumber(O.call(Function)));
  double Least = 1e99;
  for (long Run = 0; Run < R; ++Run) {
    // What a loop adds up stays small.
    double Spent = 0;
    long Calls = 0;
    for (; Spent < 200000; Calls += Batch) {
      O.reset();
      const double Begin = now();
      for (long Call = 0; Call < Batch; ++Call) {
        O.call(Function);
        asm volatile("" ::: "memory");
      }
      Spent += now() - Begin;
    }
    Least = std::fmin(Least, Spent / Calls / double(N));
  }
  printf("loop %s %s ns %.5g hash %016llx\n", Name, Type, Least,
         (unsigned long long)Hash);
}

/// The loop with one operand that is bad, in each place; and with short arrays.
template <typename T, typename FunctionT>
void sweep(const char *Name, const char *Type, FunctionT Function, long N) {
  Operands<T> O(N);
  for (long At = 0; At < 4 * N; ++At) {
    O.reset();
    const long Place = At % N;
    if (At / N == 0)
      O.B[Place] = getBad<T>();
    else if (At / N == 1)
      O.C[Place] = getBad<T>();
    else if (At / N == 2)
      O.B[Place] = T(99);
    uint64_t Outcome;
    try {
      Outcome = asNumber(O.call(Function, At / N == 3 ? Place : 0));
    } catch (const std::exception &E) {
      Outcome = uint64_t(E.what()[0]) << 56;
    }
    printf("fault %s %s %ld hash %016llx\n", Name, Type, At,
           (unsigned long long)O.getHash(Outcome));
  }
}

} // namespace

int main(int argc, char **argv) {
  const bool Faults = argc > 1 && !strcmp(argv[1], "faults");
  const long N = argc > 2 ? strtol(argv[1 + Faults], nullptr, 0) : 0,
             R = argc > 2 ? strtol(argv[2], nullptr, 0) : 0;
  if (N < 16 || R < 1) {
    fprintf(stderr, "usage: %s N R [LOOP] | faults N [LOOP]; N at least 16\n",
            argv[0]);
    return 2;
  }
  const std::string Only = argc > 3 ? argv[3] : "";
#define RUN(NAME, TYPE)                                                        \
  if (Only.empty() || Only == #NAME) {                                         \
    if (Faults)                                                                \
      sweep<TYPE>(#NAME, #TYPE, loops::NAME<TYPE>, N);                         \
    else                                                                       \
      time<TYPE>(#NAME, #TYPE, loops::NAME<TYPE>, N, R);                       \
  }
  ALL(RUN)
}
