//===- Loops.cpp - Exits and counts of loops ------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ScalarEvolution does not say of loops and their counters.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace polly::escop;

/// Instructions of a loop that gets a copy, at most.
static constexpr unsigned MaxInstructions = 1 << 11;

bool polly::escop::hasAbnormalExit(const Loop &L) {
  // The normal exit leaves through the latch; anything else is abnormal.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
  L.getExitEdges(Edges);
  if (any_of(Edges,
             [&](auto &Edge) { return Edge.first != L.getLoopLatch(); }))
    return true;
  if (any_of(L.blocks(), [](const BasicBlock *BB) { return BB->isEHPad(); }))
    return true;
  // A guard may have been folded into it: see Prepare.cpp.
  using namespace PatternMatch;
  auto *Br = L.getLoopLatch()
                 ? dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator())
                 : nullptr;
  return Br && Br->isConditional() &&
         (match(Br->getCondition(), m_LogicalOr()) ||
          match(Br->getCondition(), m_LogicalAnd()));
}

const SCEV *polly::escop::getIntegerSCEV(Value *V, ScalarEvolution &SE) {
  const SCEV *S = SE.getSCEV(V);
  return V->getType()->isPointerTy() ? SE.getLosslessPtrToIntExpr(S) : S;
}

const SCEV *polly::escop::getCommutativeExpr(SCEVTypes Kind,
                                             SmallVectorImpl<const SCEV *> &Ops,
                                             ScalarEvolution &SE) {
  return Kind == scAddExpr   ? SE.getAddExpr(Ops)
         : Kind == scMulExpr ? SE.getMulExpr(Ops)
                             : SE.getMinMaxExpr(Kind, Ops);
}

/// The greatest value of @p Rec if that counts from its start to there, one by
/// one, in the loop's iterations, as numbers that are \p Signed; otherwise
/// null. ScalarEvolution does not know that if the loop's last condition is one
/// of inequality.
static const SCEV *getGreatest(const SCEVAddRecExpr *Rec, bool Signed,
                               ScalarEvolution &SE) {
  if (!Rec || !Rec->isAffine() || !Rec->getStepRecurrence(SE)->isOne())
    return nullptr;
  const SCEV *Count = getBackedgeTakenCount(*Rec->getLoop(), SE);
  if (isa<SCEVCouldNotCompute>(Count) || Count->getType() != Rec->getType())
    return nullptr;
  // If the last value is no less than the first one, their difference is the
  // count, unsigned, and nothing wraps. Loops begin behind i < n or i <= n.
  const SCEV *Last = Rec->evaluateAtIteration(Count, SE),
             *End = SE.getAddExpr(Last, SE.getOne(Last->getType()));
  auto IsGuarded = [&](ICmpInst::Predicate Predicate, const SCEV *S) {
    return SE.isLoopEntryGuardedByCond(
        Rec->getLoop(),
        Signed ? ICmpInst::getSignedPredicate(Predicate) : Predicate,
        Rec->getStart(), S);
  };
  return IsGuarded(ICmpInst::ICMP_ULE, Last) ||
                 IsGuarded(ICmpInst::ICMP_ULT, End)
             ? Last
             : nullptr;
}

bool polly::escop::isKnownPredicate(ICmpInst::Predicate Predicate,
                                    const SCEV *A, const SCEV *B,
                                    ScalarEvolution &SE) {
  if (SE.isKnownPredicate(Predicate, A, B))
    return true;
  if (ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate))
    return isKnownPredicate(ICmpInst::getSwappedPredicate(Predicate), B, A, SE);
  if (ICmpInst::isEquality(Predicate))
    return false;
  const bool Signed = ICmpInst::isSigned(Predicate);
  if (!Signed && SE.isKnownNonNegative(B) &&
      isKnownPredicate(ICmpInst::getSignedPredicate(Predicate), A, B, SE))
    return true;
  auto *From = dyn_cast<SCEVAddRecExpr>(A);
  if (getGreatest(From, Signed, SE) &&
      isKnownPredicate(Predicate, From->getStart(), B, SE))
    return true;
  const SCEV *Greatest = getGreatest(dyn_cast<SCEVAddRecExpr>(B), Signed, SE);
  return Greatest && isKnownPredicate(Predicate, A, Greatest, SE);
}

namespace {
/// Replaces maxima by the operand that is known to be the greatest.
class MaxRewriter : public SCEVRewriteVisitor<MaxRewriter> {
  const SCEV *visitMax(const SCEVMinMaxExpr *Max, ICmpInst::Predicate NoLess) {
    for (const SCEV *Op : Max->operands())
      if (all_of(Max->operands(), [&](const SCEV *Other) {
            return isKnownPredicate(NoLess, Op, Other, SE);
          }))
        return Op;
    return Max;
  }

public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *Max) {
    return visitMax(Max, ICmpInst::ICMP_SGE);
  }
  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *Max) {
    return visitMax(Max, ICmpInst::ICMP_UGE);
  }
};
} // namespace

const SCEV *polly::escop::getBackedgeTakenCount(const Loop &L,
                                                ScalarEvolution &SE) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  return isa<SCEVCouldNotCompute>(Count) ? Count : MaxRewriter(SE).visit(Count);
}

std::optional<bool> polly::escop::getDecision(const BranchInst &Br,
                                              const BasicBlock &BB,
                                              const DominatorTree &DT) {
  for (unsigned Succ : {0, 1})
    if (DT.dominates(BasicBlockEdge(Br.getParent(), Br.getSuccessor(Succ)),
                     &BB))
      return Succ == 0;
  return std::nullopt;
}

/// Does @p Condition being @p IsTrue imply that two values with the difference
/// @p Trips differ?
static bool impliesTrips(Value *Condition, bool IsTrue, const SCEV *Trips,
                         ScalarEvolution &SE) {
  using namespace PatternMatch;
  Value *A, *B;
  if (IsTrue ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return impliesTrips(A, IsTrue, Trips, SE) ||
           impliesTrips(B, IsTrue, Trips, SE);
  auto *Cmp = dyn_cast<ICmpInst>(Condition);
  if (!Cmp || Cmp->getOperand(0)->getType() != Trips->getType() ||
      !CmpInst::isFalseWhenEqual(IsTrue ? Cmp->getPredicate()
                                        : Cmp->getInversePredicate()))
    return false;
  const SCEV *L = SE.getSCEV(Cmp->getOperand(0));
  const SCEV *R = SE.getSCEV(Cmp->getOperand(1));
  return SE.getMinusSCEV(L, R) == Trips || SE.getMinusSCEV(R, L) == Trips;
}

bool polly::escop::isSkippedIfEmpty(const Loop &L, const SCEV *Count,
                                    ScalarEvolution &SE) {
  const SCEV *Trips = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  const BasicBlock *To = L.getLoopPreheader();
  const Loop *Parent = L.getParentLoop();
  while (To) {
    // What was true in front of a loop still is in it, and behind it, where it
    // speaks of values that the loop does not change.
    if (Parent && To == Parent->getHeader()) {
      To = Parent->getLoopPreheader();
      Parent = Parent->getParentLoop();
      continue;
    }
    const BasicBlock *From = To->getSinglePredecessor();
    if (From && Parent)
      if (auto Before =
              find_if(*Parent,
                      [&](const Loop *Inner) { return Inner->contains(From); });
          Before != Parent->end()) {
        To = (*Before)->getLoopPreheader();
        continue;
      }
    auto *Br = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (Br && Br->isConditional() &&
        impliesTrips(Br->getCondition(), Br->getSuccessor(0) == To, Trips, SE))
      return true;
    To = From;
  }
  return false;
}

bool polly::escop::isStridedIncrement(const Value *V, const PHINode &Counter) {
  using namespace PatternMatch;
  const APInt *Step;
  return V->getType()->isIntegerTy() &&
         match(V, m_c_Add(m_Specific(&Counter), m_APInt(Step))) &&
         !Step->abs().isOne();
}

bool polly::escop::isCopyable(const Loop &L) {
  size_t Instructions = 0;
  for (const BasicBlock *BB : L.blocks())
    Instructions += BB->size();
  return Instructions <= MaxInstructions && L.getLoopPreheader() &&
         L.isSafeToClone();
}

SmallVector<BasicBlock *, 16> polly::escop::cloneBlocks(const Loop &L,
                                                        ValueToValueMapTy &VMap,
                                                        const Twine &Suffix) {
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock *BB : L.blocks()) {
    BasicBlock *New = CloneBasicBlock(BB, VMap, Suffix, BB->getParent());
    VMap[BB] = New;
    Blocks.push_back(New);
  }
  return Blocks;
}

void polly::escop::addExits(const Loop &L, const ValueToValueMapTy &VMap) {
  SmallVector<BasicBlock *, 8> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits)
    for (PHINode &PHI : Exit->phis())
      for (unsigned Idx = 0, End = PHI.getNumIncomingValues(); Idx < End; ++Idx)
        if (Value *From = VMap.lookup(PHI.getIncomingBlock(Idx))) {
          Value *V = PHI.getIncomingValue(Idx);
          Value *New = VMap.lookup(V);
          PHI.addIncoming(New ? New : V, cast<BasicBlock>(From));
        }
}

std::optional<Comparison> polly::escop::getOrdered(const ICmpInst &Cmp,
                                                   bool IfTrue,
                                                   ScalarEvolution &SE) {
  Comparison C = {IfTrue ? Cmp.getPredicate() : Cmp.getInversePredicate(),
                  SE.getSCEV(Cmp.getOperand(0)), SE.getSCEV(Cmp.getOperand(1))};
  if (ICmpInst::isGT(C.Predicate) || ICmpInst::isGE(C.Predicate)) {
    std::swap(C.LHS, C.RHS);
    C.Predicate = ICmpInst::getSwappedPredicate(C.Predicate);
  }
  if (!ICmpInst::isLT(C.Predicate) && !ICmpInst::isLE(C.Predicate))
    return std::nullopt;
  return C;
}

std::pair<const SCEV *, const SCEV *>
polly::escop::matchMax(const SCEV *Count, ICmpInst::Predicate &Predicate,
                       ScalarEvolution &SE) {
  auto *Sum = dyn_cast<SCEVAddExpr>(Count);
  for (const SCEV *Op : Sum ? Sum->operands() : ArrayRef<const SCEV *>()) {
    auto *Max = dyn_cast<SCEVMinMaxExpr>(Op);
    if (!Max || !isa<SCEVSMaxExpr, SCEVUMaxExpr>(Max) ||
        Max->getNumOperands() != 2)
      continue;
    Predicate =
        isa<SCEVSMaxExpr>(Max) ? ICmpInst::ICMP_SGE : ICmpInst::ICMP_UGE;
    for (unsigned Idx : {0, 1}) {
      const SCEV *X = Max->getOperand(Idx), *Y = Max->getOperand(1 - Idx);
      if (SE.getAddExpr(Count, Y) == Max)
        return {X, Y};
    }
  }
  return {};
}
