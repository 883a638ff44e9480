//===- Requirements.cpp - What a product asks of its bounds ---------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a minimum or maximum that changes with a loop it is required that it is
// the operand that does not; of a condition, that it is always true, or never.
//
//===----------------------------------------------------------------------===//

#include "Requirements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace polly::escop;

/// Require that @p S, in all iterations, is at most, or at least, @p Limit.
bool RequirementFinder::limit(const SCEV *S, const SCEV *Limit, bool IsMost) {
  if (!S->getType()->isIntegerTy(64) || !isInvariant(Limit))
    return false;
  std::optional<AffineForm> Form =
      AffineForms(SE, Loops, Straight, Checks).get(S);
  if (!Form)
    return false;
  Required->Limits.push_back({*Form, Limit, IsMost});
  return true;
}

/// Require that @p Low is never greater than @p High.
bool RequirementFinder::requireAtMost(const SCEV *Low, const SCEV *High) {
  if (isInvariant(High))
    return limit(Low, High, /*IsMost=*/true);
  if (isInvariant(Low))
    return limit(High, Low, /*IsMost=*/false);
  // What has limits has a difference that does not wrap.
  Type *Ty = Low->getType();
  const SCEV *Most = SE.getConstant(Ty, 1ULL << 60);
  return limit(Low, Most, /*IsMost=*/true) &&
         limit(High, SE.getNegativeSCEV(Most), /*IsMost=*/false) &&
         limit(SE.getMinusSCEV(High, Low), SE.getZero(Ty), /*IsMost=*/false);
}

/// Replaces minima and maxima by what does not change, which is required to be
/// what they are.
struct RequirementFinder::Straightener : SCEVRewriteVisitor<Straightener> {
  RequirementFinder &M;

  explicit Straightener(RequirementFinder &M)
      : SCEVRewriteVisitor(M.SE), M(M) {}
  const SCEV *visitMinMax(const SCEVNAryExpr *S, bool IsMax) {
    const SCEV *Limit = nullptr;
    SmallVector<const SCEV *, 2> Others;
    for (const SCEV *Op : S->operands()) {
      const SCEV *New = visit(Op);
      if (!M.isInvariant(New))
        Others.push_back(New);
      else if (!Limit)
        Limit = New;
      else
        Limit = IsMax ? SE.getSMaxExpr(Limit, New) : SE.getSMinExpr(Limit, New);
    }
    if (!Limit || !all_of(Others, [&](const SCEV *Other) {
          return M.limit(Other, Limit, /*IsMost=*/IsMax);
        }))
      return S;
    M.Straight[S] = Limit;
    return Limit;
  }
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *S) {
    return visitMinMax(S, /*IsMax=*/true);
  }
  const SCEV *visitSMinExpr(const SCEVSMinExpr *S) {
    return visitMinMax(S, /*IsMax=*/false);
  }
};

const SCEV *RequirementFinder::straighten(const SCEV *S) {
  if (isInvariant(S))
    return S;
  const auto [FormerRequired, FormerStraight] = std::pair(*Required, Straight);
  const SCEV *New = Straightener(*this).visit(S);
  if (isInvariant(New))
    return New;
  *Required = FormerRequired;
  Straight = FormerStraight;
  return nullptr;
}

/// \returns what is less than or equal to what if @p Cmp is @p IfTrue, a
/// comparison of signed numbers; or nulls.
std::pair<const SCEV *, const SCEV *>
RequirementFinder::getAtMost(const ICmpInst &Cmp, bool IfTrue) {
  std::optional<Comparison> C = getOrdered(Cmp, IfTrue, SE);
  if (!C || !ICmpInst::isSigned(C->Predicate) ||
      !C->LHS->getType()->isIntegerTy(64))
    return {};
  // Limits are far from where that wraps.
  if (ICmpInst::isLT(C->Predicate))
    C->RHS = SE.getMinusSCEV(C->RHS, SE.getOne(C->RHS->getType()));
  return {C->LHS, C->RHS};
}

/// \returns the operands of the maximum, or minimum, that @p S is; or @p S.
template <typename MinMaxTy>
static SmallVector<const SCEV *, 4> getOperands(const SCEV *S) {
  auto *MinMax = dyn_cast<MinMaxTy>(S);
  return MinMax ? to_vector<4>(MinMax->operands())
                : SmallVector<const SCEV *, 4>{S};
}

bool RequirementFinder::requireAlways(Value *Condition, bool IfTrue) {
  Value *A, *B;
  if (IfTrue ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return requireAlways(A, IfTrue) && requireAlways(B, IfTrue);
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()))
    return false;
  const auto [FormerRequired, FormerStraight] = std::pair(*Required, Straight);
  const SCEV *LHS = straighten(SE.getSCEV(Cmp->getOperand(0)));
  const SCEV *RHS = LHS ? straighten(SE.getSCEV(Cmp->getOperand(1))) : nullptr;
  if (RHS) {
    Required->Comparisons.push_back(
        {IfTrue ? Cmp->getPredicate() : Cmp->getInversePredicate(), LHS, RHS});
    return true;
  }
  *Required = FormerRequired;
  Straight = FormerStraight;
  auto [Less, More] = getAtMost(*Cmp, IfTrue);
  if (!Less)
    return false;
  const auto Highs = getOperands<SCEVSMinExpr>(More);
  return all_of(getOperands<SCEVSMaxExpr>(Less), [&](const SCEV *Low) {
    return all_of(Highs,
                  [&](const SCEV *High) { return requireAtMost(Low, High); });
  });
}

/// \returns what may be required so that @p Cmp is never @p IfTrue.
RequirementFinder::Alternatives RequirementFinder::getExclusions(ICmpInst &Cmp,
                                                                 bool IfTrue) {
  Alternatives Result;
  if (!SE.isSCEVable(Cmp.getOperand(0)->getType()))
    return Result;
  auto Try = [&](auto Require) {
    Requirement Other;
    const StraightMap Former = Straight;
    Required = &Other;
    if (Require())
      Result.push_back(Other);
    Required = &Always;
    // That is not required everywhere.
    Straight = Former;
  };
  Try([&] { return requireAlways(&Cmp, !IfTrue); });
  auto [Less, More] = getAtMost(Cmp, IfTrue);
  if (!Less)
    return Result;
  // A maximum is not at most a minimum if one operand is greater than one.
  const SCEV *One = SE.getOne(Less->getType());
  const auto Lows = getOperands<SCEVSMaxExpr>(Less);
  const auto Highs = getOperands<SCEVSMinExpr>(More);
  if (Lows.size() * Highs.size() > 1)
    for (const SCEV *Low : Lows)
      for (const SCEV *High : Highs)
        Try([&] { return requireAtMost(SE.getAddExpr(High, One), Low); });
  return Result;
}

RequirementFinder::Alternatives
RequirementFinder::getExclusions(Value *Condition, bool IfTrue) {
  if (auto *Cmp = dyn_cast<ICmpInst>(Condition))
    return getExclusions(*Cmp, IfTrue);
  Value *LHS, *RHS;
  const bool IsAnd = match(Condition, m_LogicalAnd(m_Value(LHS), m_Value(RHS)));
  // What may be either is no alternative.
  if (IsAnd != IfTrue ||
      (!IsAnd && !match(Condition, m_LogicalOr(m_Value(LHS), m_Value(RHS)))))
    return {};
  Alternatives Result = getExclusions(LHS, IfTrue);
  Result.append(getExclusions(RHS, IfTrue));
  return Result;
}
