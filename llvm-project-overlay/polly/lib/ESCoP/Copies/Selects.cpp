//===- Selects.cpp - Recurrences without branches -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no guard is left, what one iteration stores and the next one loads is
// handed on in a register:
//
//   a[i] = min(a[i - 1], b[i]) + c[i];
//
// The X86 target then takes the minimum for what the iterations wait for, and
// makes a branch of it (X86CmovConversion.cpp). Whether the branch is predicted
// depends on the data, as in most of dynamic programming. So the minimum is to
// be a select that is unpredictable, which it does not touch.
//
// A value that is only handed on, such as a maximum, but not stored in each
// iteration, changes rarely, and is left.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

static constexpr StringLiteral SelectsAttr = "escop-selects";

Dependence polly::escop::findDependence(const Value *Of, const Value *On,
                                        const Loop &L) {
  Dependence Found;
  // Each with whether it is one of two that are selected.
  SmallSetVector<std::pair<const Value *, unsigned>, 16> Reached;
  Reached.insert({Of, false});
  for (unsigned Idx = 0; Idx < Reached.size(); ++Idx) {
    auto [V, IsSelected] = Reached[Idx];
    auto *I = dyn_cast<Instruction>(V);
    if (I && I == On) {
      Found.Any = true;
      Found.IsSelected |= IsSelected;
    }
    if (!I || !L.contains(I) || I == On ||
        (isa<PHINode>(I) && I->getParent() == L.getHeader()))
      continue;
    IsSelected |=
        I->getType()->isIntegerTy() && isa<SelectInst, MinMaxIntrinsic>(I);
    for (const Value *Op : I->operands())
      Reached.insert({Op, IsSelected});
  }
  return Found;
}

void polly::escop::keepSelects(Function *F) {
  if (F)
    F->addFnAttr(SelectsAttr);
}

/// Is what @p L stores in each iteration handed on to the next one, and
/// selected?
static bool handsOnSelected(const Loop &L) {
  return L.getLoopLatch() && any_of(L.getHeader()->phis(), [&](PHINode &PHI) {
           Value *Next = PHI.getIncomingValueForBlock(L.getLoopLatch());
           return PHI.getType()->isIntegerTy() &&
                  any_of(Next->users(),
                         [&](const User *U) {
                           auto *Store = dyn_cast<StoreInst>(U);
                           return Store && L.contains(Store) &&
                                  Store->getValueOperand() == Next;
                         }) &&
                  findDependence(Next, &PHI, L).IsSelected;
         });
}

PreservedAnalyses SelectsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!F.hasFnAttribute(SelectsAttr))
    return PreservedAnalyses::all();
  F.removeFnAttr(SelectsAttr);
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !handsOnSelected(*L))
      continue;
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : make_early_inc_range(*BB)) {
        if (!I.getType()->isIntegerTy())
          continue;
        auto *Select = dyn_cast<SelectInst>(&I);
        if (auto *MinMax = dyn_cast<MinMaxIntrinsic>(&I)) {
          IRBuilder<> B(&I);
          Value *First = B.CreateFreeze(MinMax->getLHS()),
                *Second = B.CreateFreeze(MinMax->getRHS());
          Select = cast<SelectInst>(B.Insert(SelectInst::Create(
              B.CreateICmp(MinMax->getPredicate(), First, Second), First,
              Second)));
          I.replaceAllUsesWith(Select);
          I.eraseFromParent();
        }
        if (Select)
          Select->setMetadata(LLVMContext::MD_unpredictable,
                              MDNode::get(F.getContext(), {}));
      }
  }
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
