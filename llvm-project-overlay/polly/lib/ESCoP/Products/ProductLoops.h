//===- ProductLoops.h - The loops of a product ------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three loops, each in the former, that always iterate equally often, or of
// which one has a range that grows or shrinks with another one.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_PRODUCTLOOPS_H
#define POLLY_LIB_ESCOP_PRODUCTS_PRODUCTLOOPS_H

#include "ProductNest.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace polly::escop {

/// Finds the loops of a product, how often they iterate, and what excludes that
/// they are not entered.
class ProductLoopMatcher {
  llvm::ScalarEvolution &SE;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  ProductNest &P;
  RequirementFinder &Requirements;

  bool matchCount(unsigned Idx);
  void require(llvm::ICmpInst::Predicate Predicate, const llvm::SCEV *LHS,
               const llvm::SCEV *RHS);
  std::pair<const llvm::SCEV *, const llvm::SCEV *>
  matchMin(const llvm::SCEV *Count);
  bool isEntered(const llvm::Loop &Inner, const llvm::ICmpInst &Cmp,
                 bool IfTrue);
  bool matchEntry(llvm::Loop &Inner);
  void findSkipped(const llvm::LoopBlocksRPO &Blocks);

public:
  /// The blocks of the outermost loop, by their order.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Order;
  /// Those that are not executed if P.Excluded holds.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Skipped;

  ProductLoopMatcher(llvm::ScalarEvolution &SE, const llvm::DominatorTree &DT,
                     const llvm::PostDominatorTree &PDT, ProductNest &P,
                     RequirementFinder &Requirements)
      : SE(SE), DT(DT), PDT(PDT), P(P), Requirements(Requirements) {}
  bool run(llvm::Loop &Innermost, const llvm::LoopInfo &LI);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_PRODUCTLOOPS_H
