//===- ProductLoops.cpp - The loops of a product --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductLoops.h"

using namespace llvm;
using namespace polly::escop;

/// Is @p Inner entered in each iteration of its parent, if comparisons that do
/// not change go the right way?
bool ProductLoopMatcher::matchEntry(Loop &Inner) {
  const BasicBlock *BB = Inner.getHeader(),
                   *Latch = Inner.getParentLoop()->getLoopLatch();
  while (!DT.dominates(BB, Latch)) {
    const BasicBlock *From = DT.getNode(BB)->getIDom()->getBlock();
    if (!PDT.dominates(BB, From)) {
      auto *Br = dyn_cast<BranchInst>(From->getTerminator());
      if (!Br || !Br->isConditional() || BB->getUniquePredecessor() != From)
        return false;
      const bool IfTrue = Br->getSuccessor(0) == BB;
      auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
      if (!(Cmp && SE.isSCEVable(Cmp->getOperand(0)->getType()) &&
            isEntered(Inner, *Cmp, IfTrue)) &&
          !Requirements.requireAlways(Br->getCondition(), IfTrue)) {
        // Something else excludes that it goes the other way.
        auto Exclusions =
            Requirements.getExclusions(Br->getCondition(), !IfTrue);
        if (Exclusions.empty())
          return false;
        P.Excluded.push_back(std::move(Exclusions));
      }
    }
    BB = From;
  }
  return true;
}

/// Find blocks beside the innermost loop whose execution a comparison excludes.
void ProductLoopMatcher::findSkipped(const LoopBlocksRPO &Blocks) {
  for (const BasicBlock *BB : Blocks) {
    if (BB == P.getOutermost().getHeader())
      continue;
    const BasicBlock *From = DT.getNode(BB)->getIDom()->getBlock();
    if (Skipped.contains(From)) {
      Skipped.insert(BB);
      continue;
    }
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    if (PDT.dominates(BB, From) ||
        DT.dominates(BB, P.getInnermost().getHeader()) || !Br ||
        !Br->isConditional() || BB->getUniquePredecessor() != From)
      continue;
    RequirementFinder::Alternatives Exclusions = Requirements.getExclusions(
        Br->getCondition(), Br->getSuccessor(0) == BB);
    if (Exclusions.empty())
      continue;
    P.Excluded.push_back(std::move(Exclusions));
    Skipped.insert(BB);
  }
}

/// Require it in the first iteration of the triangle's outer loop.
void ProductLoopMatcher::require(ICmpInst::Predicate Predicate, const SCEV *LHS,
                                 const SCEV *RHS) {
  struct AtFirst : SCEVRewriteVisitor<AtFirst> {
    const Loop *L;
    AtFirst(ScalarEvolution &SE, const Loop *L)
        : SCEVRewriteVisitor(SE), L(L) {}
    const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
      return Rec->getLoop() == L ? Rec->getStart() : Rec;
    }
  } First(SE, P.Loops[P.Triangle->Outer]);
  P.Triangle->Required.push_back(
      {Predicate, First.visit(LHS), First.visit(RHS)});
}

/// Is @p Inner, that of the triangle, entered if @p Cmp is @p IfTrue, which is
/// so if its count is not negative?
bool ProductLoopMatcher::isEntered(const Loop &Inner, const ICmpInst &Cmp,
                                   bool IfTrue) {
  if (!P.Triangle || P.Loops[P.Triangle->Inner] != &Inner)
    return false;
  const std::optional<Comparison> C = getOrdered(Cmp, IfTrue, SE);
  if (!C)
    return false;
  const SCEV *Difference = SE.getMinusSCEV(C->RHS, C->LHS);
  if (ICmpInst::isLT(C->Predicate))
    Difference = SE.getMinusSCEV(Difference, SE.getOne(Difference->getType()));
  if (Difference != P.Triangle->AnyCount)
    return false;
  require(C->Predicate, C->LHS, C->RHS);
  return true;
}

/// If @p Count is the minimum of what grows by one with a loop and of what does
/// not change, \returns both.
std::pair<const SCEV *, const SCEV *>
ProductLoopMatcher::matchMin(const SCEV *Count) {
  auto *Sum = dyn_cast<SCEVAddExpr>(Count);
  const SCEVSMinExpr *Min = dyn_cast<SCEVSMinExpr>(Count);
  for (const SCEV *Op : Sum ? Sum->operands() : ArrayRef<const SCEV *>())
    if (auto *Other = dyn_cast<SCEVSMinExpr>(Op))
      Min = Other;
  if (!Min || Min->getNumOperands() != 2 || !Count->getType()->isIntegerTy(64))
    return {};
  const SCEV *Rest = SE.getMinusSCEV(Count, Min);
  for (unsigned Idx : {0, 1}) {
    const SCEV *Changes = SE.getAddExpr(Min->getOperand(Idx), Rest),
               *Limit = SE.getAddExpr(Min->getOperand(1 - Idx), Rest);
    auto *Rec = dyn_cast<SCEVAddRecExpr>(Changes);
    if (Rec && Rec->isAffine() && Rec->getStepRecurrence(SE)->isOne() &&
        SE.isLoopInvariant(Limit, P.Loops.front()))
      return {Changes, Limit};
  }
  return {};
}

/// Know how often the loop @p Idx iterates, which may depend on one around it.
bool ProductLoopMatcher::matchCount(unsigned Idx) {
  const SCEV *Count = SE.getBackedgeTakenCount(P.Loops[Idx]);
  if (isa<SCEVCouldNotCompute>(Count) ||
      SE.getTypeSizeInBits(Count->getType()) > 64)
    return false;
  P.BackedgeTakenCounts[Idx] = Count;
  if (SE.isLoopInvariant(Count, P.Loops.front()))
    return true;
  ICmpInst::Predicate Predicate;
  auto [X, Y] = matchMax(Count, Predicate, SE);
  const SCEV *Any = X ? SE.getMinusSCEV(X, Y) : Count;
  const auto [Growing, Limit] = matchMin(Any);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Growing ? Growing : Any);
  auto *Step = Rec && Rec->isAffine()
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  const unsigned Outer =
      Rec ? find(P.Loops, Rec->getLoop()) - P.Loops.begin() : NestDepth;
  const bool IsTriangle = !P.Triangle && Step && Outer < Idx &&
                          Step->getAPInt().abs().isOne() &&
                          SE.getTypeSizeInBits(Count->getType()) >= 32 &&
                          SE.isLoopInvariant(Rec->getStart(), P.Loops.front());
  // Of a maximum it would be required that there is one iteration at most, of a
  // minimum that the end is always the limit.
  if (!IsTriangle || !(X || Limit))
    if (const SCEV *Straightened = Requirements.straighten(Count)) {
      P.BackedgeTakenCounts[Idx] = Straightened;
      return true;
    }
  if (!IsTriangle)
    return false;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *First = SE.getNoopOrZeroExtend(Rec->getStart(), I64);
  const bool Grows = Step->getAPInt().isOne();
  P.Triangle = {Outer, Idx, First, Grows ? 1 : -1, Limit, Any, {}};
  if (X)
    require(Predicate, X, Y);
  P.BackedgeTakenCounts[Idx] =
      Grows ? SE.getAddExpr(First, SE.getNoopOrZeroExtend(
                                       P.BackedgeTakenCounts[Outer], I64))
            : First;
  if (Limit)
    P.BackedgeTakenCounts[Idx] =
        SE.getSMinExpr(P.BackedgeTakenCounts[Idx], Limit);
  return true;
}

bool ProductLoopMatcher::run(Loop &Innermost, const LoopInfo &LI) {
  Loop *L = &Innermost;
  for (Loop *&InNest : reverse(P.Loops)) {
    if (!L)
      return false;
    InNest = L;
    L = L->getParentLoop();
  }
  for (auto [Idx, L] : enumerate(P.Loops)) {
    if (!L->isLoopSimplifyForm() || !L->getExitBlock() ||
        L->getExitingBlock() != L->getLoopLatch() || !matchCount(Idx) ||
        (Idx && !matchEntry(*L)))
      return false;
  }
  LoopBlocksRPO Blocks(P.Loops.front());
  Blocks.perform(&LI);
  for (const BasicBlock *BB : Blocks)
    Order[BB] = Order.size();
  findSkipped(Blocks);
  // A part may compute other values than the nest: of which it has no use, but
  // by which no loop may go on for ever.
  for (const Loop *L : P.Loops.front()->getLoopsInPreorder())
    if (!Skipped.contains(L->getHeader()) &&
        isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L)))
      return false;
  return true;
}
