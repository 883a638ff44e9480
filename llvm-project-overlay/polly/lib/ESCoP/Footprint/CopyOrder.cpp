//===- CopyOrder.cpp - Copy what is contiguous together -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See CopyOrder.h.
//
//===----------------------------------------------------------------------===//

#include "CopyOrder.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <optional>

using namespace llvm;
using namespace polly::escop;

/// An inner loop that steps over less comes to a cache line several times.
static constexpr uint64_t CacheLine = 64;

namespace {
/// What two loops copy; see CopyOrder.h for the names.
struct Trapezoid {
  StoreInst *Store;
  const Loop *Outer;
  const SCEV *From, *To;
  uint64_t ElementBytes;
  const SCEV *Stride;
  /// The last t, and c.
  const SCEV *LastOuter, *LastInner;
  int64_t A, B;
};
} // namespace

/// { Start, Step } of a linear function of @p L's counter; nulls if it is none.
static std::pair<const SCEV *, const SCEV *>
getLinear(const SCEV *S, const Loop &L, ScalarEvolution &SE) {
  if (SE.isLoopInvariant(S, &L))
    return {S, SE.getZero(SE.getEffectiveSCEVType(S->getType()))};
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
      !SE.isLoopInvariant(Rec->getStepRecurrence(SE), &L))
    return {};
  return {Rec->getStart(), Rec->getStepRecurrence(SE)};
}

/// Is @p Inner entered in each iteration of @p Outer in which @p Last, its
/// count of back edges, is not negative, and in no other?
static bool isEnteredIfNotEmpty(const Loop &Inner, const Loop &Outer,
                                const SCEV *Last, const DominatorTree &DT,
                                ScalarEvolution &SE) {
  const BasicBlock *To = Inner.getLoopPreheader();
  if (DT.dominates(To, Outer.getLoopLatch()))
    return true;
  const BasicBlock *From = DT.getNode(To)->getIDom()->getBlock();
  auto *Br = dyn_cast<BranchInst>(From->getTerminator());
  auto *Cmp = Br && Br->isConditional() && To->getSinglePredecessor() == From
                  ? dyn_cast<ICmpInst>(Br->getCondition())
                  : nullptr;
  if (!Cmp || !DT.dominates(From, Outer.getLoopLatch()) ||
      Cmp->getOperand(0)->getType() != Last->getType())
    return false;
  const auto C = getOrdered(*Cmp, Br->getSuccessor(0) == To, SE);
  if (!C)
    return false;
  const SCEV *Difference = SE.getMinusSCEV(C->RHS, C->LHS);
  if (ICmpInst::isLT(C->Predicate))
    Difference = SE.getMinusSCEV(Difference, SE.getOne(Difference->getType()));
  return Difference == Last;
}

/// @p Last without a maximum that is of no account: in no iteration of @p
/// Outer, which has @p LastOuter back edges, is it negative.
static const SCEV *dropMax(const SCEV *Last, const SCEV *LastOuter,
                           const Loop &Outer, ScalarEvolution &SE) {
  ICmpInst::Predicate Predicate;
  auto [X, Y] = matchMax(Last, Predicate, SE);
  if (!X || !ICmpInst::isSigned(Predicate))
    return Last;
  const SCEV *Difference = SE.getMinusSCEV(X, Y);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Difference);
  if (!Rec || Rec->getLoop() != &Outer || !Rec->isAffine())
    return Last;
  const SCEV *Least = SE.isKnownNegative(Rec->getStepRecurrence(SE))
                          ? Rec->evaluateAtIteration(LastOuter, SE)
                          : Rec->getStart();
  return SE.isKnownNonNegative(Least) ? Difference : Last;
}

/// What @p Inner and the loop around it copy, if that is to be reordered.
static std::optional<Trapezoid>
match(const Loop &Inner, const DominatorTree &DT, ScalarEvolution &SE) {
  const Loop *Outer = Inner.getParentLoop();
  if (!Outer || Inner.getNumBlocks() != 1 || !Inner.isLoopSimplifyForm() ||
      !Outer->isLoopSimplifyForm() ||
      Outer->getExitingBlock() != Outer->getLoopLatch())
    return std::nullopt;
  StoreInst *Store = nullptr;
  for (Instruction &I : *Inner.getHeader()) {
    if (!I.mayHaveSideEffects())
      continue;
    if (Store || !isa<StoreInst>(I))
      return std::nullopt;
    Store = cast<StoreInst>(&I);
  }
  auto *Load = Store ? dyn_cast<LoadInst>(Store->getValueOperand()) : nullptr;
  if (!Load || !Load->isSimple() || !Store->isSimple() || !Inner.contains(Load))
    return std::nullopt;
  const SCEV *LastOuter = SE.getBackedgeTakenCount(Outer),
             *Last = SE.getBackedgeTakenCount(&Inner);
  if (isa<SCEVCouldNotCompute>(LastOuter) || isa<SCEVCouldNotCompute>(Last) ||
      !LastOuter->getType()->isIntegerTy(64) ||
      !Last->getType()->isIntegerTy(64))
    return std::nullopt;
  Last = dropMax(Last, LastOuter, *Outer, SE);
  if (!isEnteredIfNotEmpty(Inner, *Outer, Last, DT, SE))
    return std::nullopt;
  Trapezoid T = {Store,   Outer,     nullptr, nullptr, 0,
                 nullptr, LastOuter, nullptr, 0,       0};
  auto GetPlace = [&](Value *Ptr) {
    auto [OfRow, Stride] = getLinear(SE.getSCEV(Ptr), Inner, SE);
    if (!OfRow)
      return std::tuple<const SCEV *, const SCEV *, const SCEV *>();
    auto [First, Step] = getLinear(OfRow, *Outer, SE);
    return std::tuple(First, Step, Stride);
  };
  auto [To, Step, Stride] = GetPlace(Store->getPointerOperand());
  auto [From, FromStep, FromStride] = GetPlace(Load->getPointerOperand());
  auto [First, Growth] = getLinear(Last, *Outer, SE);
  auto *Grows = dyn_cast_or_null<SCEVConstant>(Growth);
  if (!To || !From || Step != FromStep || Stride != FromStride || !Grows ||
      !SE.isLoopInvariant(Stride, Outer))
    return std::nullopt;
  T.From = From;
  T.To = To;
  T.Stride = Stride;
  T.LastInner = First;
  T.ElementBytes = Store->getDataLayout().getTypeStoreSize(Load->getType());
  auto *Constant = dyn_cast<SCEVConstant>(Stride);
  if (Constant && Constant->getAPInt().abs().ule(CacheLine))
    return std::nullopt;
  const SCEV *Size = SE.getConstant(Stride->getType(), T.ElementBytes);
  for (int64_t A : {0, 1, -1}) {
    const SCEV *OfInner =
        SE.getMulExpr(SE.getConstant(Stride->getType(), A, true), Stride);
    if (SE.getMinusSCEV(Step, OfInner) != Size)
      continue;
    T.A = A;
    const std::optional<int64_t> ByOuter = Grows->getAPInt().trySExtValue();
    if (!ByOuter || *ByOuter < -2 || *ByOuter > 2)
      return std::nullopt;
    T.B = A + *ByOuter;
    return T.B >= -1 && T.B <= 1 ? std::optional(T) : std::nullopt;
  }
  return std::nullopt;
}

/// Copy what @p T is of, an interval for each u.
static void emit(const Trapezoid &T, SCEVExpander &Expander) {
  Instruction *At = T.Outer->getLoopPreheader()->getTerminator();
  IRBuilder<> Builder(At);
  Type *I64 = Builder.getInt64Ty();
  auto Expand = [&](const SCEV *S) {
    return Expander.expandCodeFor(S, S->getType(), At);
  };
  Value *Zero = Builder.getInt64(0), *LastOuter = Expand(T.LastOuter),
        *LastInner = Expand(T.LastInner), *Stride = Expand(T.Stride),
        *From = Expand(T.From), *To = Expand(T.To);
  Value *Begin = T.A < 0 ? Builder.CreateNeg(LastOuter) : Zero;
  Value *End = T.B > 0 ? Builder.CreateAdd(LastInner, LastOuter) : LastInner;
  Value *Count =
      Builder.CreateAdd(Builder.CreateSub(End, Begin), Builder.getInt64(1));
  Instruction *Then = SplitBlockAndInsertIfThen(
      Builder.CreateICmpSGT(Count, Zero), At, /*Unreachable=*/false);
  auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(Count, Then);
  Builder.SetInsertPoint(Body);
  Value *U = Builder.CreateAdd(Begin, Index);
  Value *First = Zero, *Last = LastOuter;
  auto LimitFirst = [&](Value *V) {
    First = Builder.CreateBinaryIntrinsic(Intrinsic::smax, First, V);
  };
  auto LimitLast = [&](Value *V) {
    Last = Builder.CreateBinaryIntrinsic(Intrinsic::smin, Last, V);
  };
  if (T.A < 0)
    LimitFirst(Builder.CreateNeg(U));
  else if (T.A > 0)
    LimitLast(U);
  if (T.B > 0)
    LimitFirst(Builder.CreateSub(U, LastInner));
  else if (T.B < 0)
    LimitLast(Builder.CreateSub(LastInner, U));
  Value *Number = Builder.CreateBinaryIntrinsic(
      Intrinsic::smax, Zero,
      Builder.CreateAdd(Builder.CreateSub(Last, First), Builder.getInt64(1)));
  Value *Bytes = ConstantInt::get(I64, T.ElementBytes);
  Value *Offset = Builder.CreateAdd(Builder.CreateMul(U, Stride),
                                    Builder.CreateMul(First, Bytes));
  Builder.CreateMemCpy(Builder.CreatePtrAdd(To, Offset), Align(1),
                       Builder.CreatePtrAdd(From, Offset), Align(1),
                       Builder.CreateMul(Number, Bytes));
}

void polly::escop::copyAlongRows(Function &F, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SCEVExpander Expander(SE, F.getDataLayout(), "escop.copy");
  SmallVector<Trapezoid, 2> Found;
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    std::optional<Trapezoid> T =
        match(*L, FAM.getResult<DominatorTreeAnalysis>(F), SE);
    if (T &&
        all_of(
            ArrayRef({T->From, T->To, T->Stride, T->LastOuter, T->LastInner}),
            [&](const SCEV *S) {
              return SE.isLoopInvariant(S, T->Outer) &&
                     Expander.isSafeToExpandAt(
                         S, T->Outer->getLoopPreheader()->getTerminator());
            }))
      Found.push_back(*T);
  }
  for (const Trapezoid &T : Found) {
    emit(T, Expander);
    T.Store->eraseFromParent();
  }
  if (!Found.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}
