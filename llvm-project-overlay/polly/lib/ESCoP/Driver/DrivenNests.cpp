//===- DrivenNests.cpp - Functions for what calls drivers -----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind a first test (FirstTest.cpp, Versions.cpp) there is the copy for
// little work, and what calls drivers: the calls, the nest, and the copies of
// parts of it. They need the same values. The register allocator gives each of
// these one place where it can, and what it cannot keep in all of the loops it
// reloads in some: of a matrix that is a vector's product, 60 x 60 with a check
// of the result, four values in each iteration of the copy, which took 1.33
// times as long as the nest does with -O3. So what calls drivers is moved to a
// function of its own:
//
//   if (work < least)                     if (work < least)
//     copy of the nest                      copy of the nest
//   else                     becomes      else
//     driver, nest                          nest(...)
//
// It leaves through a number, which the function then branches on. A call takes
// a few nanoseconds, so a first test in a loop stays as it is: it may lead to
// the driver in each iteration.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Driver.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// Computes what some blocks need again at their entry, if that takes no load:
/// the address of a field is no part of a load's addressing mode if it has
/// another use, such as an argument.
class Recomputer {
  const SmallPtrSet<const BasicBlock *, 16> Blocks;
  Instruction *const At;
  DenseMap<const Instruction *, Instruction *> Copies;

  /// A second `freeze` may choose another value.
  static bool isRecomputable(const Instruction &I) {
    return !isa<FreezeInst>(I) && !I.mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(&I);
  }

  Value *get(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Blocks.contains(I->getParent()) || !isRecomputable(*I))
      return V;
    if (Instruction *Copy = Copies.lookup(I))
      return Copy;
    Instruction *Copy = I->clone();
    for (Use &Op : Copy->operands())
      Op = get(Op);
    Copy->insertBefore(At);
    return Copies[I] = Copy;
  }

public:
  /// @p Entry, of @p Blocks, dominates them.
  Recomputer(BasicBlock &Entry, ArrayRef<BasicBlock *> Blocks)
      : Blocks(Blocks.begin(), Blocks.end()), At(Entry.getTerminator()) {}

  void recompute(Instruction &User) {
    for (Use &Op : User.operands())
      Op = get(Op);
  }
};

} // namespace

static CodeExtractor getExtractor(ArrayRef<BasicBlock *> Blocks,
                                  DominatorTree &DT) {
  return CodeExtractor(Blocks, &DT, /*AggregateArgs=*/false, /*BFI=*/nullptr,
                       /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false,
                       /*AllowAlloca=*/false, /*AllocationBlock=*/nullptr,
                       "escop.nest");
}

/// Would @p I do something else in another function?
static bool isTiedToFunction(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return isOfFrame(I) || (Call && Call->hasFnAttr(Attribute::ReturnsTwice));
}

/// Let @p Blocks lead to others through blocks of their own. CodeExtractor
/// stores what is used behind them where it is computed: in PHIs there, not in
/// each iteration of a loop.
static void splitExits(ArrayRef<BasicBlock *> Blocks, DominatorTree &DT,
                       LoopInfo &LI) {
  const SmallPtrSet<BasicBlock *, 16> In(Blocks.begin(), Blocks.end());
  MapVector<BasicBlock *, SmallVector<BasicBlock *, 4>> Exits;
  for (BasicBlock *BB : Blocks)
    for (BasicBlock *Succ : successors(BB))
      if (!In.contains(Succ) && !is_contained(Exits[Succ], BB))
        Exits[Succ].push_back(BB);
  for (auto &[Exit, Leaving] : Exits)
    SplitBlockPredecessors(Exit, Leaving, ".nest", &DT, &LI,
                           /*MSSAU=*/nullptr, /*PreserveLCSSA=*/true);
}

/// Move what @p Much dominates to a function, if that is possible.
static void outline(BasicBlock &Much, DominatorTree &DT, LoopInfo &LI) {
  SmallVector<BasicBlock *, 16> Blocks;
  DT.getDescendants(&Much, Blocks);
  // An invoke may unwind to the function.
  if (!getExtractor(Blocks, DT).isEligible() ||
      any_of(Blocks, [](const BasicBlock *BB) {
        return any_of(*BB, isTiedToFunction);
      }))
    return;
  splitExits(Blocks, DT, LI);
  DT.getDescendants(&Much, Blocks);
  Recomputer Again(Much, Blocks);
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      Again.recompute(I);
  const CodeExtractorAnalysisCache Cache(*Much.getParent());
  Function *Nest = getExtractor(Blocks, DT).extractCodeRegion(Cache);
  if (!Nest)
    return;
  Nest->addFnAttr(Attribute::NoInline);
  // It is transformed already.
  Nest->removeFnAttr("exception-safe-tiling");
}

void polly::escop::outlineDrivenNests(Function &F, ArrayRef<WeakVH> FirstTests,
                                      FunctionAnalysisManager &FAM) {
  for (const WeakVH &Test : FirstTests) {
    auto *Branch = cast_or_null<BranchInst>(static_cast<Value *>(Test));
    // It may be in a function that is outlined already.
    if (!Branch || !Branch->isConditional() || Branch->getFunction() != &F)
      continue;
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    if (LI.getLoopFor(Branch->getParent()))
      continue;
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    outline(*SplitEdge(Branch->getParent(), Branch->getSuccessor(1), &DT, &LI),
            DT, LI);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
}
