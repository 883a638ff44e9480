//===- GreatestWork.cpp - What is most in a loop --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of a nest in a loop may differ from one iteration to the next, as
// that of the rows of a triangle. If the most of it is little, the loop needs no
// driver. The most is found by intervals: a counter is greatest in the loop's
// first or last iteration, a sum where its parts are. Nothing but time depends
// on it, so operations are taken not to wrap.
//
//===----------------------------------------------------------------------===//

#include "GreatestWork.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// Finds the least and the greatest values of expressions in a loop.
class Extremes {
  const Loop &L;
  ScalarEvolution &SE;

  /// A constant, if there is a small one: of a remainder.
  const SCEV *getOfRange(const SCEV *S, bool Greatest) {
    constexpr unsigned FewBits = 16;
    const ConstantRange Range = SE.getSignedRange(S);
    const APInt Value = Greatest ? Range.getSignedMax() : Range.getSignedMin();
    return Value.getSignificantBits() <= FewBits ? SE.getConstant(Value)
                                                 : nullptr;
  }

  const SCEV *getOfRec(const SCEVAddRecExpr *Rec, bool Greatest) {
    const SCEV *Step = Rec->getStepRecurrence(SE);
    const bool Grows = SE.isKnownNonNegative(Step);
    const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(Rec->getLoop());
    if (!Rec->isAffine() || (!Grows && !SE.isKnownNonPositive(Step)) ||
        isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() ||
        !Rec->getType()->isIntegerTy())
      return nullptr;
    return get(Grows == Greatest
                   ? Rec->evaluateAtIteration(
                         SE.getTruncateOrZeroExtend(Count, Rec->getType()), SE)
                   : Rec->getStart(),
               Greatest);
  }

  /// Numbers of iterations, and what they are multiplied by, are not negative,
  /// unless they are constants.
  const SCEV *getOfProduct(const SCEVMulExpr *Product, bool Greatest) {
    auto *Factor = dyn_cast<SCEVConstant>(Product->getOperand(0));
    const bool Flips = Factor && Factor->getAPInt().isNegative();
    return getOfOperands(Product, Greatest != Flips);
  }

  /// The same operation, of each operand's least or greatest value.
  const SCEV *getOfOperands(const SCEV *S, bool Greatest) {
    SmallVector<const SCEV *, 4> Ops;
    for (const SCEV *Op : S->operands()) {
      Ops.push_back(get(Op, Greatest));
      if (!Ops.back())
        return nullptr;
    }
    if (isa<SCEVCommutativeExpr>(S))
      return getCommutativeExpr(S->getSCEVType(), Ops, SE);
    switch (S->getSCEVType()) {
    case scTruncate:
      // Of a few bits, such as the lowest one, any may be the greatest.
      return SE.getTypeSizeInBits(S->getType()) > 8
                 ? SE.getTruncateExpr(Ops[0], S->getType())
                 : nullptr;
    case scZeroExtend:
      return SE.getZeroExtendExpr(Ops[0], S->getType());
    case scSignExtend:
      return SE.getSignExtendExpr(Ops[0], S->getType());
    case scUDivExpr:
      return isa<SCEVConstant>(Ops[1]) ? SE.getUDivExpr(Ops[0], Ops[1])
                                       : nullptr;
    default:
      return nullptr;
    }
  }

public:
  Extremes(const Loop &L, ScalarEvolution &SE) : L(L), SE(SE) {}

  const SCEV *get(const SCEV *S, bool Greatest) {
    if (SE.isLoopInvariant(S, &L))
      return S;
    const SCEV *Constant = getOfRange(S, Greatest), *Value;
    if (auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
      Value = getOfRec(Rec, Greatest);
    else if (auto *Product = dyn_cast<SCEVMulExpr>(S))
      Value = getOfProduct(Product, Greatest);
    else
      Value = getOfOperands(S, Greatest);
    if (!Constant || !Value)
      return Constant ? Constant : Value;
    return Greatest ? SE.getSMinExpr(Constant, Value)
                    : SE.getSMaxExpr(Constant, Value);
  }
};

} // namespace

const SCEV *polly::escop::getGreatestInLoop(const SCEV *S, const Loop &L,
                                            ScalarEvolution &SE) {
  return Extremes(L, SE).get(S, /*Greatest=*/true);
}
