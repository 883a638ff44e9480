//===- Requirements.h - What a product asks of its bounds -------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds that are minima or maxima, and conditions, are the same in all
// iterations of a nest if that is required in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_REQUIREMENTS_H
#define POLLY_LIB_ESCOP_PRODUCTS_REQUIREMENTS_H

#include "Affine.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace polly::escop {

/// What has to hold in front of the nest.
struct Requirement {
  llvm::SmallVector<LimitCheck, 2> Limits;
  llvm::SmallVector<Comparison, 2> Comparisons;
};

/// Finds out what has to be required of the loops of a nest.
class RequirementFinder {
  llvm::ScalarEvolution &SE;
  const LoopChain &Loops;
  llvm::SmallVectorImpl<RangeCheck> &Checks;
  Requirement &Always;
  /// Where what is found out goes to.
  Requirement *Required = &Always;
  /// What Always says of minima and maxima.
  StraightMap Straight;

  bool isInvariant(const llvm::SCEV *S) const {
    return SE.isLoopInvariant(S, Loops.front());
  }
  bool limit(const llvm::SCEV *S, const llvm::SCEV *Limit, bool IsMost);
  bool requireAtMost(const llvm::SCEV *Low, const llvm::SCEV *High);
  struct Straightener;
  std::pair<const llvm::SCEV *, const llvm::SCEV *>
  getAtMost(const llvm::ICmpInst &Cmp, bool IfTrue);

public:
  using Alternatives = llvm::SmallVector<Requirement, 2>;

  /// @p Always gets what is required of all iterations.
  RequirementFinder(llvm::ScalarEvolution &SE, const LoopChain &Loops,
                    llvm::SmallVectorImpl<RangeCheck> &Checks,
                    Requirement &Always)
      : SE(SE), Loops(Loops), Checks(Checks), Always(Always) {}

  const StraightMap &getStraight() const { return Straight; }
  /// \returns an expression that does not change and is equal to @p S if that
  /// is required, or null.
  const llvm::SCEV *straighten(const llvm::SCEV *S);
  /// Require that @p Condition is always @p IfTrue.
  bool requireAlways(llvm::Value *Condition, bool IfTrue);
  /// \returns what may be required so that @p Condition is never @p IfTrue.
  Alternatives getExclusions(llvm::Value *Condition, bool IfTrue);

private:
  Alternatives getExclusions(llvm::ICmpInst &Cmp, bool IfTrue);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_REQUIREMENTS_H
