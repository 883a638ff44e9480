//===- Extensions.cpp - What is narrower than its counters ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IndVarSimplify widens counters that are extended to index arrays. What else
// they are used for may stay as wide as it was:
//
//   for (int i = n - 1; i >= 0; --i)       for (long i = n; i > 0; --i) {
//     for (int j = i + 1; j < n; ++j)  to    if ((int)i < n)
//       b[i] -= u[i][j] * b[j];                for (long j = i; (int)j < n;
//       ++j)
//                                                …
//
// and here (int)i may be a counter of its own. ScalarEvolution does not know
// that both are one number, and what is compared with n bounds no index. So
//
//  - a counter that is a wider one, truncated, becomes that;
//  - subscripts, (int)i * n with a 64-bit i, are computed as wide as i is if
//    they do not overflow;
//  - i is compared with n as wide as it is if it is the extension of what it is
//    truncated to;
//  - each loop's bound was extended for itself: equal values become one, which
//    is one parameter of the copies, and one of the polyhedra.
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"
#include "polly/ESCoP/Support.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace polly::escop;

void polly::escop::mergeExtensions(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  // An extension that is only known to have no negative operand is as good as
  // the one that is correct for all.
  SmallPtrSet<const Value *, 8> Signed;
  for (const Instruction &I : instructions(F))
    if (isa<SExtInst>(I))
      Signed.insert(I.getOperand(0));
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<ZExtInst>(I) && I.hasNonNeg() && Signed.contains(I.getOperand(0))) {
      SE.forgetValue(&I);
      I.replaceAllUsesWith(
          IRBuilder<>(&I).CreateSExt(I.getOperand(0), I.getType()));
      I.eraseFromParent();
    }
  // An unsigned short is extended to an int first.
  SmallVector<WeakTrackingVH, 4> Narrower;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Of = isa<SExtInst, ZExtInst>(I)
                       ? dyn_cast<ZExtInst>(I.getOperand(0))
                       : nullptr) {
      SE.forgetValue(&I);
      I.replaceAllUsesWith(
          IRBuilder<>(&I).CreateZExt(Of->getOperand(0), I.getType()));
      I.eraseFromParent();
      Narrower.push_back(Of);
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Narrower);
  MapVector<Value *, SmallVector<CastInst *, 2>> Known;
  // What is not negative has one extension.
  auto IsSame = [&](const CastInst &A, const CastInst &B) {
    return A.getOpcode() == B.getOpcode() ||
           SE.isBasicBlockEntryGuardedByCond(
               B.getParent(), ICmpInst::ICMP_SGE, SE.getSCEV(B.getOperand(0)),
               SE.getZero(B.getOperand(0)->getType()));
  };
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : make_early_inc_range(*BB)) {
      if (!isa<SExtInst, ZExtInst>(I) || !I.getType()->isIntegerTy(64))
        continue;
      auto &Same = Known[I.getOperand(0)];
      auto Earlier = find_if(Same, [&](CastInst *Other) {
        const Loop *Around = LI.getLoopFor(Other->getParent());
        return DT.dominates(Other, &I) && (!Around || Around->contains(BB)) &&
               IsSame(*Other, cast<CastInst>(I));
      });
      if (Earlier == Same.end()) {
        Same.push_back(cast<CastInst>(&I));
        continue;
      }
      if ((*Earlier)->getOpcode() == I.getOpcode())
        (*Earlier)->andIRFlags(&I);
      else
        (*Earlier)->dropPoisonGeneratingFlags();
      SE.forgetValue(&I);
      I.replaceAllUsesWith(*Earlier);
      I.eraseFromParent();
    }
}

namespace {
/// Extends what is computed of counters that are truncated to the counters'
/// width.
class CounterExtender {
  Function &F;
  const LoopInfo &LI;
  const DominatorTree &DT;
  ScalarEvolution &SE;
  /// Operations in the arithmetic of one address, at most.
  static constexpr unsigned MaxDepth = 6;

  ConstantRange getRange(const SCEV *S, const Loop &L);
  bool isExtensionOfTrunc(const TruncInst &Trunc, bool Signed);
  bool canExtend(Value *V, bool Signed, bool &OfCounter, unsigned Depth = 0);
  Value *extend(Value *V, bool Signed, Type *Ty, IRBuilderBase &Builder);
  void separateOffsets();
  Value *getWiderLess(const ZExtInst &I, const PHINode &PHI,
                      IRBuilderBase &Builder);
  void extendBehindCounters(Loop &L);
  void mergeCounters(Loop &L);
  void extendArithmetic();
  Value *getExtension(Value *V, bool Signed, Type *Ty, const Loop &L);
  bool isCounterBelow(const TruncInst &Next, Value *End, const Loop &L);
  void extendComparisons(Loop &L);

public:
  CounterExtender(Function &F, FunctionAnalysisManager &FAM)
      : F(F), LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}
  void run();
};
} // namespace

/// The values of @p S in @p L. A counter begins with its start, and comes to
/// its end at most.
ConstantRange CounterExtender::getRange(const SCEV *S, const Loop &L) {
  ConstantRange Range = SE.getSignedRange(SE.applyLoopGuards(S, &L));
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  BasicBlock *Latch = Rec ? Rec->getLoop()->getLoopLatch() : nullptr;
  const bool Rises = Rec && SE.isKnownPositive(Rec->getStepRecurrence(SE));
  if (!Latch || !Rec->isAffine() || !Rec->hasNoSignedWrap() ||
      !(Rises || SE.isKnownNegative(Rec->getStepRecurrence(SE))))
    return Range;
  const SCEV *Count = SE.getExitCount(Rec->getLoop(), Latch);
  if (isa<SCEVCouldNotCompute>(Count))
    return Range;
  // The loop may be left before the counter wraps.
  Count = SE.applyLoopGuards(Count, Rec->getLoop());
  if (SE.getUnsignedRangeMax(Count).getActiveBits() >
      SE.getTypeSizeInBits(Rec->getType()))
    return Range;
  Count = SE.getTruncateOrZeroExtend(Count, Rec->getType());
  const SCEV *Last =
      SE.applyLoopGuards(Rec->evaluateAtIteration(Count, SE), Rec->getLoop());
  const SCEV *First = SE.applyLoopGuards(Rec->getStart(), Rec->getLoop());
  const APInt Min = SE.getSignedRangeMin(Rises ? First : Last),
              Max = SE.getSignedRangeMax(Rises ? Last : First);
  return Max.slt(Min) ? Range
                      : Range.intersectWith(ConstantRange(Min, Max + 1));
}

/// Is what is truncated the extension of what it is truncated to?
bool CounterExtender::isExtensionOfTrunc(const TruncInst &Trunc, bool Signed) {
  if (Signed ? Trunc.hasNoSignedWrap() : Trunc.hasNoUnsignedWrap())
    return true;
  const Loop *L = LI.getLoopFor(Trunc.getParent());
  if (!L)
    return false;
  const unsigned Bits = Trunc.getType()->getIntegerBitWidth();
  const ConstantRange Range = getRange(SE.getSCEV(Trunc.getOperand(0)), *L);
  return Signed ? Range.getMinSignedBits() <= Bits
                : !Range.getSignedMin().isNegative() &&
                      Range.getSignedMax().getActiveBits() <= Bits;
}

/// Is the extension of @p V the same operations of extensions? @p OfCounter: of
/// one that was truncated.
bool CounterExtender::canExtend(Value *V, bool Signed, bool &OfCounter,
                                unsigned Depth) {
  if (auto *Trunc = dyn_cast<TruncInst>(V);
      Trunc && isExtensionOfTrunc(*Trunc, Signed)) {
    OfCounter = true;
    return true;
  }
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !isa<BinaryOperator>(V) ||
      !(Signed ? Op->hasNoSignedWrap() : Op->hasNoUnsignedWrap()))
    return true; // By an instruction.
  return Depth < MaxDepth &&
         canExtend(Op->getOperand(0), Signed, OfCounter, Depth + 1) &&
         // A distance of a shift stays what it is.
         (Op->getOpcode() == Instruction::Shl
              ? isa<ConstantInt>(Op->getOperand(1))
              : canExtend(Op->getOperand(1), Signed, OfCounter, Depth + 1));
}

Value *CounterExtender::extend(Value *V, bool Signed, Type *Ty,
                               IRBuilderBase &Builder) {
  auto *Trunc = dyn_cast<TruncInst>(V);
  if (Trunc && isExtensionOfTrunc(*Trunc, Signed))
    return Builder.CreateIntCast(Trunc->getOperand(0), Ty, Signed);
  auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
  if (!Op || !isa<BinaryOperator>(V) ||
      !(Signed ? Op->hasNoSignedWrap() : Op->hasNoUnsignedWrap()))
    return Builder.CreateIntCast(V, Ty, Signed);
  Value *A = extend(Op->getOperand(0), Signed, Ty, Builder);
  Value *B = extend(Op->getOperand(1),
                    Signed && Op->getOpcode() != Instruction::Shl, Ty, Builder);
  Value *Result =
      Builder.CreateBinOp(Instruction::BinaryOps(Op->getOpcode()), A, B);
  if (auto *I = dyn_cast<BinaryOperator>(Result)) {
    I->setHasNoSignedWrap(Signed);
    I->setHasNoUnsignedWrap(!Signed);
  }
  return Result;
}

void CounterExtender::extendArithmetic() {
  SmallVector<WeakTrackingVH, 16> Extensions;
  for (Instruction &I : instructions(F))
    if (isa<SExtInst, ZExtInst>(I) && I.getType()->isIntegerTy() &&
        isa<BinaryOperator>(I.getOperand(0)) && LI.getLoopFor(I.getParent()))
      Extensions.push_back(&I);
  for (Value *V : Extensions) {
    auto *I = cast_if_present<CastInst>(V);
    if (!I)
      continue;
    const Loop &L = *LI.getLoopFor(I->getParent());
    const bool IsSigned = isa<SExtInst>(I) || I->hasNonNeg();
    for (bool Signed : {true, false}) {
      bool OfCounter = false;
      if ((IsSigned && !Signed) ||
          !canExtend(I->getOperand(0), Signed, OfCounter) || !OfCounter)
        continue;
      IRBuilder<> Builder(I);
      Value *New = extend(I->getOperand(0), Signed, I->getType(), Builder);
      // What is not negative has one extension.
      if (IsSigned != Signed &&
          !getRange(SE.getSCEV(New), L).isAllNonNegative()) {
        RecursivelyDeleteTriviallyDeadInstructions(New);
        continue;
      }
      SE.forgetValue(I);
      I->replaceAllUsesWith(New);
      RecursivelyDeleteTriviallyDeadInstructions(I);
      break;
    }
  }
}

/// Let the extension of n - 1 be that of n, less 1: counters begin with both.
void CounterExtender::separateOffsets() {
  using namespace PatternMatch;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *V;
    const APInt *C;
    if (!match(&I, m_NNegZExt(m_NSWAdd(m_Value(V), m_APInt(C)))) ||
        !C->isNegative())
      continue;
    IRBuilder<> Builder(&I);
    Value *Wide = Builder.CreateZExt(V, I.getType(), "", /*IsNonNeg=*/true);
    SE.forgetValue(&I);
    I.replaceAllUsesWith(Builder.CreateNSWAdd(
        Wide, ConstantInt::get(I.getType(),
                               C->sext(I.getType()->getScalarSizeInBits()))));
    RecursivelyDeleteTriviallyDeadInstructions(&I);
  }
}

/// What the extension @p I of the counter @p PHI is, if that counts behind a
/// wider one, at a constant distance, and this has come so far; or null.
Value *CounterExtender::getWiderLess(const ZExtInst &I, const PHINode &PHI,
                                     IRBuilderBase &Builder) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(I.getOperand(0)));
  if (!Rec || Rec->getLoop()->getHeader() != PHI.getParent())
    return nullptr;
  for (PHINode &Wider : Rec->getLoop()->getHeader()->phis()) {
    if (Wider.getType() != I.getType() || !programUndefinedIfPoison(&Wider))
      continue;
    const SCEV *Counter = SE.getSCEV(&Wider);
    auto *Distance = dyn_cast<SCEVConstant>(
        SE.getMinusSCEV(SE.getTruncateExpr(Counter, PHI.getType()), Rec));
    if (!Distance || !isa<SCEVAddRecExpr>(Counter) ||
        !Distance->getAPInt().isStrictlyPositive() ||
        SE.getUnsignedRangeMax(Counter).getActiveBits() >
            PHI.getType()->getIntegerBitWidth())
      continue;
    const SCEV *Less = SE.getZeroExtendExpr(Distance, I.getType());
    if (SE.isKnownPredicateAt(ICmpInst::ICMP_UGE, Counter, Less, &I))
      return Builder.CreateNUWSub(&Wider, cast<SCEVConstant>(Less)->getValue());
  }
  return nullptr;
}

/// Let extensions of what counts behind a wider counter of @p L be computed
/// from that: checks in front of a loop that ends with it compare its last
/// iteration.
void CounterExtender::extendBehindCounters(Loop &L) {
  for (PHINode &PHI : L.getHeader()->phis())
    for (User *U : make_early_inc_range(PHI.users()))
      if (auto *I = dyn_cast<ZExtInst>(U)) {
        IRBuilder<> Builder(I);
        if (Value *New = getWiderLess(*I, PHI, Builder)) {
          SE.forgetValue(I);
          I->replaceAllUsesWith(New);
          I->eraseFromParent();
        }
      }
}

/// Let counters of @p L that are wider ones, truncated, be that, and what
/// counts beside another one, at a constant distance, be computed from it.
void CounterExtender::mergeCounters(Loop &L) {
  BasicBlock *Latch = L.getLoopLatch(), *Preheader = L.getLoopPreheader();
  if (!Latch || !Preheader)
    return;
  auto IsTrunc = [&](const PHINode &Narrow, PHINode &Wide) {
    auto *Next = dyn_cast<TruncInst>(Narrow.getIncomingValueForBlock(Latch));
    const SCEV *Begin = SE.getSCEV(Wide.getIncomingValueForBlock(Preheader));
    return Next &&
           Next->getOperand(0) == Wide.getIncomingValueForBlock(Latch) &&
           SE.getSCEV(Narrow.getIncomingValueForBlock(Preheader)) ==
               SE.getTruncateExpr(Begin, Narrow.getType());
  };
  // What is extended in each iteration is no counter of its own.
  auto CountsLike = [&](PHINode &Narrow, PHINode &Wide) {
    const SCEV *Rec = SE.getSCEV(&Narrow);
    return isa<SCEVAddRecExpr>(Rec) && isa<SCEVAddRecExpr>(SE.getSCEV(&Wide)) &&
           programUndefinedIfPoison(&Wide) &&
           Rec == SE.getTruncateExpr(SE.getSCEV(&Wide), Narrow.getType());
  };
  auto GetDistance = [&](PHINode &PHI, PHINode &Other) -> const SCEVConstant * {
    if (&PHI == &Other || PHI.getType() != Other.getType() ||
        !programUndefinedIfPoison(&Other))
      return nullptr;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI));
    if (!Rec || Rec->getLoop() != &L)
      return nullptr;
    return dyn_cast<SCEVConstant>(SE.getMinusSCEV(Rec, SE.getSCEV(&Other)));
  };
  // What @p PHI is, computed in front of @p Builder's place; null if it is not
  // known.
  auto Compute = [&](PHINode &PHI, IRBuilderBase &Builder) -> Value * {
    for (PHINode &Other : L.getHeader()->phis()) {
      if (!Other.getType()->isIntegerTy())
        continue;
      if (const SCEVConstant *Distance = GetDistance(PHI, Other))
        return Builder.CreateAdd(&Other, Distance->getValue());
      if (SE.getTypeSizeInBits(Other.getType()) >
              SE.getTypeSizeInBits(PHI.getType()) &&
          (IsTrunc(PHI, Other) || CountsLike(PHI, Other)))
        return Builder.CreateTrunc(&Other, PHI.getType());
    }
    return nullptr;
  };
  SmallVector<WeakTrackingVH, 4> Replaced;
  for (PHINode &PHI : make_early_inc_range(L.getHeader()->phis())) {
    if (!PHI.getType()->isIntegerTy())
      continue;
    IRBuilder<> Builder(&*L.getHeader()->getFirstInsertionPt());
    Value *New = Compute(PHI, Builder);
    if (!New)
      continue;
    Replaced.push_back(PHI.getIncomingValueForBlock(Latch));
    SE.forgetValue(&PHI);
    PHI.replaceAllUsesWith(New);
    PHI.eraseFromParent();
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
}

/// The extension of @p V, which does not change in @p L, in front of it; null
/// if there is none yet that is to be had.
Value *CounterExtender::getExtension(Value *V, bool Signed, Type *Ty,
                                     const Loop &L) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantInt::get(
        Ty, Signed ? C->getValue().sext(Ty->getIntegerBitWidth())
                   : C->getValue().zext(Ty->getIntegerBitWidth()));
  const bool IsNonNegative =
      SE.isKnownNonNegative(SE.applyLoopGuards(SE.getSCEV(V), &L));
  for (User *U : V->users()) {
    auto *Cast = dyn_cast<CastInst>(U);
    if (!Cast || Cast->getType() != Ty || !isa<SExtInst, ZExtInst>(Cast) ||
        (isa<SExtInst>(Cast) != Signed && !IsNonNegative) ||
        !DT.dominates(Cast, L.getHeader()))
      continue;
    // What is known where it was used need not hold here.
    if (!IsNonNegative)
      Cast->dropPoisonGeneratingFlags();
    return Cast;
  }
  return nullptr;
}

/// Is @p L executed again if @p Cmp says that something is below its end, or is
/// not equal to it, and else not?
static bool leavesAtEnd(const ICmpInst &Cmp, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Br = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Br || !Br->isConditional() || Br->getCondition() != &Cmp ||
      !Cmp.hasOneUse())
    return false;
  switch (Br->getSuccessor(0) == L.getHeader() ? Cmp.getPredicate()
                                               : Cmp.getInversePredicate()) {
  case ICmpInst::ICMP_SLT:
  case ICmpInst::ICMP_ULT:
  case ICmpInst::ICMP_NE:
    return true;
  default:
    return false;
  }
}

static bool isEntryGuarded(const Loop &L, const SCEV *A, const SCEV *B,
                           ScalarEvolution &SE);

/// Does @p L end behind the iteration in which its counter @p A is the last
/// number below @p B, and is it not entered if there is none?
static bool countsTo(const Loop &L, const SCEV *A, const SCEV *B,
                     ScalarEvolution &SE) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(A);
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
      !Rec->getStepRecurrence(SE)->isOne() || !Latch ||
      !SE.isLoopInvariant(B, &L))
    return false;
  const SCEV *Count = SE.getExitCount(&L, Latch), *Start = Rec->getStart();
  return !isa<SCEVCouldNotCompute>(Count) && Count->getType() == B->getType() &&
         SE.getAddExpr(Start, Count, SE.getOne(B->getType())) == B &&
         isEntryGuarded(L, Start, B, SE);
}

/// Is @p L not entered unless @p A is less than @p B, which are signed? Loop
/// unswitching freezes the condition. Where that is arbitrary, so is the one at
/// the loop's end, on which then nothing can be made to depend.
static bool isEntryGuarded(const Loop &L, const SCEV *A, const SCEV *B,
                           ScalarEvolution &SE) {
  constexpr unsigned MaxBlocks = 8;
  if (SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_SLT, A, B))
    return true;
  const BasicBlock *To = L.getLoopPreheader();
  const Loop *Around = L.getParentLoop();
  for (unsigned Left = MaxBlocks; To && Left; --Left) {
    if (Around && To == Around->getHeader()) {
      if (countsTo(*Around, A, B, SE))
        return true;
      if (!SE.isLoopInvariant(A, Around) || !SE.isLoopInvariant(B, Around))
        return false;
      To = Around->getLoopPreheader();
      Around = Around->getParentLoop();
      continue;
    }
    const BasicBlock *From = To->getSinglePredecessor();
    auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    auto *Frozen = Br && Br->isConditional()
                       ? dyn_cast<FreezeInst>(Br->getCondition())
                       : nullptr;
    auto *Cmp = Frozen ? dyn_cast<ICmpInst>(Frozen->getOperand(0)) : nullptr;
    if (Cmp && Cmp->getOperand(0)->getType() == A->getType()) {
      const CmpInst::Predicate Pred = Br->getSuccessor(0) == To
                                          ? Cmp->getPredicate()
                                          : Cmp->getInversePredicate();
      const SCEV *First = SE.getSCEV(Cmp->getOperand(0)),
                 *Second = SE.getSCEV(Cmp->getOperand(1));
      if ((Pred == CmpInst::ICMP_SLT && First == A && Second == B) ||
          (Pred == CmpInst::ICMP_SGT && First == B && Second == A))
        return true;
    }
    To = From;
  }
  return false;
}

/// Is @p Next, a counter behind its increment, truncated, compared with @p End
/// to end @p L, so that the counter is between its start and the end?
bool CounterExtender::isCounterBelow(const TruncInst &Next, Value *End,
                                     const Loop &L) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Next.getOperand(0)));
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
      !Rec->getStepRecurrence(SE)->isOne())
    return false;
  const SCEV *Start =
      SE.getMinusSCEV(Rec->getStart(), SE.getOne(Rec->getType()));
  return getRange(Start, L).isAllNonNegative() &&
         isEntryGuarded(L, Start, SE.getSCEV(End), SE);
}

/// Compare counters of @p L, rather than these truncated, with what does not
/// change in it.
void CounterExtender::extendComparisons(Loop &L) {
  bool Changes = false;
  for (BasicBlock *BB : L.blocks()) {
    if (LI.getLoopFor(BB) != &L)
      continue;
    for (Instruction &I : make_early_inc_range(*BB)) {
      auto *Cmp = dyn_cast<ICmpInst>(&I);
      if (!Cmp)
        continue;
      if (isa<TruncInst>(Cmp->getOperand(1)) &&
          L.isLoopInvariant(Cmp->getOperand(0)))
        Cmp->swapOperands();
      auto *Trunc = dyn_cast<TruncInst>(Cmp->getOperand(0));
      Value *End = Cmp->getOperand(1);
      if (!Trunc || !L.isLoopInvariant(End) || !Trunc->getType()->isIntegerTy())
        continue;
      bool CountsToEnd = false;
      auto Extend = [&](bool Signed) -> Value * {
        Value *WideEnd =
            getExtension(End, Signed, Trunc->getOperand(0)->getType(), L);
        if (!WideEnd || isExtensionOfTrunc(*Trunc, Signed))
          return WideEnd;
        CountsToEnd =
            leavesAtEnd(*Cmp, L) && isCounterBelow(*Trunc, WideEnd, L);
        return CountsToEnd ? WideEnd : nullptr;
      };
      Value *WideEnd = Cmp->isUnsigned() ? nullptr : Extend(/*Signed=*/true);
      if (!WideEnd && !Cmp->isSigned())
        WideEnd = Extend(/*Signed=*/false);
      if (!WideEnd)
        continue;
      SE.forgetValue(Cmp);
      Cmp->setOperand(0, Trunc->getOperand(0));
      Cmp->setOperand(1, WideEnd);
      Cmp->dropPoisonGeneratingFlags();
      // ScalarEvolution would ask again whether it begins below the end.
      if (CountsToEnd && Cmp->isRelational())
        Cmp->setPredicate(ICmpInst::isLT(Cmp->getPredicate())
                              ? ICmpInst::ICMP_NE
                              : ICmpInst::ICMP_EQ);
      RecursivelyDeleteTriviallyDeadInstructions(Trunc);
      Changes = true;
    }
  }
  if (Changes)
    SE.forgetLoop(&L);
}

void CounterExtender::run() {
  separateOffsets();
  for (Loop *L : LI.getLoopsInPreorder()) {
    mergeCounters(*L);
    extendBehindCounters(*L);
  }
  extendArithmetic();
  for (Loop *L : LI.getLoopsInPreorder())
    extendComparisons(*L);
}

void polly::escop::extendTruncatedCounters(Function &F,
                                           FunctionAnalysisManager &FAM) {
  CounterExtender(F, FAM).run();
}
