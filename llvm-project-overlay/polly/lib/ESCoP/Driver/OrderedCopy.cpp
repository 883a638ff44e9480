//===- OrderedCopy.cpp - Execute a nest in order, without some guards -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest's function becomes
//
//   if (much work && bounds vouch for all iterations)
//     copy of the nest, without guards that are resolved, which reads sizes and
//         pointers once, and hands on what later iterations load;
//   else
//     nest;
//
// The copy executes the same iterations in the same order, and leaves as the
// nest does, so there is nothing to check ahead, to save, or to replay. That
// the bounds vouch for all iterations says that no guard that is resolved
// fires, that nothing that is read once is written, and that arrays of which
// one is written do not overlap.
//
//===----------------------------------------------------------------------===//

#include "EntryValues.h"
#include "FirstTest.h"
#include "Versions.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// Puts an ordered copy in front of its nest:
///
///   first: if (little work) goto nest
///   much:  if (bounds(…) vouch) goto ordered; else goto nest
///   nest:  goto header
class OrderedSplicer {
  const ESCoP &E;
  const Plan &P;
  const DriverCounts &Counts;
  Function &F;
  /// Before the nest's branches change.
  BasicBlock *const Preheader;
  IRBuilder<> Builder;
  EntryValues AtEntry;
  const FirstTest Test;
  BasicBlock *Nest = nullptr, *Ordered = nullptr;
  Value *Count;
  ValueToValueMapTy VMap;

  void goUnless(Value *Condition, BasicBlock *To, const Twine &Name);
  void testWork();
  void askBounds(ArrayRef<Value *> States);
  void simplifyCopy();

public:
  OrderedSplicer(const ESCoP &E, const Plan &P, const DriverCounts &Counts,
                 LoopInfo &LI, ScalarEvolution &SE)
      : E(E), P(P), Counts(Counts), F(*E.F), Preheader(E.L->getLoopPreheader()),
        Builder(Preheader->getTerminator()), AtEntry(E, P, Counts, LI, Builder),
        Test(E, P, SE) {
    Builder.SetCurrentDebugLocation(E.L->getStartLoc());
    Count = emitTripCount(E, SE, Builder);
  }

  /// \returns the header of the copy.
  BasicBlock *splice(MathCalls &Math);
  /// The blocks of the copy that the bounds are about.
  SmallVector<BasicBlock *, 16> getBlocks() const {
    SmallVector<BasicBlock *, 16> Blocks;
    for (BasicBlock *BB : E.Blocks)
      Blocks.push_back(cast<BasicBlock>(VMap.lookup(BB)));
    return Blocks;
  }
};

} // namespace

/// Go to @p To if @p Condition is false.
void OrderedSplicer::goUnless(Value *Condition, BasicBlock *To,
                              const Twine &Name) {
  BasicBlock *Go = AtEntry.block(Name);
  Builder.CreateCondBr(Condition, Go, To);
  Builder.SetInsertPoint(Go);
}

/// The nest is executed if it is little work. The iterations of a row are known
/// by now.
void OrderedSplicer::testWork() {
  Value *IsLittle =
      Test.emitIsLittle(Builder, P.IsRow ? Count : AtEntry.emitWork(Test));
  goUnless(Builder.CreateNot(IsLittle), Nest, "escop.much");
}

/// Go to the copy if the bounds of all iterations are vouched for.
void OrderedSplicer::askBounds(ArrayRef<Value *> States) {
  // A trip count of 2^64 is 0.
  const uint64_t Least = E.MayMissEnd ? 2 : 1;
  // Fewer are known to be all.
  if (E.MayMissEnd || E.MaxTripCount == MostTripCount)
    goUnless(Builder.CreateAnd(
                 Builder.CreateICmpUGE(Count, Builder.getInt64(Least)),
                 Builder.CreateICmpULE(Count, Builder.getInt(E.MaxTripCount))),
             Nest, "escop.bounds");
  Type *I64 = Builder.getInt64Ty();
  auto *Results = new AllocaInst(ArrayType::get(I64, P.FP->getNumFields()),
                                 F.getDataLayout().getAllocaAddrSpace(),
                                 "escop.results", F.getEntryBlock().begin());
  SmallVector<Value *, 16> Args;
  for (Value *V : E.LiveIns)
    Args.push_back(AtEntry.getLiveIn(V));
  append_range(Args, States);
  Args.append({Count, Results});
  CallInst *Call = Builder.CreateCall(P.FP->Bounds, Args);
  Value *Vouched = Builder.CreateIsNotNull(
      Builder.CreateAnd(Call, Builder.getInt8(BS_Vouched)), "escop.vouched");
  Counts.count(Builder,
               Builder.CreateSelect(Vouched, Builder.getInt64(DE_Complete),
                                    Builder.getInt64(DE_Bounds)));
  Builder.CreateCondBr(Vouched, Ordered, Nest);
  // Of a loop that only loads, little more is asked than whether guards fire.
  constexpr unsigned Few = 64;
  InlineFunctionInfo Info;
  if (P.FP->Bounds->getInstructionCount() <= Few)
    InlineFunction(*Call, Info);
}

/// Let the copy go on where a resolved guard could fire, and use what has been
/// read in front of it.
void OrderedSplicer::simplifyCopy() {
  SmallVector<WeakTrackingVH, 8> Dead;
  for (unsigned Idx : P.FP->Resolved) {
    const Guard &G = E.Guards[Idx];
    auto *Branch = cast<BranchInst>(VMap.lookup(G.Branch));
    Dead.push_back(Branch->getCondition());
    Branch->setCondition(Builder.getInt1(G.ExitSucc != 0));
    ConstantFoldTerminator(Branch->getParent());
  }
  // Some are both.
  SmallSetVector<Instruction *, 8> Known(E.Hoisted.begin(), E.Hoisted.end());
  for (const Instruction *Twin : make_first_range(E.HoistedTwins))
    Known.insert(const_cast<Instruction *>(Twin));
  for (Instruction *I : Known)
    if (auto *Copy = cast_or_null<Instruction>(VMap.lookup(I))) {
      Copy->replaceAllUsesWith(AtEntry.get(I));
      Dead.push_back(Copy);
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

BasicBlock *OrderedSplicer::splice(MathCalls &Math) {
  BasicBlock *Header = E.L->getHeader();
  SmallVector<Value *, 8> States, Steady;
  for (const PHINode *PHI : E.State)
    States.push_back(AtEntry.freeze(E.getStart(PHI)));
  for (const PHINode *PHI : E.Steady)
    Steady.push_back(E.getStart(PHI));
  AtEntry.noteAddresses();
  Ordered = copyNest(E, Math, VMap, "ordered");
  Nest = AtEntry.block("escop.nest");
  BranchInst::Create(Header, Nest)->setDebugLoc(E.L->getStartLoc());
  Header->replacePhiUsesWith(Preheader, Nest);
  Preheader->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Preheader);
  AtEntry.begin(States, Steady, Count, Nest);
  const bool IsKnown = Test && !Test.needsHoisted();
  if (IsKnown)
    testWork();
  AtEntry.hoistAll(Test && !IsKnown ? &Test : nullptr, [this] { testWork(); });
  askBounds(States);
  simplifyCopy();
  AtEntry.promoteCells();
  return Ordered->getSingleSuccessor();
}

BasicBlock *polly::escop::spliceOrdered(const ESCoP &E, const Plan &P,
                                        const DriverCounts &Counts,
                                        MathCalls &Math,
                                        FunctionAnalysisManager &FAM) {
  Function &F = *E.F;
  prepareToSplice(E, FAM);
  OrderedSplicer Splicer(E, P, Counts, FAM.getResult<LoopAnalysis>(F),
                         FAM.getResult<ScalarEvolutionAnalysis>(F));
  BasicBlock *Header = Splicer.splice(Math);
  finishSplicing(F, FAM);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  Loop *Copy = LI.getLoopFor(Header);
  // Simplification may merge blocks.
  if (!P.FP->LoadsFromAnywhere &&
      extendSubscripts(*Copy, Splicer.getBlocks(), SE))
    SE.forgetLoop(Copy);
  simplifyLoop(Copy, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(*Copy, DT, &LI, &SE);
  for (Loop *L : Copy->getLoopsInPreorder())
    forwardStores(*L, LI, SE, DT, AC, P.FP->StoresToAnywhere);
  FAM.invalidate(F, PreservedAnalyses::none());
  return Header;
}
