//===- RuntimeBoxesTest.cpp - Boxes that a shadow executes ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes contain each point once, in an order in which nothing is executed
// behind what has greater coordinates, and are what their mode says.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <map>
#include <random>
#include <stdint.h>
#include <tuple>
#include <vector>

// The compiler has one of this name.
#define asm(Label) asm("boxes." Label)
#include "Runtime/Boxes.cpp"
#undef asm

using namespace polly::escop::runtime;

namespace {

struct Executed {
  Box B;
  BoxMode Mode;
  uint64_t Part;
};

std::vector<Executed> execute(const std::vector<BoxPart> &Parts,
                              const BoxSizes &Sizes) {
  std::vector<Executed> Boxes;
  BoxStack Stack = {0, 0, Parts.size(), Sizes, Parts.data(), {}};
  Box Next;
  for (int64_t Mode = getNextBox(&Stack, &Next); Mode >= 0;
       Mode = getNextBox(&Stack, &Next)) {
    EXPECT_LE(Stack.NumBoxes, MaxBoxes);
    Boxes.push_back({Next, BoxMode(Mode % NumBoxModes), Mode / NumBoxModes});
  }
  EXPECT_EQ(getNextBox(&Stack, &Next), -1);
  return Boxes;
}

/// Could an instance that has these flags be at the point?
bool isPoint(int64_t Row, int64_t Column, uint64_t Flags) {
  return !(Flags & BF_IsLower) || Row >= Column;
}

/// Each point is in one box, which is not in front of that of a lesser one.
void expectInOrder(const Box &All, uint64_t Flags,
                   const std::vector<Executed> &Boxes) {
  std::map<std::tuple<int64_t, int64_t, int64_t>, size_t> At;
  for (size_t Idx = 0; Idx < Boxes.size(); ++Idx) {
    const Box &B = Boxes[Idx].B;
    for (int64_t R = B.Begin[0]; R < B.End[0]; ++R)
      for (int64_t C = B.Begin[1]; C < B.End[1]; ++C)
        for (int64_t K = B.Begin[2]; K < B.End[2]; ++K)
          EXPECT_TRUE(At.insert({{R, C, K}, Idx}).second);
  }
  for (int64_t R = All.Begin[0]; R < All.End[0]; ++R)
    for (int64_t C = All.Begin[1]; C < All.End[1]; ++C)
      for (int64_t K = All.Begin[2]; K < All.End[2]; ++K) {
        if (!isPoint(R, C, Flags))
          continue;
        auto Here = At.find({R, C, K});
        ASSERT_NE(Here, At.end()) << R << ' ' << C << ' ' << K;
        for (auto [DR, DC, DK] :
             {std::tuple(1, 0, 0), std::tuple(0, 1, 0), std::tuple(0, 0, 1)}) {
          auto Next = At.find({R + DR, C + DC, K + DK});
          if (Next != At.end() && isPoint(R + DR, C + DC, Flags)) {
            EXPECT_LE(Here->second, Next->second);
          }
        }
      }
}

/// What the compiler relies on (BoxSchedule::getContext).
void expectMode(const Executed &E, const Box &All, uint64_t Flags) {
  const Box &B = E.B;
  for (unsigned Dim = 0; Dim < NumBoxDims; ++Dim) {
    EXPECT_GE(B.Begin[Dim], All.Begin[Dim]);
    EXPECT_LE(B.End[Dim], All.End[Dim]);
    EXPECT_LT(B.Begin[Dim], B.End[Dim]);
  }
  if (E.Mode == BM_Product) {
    EXPECT_TRUE(Flags & BF_HasProducts);
    EXPECT_TRUE(!(Flags & BF_IsBeforeRow) || B.End[2] <= B.Begin[0]);
    EXPECT_TRUE(!(Flags & BF_IsBeforeColumn) || B.End[2] <= B.Begin[1]);
    EXPECT_TRUE(!(Flags & BF_IsBehindRow) || B.End[0] <= B.Begin[2]);
    EXPECT_TRUE(!(Flags & BF_IsBehindColumn) || B.End[1] <= B.Begin[2]);
    EXPECT_TRUE(!(Flags & BF_IsLower) || B.Begin[1] <= B.Begin[0]);
  } else if (E.Mode == BM_Rows) {
    EXPECT_TRUE(Flags & BF_HasRows);
    EXPECT_EQ(B.End[1], B.Begin[1] + BoxColumns);
    EXPECT_EQ(B.Begin[2], B.Begin[1]);
    EXPECT_GE(B.End[2], B.End[1]);
    EXPECT_TRUE(!(Flags & (BF_IsLower | BF_IsBeforeRow)) ||
                B.Begin[0] >= B.End[1]);
  }
}

/// Flags that nests have.
const std::vector<uint64_t> AllFlags = {
    0,
    BF_HasProducts,
    BF_HasProducts | BF_IsBeforeRow,
    BF_HasProducts | BF_IsBehindRow,
    BF_HasProducts | BF_IsBehindColumn,
    BF_HasProducts | BF_IsBeforeColumn | BF_HasRows,
    BF_HasProducts | BF_IsBeforeColumn | BF_IsLower | BF_HasRows,
    BF_HasProducts | BF_IsBeforeRow | BF_IsBeforeColumn | BF_HasRows,
    BF_HasProducts | BF_IsBeforeRow | BF_IsBeforeColumn | BF_IsLower |
        BF_HasRows,
    BF_HasProducts | BF_IsBeforeRow | BF_IsBehindColumn,
    BF_HasProducts | BF_IsBeforeRow | BF_IsBehindColumn | BF_IsLower,
    BF_HasProducts | BF_IsBehindRow | BF_IsBehindColumn};

TEST(RuntimeBoxes, inOrder) {
  std::mt19937 Random(1);
  auto Choose = [&](int64_t Least, int64_t Most) {
    return std::uniform_int_distribution<int64_t>(Least, Most)(Random);
  };
  for (unsigned Times = 0; Times < 40; ++Times)
    for (const uint64_t Flags : AllFlags)
      for (const BoxSizes &Sizes : {UsualBoxSizes, BoxSizes{2, 4, 6}}) {
        Box All;
        for (unsigned Dim = 0; Dim < NumBoxDims; ++Dim) {
          All.Begin[Dim] = Choose(-1, 9);
          All.End[Dim] = All.Begin[Dim] + Choose(0, 24);
        }
        const auto Boxes = execute({{All, Flags}}, Sizes);
        expectInOrder(All, Flags, Boxes);
        for (const Executed &E : Boxes)
          expectMode(E, All, Flags);
      }
}

// The usual sizes have products of all but a small part, and rows where columns
// are left.
TEST(RuntimeBoxes, mostlyProducts) {
  const int64_t N = 500;
  const Box All = {{0, 0, 0}, {N, N, N}};
  const uint64_t LU = BF_HasProducts | BF_IsBeforeRow | BF_IsBeforeColumn |
                      BF_HasRows,
                 Cholesky = LU | BF_IsLower,
                 Solve = BF_HasProducts | BF_IsBeforeRow,
                 FromBelow = BF_HasProducts | BF_IsBehindRow;
  for (const uint64_t Flags : {LU, Cholesky, Solve, FromBelow}) {
    int64_t InProducts = 0, Updates = 0;
    bool HasRows = false;
    for (const Executed &E : execute({{All, Flags}}, UsualBoxSizes)) {
      for (int64_t R = E.B.Begin[0]; R < E.B.End[0]; ++R)
        for (int64_t C = E.B.Begin[1]; C < E.B.End[1]; ++C) {
          if (!isPoint(R, C, Flags))
            continue;
          int64_t Begin = E.B.Begin[2], End = E.B.End[2];
          if (Flags & BF_IsBeforeRow)
            End = std::min(End, R);
          if (Flags & BF_IsBeforeColumn)
            End = std::min(End, C);
          if (Flags & BF_IsBehindRow)
            Begin = std::max(Begin, R);
          Updates += std::max<int64_t>(End - Begin, 0);
          if (E.Mode == BM_Product)
            InProducts += std::max<int64_t>(End - Begin, 0);
        }
      HasRows |= E.Mode == BM_Rows;
      if (E.Mode == BM_All) {
        EXPECT_LE(getSize(E.B, BD_Row), 384);
        EXPECT_LE(getSize(E.B, BD_Column), 384);
      }
    }
    EXPECT_GT(InProducts, Updates * 0.96) << Flags;
    EXPECT_EQ(HasRows, bool(Flags & BF_HasRows));
  }
}

// Parts follow each other; what is no box is executed once, also if another
// part is empty.
TEST(RuntimeBoxes, parts) {
  const BoxPart Whole = {{}, BF_IsWhole}, Empty = {{}, BF_HasProducts},
                Product = {{{0, 0, 0}, {9, 9, 9}}, BF_HasProducts};
  const auto Boxes = execute({Whole, Empty, Product, Whole}, UsualBoxSizes);
  ASSERT_EQ(Boxes.size(), 3u);
  EXPECT_EQ(Boxes[0].Part, 0u);
  EXPECT_EQ(Boxes[0].Mode, BM_All);
  EXPECT_EQ(Boxes[1].Part, 2u);
  EXPECT_EQ(Boxes[1].Mode, BM_Product);
  EXPECT_EQ(Boxes[2].Part, 3u);
  EXPECT_TRUE(execute({}, UsualBoxSizes).empty());
}

// However many there are, the stack is large enough; at its end, a box is
// executed as it is.
TEST(RuntimeBoxes, manyCoordinates) {
  for (const uint64_t Flags : AllFlags)
    for (const int64_t Most : {int64_t(1) << 42, int64_t(1) << 61}) {
      const BoxPart Part = {{{0, 0, 0}, {Most, Most, Most}}, Flags};
      BoxStack Stack = {0, 0, 1, UsualBoxSizes, &Part, {}};
      Box Next;
      for (unsigned Times = 0; Times < 2000; ++Times) {
        const int64_t Mode = getNextBox(&Stack, &Next);
        ASSERT_LE(Stack.NumBoxes, MaxBoxes);
        if (Most == int64_t(1) << 42 && Mode == BM_All) {
          EXPECT_LE(getSize(Next, BD_Row), 384);
        }
      }
    }
}

} // namespace
