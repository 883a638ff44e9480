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
// are not enough: many nests without them are vectorised as they are.
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
