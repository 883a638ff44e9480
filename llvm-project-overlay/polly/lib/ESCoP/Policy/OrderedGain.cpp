//===- OrderedGain.cpp - What a nest gains in its own order ---------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of a nest that executes the same iterations in the same order, and
// leaves as the nest does, can hand on in registers what iterations of its
// innermost loops store for later ones (Copies/ForwardStores.cpp). It gains if
// a recurrence does not go through memory any more. Guards that are resolved
// are not enough, as many nests without them are vectorised as they are, unless
// guards on data are left beside them.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::gainsInOrder(Function &Marked,
                                FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Marked);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Marked);
  return any_of(
      FAM.getResult<LoopAnalysis>(Marked).getLoopsInPreorder(),
      [&](const Loop *L) {
        return any_of(L->blocks(),
                      [](const BasicBlock *BB) {
                        return any_of(*BB, isGuardMarker);
                      }) &&
               any_of(findForwardedLoads(*L, SE, DT),
                      [](const ForwardedLoad &Of) { return Of.IsRecurrence; });
      });
}

bool polly::escop::savesGuards(const ESCoP &E, LoopInfo &LI,
                               const GuardSet &Resolved) {
  if (Resolved.size() == E.Guards.size() ||
      (E.Depth == 1 && E.L->getParentLoop()))
    return false;
  constexpr unsigned OfGuard = 2, LeastPart = 4;
  SmallDenseMap<const Loop *, unsigned, 4> Saved;
  for (unsigned Idx : Resolved)
    Saved[LI.getLoopFor(E.Guards[Idx].Branch->getParent())] += OfGuard;
  return any_of(Saved, [&](const auto &Entry) {
    const auto &[L, Instructions] = Entry;
    unsigned All = 0;
    for (const BasicBlock *BB : L->blocks())
      All += count_if(*BB, [&](const Instruction &I) {
        return E.contains(&I) && !E.isHoisted(&I) &&
               !isa<PHINode, GetElementPtrInst, CastInst>(I);
      });
    return L->isInnermost() && LeastPart * Instructions >= All;
  });
}
