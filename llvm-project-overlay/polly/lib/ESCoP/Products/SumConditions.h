//===- SumConditions.h - When guards of sums are evaluated ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register tile says whether a guard fires in any iteration, not in which. A
// comparison and a disjunction for each partial sum take twice as long as the
// product. Few guards need them:
//
// - what is true of all later sums once it is true of one, like being no
//   number, is a question to the last one;
// - a sum exceeds an invariant if the greatest one does, which takes one
//   instruction a sum to find, and a register or two.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_SUMCONDITIONS_H
#define POLLY_LIB_ESCOP_PRODUCTS_SUMCONDITIONS_H

#include "ProductNest.h"

namespace polly::escop {

/// "Some @p V that is a number exceeds @p Limit", or falls below it.
struct ExtremeCondition {
  /// Computed in each iteration.
  llvm::Value *V;
  llvm::Value *Limit;
  /// Between V and Limit; ordered if they are floating-point numbers.
  llvm::CmpInst::Predicate Fires;

  /// Whether a value is more extreme than another: Fires, but false of equals.
  llvm::CmpInst::Predicate getStrict() const;
  /// No value is less extreme.
  llvm::Constant *getStart() const;
};

/// The conditions one of which is true if, and only if, a guard of the sums
/// fires.
struct SumConditions {
  /// In some iteration.
  llvm::SmallVector<llvm::Value *, 2> Each;
  /// In the last one.
  llvm::SmallVector<llvm::Value *, 2> Last;
  llvm::SmallVector<ExtremeCondition, 2> Extremes;
};

/// The conditions of @p P, so many of them of extremes at most.
SumConditions getSumConditions(const ProductNest &P, unsigned MaxExtremes);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_SUMCONDITIONS_H
