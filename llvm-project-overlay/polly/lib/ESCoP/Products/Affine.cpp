//===- Affine.cpp - Addresses as sums of the counters of a nest -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms are read from ScalarEvolution's recurrences. Arithmetic is modulo
// 2^64, as that of addresses is. Of an extended narrow integer, the form is
// that of the integer without its wrapping, which equals it modulo 2^Bits; if
// all its values are in the range of the narrow type, they are the extended
// ones.
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Support/Casting.h"

using namespace llvm;
using namespace polly::escop;

bool AffineForms::isInvariant(const SCEV *S) const {
  return SE.isLoopInvariant(S, Loops.front());
}

AffineForm AffineForms::invariant(const SCEV *S) const {
  AffineForm Form;
  Form.Start = S;
  Form.Steps.fill(SE.getZero(S->getType()));
  return Form;
}

void AffineForms::add(AffineForm &To, const AffineForm &Other) const {
  To.Start = SE.getAddExpr(To.Start, Other.Start);
  for (unsigned Loop = 0; Loop < NestDepth; ++Loop)
    To.Steps[Loop] = SE.getAddExpr(To.Steps[Loop], Other.Steps[Loop]);
}

std::optional<AffineForm> AffineForms::getSum(const SCEVAddExpr *Sum) {
  AffineForm Form = invariant(SE.getZero(Sum->getType()));
  for (const SCEV *Op : Sum->operands()) {
    std::optional<AffineForm> Term = get(Op);
    if (!Term)
      return std::nullopt;
    add(Form, *Term);
  }
  return Form;
}

std::optional<AffineForm> AffineForms::getMultiple(const SCEVMulExpr *Product) {
  std::optional<AffineForm> Form;
  const SCEV *Factor = SE.getOne(Product->getType());
  for (const SCEV *Op : Product->operands()) {
    if (isInvariant(Op))
      Factor = SE.getMulExpr(Factor, Op);
    else if (Form || !(Form = get(Op)))
      return std::nullopt;
  }
  if (!Form)
    return std::nullopt;
  Form->Start = SE.getMulExpr(Form->Start, Factor);
  for (const SCEV *&Step : Form->Steps)
    Step = SE.getMulExpr(Step, Factor);
  return Form;
}

std::optional<AffineForm>
AffineForms::getRecurrence(const SCEVAddRecExpr *Rec) {
  auto *Loop = find(Loops, Rec->getLoop());
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (!Rec->isAffine() || Loop == Loops.end() || !isInvariant(Step))
    return std::nullopt;
  std::optional<AffineForm> Form = get(Rec->getStart());
  if (Form) {
    const SCEV *&Steps = Form->Steps[Loop - Loops.begin()];
    Steps = SE.getAddExpr(Steps, Step);
  }
  return Form;
}

std::optional<AffineForm> AffineForms::getExtended(const SCEVCastExpr *Cast) {
  const SCEV *Narrow = Cast->getOperand();
  const unsigned Bits = SE.getTypeSizeInBits(Narrow->getType());
  const bool IsSigned = isa<SCEVSignExtendExpr>(Cast);
  Type *Ty = Cast->getType();
  if (Bits > 32 || SE.getTypeSizeInBits(Ty) != 64)
    return std::nullopt;
  std::optional<AffineForm> Form = get(Narrow);
  if (!Form)
    return std::nullopt;
  Form->Start = IsSigned ? SE.getSignExtendExpr(Form->Start, Ty)
                         : SE.getZeroExtendExpr(Form->Start, Ty);
  for (const SCEV *&Step : Form->Steps)
    Step = SE.getSignExtendExpr(Step, Ty);
  Checks.push_back({*Form, Bits, IsSigned});
  return Form;
}

std::optional<AffineForm> AffineForms::get(const SCEV *S) {
  if (isInvariant(S))
    return invariant(S);
  if (auto *Sum = dyn_cast<SCEVAddExpr>(S))
    return getSum(Sum);
  if (auto *Product = dyn_cast<SCEVMulExpr>(S))
    return getMultiple(Product);
  if (auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
    return getRecurrence(Rec);
  if (const SCEV *Operand = Straight.lookup(S))
    return get(Operand);
  if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S))
    return getExtended(cast<SCEVCastExpr>(S));
  return std::nullopt;
}

std::optional<AffineAccess> AffineForms::getAccess(Instruction &I) {
  std::optional<AffineAccess> Access = getAccess(getPointerOperand(&I));
  if (Access)
    Access->Ty = getLoadStoreType(&I);
  return Access;
}

std::optional<AffineAccess> AffineForms::getAccess(Value *Pointer) {
  const SCEV *Address = SE.getSCEV(Pointer);
  auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Base || !isInvariant(Base))
    return std::nullopt;
  const SCEV *Offset = SE.getMinusSCEV(Address, Base);
  if (isa<SCEVCouldNotCompute>(Offset) ||
      SE.getTypeSizeInBits(Offset->getType()) != 64)
    return std::nullopt;
  std::optional<AffineForm> Form = get(Offset);
  if (!Form)
    return std::nullopt;
  return AffineAccess{Base->getValue(), *Form, nullptr};
}

/// The least and the greatest value of @p Form.
static std::pair<Value *, Value *>
emitRange(const AffineForm &Form, ArrayRef<Value *> Trips,
          function_ref<Value *(const SCEV *)> Expand, IRBuilderBase &Builder) {
  Value *Least = Expand(Form.Start), *Most = Least;
  Constant *Zero = Builder.getInt64(0);
  for (auto [Step, Trip] : zip(Form.Steps, Trips)) {
    if (Step->isZero())
      continue;
    Value *Way = Builder.CreateMul(Expand(Step), Trip);
    Least = Builder.CreateAdd(
        Least, Builder.CreateBinaryIntrinsic(Intrinsic::smin, Way, Zero));
    Most = Builder.CreateAdd(
        Most, Builder.CreateBinaryIntrinsic(Intrinsic::smax, Way, Zero));
  }
  return {Least, Most};
}

Value *polly::escop::emitRangeCheck(const RangeCheck &Check,
                                    ArrayRef<Value *> Trips,
                                    function_ref<Value *(const SCEV *)> Expand,
                                    IRBuilderBase &Builder) {
  auto [Least, Most] = emitRange(Check.Form, Trips, Expand, Builder);
  const auto Range =
      Check.IsSigned ? std::pair(APInt::getSignedMinValue(Check.Bits).sext(64),
                                 APInt::getSignedMaxValue(Check.Bits).sext(64))
                     : std::pair(APInt::getZero(64),
                                 APInt::getMaxValue(Check.Bits).zext(64));
  return Builder.CreateAnd(
      Builder.CreateICmpSGE(Least, Builder.getInt(Range.first)),
      Builder.CreateICmpSLE(Most, Builder.getInt(Range.second)));
}

Value *polly::escop::emitLimitCheck(const LimitCheck &Check,
                                    ArrayRef<Value *> Trips,
                                    function_ref<Value *(const SCEV *)> Expand,
                                    IRBuilderBase &Builder) {
  auto [Least, Most] = emitRange(Check.Form, Trips, Expand, Builder);
  Value *Limit = Expand(Check.Limit);
  Value *Holds = Check.IsMost ? Builder.CreateICmpSLE(Most, Limit)
                              : Builder.CreateICmpSGE(Least, Limit);
  // The sum of a number and NestDepth products by numbers of trips.
  auto IsSmall = [&](Value *V, unsigned Bits) {
    Value *Shifted = Builder.CreateAdd(V, Builder.getInt64(1ULL << Bits));
    return Builder.CreateICmpULT(Shifted, Builder.getInt64(2ULL << Bits));
  };
  Holds = Builder.CreateAnd(Holds, IsSmall(Limit, 61));
  Holds = Builder.CreateAnd(Holds, IsSmall(Expand(Check.Form.Start), 61));
  for (const SCEV *Step : Check.Form.Steps)
    Holds = Builder.CreateAnd(Holds, IsSmall(Expand(Step), 30));
  return Holds;
}
