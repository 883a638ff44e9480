//===- VectorChecks.cpp - Where the vectoriser checks accesses ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In front of a loop, the vectoriser checks that what is stored there does not
// overlap what is loaded. Where it knows how often the loop around iterates,
// the check is of all iterations of that, lest it be repeated (expandBounds,
// LoopUtils.cpp). In
//
//   for (i = k + 1; i < n; ++i)
//     for (j = k + 1; j < n; ++j)
//       a[i][j] -= a[i][k] * a[k][j];
//
// the rows i are all that follows row k, a[i][k] among them, and the vectors
// are never executed (200 x 200, double: 1.2 ms, 0.5 if the rows are checked
// one by one). So the vectoriser is not to know how often loops like that
// around i iterate.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// Where an access of an innermost loop begins.
struct Access {
  const SCEV *Base, *First;
  bool IsStore;
};

} // namespace

/// Where accesses of @p L begin; none if some are not known.
static SmallVector<Access, 8> findAccesses(const Loop &L, ScalarEvolution &SE) {
  SmallVector<Access, 8> Accesses;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      const Value *Ptr = getLoadStorePointerOperand(&I);
      if (!Ptr)
        continue;
      const SCEV *Address = SE.getSCEV(const_cast<Value *>(Ptr));
      auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
      const SCEV *First =
          Rec && Rec->getLoop() == &L ? Rec->getStart() : Address;
      if (!SE.isLoopInvariant(First, &L))
        return {};
      Accesses.push_back(
          {SE.getPointerBase(Address), First, isa<StoreInst>(I)});
    }
  return Accesses;
}

/// Does the innermost @p L store to other elements of an array in each
/// iteration of the loop around, and access some that lie between these? Row k
/// does not lie between those from k + 1 on.
static bool overlapsInLoopAround(const Loop &L, ScalarEvolution &SE) {
  const Loop &Around = *L.getParentLoop();
  auto AsRec = [&](const SCEV *S) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
    return Rec && Rec->getLoop() == &Around ? Rec : nullptr;
  };
  const auto Accesses = findAccesses(L, SE);
  return any_of(Accesses, [&](const Access &Store) {
    auto *Stored = Store.IsStore ? AsRec(Store.First) : nullptr;
    return Stored && any_of(Accesses, [&](const Access &Other) {
             if (Other.Base != Store.Base || Other.First == Store.First)
               return false;
             return AsRec(Other.First) ||
                    SE.getMinusSCEV(Stored->getStart(), Other.First) !=
                        Stored->getStepRecurrence(SE);
           });
  });
}

void polly::escop::limitVectorChecks(Function &F,
                                     FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (const Loop *L : LI.getLoopsInPreorder()) {
    const Loop *Around = L->getParentLoop();
    BasicBlock *Latch = Around ? Around->getLoopLatch() : nullptr;
    if (!L->isInnermost() || !Latch || !Around->isLoopExiting(Latch) ||
        isa<SCEVCouldNotCompute>(SE.getExitCount(Around, Latch)) ||
        !overlapsInLoopAround(*L, SE))
      continue;
    auto *Br = dyn_cast<BranchInst>(Latch->getTerminator());
    auto *Cmp = Br ? dyn_cast<ICmpInst>(Br->getCondition()) : nullptr;
    if (!Cmp)
      continue;
    const unsigned Counter = Around->isLoopInvariant(Cmp->getOperand(0));
    IRBuilder<> Builder(Cmp);
    Cmp->setOperand(Counter, hide(Builder, Cmp->getOperand(Counter)));
    SE.forgetLoop(Around);
  }
}
