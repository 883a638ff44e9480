//===- NarrowCounter.h - A counter narrower than its end --------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_NARROWCOUNTER_H
#define POLLY_LIB_ESCOP_NEST_NARROWCOUNTER_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace polly::escop {

/// A counter that does not go round if its loop's end is small.
struct NarrowCounter {
  const llvm::Loop *L;
  /// The counter, and its extension; one of them may be null.
  llvm::PHINode *PHI = nullptr, *Wide = nullptr;
  /// What increments it.
  llvm::BinaryOperator *Next;
  /// The sum whose extension is compared with the end; null if the sum is. That
  /// is what increments the counter, or is Further than that (`i + 1 < n`). To
  /// the extension Offset is added.
  llvm::BinaryOperator *Sum;
  llvm::CastInst *Extension;
  bool IsSigned;
  llvm::APInt Step, Further, Offset;
  /// The end, and how it is compared with the counter for the loop to continue.
  llvm::Value *End;
  llvm::ICmpInst *Cmp;
  llvm::CmpInst::Predicate Pred;
  /// The bits of the narrowest number that it is used as, without its sign bit;
  /// 0 if it is used as what it is.
  unsigned UsedBits = 0;
  /// What the counter is at least, and what is added to it most where it is
  /// used as that number.
  llvm::APInt Least, Farthest;
  /// Whether the counter fits in that whatever the end is; else, what that may
  /// be at most.
  bool IsKnown = false;
  llvm::APInt Greatest;
  /// What the end is to be at least: the counter would step over it.
  llvm::APInt Smallest;

  /// The counter of @p L, if that is narrower than the loop's end, or than what
  /// it is used for.
  static std::optional<NarrowCounter> get(const llvm::Loop &L,
                                          llvm::ScalarEvolution &SE);
  /// Is what is @p By ahead of the counter likely an index, rather than a hash?
  bool isNear(const llvm::APInt &By) const;
  /// Does the counter not go round, as far as the end's range tells?
  bool isEndSmall(llvm::ScalarEvolution &SE) const;

private:
  const llvm::SCEV *extend(const llvm::SCEV *S,
                           llvm::ScalarEvolution &SE) const;
  const llvm::SCEV *getFirst(llvm::ScalarEvolution &SE) const;
  const llvm::SCEV *getFirstCompared(llvm::ScalarEvolution &SE) const;
  static std::optional<NarrowCounter> find(const llvm::Loop &L,
                                           llvm::ScalarEvolution &SE);
  void findFarthest(llvm::Value &V);
  bool findUses(llvm::ScalarEvolution &SE);
  bool limitEnd(llvm::ScalarEvolution &SE);
};

/// @p U, if it is the sum of @p V and @p By.
llvm::BinaryOperator *getSum(llvm::User *U, llvm::Value *V,
                             const llvm::APInt *&By);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_NARROWCOUNTER_H
