//===- Versions.cpp - Copies of nests and of loops around them ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that is little work is executed in a copy (FirstTest.cpp). In a loop
// around it, what its driver is called with is computed in front of that copy,
// and kept for the next iteration: if that is more than there are registers, on
// the stack, with values that are in registers without the driver. Below the
// least work, a 3 x 3 stencil over vectors of vectors takes 1.4 times as long.
// So where the first test of such a nest does not depend on the iteration, the
// loop around gets a copy, too, which calls no driver:
//
//   if (work < least)                      for (...) {
//     for (...)                              if (work < least)
//       copy of the nest                       copy of the nest
//   else                       instead of    else
//     for (...)                                driver, nest
//       driver, nest                       }
//
// That is loop unswitching, which LLVM's SimpleLoopUnswitch does for small
// loops only. What is copied has the size of the loop without the driver.
//
//===----------------------------------------------------------------------===//

#include "Versions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace polly::escop;

/// Instructions of a loop that gets a copy, at most.
static constexpr unsigned MaxInstructions = 1 << 11;

/// Clone the blocks of @p L, whose values and blocks @p VMap leads to. They
/// still refer to those of @p L.
static SmallVector<BasicBlock *, 16>
cloneBlocks(const Loop &L, ValueToValueMapTy &VMap, const Twine &Suffix) {
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *New = CloneBasicBlock(BB, VMap, Suffix, BB->getParent());
    VMap[BB] = New;
    Blocks.push_back(New);
  }
  return Blocks;
}

/// Let the copy of @p L, which is in LCSSA form, leave as it does.
static void addExits(const Loop &L, const ValueToValueMapTy &VMap) {
  SmallVector<BasicBlock *, 8> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    for (PHINode &PHI : Exit->phis())
      for (unsigned Idx = 0, End = PHI.getNumIncomingValues(); Idx < End; ++Idx)
        if (Value *From = VMap.lookup(PHI.getIncomingBlock(Idx))) {
          Value *V = PHI.getIncomingValue(Idx);
          Value *New = VMap.lookup(V);
          PHI.addIncoming(New ? New : V, cast<BasicBlock>(From));
        }
}

BasicBlock *polly::escop::copyNest(const ESCoP &E, MathCalls &Math,
                                   ValueToValueMapTy &VMap, StringRef Name) {
  // Not behind the loop: the copies of latches lead to the nest at first.
  auto *Entry = BasicBlock::Create(E.F->getContext(), "escop." + Name, E.F);
  VMap[E.L->getLoopPreheader()] = Entry;
  const auto Blocks = cloneBlocks(*E.L, VMap, "." + Name);
  // It loads its rows.
  SmallVector<Instruction *, 8> Computed;
  for (auto &[Row, Load] : E.Rows.Originals) {
    if (auto *New = cast_or_null<Instruction>(VMap.lookup(Row)))
      Computed.push_back(New);
    VMap[Row] = VMap.lookup(Load);
  }
  remapInstructionsInBlocks(Blocks, VMap);
  for (Instruction *I : Computed)
    RecursivelyDeleteTriviallyDeadInstructions(I);
  addExits(*E.L, VMap);
  IRBuilder<> Builder(Entry);
  Builder.SetCurrentDebugLocation(E.L->getStartLoc());
  Builder.CreateBr(cast<BasicBlock>(VMap.lookup(E.L->getHeader())));
  for (unsigned Idx = 0, End = Math.size(); Idx < End; ++Idx) {
    auto [Call, Pure] = Math[Idx];
    if (Value *New = VMap.lookup(Call))
      Math.push_back({cast<CallInst>(New), cast<CallInst>(VMap.lookup(Pure))});
  }
  return Entry;
}

/// May @p V be computed in front of @p L?
static bool isInvariant(const Loop &L, const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  return !I || !L.contains(I) ||
         (!isa<PHINode>(I) && !I->mayReadOrWriteMemory() &&
          isSafeToSpeculativelyExecute(I) &&
          all_of(I->operands(),
                 [&](const Use &Op) { return isInvariant(L, Op); }));
}

/// May @p L get a copy?
static bool isCopyable(const Loop &L) {
  size_t Instructions = 0;
  for (const BasicBlock *BB : L.blocks())
    Instructions += BB->size();
  return Instructions <= MaxInstructions && L.getLoopPreheader() &&
         L.isSafeToClone();
}

/// Execute @p L in a copy if all of @p Tests, which are invariant, find that
/// their nests are little work.
static void version(Loop &L, ArrayRef<BranchInst *> Tests,
                    FunctionAnalysisManager &FAM) {
  Function &F = *L.getHeader()->getParent();
  formLCSSARecursively(L, FAM.getResult<DominatorTreeAnalysis>(F),
                       &FAM.getResult<LoopAnalysis>(F),
                       &FAM.getResult<ScalarEvolutionAnalysis>(F));
  Instruction *At = L.getLoopPreheader()->getTerminator();
  bool Changed;
  for (const BranchInst *Test : Tests)
    L.makeLoopInvariant(Test->getCondition(), Changed, At);
  ValueToValueMapTy VMap;
  remapInstructionsInBlocks(cloneBlocks(L, VMap, ".little"), VMap);
  addExits(L, VMap);
  IRBuilder<> Builder(At);
  SmallVector<Value *, 4> AreLittle;
  for (BranchInst *Test : Tests) {
    AreLittle.push_back(Test->getCondition());
    auto *Copy = cast<BranchInst>(VMap.lookup(Test));
    Copy->setCondition(Builder.getTrue());
    ConstantFoldTerminator(Copy->getParent());
  }
  Builder.CreateCondBr(Builder.CreateAnd(AreLittle),
                       cast<BasicBlock>(VMap.lookup(L.getHeader())),
                       L.getHeader());
  At->eraseFromParent();
  if (Tests.size() == 1) {
    Tests.front()->setCondition(Builder.getFalse());
    ConstantFoldTerminator(Tests.front()->getParent());
  }
  EliminateUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Version the outermost of @p L and the loops in it of which some of @p Tests
/// are invariant, and forget these. \returns whether there is one.
static bool versionOutermost(Loop &L, SmallVectorImpl<WeakVH> &Tests,
                             FunctionAnalysisManager &FAM) {
  auto GetInvariant = [&](const WeakVH &Test) {
    auto *Branch = cast_or_null<BranchInst>(static_cast<Value *>(Test));
    return Branch && Branch->isConditional() && L.contains(Branch) &&
                   isInvariant(L, Branch->getCondition())
               ? Branch
               : nullptr;
  };
  SmallVector<BranchInst *, 4> Invariant;
  for (const WeakVH &Test : Tests)
    if (BranchInst *Branch = GetInvariant(Test))
      Invariant.push_back(Branch);
  if (Invariant.empty() || !isCopyable(L))
    return any_of(
        L, [&](Loop *Sub) { return versionOutermost(*Sub, Tests, FAM); });
  erase_if(Tests, GetInvariant);
  version(L, Invariant, FAM);
  return true;
}

void polly::escop::versionLoops(Function &F, ArrayRef<WeakVH> FirstTests,
                                FunctionAnalysisManager &FAM) {
  // With a loop's copy for little work, tests in the nest's copy may go.
  SmallVector<WeakVH, 4> Tests(FirstTests);
  while (any_of(FAM.getResult<LoopAnalysis>(F),
                [&](Loop *L) { return versionOutermost(*L, Tests, FAM); }))
    ;
}
