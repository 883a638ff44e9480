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
/// A guard that fires unless Counter is less than Size.
struct RowGuard {
  const SCEVAddRecExpr *Counter;
  const SCEV *Size;
  CmpInst::Predicate IsLess;
};
} // namespace

std::optional<Comparison> polly::escop::getOrderedUnless(Value *Cond,
                                                         ScalarEvolution &SE) {
  using namespace PatternMatch;
  bool Holds = false;
  for (Value *Of; match(Cond, m_Not(m_Value(Of))); Cond = Of)
    Holds = !Holds;
  auto *Cmp = dyn_cast<ICmpInst>(Cond);
  return Cmp && Cmp->getOperand(0)->getType()->isIntegerTy()
             ? getOrdered(*Cmp, Holds, SE)
             : std::nullopt;
}

/// The guard of a counter of @p Row that fires where @p Cond holds.
static std::optional<RowGuard> getGuard(Value *Cond, const Loop &Row,
                                        ScalarEvolution &SE) {
  const std::optional<Comparison> Passes = getOrderedUnless(Cond, SE);
  if (!Passes)
    return std::nullopt;
  auto [Pred, Counter, Size] = *Passes;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  auto *Step = Rec && Rec->getLoop() == &Row && Rec->isAffine()
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  if (!Step || !Step->getAPInt().isStrictlyPositive() ||
      Step->getAPInt().getActiveBits() > MaxStepBits ||
      !SE.isLoopInvariant(Size, &Row) || !ICmpInst::isLT(Pred))
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
                       S.IsLess == G->IsLess
                   ? dyn_cast<SCEVConstant>(SE.getMinusSCEV(Start, S.Start))
                   : nullptr;
    if (!By || By->getAPInt().abs().getActiveBits() > MaxStepBits)
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
          ICmpInst::isSigned(S.IsLess) ? Intrinsic::smin : Intrinsic::umin,
          S.Size, Size);
    return true;
  }
  All.push_back({Start, Step, 0, G->IsLess, Size});
  return true;
}

void RowGuards::require(const Subscripts &Of, Value *Count, FindOrder Rises) {
  Value *First = Emitter.expand(Of.Start);
  Type *I64 = Count->getType();
  // The distance from the first one to the last one.
  Value *After = Builder.CreateAdd(
      Builder.CreateMul(Count, ConstantInt::get(I64, Of.Step.getZExtValue())),
      ConstantInt::get(I64, Of.Distance));
  auto IsBelow = [&](Value *A, Value *B) {
    return Builder.CreateICmp(Of.IsLess, A, B);
  };
  if (First->getType() == I64 && Of.Step.isOne() && Of.Distance == 0) {
    Value *Last = Builder.CreateAdd(First, After);
    if (Rises(Of.Start, Of.IsLess))
      return Emitter.require(IsBelow(Last, Of.Size));
    if (Rises(Of.Start, ICmpInst::ICMP_SLT))
      return Emitter.require(Builder.CreateAnd(Builder.CreateIsNotNeg(First),
                                               IsBelow(Last, Of.Size)));
  }
  Value *Left = Builder.CreateZExt(Builder.CreateSub(Of.Size, First), I64);
  Emitter.require(Builder.CreateAnd(IsBelow(First, Of.Size),
                                    Builder.CreateICmpULT(After, Left)));
}

void RowGuards::require(Value *Trips, FindOrder Rises) {
  Value *Count = Builder.CreateSub(Trips, Builder.getInt64(1));
  for (const Subscripts &S : All)
    require(S, Count, Rises);
}
