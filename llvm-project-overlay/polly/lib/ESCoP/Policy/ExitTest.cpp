//===- ExitTest.cpp - What a nest knows of its last iteration -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExitTest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace polly::escop;

/// \returns @p V, which the nest finds in front of it, at @p Builder in
/// @p Shadow; null if it is not made of live-ins by additions.
static Value *getInShadow(Value *V, const ESCoP &E, Function &Shadow,
                          IRBuilder<> &Builder) {
  if (isa<Constant>(V))
    return V;
  auto LiveIn = find(E.LiveIns, V);
  if (LiveIn != E.LiveIns.end())
    return Shadow.getArg(LiveIn - E.LiveIns.begin());
  auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || (I->getOpcode() != Instruction::Add &&
             I->getOpcode() != Instruction::Sub))
    return nullptr;
  Value *LHS = getInShadow(I->getOperand(0), E, Shadow, Builder),
        *RHS = getInShadow(I->getOperand(1), E, Shadow, Builder);
  if (!LHS || !RHS)
    return nullptr;
  Instruction *New = BinaryOperator::Create(I->getOpcode(), LHS, RHS);
  New->copyIRFlags(I);
  return Builder.Insert(New);
}

void polly::escop::assumeExitTest(const ESCoP &E, bool Chunked,
                                  Function &Shadow) {
  auto *Cmp = dyn_cast<ICmpInst>(E.NormalExit->getCondition());
  // A first iteration without a test is to be seen by a maximum in the count.
  if (!Cmp || SCEVExprContains(E.BackedgeTakenCount, [](const SCEV *S) {
        return isa<SCEVMinMaxExpr>(S);
      }))
    return;
  const bool GoesOnIfTrue = E.NormalExit->getSuccessor(0) == E.L->getHeader();
  CmpInst::Predicate Predicate =
      GoesOnIfTrue ? Cmp->getPredicate() : Cmp->getInversePredicate();
  Value *Tested = Cmp->getOperand(0), *Limit = Cmp->getOperand(1);
  if (E.L->isLoopInvariant(Tested)) {
    std::swap(Tested, Limit);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  // The counter, or what it is in the next iteration.
  auto State = find_if(E.State, [&](PHINode *PHI) {
    return PHI == Tested || E.getNext(PHI) == Tested;
  });
  if (!E.L->isLoopInvariant(Limit) || State == E.State.end())
    return;
  Value *Next = E.getNext(*State);
  const bool IsNext = Tested == Next,
             Rises = match(Next, m_Add(m_Specific(*State), m_One()));
  if (Next->getType()->getIntegerBitWidth() != 64 ||
      (!Rises && !match(Next, m_Add(m_Specific(*State), m_AllOnes()))))
    return;
  // Without wrapping, it comes to what it is not equal to.
  if (Predicate != (Rises ? CmpInst::ICMP_SLT : CmpInst::ICMP_SGT) &&
      !(Predicate == CmpInst::ICMP_NE &&
        cast<BinaryOperator>(Next)->hasNoSignedWrap()))
    return;
  IRBuilder<> Builder(Shadow.getEntryBlock().getTerminator());
  const unsigned NumLiveIns = E.LiveIns.size(), Idx = State - E.State.begin();
  Value *First = nullptr, *N = Shadow.getArg(NumLiveIns + E.State.size());
  if (!Chunked)
    First =
        getInShadow((*State)->getIncomingValueForBlock(E.L->getLoopPreheader()),
                    E, Shadow, Builder);
  else if (!E.DerivedState.count(Idx))
    First = Shadow.getArg(NumLiveIns + Idx);
  Limit = getInShadow(Limit, E, Shadow, Builder);
  if (!First || !Limit)
    return;
  // Behind the last iteration it may be at its end, or one further.
  if (!IsNext)
    N = Builder.CreateNSWSub(N, Builder.getInt64(1));
  Value *End =
      Rises ? Builder.CreateNSWAdd(First, N) : Builder.CreateNSWSub(First, N);
  Builder.CreateAssumption(Builder.CreateICmp(
      Rises ? CmpInst::ICMP_SLE : CmpInst::ICMP_SGE, End, Limit));
}

void polly::escop::dropAssumptions(Function &Shadow) {
  for (Instruction &I : make_early_inc_range(instructions(Shadow)))
    if (isa<AssumeInst>(I))
      I.eraseFromParent();
}
