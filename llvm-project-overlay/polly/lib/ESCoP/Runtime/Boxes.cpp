//===- Boxes.cpp - The order in which boxes are executed ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a nest executes has three coordinates, in none of which a dependence
// goes backwards. So a box of them may be cut in any coordinate, and what lies
// in front of the cut be executed before what lies behind it, again and again.
// Here it is chosen where to cut, while the nest is executed: so that most of
// it is boxes with nothing but updates, whose operands are finished, which are
// products of matrices, as large as they can be. It is the recursion of Toledo,
// Locality of Reference in LU Decomposition with Partial Pivoting (SIAM J.
// Matrix Anal. Appl. 18(4), 1997), for all nests that have such coordinates.
//
// The compiler calls it, too, to execute a schedule before it is trusted
// (Policy/Validate.cpp).
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"

using namespace polly::escop::runtime;

static int64_t getSize(const Box &B, unsigned Dim) {
  return B.End[Dim] - B.Begin[Dim];
}

static bool isEmpty(const Box &B) {
  return getSize(B, BD_Row) <= 0 || getSize(B, BD_Column) <= 0 ||
         getSize(B, BD_Depth) <= 0;
}

/// In which coordinate a box is cut, and where.
struct BoxCut {
  unsigned Dim;
  int64_t At;
};

/// In the middle, at a multiple of what boxes are usually cut to.
static BoxCut halve(const Box &B, unsigned Dim, const BoxSizes &Sizes) {
  const int64_t Unit =
      getSize(B, Dim) > 2 * Sizes.Usual ? Sizes.Usual : Sizes.Least;
  const int64_t Half = (getSize(B, Dim) + Unit) / 2 / Unit * Unit;
  return {Dim, B.Begin[Dim] + Half};
}

static bool isBefore(unsigned Dim, uint64_t Flags) {
  return Flags & (Dim == BD_Row ? BF_IsBeforeRow : BF_IsBeforeColumn);
}
static bool isBehind(unsigned Dim, uint64_t Flags) {
  return Flags & (Dim == BD_Row ? BF_IsBehindRow : BF_IsBehindColumn);
}

/// Are all depths of \p B in front of its rows, or of its columns, or all
/// behind, as it is to be?
static bool isApart(const Box &B, unsigned Dim, uint64_t Flags) {
  return (!isBefore(Dim, Flags) || B.End[BD_Depth] <= B.Begin[Dim]) &&
         (!isBehind(Dim, Flags) || B.Begin[BD_Depth] >= B.End[Dim]);
}

static bool isProduct(const Box &B, uint64_t Flags) {
  return Flags & BF_HasProducts && isApart(B, BD_Row, Flags) &&
         isApart(B, BD_Column, Flags);
}

/// Are rows compared with columns?
static bool isSquare(uint64_t Flags) {
  constexpr uint64_t Both = BF_IsBeforeRow | BF_IsBeforeColumn;
  return Flags & BF_HasProducts &&
         (Flags & BF_IsLower || (Flags & Both) == Both);
}

static bool cutAt(const Box &B, unsigned Dim, int64_t At, BoxCut &Cut) {
  Cut = {Dim, At};
  return B.Begin[Dim] < At && At < B.End[Dim];
}

/// Cut until rows and columns are the same, or have none in common.
static bool alignRows(const Box &B, BoxCut &Cut) {
  for (unsigned Dim = 0; Dim <= BD_Column; ++Dim)
    if (cutAt(B, Dim, B.Begin[BD_Column - Dim], Cut) ||
        cutAt(B, Dim, B.End[BD_Column - Dim], Cut))
      return true;
  return false;
}

/// \returns whether \p B, which is no product, is to be cut, and where.
static bool chooseCut(const Box &B, uint64_t Flags, const BoxSizes &Sizes,
                      BoxCut &Cut) {
  constexpr unsigned Places[] = {BD_Column, BD_Row};
  auto Halve = [&](unsigned Dim, int64_t Most) {
    if (getSize(B, Dim) <= Most)
      return false;
    Cut = halve(B, Dim, Sizes);
    return true;
  };
  if (!(Flags & BF_HasProducts)) {
    unsigned Longest = BD_Row;
    for (unsigned Dim = 0; Dim < NumBoxDims; ++Dim)
      if (getSize(B, Dim) > getSize(B, Longest))
        Longest = Dim;
    return Halve(Longest, Sizes.Usual);
  }
  for (unsigned Dim : Places)
    if ((isBefore(Dim, Flags) && cutAt(B, BD_Depth, B.Begin[Dim], Cut)) ||
        (isBehind(Dim, Flags) && cutAt(B, BD_Depth, B.End[Dim], Cut)))
      return true;
  for (unsigned Dim : Places)
    if ((isBefore(Dim, Flags) && cutAt(B, Dim, B.End[BD_Depth], Cut)) ||
        (isBehind(Dim, Flags) && cutAt(B, Dim, B.Begin[BD_Depth], Cut)))
      return true;
  // Rows follow, where they are the same as columns.
  for (unsigned Dim : Places)
    if (!isApart(B, Dim, Flags) && Halve(Dim, Sizes.Least))
      return true;
  for (unsigned Dim : Places)
    if (Halve(Dim, Sizes.Most))
      return true;
  return false;
}

static BoxMode getMode(const Box &B, uint64_t Flags) {
  if (isProduct(B, Flags))
    return BM_Product;
  const bool AreRowsBehind = !(Flags & (BF_IsLower | BF_IsBeforeRow)) ||
                             B.Begin[BD_Row] >= B.End[BD_Column];
  return Flags & BF_HasRows && AreRowsBehind &&
                 getSize(B, BD_Column) == BoxColumns &&
                 B.Begin[BD_Depth] == B.Begin[BD_Column] &&
                 B.End[BD_Depth] >= B.End[BD_Column]
             ? BM_Rows
             : BM_All;
}

int64_t polly::escop::runtime::getNextBox(BoxStack *Stack, Box *Found) {
  BoxStack &S = *Stack;
  Box &Next = *Found;
  while (S.NumBoxes || S.NextPart < S.NumParts) {
    if (!S.NumBoxes)
      S.Boxes[S.NumBoxes++] = S.Parts[S.NextPart++].All;
    const uint64_t Part = S.NextPart - 1, Flags = S.Parts[Part].Flags;
    Next = S.Boxes[--S.NumBoxes];
    if (Flags & BF_IsWhole)
      return Part * NumBoxModes + BM_All;
    if (isEmpty(Next) ||
        (Flags & BF_IsLower && Next.End[BD_Row] <= Next.Begin[BD_Column]))
      continue;
    // Any box may be executed as it is.
    if (S.NumBoxes + 2 > MaxBoxes)
      return Part * NumBoxModes + BM_All;
    BoxCut Cut;
    if (!isSquare(Flags) || !alignRows(Next, Cut)) {
      const BoxMode Mode = getMode(Next, Flags);
      if (Mode == BM_Product || !chooseCut(Next, Flags, S.Sizes, Cut))
        return Part * NumBoxModes + Mode;
    }
    Box Front = Next;
    Next.Begin[Cut.Dim] = Front.End[Cut.Dim] = Cut.At;
    S.Boxes[S.NumBoxes++] = Next;
    S.Boxes[S.NumBoxes++] = Front;
  }
  return -1;
}
