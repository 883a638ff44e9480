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
// and kept for the next iteration, with values that are in registers without
// the driver. Below the least work, a 3 x 3 stencil over vectors of vectors
// takes 1.4 times as long, a stencil over rows of three floats 1.6 times. So
// where the first test of such a nest does not depend on the iteration, the
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
// Where a nest has another copy already, which is as it was
// (NarrowCounters.cpp), that takes the place of the copy for little work,
// unless a driver is called in it: what LLVM knows of wide counters may be to
// its disadvantage. Of an LU factorization, it checks in front of two loops
// whether rows overlap, and these always do (200 x 200, double: 1.2 ms, 0.47
// with narrow counters).
//
//===----------------------------------------------------------------------===//

#include "Versions.h"
#include "GreatestWork.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

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

namespace {

/// A first test in a loop, which can be made in front of it.
struct LoopTest {
  BranchInst *Branch;
  /// Its condition.
  ICmpInst *Is;
  /// The greatest work of the nest in any iteration; null if the test is
  /// invariant.
  const SCEV *Greatest = nullptr;

  /// Whether the nest is little work in all iterations of @p L.
  Value *emit(Loop &L, Instruction *At, ScalarEvolution &SE) const;
};

} // namespace

Value *LoopTest::emit(Loop &L, Instruction *At, ScalarEvolution &SE) const {
  if (!Greatest) {
    bool Changed;
    L.makeLoopInvariant(Is, Changed, At);
    return Is;
  }
  SCEVExpander Expander(SE, At->getDataLayout(), "escop.greatest");
  Value *Work = Expander.expandCodeFor(Greatest, Greatest->getType(), At);
  IRBuilder<> Builder(At);
  return Builder.CreateICmp(Is->getPredicate(), Builder.CreateFreeze(Work),
                            Is->getOperand(1));
}

/// The test of @p V, which may be null, in front of @p L.
static std::optional<LoopTest> getLoopTest(const Loop &L, Value *V,
                                           ScalarEvolution &SE) {
  auto *Branch = dyn_cast_or_null<BranchInst>(V);
  if (!Branch || !Branch->isConditional() || !L.contains(Branch))
    return std::nullopt;
  auto *Is = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Is)
    return std::nullopt;
  LoopTest Test = {Branch, Is};
  if (isInvariant(L, Is))
    return Test;
  auto *Work = dyn_cast<FreezeInst>(Is->getOperand(0));
  if (!Work || !isa<ConstantInt>(Is->getOperand(1)))
    return std::nullopt;
  Test.Greatest = getGreatestInLoop(SE.getSCEV(Work->getOperand(0)), L, SE);
  SCEVExpander Expander(SE, Is->getDataLayout(), "escop.greatest");
  if (!Test.Greatest ||
      !Expander.isSafeToExpandAt(Test.Greatest,
                                 L.getLoopPreheader()->getTerminator()))
    return std::nullopt;
  return Test;
}

/// Execute @p L in a copy if all of @p Tests find that their nests are little
/// work. \returns what finds that.
static BranchInst *version(Loop &L, ArrayRef<LoopTest> Tests,
                           FunctionAnalysisManager &FAM) {
  Function &F = *L.getHeader()->getParent();
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  formLCSSARecursively(L, FAM.getResult<DominatorTreeAnalysis>(F),
                       &FAM.getResult<LoopAnalysis>(F), &SE);
  Instruction *At = L.getLoopPreheader()->getTerminator();
  SmallVector<Value *, 4> AreLittle;
  for (const LoopTest &Test : Tests)
    AreLittle.push_back(Test.emit(L, At, SE));
  ValueToValueMapTy VMap;
  remapInstructionsInBlocks(cloneBlocks(L, VMap, ".little"), VMap);
  addExits(L, VMap);
  IRBuilder<> Builder(At);
  for (const LoopTest &Test : Tests) {
    auto *Copy = cast<BranchInst>(VMap.lookup(Test.Branch));
    Copy->setCondition(Builder.getTrue());
    ConstantFoldTerminator(Copy->getParent());
  }
  BranchInst *InFront = Builder.CreateCondBr(
      Builder.CreateAnd(AreLittle),
      cast<BasicBlock>(VMap.lookup(L.getHeader())), L.getHeader());
  At->eraseFromParent();
  if (Tests.size() == 1 && !Tests.front().Greatest) {
    BranchInst *Branch = Tests.front().Branch;
    Branch->setCondition(Builder.getFalse());
    ConstantFoldTerminator(Branch->getParent());
  }
  EliminateUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  return InFront;
}

/// Version the outermost of @p Loops and the loops in them in front of which
/// some of @p Tests can be made, and forget these. \returns the test in front
/// of it, or null.
static BranchInst *versionOutermost(ArrayRef<Loop *> Loops,
                                    SmallVectorImpl<WeakVH> &Tests,
                                    FunctionAnalysisManager &FAM) {
  for (Loop *L : Loops) {
    SmallVector<LoopTest, 4> LoopTests;
    if (isCopyable(*L)) {
      auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(
          *L->getHeader()->getParent());
      erase_if(Tests, [&](const WeakVH &V) {
        auto Test = getLoopTest(*L, V, SE);
        if (Test)
          LoopTests.push_back(*Test);
        return Test.has_value();
      });
    }
    if (!LoopTests.empty())
      return version(*L, LoopTests, FAM);
    if (BranchInst *Test = versionOutermost(L->getSubLoops(), Tests, FAM))
      return Test;
  }
  return nullptr;
}

void polly::escop::versionLoops(Function &F,
                                SmallVectorImpl<WeakVH> &FirstTests,
                                FunctionAnalysisManager &FAM) {
  // With a loop's copy for little work, tests in the nest's copy may go.
  SmallVector<WeakVH, 4> Tests(FirstTests.begin(), FirstTests.end());
  while (BranchInst *Test = versionOutermost(
             FAM.getResult<LoopAnalysis>(F).getTopLevelLoops(), Tests, FAM))
    FirstTests.push_back(Test);
}

/// The loop that @p From leads to, and to nothing else; null if there is none.
static Loop *getLoopBehind(BasicBlock *From, const LoopInfo &LI) {
  constexpr unsigned MaxBlocks = 4;
  for (unsigned Left = MaxBlocks; From && Left; --Left) {
    if (LI.isLoopHeader(From))
      return LI.getLoopFor(From);
    From = From->getSingleSuccessor();
  }
  return nullptr;
}

/// The branch to a copy of what @p Test tests, for counters that go round, and
/// which of its successors that is.
static std::pair<BranchInst *, unsigned>
findUnchangedCopy(const BranchInst &Test, const Loop *Around,
                  const LoopInfo &LI) {
  constexpr unsigned MaxBlocks = 16;
  const BasicBlock *BB = Test.getParent();
  for (unsigned Left = MaxBlocks; BB && Left; --Left) {
    if (any_of(*BB,
               [](const Instruction &I) { return I.mayHaveSideEffects(); }))
      break;
    const BasicBlock *To = BB;
    BB = BB->getSinglePredecessor();
    auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (!Br || !Br->isConditional())
      continue;
    const unsigned Other = Br->getSuccessor(0) == To;
    const Loop *L = getLoopBehind(Br->getSuccessor(Other), LI);
    if (L && mayGoRound(*L) && L->getParentLoop() == Around)
      return {const_cast<BranchInst *>(Br), Other};
  }
  return {nullptr, 0};
}

/// Is a driver called in @p L?
static bool callsDriver(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      return Callee && Callee->hasLocalLinkage() &&
             Callee->getName().contains(".escop");
    });
  });
}

void polly::escop::executeUnchanged(Function &F, ArrayRef<WeakVH> FirstTests,
                                    FunctionAnalysisManager &FAM) {
  for (const WeakVH &V : FirstTests) {
    auto *Test = dyn_cast_or_null<BranchInst>(static_cast<Value *>(V));
    if (!Test || !Test->isConditional())
      continue;
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    BasicBlock *Little = Test->getSuccessor(0);
    const Loop *L = getLoopBehind(Little, LI);
    if (!L || callsDriver(*L))
      continue;
    auto [Br, Succ] = findUnchangedCopy(*Test, L->getParentLoop(), LI);
    if (!Br)
      continue;
    Little->removePredecessor(Test->getParent());
    Test->setSuccessor(0, Br->getSuccessor(Succ));
    Br->setMetadata(LLVMContext::MD_prof, nullptr);
    EliminateUnreachableBlocks(F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
}
