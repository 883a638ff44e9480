//===- GuardResolver.h - Guards that do not fire ----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a check such as `j < columns` can fire at all is a question of the
// bounds of an affine expression, too. So one comparison in front of the nest
// resolves it for all iterations, and it leaves the nest. So is whether an
// operation overflows, or an index is beyond a quotient.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_GUARDRESOLVER_H
#define POLLY_LIB_ESCOP_GUARDRESOLVER_H

#include "Borders.h"
#include "RowGuards.h"
#include "polly/ESCoP/Nest.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

namespace polly::escop {

/// Emits the conditions under which guards do not fire.
class GuardResolver {
  const llvm::Loop &Nest;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  llvm::ScalarEvolution &SE;
  llvm::IRBuilder<> &Builder;
  BoundsEmitter &Emitter;

public:
  GuardResolver(const llvm::Loop &Nest, const llvm::LoopInfo &LI,
                const llvm::DominatorTree &DT,
                const llvm::PostDominatorTree &PDT, llvm::ScalarEvolution &SE,
                llvm::IRBuilder<> &Builder, BoundsEmitter &Emitter)
      : Nest(Nest), LI(LI), DT(DT), PDT(PDT), SE(SE), Builder(Builder),
        Emitter(Emitter) {}

  /// Require of each guard of the nest for which it is possible that it does
  /// not fire. \returns these guards. Each is bounded over the iterations in
  /// which control comes to it: see Borders.h.
  /// \param TripsOfRow the iterations of a row, otherwise null.
  GuardSet resolve(llvm::Value *TripsOfRow, RowGuards::FindOrder Rises);

private:
  bool excludesFew(const llvm::Value *Cond);
  bool isConditional(const llvm::BasicBlock *BB, const Borders &Around);
  bool isPeriodic(const llvm::SCEV *S);
  llvm::Value *neverNegative(llvm::Value *V, unsigned Bit,
                             const llvm::BasicBlock *At);
  llvm::Value *never(llvm::Value *Cond, bool IsTrue,
                     const llvm::BasicBlock *At);
  llvm::Value *neverEqual(bool Equal, const llvm::SCEV *L, const llvm::SCEV *R,
                          const llvm::SCEV *Difference);
  llvm::Value *neverHoldsNearMax(llvm::CmpInst::Predicate Pred,
                                 const llvm::SCEV *L, llvm::APInt R);
  llvm::Value *neverHoldsOfAny(llvm::CmpInst::Predicate Pred,
                               const llvm::SCEV *L, const llvm::SCEV *R);
  llvm::Value *neverHolds(llvm::CmpInst::Predicate Pred, const llvm::SCEV *L,
                          const llvm::SCEV *R, const llvm::BasicBlock *At);
  std::pair<llvm::Value *, llvm::Value *>
  getProgramBounds(const llvm::SCEV *S, bool Signed, llvm::Value *&Ok);
  llvm::Value *neverHoldsOfQuotient(const llvm::ICmpInst &Cmp, bool IsTrue,
                                    bool IsLeft);
  llvm::Value *neverReached(const llvm::BasicBlock *BB);
  llvm::Value *neverOverflows(const llvm::WithOverflowInst &Op);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_GUARDRESOLVER_H
