//===- Affine.h - Addresses as sums of the counters of a nest ---*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address, or an index, as a start plus a multiple of the number of each
// loop's iterations, in 64 bits.
//
// An index of 32 bits or less is such a sum unless it wraps, which a 32-bit
// unsigned one may. Whether it does is left to a check at run time.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_AFFINE_H
#define POLLY_LIB_ESCOP_PRODUCTS_AFFINE_H

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include <array>
#include <optional>

namespace polly::escop {

/// Loops, outermost first, each the only one in the former.
constexpr unsigned NestDepth = 3;
using LoopChain = std::array<llvm::Loop *, NestDepth>;

/// Start + sum of Steps * number of the loops' iterations. All of them are
/// invariant in the outermost loop.
struct AffineForm {
  const llvm::SCEV *Start = nullptr;
  std::array<const llvm::SCEV *, NestDepth> Steps = {};
};

/// The form has to be in the range of integers of so many bits.
struct RangeCheck {
  AffineForm Form;
  unsigned Bits;
  bool IsSigned;
};

/// Minima and maxima, and which of their operands they are.
using StraightMap =
    llvm::SmallDenseMap<const llvm::SCEV *, const llvm::SCEV *, 4>;

/// The form, of 64 bits, has to be at most, or at least, Limit, which does not
/// change.
struct LimitCheck {
  AffineForm Form;
  const llvm::SCEV *Limit;
  bool IsMost;
};

/// What is accessed at Base + Offset.
struct AffineAccess {
  llvm::Value *Base = nullptr;
  AffineForm Offset;
  llvm::Type *Ty = nullptr;

  bool varies(unsigned Loop) const { return !Offset.Steps[Loop]->isZero(); }
};

/// Finds affine forms, and what has to be checked for them to hold.
class AffineForms {
  llvm::ScalarEvolution &SE;
  const LoopChain &Loops;
  const StraightMap &Straight;
  llvm::SmallVectorImpl<RangeCheck> &Checks;

  bool isInvariant(const llvm::SCEV *S) const;
  AffineForm invariant(const llvm::SCEV *S) const;
  void add(AffineForm &To, const AffineForm &Other) const;
  std::optional<AffineForm> getSum(const llvm::SCEVAddExpr *Sum);
  std::optional<AffineForm> getMultiple(const llvm::SCEVMulExpr *Product);
  std::optional<AffineForm> getRecurrence(const llvm::SCEVAddRecExpr *Rec);
  std::optional<AffineForm> getExtended(const llvm::SCEVCastExpr *Cast);

public:
  AffineForms(llvm::ScalarEvolution &SE, const LoopChain &Loops,
              const StraightMap &Straight,
              llvm::SmallVectorImpl<RangeCheck> &Checks)
      : SE(SE), Loops(Loops), Straight(Straight), Checks(Checks) {}

  /// The form of @p S, an integer.
  std::optional<AffineForm> get(const llvm::SCEV *S);
  /// What the load or store @p I accesses.
  std::optional<AffineAccess> getAccess(llvm::Instruction &I);
  /// The same of what is accessed at @p Pointer; its type is not known.
  std::optional<AffineAccess> getAccess(llvm::Value *Pointer);
};

/// The condition of @p Check if the loops iterate @p Trips times and once more,
/// where these numbers have at most 30 bits. @p Expand gives values.
llvm::Value *
emitRangeCheck(const RangeCheck &Check, llvm::ArrayRef<llvm::Value *> Trips,
               llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Expand,
               llvm::IRBuilderBase &Builder);

/// The same of @p Check; and that nothing wraps.
llvm::Value *
emitLimitCheck(const LimitCheck &Check, llvm::ArrayRef<llvm::Value *> Trips,
               llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Expand,
               llvm::IRBuilderBase &Builder);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_AFFINE_H
