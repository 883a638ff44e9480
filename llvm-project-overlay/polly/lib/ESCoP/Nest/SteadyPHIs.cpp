//===- SteadyPHIs.cpp - PHIs that pass on one value -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GVN makes one load of several from an address, and passes on what it loaded
// through the loops in which it stands:
//
//   for (i = 0; i < m->rows; ++i)        rows = m->rows; cols = m->cols;
//     for (j = 0; j < m->cols; ++j)      for (i = 0; i < rows; ++i)
//       …;                                 if (cols != 0)
//                                            for (j = 0; …; cols = m->cols)
//                                              …;
//                                          else
//                                            cols = 0;
//
// If nothing in the loops writes there (LICM, in front of detection) or is
// taken to (hoisted loads, in the nest's copies), then cols does not change.
// This is found by an optimistic fixed point: PHIs pass on one value until a
// second one is found. A constant is that value where it was compared with it
// before.
//
// Where sizes are narrower than counters, or a loop ends before a size, some
// PHIs are of extensions, or sums, of what others are of. They become
// extensions, and sums, of these first.
//
//===----------------------------------------------------------------------===//

#include "SteadyPHIs.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Branches in front of an edge that are asked what is known on it.
static constexpr unsigned MaxBranches = 4;
/// Operations between what two PHIs pass on.
static constexpr unsigned MaxOperations = 4;

bool polly::escop::isComparedWith0Only(const PHINode &PHI) {
  return all_of(PHI.users(), [](const User *U) {
    auto *Cmp = dyn_cast<ICmpInst>(U);
    auto *C = Cmp ? dyn_cast<Constant>(Cmp->getOperand(1)) : nullptr;
    return C && Cmp->isEquality() && C->isNullValue();
  });
}

Value *SteadyPHIs::getValue(Value *V) const {
  V = GetRepresentative(V);
  auto *PHI = dyn_cast<PHINode>(V);
  auto It = PHI ? Values.find(PHI) : Values.end();
  return It == Values.end() ? V : It->second;
}

/// Was @p Steady found to be @p Pred, equal or not, @p C before control came
/// from @p From to @p To?
bool SteadyPHIs::isKnownOnEdge(Value *Steady, CmpInst::Predicate Pred,
                               const Constant &C, BasicBlock *From,
                               BasicBlock *To) const {
  for (unsigned Depth = 0; From && Depth < MaxBranches;
       To = From, From = From->getSinglePredecessor(), ++Depth) {
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    auto *Cmp = Br && Br->isConditional() &&
                        Br->getSuccessor(0) != Br->getSuccessor(1)
                    ? dyn_cast<ICmpInst>(Br->getCondition())
                    : nullptr;
    if (!Cmp || !Cmp->isEquality() || Cmp->getOperand(1) != &C)
      continue;
    Value *Compared = getValue(Cmp->getOperand(0));
    if ((!Compared || Compared == Steady) &&
        Br->getSuccessor(Cmp->getPredicate() == Pred ? 0 : 1) == To)
      return true;
  }
  return false;
}

/// The value that @p PHI passes on, according to Values.
Value *SteadyPHIs::join(PHINode &PHI) const {
  Value *Result = nullptr;
  SmallVector<unsigned, 2> Constants;
  for (unsigned Idx = 0; Idx < PHI.getNumIncomingValues(); ++Idx) {
    if (!IsReached(PHI.getIncomingBlock(Idx)))
      continue;
    if (isa<Constant>(PHI.getIncomingValue(Idx))) {
      Constants.push_back(Idx);
      continue;
    }
    Value *V = getValue(PHI.getIncomingValue(Idx));
    if (!V || V == Result)
      continue;
    if (Result || !IsSteady(V))
      return &PHI;
    Result = V;
  }
  // Where it matters only whether it is 0, InstCombine makes 1 of what is not.
  auto IsEqual = [&](unsigned Idx) {
    auto *C = cast<Constant>(PHI.getIncomingValue(Idx));
    BasicBlock *From = PHI.getIncomingBlock(Idx), *To = PHI.getParent();
    return isKnownOnEdge(Result, CmpInst::ICMP_EQ, *C, From, To) ||
           (C->isOneValue() && isComparedWith0Only(PHI) &&
            isKnownOnEdge(Result, CmpInst::ICMP_NE,
                          *Constant::getNullValue(C->getType()), From, To));
  };
  // Where nothing else is known yet, neither are the constants.
  return Result && !all_of(Constants, IsEqual) ? &PHI : Result;
}

/// Go on until nothing changes. \returns whether something is still not known.
bool SteadyPHIs::propagate() {
  for (bool Again = true; Again;) {
    Again = false;
    for (auto &[PHI, V] : Values) {
      if (V == PHI)
        continue;
      Value *New = join(*PHI);
      // There is the one that was found before, or there are several.
      if (V && New != V)
        New = PHI;
      Again |= New != V;
      V = New;
    }
  }
  return any_of(Values, [](const auto &Known) { return !Known.second; });
}

SteadyPHIs::PHIValues SteadyPHIs::find() {
  // What is only made of constants is none of the values that are looked for.
  while (propagate())
    for (auto &[PHI, V] : Values)
      if (!V)
        V = PHI;
  PHIValues Result;
  for (auto [PHI, V] : Values)
    if (V != PHI)
      Result.insert({PHI, V});
  return Result;
}

void polly::escop::replaceSteadyPHIs(Function &F,
                                     FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder()) {
    SteadyPHIs PHIs([](Value *V) { return V; },
                    [&](Value *V) { return L->isLoopInvariant(V); },
                    [](BasicBlock *) { return true; });
    for (BasicBlock *BB : L->blocks())
      for (PHINode &PHI : BB->phis())
        if (!BB->isEHPad())
          PHIs.add(PHI);
    for (auto [PHI, V] : PHIs.find()) {
      // LCSSA has PHIs that pass on one value, too, and needs them.
      if (PHI->getNumIncomingValues() == 1)
        continue;
      PHI->replaceAllUsesWith(V);
      PHI->eraseFromParent();
      Changed = true;
    }
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// What LCSSA passes on as @p V.
static Value *stripSinglePHIs(Value *V) {
  for (auto *PHI = dyn_cast<PHINode>(V);
       PHI && PHI->getNumIncomingValues() == 1; PHI = dyn_cast<PHINode>(V))
    V = PHI->getIncomingValue(0);
  return V;
}

/// The other PHI of @p PHI's block to which @p Values come, in the order of
/// the incoming blocks of @p PHI; null if there is none.
static PHINode *findPHIBeside(PHINode &PHI, ArrayRef<Value *> Values) {
  for (PHINode &Other : PHI.getParent()->phis())
    if (&Other != &PHI && Other.getType() == Values.front()->getType() &&
        all_of(zip(PHI.blocks(), Values), [&](auto Incoming) {
          auto [From, V] = Incoming;
          return stripSinglePHIs(Other.getIncomingValueForBlock(From)) == V;
        }))
      return &Other;
  return nullptr;
}

/// Compute what @p Values, which come to the block of @p PHI, are made of by
/// the same operations from what other PHIs there have: by @p Computed.
/// \returns null if there are no such PHIs.
static Value *computeBehindPHI(PHINode &PHI, ArrayRef<Value *> Values,
                               SmallVectorImpl<Instruction *> &Computed,
                               unsigned Depth = MaxOperations) {
  // What is the same everywhere is known where the first one is computed.
  if (isa<Constant, Argument>(Values.front()) && all_equal(Values))
    return Values.front();
  if (PHINode *Other = findPHIBeside(PHI, Values))
    return Other;
  SmallVector<Instruction *, 4> Ops;
  for (Value *V : Values) {
    auto *I = dyn_cast<Instruction>(V);
    if (!Depth || !I || !isa<CastInst, BinaryOperator>(I) ||
        !isSafeToSpeculativelyExecute(I) ||
        !I->isSameOperationAs(Ops.empty() ? I : Ops.front()))
      return nullptr;
    Ops.push_back(I);
  }
  SmallVector<Value *, 2> Operands;
  for (unsigned Idx = 0; Idx < Ops.front()->getNumOperands(); ++Idx) {
    SmallVector<Value *, 4> Incoming;
    for (Instruction *I : Ops)
      Incoming.push_back(stripSinglePHIs(I->getOperand(Idx)));
    Operands.push_back(computeBehindPHI(PHI, Incoming, Computed, Depth - 1));
    if (!Operands.back())
      return nullptr;
  }
  Instruction *New = Ops.front()->clone();
  for (auto [Idx, V] : enumerate(Operands))
    New->setOperand(Idx, V);
  for (Instruction *I : Ops)
    New->andIRFlags(I);
  Computed.push_back(New);
  return New;
}

/// Compute the counter @p PHI from another PHI of its block, which passes on
/// what it was in the iteration before. GVN makes such PHIs of `i + 1 < n`.
/// \returns null if there is none.
static Instruction *computeFromLastIteration(PHINode &PHI) {
  using namespace PatternMatch;
  BinaryOperator *Next;
  Value *Start, *Step;
  if (!matchSimpleRecurrence(&PHI, Next, Start, Step) ||
      Next->getOpcode() != Instruction::Add || !isa<ConstantInt>(Step))
    return nullptr;
  const unsigned Again = PHI.getIncomingValue(0) == Next ? 0 : 1;
  BasicBlock *Latch = PHI.getIncomingBlock(Again),
             *Front = PHI.getIncomingBlock(1 - Again);
  for (PHINode &Last : PHI.getParent()->phis()) {
    if (Last.getType() != PHI.getType() ||
        stripSinglePHIs(Last.getIncomingValueForBlock(Latch)) != &PHI)
      continue;
    Value *LastStart = Last.getIncomingValueForBlock(Front);
    const APInt *From, *By, *To;
    const bool IsConstant = match(LastStart, m_APInt(From)) &&
                            match(Step, m_APInt(By)) &&
                            match(Start, m_APInt(To)) && *From + *By == *To;
    if (!IsConstant &&
        !match(Start, m_Add(m_Specific(LastStart), m_Specific(Step))))
      continue;
    auto *New = BinaryOperator::CreateAdd(
        &Last, Step, "", PHI.getParent()->getFirstInsertionPt());
    // Its flags tell nothing of the first one.
    if (IsConstant) {
      bool Wraps;
      (void)From->uadd_ov(*By, Wraps);
      New->setHasNoUnsignedWrap(Next->hasNoUnsignedWrap() && !Wraps);
      (void)From->sadd_ov(*By, Wraps);
      New->setHasNoSignedWrap(Next->hasNoSignedWrap() && !Wraps);
    }
    return New;
  }
  return nullptr;
}

void polly::escop::computeBehindPHIs(Function &F) {
  for (BasicBlock &BB : F)
    for (PHINode &PHI : make_early_inc_range(BB.phis())) {
      if (Instruction *Counter = computeFromLastIteration(PHI)) {
        PHI.replaceAllUsesWith(Counter);
        PHI.eraseFromParent();
        continue;
      }
      SmallVector<Value *, 4> Values;
      for (Value *V : PHI.incoming_values())
        Values.push_back(stripSinglePHIs(V));
      SmallVector<Instruction *, 4> Computed;
      Value *New = isa<CastInst, BinaryOperator>(Values.front()) &&
                           PHI.getType()->isIntegerTy()
                       ? computeBehindPHI(PHI, Values, Computed)
                       : nullptr;
      if (!New) {
        for (Instruction *I : reverse(Computed))
          I->deleteValue();
        continue;
      }
      Instruction &Place = *BB.getFirstInsertionPt();
      for (Instruction *I : Computed)
        I->insertBefore(&Place);
      PHI.replaceAllUsesWith(New);
      PHI.eraseFromParent();
    }
}
