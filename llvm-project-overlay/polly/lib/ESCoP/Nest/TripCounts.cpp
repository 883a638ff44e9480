//===- TripCounts.cpp - How often a nest's loop iterates ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver has to know the number of iterations when it is called.
// ScalarEvolution does not where the end is loaded anew in each iteration, for
// the nest might write there:
//
//   for (size_t i = 0; i < m->rows; ++i)      if (bad(m->data[i])) throw …;
//
// Such an *end in memory* is made of loads from addresses that do not change
// and of arithmetic. Its value when the nest is entered is computed in front of
// the nest (Prepare.cpp), mostly from loads that are there already, as the
// condition is evaluated once before the first iteration. The driver counts to
// that value. The loads in the nest are hoisted ones (Detection.cpp): the
// footprint shows that a chunk does not write what they read, so they have the
// same value in each of its iterations; and where the driver is called again it
// is compared with memory (Splice.cpp).
//
//===----------------------------------------------------------------------===//

#include "TripCounts.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Operations between a bound and what it is computed from, at most.
static constexpr unsigned MaxBoundDepth = 8;
/// Instructions in front of a loop that are looked at, at most.
static constexpr unsigned MaxScanned = 1000;

//===----------------------------------------------------------------------===//
// Counting to an end that does not change
//===----------------------------------------------------------------------===//

/// The backedge-taken count of `for (; it != end; it += C)`, or of one with
/// another comparison. ScalarEvolution has none if there are other exits: the
/// loop might step over the end and go round. Where it would, this is 0.
///
/// The loop continues if @p ItValue is @p Pred @p EndValue.
static const SCEV *countToEnd(const Loop &L, Value *ItValue,
                              CmpInst::Predicate Pred, Value *EndValue,
                              ScalarEvolution &SE) {
  const SCEV *It = getIntegerSCEV(ItValue, SE),
             *End = getIntegerSCEV(EndValue, SE);
  if (isa<SCEVCouldNotCompute>(It) || isa<SCEVCouldNotCompute>(End))
    return SE.getCouldNotCompute();
  if (SE.isLoopInvariant(It, &L)) {
    std::swap(It, End);
    Pred = CmpInst::getSwappedPredicate(Pred);
  }
  auto *Rec = dyn_cast<SCEVAddRecExpr>(It);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
      !SE.isLoopInvariant(End, &L))
    return SE.getCouldNotCompute();
  const SCEV *Begin = Rec->getStart();
  const SCEV *Step = Rec->getStepRecurrence(SE);
  auto *C = dyn_cast<SCEVConstant>(Step);
  if (!C || C->isZero() || Pred == CmpInst::ICMP_EQ)
    return SE.getCouldNotCompute();
  const SCEV *One = SE.getOne(Step->getType());
  // ~x turns the order round.
  if (C->getAPInt().isNegative()) {
    Begin = SE.getNotSCEV(Begin);
    End = SE.getNotSCEV(End);
    Step = SE.getNegativeSCEV(Step);
    Pred = CmpInst::getSwappedPredicate(Pred);
  }
  auto IsNot0 = [&](const SCEV *S) { return SE.getUMinExpr(One, S); };
  if (Pred == CmpInst::ICMP_NE) {
    const SCEV *Distance = SE.getMinusSCEV(End, Begin);
    return SE.getMulExpr(
        SE.getUDivExpr(Distance, Step),
        SE.getMinusSCEV(One, IsNot0(SE.getURemExpr(Distance, Step))));
  }
  if (ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred))
    return SE.getCouldNotCompute();
  // The greatest end that no step goes beyond.
  bool Signed = CmpInst::isSigned(Pred);
  unsigned Bits = SE.getTypeSizeInBits(Step->getType());
  APInt Limit =
      Signed ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  Limit -= cast<SCEVConstant>(Step)->getAPInt() - 1;
  const SCEV *Last = End;
  if (ICmpInst::isLE(Pred)) {
    --Limit;
    End = SE.getAddExpr(End, One);
  }
  auto Max = [&](const SCEV *A, const SCEV *B) {
    return Signed ? SE.getSMaxExpr(A, B) : SE.getUMaxExpr(A, B);
  };
  const SCEV *Distance = SE.getMinusSCEV(Max(End, Begin), Begin);
  const SCEV *Beyond =
      SE.getMinusSCEV(Max(Last, SE.getConstant(Limit)), SE.getConstant(Limit));
  return SE.getMulExpr(SE.getAddExpr(SE.getUDivExpr(Distance, Step),
                                     IsNot0(SE.getURemExpr(Distance, Step))),
                       SE.getMinusSCEV(One, IsNot0(Beyond)));
}

std::optional<EndCondition>
polly::escop::getEndCondition(const Loop &L, const BasicBlock *Exiting) {
  auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  auto *Cmp = Br && Br->isConditional() && L.isLoopExiting(Exiting)
                  ? dyn_cast<ICmpInst>(Br->getCondition())
                  : nullptr;
  if (!Cmp)
    return std::nullopt;
  return EndCondition{Cmp, Cmp->getOperand(0), Cmp->getOperand(1),
                      L.contains(Br->getSuccessor(0))
                          ? Cmp->getPredicate()
                          : Cmp->getInversePredicate()};
}

/// The same, where @p L is left from @p Exiting.
static const SCEV *countToEnd(const Loop &L, const BasicBlock *Exiting,
                              ScalarEvolution &SE) {
  auto E = getEndCondition(L, Exiting);
  return E ? countToEnd(L, E->It, E->Pred, E->End, SE)
           : SE.getCouldNotCompute();
}

bool polly::escop::hasInvariantEnd(const Loop &L, const BasicBlock *Exiting,
                                   ScalarEvolution &SE) {
  return !isa<SCEVCouldNotCompute>(countToEnd(L, Exiting, SE));
}

std::pair<Value *, APInt> polly::escop::splitOffset(Value *It) {
  using namespace PatternMatch;
  const unsigned Bits = It->getType()->getScalarSizeInBits();
  Value *Counter;
  const APInt *Offset;
  if (match(It, m_Add(m_ZExtOrSExt(m_Value(Counter)), m_APInt(Offset))) &&
      Offset->isStrictlyPositive() && Offset->getActiveBits() < Bits - 1 &&
      2 * Counter->getType()->getIntegerBitWidth() <= Bits)
    return {cast<Instruction>(It)->getOperand(0), *Offset};
  return {It, APInt(Bits, 0)};
}

bool polly::escop::hasNarrowCounter(const Loop &L, const BasicBlock *Exiting,
                                    ScalarEvolution &SE) {
  auto E = getEndCondition(L, Exiting);
  if (!E)
    return false;
  if (L.isLoopInvariant(E->It))
    std::swap(E->It, E->End);
  auto *Extension = dyn_cast<CastInst>(splitOffset(E->It).first);
  if (!Extension || !isa<ZExtInst, SExtInst>(Extension) ||
      !L.isLoopInvariant(E->End))
    return false;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Extension->getOperand(0)));
  return Rec && Rec->getLoop() == &L;
}

//===----------------------------------------------------------------------===//
// Ends in memory
//===----------------------------------------------------------------------===//

/// May @p I be part of an end in memory: arithmetic that can be repeated?
static bool isArithmetic(const Instruction &I) {
  return isa<BinaryOperator, CastInst, GetElementPtrInst, ExtractValueInst,
             WithOverflowInst>(I) &&
         isSafeToSpeculativelyExecute(&I);
}

/// The condition under which @p L continues behind @p Exiting, if its end is no
/// invariant, but in memory.
static std::optional<EndCondition>
findEndInMemory(const Loop &L, const BasicBlock *Exiting, ScalarEvolution &SE) {
  auto E = getEndCondition(L, Exiting);
  if (!E)
    return std::nullopt;
  auto IsCounter = [&](Value *V) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(V));
    return Rec && Rec->getLoop() == &L;
  };
  if (!IsCounter(E->It)) {
    std::swap(E->It, E->End);
    E->Pred = CmpInst::getSwappedPredicate(E->Pred);
  }
  if (!IsCounter(E->It) || IsCounter(E->End) || L.isLoopInvariant(E->End))
    return std::nullopt;
  return E;
}

bool polly::escop::hasEndInMemory(const Loop &L, const BasicBlock *Exiting,
                                  ScalarEvolution &SE) {
  return findEndInMemory(L, Exiting, SE).has_value();
}

namespace {

/// Finds what computes, in front of a loop, what values of the loop are if it
/// writes none of the memory that they are loaded from.
class FrontValues {
  const Loop &L;
  AAResults &AA;

public:
  FrontValues(const Loop &L, AAResults &AA) : L(L), AA(AA) {}

  /// An earlier execution of @p I with @p Ops; null if there is none, or if
  /// memory may have changed since.
  Instruction *find(const Instruction &I, ArrayRef<Value *> Ops) const {
    auto *Load = dyn_cast<LoadInst>(&I);
    unsigned Scanned = 0;
    for (BasicBlock *BB = L.getLoopPreheader(); BB;
         BB = BB->getSinglePredecessor())
      for (Instruction &Front : reverse(*BB)) {
        if (++Scanned > MaxScanned)
          return nullptr;
        if (I.isSameOperationAs(&Front,
                                Instruction::CompareIgnoringAlignment) &&
            equal(Front.operands(), Ops))
          return &Front;
        if (Load && Front.mayWriteToMemory() &&
            isModSet(AA.getModRefInfo(
                &Front,
                MemoryLocation(Ops[0], LocationSize::precise(getSize(*Load))))))
          return nullptr;
      }
    return nullptr;
  }

  static TypeSize getSize(const LoadInst &Load) {
    return Load.getModule()->getDataLayout().getTypeStoreSize(Load.getType());
  }

  /// What @p V, which may be a load, or arithmetic, is in front of the loop.
  Value *findValue(Value *V, unsigned Depth = MaxBoundDepth) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    auto *Load = dyn_cast<LoadInst>(I);
    if (!Depth || !(Load ? Load->isSimple() : isArithmetic(*I)))
      return nullptr;
    SmallVector<Value *, 2> Ops;
    for (Value *Op : I->operands()) {
      Ops.push_back(findValue(Op, Depth - 1));
      if (!Ops.back())
        return nullptr;
    }
    return find(*I, Ops);
  }
};

} // namespace

LoadInst *polly::escop::findLoadInFront(LoadInst &Load, const Loop &L,
                                        AAResults &AA) {
  return dyn_cast_or_null<LoadInst>(FrontValues(L, AA).findValue(&Load));
}

LoadInst *polly::escop::findLoad(PHINode &PHI, const Loop &L) {
  SmallSetVector<PHINode *, 8> PHIs;
  PHIs.insert(&PHI);
  for (unsigned Idx = 0; Idx < PHIs.size(); ++Idx)
    for (Value *V : PHIs[Idx]->incoming_values()) {
      if (auto *Load = dyn_cast<LoadInst>(V); Load && L.contains(Load))
        return Load;
      if (auto *Next = dyn_cast<PHINode>(V); Next && L.contains(Next))
        PHIs.insert(Next);
    }
  return nullptr;
}

/// Has all that @p V is loaded from been loaded in front of @p L, too?
static bool isLoadedInFront(Value *V, const Loop &L, AAResults &AA,
                            unsigned Depth = MaxBoundDepth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  if (auto *PHI = dyn_cast<PHINode>(I))
    I = findLoad(*PHI, L);
  if (I && isa<LoadInst>(I))
    return FrontValues(L, AA).findValue(I);
  return I && Depth && isArithmetic(*I) &&
         all_of(I->operands(), [&](Value *Op) {
           return isLoadedInFront(Op, L, AA, Depth - 1);
         });
}

bool polly::escop::hasEndInFront(const Loop &L, const BasicBlock *Exiting,
                                 ScalarEvolution &SE, AAResults &AA) {
  auto End = findEndInMemory(L, Exiting, SE);
  return End && isLoadedInFront(End->End, L, AA);
}

/// The value of @p V in front of @p L, computed there if need be; null if that
/// is not safe.
static Value *computeInFront(Value *V, const Loop &L, AAResults &AA,
                             AssumptionCache &AC, DominatorTree &DT,
                             unsigned Depth = MaxBoundDepth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return V;
  if (auto *PHI = dyn_cast<PHINode>(I)) {
    LoadInst *Load = findLoad(*PHI, L);
    return Load && Depth ? computeInFront(Load, L, AA, AC, DT, Depth - 1)
                         : nullptr;
  }
  auto *Load = dyn_cast<LoadInst>(I);
  if (!Depth || !(Load ? Load->isSimple() : isArithmetic(*I)))
    return nullptr;
  SmallVector<Value *, 2> Ops;
  for (Value *Op : I->operands()) {
    Ops.push_back(computeInFront(Op, L, AA, AC, DT, Depth - 1));
    if (!Ops.back())
      return nullptr;
  }
  if (Instruction *Front = FrontValues(L, AA).find(*I, Ops))
    return Front;
  Instruction *At = L.getLoopPreheader()->getTerminator();
  if (Load && !isDereferenceableAndAlignedPointer(
                  Ops[0], Load->getType(), Load->getAlign(),
                  Load->getModule()->getDataLayout(), At, &AC, &DT))
    return nullptr;
  Instruction *New = I->clone();
  New->dropPoisonGeneratingAnnotations();
  New->dropUBImplyingAttrsAndMetadata();
  for (auto [Idx, Op] : enumerate(Ops))
    New->setOperand(Idx, Op);
  New->insertBefore(At);
  return New;
}

void polly::escop::computeEndsInFront(Function &F,
                                      FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AA = FAM.getResult<AAManager>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  for (const Loop *L : LI.getLoopsInPreorder())
    if (L->getLoopPreheader() && L->getLoopLatch())
      if (auto End = findEndInMemory(*L, L->getLoopLatch(), SE))
        computeInFront(End->End, *L, AA, AC, DT);
}

/// The value of @p V, made of hoisted values of @p E, in front of the nest; the
/// hoisted loads are added to @p Loads.
static Value *getHoistedInFront(Value *V, const ESCoP &E,
                                const FrontValues &Front, BoundLoads &Loads,
                                unsigned Depth = MaxBoundDepth) {
  V = E.getRepresentative(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !E.L->contains(I))
    return V;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    Value *Ptr = Depth && E.isHoisted(Load)
                     ? getHoistedInFront(Load->getPointerOperand(), E, Front,
                                         Loads, Depth - 1)
                     : nullptr;
    auto *Earlier =
        Ptr ? cast_or_null<LoadInst>(Front.find(*Load, Ptr)) : nullptr;
    if (Earlier)
      Loads.insert({Load, Earlier});
    return Earlier;
  }
  if (!Depth || !isArithmetic(*I))
    return nullptr;
  SmallVector<Value *, 2> Ops;
  for (Value *Op : I->operands()) {
    Ops.push_back(getHoistedInFront(Op, E, Front, Loads, Depth - 1));
    if (!Ops.back())
      return nullptr;
  }
  return Front.find(*I, Ops);
}

const SCEV *polly::escop::computeBackedgeTakenCount(const ESCoP &E,
                                                    ScalarEvolution &SE,
                                                    AAResults &AA,
                                                    BoundLoads &Loads) {
  const SCEV *Count = SE.getExitCount(E.L, E.L->getLoopLatch());
  if (!isa<SCEVCouldNotCompute>(Count))
    return Count;
  if (auto End = findEndInMemory(*E.L, E.L->getLoopLatch(), SE)) {
    Value *Front = getHoistedInFront(End->End, E, FrontValues(*E.L, AA), Loads);
    return Front ? countToEnd(*E.L, End->It, End->Pred, Front, SE) : Count;
  }
  return countToEnd(*E.L, E.L->getLoopLatch(), SE);
}
