//===- Prepare.cpp - Bring loops into the form that detection expects -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simplification pipeline is made for loops without abnormal exits, and
// leaves others half-way. This runs on a copy of the function, which replaces
// its body only if a nest of it is transformed:
//
//  - The hot paths of functions of the same module are inlined if calls would
//    let the nest be declined: `double &at(i, j) { if (…) throw …;
//    return …; }` is then a guard and an address (InlineAccessors.cpp).
//  - Loop rotation does not touch a loop whose latch leaves it, so
//
//      for (j = 0; j < m; ++j) { C[j] += A[j]; if (bad(C[j])) throw E(); }
//
//    may still be left from its header. It is rotated here if the header's exit
//    is the one whose trip count is known.
//  - If a part of the body has use for i + 1, GVN may have copied the increment
//    to it, and to the rest. It is one again, which is a counter to
//    ScalarEvolution.
//  - Where counters were widened, what was left narrow is extended, too:
//    Extensions.cpp.
//  - Where they were not, as they may go round, the nest is versioned:
//    NarrowCounters.cpp.
//  - What follows from the bounds of loops around, k < j where j begins with
//    k + 1, is no condition.
//  - Where ways join, addresses may be PHIs: Joins.cpp.
//  - Subscripts of arrays with constant sizes are bits that were or'ed; where
//    the counters' ranges tell that they do not overlap, it is noted.
//  - Loop simplification folds a guard in front of the latch into the latch's
//    condition if both lead to one block (`break`), which hides the trip count.
//    They are separated again.
//  - Math functions set no errno: MathCalls.cpp.
//  - What LICM loads ahead has no type: TypedLoads.cpp.
//  - A switch that leaves a loop becomes branches.
//  - A local object of a loop's body lives as long as the function does: a
//    chunk accesses it before and behind the iterations of the nest.
//  - Sizes and pointers that containers keep in memory were hoisted out of the
//    inner loops only, the guards being in the way of the rest; they are
//    hoisted out of the outer ones. No store is promoted: a scalar that is
//    carried from iteration to iteration is what Polly can do least with.
//
//===----------------------------------------------------------------------===//

#include "Dereferenceable.h"
#include "Extensions.h"
#include "Joins.h"
#include "MathCalls.h"
#include "NarrowCounters.h"
#include "SteadyPHIs.h"
#include "TripCounts.h"
#include "TypedLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace polly::escop;

/// A switch with more targets in its loop is no guard, but a dispatch.
static constexpr unsigned MaxTargetsOfBranches = 3;

/// Guards in front of a loop's normal exit, and instructions of each, that are
/// repeated in front of the loop.
static constexpr unsigned MaxRotations = 4, MaxRotatedSize = 20;

static bool hasComputableExit(const Loop &L, const BasicBlock *Exiting,
                              ScalarEvolution &SE) {
  return L.isLoopExiting(Exiting) &&
         !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, Exiting));
}

/// Let local objects whose lifetimes begin or end in a loop live on.
static void extendLifetimes(Function &F, const LoopInfo &LI) {
  SmallPtrSet<const Value *, 4> Locals;
  auto GetLocal = [](const Instruction &I) {
    return I.isLifetimeStartOrEnd()
               ? findAllocaForValue(cast<IntrinsicInst>(I).getArgOperand(1))
               : nullptr;
  };
  for (const Instruction &I : instructions(F))
    if (const AllocaInst *Local = GetLocal(I);
        Local && Local->isStaticAlloca() && LI.getLoopFor(I.getParent()))
      Locals.insert(Local);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (const AllocaInst *Local = GetLocal(I); Local && Locals.contains(Local))
      I.eraseFromParent();
}

/// Make branches of @p Switch, one for each target.
static void lowerSwitch(SwitchInst &Switch) {
  BasicBlock *BB = Switch.getParent(), *Default = Switch.getDefaultDest();
  Value *V = Switch.getCondition();
  MapVector<BasicBlock *, SmallVector<APInt, 8>> Cases;
  for (auto &Case : Switch.cases())
    if (Case.getCaseSuccessor() != Default)
      Cases[Case.getCaseSuccessor()].push_back(Case.getCaseValue()->getValue());
  IRBuilder<> Builder(&Switch);
  BasicBlock *From = BB;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
  for (auto &[To, Values] : Cases) {
    sort(Values, [](const APInt &A, const APInt &B) { return A.ult(B); });
    Value *Taken = nullptr;
    for (size_t First = 0, End; First < Values.size(); First = End) {
      for (End = First + 1;
           End < Values.size() && Values[End] == Values[End - 1] + 1; ++End)
        ;
      Value *Begin = Builder.getInt(Values[First]);
      Value *InRun = End == First + 1
                         ? Builder.CreateICmpEQ(V, Begin)
                         : Builder.CreateICmpULE(
                               Builder.CreateSub(V, Begin),
                               ConstantInt::get(V->getType(), End - First - 1));
      Taken = Taken ? Builder.CreateOr(Taken, InRun) : InRun;
    }
    auto *Next = BasicBlock::Create(BB->getContext(), "escop.case",
                                    BB->getParent(), From->getNextNode());
    Builder.CreateCondBr(Taken, To, Next);
    Edges.push_back({From, To});
    From = Next;
    Builder.SetInsertPoint(From);
  }
  Builder.CreateBr(Default);
  Edges.push_back({From, Default});
  // The edges to a target have become one.
  for (auto [Now, To] : Edges)
    for (PHINode &PHI : To->phis()) {
      Value *Incoming = PHI.getIncomingValueForBlock(BB);
      PHI.removeIncomingValueIf(
          [&](unsigned Idx) { return PHI.getIncomingBlock(Idx) == BB; },
          /*DeletePHIIfEmpty=*/false);
      PHI.addIncoming(Incoming, Now);
    }
  Switch.eraseFromParent();
}

/// Make branches of the switches that leave a loop of @p F, unless many of
/// their targets are in it. LowerSwitchPass would take all switches of the
/// function.
static void lowerExitingSwitches(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<SwitchInst *, 4> Switches;
  for (BasicBlock &BB : F) {
    auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    const Loop *L = LI.getLoopFor(&BB);
    if (!Switch || !L || !L->isLoopExiting(&BB))
      continue;
    SmallPtrSet<const BasicBlock *, 8> Stay;
    for (const BasicBlock *Succ : successors(&BB))
      if (L->contains(Succ))
        Stay.insert(Succ);
    if (Stay.size() <= MaxTargetsOfBranches)
      Switches.push_back(Switch);
  }
  for (SwitchInst *Switch : Switches)
    lowerSwitch(*Switch);
  if (!Switches.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Behind the phi nodes that leave loops, in loop-closed form.
static Value *stripExitPHIs(Value *V) {
  auto *PHI = dyn_cast<PHINode>(V);
  return PHI && PHI->getNumIncomingValues() == 1
             ? stripExitPHIs(PHI->getIncomingValue(0))
             : V;
}

/// Let the increments of @p L's counters, of which branches of its body have
/// copies, be one each.
static bool mergeIncrements(Loop &L, const LoopInfo &LI, ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  bool Changed = false;
  for (PHINode &PHI : L.getHeader()->phis()) {
    auto *Join = Latch ? dyn_cast<PHINode>(PHI.getIncomingValueForBlock(Latch))
                       : nullptr;
    if (!Join || LI.getLoopFor(Join->getParent()) != &L ||
        Join->getParent()->isEHPad())
      continue;
    auto *First =
        dyn_cast<Instruction>(stripExitPHIs(Join->getIncomingValue(0)));
    if (!First || !isa<BinaryOperator, GetElementPtrInst>(First) ||
        any_of(First->operands(),
               [&](const Value *Op) {
                 return Op != &PHI && !L.isLoopInvariant(Op);
               }) ||
        any_of(Join->incoming_values(), [&](Value *V) {
          auto *Other = dyn_cast<Instruction>(stripExitPHIs(V));
          return !Other || !First->isSameOperationAs(Other) ||
                 !equal(First->operands(), Other->operands());
        }))
      continue;
    Instruction *Next = First->clone();
    for (Value *V : Join->incoming_values())
      Next->andIRFlags(stripExitPHIs(V));
    Next->insertInto(Join->getParent(),
                     Join->getParent()->getFirstInsertionPt());
    SE.forgetValue(Join);
    Join->replaceAllUsesWith(Next);
    Join->eraseFromParent();
    Changed = true;
  }
  if (Changed)
    SE.forgetLoop(&L);
  return Changed;
}

/// What @p Condition is where control comes to @p BB, if a branch tells.
static std::optional<bool> findDecision(Value *Condition, const BasicBlock *BB,
                                        const DominatorTree &DT) {
  while (auto *PHI = dyn_cast<PHINode>(Condition)) {
    if (PHI->getNumIncomingValues() != 1)
      return std::nullopt;
    Condition = PHI->getIncomingValue(0);
  }
  for (const User *U : Condition->users())
    if (auto *Br = dyn_cast<BranchInst>(U))
      if (std::optional<bool> Decision = getDecision(*Br, *BB, DT))
        return Decision;
  return std::nullopt;
}

/// Separate a guard from the exit of known trip count in the condition of @p
/// L's latch.
static bool unfoldLatch(Loop &L, LoopInfo &LI, DominatorTree &DT,
                        ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Br = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Br || !Br->isConditional() || !L.isLoopExiting(Latch) ||
      hasComputableExit(L, Latch, SE))
    return false;
  using namespace PatternMatch;
  const bool ExitIfTrue = Br->getSuccessor(1) == L.getHeader();
  Value *A, *B;
  if (!(ExitIfTrue
            ? match(Br->getCondition(), m_LogicalOr(m_Value(A), m_Value(B)))
            : match(Br->getCondition(), m_LogicalAnd(m_Value(A), m_Value(B)))))
    return false;
  auto IsKnown = [&](Value *Cond) {
    return !isa<SCEVCouldNotCompute>(
        SE.computeExitLimitFromCond(&L, Cond, ExitIfTrue,
                                    /*ControlsOnlyExit=*/false)
            .ExactNotTaken);
  };
  const bool IsSecond = !IsKnown(B);
  if (IsSecond)
    std::swap(A, B);
  if (!IsKnown(B) || IsKnown(A))
    return false;
  // Of `!stop && j < n`, where stopping leads elsewhere, only one is asked.
  if (findDecision(A, Latch, DT) == !ExitIfTrue) {
    Br->setCondition(B);
    return true;
  }
  // Now A is the guard. A select asks its first operand first, as the branches
  // did that it was made of. Another operand may be poison or undefined where
  // the other one decides, in which case both ways lead to the same block. What
  // is frozen, code generation does not make two branches of.
  IRBuilder<> Builder(Br);
  Value *Guard = IsSecond || !isa<SelectInst>(Br->getCondition())
                     ? Builder.CreateFreeze(A)
                     : A;
  BasicBlock *Exit = Br->getSuccessor(ExitIfTrue ? 0 : 1);
  Instruction *Old = Br;
  BasicBlock *NewLatch = SplitBlock(Latch, Old, &DT, &LI);
  Latch->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Latch);
  if (ExitIfTrue)
    Builder.CreateCondBr(Guard, Exit, NewLatch);
  else
    Builder.CreateCondBr(Guard, NewLatch, Exit);
  for (PHINode &PHI : Exit->phis())
    PHI.addIncoming(PHI.getIncomingValueForBlock(NewLatch), Latch);
  Br->setCondition(B);
  DT.recalculate(*Latch->getParent());
  return true;
}

/// Does @p L end in its latch?
static bool endsInLatch(const Loop &L, const LoopInfo &LI) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Br = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  return Br && Br->isConditional() && L.isLoopExiting(Latch) &&
         LI.getLoopFor(Latch) == &L;
}

/// If @p L, which ends in its latch, would end there, leading to the same
/// block, in any iteration that is left by @p Br, let these come to the latch.
/// Jump threading has found that a loop which counts i down to 0 ends where it
/// skips `for (j = 0; j < i; ++j)`. \returns whether it was so.
static bool leaveByLatch(Loop &L, BranchInst &Br, LoopInfo &LI,
                         DominatorTree &DT) {
  BasicBlock *From = Br.getParent(), *Latch = L.getLoopLatch();
  auto *Last = cast<BranchInst>(Latch->getTerminator());
  const bool ExitIfTrue = L.contains(Br.getSuccessor(1)),
             EndIfTrue = Last->getSuccessor(1) == L.getHeader();
  BasicBlock *Exit = Br.getSuccessor(!ExitIfTrue);
  auto IsKnown = [&](const Value *V) {
    return !isa<Instruction>(V) || DT.dominates(V, &Br);
  };
  Value *Condition = Last->getCondition();
  // Nor is the latch's condition poison where it was not asked before.
  if (Last->getSuccessor(!EndIfTrue) != Exit || Exit->isEHPad() ||
      !impliesPoison(Condition, Br.getCondition()) ||
      !(IsKnown(Condition) ||
        (isa<ICmpInst>(Condition) &&
         all_of(cast<User>(Condition)->operands(), IsKnown))) ||
      isImpliedCondition(Br.getCondition(), Condition, From->getDataLayout(),
                         ExitIfTrue) != EndIfTrue)
    return false;
  // What else it does is not done in these.
  Latch = SplitBlock(Latch, Last, &DT, &LI);
  auto Join = [&](Value *V, Value *AtEdge) {
    PHINode *PHI = PHINode::Create(V->getType(), 2, "escop.latch");
    PHI->insertBefore(Latch->begin());
    for (BasicBlock *Pred : predecessors(Latch))
      PHI->addIncoming(V, Pred);
    PHI->addIncoming(AtEdge, From);
    return PHI;
  };
  for (PHINode &PHI : Latch->phis())
    PHI.addIncoming(PoisonValue::get(PHI.getType()), From);
  for (PHINode &PHI : Exit->phis()) {
    Value *V = PHI.getIncomingValueForBlock(Latch),
          *AtEdge = PHI.removeIncomingValue(From, /*DeletePHIIfEmpty=*/false);
    if (V != AtEdge)
      PHI.setIncomingValueForBlock(Latch, Join(V, AtEdge));
  }
  // What is computed behind the branch is of no use where the loop ends.
  SmallDenseMap<Value *, PHINode *, 8> Joined;
  auto Replace = [&](Use &U) {
    auto *I = dyn_cast<Instruction>(U.get());
    if (!I || I->getParent() == Latch || DT.dominates(I, &Br))
      return;
    // The next value of a counter, say. Neither way may lead to the other one.
    Instruction *Before =
        DT.findNearestCommonDominator(From, I->getParent())->getTerminator();
    if (!isa<PHINode>(I) && !I->mayReadFromMemory() &&
        isSafeToSpeculativelyExecute(I) &&
        all_of(I->operands(),
               [&](const Value *Op) { return DT.dominates(Op, Before); })) {
      I->moveBefore(Before);
      return;
    }
    PHINode *&PHI = Joined[I];
    if (!PHI)
      PHI =
          Join(I, I == Condition ? ConstantInt::getBool(I->getType(), EndIfTrue)
                                 : PoisonValue::get(I->getType()));
    U.set(PHI);
  };
  for (Instruction &I : *Latch)
    if (!isa<PHINode>(I))
      for_each(I.operands(), Replace);
  for (PHINode &PHI : L.getHeader()->phis())
    Replace(PHI.getOperandUse(
        PHI.getOperandNumForIncomingValue(PHI.getBasicBlockIndex(Latch))));
  Br.setSuccessor(!ExitIfTrue, Latch);
  DT.recalculate(*Latch->getParent());
  return true;
}

/// How often is @p L to be rotated until its exit of known trip count is that
/// of the latch? Guards may come before it: `for (;;) { if (bad) trap(); if (i
/// == n) break; … }`.
static unsigned countRotations(const Loop &L, ScalarEvolution &SE,
                               AAResults &AA) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || hasComputableExit(L, Latch, SE) ||
      hasInvariantEnd(L, Latch, SE) || hasNarrowCounter(L, Latch, SE) ||
      hasEndInFront(L, Latch, SE, AA))
    return 0;
  const BasicBlock *BB = L.getHeader();
  for (unsigned Count = 1; Count <= MaxRotations && BB != Latch; ++Count) {
    if (hasComputableExit(L, BB, SE) || hasInvariantEnd(L, BB, SE) ||
        hasNarrowCounter(L, BB, SE) ||
        (!hasEndInMemory(L, Latch, SE) && hasEndInMemory(L, BB, SE)))
      return Count;
    // What is executed before is repeated in front of the loop.
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !L.isLoopExiting(BB) || BB->size() > MaxRotatedSize ||
        any_of(*BB, mayWriteData))
      return 0;
    BB = Br->getSuccessor(L.contains(Br->getSuccessor(0)) ? 0 : 1);
    if (!BB->getSinglePredecessor())
      return 0;
  }
  return 0;
}

/// Let @p L end in its latch if it does in front of an inner loop, and goes on
/// behind that always:
///
///   for (j = 0;;) { …; if (++j >= n) break; for (i = j; i < n; ++i) …; }
///
/// The pipeline has found that what skips the inner loop in the last iteration
/// is what ends the outer one. \returns whether it was so.
static bool endInLatch(Loop &L, LoopInfo &LI, DominatorTree &DT,
                       ScalarEvolution &SE, AAResults &AA) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Last = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Last || Last->isConditional() || countRotations(L, SE, AA))
    return false;
  BranchInst *Br = nullptr;
  for (BasicBlock *BB = Latch; BB != L.getHeader() && !Br;) {
    BB = DT.getNode(BB)->getIDom()->getBlock();
    if (LI.getLoopFor(BB) == &L && L.isLoopExiting(BB) &&
        (hasComputableExit(L, BB, SE) || hasNarrowCounter(L, BB, SE) ||
         hasEndInMemory(L, BB, SE)))
      Br = dyn_cast<BranchInst>(BB->getTerminator());
  }
  if (!Br || !isa<ICmpInst>(Br->getCondition()))
    return false;
  const bool ExitIfTrue = L.contains(Br->getSuccessor(1));
  BasicBlock *Exit = Br->getSuccessor(!ExitIfTrue);
  if (Exit->isEHPad() || isa<UnreachableInst>(Exit->getTerminator()))
    return false;
  // Control does not come this way.
  for (PHINode &PHI : Exit->phis())
    PHI.addIncoming(PHI.getIncomingValueForBlock(Br->getParent()), Latch);
  BranchInst *New = BranchInst::Create(L.getHeader(), Exit, Br->getCondition(),
                                       Last->getIterator());
  if (ExitIfTrue)
    New->swapSuccessors();
  New->setDebugLoc(Br->getDebugLoc());
  New->setMetadata(LLVMContext::MD_loop,
                   Last->getMetadata(LLVMContext::MD_loop));
  Last->eraseFromParent();
  DT.recalculate(*Latch->getParent());
  return leaveByLatch(L, *Br, LI, DT);
}

/// Loop simplification would fold guards that lead to one block with the latch.
static void separateExits(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder()) {
    mergeIncrements(*L, LI, SE);
    if (unfoldLatch(*L, LI, DT, SE) || endInLatch(*L, LI, DT, SE, AA))
      SE.forgetLoop(L);
    SmallVector<BasicBlock *, 8> Exiting;
    if (endsInLatch(*L, LI))
      L->getExitingBlocks(Exiting);
    for (BasicBlock *BB : Exiting)
      if (auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
          Br && Br->isConditional() && BB != L->getLoopLatch() &&
          LI.getLoopFor(BB) == L && leaveByLatch(*L, *Br, LI, DT))
        SE.forgetLoop(L);
    // Splitting an edge may redirect others.
    for (bool Again = true; Again;) {
      Again = false;
      SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
      L->getExitEdges(Edges);
      for (auto &[From, To] : Edges)
        if (isa<BranchInst>(From->getTerminator()) &&
            From != L->getLoopLatch() && !To->getUniquePredecessor()) {
          SplitEdge(From, To, &DT, &LI);
          Again = true;
          break;
        }
    }
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Make the exit of known trip count that of the latch.
static void rotateLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  const SimplifyQuery SQ(F.getDataLayout(), &TLI, &DT, &AC);
  bool Changed = false;
  // Inner loops first, as the loop pass manager does.
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    // Rotation of an inner loop joins values that are the same.
    Changed |= mergeIncrements(*L, LI, SE);
    unsigned Left = L->getLoopPreheader() ? countRotations(*L, SE, AA) : 0;
    for (; Left; --Left)
      Changed |= LoopRotation(L, &LI, &TTI, &AC, &DT, &SE, nullptr, SQ,
                              /*RotationOnly=*/true, /*Threshold=*/-1,
                              /*IsUtilMode=*/true);
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Let `i << 8 | j << 4` be an addition to ScalarEvolution if j is below 16.
/// ValueTracking knows no ranges of counters, and reassociation forgets them.
static void markDisjoint(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto IsBelow = [&](const SCEV *A, const SCEV *B) {
    return SE.getUnsignedRangeMax(A).getActiveBits() <=
           SE.getMinTrailingZeros(B);
  };
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    if (!LI.getLoopFor(BB))
      continue;
    for (Instruction &I : *BB) {
      auto *Or = dyn_cast<PossiblyDisjointInst>(&I);
      if (!Or || Or->isDisjoint() || !Or->getType()->isIntegerTy())
        continue;
      const SCEV *A = SE.getSCEV(Or->getOperand(0)),
                 *B = SE.getSCEV(Or->getOperand(1));
      if (!IsBelow(A, B) && !IsBelow(B, A))
        continue;
      Or->setIsDisjoint(true);
      SE.forgetValue(Or);
    }
  }
}

/// Decide conditions in loops that follow from the bounds of these.
static void decideConditions(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<BasicBlock *, 4> Decided;
  for (BasicBlock &BB : F) {
    auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
    const Loop *L = LI.getLoopFor(&BB);
    if (!L || !Br || !Br->isConditional() || L->isLoopExiting(&BB))
      continue;
    auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
    if (!Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy())
      continue;
    const SCEV *A = SE.getSCEV(Cmp->getOperand(0)),
               *B = SE.getSCEV(Cmp->getOperand(1));
    for (bool Holds : {true, false})
      if (isKnownPredicate(Holds ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate(),
                           A, B, SE)) {
        Br->setCondition(ConstantInt::getBool(F.getContext(), Holds));
        SE.forgetValue(Cmp);
        RecursivelyDeleteTriviallyDeadInstructions(Cmp);
        Decided.push_back(&BB);
        break;
      }
  }
  for (BasicBlock *BB : Decided)
    ConstantFoldTerminator(BB);
  if (Decided.empty())
    return;
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Widen counters that callees extend which were not inlined when the standard
/// pipeline did that.
static void widenCounters(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
  runPasses(F, FPM, FAM);
  // What it has decided.
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB);
  removeUnreachableBlocks(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  // Behind LICM it is not known that a bound is not negative.
  mergeExtensions(F, FAM);
}

MathCalls polly::escop::prepareFunction(Function &F,
                                        FunctionAnalysisManager &FAM,
                                        HotPaths &Paths) {
  auto Run = [&](FunctionPassManager &FPM) {
    FAM.invalidate(F, FPM.run(F, FAM));
  };
  FunctionPassManager Last;
  const bool Inlined = inlineAccessors(F, FAM, Paths, /*OnlyChecks=*/false);
  // What is not constant by now is not: std::next asks.
  FunctionPassManager LowerIsConstant;
  LowerIsConstant.addPass(LowerConstantIntrinsicsPass());
  Run(LowerIsConstant);
  lowerExitingSwitches(F, FAM);
  extendLifetimes(F, FAM.getResult<LoopAnalysis>(F));
  separateExits(F, FAM);
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Run(Simplify);
  rotateLoops(F, FAM);
  if (Inlined)
    widenCounters(F, FAM);
  extendTruncatedCounters(F, FAM);
  reuseTypedLoads(F, FAM);
  hoistTypedLoads(F, FAM);
  if (Inlined)
    dropDereferenceable(F, FAM.getResult<LoopAnalysis>(F),
                        FAM.getResult<TargetLibraryAnalysis>(F));
  Last.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(/*MssaOptCap=*/100, /*MssaNoAccForPromotionCap=*/0,
               /*AllowSpeculation=*/true),
      /*UseMemorySSA=*/true));
  Last.addPass(LoopSimplifyPass());
  Run(Last);
  computeBehindPHIs(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  versionNarrowCounters(F, FAM);
  extendTruncatedCounters(F, FAM);
  mergeExtensions(F, FAM);
  replaceSteadyPHIs(F, FAM);
  computeEndsInFront(F, FAM);
  joinAddresses(F, FAM);
  separateStores(F, FAM);
  decideConditions(F, FAM);
  markDisjoint(F, FAM);
  // Behind LICM: see above.
  return useMathWithoutErrno(F, FAM);
}
