//===- Borders.cpp - Iterations in which control comes to a block ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Borders.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

namespace {
/// Reads the conditions that hold at a block.
class BorderFinder {
  const BasicBlock &BB;
  const Loop &Nest;
  ScalarEvolution &SE;
  BoundsEmitter &Emitter;
  Borders &Result;

  bool compare(CmpInst::Predicate Pred, Value *X, Value *Y,
               const BasicBlock &At);

public:
  BorderFinder(const BasicBlock &BB, const Loop &Nest, ScalarEvolution &SE,
               BoundsEmitter &Emitter, Borders &Result)
      : BB(BB), Nest(Nest), SE(SE), Emitter(Emitter), Result(Result) {}
  bool add(Value *Cond, bool IsTrue, const BasicBlock &At);
};
} // namespace

/// Add that `X Pred Y`, where X is a counter. \returns whether it is.
bool BorderFinder::compare(CmpInst::Predicate Pred, Value *X, Value *Y,
                           const BasicBlock &At) {
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(X));
  const SCEV *End = SE.getSCEV(Y);
  const Loop *L = Rec ? Rec->getLoop() : nullptr;
  auto *Step =
      Rec ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE)) : nullptr;
  if (!Step || !Rec->isAffine() || !Nest.contains(L) || !L->contains(&BB) ||
      !L->contains(&At) || L->isLoopExiting(&At) ||
      SE.getTypeSizeInBits(Rec->getType()) > 64 ||
      !(Step->isOne() || Step->isAllOnesValue()) ||
      !SE.isLoopInvariant(Rec->getStart(), &Nest) ||
      !SE.isLoopInvariant(End, &Nest))
    return false;
  const bool Rises = Step->isOne();
  // The number of the iteration in which the counter is equal to the end, as an
  // integer: a number that is compared as an unsigned one is not negative.
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Ends[] = {SE.getNoopOrSignExtend(Rec->getStart(), I64),
                        SE.getNoopOrSignExtend(End, I64)};
  const SCEV *Number = SE.getMinusSCEV(Ends[Rises], Ends[!Rises]);
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  auto IsLast = [&] {
    return !isa<SCEVCouldNotCompute>(Count) &&
           SE.getTypeSizeInBits(Count->getType()) <= 64 &&
           SE.getNoopOrZeroExtend(Count, I64) == Number;
  };
  std::optional<int64_t> First, Last;
  switch (Rises ? Pred : CmpInst::getSwappedPredicate(Pred)) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    Last = -1;
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    Last = 0;
    break;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    First = 1;
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    First = 0;
    break;
  case CmpInst::ICMP_EQ:
    First = Last = 0;
    break;
  case CmpInst::ICMP_NE:
    if (Number->isZero())
      First = 1;
    else if (IsLast())
      Last = -1;
    else
      return false;
    break;
  default:
    return false;
  }
  const bool Signed = !CmpInst::isUnsigned(Pred);
  if (!Emitter.requireNoWrap(Rec, Signed) ||
      !Emitter.requireNoWrap(End, Signed) || !Emitter.lift(Number))
    return false;
  IterationRange &Range = Result.Iterations[L];
  auto GetNumber = [&](int64_t Further) {
    return SE.getAddExpr(Number,
                         SE.getConstant(I64, Further, /*isSigned=*/true));
  };
  if (First)
    Range.First = Range.First
                      ? SE.getSMaxExpr(Range.First, GetNumber(*First))
                      : GetNumber(*First);
  if (Last)
    Range.Last = Range.Last ? SE.getSMinExpr(Range.Last, GetNumber(*Last))
                            : GetNumber(*Last);
  return true;
}

/// Add that @p Cond, of the branch of @p At, is @p IsTrue. \returns whether
/// that is all that it says.
bool BorderFinder::add(Value *Cond, bool IsTrue, const BasicBlock &At) {
  using namespace PatternMatch;
  Value *A, *B;
  auto *I = dyn_cast<Instruction>(Cond);
  if (!I || !Nest.contains(I)) {
    Result.Invariant.push_back({Cond, IsTrue});
    return true;
  }
  if (match(Cond, m_Not(m_Value(A))))
    return add(A, !IsTrue, At);
  if (IsTrue ? match(Cond, m_LogicalAnd(m_Value(A), m_Value(B)))
             : match(Cond, m_LogicalOr(m_Value(A), m_Value(B)))) {
    const bool IsBorder = add(A, IsTrue, At);
    return add(B, IsTrue, At) && IsBorder;
  }
  auto *Cmp = dyn_cast<ICmpInst>(Cond);
  if (!Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy())
    return false;
  const CmpInst::Predicate Pred =
      IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
  return compare(Pred, Cmp->getOperand(0), Cmp->getOperand(1), At) ||
         compare(CmpInst::getSwappedPredicate(Pred), Cmp->getOperand(1),
                 Cmp->getOperand(0), At);
}

Borders polly::escop::findBorders(const BasicBlock &BB, const Loop &Nest,
                                  const DominatorTree &DT, ScalarEvolution &SE,
                                  BoundsEmitter &Emitter) {
  Borders Result;
  BorderFinder Finder(BB, Nest, SE, Emitter, Result);
  for (const DomTreeNode *Node = DT.getNode(&BB);
       Node && Node->getIDom() && Nest.contains(Node->getIDom()->getBlock());
       Node = Node->getIDom()) {
    const BasicBlock *At = Node->getIDom()->getBlock();
    auto *Br = dyn_cast<BranchInst>(At->getTerminator());
    if (!Br || !Br->isConditional())
      continue;
    for (unsigned Idx : {0, 1})
      if (DT.dominates(BasicBlockEdge(At, Br->getSuccessor(Idx)), &BB) &&
          Finder.add(Br->getCondition(), Idx == 0, *At))
        Result.Branches.insert(At);
  }
  return Result;
}
