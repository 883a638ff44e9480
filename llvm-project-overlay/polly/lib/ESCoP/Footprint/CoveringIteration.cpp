//===- CoveringIteration.cpp - One iteration that writes all --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoveringIteration.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace polly::escop;

/// The start and the sum of all steps of a value have so many bits less than
/// 64: their sum does not wrap.
static constexpr unsigned SpareBits = 2;

/// Each set of loops is tried as a shift, with both signs.
static constexpr unsigned MaxLoopsInside = 4;

namespace {

/// A linear function of the counters of loops.
struct LinearForm {
  SmallDenseMap<const Loop *, const SCEV *, 4> Steps;

  /// The coefficient of @p L, if it is a constant.
  std::optional<int64_t> getConstant(const Loop *L) const {
    const SCEV *Step = Steps.lookup(L);
    if (!Step)
      return 0;
    auto *C = dyn_cast<SCEVConstant>(Step);
    return C ? C->getAPInt().trySExtValue() : std::nullopt;
  }
};

/// In which iterations of a loop a condition leads to the root: in the same of
/// the loops inside each time; or, once it has, in all later ones; or in all
/// earlier ones.
enum class Execution { Unknown, Same, Later, Earlier };

class IterationOrder {
  const Loop *L;
  const Instruction *Root;
  Value *Address;
  const Slice &S;
  const LoopInfo &LI;
  const DominatorTree &DT;
  ScalarEvolution &SE;
  /// The loops in L around the root that are not reduced, innermost first.
  SmallVector<const Loop *, 4> Inside;

  std::optional<LinearForm> getLinearForm(const SCEV *Value);
  bool isSameInAll(const SCEV *Value);
  std::optional<bool> isIncreasing(const SCEVAddRecExpr *Rec, bool IsSigned);
  Execution getExecution(const BranchInst &Br);
  bool holds(CoveringIteration Which, ArrayRef<int64_t> Shift,
             ArrayRef<LinearForm> Counts);
  bool allowConditions(CoveringIteration Which, bool IsShifted);

public:
  IterationOrder(const Loop *L, const Instruction *Root, Value *Address,
                 const Slice &S, const LoopInfo &LI, const DominatorTree &DT,
                 ScalarEvolution &SE)
      : L(L), Root(Root), Address(Address), S(S), LI(LI), DT(DT), SE(SE) {}

  std::optional<CoveringIteration> find();
};

} // namespace

/// A linear function of small values is not poison, and freeze does not change
/// it.
static const ICmpInst *getComparison(const BranchInst &Br) {
  Value *Condition = Br.getCondition();
  if (auto *Freeze = dyn_cast<FreezeInst>(Condition))
    Condition = Freeze->getOperand(0);
  return dyn_cast<ICmpInst>(Condition);
}

/// What is left of @p Value without its steps has to be invariant in L, and so
/// have they.
std::optional<LinearForm> IterationOrder::getLinearForm(const SCEV *Value) {
  LinearForm Form;
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Value)) {
    if (!Rec->isAffine() || !L->contains(Rec->getLoop()))
      break;
    const SCEV *Step = Rec->getStepRecurrence(SE);
    if (!SE.isLoopInvariant(Step, L))
      return std::nullopt;
    Form.Steps[Rec->getLoop()] = Step;
    Value = Rec->getStart();
  }
  if (!SE.isLoopInvariant(Value, L))
    return std::nullopt;
  return Form;
}

/// Does @p Value depend on the counters of the loops inside alone?
bool IterationOrder::isSameInAll(const SCEV *Value) {
  return !SCEVExprContains(Value, [&](const SCEV *Part) {
    if (auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return Rec->getLoop() == L;
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return Unknown && !SE.isLoopInvariant(Unknown, L);
  });
}

/// Does @p Rec, a value in L, increase from iteration to iteration, or
/// decrease? Of counts and arguments Bounds has checked that they are small.
std::optional<bool> IterationOrder::isIncreasing(const SCEVAddRecExpr *Rec,
                                                 bool IsSigned) {
  auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  if (!Rec->isAffine() || !Step || Step->getAPInt().getBitWidth() != 64)
    return std::nullopt;
  const ConstantRange Start = SE.getSignedRange(Rec->getStart());
  if (Start.getMinSignedBits() > 64 - SpareBits ||
      Step->getAPInt().getSignificantBits() > 64 - SpareBits - ParamBits)
    return std::nullopt;
  const bool Increases = Step->getAPInt().isStrictlyPositive();
  if (!IsSigned && (!Increases || Start.getSignedMin().isNegative()))
    return std::nullopt;
  return Increases;
}

Execution IterationOrder::getExecution(const BranchInst &Br) {
  const ICmpInst *Cmp = getComparison(Br);
  if (!Cmp)
    return Execution::Unknown;
  ICmpInst::Predicate Pred = Cmp->getPredicate();
  const SCEV *LHS = SE.getSCEV(Cmp->getOperand(0)),
             *RHS = SE.getSCEV(Cmp->getOperand(1));
  if (isSameInAll(LHS) && isSameInAll(RHS))
    return Execution::Same;
  const std::optional<bool> LeadsIf = getDecision(Br, *Root->getParent(), DT);
  if (isa<SCEVAddRecExpr>(RHS) && !isa<SCEVAddRecExpr>(LHS)) {
    std::swap(LHS, RHS);
    Pred = ICmpInst::getSwappedPredicate(Pred);
  }
  if (RHS->isZero() && ICmpInst::isEquality(Pred))
    Pred = Pred == ICmpInst::ICMP_NE ? ICmpInst::ICMP_UGT : ICmpInst::ICMP_ULE;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(LHS);
  if (!LeadsIf || ICmpInst::isEquality(Pred) || !Rec || Rec->getLoop() != L ||
      !SE.isLoopInvariant(RHS, L))
    return Execution::Unknown;
  std::optional<bool> Increases = isIncreasing(Rec, ICmpInst::isSigned(Pred));
  if (!Increases)
    return Execution::Unknown;
  const bool HoldsForGreater = ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred);
  return (*Increases == HoldsForGreater) == *LeadsIf ? Execution::Later
                                                     : Execution::Earlier;
}

bool IterationOrder::allowConditions(CoveringIteration Which, bool IsShifted) {
  const Execution Wanted =
      Which == CoveringIteration::Last ? Execution::Later : Execution::Earlier;
  for (const Instruction *I : S.Instructions) {
    if (!I->isTerminator() || !L->contains(I))
      continue;
    // A loop's last condition is described by its trip count.
    if (LI.getLoopFor(I->getParent())->getLoopLatch() == I->getParent())
      continue;
    auto *Br = dyn_cast<BranchInst>(I);
    if (!Br)
      return false;
    if (!Br->isConditional())
      continue;
    const Execution Has = getExecution(*Br);
    // It may depend on the counters of loops inside, which are shifted.
    const bool DependsOnInside =
        Has == Execution::Same &&
        !all_of(getComparison(*Br)->operands(), [&](Value *Op) {
          return SE.isLoopInvariant(SE.getSCEV(Op), L);
        });
    if ((Has != Execution::Same && Has != Wanted) ||
        (IsShifted && DependsOnInside))
      return false;
  }
  return true;
}

/// Is D(k + 1) + Shift in D(k), or D(k) - Shift in D(k + 1)? The counter of the
/// loop Idx is from 0 to Counts[Idx].
bool IterationOrder::holds(CoveringIteration Which, ArrayRef<int64_t> Shift,
                           ArrayRef<LinearForm> Counts) {
  const int64_t Sign = Which == CoveringIteration::First ? 1 : -1;
  for (unsigned Idx = 0; Idx < Inside.size(); ++Idx) {
    std::optional<int64_t> Grows = Counts[Idx].getConstant(L);
    if (!Grows)
      return false;
    int64_t Slack = -*Grows;
    for (unsigned Other = 0; Other < Inside.size(); ++Other) {
      std::optional<int64_t> Step = Counts[Idx].getConstant(Inside[Other]);
      if (!Step)
        return false;
      if (MulOverflow(*Step, Shift[Other], *Step) ||
          AddOverflow(Slack, *Step, Slack))
        return false;
    }
    if (Sign * Shift[Idx] < 0 || Sign * Shift[Idx] > Sign * Slack)
      return false;
  }
  return true;
}

std::optional<CoveringIteration> IterationOrder::find() {
  for (const Loop *In = LI.getLoopFor(Root->getParent()); In != L;
       In = In->getParentLoop())
    if (!S.Reduced.contains(In))
      Inside.push_back(In);
  if (L->getExitingBlock() != L->getLoopLatch())
    return std::nullopt;
  std::optional<LinearForm> Place = getLinearForm(SE.getSCEV(Address));
  if (!Place || Inside.size() > MaxLoopsInside)
    return std::nullopt;
  // Counts are compared as numbers: 64 bits are never exceeded.
  Type *I64 = Type::getInt64Ty(Root->getContext());
  SmallVector<LinearForm, 4> Counts;
  for (const Loop *In : Inside) {
    const SCEV *Count = getBackedgeTakenCount(*In, SE);
    if (isa<SCEVCouldNotCompute>(Count) ||
        SE.getTypeSizeInBits(Count->getType()) > 64)
      return std::nullopt;
    auto Form = getLinearForm(SE.getNoopOrZeroExtend(Count, I64));
    if (!Form)
      return std::nullopt;
    Counts.push_back(std::move(*Form));
  }
  const SCEV *Step = Place->Steps.lookup(L);
  for (unsigned Set = 0; Set < 1u << Inside.size(); ++Set) {
    const SCEV *Sum = SE.getZero(I64);
    bool IsSubset = true;
    for (unsigned Idx = 0; Idx < Inside.size(); ++Idx)
      if (Set >> Idx & 1) {
        const SCEV *Part = Place->Steps.lookup(Inside[Idx]);
        if (Part)
          Sum = SE.getAddExpr(Sum, Part);
        else
          IsSubset = false;
      }
    if (!IsSubset || (Set && !Step))
      continue;
    for (CoveringIteration Which :
         {CoveringIteration::First, CoveringIteration::Last})
      for (int64_t Sign : {1, -1}) {
        const SCEV *By = Sign > 0 ? Sum : SE.getNegativeSCEV(Sum);
        if (Step ? By != Step : !By->isZero())
          continue;
        SmallVector<int64_t, 4> Shift;
        for (unsigned Idx = 0; Idx < Inside.size(); ++Idx)
          Shift.push_back(Set >> Idx & 1 ? Sign : 0);
        if (holds(Which, Shift, Counts) && allowConditions(Which, Set != 0))
          return Which;
      }
  }
  return std::nullopt;
}

std::optional<CoveringIteration> polly::escop::findCoveringIteration(
    const Loop *L, const Instruction *Root, Value *Address, const Slice &S,
    const LoopInfo &LI, const DominatorTree &DT, ScalarEvolution &SE) {
  return IterationOrder(L, Root, Address, S, LI, DT, SE).find();
}
