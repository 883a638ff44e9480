//===- SumConditions.cpp - When guards of sums are evaluated --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumConditions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace polly::escop;

CmpInst::Predicate ExtremeCondition::getStrict() const {
  return CmpInst::getStrictPredicate(Fires);
}

Constant *ExtremeCondition::getStart() const {
  const CmpInst::Predicate Strict = getStrict();
  Type *Ty = V->getType();
  const unsigned Bits = Ty->getScalarSizeInBits();
  switch (Strict) {
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OLT:
    // Where also equals fire, and Limit is this one, the guard may be said to
    // fire for sums that are no numbers; then the nest evaluates it.
    return ConstantFP::getInfinity(Ty,
                                   /*Negative=*/Strict == CmpInst::FCMP_OGT);
  case CmpInst::ICMP_SGT:
    return ConstantInt::get(Ty, APInt::getSignedMinValue(Bits));
  case CmpInst::ICMP_SLT:
    return ConstantInt::get(Ty, APInt::getSignedMaxValue(Bits));
  case CmpInst::ICMP_UGT:
    return ConstantInt::get(Ty, APInt::getMinValue(Bits));
  case CmpInst::ICMP_ULT:
    return ConstantInt::get(Ty, APInt::getMaxValue(Bits));
  default:
    llvm_unreachable("not between an extreme and its limit");
  }
}

/// Is @p Condition true of each sum behind one of which it is true? No sum is a
/// number behind one that is none, and infinity plus anything is infinity or no
/// number.
static bool stays(const ProductNest &P, Value *Condition) {
  auto *Cmp = dyn_cast<FCmpInst>(Condition);
  if (!Cmp)
    return false;
  auto [Tested, Classes] =
      fcmpToClassTest(Cmp->getPredicate(), *Cmp->getFunction(),
                      Cmp->getOperand(0), Cmp->getOperand(1));
  return Tested == P.Sum && (Classes == fcNan || Classes == (fcNan | fcInf));
}

/// @p Condition as one of an extreme value, if it compares with an invariant.
static std::optional<ExtremeCondition> getExtreme(const ProductNest &P,
                                                  Value *Condition) {
  auto *Cmp = dyn_cast<CmpInst>(Condition);
  if (!Cmp)
    return std::nullopt;
  auto IsInvariant = [&](Value *V) {
    return isa<Constant>(V) || P.OfSums.Invariants.contains(V);
  };
  Value *V = Cmp->getOperand(0), *Limit = Cmp->getOperand(1);
  CmpInst::Predicate Fires = Cmp->getPredicate();
  if (IsInvariant(V)) {
    std::swap(V, Limit);
    Fires = CmpInst::getSwappedPredicate(Fires);
  }
  if (CmpInst::isFPPredicate(Fires))
    Fires = CmpInst::getOrderedPredicate(Fires);
  const bool IsOfNumbers = is_contained({CmpInst::FCMP_OGT, CmpInst::FCMP_OGE,
                                         CmpInst::FCMP_OLT, CmpInst::FCMP_OLE},
                                        Fires);
  const bool IsOfIntegers =
      CmpInst::isIntPredicate(Fires) && !ICmpInst::isEquality(Fires);
  if (IsInvariant(V) || !IsInvariant(Limit) || !(IsOfNumbers || IsOfIntegers))
    return std::nullopt;
  return ExtremeCondition{V, Limit, Fires};
}

SumConditions polly::escop::getSumConditions(const ProductNest &P,
                                             unsigned MaxExtremes) {
  SumConditions Conditions;
  SmallVector<Value *, 4> Disjuncts;
  for (const Instruction *Marker : P.OfSums.Markers)
    Disjuncts.push_back(Marker->getOperand(0));
  // Nothing is poison: a shadow's operations have no flags (Copies/Shadow.cpp).
  while (!Disjuncts.empty()) {
    Value *Condition = Disjuncts.pop_back_val(), *L, *R;
    if (match(Condition, m_LogicalOr(m_Value(L), m_Value(R)))) {
      Disjuncts.append({L, R});
      continue;
    }
    if (stays(P, Condition)) {
      Conditions.Last.push_back(Condition);
      continue;
    }
    std::optional<ExtremeCondition> Extreme = getExtreme(P, Condition);
    auto *Cmp = dyn_cast<FCmpInst>(Condition);
    const bool FiresForNaN = Cmp && Cmp->isUnordered(Cmp->getPredicate());
    // Of a sum that is no number, the last one tells.
    if (!Extreme || Conditions.Extremes.size() == MaxExtremes ||
        (FiresForNaN && Extreme->V != P.Sum &&
         !match(Extreme->V, m_FAbs(m_Specific(P.Sum))))) {
      Conditions.Each.push_back(Condition);
      continue;
    }
    Conditions.Extremes.push_back(*Extreme);
    if (FiresForNaN)
      Conditions.Last.push_back(Condition);
  }
  return Conditions;
}
