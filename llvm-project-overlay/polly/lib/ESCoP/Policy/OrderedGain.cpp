//===- OrderedGain.cpp - What a nest gains in its own order ---------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of a nest that executes the same iterations in the same order, and
// leaves as the nest does, can do without the guards that are resolved, and
// hand on in registers what iterations of its innermost loops store for later
// ones (Copies/ForwardStores.cpp). It gains if a quarter of the instructions of
// an innermost loop goes away, as PlainGain.cpp has it, or a recurrence does
// not go through memory any more.
//
//===----------------------------------------------------------------------===//

#include "PlainGain.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Scalar/ADCE.h"

using namespace llvm;
using namespace polly::escop;

/// The loops of @p LI that are as deep as any.
static SmallVector<const Loop *, 4> getDeepest(const LoopInfo &LI) {
  SmallVector<const Loop *, 4> Deepest;
  for (const Loop *L : LI.getLoopsInPreorder()) {
    if (!Deepest.empty() && L->getLoopDepth() > Deepest.front()->getLoopDepth())
      Deepest.clear();
    if (Deepest.empty() || L->getLoopDepth() == Deepest.front()->getLoopDepth())
      Deepest.push_back(L);
  }
  return Deepest;
}

bool polly::escop::gainsInOrder(Function &Marked, const GuardSet &Resolved,
                                FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Marked);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Marked);
  SmallVector<unsigned, 4> Before;
  for (const Loop *L : getDeepest(FAM.getResult<LoopAnalysis>(Marked))) {
    const bool MayLeave = any_of(L->blocks(), [](const BasicBlock *BB) {
      return any_of(*BB, isGuardMarker);
    });
    if (MayLeave &&
        any_of(findForwardedLoads(*L, SE, DT),
               [](const ForwardedLoad &Of) { return Of.IsRecurrence; }))
      return true;
    Before.push_back(countInstructions(*L));
  }
  eraseGuardMarkers(Marked, Resolved);
  FunctionPassManager FPM;
  FPM.addPass(ADCEPass());
  runPasses(Marked, FPM, FAM);
  const auto After = getDeepest(FAM.getResult<LoopAnalysis>(Marked));
  return Before.size() == After.size() &&
         any_of(zip(Before, After), [](auto Counts) {
           auto [Old, L] = Counts;
           return 4 * countInstructions(*L) <= 3 * Old;
         });
}
