//===- ProductNest.cpp - Three loops that are a matrix product
//---------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is a product whatever its loops' order, and however its arrays are
// indexed, if
//
//   - it consists of three loops, each in the former, that always iterate
//   equally
//     often, and its only effect is one store, in each innermost iteration;
//   - the store adds a product to what it overwrites;
//   - with the sums' loop, k, the result's address does not change; one factor
//     does not change with one of the others, and one not with the other one.
//
// What else the loops contain are values, which are of no interest as nothing
// behind the loops uses them. That no two iterations of i and j store to one
// place, and that none stores to what is read, is checked at run time.
//
//===----------------------------------------------------------------------===//

#include "ProductNest.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace polly::escop;

/// A factor with more operations is left alone.
static constexpr unsigned MaxFactorOperations = 32;

namespace {

class ProductMatcher {
  ScalarEvolution &SE;
  const DominatorTree &DT;
  ProductNest P;
  LoadInst *Old = nullptr;

  bool matchLoops(Loop &Outermost);
  bool matchEntry(Loop &Inner);
  bool matchEffects();
  bool matchSum();
  bool matchFactor(ProductFactor &Factor, Value *V);
  bool collect(ProductFactor &Factor, Value *V);
  bool matchRoles();

public:
  ProductMatcher(ScalarEvolution &SE, const DominatorTree &DT)
      : SE(SE), DT(DT) {}

  bool run(Loop &Outermost);
  ProductNest take() { return std::move(P); }
};

} // namespace

/// Is @p Inner entered in each iteration of its parent, if a comparison that
/// does not change goes the right way?
bool ProductMatcher::matchEntry(Loop &Inner) {
  if (DT.dominates(Inner.getHeader(), Inner.getParentLoop()->getLoopLatch()))
    return true;
  BranchInst *Guard = Inner.getLoopGuardBranch();
  auto *Cmp = Guard ? dyn_cast<ICmpInst>(Guard->getCondition()) : nullptr;
  if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()) ||
      !DT.dominates(Guard->getParent(), Inner.getParentLoop()->getLoopLatch()))
    return false;
  for (Value *Op : Cmp->operands())
    if (!SE.isLoopInvariant(SE.getSCEV(Op), P.Loops.front()))
      return false;
  P.Entered.push_back(
      {Cmp, Guard->getSuccessor(0) == Inner.getLoopPreheader()});
  return true;
}

bool ProductMatcher::matchLoops(Loop &Outermost) {
  Loop *L = &Outermost;
  for (unsigned Idx = 0; Idx < NestDepth; ++Idx) {
    if (!L->isLoopSimplifyForm() || !L->getExitBlock() ||
        L->getExitingBlock() != L->getLoopLatch() ||
        L->getSubLoops().size() != (Idx + 1 < NestDepth))
      return false;
    P.Loops[Idx] = L;
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Count) ||
        !SE.isLoopInvariant(Count, &Outermost) ||
        SE.getTypeSizeInBits(Count->getType()) > 64 || (Idx && !matchEntry(*L)))
      return false;
    P.BackedgeTakenCounts[Idx] = Count;
    if (Idx + 1 < NestDepth)
      L = L->getSubLoops().front();
  }
  return true;
}

/// Find the only store, and see to it that there is no other effect.
bool ProductMatcher::matchEffects() {
  const Loop &Outermost = *P.Loops.front(), &Innermost = *P.Loops.back();
  for (BasicBlock *BB : Outermost.blocks())
    for (Instruction &I : *BB) {
      if (any_of(I.users(), [&](const User *U) {
            return !Outermost.contains(cast<Instruction>(U));
          }))
        return false;
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && Store->isSimple() && !P.Store)
        P.Store = Store;
      else if (I.mayHaveSideEffects())
        return false;
    }
  return P.Store && Innermost.contains(P.Store) &&
         DT.dominates(P.Store->getParent(), Innermost.getLoopLatch());
}

/// Match what is stored: the old value, and a product that is added.
bool ProductMatcher::matchSum() {
  auto *Sum = dyn_cast<Instruction>(P.Store->getValueOperand());
  if (!Sum || !P.Loops.back()->contains(Sum))
    return false;
  TileOperation &Op = P.Operation;
  Op.Ty = Sum->getType();
  Value *U = nullptr, *V = nullptr, *Acc = nullptr;
  Instruction *Product = Sum;
  auto *Call = dyn_cast<IntrinsicInst>(Sum);
  if (Call && is_contained({Intrinsic::fmuladd, Intrinsic::fma},
                           Call->getIntrinsicID())) {
    Op.Fused = Call->getIntrinsicID();
    U = Call->getArgOperand(0);
    V = Call->getArgOperand(1);
    Acc = Call->getArgOperand(2);
  } else if (match(Sum,
                   m_c_FAdd(m_FMul(m_Value(U), m_Value(V)), m_Value(Acc))) ||
             match(Sum, m_FSub(m_Value(Acc), m_FMul(m_Value(U), m_Value(V)))) ||
             match(Sum, m_c_Add(m_Mul(m_Value(U), m_Value(V)), m_Value(Acc))) ||
             match(Sum, m_Sub(m_Value(Acc), m_Mul(m_Value(U), m_Value(V))))) {
    Op.Add = cast<BinaryOperator>(Sum)->getOpcode();
    Product = cast<Instruction>(Sum->getOperand(Sum->getOperand(0) == Acc));
  } else {
    return false;
  }
  if (isa<FPMathOperator>(Sum)) {
    Op.Flags = Sum->getFastMathFlags();
    Op.Flags &= Product->getFastMathFlags();
  }
  Old = dyn_cast<LoadInst>(Acc);
  return Old && Old->isSimple() && P.Loops.back()->contains(Old) &&
         SE.getSCEV(Old->getPointerOperand()) ==
             SE.getSCEV(P.Store->getPointerOperand()) &&
         matchFactor(P.Factors[0], U) && matchFactor(P.Factors[1], V);
}

/// Collect what computes @p V, of which nothing but the loads' addresses may
/// depend on the loops' counters.
bool ProductMatcher::collect(ProductFactor &Factor, Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !P.Loops.front()->contains(I) ||
      is_contained(Factor.Computation, I))
    return true;
  if (Factor.Computation.size() == MaxFactorOperations)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    AffineForms Forms(SE, P.Loops, P.RangeChecks);
    std::optional<AffineAccess> Access = Forms.getAccess(*Load);
    if (!Load->isSimple() || !Access)
      return false;
    Factor.Loads.insert({Load, *Access});
  } else if (isa<PHINode>(I) || I->mayReadFromMemory() ||
             !isSafeToSpeculativelyExecute(I) ||
             !all_of(I->operands(),
                     [&](Value *Op) { return collect(Factor, Op); })) {
    return false;
  }
  Factor.Computation.push_back(I);
  return true;
}

bool ProductMatcher::matchFactor(ProductFactor &Factor, Value *V) {
  const DataLayout &DL = P.Store->getDataLayout();
  Factor.V = V;
  return collect(Factor, V) && !Factor.Loads.empty() &&
         all_of(Factor.Loads, [&](const auto &Load) {
           Type *Ty = Load.second.Ty;
           return !isa<ScalableVectorType>(Ty) &&
                  DL.typeSizeEqualsStoreSize(Ty);
         });
}

/// Find out which loop is which.
bool ProductMatcher::matchRoles() {
  AffineForms Forms(SE, P.Loops, P.RangeChecks);
  std::optional<AffineAccess> Result = Forms.getAccess(*P.Store);
  if (!Result)
    return false;
  P.Result = *Result;
  SmallVector<unsigned, NestDepth> Others;
  for (unsigned Idx = 0; Idx < NestDepth; ++Idx)
    if (P.Result.varies(Idx))
      Others.push_back(Idx);
    else
      P.Role[runtime::PL_Depth] = Idx;
  if (Others.size() + 1 != NestDepth)
    return false;
  auto [Row, Column] = std::pair(Others[0], Others[1]);
  if (P.Factors[0].varies(Column) || P.Factors[1].varies(Row))
    std::swap(Row, Column);
  P.Role[runtime::PL_Row] = Row;
  P.Role[runtime::PL_Column] = Column;
  return !P.Factors[0].varies(Column) && !P.Factors[1].varies(Row);
}

bool ProductMatcher::run(Loop &Outermost) {
  return matchLoops(Outermost) && matchEffects() && matchSum() && matchRoles();
}

std::optional<ProductNest> polly::escop::matchProduct(Loop &Outermost,
                                                      ScalarEvolution &SE,
                                                      const DominatorTree &DT) {
  ProductMatcher Matcher(SE, DT);
  if (!Matcher.run(Outermost))
    return std::nullopt;
  return Matcher.take();
}
