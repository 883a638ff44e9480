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

#include "PlainGain.h"
#include "polly/ESCoP/Policy.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::handsOnRecurrence(Function &Marked, bool MayOverlap,
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
               any_of(findForwardedLoads(*L, SE, DT, MayOverlap),
                      [](const ForwardedLoad &Of) { return Of.IsRecurrence; });
      });
}

GuardSet polly::escop::findGuardsOfRows(Function &Marked,
                                        FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Marked);
  GuardSet Guards;
  for (const Loop *L : FAM.getResult<LoopAnalysis>(Marked).getLoopsInPreorder())
    if (L->isInnermost() && L->getParentLoop() &&
        SE.hasLoopInvariantBackedgeTakenCount(L))
      for (const BasicBlock *BB : L->blocks())
        for (const Instruction &I : *BB)
          if (isGuardMarker(I) &&
              isGuardOfRow(I.getOperand(0), *L, *L->getOutermostLoop(), SE))
            Guards.insert(getGuardIndex(I));
  return Guards;
}

bool polly::escop::savesGuards(const ESCoP &E, OrderedFor For, LoopInfo &LI,
                               const GuardSet &Resolved) {
  constexpr unsigned OfGuard = 2;
  const unsigned LeastPart = For != OrderedFor::Nest ? 5 : E.Depth > 1 ? 8 : 4;
  SmallDenseMap<const Loop *, unsigned, 4> Saved;
  for (unsigned Idx : Resolved)
    Saved[LI.getLoopFor(E.Guards[Idx].Branch->getParent())] += OfGuard;
  auto Count = [&](const BasicBlock &BB) {
    return count_if(BB, [&](const Instruction &I) {
      return E.contains(&I) && !E.isHoisted(&I) &&
             !isa<PHINode, GetElementPtrInst, CastInst>(I);
    });
  };
  return any_of(Saved, [&](const auto &Entry) {
    const auto &[L, Instructions] = Entry;
    uint64_t All = 0;
    for (const BasicBlock *BB : L->blocks()) {
      uint64_t Times = 1;
      for (const Loop *In = LI.getLoopFor(BB); In != L;
           In = In->getParentLoop())
        Times *= UsualTrips;
      All += Times * Count(*BB);
    }
    return LeastPart * Instructions >= All;
  });
}

/// Let the conjunction that is frozen in @p Bounds be one of what is the same
/// whenever they are asked, and of what is @p Varying, so that LICM finds the
/// former.
static void
askSteadyAhead(Function &Bounds,
               const SmallSetVector<const Instruction *, 32> &Varying) {
  using namespace PatternMatch;
  for (Instruction &I : make_early_inc_range(Bounds.getEntryBlock())) {
    auto *Freeze = dyn_cast<FreezeInst>(&I);
    if (!Freeze || !Freeze->getType()->isIntegerTy(1))
      continue;
    IRBuilder<> Builder(Freeze);
    Value *Steady = Builder.getTrue(), *Others = Builder.getTrue();
    SmallSetVector<Value *, 16> Parts;
    Parts.insert(Freeze->getOperand(0));
    for (unsigned Idx = 0; Idx < Parts.size(); ++Idx) {
      Value *A, *B;
      if (match(Parts[Idx], m_And(m_Value(A), m_Value(B)))) {
        Parts.insert(A);
        Parts.insert(B);
        continue;
      }
      auto *Part = dyn_cast<Instruction>(Parts[Idx]);
      Value *&Of = Part && Varying.contains(Part) ? Others : Steady;
      Of = Builder.CreateAnd(Parts[Idx], Of);
    }
    Freeze->setOperand(0, Builder.CreateAnd(Steady, Others));
  }
}

bool polly::escop::areAskedFast(const ESCoP &E, unsigned NumGuards,
                                Function &Bounds) {
  const Loop &Around = *E.L->getParentLoop();
  SmallSetVector<const Instruction *, 32> Varying;
  auto Add = [&](const Value *Of) {
    for (const User *U : Of->users())
      if (!isa<StoreInst>(U))
        Varying.insert(cast<Instruction>(U));
  };
  auto Varies = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I && Around.contains(I);
  };
  for (auto [Idx, V] : enumerate(E.LiveIns))
    if (Varies(V))
      Add(Bounds.getArg(Idx));
  for (auto [Idx, PHI] : enumerate(E.State))
    if (Varies(E.getStart(PHI)))
      Add(Bounds.getArg(E.LiveIns.size() + Idx));
  for (unsigned Idx = 0; Idx < Varying.size(); ++Idx)
    Add(Varying[Idx]);
  askSteadyAhead(Bounds, Varying);
  // A third is left once they are simplified. Each guard of an iteration takes
  // two instructions, and a row has two iterations at least.
  constexpr unsigned OfGuard = 12;
  return Varying.size() <= OfGuard * NumGuards;
}
