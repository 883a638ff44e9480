//===- Loops.cpp - Exits and counts of loops ------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ScalarEvolution does not say of loops and their counters.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::hasAbnormalExit(const Loop &L) {
  // The normal exit leaves through the latch; anything else is abnormal.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
  L.getExitEdges(Edges);
  if (any_of(Edges,
             [&](auto &Edge) { return Edge.first != L.getLoopLatch(); }))
    return true;
  if (any_of(L.blocks(), [](const BasicBlock *BB) { return BB->isEHPad(); }))
    return true;
  // A guard may have been folded into it: see Prepare.cpp.
  using namespace PatternMatch;
  auto *Br = L.getLoopLatch()
                 ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
                 : nullptr;
  return Br && Br->isConditional() &&
         (match(Br->getCondition(), m_LogicalOr()) ||
          match(Br->getCondition(), m_LogicalAnd()));
}

const SCEV *polly::escop::getIntegerSCEV(Value *V, ScalarEvolution &SE) {
  const SCEV *S = SE.getSCEV(V);
  return V->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(S) : S;
}

/// Does @p Condition being @p IsTrue imply that two values with the difference
/// @p Trips differ?
static bool impliesTrips(Value *Condition, bool IsTrue, const SCEV *Trips,
                         ScalarEvolution &SE) {
  using namespace PatternMatch;
  Value *A, *B;
  if (IsTrue ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return impliesTrips(A, IsTrue, Trips, SE) ||
           impliesTrips(B, IsTrue, Trips, SE);
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  if (!Cmp || Cmp->getOperand(0)->getType() != Trips->getType() ||
      !CmpInst::isFalseWhenEqual(IsTrue ? Cmp->getPredicate()
                                        : Cmp->getInversePredicate()))
    return false;
  const SCEV *L = SE.getSCEV(Cmp->getOperand(0));
  const SCEV *R = SE.getSCEV(Cmp->getOperand(1));
  return SE.getMinusSCEV(L, R) == Trips || SE.getMinusSCEV(R, L) == Trips;
}

bool polly::escop::isSkippedIfEmpty(const Loop &L, const SCEV *Count,
                                    ScalarEvolution &SE) {
  const SCEV *Trips = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  const BasicBlock *To = L.getLoopPreheader();
  const Loop *Parent = L.getParentLoop();
  while (To) {
    // What was true in front of a loop still is in it, where it speaks of
    // values that the loop does not change.
    if (Parent && To == Parent->getHeader()) {
      To = Parent->getLoopPreheader();
      Parent = Parent->getParentLoop();
      continue;
    }
    const BasicBlock *From = To->getSinglePredecessor();
    auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (Br && Br->isConditional() &&
        impliesTrips(Br->getCondition(), Br->getSuccessor(0) == To, Trips, SE))
      return true;
    To = From;
  }
  return false;
}

bool polly::escop::isStridedIncrement(const Value *V, const PHINode &Counter) {
  using namespace PatternMatch;
  const APInt *Step;
  return V->getType()->isIntegerTy() &&
         match(V, m_c_Add(m_Specific(&Counter), m_APInt(Step))) &&
         !Step->abs().isOne();
}
