//===- NarrowEnds.cpp - Ends of loops as they would be --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a loop's end n - 1, IndVarSimplify makes zext(n) - 1, of which InstCombine
// makes zext(n - 1) if the extension has no other use. What asks how much work
// there is uses it, too. Then the sum is visible to LSR, which computes
//
//   j + (2 - n) == 1      rather than      j == n - 1
//
// in each iteration: 1.16 times the time of a nest of 10 x 10 with four guards.
// So the ends that loops compare with have an extension of their own.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Nest.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// What @p End, which @p L compares with, is if it is computed as narrow as
/// what it is the sum of, as InstCombine does; null if that overflows or is
/// negative.
static Value *narrow(Instruction &End, const Loop &L, ScalarEvolution &SE) {
  using namespace PatternMatch;
  Value *Of;
  const APInt *Constant;
  if (!match(&End, m_Add(m_ZExtOrSExt(m_Value(Of)), m_APInt(Constant))))
    return nullptr;
  const unsigned Bits = Of->getType()->getIntegerBitWidth();
  if (!Constant->isSignedIntN(Bits))
    return nullptr;
  const APInt By = Constant->trunc(Bits);
  const ConstantRange Range =
      SE.getSignedRange(SE.applyLoopGuards(SE.getSCEV(Of), &L));
  bool Overflows = false;
  const APInt Least = Range.getSignedMin().sadd_ov(By, Overflows);
  if (Range.getSignedMin().isNegative() || Least.isNegative())
    return nullptr;
  (void)Range.getSignedMax().sadd_ov(By, Overflows);
  if (Overflows)
    return nullptr;
  IRBuilder<> Builder(&End);
  return Builder.CreateZExt(Builder.CreateNSWAdd(Of, Builder.getInt(By)),
                            End.getType(), "", /*IsNonNeg=*/true);
}

void polly::escop::narrowEnds(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    // Another loop may be entered where this end would be negative.
    DenseMap<Instruction *, Value *> Narrowed;
    SmallVector<BasicBlock *, 8> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *BB : Exiting) {
      auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
      auto *Cmp = Br ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
      if (!Cmp)
        continue;
      for (Use &Op : Cmp->operands()) {
        auto *End = dyn_cast<Instruction>(Op);
        if (!End || !L->isLoopInvariant(End))
          continue;
        auto [It, IsNew] = Narrowed.try_emplace(End, nullptr);
        if (IsNew)
          It->second = narrow(*End, *L, SE);
        if (It->second)
          Op.set(It->second);
      }
    }
  }
}
