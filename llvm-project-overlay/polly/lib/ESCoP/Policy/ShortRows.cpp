//===- ShortRows.cpp - Vectors for loops of few iterations ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vectoriser executes an iteration for several vectors, so that what is
// left over is a part of several vectors, and a loop of fewer iterations has no
// vectors at all. A loop that is left by guards it executes for fewer vectors,
// often for one: without the guards, short rows would take longer than with
// them (sums of rows of int, AVX2, 20 x 20: -O3 93 ns, 174). Where a loop is
// entered with few iterations, a copy for one vector at a time is executed.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// From how many iterations of @p L on does it take no longer to execute one
/// for several vectors? 0: always. With vectors of up to 128 bits, what is left
/// over is a part of two at most, and for what is left over of vectors of
/// sixteen elements, the vectoriser has smaller ones; but several vectors of
/// sums are to be added when the row ends (AVX2, sums, products and minima of
/// four and eight bytes: between 63 and 255, depending on what is left over;
/// sums of bytes: 512).
static uint64_t getLongRow(Loop &L, const TargetTransformInfo &TTI) {
  constexpr uint64_t LanesWithRemainder = 16, LongRow = 128, VectorsInSum = 16;
  const uint64_t Bits =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  uint64_t Widest = 8;
  auto Add = [&](const Type &Ty) {
    Widest = std::max<uint64_t>(Widest, Ty.getScalarSizeInBits());
  };
  bool HasSums = false;
  for (PHINode &PHI : L.getHeader()->phis())
    if (RecurrenceDescriptor Sum;
        RecurrenceDescriptor::isReductionPHI(&PHI, &L, Sum)) {
      Add(*PHI.getType());
      HasSums = true;
    }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I))
        Add(*getLoadStoreType(&I));
  const uint64_t Lanes = Bits / Widest;
  if (Bits <= 128 || (Lanes >= LanesWithRemainder && !HasSums))
    return 0;
  return HasSums ? std::max(LongRow, VectorsInSum * Lanes) : LongRow;
}

/// Where @p IsShort, execute a copy of @p L for one vector at a time.
static void versionShortRow(Loop &L, Value *IsShort, LoopInfo &LI,
                            DominatorTree &DT) {
  BasicBlock *Check = L.getLoopPreheader(), *Exit = L.getExitBlock();
  BasicBlock *Preheader =
      SplitBlock(Check, Check->getTerminator(), &DT, &LI, nullptr, "long");
  ValueToValueMapTy VMap;
  SmallVector<BasicBlock *, 4> Blocks;
  Loop *Short = cloneLoopWithPreheader(Preheader, Check, &L, VMap, ".short",
                                       &LI, &DT, Blocks);
  remapInstructionsInBlocks(Blocks, VMap);
  ReplaceInstWithInst(
      Check->getTerminator(),
      BranchInst::Create(Short->getLoopPreheader(), Preheader, IsShort));
  for (PHINode &PHI : Exit->phis()) {
    Value *V = PHI.getIncomingValueForBlock(L.getExitingBlock());
    Value *Copy = VMap.lookup(V);
    PHI.addIncoming(Copy ? Copy : V, Short->getExitingBlock());
  }
  DT.changeImmediateDominator(Exit, Check);
  addStringMetadataToLoop(Short, "llvm.loop.interleave.count", 1);
}

void polly::escop::versionShortRows(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  SCEVExpander Expander(SE, F.getDataLayout(), "escop.row");
  for (Loop *L : LI.getLoopsInPreorder()) {
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (!L->isInnermost() || !L->isLoopSimplifyForm() ||
        !L->getExitingBlock() || isa<SCEVCouldNotCompute>(Count) ||
        isa<SCEVConstant>(Count))
      continue;
    const uint64_t LongRow = getLongRow(*L, TTI);
    if (SE.getUnsignedRangeMin(Count).uge(LongRow))
      continue;
    Instruction *At = L->getLoopPreheader()->getTerminator();
    if (!Expander.isSafeToExpandAt(Count, At) ||
        Expander.isHighCostExpansion(Count, L, SCEVCheapExpansionBudget, &TTI,
                                     At))
      continue;
    formLCSSARecursively(*L, DT, &LI, &SE);
    Value *IsShort = IRBuilder<>(At).CreateICmpULT(
        Expander.expandCodeFor(Count, Count->getType(), At),
        ConstantInt::get(Count->getType(), LongRow - 1), "escop.short");
    versionShortRow(*L, IsShort, LI, DT);
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}
