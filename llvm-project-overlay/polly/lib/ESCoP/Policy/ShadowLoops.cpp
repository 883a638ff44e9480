//===- ShadowLoops.cpp - What the loops of a shadow do --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What decides who optimises a shadow (Policy.cpp), as far as its instructions
// tell: how its loops access memory, what they access again, and whether there
// are vector instructions for what they do.
//
//===----------------------------------------------------------------------===//

#include "ShadowLoops.h"
#include "polly/ESCoP/Policy.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::anyInnermost(Function &Shadow, FunctionAnalysisManager &FAM,
                                function_ref<bool(const Instruction &)> Is) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  return any_of(instructions(Shadow), [&](const Instruction &I) {
    const Loop *L = LI.getLoopFor(I.getParent());
    return L && L->isInnermost() && Is(I);
  });
}

bool polly::escop::fillsVectors(Function &Shadow,
                                FunctionAnalysisManager &FAM) {
  return !anyInnermost(Shadow, FAM, [](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      return isa<WithOverflowInst>(I) || isWithoutVectors(I);
    const Type *Ty = Store->getValueOperand()->getType();
    return !Ty->isFloatTy() && !Ty->isDoubleTy() && !Ty->isIntegerTy(16) &&
           !Ty->isIntegerTy(32) && !Ty->isIntegerTy(64);
  });
}

bool polly::escop::fillsTiles(Function &Shadow, FunctionAnalysisManager &FAM) {
  return !anyInnermost(Shadow, FAM, [](const Instruction &I) {
    return I.getOpcode() == Instruction::Mul &&
           any_of(I.operands(), [](const Use &Op) {
             return isa<SExtInst, ZExtInst>(Op) &&
                    isa<LoadInst>(cast<CastInst>(Op)->getOperand(0));
           });
  });
}

/// Has @p L as few iterations as the standard pipeline makes code of?
static bool isUnrolled(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Most = 8;
  const unsigned Trips = SE.getSmallConstantTripCount(&L);
  return Trips && Trips <= Most;
}

unsigned polly::escop::countScattered(Function &Shadow,
                                      FunctionAnalysisManager &FAM,
                                      unsigned Few, uint64_t Most) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  const DataLayout &DL = Shadow.getDataLayout();
  // Of one array, in one loop, with one step: bytes that an iteration accesses.
  using Stream = std::tuple<const Loop *, const SCEV *, const SCEV *>;
  MapVector<Stream, uint64_t> Bytes;
  SmallDenseMap<const Loop *, unsigned, 8> Scattered;
  SmallPtrSet<const SCEV *, 16> Seen;
  for (Instruction &I : instructions(Shadow)) {
    const Loop *L = LI.getLoopFor(I.getParent());
    if (!L || !L->isInnermost() || (!isa<LoadInst>(I) && !isa<StoreInst>(I)))
      continue;
    const SCEV *Address = SE.getSCEV(getPointerOperand(&I));
    if (!Seen.insert(Address).second)
      continue;
    // The standard pipeline unrolls what has few iterations; the loop around it
    // is the innermost one then.
    for (; L->getParentLoop() && isUnrolled(*L, SE); L = L->getParentLoop())
      if (auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
          Rec && Rec->getLoop() == L)
        Address = Rec->getStart();
    const unsigned Trips = SE.getSmallConstantMaxTripCount(L);
    if (SE.isLoopInvariant(Address, L) || (Trips && Trips <= Few))
      continue;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
    if (!Rec || Rec->getLoop() != L || !Rec->isAffine())
      ++Scattered[L];
    else
      Bytes[{L, SE.getPointerBase(Address), Rec->getStepRecurrence(SE)}] +=
          DL.getTypeStoreSize(getLoadStoreType(&I)).getFixedValue();
  }
  for (const auto &[Of, Accessed] : Bytes) {
    auto *Step = dyn_cast<SCEVConstant>(std::get<2>(Of));
    if (Accessed < Most && (!Step || Step->getAPInt().abs().ugt(2 * Accessed)))
      ++Scattered[std::get<0>(Of)];
  }
  unsigned Result = 0;
  for (const auto &Entry : Scattered)
    Result = std::max(Result, Entry.second);
  return Result;
}

bool polly::escop::storesSideBySide(Function &Shadow,
                                    FunctionAnalysisManager &FAM,
                                    unsigned Few) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  unsigned Depth = 0;
  bool Do = true;
  for (const Loop *L :
       FAM.getResult<LoopAnalysis>(Shadow).getLoopsInPreorder()) {
    const unsigned Most = SE.getSmallConstantMaxTripCount(L);
    if (L->getLoopDepth() < Depth || !L->isInnermost() || (Most && Most <= Few))
      continue;
    if (L->getLoopDepth() > Depth)
      Do = true;
    Depth = L->getLoopDepth();
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB)
        if (isa<StoreInst>(I))
          Do &= L->isAnnotatedParallel() &&
                getStep(I, *L, SE) == Step::SideBySide;
  }
  return Do;
}

bool polly::escop::hasReuse(Function &Shadow, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  return any_of(instructions(Shadow), [&](Instruction &I) {
    if (!isa<LoadInst>(I) && !isa<StoreInst>(I))
      return false;
    const SCEV *Address = SE.getSCEV(getPointerOperand(&I));
    for (const Loop *L = LI.getLoopFor(I.getParent()); L;
         L = L->getParentLoop())
      if (!SCEVExprContains(Address, [&](const SCEV *S) {
            auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
            return isa<SCEVUnknown>(S) ? !SE.isLoopInvariant(S, L)
                                       : Rec && Rec->getLoop() == L;
          }))
        return true;
    return false;
  });
}

bool polly::escop::readsWrittenArrays(Function &Shadow,
                                      FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  SmallPtrSet<const SCEV *, 8> Written, WrittenArrays;
  SmallVector<const SCEV *, 16> Read;
  for (Instruction &I : instructions(Shadow)) {
    if (!LI.getLoopFor(I.getParent()) ||
        (!isa<LoadInst>(I) && !isa<StoreInst>(I)))
      continue;
    const SCEV *Address = SE.getSCEV(getPointerOperand(&I));
    if (isa<StoreInst>(I)) {
      Written.insert(Address);
      WrittenArrays.insert(SE.getPointerBase(Address));
    } else {
      Read.push_back(Address);
    }
  }
  return any_of(Read, [&](const SCEV *Address) {
    return !Written.contains(Address) &&
           WrittenArrays.contains(SE.getPointerBase(Address));
  });
}
