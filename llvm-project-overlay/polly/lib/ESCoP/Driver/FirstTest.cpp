//===- FirstTest.cpp - Is a nest worth a call of its driver? --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the driver takes some dozen nanoseconds at least, and a nest of few
// iterations may take less. So how much work the nest is, as far as that is
// known when it is entered (../Policy/Estimate.cpp), is asked first:
//
//   if (work < least) {
//     copy of the nest
//   } else {
//     frame = …; if (driver(…)) goto normal exit;
//     nest, from the frame
//   }
//
// Why a copy, and not a jump to the nest itself: what a nest begins with would
// not be known any more, as it may begin with the frame; its values would be
// kept across the call of the driver. The standard pipeline then makes worse
// code of it, which a nest of few iterations shows. The copy is what the
// standard pipeline would get without the driver.
//
//===----------------------------------------------------------------------===//

#include "FirstTest.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

Value *polly::escop::lowerAtEntry(const SCEV *S, IRBuilderBase &Builder,
                                  function_ref<Value *(Value *)> GetValue,
                                  const KnownSCEVs &Known) {
  if (Value *V = Known.lookup(S))
    return V;
  auto Lower = [&](const SCEV *Op) {
    return lowerAtEntry(Op, Builder, GetValue, Known);
  };
  switch (S->getSCEVType()) {
  case scConstant:
    return cast<SCEVConstant>(S)->getValue();
  case scUnknown:
    return GetValue(cast<SCEVUnknown>(S)->getValue());
  case scTruncate:
    return Builder.CreateTrunc(Lower(S->operands()[0]), S->getType());
  case scZeroExtend:
    return Builder.CreateZExt(Lower(S->operands()[0]), S->getType());
  case scSignExtend:
    return Builder.CreateSExt(Lower(S->operands()[0]), S->getType());
  case scPtrToInt:
    return Builder.CreatePtrToInt(Lower(S->operands()[0]), S->getType());
  case scUDivExpr:
    return Builder.CreateUDiv(Lower(S->operands()[0]), Lower(S->operands()[1]));
  default:
    break;
  }
  Value *Result = nullptr;
  for (const SCEV *Op : S->operands()) {
    Value *V = Lower(Op);
    if (!Result)
      Result = V;
    else if (isa<SCEVAddExpr>(S))
      Result = Builder.CreateAdd(Result, V);
    else if (isa<SCEVMulExpr>(S))
      Result = Builder.CreateMul(Result, V);
    else if (isa<SCEVUMaxExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Result, V);
    else if (isa<SCEVSMaxExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::smax, Result, V);
    else if (isa<SCEVSMinExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::smin, Result, V);
    else // scUMinExpr, or one of which a later operand may be poison.
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Result, V);
  }
  return Result;
}

FirstTest::FirstTest(const ESCoP &E, const Plan &P, ScalarEvolution &SE)
    : E(E), Least(getLeastWork(E, P)) {
  if (!Least)
    return;
  Work = getGainingWork(E, P, SE);
  SCEVExpander Expander(SE, E.F->getDataLayout(), "escop");
  SCEVExprContains(Work, [&](const SCEV *S) {
    if (isa<SCEVAddRecExpr>(S))
      Counters[S] = Expander.expandCodeFor(
          S, S->getType(), E.L->getLoopPreheader()->getTerminator());
    return false;
  });
}

bool FirstTest::needs(function_ref<bool(Value *)> IsMissing) const {
  return SCEVExprContains(Work, [&](const SCEV *S) {
    auto *U = dyn_cast<SCEVUnknown>(S);
    return U && IsMissing(U->getValue());
  });
}

bool FirstTest::needsHoisted() const {
  return needs([&](Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I && E.L->contains(I);
  });
}

Value *FirstTest::emitWork(IRBuilderBase &Builder,
                           function_ref<Value *(Value *)> GetValue) const {
  // Loops that are not entered may have bounds that are poison.
  return Builder.CreateFreeze(lowerAtEntry(Work, Builder, GetValue, Counters));
}

Value *FirstTest::emitIsLittle(IRBuilderBase &Builder, Value *Of) const {
  return Builder.CreateICmpULT(Of, Builder.getInt64(Least), "escop.little");
}
