//===- HoistLoads.cpp - Loads that no store of their loop meets -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elimination and substitution read one element of a row, and write behind it:
//
//   for (i = k + 1; …)                  for (i = k + 1; …) {
//     for (j = k + 1; …)        to        f = A[i][k];
//       A[i][j] -= A[i][k] * A[k][j];     for (j = k + 1; …)
//                                           A[i][j] -= f * A[k][j];
//                                       }
//
// LICM asks alias analysis, to which both are places in one array. The loop
// vectoriser compares intervals at run time, but hoists the comparison out of
// the loop around, over whose iterations the intervals meet.
//
// ScalarEvolution knows the distance from the load to the store, {8,+,8} bytes.
// That it does not wrap need not be known: all addresses are of accesses that
// are made, which are less than 2^63 in user space, and a short step from one
// to the next does not lead over the rest of the address space.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace polly::escop;

/// With so short steps it takes 2^47 iterations from one end of the addresses
/// that programs have round to the other end.
static constexpr uint64_t MaxStep = 1 << 16;

namespace {

class LoadHoister {
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AAResults &AA;
  const DataLayout &DL;

  bool isBehind(const SCEV *Distance, int64_t Bytes, bool Negate);
  bool misses(const StoreInst &Store, const LoadInst &Load);
  bool mayHoist(const LoadInst &Load, const Loop &L);

public:
  LoadHoister(Function &F, FunctionAnalysisManager &FAM)
      : LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        AA(FAM.getResult<AAManager>(F)), DL(F.getDataLayout()) {}
  bool run();
};

} // namespace

/// Is @p Distance, or its negative if @p Negate, at least @p Bytes in every
/// iteration?
bool LoadHoister::isBehind(const SCEV *Distance, int64_t Bytes, bool Negate) {
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Distance)) {
    auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    if (!Rec->isAffine() || !Step || Step->getAPInt().abs().ugt(MaxStep) ||
        Step->getAPInt().isNegative() != Negate)
      return false;
    Distance = Rec->getStart();
  }
  const ConstantRange Range = SE.getSignedRange(Distance);
  const APInt Least(Range.getBitWidth(), Bytes, /*isSigned=*/true);
  return Negate ? Range.getSignedMax().sle(-Least)
                : Range.getSignedMin().sge(Least);
}

/// Does @p Store, in any iteration, leave alone what @p Load reads in it?
bool LoadHoister::misses(const StoreInst &Store, const LoadInst &Load) {
  const SCEV *Distance = SE.getMinusSCEV(
      SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())),
      SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())));
  const TypeSize Read = DL.getTypeStoreSize(Load.getType()),
                 Written =
                     DL.getTypeStoreSize(Store.getValueOperand()->getType());
  return !isa<SCEVCouldNotCompute>(Distance) && !Read.isScalable() &&
         !Written.isScalable() &&
         (isBehind(Distance, Read.getFixedValue(), /*Negate=*/false) ||
          isBehind(Distance, Written.getFixedValue(), /*Negate=*/true));
}

/// Is @p Load executed in each iteration of @p L, from one address that nothing
/// in @p L writes to?
bool LoadHoister::mayHoist(const LoadInst &Load, const Loop &L) {
  if (!Load.isSimple() || !L.getLoopPreheader() || !L.getLoopLatch() ||
      !L.isLoopInvariant(Load.getPointerOperand()) ||
      L.getExitingBlock() != L.getLoopLatch() ||
      !DT.dominates(Load.getParent(), L.getLoopLatch()))
    return false;
  const MemoryLocation Read = MemoryLocation::get(&Load);
  return all_of(L.blocks(), [&](BasicBlock *BB) {
    return all_of(*BB, [&](Instruction &I) {
      if (!I.mayWriteToMemory() || !isModSet(AA.getModRefInfo(&I, Read)))
        return true;
      auto *Store = dyn_cast<StoreInst>(&I);
      return Store && Store->isSimple() && misses(*Store, Load);
    });
  });
}

bool LoadHoister::run() {
  bool Changed = false;
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops))
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : make_early_inc_range(*BB)) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !mayHoist(*Load, *L))
          continue;
        Load->moveBefore(L->getLoopPreheader()->getTerminator());
        SE.forgetBlockAndLoopDispositions(Load);
        Changed = true;
      }
  return Changed;
}

void polly::escop::hoistLoads(Function &Shadow, FunctionAnalysisManager &FAM) {
  if (LoadHoister(Shadow, FAM).run()) {
    PreservedAnalyses PA;
    PA.preserveSet<CFGAnalyses>();
    FAM.invalidate(Shadow, PA);
  }
}
