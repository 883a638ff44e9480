//===- LoopOrder.cpp - Nests that another order of loops may speed up -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard pipeline leaves the order of loops as it is, so that what cannot
// leave early gains from Polly where the innermost loop is the wrong one:
//
//  - it steps over elements that lie side by side in an outer loop, or
//  - it adds floating-point numbers to one sum, one after the other, while sums
//    of an outer loop's iterations do not depend on each other.
//
// To ask Polly takes long, so these are asked first.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace polly::escop;

Step polly::escop::getStep(Instruction &I, const Loop &L, ScalarEvolution &SE) {
  const SCEV *Address = SE.getSCEV(getPointerOperand(&I));
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Address)) {
    if (Rec->getLoop() == &L) {
      const uint64_t Size = I.getDataLayout()
                                .getTypeStoreSize(getLoadStoreType(&I))
                                .getKnownMinValue();
      auto *Constant = dyn_cast<SCEVConstant>(Rec->getOperand(1));
      return Rec->isAffine() && Constant &&
                     Constant->getAPInt().abs().ule(2 * Size)
                 ? Step::SideBySide
                 : Step::Far;
    }
    Address = Rec->getStart();
  }
  return SE.isLoopInvariant(Address, &L) ? Step::None : Step::Far;
}

/// How many more accesses would be side by side, if iterations of @p Out came
/// one after the other instead of those of @p In, a loop in it? To store to one
/// element in turn is as bad as to step over others.
static int countGain(const Loop &In, const Loop &Out, ScalarEvolution &SE) {
  int Gain = 0;
  for (BasicBlock *BB : In.blocks())
    for (Instruction &I : *BB) {
      if (!isa<LoadInst, StoreInst>(I))
        continue;
      const Step Now = getStep(I, In, SE), Then = getStep(I, Out, SE);
      if (Now == Step::Far && Then == Step::SideBySide)
        ++Gain;
      else if (Now == Step::SideBySide &&
               (Then == Step::Far || (Then == Step::None && isa<StoreInst>(I))))
        --Gain;
    }
  return Gain;
}

/// Is @p I a sum of floating-point numbers that @p In adds to, in its order?
static bool isOrderedSum(const Instruction &I, const Loop &In) {
  if ((!isFusedMultiplyAdd(I) && I.getOpcode() != Instruction::FAdd &&
       I.getOpcode() != Instruction::FSub) ||
      cast<FPMathOperator>(I).hasAllowReassoc())
    return false;
  return any_of(I.users(), [&](const User *U) {
    if (auto *PHI = dyn_cast<PHINode>(U))
      return PHI->getParent() == In.getHeader();
    auto *Store = dyn_cast<StoreInst>(U);
    return Store && In.contains(Store) && Store->getValueOperand() == &I &&
           In.isLoopInvariant(Store->getPointerOperand());
  });
}

static unsigned countOrderedSums(const Loop &In) {
  unsigned Sums = 0;
  for (const BasicBlock *BB : In.blocks())
    Sums += count_if(*BB,
                     [&](const Instruction &I) { return isOrderedSum(I, In); });
  return Sums;
}

unsigned polly::escop::countOrderedSums(Function &F,
                                        FunctionAnalysisManager &FAM) {
  unsigned Most = 0;
  for (const Loop *In : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (In->isInnermost())
      Most = std::max(Most, ::countOrderedSums(*In));
  return Most;
}

bool polly::escop::mayGainByOrder(const Loop &L, ScalarEvolution &SE) {
  return any_of(L.getLoopsInPreorder(), [&](const Loop *In) {
    if (!In->isInnermost() || In == &L ||
        isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(In)) ||
        isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(In->getParentLoop())))
      return false;
    for (const BasicBlock *BB : In->blocks())
      for (const Instruction &I : *BB)
        if (isa<CallBase>(I) && I.mayHaveSideEffects())
          return false;
    if (::countOrderedSums(*In))
      return true;
    for (const Loop *Out = In; Out != &L;) {
      Out = Out->getParentLoop();
      if (countGain(*In, *Out, SE) > 0)
        return true;
    }
    return false;
  });
}
