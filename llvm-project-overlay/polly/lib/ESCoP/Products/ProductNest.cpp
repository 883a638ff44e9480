//===- ProductNest.cpp - Three loops that are a matrix product ------------===//
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
//     equally often, or of which one of i and j has a range that grows or
//     shrinks with the other one;
//   - in each innermost iteration a product is added to an element of memory,
//     or to a scalar that is stored behind the innermost loop;
//   - with the sums' loop, k, the element does not change; one factor does not
//     change with one of the others, and one not with the other one;
//   - what else it does can be done in front of all products, or behind them:
//
//       for (i…) for (j…) {                for (i…) for (j…) C[i][j] = 0;
//         C[i][j] = 0;                     for (i…) for (j…) for (k…)
//         for (k…)                           C[i][j] += A[i][k] * B[k][j];
//           C[i][j] += A[i][k] * B[k][j];  for (i…) for (j…)
//         check(C[i][j]);                    check(C[i][j]);
//       }
//
// The last is so if no other memory is written than the elements of the result
// (and, if these are a triangle, their mirror images, which nothing reads),
// each in the iteration of i and j, or of the one that is the outermost loop,
// that adds to it, and if these are read nowhere else. Such accesses are called
// own. Guard markers may be executed in any order. What is done behind the
// products loads again what the nest loads in front of them: an own element's
// value there may be used there only, unless the element keeps it.
//
// That no two iterations of i and j store to one place, and that none stores to
// what is read, is checked at run time.
//
//===----------------------------------------------------------------------===//

#include "ProductLoops.h"
#include "polly/ESCoP/Support.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
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
  const LoopInfo &LI;
  AAResults &AA;
  ProductNest P;
  RequirementFinder Requirements;
  ProductLoopMatcher Loops;
  /// What computes the conditions of P.OfSums.
  SmallPtrSet<const Instruction *, 8> OfSum;
  /// Loads of own elements in front of the innermost loop.
  SmallVector<Instruction *, 4> OwnInFront;

  bool matchSum();
  bool matchScalarSum();
  bool matchOperation(Value *Acc);
  bool matchFactor(ProductFactor &Factor, Value *V);
  bool collect(ProductFactor &Factor, Value *V);
  bool varies(const AffineAccess &Access, unsigned Loop) const;
  bool varies(const ProductFactor &Factor, unsigned Loop) const;
  bool matchRoles();
  bool matchSkewedRoles();
  void unskew(AffineAccess &Access) const;
  bool matchEffects();
  bool matchEffect(Instruction &I);
  bool matchMarker(Instruction &Call);
  bool matchMarkerOfSum(Instruction &Call);
  bool collectOfSum(Value *V);
  bool matchRead(LoadInst &Load);
  bool matchIterations();
  bool isUsedInFront() const;
  bool isOwn(Instruction &Access);
  bool isMirror(Instruction &Store);
  bool fillsOwnRow(MemSetInst &Fill);
  bool isBehind(const Instruction &I) const {
    return Loops.Order.lookup(I.getParent()) >
           Loops.Order.lookup(P.getInnermost().getHeader());
  }

public:
  ProductMatcher(Function &F, FunctionAnalysisManager &FAM)
      : SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)), AA(FAM.getResult<AAManager>(F)),
        Requirements(SE, P.Loops, P.RangeChecks, P.Required),
        Loops(SE, DT, FAM.getResult<PostDominatorTreeAnalysis>(F), P,
              Requirements) {}

  bool run(Loop &Innermost);
  ProductNest take() { return std::move(P); }
};

} // namespace

/// Match @p Acc plus a product as the value of P.Sum.
bool ProductMatcher::matchOperation(Value *Acc) {
  P.Acc = Acc;
  Instruction *Sum = P.Sum, *Product = Sum;
  TileOperation &Op = P.Operation;
  Op.Ty = Sum->getType();
  Value *U = nullptr, *V = nullptr;
  if (isFusedMultiplyAdd(*Sum)) {
    if (Sum->getOperand(2) != Acc)
      return false;
    Op.Fused = cast<IntrinsicInst>(Sum)->getIntrinsicID();
    U = Sum->getOperand(0);
    V = Sum->getOperand(1);
  } else if (match(Sum,
                   m_c_FAdd(m_FMul(m_Value(U), m_Value(V)), m_Specific(Acc))) ||
             match(Sum,
                   m_FSub(m_Specific(Acc), m_FMul(m_Value(U), m_Value(V)))) ||
             match(Sum,
                   m_c_Add(m_Mul(m_Value(U), m_Value(V)), m_Specific(Acc))) ||
             match(Sum,
                   m_Sub(m_Specific(Acc), m_Mul(m_Value(U), m_Value(V))))) {
    Op.Add = cast<BinaryOperator>(Sum)->getOpcode();
    Product = cast<Instruction>(Sum->getOperand(Sum->getOperand(0) == Acc));
  } else {
    return false;
  }
  if (isa<FPMathOperator>(Sum)) {
    Op.Flags = Sum->getFastMathFlags();
    Op.Flags &= Product->getFastMathFlags();
  }
  return matchFactor(P.Factors[0], U) && matchFactor(P.Factors[1], V);
}

/// Match a sum that is stored behind the innermost loop.
bool ProductMatcher::matchScalarSum() {
  const Loop &L = P.getInnermost();
  PHINode *Acc = nullptr;
  for (PHINode &PHI : L.getHeader()->phis())
    if (!SE.isSCEVable(PHI.getType()) ||
        !isa<SCEVAddRecExpr>(SE.getSCEV(&PHI))) {
      if (Acc)
        return false;
      Acc = &PHI;
    }
  if (!Acc)
    return false;
  P.Sum =
      dyn_cast<Instruction>(Acc->getIncomingValueForBlock(L.getLoopLatch()));
  P.Start = Acc->getIncomingValueForBlock(L.getLoopPreheader());
  if (!P.Sum || !L.contains(P.Sum) || !matchOperation(Acc))
    return false;
  // If the sum is stored itself, it can be added up in the element.
  const Loop *Around = P.Loops[NestDepth - 2];
  auto IsSum = [&](Value *V) {
    auto *Out = dyn_cast<PHINode>(V);
    return Out && Out->getParent() == L.getExitBlock() &&
           Out->getIncomingValue(0) == P.Sum;
  };
  for (BasicBlock *BB : Around->blocks())
    for (Instruction &I : *BB) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && Store->isSimple() && isBehind(I) &&
          LI.getLoopFor(BB) == Around &&
          DT.dominates(BB, Around->getLoopLatch()) &&
          (!P.Store || IsSum(Store->getValueOperand())))
        P.Store = Store;
    }
  P.HasBuffer = P.Store && !IsSum(P.Store->getValueOperand());
  return P.Store;
}

bool ProductMatcher::matchSum() {
  const Loop &L = P.getInnermost();
  for (BasicBlock *BB : L.blocks()) {
    if (Loops.Skipped.contains(BB))
      continue;
    for (Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I)) {
        if (P.Store || !Store->isSimple())
          return false;
        P.Store = Store;
      }
  }
  if (!P.Store)
    return matchScalarSum();
  P.Sum = dyn_cast<Instruction>(P.Store->getValueOperand());
  if (!P.Sum || !L.contains(P.Sum) ||
      !DT.dominates(P.Store->getParent(), L.getLoopLatch()))
    return false;
  for (Value *Op : P.Sum->operands()) {
    auto *Load = dyn_cast<LoadInst>(Op);
    if (Load && Load->isSimple() && L.contains(Load) &&
        SE.getSCEV(Load->getPointerOperand()) ==
            SE.getSCEV(P.Store->getPointerOperand())) {
      P.Old = Load;
      return matchOperation(Load);
    }
  }
  return false;
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
    AffineForms Forms(SE, P.Loops, Requirements.getStraight(), P.RangeChecks);
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
  const DataLayout &DL = P.Sum->getDataLayout();
  Factor.V = V;
  return collect(Factor, V) && !Factor.Loads.empty() &&
         all_of(Factor.Loads, [&](const auto &Load) {
           Type *Ty = Load.second.Ty;
           return !isa<ScalableVectorType>(Ty) &&
                  DL.typeSizeEqualsStoreSize(Ty);
         });
}

/// Let the number of the inner loop's iteration, if that begins with the outer
/// one's counter, be the counter.
void ProductMatcher::unskew(AffineAccess &Access) const {
  if (!P.Triangle || !P.Triangle->Skew)
    return;
  const SCEV *&Outer = Access.Offset.Steps[P.Triangle->Outer];
  Outer = SE.getMinusSCEV(Outer, Access.Offset.Steps[P.Triangle->Inner]);
}

bool ProductMatcher::varies(const AffineAccess &Access, unsigned Loop) const {
  AffineAccess Unskewed = Access;
  unskew(Unskewed);
  return Unskewed.varies(Loop);
}

bool ProductMatcher::varies(const ProductFactor &Factor, unsigned Loop) const {
  return any_of(Factor.Loads,
                [&](const auto &Load) { return varies(Load.second, Loop); });
}

/// Find out which loop is which.
bool ProductMatcher::matchRoles() {
  AffineForms Forms(SE, P.Loops, Requirements.getStraight(), P.RangeChecks);
  std::optional<AffineAccess> Result = Forms.getAccess(*P.Store);
  if (!Result)
    return false;
  P.Result = *Result;
  if (!P.Triangle)
    return matchSkewedRoles();
  for (int64_t Skew : {0, 1}) {
    P.Triangle->Skew = Skew;
    if (Skew + P.Triangle->CountStep <= 1 && matchSkewedRoles())
      return P.Role[runtime::PL_Depth] != P.Triangle->Outer &&
             P.Role[runtime::PL_Depth] != P.Triangle->Inner;
  }
  return false;
}

bool ProductMatcher::matchSkewedRoles() {
  SmallVector<unsigned, NestDepth> Others;
  for (unsigned Idx = 0; Idx < NestDepth; ++Idx)
    if (varies(P.Result, Idx))
      Others.push_back(Idx);
    else
      P.Role[runtime::PL_Depth] = Idx;
  if (Others.size() + 1 != NestDepth)
    return false;
  auto [Row, Column] = std::pair(Others[0], Others[1]);
  if (varies(P.Factors[0], Column) || varies(P.Factors[1], Row))
    std::swap(Row, Column);
  P.Role[runtime::PL_Row] = Row;
  P.Role[runtime::PL_Column] = Column;
  return !varies(P.Factors[0], Column) && !varies(P.Factors[1], Row);
}

/// Does @p Access access the element of the result that is added to in the same
/// iterations of the loops around both, which do not include k?
bool ProductMatcher::isOwn(Instruction &Access) {
  const Loop *Around = LI.getLoopFor(Access.getParent());
  LoopChain Loops = P.Loops;
  if (Around == Loops[NestDepth - 2]) {
    if (P.Role[runtime::PL_Depth] != NestDepth - 1)
      return false;
  } else {
    // In another loop, with the result's elements in the same order.
    const unsigned K = P.Role[runtime::PL_Depth];
    if (!K || Around->getParentLoop() != Loops.front() ||
        Around->getExitingBlock() != Around->getLoopLatch() ||
        !DT.dominates(Access.getParent(), Around->getLoopLatch()))
      return false;
    const unsigned Other = NestDepth - K;
    if (SE.getBackedgeTakenCount(Around) !=
        SE.getBackedgeTakenCount(P.Loops[Other]))
      return false;
    Loops[Other] = const_cast<Loop *>(Around);
  }
  SmallVector<RangeCheck, 4> Checks;
  std::optional<AffineAccess> A =
      AffineForms(SE, Loops, Requirements.getStraight(), Checks)
          .getAccess(Access);
  if (!A || A->Base != P.Result.Base || A->Ty != P.Result.Ty ||
      A->Offset.Start != P.Result.Offset.Start ||
      A->Offset.Steps != P.Result.Offset.Steps)
    return false;
  P.RangeChecks.append(Checks);
  return true;
}

/// Does @p Store, behind the innermost loop, store to the element whose row is
/// the column of the one that is added to, and the other way round? In a
/// triangle that ends at the diagonal, or begins there, this is no other one
/// that is added to.
bool ProductMatcher::isMirror(Instruction &Store) {
  const bool EndsAtDiagonal =
      P.Triangle && !P.Triangle->Limit &&
      (P.Triangle->Skew ||
       (P.Triangle->CountStep > 0 && P.Triangle->Count->isZero()));
  if (!EndsAtDiagonal || P.Role[runtime::PL_Depth] != NestDepth - 1 ||
      LI.getLoopFor(Store.getParent()) != P.Loops[NestDepth - 2])
    return false;
  SmallVector<RangeCheck, 4> Checks;
  std::optional<AffineAccess> A =
      AffineForms(SE, P.Loops, Requirements.getStraight(), Checks)
          .getAccess(Store);
  if (!A || A->Base != P.Result.Base || A->Ty != P.Result.Ty ||
      A->Offset.Start != P.Result.Offset.Start)
    return false;
  AffineAccess Own = P.Result;
  unskew(Own);
  unskew(*A);
  const unsigned Outer = P.Triangle->Outer, Inner = P.Triangle->Inner;
  if (A->Offset.Steps[Outer] != Own.Offset.Steps[Inner] ||
      A->Offset.Steps[Inner] != Own.Offset.Steps[Outer])
    return false;
  P.RangeChecks.append(Checks);
  return P.HasMirror = true;
}

/// Does @p Fill, which a loop was made into, store to the elements that are
/// added to in the same iteration of the outermost loop, if they are
/// contiguous?
bool ProductMatcher::fillsOwnRow(MemSetInst &Fill) {
  const unsigned K = P.Role[runtime::PL_Depth];
  if (!K || Fill.isVolatile() ||
      LI.getLoopFor(Fill.getParent()) != P.Loops.front())
    return false;
  const unsigned Other = NestDepth - K;
  const SCEV *Length = SE.getSCEV(Fill.getLength());
  Type *Ty = Length->getType();
  const SCEV *Bytes =
      SE.getConstant(Ty, Fill.getDataLayout().getTypeStoreSize(P.Result.Ty));
  const SCEV *Count = SE.getTripCountFromExitCount(
      SE.getBackedgeTakenCount(P.Loops[Other]), Ty, nullptr);
  SmallVector<RangeCheck, 4> Checks;
  std::optional<AffineAccess> A =
      AffineForms(SE, P.Loops, Requirements.getStraight(), Checks)
          .getAccess(Fill.getRawDest());
  if (P.Result.Offset.Steps[Other] != Bytes ||
      SE.getMulExpr(Count, Bytes) != Length || !A || A->Base != P.Result.Base ||
      A->Offset.Start != P.Result.Offset.Start ||
      A->Offset.Steps[0] != P.Result.Offset.Steps[0])
    return false;
  P.RangeChecks.append(Checks);
  return true;
}

/// Is what @p Load reads not written, or its own?
bool ProductMatcher::matchRead(LoadInst &Load) {
  if (!Load.isSimple())
    return false;
  if (&Load == P.Old || Load.use_empty() ||
      AA.isNoAlias(MemoryLocation::getBeforeOrAfter(P.Result.Base),
                   MemoryLocation::getBeforeOrAfter(Load.getPointerOperand())))
    return true;
  if (!P.getInnermost().contains(&Load) && isOwn(Load)) {
    if (!isBehind(Load))
      OwnInFront.push_back(&Load);
    P.HasBuffer |= P.Start && isBehind(Load);
    return true;
  }
  std::optional<AffineAccess> Access =
      AffineForms(SE, P.Loops, Requirements.getStraight(), P.RangeChecks)
          .getAccess(Load);
  // Operands may be other parts of the result's array, but not its elements.
  if (!Access || (Access->Base == P.Result.Base &&
                  (!P.getInnermost().contains(&Load) ||
                   Access->Offset.Start == P.Result.Offset.Start)))
    return false;
  P.Reads.push_back(*Access);
  return true;
}

/// Match a guard marker in the innermost loop, whose condition is one of
/// operands.
bool ProductMatcher::matchMarker(Instruction &Call) {
  ProductFactor Condition;
  if (!DT.dominates(Call.getParent(), P.getInnermost().getLoopLatch()) ||
      !matchFactor(Condition, Call.getOperand(0)) ||
      Condition.Loads.count(P.Old))
    return false;
  OperandMarker Marker = {&Call, {}};
  for (unsigned Idx = 0; Idx < NestDepth; ++Idx)
    Marker.Varies[Idx] = Condition.varies(Idx);
  // The inner loop's range is not that of the outer one's first iteration.
  if (P.Triangle)
    Marker.Varies[P.Triangle->Outer] |= Marker.Varies[P.Triangle->Inner];
  if (all_of(Marker.Varies, [](bool Varies) { return Varies; }))
    return false;
  P.Inside.push_back(Marker);
  return true;
}

/// Are there vectors of what @p I computes, an element from elements?
static bool isElementwise(const Instruction &I) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    return is_contained({Intrinsic::fabs, Intrinsic::minnum, Intrinsic::maxnum,
                         Intrinsic::minimum, Intrinsic::maximum,
                         Intrinsic::copysign, Intrinsic::sqrt, Intrinsic::smin,
                         Intrinsic::smax, Intrinsic::umin, Intrinsic::umax},
                        Call->getIntrinsicID());
  return isa<BinaryOperator, CmpInst, SelectInst, UnaryOperator>(I) ||
         isa<FPExtInst, FPTruncInst, SExtInst, ZExtInst, TruncInst>(I);
}

/// Collect what computes @p V from sums and invariants.
bool ProductMatcher::collectOfSum(Value *V) {
  SumGuards &Of = P.OfSums;
  auto *I = dyn_cast<Instruction>(V);
  if (!V->getType()->isIntegerTy() && !V->getType()->isFloatTy() &&
      !V->getType()->isDoubleTy())
    return false;
  if (!I || !P.getOutermost().contains(I)) {
    if (!isa<Constant>(V))
      Of.Invariants.insert(V);
    return true;
  }
  if (I == P.Sum || I == P.Acc || OfSum.contains(I))
    return true;
  if (I->getOpcode() ==
      (P.Operation.Ty->isIntegerTy() ? Instruction::Mul : Instruction::FMul)) {
    Value *U = P.Factors[0].V, *W = P.Factors[1].V;
    if ((I->getOperand(0) == U && I->getOperand(1) == W) ||
        (I->getOperand(0) == W && I->getOperand(1) == U)) {
      Of.Products.insert(I);
      OfSum.insert(I);
      return true;
    }
  }
  if (!P.getInnermost().contains(I) || !isElementwise(*I) ||
      !isSafeToSpeculativelyExecute(I) || OfSum.size() == MaxFactorOperations ||
      !all_of(I->operands(),
              [&](Value *Op) { return isa<Function>(Op) || collectOfSum(Op); }))
    return false;
  OfSum.insert(I);
  return true;
}

/// Match a guard marker whose condition depends on the sums.
bool ProductMatcher::matchMarkerOfSum(Instruction &Call) {
  P.OfSums.Markers.push_back(&Call);
  return DT.dominates(Call.getParent(), P.getInnermost().getLoopLatch()) &&
         isa<Instruction>(Call.getOperand(0)) &&
         collectOfSum(Call.getOperand(0));
}

bool ProductMatcher::matchEffect(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return matchRead(*Load);
  if (&I == P.Store || !I.mayHaveSideEffects())
    return true;
  const bool IsMarker = isGuardMarker(I);
  if (P.getInnermost().contains(&I))
    return IsMarker && (matchMarker(I) || matchMarkerOfSum(I));
  auto *Store = dyn_cast<StoreInst>(&I);
  auto *Fill = dyn_cast<MemSetInst>(&I);
  if (!IsMarker &&
      !(Store && Store->isSimple() &&
        (isOwn(I) || (isBehind(I) && isMirror(I)))) &&
      !(Fill && fillsOwnRow(*Fill)))
    return false;
  P.HasBuffer |= P.Start && Store && isBehind(I);
  (isBehind(I) ? P.Behind : P.Before).push_back(&I);
  return true;
}

/// Does no iteration of the loops around hand values to the next but counters?
bool ProductMatcher::matchIterations() {
  for (const Loop *L : P.Loops)
    for (PHINode &PHI : L->getHeader()->phis()) {
      const bool IsSum =
          P.Start && PHI.getIncomingValueForBlock(L->getLoopLatch()) == P.Sum;
      if (!IsSum && (!SE.isSCEVable(PHI.getType()) ||
                     !isa<SCEVAddRecExpr>(SE.getSCEV(&PHI))))
        return false;
    }
  return true;
}

/// Is what depends on own elements, as they are in front of the innermost loop,
/// used there only, or as what the sum begins with?
bool ProductMatcher::isUsedInFront() const {
  const Loop &Innermost = P.getInnermost();
  SmallSetVector<Instruction *, 16> Dependent(OwnInFront.begin(),
                                              OwnInFront.end());
  for (unsigned Idx = 0; Idx < Dependent.size(); ++Idx) {
    Instruction *I = Dependent[Idx];
    if (Innermost.contains(I)) {
      auto *PHI = dyn_cast<PHINode>(I);
      if (!PHI || PHI->getParent() != Innermost.getHeader() ||
          PHI->getIncomingValueForBlock(Innermost.getLoopLatch()) != P.Sum)
        return false;
      continue;
    }
    if (isBehind(*I))
      return false;
    for (User *U : I->users())
      Dependent.insert(cast<Instruction>(U));
    if (!I->isTerminator())
      continue;
    // It may decide when a loop ends, and what any PHI is behind which control
    // comes to the innermost loop.
    if (LI.getLoopFor(I->getParent())->isLoopExiting(I->getParent()))
      return false;
    for (BasicBlock *BB : P.getOutermost().blocks())
      if (!isBehind(BB->front()) &&
          none_of(P.Loops, [BB](Loop *L) { return L->getHeader() == BB; }))
        for (PHINode &PHI : BB->phis())
          Dependent.insert(&PHI);
  }
  return true;
}

/// See to it that all that the loops do beside the product can be done in front
/// of it or behind it, and that nothing behind them uses their values.
bool ProductMatcher::matchEffects() {
  const Loop &Outermost = P.getOutermost(), &Innermost = P.getInnermost();
  for (BasicBlock *BB : Outermost.blocks())
    for (Instruction &I : *BB) {
      for (const User *U : I.users()) {
        auto *Out = cast<Instruction>(U);
        if (Outermost.contains(Out))
          continue;
        if (!isa<PHINode>(Out) || Out->getParent() != Outermost.getExitBlock())
          return false;
        P.LiveOuts.insert(&I);
      }
      if (Innermost.contains(BB))
        for (User *U : I.users())
          if (!Innermost.contains(cast<Instruction>(U))) {
            auto *Out = dyn_cast<PHINode>(U);
            if (&I != P.Sum || !Out ||
                Out->getParent() != Innermost.getExitBlock())
              return false;
            P.SumOuts.push_back(Out);
          }
      if (!Loops.Skipped.contains(BB) && !matchEffect(I))
        return false;
    }
  if (!P.SumOuts.empty() && P.Role[runtime::PL_Depth] != NestDepth - 1)
    return false;
  if (!isUsedInFront()) {
    const bool AreKept = P.Start && all_of(P.Before, [](const Instruction *I) {
                           return isGuardMarker(*I);
                         });
    if (!AreKept)
      return false;
    P.HasBuffer = true;
  }
  auto *First = dyn_cast_or_null<LoadInst>(P.Start);
  P.StartsWithResult =
      First && Outermost.contains(First) &&
      LI.getLoopFor(First->getParent()) == P.Loops[NestDepth - 2] &&
      isOwn(*First);
  if (P.HasBuffer)
    P.Behind.push_back(P.Store);
  const bool IsAlone =
      !P.Start && P.Before.empty() && P.Behind.empty() && P.Inside.empty();
  return IsAlone || matchIterations();
}

bool ProductMatcher::run(Loop &Innermost) {
  if (!Loops.run(Innermost, LI) || !matchSum() || !matchRoles() ||
      !matchEffects())
    return false;
  unskew(P.Result);
  for (AffineAccess &Read : P.Reads)
    unskew(Read);
  for (ProductFactor &Factor : P.Factors)
    for (auto &Load : Factor.Loads)
      unskew(Load.second);
  return true;
}

std::optional<ProductNest>
polly::escop::matchProduct(Loop &Innermost, Function &F,
                           FunctionAnalysisManager &FAM) {
  ProductMatcher Matcher(F, FAM);
  if (!Matcher.run(Innermost))
    return std::nullopt;
  return Matcher.take();
}
