//===- Reload.cpp - Load what memory holds from there ---------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most people write
//
//   for (i…) {
//     double f = A[i][k] / A[k][k];
//     A[i][k] = f;
//     for (j = k + 1; j < n; ++j)
//       A[i][j] -= f * A[k][j];
//   }
//
// and not `A[i][j] -= A[i][k] * A[k][j]`. The scalar f has one value at a time,
// which keeps the iterations of i in order. A[i][k] holds it where f is used,
// so it is loaded from there.
//
// polly/lib/Transform/ForwardOpTree.cpp does that, too, from all that is known
// of all values at all times, for which isl takes seconds in a factorization.
// Here one element is asked about, that which the statement that defines the
// value has loaded it from, or stored it to: does anything store to it before
// the value is used?
//
// What was computed of such a value in front of a loop, as -f is by LICM, is
// computed in the loop again, so that it is the value that is used there.
//
//===----------------------------------------------------------------------===//

#include "Reload.h"
#include "polly/ScopInfo.h"
#include "polly/Support/GICHelper.h"
#include "polly/Support/ISLTools.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Operations of isl for all values of a SCoP.
static constexpr unsigned long MaxOperations = 100000;

namespace {
class Reloader {
  Scop &S;
  const isl::set Assumed;
  /// { statement[] -> time[] }
  const isl::union_map Order;

  isl::map getDefinition(const ScopStmt &User, const ScopStmt &Definer) const;
  isl::map getAccess(const MemoryAccess &Access) const;
  bool isOverwritten(const MemoryAccess &Holder, const isl::map &Element,
                     const isl::map &Definition) const;

public:
  explicit Reloader(Scop &S)
      : S(S), Assumed(S.getContext()
                          .intersect(S.getAssumedContext())
                          .subtract(S.getInvalidContext())
                          .coalesce()),
        Order(S.getSchedule().intersect_domain(S.getDomains())) {}
  bool reload(MemoryAccess &Scalar) const;
};
} // namespace

/// \returns { user[] -> definer[] }, the instance that defines what an instance
/// of \p User uses, or null if \p Definer is in loops that \p User is not in.
isl::map Reloader::getDefinition(const ScopStmt &User,
                                 const ScopStmt &Definer) const {
  const unsigned Common = Definer.getNumIterators();
  if (Common > User.getNumIterators())
    return {};
  for (unsigned Dim = 0; Dim < Common; ++Dim)
    if (Definer.getLoopForDimension(Dim) != User.getLoopForDimension(Dim))
      return {};
  isl::map Result =
      isl::map::from_domain_and_range(User.getDomain(), Definer.getDomain());
  for (unsigned Dim = 0; Dim < Common; ++Dim)
    Result = Result.equate(isl::dim::in, Dim, isl::dim::out, Dim);
  return Result;
}

isl::map Reloader::getAccess(const MemoryAccess &Access) const {
  return Access.getLatestAccessRelation().intersect_domain(
      Access.getStatement()->getDomain());
}

/// Does anything store to \p Element, which is that of \p Holder in the
/// instances of \p Definition, between these and the users?
bool Reloader::isOverwritten(const MemoryAccess &Holder,
                             const isl::map &Element,
                             const isl::map &Definition) const {
  const ScopStmt *Definer = Holder.getStatement();
  isl::union_map Writes = isl::union_map::empty(S.getIslCtx());
  for (const ScopStmt &Stmt : S)
    for (const MemoryAccess *Access : Stmt) {
      if (!Access->isWrite() || !Access->isLatestArrayKind() ||
          Access->getLatestScopArrayInfo() != Holder.getLatestScopArrayInfo())
        continue;
      // In one statement the order is another one.
      if (&Stmt == Definer && Access != &Holder)
        return true;
      Writes = Writes.unite(getAccess(*Access));
    }
  isl::union_map Begin = isl::union_map(Definition).apply_range(Order);
  const isl::union_map Behind = isl::manage(
      isl_union_map_lex_lt_union_map(Begin.release(), Order.copy()));
  const isl::union_map InFront =
      isl::manage(isl_union_map_lex_gt_union_map(Order.copy(), Order.copy()));
  return !isl::union_map(Element)
              .apply_range(Writes.reverse())
              .intersect(Behind)
              .intersect(InFront)
              .intersect_params(Assumed)
              .is_empty()
              .is_true();
}

/// Let what \p Scalar reads be loaded from memory, if an element holds it.
bool Reloader::reload(MemoryAccess &Scalar) const {
  ScopStmt *User = Scalar.getStatement();
  auto *Value = dyn_cast<Instruction>(Scalar.getAccessValue());
  ScopStmt *Definer = Value ? S.getStmtFor(Value) : nullptr;
  if (!Definer || Definer == User || !Definer->isBlockStmt() ||
      !User->isBlockStmt())
    return false;
  const isl::map Definition = getDefinition(*User, *Definer);
  if (Definition.is_null())
    return false;
  for (MemoryAccess *Holder : *Definer) {
    if (!Holder->isLatestArrayKind() || !Holder->isOriginalArrayKind() ||
        Holder->getAccessValue() != Value ||
        !(Holder->isRead() || Holder->isMustWrite()) ||
        Holder->getLatestScopArrayInfo()->getElementType() != Value->getType())
      continue;
    const isl::map Element = Definition.apply_range(getAccess(*Holder));
    if (!Element.is_single_valued().is_true() ||
        !User->getDomain()
             .intersect_params(Assumed)
             .is_subset(Element.domain())
             .is_true() ||
        isOverwritten(*Holder, Element, Definition))
      continue;
    Scalar.setNewAccessRelation(
        Element.gist_domain(User->getDomain()).coalesce());
    return true;
  }
  return false;
}

PreservedAnalyses ReloadPass::run(Scop &S, ScopAnalysisManager &,
                                  ScopStandardAnalysisResults &, SPMUpdater &) {
  IslMaxOperationsGuard Guard(S.getIslCtx().get(), MaxOperations);
  const Reloader R(S);
  bool Changed = false;
  for (ScopStmt &Stmt : S)
    for (MemoryAccess *Access : Stmt)
      if (Access->isLatestValueKind() && Access->isRead())
        Changed |= R.reload(*Access);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/// Is @p I floating-point arithmetic, which may be repeated anywhere, the
/// result of which memory does not hold?
static bool isRepeatable(const Instruction &I) {
  return I.getType()->isFloatingPointTy() &&
         isa<UnaryOperator, BinaryOperator, CastInst>(I) &&
         none_of(I.users(), [](const User *U) { return isa<StoreInst>(U); });
}

/// What is behind the last store of @p BB, if that adds to a sum over the
/// iterations of the loop around, and that has loops in it.
static Instruction *findSumBehindStore(BasicBlock &BB, const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(&BB);
  if (!L || L->isInnermost() || !L->getLoopLatch())
    return nullptr;
  auto IsSum = [&](const Instruction &I) {
    return I.getType()->isFloatingPointTy() && any_of(I.users(), [&](auto *U) {
             auto *PHI = dyn_cast<PHINode>(U);
             return PHI && PHI->getParent() == L->getHeader() &&
                    is_contained(I.operands(), PHI);
           });
  };
  Instruction *Store = nullptr;
  bool HasSum = false;
  for (Instruction &I : BB)
    if (isa<StoreInst>(I)) {
      Store = &I;
      HasSum = false;
    } else {
      HasSum |= IsSum(I);
    }
  return Store && HasSum ? Store->getNextNode() : nullptr;
}

void polly::escop::separateSums(Function &Shadow,
                                FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  for (BasicBlock &BB : make_early_inc_range(Shadow))
    if (Instruction *Behind = findSumBehindStore(BB, LI))
      SplitBlock(&BB, Behind, &DT, &LI);
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}

void polly::escop::repeatInInnerLoops(Function &Shadow,
                                      FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  SmallVector<Instruction *, 16> Worklist;
  for (Instruction &I : instructions(Shadow))
    if (isRepeatable(I) && LI.getLoopFor(I.getParent()))
      Worklist.push_back(&I);
  // Behind what uses it.
  for (Instruction *I : reverse(Worklist)) {
    const Loop *L = LI.getLoopFor(I->getParent());
    for (Use &U : make_early_inc_range(I->uses())) {
      auto *User = cast<Instruction>(U.getUser());
      const Loop *UserLoop = LI.getLoopFor(User->getParent());
      if (isa<PHINode>(User) || UserLoop == L || !L->contains(UserLoop))
        continue;
      Instruction *Copy = I->clone();
      Copy->insertBefore(User->getIterator());
      U.set(Copy);
    }
    if (I->use_empty())
      I->eraseFromParent();
  }
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}
