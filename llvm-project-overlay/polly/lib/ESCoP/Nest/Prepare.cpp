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
//  - What follows from the bounds of loops around, k < j where j begins with
//    k + 1, is no condition.
//  - Where a loop may be skipped, jump threading may have copied how an address
//    is computed, which is behind it a PHI of two that are equal.
//  - SimplifyCFG has made one store, behind both ways, of those of `if (i == j)
//    A[i][i] = …; else A[i][j] = …;`. Its address is none of an array.
//  - Subscripts of arrays with constant sizes are bits that were or'ed; where
//    the counters' ranges tell that they do not overlap, it is noted.
//  - Loop simplification folds a guard in front of the latch into the latch's
//    condition if both lead to one block (`break`), which hides the trip count.
//    They are separated again.
//  - Math functions set no errno: MathCalls.cpp.
//  - A switch that leaves a loop becomes branches.
//  - A local object of a loop's body lives as long as the function does: a
//    chunk accesses it before and behind the iterations of the nest.
//  - Sizes and pointers that containers keep in memory were hoisted out of the
//    inner loops only, the guards being in the way of the rest; they are
//    hoisted out of the outer ones. No store is promoted: a scalar that is
//    carried from iteration to iteration is what Polly can do least with.
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"
#include "MathCalls.h"
#include "SteadyPHIs.h"
#include "TripCounts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
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
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LowerConstantIntrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

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

/// Loop simplification would fold guards that lead to one block with the latch.
static void separateExits(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder()) {
    mergeIncrements(*L, LI, SE);
    if (unfoldLatch(*L, LI, DT, SE))
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

/// How often is @p L to be rotated until its exit of known trip count is that
/// of the latch? Guards may come before it: `for (;;) { if (bad) trap(); if (i
/// == n) break; … }`.
static unsigned countRotations(const Loop &L, ScalarEvolution &SE,
                               AAResults &AA) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || !L.getLoopPreheader() || hasComputableExit(L, Latch, SE) ||
      hasEndInFront(L, Latch, SE, AA))
    return 0;
  const BasicBlock *BB = L.getHeader();
  for (unsigned Count = 1; Count <= MaxRotations && BB != Latch; ++Count) {
    if (hasComputableExit(L, BB, SE) ||
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
    for (unsigned Left = countRotations(*L, SE, AA); Left; --Left)
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

namespace {
/// Rewrites an expression to what it is in the first iteration of a loop.
struct FirstIteration : SCEVRewriteVisitor<FirstIteration> {
  const Loop &L;

  FirstIteration(const Loop &L, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), L(L) {}
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    return Rec->getLoop() == &L ? visit(Rec->getStart())
                                : SCEVRewriteVisitor::visitAddRecExpr(Rec);
  }
};
} // namespace

/// The loop that is in its first iteration, or null, if control comes from @p
/// From to @p To: a counter was compared with what it begins with.
static const Loop *findFirstIteration(const BasicBlock *From,
                                      const BasicBlock *To,
                                      ScalarEvolution &SE) {
  auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  auto *Cmp = Br && Br->isConditional() &&
                      Br->getSuccessor(0) != Br->getSuccessor(1)
                  ? dyn_cast<ICmpInst>(Br->getCondition())
                  : nullptr;
  if (!Cmp || !Cmp->isEquality() ||
      (Cmp->getPredicate() == CmpInst::ICMP_EQ) != (Br->getSuccessor(0) == To))
    return nullptr;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Cmp->getOperand(0)));
  return Rec && Rec->getStart() == SE.getSCEV(Cmp->getOperand(1)) &&
                 Rec->isAffine() && Rec->hasNoSelfWrap()
             ? Rec->getLoop()
             : nullptr;
}

/// Is what @p S is computed of no poison?
static bool isOfNoPoison(const SCEV *S) {
  return !SCEVExprContains(S, [](const SCEV *Op) {
    auto *U = dyn_cast<SCEVUnknown>(Op);
    return (U && !isGuaranteedNotToBeUndefOrPoison(U->getValue())) ||
           isa<SCEVUDivExpr>(Op);
  });
}

/// Compute addresses, and parts of them, where ways join by which they are the
/// same: `i * n` may be 0 on one way, where i is.
static void joinAddresses(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SCEVExpander Expander(SE, F.getDataLayout(), "escop.address");
  for (BasicBlock &BB : F) {
    const Loop *Around = LI.getLoopFor(&BB);
    if (!Around || LI.isLoopHeader(&BB) || BB.isEHPad())
      continue;
    for (PHINode &PHI : make_early_inc_range(BB.phis())) {
      if (!PHI.getType()->isIntOrPtrTy() || PHI.getNumIncomingValues() < 2 ||
          !isa<SCEVUnknown>(SE.getSCEV(&PHI)))
        continue;
      const Use *First = find_if(PHI.incoming_values(), [&](const Use &U) {
        return !findFirstIteration(PHI.getIncomingBlock(U), &BB, SE);
      });
      if (First == PHI.incoming_values().end())
        continue;
      const SCEV *Address = SE.getSCEV(*First);
      Instruction *Before = &*BB.getFirstInsertionPt();
      const bool IsOther = any_of(PHI.incoming_values(), [&](const Use &U) {
        const SCEV *Value = SE.getSCEV(U);
        if (Value == Address)
          return false;
        const Loop *L = findFirstIteration(PHI.getIncomingBlock(U), &BB, SE);
        return !L || FirstIteration(*L, SE).visit(Address) != Value ||
               !isOfNoPoison(Address);
      });
      const bool IsOfEndedLoop = SCEVExprContains(Address, [&](const SCEV *S) {
        auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
        return Rec && !Rec->getLoop()->contains(Around);
      });
      if (IsOther || IsOfEndedLoop || isa<SCEVUnknown>(Address) ||
          !Expander.isSafeToExpandAt(Address, Before))
        continue;
      PHI.replaceAllUsesWith(
          Expander.expandCodeFor(Address, PHI.getType(), Before));
      SE.forgetValue(&PHI);
      PHI.eraseFromParent();
    }
  }
}

/// Collect in @p Slice, operands first, what @p V is computed of in the block
/// of @p Store. \returns whether a PHI of it is among that.
static bool collectInBlock(Value *V, const StoreInst &Store,
                           SmallSetVector<Instruction *, 8> &Slice) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Store.getParent() || Slice.contains(I))
    return false;
  if (isa<PHINode>(I))
    return true;
  bool HasPHI = false;
  for (Value *Op : I->operands())
    HasPHI |= collectInBlock(Op, Store, Slice);
  Slice.insert(I);
  return HasPHI;
}

/// Store where ways join to other elements on each of them, before they do.
static void separateStores(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  bool Changes = false;
  for (BasicBlock &BB : make_early_inc_range(F)) {
    if (!LI.getLoopFor(&BB) || LI.isLoopHeader(&BB) || BB.isEHPad() ||
        !isa<PHINode>(BB.front()))
      continue;
    auto First = find_if(BB, [](const Instruction &I) {
      return I.mayHaveSideEffects() || I.mayReadFromMemory();
    });
    auto *Store = First == BB.end() ? nullptr : dyn_cast<StoreInst>(&*First);
    SmallSetVector<Instruction *, 8> Slice;
    if (!Store || !Store->isSimple() ||
        !collectInBlock(Store->getPointerOperand(), *Store, Slice) ||
        !all_of(predecessors(&BB), [](const BasicBlock *Pred) {
          return isa<BranchInst, SwitchInst>(Pred->getTerminator());
        }))
      continue;
    collectInBlock(Store->getValueOperand(), *Store, Slice);
    // Others, such as allocas, are not the same twice.
    if (!all_of(Slice, [](const Instruction *I) {
          return isa<UnaryOperator, BinaryOperator, CastInst, CmpInst,
                     SelectInst, GetElementPtrInst>(I);
        }))
      continue;
    for (BasicBlock *Pred : to_vector(predecessors(&BB))) {
      if (!Pred->getSingleSuccessor())
        Pred = SplitEdge(Pred, &BB, &DT, &LI);
      ValueToValueMapTy VMap;
      for (PHINode &PHI : BB.phis())
        VMap[&PHI] = PHI.getIncomingValueForBlock(Pred);
      Slice.insert(Store);
      for (Instruction *I : Slice) {
        Instruction *Copy = I->clone();
        Copy->insertBefore(Pred->getTerminator()->getIterator());
        RemapInstruction(Copy, VMap,
                         RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        VMap[I] = Copy;
      }
    }
    Value *Address = Store->getPointerOperand();
    Value *Stored = Store->getValueOperand();
    Store->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
    RecursivelyDeleteTriviallyDeadInstructions(Stored);
    Changes = true;
  }
  if (Changes)
    FAM.invalidate(F, PreservedAnalyses::none());
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

MathCalls polly::escop::prepareFunction(Function &F,
                                        FunctionAnalysisManager &FAM,
                                        HotPaths &Paths) {
  auto Run = [&](FunctionPassManager &FPM) {
    FAM.invalidate(F, FPM.run(F, FAM));
  };
  FunctionPassManager Last;
  inlineAccessors(F, FAM, Paths, /*OnlyChecks=*/false);
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
  extendTruncatedCounters(F, FAM);
  Last.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(/*MssaOptCap=*/100, /*MssaNoAccForPromotionCap=*/0,
               /*AllowSpeculation=*/true),
      /*UseMemorySSA=*/true));
  Last.addPass(LoopSimplifyPass());
  Run(Last);
  computeBehindPHIs(F);
  FAM.invalidate(F, PreservedAnalyses::none());
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
