//===- SpeculatedNest.h - Small nests as lists of operations ----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is a list of operations for each iteration of its outermost loop. An
// operation computes a value from some elements and stores it to one. Elements
// are words of an arena, which has all arrays and gaps around them.
//
// What the runtime is told of a nest is found by enumeration: which elements
// some iterations access, which arrays are read where they are not written.
// A snapshot of memory after each iteration is what the driver is compared
// with.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_UNITTESTS_ESCOP_SPECULATEDNEST_H
#define POLLY_UNITTESTS_ESCOP_SPECULATEDNEST_H

#include <algorithm>
#include <functional>
#include <stdint.h>
#include <vector>

namespace escop_test {

constexpr unsigned MaxN = 12, MaxNestArrays = 4;
using Word = uint32_t;

struct Element {
  unsigned Array, Index;
};

struct Operation {
  Element To;
  std::vector<Element> From;
  /// Whether it stores depends on what it reads.
  bool IsConditional = false;
};

using Operations = std::vector<Operation>;

/// Appends the operations of iteration I of N. Rows are Pitch words apart.
struct Shape {
  const char *Name;
  unsigned NumArrays;
  void (*Build)(unsigned I, unsigned N, unsigned Pitch, Operations &Ops);
};

inline const Shape Shapes[] = {
    {"rows", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 3; ++J)
         Ops.push_back({{0, I * Pitch + J}, {{1, I * Pitch + J}}});
     }},
    {"updated rows", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 3; ++J)
         Ops.push_back({{0, I * Pitch + J}, {{0, I * Pitch + J}, {1, J}}});
     }},
    {"columns", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 4; ++J)
         Ops.push_back({{0, J * Pitch + I}, {{0, J * Pitch + I}, {1, J}}});
     }},
    {"triangle", 1,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J <= I; ++J)
         Ops.push_back({{0, I * Pitch + J}, {{0, I * Pitch + J}}});
     }},
    {"row before", 1,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 3; ++J)
         Ops.push_back({{0, (I + 1) * Pitch + J},
                        {{0, I * Pitch + J}, {0, I * Pitch + (J + 1) % 4}}});
     }},
    {"row behind, descending", 2,
     [](unsigned I, unsigned N, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 2; ++J)
         Ops.push_back({{0, (N - 1 - I) * Pitch + J},
                        {{0, (N - I) * Pitch + J}, {1, J}}});
     }},
    {"row ahead, descending", 1,
     [](unsigned I, unsigned N, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 2; ++J)
         Ops.push_back(
             {{0, (N - I) * Pitch + J}, {{0, (N - 1 - I) * Pitch + J}}});
     }},
    {"first row, or the one before", 1,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 2; ++J)
         Ops.push_back(
             {{0, (I + 1) * Pitch + J}, {{0, (I % 2 ? I : 0) * Pitch + J}}});
     }},
    {"column of all rows before", 1,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned K = 0; K < I; ++K)
         Ops.push_back({{0, I * Pitch}, {{0, K * Pitch}, {0, I * Pitch}}});
       Ops.push_back({{0, I * Pitch + 1}, {{0, I * Pitch}}});
     }},
    {"both ends in turn", 1,
     [](unsigned I, unsigned N, unsigned Pitch, Operations &Ops) {
       unsigned Row = I % 2 ? N - 1 - I / 2 : I / 2;
       for (unsigned J = 0; J < 2; ++J)
         Ops.push_back({{0, Row * Pitch + J}, {{0, Row * Pitch + J + 1}}});
     }},
    {"sums", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 3; ++J)
         Ops.push_back({{0, J}, {{0, J}, {1, I * Pitch + J}}});
     }},
    {"rows under a condition", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 4; ++J)
         Ops.push_back({{0, I * Pitch + J}, {{1, I * Pitch + J}}, true});
     }},
    {"cells under a condition", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 4; ++J)
         Ops.push_back({{0, J}, {{0, J}, {1, I * Pitch + J}}, true});
     }},
    {"row before under a condition", 1,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 4; ++J)
         Ops.push_back(
             {{0, (I + 1) * Pitch + J}, {{0, I * Pitch + (J + 1) % 4}}, true});
     }},
    {"columns, some under a condition", 2,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 4; ++J)
         Ops.push_back({{0, J * Pitch + I}, {{1, I * Pitch + J}}, J % 2 == 1});
     }},
    {"several arrays", 4,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       Ops.push_back({{0, (I + 1) * Pitch}, {{0, I * Pitch}, {3, I}}});
       Ops.push_back({{1, I * Pitch}, {{3, I + 1}}, true});
       Ops.push_back({{2, Pitch + I}, {{0, (I + 1) * Pitch}}});
       Ops.push_back({{2, 2 * Pitch + I}, {{1, I * Pitch}}});
     }},
    {"arrays in turn", 3,
     [](unsigned I, unsigned, unsigned Pitch, Operations &Ops) {
       for (unsigned J = 0; J < 2; ++J)
         Ops.push_back({{I % 2, I * Pitch + J},
                        {{I % 2, I * Pitch + J + 1}, {2, I * Pitch + J}}});
     }},
};

/// Words [Begin, End) of an array.
struct Range {
  unsigned Begin = -1u, End = 0;

  bool isEmpty() const { return Begin >= End; }
  void add(unsigned Index) {
    Begin = std::min(Begin, Index);
    End = std::max(End, Index + 1);
  }
  void add(Range R) {
    Begin = std::min(Begin, R.Begin);
    End = std::max(End, R.End);
  }
};

/// A shape with a number of iterations, and what its execution does.
struct Model {
  const Shape &S;
  const unsigned N, Pitch, ArrayWords, NumWords;
  std::vector<Operations> Iterations;
  bool Read[MaxNestArrays] = {}, Written[MaxNestArrays] = {};
  bool ReadsOnlyWritten[MaxNestArrays], HasConditional[MaxNestArrays] = {},
                                        HasExact[MaxNestArrays] = {};
  /// Of each iteration.
  Range Accessed[MaxN][MaxNestArrays], Writes[MaxN][MaxNestArrays];
  /// After so many iterations: memory, and the sum of the values computed.
  std::vector<Word> Memory[MaxN + 1];
  uint64_t Sums[MaxN + 1];
  /// The first iteration that accesses, may write or does write each word.
  std::vector<uint8_t> FirstAccess, FirstMayWrite, FirstWrite;
  /// Words that operations name, and those beside them.
  std::vector<unsigned> Near;

  /// Arrays are so many words apart, and do not begin at a cache line.
  static constexpr unsigned Gap = 5;

  unsigned base(unsigned Array) const {
    return Gap + Array * (ArrayWords + Gap);
  }
  unsigned word(Element E) const { return base(E.Array) + E.Index; }

  /// Execute \p Op on memory that \p At returns; \p Store is told where to
  /// store what. \returns the value.
  template <typename AtFn, typename StoreFn>
  static Word execute(const Operation &Op, AtFn At, StoreFn Store) {
    Word Value = 17;
    for (Element E : Op.From)
      Value = Value * 31 + At(E) + (Value >> 7);
    Value ^= Value >> 9;
    if (!Op.IsConditional || Value & 1)
      Store(Op.To, Value);
    return Value;
  }

  Model(const Shape &S, unsigned N, unsigned Pitch)
      : S(S), N(N), Pitch(Pitch), ArrayWords((MaxN + 2) * Pitch),
        NumWords(Gap + S.NumArrays * (ArrayWords + Gap)),
        FirstAccess(NumWords, MaxN), FirstMayWrite(NumWords, MaxN),
        FirstWrite(NumWords, MaxN) {
    std::fill_n(ReadsOnlyWritten, MaxNestArrays, true);
    std::vector<Word> Now(NumWords);
    for (unsigned W = 0; W < NumWords; ++W)
      Now[W] = W % 5 ? W * 2654435761u >> 3 : 0;
    uint64_t Sum = 0;
    auto First = [](uint8_t &Of, unsigned I) {
      Of = std::min<unsigned>(Of, I);
    };
    for (unsigned I = 0; I < N; ++I) {
      Memory[I] = Now;
      Sums[I] = Sum;
      Operations Ops;
      S.Build(I, N, Pitch, Ops);
      for (const Operation &Op : Ops) {
        auto [Array, Index] = Op.To;
        Written[Array] = true;
        (Op.IsConditional ? HasConditional : HasExact)[Array] = true;
        Accessed[I][Array].add(Index);
        Writes[I][Array].add(Index);
        First(FirstMayWrite[word(Op.To)], I);
        for (Element E : Op.From) {
          Read[E.Array] = true;
          Accessed[I][E.Array].add(E.Index);
          First(FirstAccess[word(E)], I);
          ReadsOnlyWritten[E.Array] &=
              std::any_of(Ops.begin(), Ops.end(), [E = E](const Operation &O) {
                return O.To.Array == E.Array && O.To.Index == E.Index;
              });
        }
        Sum += execute(
            Op, [&](Element E) { return Now[word(E)]; },
            [&](Element E, Word Value) {
              Now[word(E)] = Value;
              First(FirstAccess[word(E)], I);
              First(FirstWrite[word(E)], I);
            });
      }
      Iterations.push_back(std::move(Ops));
    }
    Memory[N] = Now;
    Sums[N] = Sum;
    auto AddNear = [&](Element E) {
      for (unsigned W : {word(E) - 1, word(E), word(E) + 1})
        Near.push_back(W);
    };
    for (const Operations &Ops : Iterations)
      for (const Operation &Op : Ops) {
        AddNear(Op.To);
        for (Element E : Op.From)
          AddNear(E);
      }
    std::sort(Near.begin(), Near.end());
    Near.erase(std::unique(Near.begin(), Near.end()), Near.end());
  }
};

} // namespace escop_test

#endif // POLLY_UNITTESTS_ESCOP_SPECULATEDNEST_H
