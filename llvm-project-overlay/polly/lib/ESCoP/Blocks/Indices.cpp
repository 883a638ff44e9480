//===- Indices.cpp - Indices of a block -----------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of `int` that have been reassociated may wrap as far as the compiler
// knows, and an address is affine only as long as they do not:
//
//   F[n * n + (y - 1) * n + x - 1]     sext({…,+,1}<i32>)  ->  {sext(…),+,1}
//
// The driver asks, as the vectoriser does (SCEVWrapPredicate), whether any of
// them wraps in the iterations that are left.
//
// A check of an index, `i >= size`, that fires in no iteration of a block fires
// neither in the first nor in the last one, and the other way round, as long as
// the index does not wrap in between. So it takes two comparisons a block.
//
//===----------------------------------------------------------------------===//

#include "Indices.h"
#include "Elements.h"
#include "polly/ESCoP/Footprint.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// More indices take longer to ask about than some blocks.
static constexpr unsigned MaxIndices = 32;
/// Steps and iterations beyond are left alone: their product has 64 bits.
static constexpr unsigned MaxStepBits = 16, MaxCountBits = 40;

SmallVector<NarrowIndex, 4>
polly::escop::extendIndices(Function &Shadow, FunctionAnalysisManager &FAM) {
  SmallVector<NarrowIndex, 4> Indices;
  Loop *L = getOnlyLoop(Shadow, FAM);
  if (!L)
    return Indices;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  // Of each the recurrence that is extended.
  SmallMapVector<const SCEV *, const SCEVAddRecExpr *, 8> OfAddresses;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB)
      for (Use &U : I.operands())
        if (isAddress(U))
          SCEVExprContains(SE.getSCEV(U), [&](const SCEV *S) {
            if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S) &&
                SE.getTypeSizeInBits(S->getType()) == 64)
              if (auto *Rec = dyn_cast<SCEVAddRecExpr>(S->operands()[0]);
                  Rec && Rec->getLoop() == L && Rec->isAffine())
                OfAddresses.insert({S, Rec});
            return false;
          });
  Instruction *Front = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop.index");
  OfAddresses.remove_if([&](auto &Of) {
    auto *Step = dyn_cast<SCEVConstant>(Of.second->getStepRecurrence(SE));
    return !Step || Step->getAPInt().getSignificantBits() > MaxStepBits ||
           !Expander.isSafeToExpandAt(Of.second->getStart(), Front);
  });
  if (OfAddresses.empty() || OfAddresses.size() > MaxIndices)
    return Indices;
  SmallVector<std::pair<Instruction *, const SCEV *>, 8> Extended;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB)
      if (isa<SExtInst, ZExtInst>(I) && I.getType()->isIntegerTy(64))
        if (const SCEV *S = SE.getSCEV(&I); OfAddresses.contains(S))
          Extended.push_back({&I, S});
  for (auto &[S, Rec] : OfAddresses) {
    const bool Signed = isa<SCEVSignExtendExpr>(S);
    const SCEV *Start = Rec->getStart();
    Start = Signed ? SE.getSignExtendExpr(Start, S->getType())
                   : SE.getZeroExtendExpr(Start, S->getType());
    auto *Step = cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    Indices.push_back({Expander.expandCodeFor(Start, S->getType(), Front),
                       Step->getAPInt().getSExtValue(),
                       unsigned(SE.getTypeSizeInBits(Rec->getType())), Signed});
    const SCEV *Wide = SE.getAddRecExpr(
        Start, SE.getSignExtendExpr(Step, S->getType()), L, SCEV::FlagAnyWrap);
    for (auto &[I, Of] : Extended)
      if (Of == S)
        I->replaceAllUsesWith(Expander.expandCodeFor(Wide, I->getType(), I));
  }
  for (auto &[I, Of] : Extended)
    I->eraseFromParent();
  FAM.invalidate(Shadow, PreservedAnalyses::none());
  return Indices;
}

Value *polly::escop::emitNoWrap(IRBuilderBase &Builder,
                                const NarrowIndex &Index, Value *N) {
  Value *Last = Builder.CreateAdd(
      Index.Start, Builder.CreateMul(Builder.CreateSub(N, Builder.getInt64(1)),
                                     Builder.getInt64(Index.Step)));
  const APInt Least = Index.Signed
                          ? APInt::getSignedMinValue(Index.Bits).sext(64)
                          : APInt(64, 0),
              Most = Index.Signed
                         ? APInt::getSignedMaxValue(Index.Bits).sext(64)
                         : APInt::getMaxValue(Index.Bits).zext(64);
  Value *Fits =
      Builder.CreateAnd(Builder.CreateICmpSGE(Last, Builder.getInt(Least)),
                        Builder.CreateICmpSLE(Last, Builder.getInt(Most)));
  return Builder.CreateAnd(
      Fits,
      Builder.CreateICmpULE(N, Builder.getInt64(uint64_t(1) << MaxCountBits)));
}

namespace {

/// Evaluates conditions in the first and the last iteration of a block.
class EndEvaluator {
  const Loop &L;
  ScalarEvolution &SE;
  Value *const N;
  SCEVExpander Expander;
  IRBuilder<> Builder;

  const SCEVAddRecExpr *asIndex(const SCEV *S) const;
  Value *evaluateComparison(ICmpInst &Cmp, ICmpInst::Predicate Pred);

public:
  EndEvaluator(const Loop &L, ScalarEvolution &SE, Value *N)
      : L(L), SE(SE), N(N),
        Expander(SE, L.getHeader()->getDataLayout(), "escop"),
        Builder(L.getLoopPreheader()->getTerminator()) {}
  /// Whether @p Condition, or its inverse, may be true in one of the
  /// iterations: if it is; null if that is not known from the ends.
  Value *evaluate(Value *Condition, bool Inverse = false);
};

} // namespace

/// @p S, if it is an index; so wide that it wraps once at most in a block.
const SCEVAddRecExpr *EndEvaluator::asIndex(const SCEV *S) const {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  auto *Step = Rec && Rec->getLoop() == &L && Rec->isAffine() &&
                       Rec->getType()->isIntegerTy()
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  const unsigned Bits = SE.getTypeSizeInBits(S->getType());
  return Step && Bits <= 64 &&
                 Step->getAPInt().getSignificantBits() +
                         Log2_64(runtime::PageSize) <=
                     Bits
             ? Rec
             : nullptr;
}

/// Is @p P true of @p Bound and one of the values from @p First to @p Last, the
/// wrong way round or not? Null if that is not known.
static Value *holdsForAny(IRBuilderBase &B, CmpInst::Predicate P, Value *First,
                          Value *Last, Value *Bound) {
  if (ICmpInst::isRelational(P))
    return B.CreateOr(B.CreateICmp(P, First, Bound),
                      B.CreateICmp(P, Last, Bound));
  if (P != ICmpInst::ICMP_EQ)
    return nullptr;
  Value *Least = B.CreateBinaryIntrinsic(Intrinsic::umin, First, Last),
        *Most = B.CreateBinaryIntrinsic(Intrinsic::umax, First, Last);
  return B.CreateICmpULE(B.CreateSub(Bound, Least), B.CreateSub(Most, Least));
}

Value *EndEvaluator::evaluateComparison(ICmpInst &Cmp,
                                        ICmpInst::Predicate Pred) {
  if (!Cmp.getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  const SCEV *Of = SE.getSCEV(Cmp.getOperand(0)),
             *Bound = SE.getSCEV(Cmp.getOperand(1));
  if (!asIndex(Of)) {
    std::swap(Of, Bound);
    Pred = ICmpInst::getSwappedPredicate(Pred);
  }
  const SCEVAddRecExpr *Rec = asIndex(Of);
  Instruction *Front = &*Builder.GetInsertPoint();
  if (!Rec || !SE.isLoopInvariant(Bound, &L) ||
      !Expander.isSafeToExpandAt(Rec->getStart(), Front) ||
      !Expander.isSafeToExpandAt(Bound, Front))
    return nullptr;
  Type *Ty = Rec->getType();
  const APInt &Step =
      cast<SCEVConstant>(Rec->getStepRecurrence(SE))->getAPInt();
  Value *Limit = Expander.expandCodeFor(Bound, Ty, Front),
        *First = Expander.expandCodeFor(Rec->getStart(), Ty, Front),
        *Steps =
            Builder.CreateTrunc(Builder.CreateSub(N, Builder.getInt64(1)), Ty),
        *Last = Builder.CreateAdd(
            First, Builder.CreateMul(Steps, Builder.getInt(Step)));
  Value *Fires = holdsForAny(Builder, Pred, First, Last, Limit);
  if (!Fires)
    return nullptr;
  ICmpInst::Predicate Ordered =
      ICmpInst::isSigned(Pred) ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE;
  if (Step.isNegative())
    Ordered = ICmpInst::getSwappedPredicate(Ordered);
  Value *IsOrdered = Builder.CreateICmp(Ordered, First, Last);
  return Builder.CreateOr(Fires, Builder.CreateNot(IsOrdered));
}

Value *EndEvaluator::evaluate(Value *Condition, bool Inverse) {
  using namespace PatternMatch;
  Value *A, *B;
  if (match(Condition, m_Not(m_Value(A))))
    return evaluate(A, !Inverse);
  if (Inverse ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
              : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    Value *First = evaluate(A, Inverse);
    Value *Second = First ? evaluate(B, Inverse) : nullptr;
    return Second ? Builder.CreateOr(First, Second) : nullptr;
  }
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  return Cmp ? evaluateComparison(*Cmp, Inverse ? Cmp->getInversePredicate()
                                                : Cmp->getPredicate())
             : nullptr;
}

void polly::escop::evaluateAtEnds(Function &Shadow, Value *N,
                                  FunctionAnalysisManager &FAM) {
  Loop *L = getOnlyLoop(Shadow, FAM);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  SmallVector<Instruction *, 8> Markers;
  for (BasicBlock *BB : L->blocks())
    if (DT.dominates(BB, L->getLoopLatch()))
      for (Instruction &I : *BB)
        if (isGuardMarker(I))
          Markers.push_back(&I);
  EndEvaluator Ends(*L, FAM.getResult<ScalarEvolutionAnalysis>(Shadow), N);
  for (Instruction *Marker : Markers)
    if (Value *Fires = Ends.evaluate(Marker->getOperand(0))) {
      cast<CallInst>(Marker)->setArgOperand(0, Fires);
      Marker->moveBefore(L->getLoopPreheader()->getTerminator());
    }
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}
