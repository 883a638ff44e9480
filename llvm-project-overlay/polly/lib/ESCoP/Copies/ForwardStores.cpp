//===- ForwardStores.cpp - Hand on what the next iteration loads ----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LoopLoadElimination does for loops that only their latches leave, for
// loops that may leave early:
//
//   for (j = 1; j < n; ++j) {         x = <the first iteration's a[j]>;
//     y = f(a[j - 1]);                for (j = 2; j < n; ++j) {
//     if (bad(y)) throw …;      ->      y = f(x);
//     a[j] = y;                         if (bad(y)) throw …;
//   }                                   x = a[j] = y;
//                                     }
//
// The recurrence goes through a register, and not through memory, which takes
// some cycles more than the addition in it. The first iterations are peeled
// off: whether the loop comes to their loads is not known in front of it. All
// stores stay where they are.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopPeel.h"

using namespace llvm;
using namespace polly::escop;

/// Recurrences of a higher order are left: each iteration that is peeled off is
/// a copy of the loop.
static constexpr unsigned MaxForwardDistance = 3;

/// Loops with more instructions are not copied.
static constexpr unsigned MaxForwardSize = 400;

namespace {

/// How a store meets a load of the same loop.
enum class Meeting {
  Never,
  /// A later iteration loads what it stores: the next one, or the one after.
  Later,
  /// In another way, or it is not known.
  Unknown
};

/// Finds the store whose value a load has, in a loop.
class ForwardFinder {
  const Loop &L;
  ScalarEvolution &SE;
  const DominatorTree &DT;
  const bool MayOverlap;
  SmallVector<StoreInst *, 8> Stores;
  SmallVector<LoadInst *, 8> Loads;

  const SCEV *getAddress(Instruction &I) const {
    return SE.getSCEV(getLoadStorePointerOperand(&I));
  }
  Meeting meet(LoadInst &Load, StoreInst &Store, unsigned &Distance) const;
  bool isInEach(const Instruction &I) const {
    return DT.dominates(I.getParent(), L.getLoopLatch());
  }

public:
  ForwardFinder(const Loop &L, ScalarEvolution &SE, const DominatorTree &DT,
                bool MayOverlap)
      : L(L), SE(SE), DT(DT), MayOverlap(MayOverlap) {}
  SmallVector<ForwardedLoad, 4> find();
};

} // namespace

/// If they meet in later iterations only: so many of them later, in
/// @p Distance.
Meeting ForwardFinder::meet(LoadInst &Load, StoreInst &Store,
                            unsigned &Distance) const {
  const SCEV *From = getAddress(Load), *To = getAddress(Store);
  const SCEV *BaseOfLoad = SE.getPointerBase(From),
             *BaseOfStore = SE.getPointerBase(To);
  if (BaseOfLoad != BaseOfStore && !MayOverlap &&
      isa<SCEVUnknown>(BaseOfLoad) && isa<SCEVUnknown>(BaseOfStore))
    return Meeting::Never;
  auto *Offset = dyn_cast<SCEVConstant>(SE.getMinusSCEV(To, From));
  const SCEV *Step = SE.getZero(SE.getEffectiveSCEVType(From->getType()));
  if (auto *Rec = dyn_cast<SCEVAddRecExpr>(From);
      Rec && Rec->getLoop() == &L && Rec->isAffine())
    Step = Rec->getStepRecurrence(SE);
  else if (!SE.isLoopInvariant(From, &L))
    return Meeting::Unknown;
  if (!Offset || !isa<SCEVConstant>(Step))
    return Meeting::Unknown;
  const int64_t By = Offset->getAPInt().getSExtValue(),
                Stride = cast<SCEVConstant>(Step)->getAPInt().getSExtValue();
  Type *Stored = Store.getValueOperand()->getType();
  const DataLayout &DL = Load.getDataLayout();
  const int64_t Read = DL.getTypeStoreSize(Load.getType()).getFixedValue(),
                Written = DL.getTypeStoreSize(Stored).getFixedValue();
  if (!Stride) {
    if (By >= Read || By <= -Written)
      return Meeting::Never;
    Distance = 1;
    return !By && Stored == Load.getType() && DT.dominates(&Load, &Store)
               ? Meeting::Later
               : Meeting::Unknown;
  }
  const int64_t Size = std::abs(Stride);
  if (Size < Read)
    return Meeting::Unknown;
  const int64_t Within = (By % Size + Size) % Size;
  if (Within >= Read && Within + Written <= Size)
    return Meeting::Never;
  if (Within || !By || Stored != Load.getType())
    return Meeting::Unknown;
  // What earlier iterations loaded does not matter.
  if ((By < 0) != (Stride < 0))
    return Meeting::Never;
  Distance = std::min<uint64_t>(By / Stride, MaxForwardDistance + 1);
  return Meeting::Later;
}

SmallVector<ForwardedLoad, 4> ForwardFinder::find() {
  SmallVector<ForwardedLoad, 4> Found;
  unsigned Size = 0;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      ++Size;
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && Store->isSimple() &&
          !Store->getValueOperand()->getType()->isScalableTy())
        Stores.push_back(Store);
      else if (auto *Load = dyn_cast<LoadInst>(&I);
               Load && Load->isSimple() && !Load->getType()->isScalableTy())
        Loads.push_back(Load);
      else if (I.mayWriteToMemory() && !isWithoutEffect(I) && !isGuardMarker(I))
        return Found;
    }
  if (Size > MaxForwardSize)
    return Found;
  for (LoadInst *Load : Loads) {
    ForwardedLoad Best = {Load, nullptr, MaxForwardDistance + 1};
    // Of the stores to an element the last one counts.
    if (all_of(Stores,
               [&](StoreInst *Store) {
                 unsigned Distance = 0;
                 Meeting M = meet(*Load, *Store, Distance);
                 if (M == Meeting::Later) {
                   if (Best.Store && Distance == Best.Distance)
                     return false;
                   if (Distance < Best.Distance)
                     Best = {Load, Store, Distance};
                 }
                 return M != Meeting::Unknown;
               }) &&
        Best.Store && isInEach(*Best.Store)) {
      Best.IsRecurrence =
          findDependence(Best.Store->getValueOperand(), Load, L).Any;
      Found.push_back(Best);
    }
  }
  return Found;
}

SmallVector<ForwardedLoad, 4>
polly::escop::findForwardedLoads(const Loop &L, ScalarEvolution &SE,
                                 const DominatorTree &DT, bool MayOverlap) {
  if (!L.isInnermost() || !L.getLoopLatch())
    return {};
  return ForwardFinder(L, SE, DT, MayOverlap).find();
}

bool polly::escop::forwardStores(Loop &L, LoopInfo &LI, ScalarEvolution &SE,
                                 DominatorTree &DT, AssumptionCache &AC,
                                 bool MayOverlap) {
  const auto Forwarded = findForwardedLoads(L, SE, DT, MayOverlap);
  if (Forwarded.empty() || !canPeel(&L))
    return false;
  unsigned Most = 0;
  for (const ForwardedLoad &Of : Forwarded)
    Most = std::max(Most, Of.Distance);
  // What each store stored in the first iterations.
  SmallVector<SmallVector<Value *, MaxForwardDistance>, 4> First(
      Forwarded.size());
  for (unsigned Iteration = 0; Iteration < Most; ++Iteration) {
    ValueToValueMapTy VMap;
    peelLoop(&L, 1, &LI, &SE, DT, &AC, /*PreserveLCSSA=*/true, VMap);
    for (auto [Of, Values] : zip_equal(Forwarded, First)) {
      Value *V = Of.Store->getValueOperand(), *Peeled = VMap.lookup(V);
      Values.push_back(Peeled ? Peeled : V);
    }
  }
  BasicBlock *Header = L.getHeader();
  for (auto [Of, Values] : zip_equal(Forwarded, First)) {
    // What was stored one iteration before, two before, and so on.
    Value *Stored = Of.Store->getValueOperand();
    for (unsigned Before = 1; Before <= Of.Distance; ++Before) {
      auto *PHI = PHINode::Create(Stored->getType(), 2, "escop.forwarded",
                                  Header->begin());
      PHI->addIncoming(Values[Most - Before], L.getLoopPreheader());
      PHI->addIncoming(Stored, L.getLoopLatch());
      Stored = PHI;
    }
    Of.Load->replaceAllUsesWith(Stored);
    Of.Load->eraseFromParent();
  }
  return true;
}
