//===- RowGuards.cpp - Guards of a row that do not fire -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGuards.h"
#include "polly/ESCoP/Footprint.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Steps beyond are left alone: their product with the iterations has 64 bits.
static constexpr unsigned MaxStepBits = 20;

namespace {
/// A guard that fires unless Counter is less than Size, or other than Size.
struct RowGuard {
  const SCEVAddRecExpr *Counter;
  const SCEV *Size;
  CmpInst::Predicate Passes;
};
} // namespace

/// The comparison of integers that @p Cond is, and whether it is not negated.
static std::pair<ICmpInst *, bool> getComparison(Value *Cond) {
  using namespace PatternMatch;
  bool Holds = true;
  for (Value *Of; match(Cond, m_Not(m_Value(Of))); Cond = Of)
    Holds = !Holds;
  auto *Cmp = dyn_cast<ICmpInst>(Cond);
  if (Cmp && !Cmp->getOperand(0)->getType()->isIntegerTy())
    Cmp = nullptr;
  return {Cmp, Holds};
}

std::optional<Comparison> polly::escop::getOrderedUnless(Value *Cond,
                                                         ScalarEvolution &SE) {
  auto [Cmp, Holds] = getComparison(Cond);
  return Cmp ? getOrdered(*Cmp, !Holds, SE) : std::nullopt;
}

/// The two that differ where @p Cond, which may be that they are equal, does
/// not hold; the one that changes in @p Row first.
static std::optional<Comparison> getUnequalUnless(Value *Cond, const Loop &Row,
                                                  ScalarEvolution &SE) {
  auto [Cmp, Holds] = getComparison(Cond);
  if (!Cmp ||
      Cmp->getPredicate() != (Holds ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE))
    return std::nullopt;
  const SCEV *A = SE.getSCEV(Cmp->getOperand(0)),
             *B = SE.getSCEV(Cmp->getOperand(1));
  if (SE.isLoopInvariant(A, &Row))
    std::swap(A, B);
  return Comparison{CmpInst::ICMP_NE, A, B};
}

/// The guard of a counter of @p Row that fires where @p Cond holds.
static std::optional<RowGuard> getGuard(Value *Cond, const Loop &Row,
                                        ScalarEvolution &SE) {
  std::optional<Comparison> Passes = getOrderedUnless(Cond, SE);
  if (!Passes)
    Passes = getUnequalUnless(Cond, Row, SE);
  if (!Passes)
    return std::nullopt;
  auto [Pred, Counter, Size] = *Passes;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  auto *Step = Rec && Rec->getLoop() == &Row && Rec->isAffine()
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  if (!Step || !Step->getAPInt().isStrictlyPositive() ||
      Step->getAPInt().getActiveBits() > MaxStepBits ||
      !SE.isLoopInvariant(Size, &Row) ||
      !(ICmpInst::isLT(Pred) || Pred == ICmpInst::ICMP_NE))
    return std::nullopt;
  return RowGuard{Rec, Size, Pred};
}

bool polly::escop::isGuardOfRow(Value *Cond, const Loop &Row, const Loop &Nest,
                                ScalarEvolution &SE) {
  const std::optional<RowGuard> G = getGuard(Cond, Row, SE);
  return G && SE.isLoopInvariant(G->Size, &Nest);
}

bool RowGuards::add(Value *Cond) {
  const std::optional<RowGuard> G = getGuard(Cond, Row, SE);
  if (!G)
    return false;
  const SCEV *Start = G->Counter->getStart();
  const APInt &Step =
      cast<SCEVConstant>(G->Counter->getStepRecurrence(SE))->getAPInt();
  Value *Size = Emitter.expand(G->Size);
  if (!Size || !Emitter.expand(Start))
    return false;
  for (Subscripts &S : All) {
    auto *By = S.Start->getType() == Start->getType() && S.Step == Step &&
                       S.Passes == G->Passes
                   ? dyn_cast<SCEVConstant>(SE.getMinusSCEV(Start, S.Start))
                   : nullptr;
    // Of two sizes that a counter may pass, none is the least.
    if (!By || By->getAPInt().abs().getActiveBits() > MaxStepBits ||
        (S.Passes == ICmpInst::ICMP_NE && S.Size != Size))
      continue;
    const uint64_t Distance = By->getAPInt().abs().getZExtValue();
    if (By->getAPInt().isNegative()) {
      S.Start = Start;
      S.Distance += Distance;
    } else {
      S.Distance = std::max(S.Distance, Distance);
    }
    if (S.Size != Size)
      S.Size = Builder.CreateBinaryIntrinsic(
          ICmpInst::isSigned(S.Passes) ? Intrinsic::smin : Intrinsic::umin,
          S.Size, Size);
    return true;
  }
  All.push_back({Start, Step, 0, G->Passes, Size});
  return true;
}

void RowGuards::require(const Subscripts &Of, Value *Count, FindOrder Rises) {
  Value *First = Emitter.expand(Of.Start);
  Type *I64 = Count->getType();
  // The distance from the first one to the last one.
  Value *After = Builder.CreateAdd(
      Builder.CreateMul(Count, ConstantInt::get(I64, Of.Step.getZExtValue())),
      ConstantInt::get(I64, Of.Distance));
  auto IsFar = [&] {
    Value *Left = Builder.CreateZExt(Builder.CreateSub(Of.Size, First), I64);
    return Builder.CreateICmpULT(After, Left);
  };
  if (Of.Passes == ICmpInst::ICMP_NE)
    return Emitter.require(IsFar());
  auto IsBelow = [&](Value *A, Value *B) {
    return Builder.CreateICmp(Of.Passes, A, B);
  };
  if (First->getType() == I64 && Of.Step.isOne() && Of.Distance == 0) {
    Value *Last = Builder.CreateAdd(First, After);
    if (Rises(Of.Start, Of.Passes))
      return Emitter.require(IsBelow(Last, Of.Size));
    if (Rises(Of.Start, ICmpInst::ICMP_SLT))
      return Emitter.require(Builder.CreateAnd(Builder.CreateIsNotNeg(First),
                                               IsBelow(Last, Of.Size)));
  }
  Emitter.require(Builder.CreateAnd(IsFar(), IsBelow(First, Of.Size)));
}

void RowGuards::require(Value *Trips, FindOrder Rises) {
  Value *Count = Builder.CreateSub(Trips, Builder.getInt64(1));
  for (const Subscripts &S : All)
    require(S, Count, Rises);
}
