//===- Rows.cpp - Matrices whose rows are blocks of their own -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a vector<vector<double>> or a double **, each row's pointer is loaded,
//
//   for (i…) for (j…) for (k…) C[i][j] += A[i][k] * B[k][j];
//
// and no polyhedral model knows where a row lies. At run time it is simple:
// allocators put rows of one size that are requested one after the other at
// equal distances. So the nest's copies are made of
//
//   for (i…) for (j…) for (k…)
//     (C0 + i * c)[j] += (A0 + i * a)[k] * (B0 + k * b)[j];
//
// and the driver is called only if each table of pointers was found to be like
// that,
//
//   {A0, a} = escop.rows(&A[0], n, …)
//
// Pointers that are loaded from one table, such as a row's end beside its
// begin, have to be at the same distances, so that all rows have the same size,
// and the check of `at()` is affine. Several loops may index one table (A[k]
// and A[i] in LU): their rows then have one base, so that the nest works in
// place.
//
// What makes this exact:
//  - The nest itself still loads its pointers. It is changed while its copies
//    are made, and changed back.
//  - A chunk must not write to the tables: the loads are read markers in the
//    footprint.
//  - The tables are looked at whenever the driver is called. Reading entries
//    that the nest does not come to needs pages that are there (Probe.cpp).
//  - What lies between two rows belongs to others, so it is not saved and
//    restored: rows are regions of their own (Footprint.cpp).
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Entries, or bounds of loops, that are farther apart are not looked at.
static constexpr unsigned MaxStep = 1 << 16;

/// A type of ElementSize bytes.
static Type *getElementType(const RowTable &T) {
  return ArrayType::get(Type::getInt8Ty(T.First->getContext()), T.ElementSize);
}

namespace {

class RowCollector {
  ESCoP &E;
  ScalarEvolution &SE;
  LLVMContext &Ctx;
  Type *I64;
  Instruction *At;
  /// Hoisted values, which ScalarEvolution takes to change in the nest, and
  /// what stands for them in front of it.
  ValueToSCEVMapTy Hoisted;
  /// Loops whose numbers of iterations are relied on.
  SmallPtrSet<const Loop *, 4> Counted;

  Instruction *createPlaceholder(Type *Ty, const Twine &Name) {
    auto *New = new FreezeInst(PoisonValue::get(Ty), Name, At->getIterator());
    E.Rows.Placeholders.push_back(New);
    return New;
  }

  const SCEV *rewrite(const SCEV *S) {
    return SCEVParameterRewriter::rewrite(S, SE, Hoisted);
  }

  /// Is @p S known when the nest is entered, and is it an expression that
  /// lowerAtEntry can emit?
  bool isKnown(const SCEV *S) {
    return !SCEVExprContains(S, [&](const SCEV *Part) {
      if (auto *U = dyn_cast<SCEVUnknown>(Part)) {
        auto *I = dyn_cast<Instruction>(U->getValue());
        return I && E.L->contains(I);
      }
      if (auto *Div = dyn_cast<SCEVUDivExpr>(Part))
        return !isa<SCEVConstant>(Div->getRHS()) || Div->getRHS()->isZero();
      return !isa<SCEVConstant, SCEVAddExpr, SCEVMulExpr, SCEVMinMaxExpr,
                  SCEVCastExpr>(Part);
    });
  }

  /// The backedge-taken count of @p Of.
  const SCEV *getExactCount(const Loop &Of) {
    if (&Of == E.L)
      return E.BackedgeTakenCount;
    return Of.getLoopLatch() ? SE.getExitCount(&Of, Of.getLoopLatch())
                             : SE.getCouldNotCompute();
  }
  const SCEV *getCount(const Loop &Of) {
    const SCEV *Count = getExactCount(Of);
    return isa<SCEVCouldNotCompute>(Count) ? nullptr : rewrite(Count);
  }

  const SCEV *getMaxOver(const SCEV *S, bool Executed);
  const SCEV *getTrips(const Loop &Of);
  uint64_t getElementSize(Value *Ptr, unsigned Depth = 8);
  void addLoad(LoadInst &Load);
  const SCEV *countEntries(const RowTable &T);
  PHINode *getCounter(const Loop &Of);
  void replaceUses(Instruction &Old, Instruction &New);
  void replaceLoads(RowTable &T);

public:
  RowCollector(ESCoP &E, ScalarEvolution &SE)
      : E(E), SE(SE), Ctx(E.F->getContext()), I64(Type::getInt64Ty(Ctx)),
        At(E.L->getLoopPreheader()->getTerminator()) {}
  void run();
};

} // namespace

/// The greatest value of @p S over the nest; null if it is not known. The loops
/// in Counted must not iterate more often than 2^40. As an unsigned number, and
/// as if each loop were entered; or, if @p Executed, as a signed number, and
/// for iterations that are executed (and maybe those in front of skipped
/// loops).
const SCEV *RowCollector::getMaxOver(const SCEV *S, bool Executed) {
  if (isKnown(S))
    return S;
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || !Rec->isAffine() || S->getType() != I64)
    return nullptr;
  // The step is small, so that nothing wraps between the two ends.
  auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  if (!Step || Step->getAPInt().abs().ugt(MaxStep))
    return nullptr;
  const SCEV *Trips = getTrips(*Rec->getLoop());
  if (!Trips)
    return nullptr;
  Counted.insert(Rec->getLoop());
  if (Executed && Step->getAPInt().isNegative())
    return getMaxOver(Rec->getStart(), Executed);
  // Where the last iteration depends on the outer loops, so does the start.
  const SCEV *Count = getCount(*Rec->getLoop());
  if (Count->getType() != I64)
    Count = SE.getMinusSCEV(Trips, SE.getOne(I64));
  const SCEV *Last = getMaxOver(Rec->evaluateAtIteration(Count, SE), Executed);
  // Of a loop that is skipped it is the value in front of the first one.
  if (Executed)
    return Last;
  const SCEV *First = getMaxOver(Rec->getStart(), Executed);
  return First && Last ? SE.getUMaxExpr(First, Last) : nullptr;
}

/// An upper bound of how often @p Of iterates each time it is entered, if that
/// is below 2^64, or null.
const SCEV *RowCollector::getTrips(const Loop &Of) {
  const SCEV *Count = getCount(Of);
  if (!Count || SE.getTypeSizeInBits(Count->getType()) > 64)
    return nullptr;
  if (Count->getType() == I64 &&
      isSkippedIfEmpty(Of, getExactCount(Of), SE))
    return getMaxOver(SE.getAddExpr(Count, SE.getOne(I64)), /*Executed=*/false);
  const SCEV *Max =
      getMaxOver(SE.getNoopOrZeroExtend(Count, I64), /*Executed=*/false);
  // 2^64 is not few.
  return Max ? SE.getUMaxExpr(Max, SE.getAddExpr(Max, SE.getOne(I64)))
             : nullptr;
}

/// The size in bytes of the smallest access to what @p Ptr points to; 0 if
/// there is none.
uint64_t RowCollector::getElementSize(Value *Ptr, unsigned Depth) {
  uint64_t Size = 0;
  auto Meet = [&](uint64_t Other) {
    if (Other && (!Size || Other < Size))
      Size = Other;
  };
  for (User *U : Ptr->users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || !E.contains(I))
      continue;
    if (getLoadStorePointerOperand(I) == Ptr)
      Meet(E.F->getDataLayout().getTypeAllocSize(getLoadStoreType(I)));
    else if (Depth && (isa<GetElementPtrInst>(I) || isa<PHINode>(I)))
      Meet(getElementSize(I, Depth - 1));
  }
  return Size;
}

/// Note @p Load if it loads a row's pointer from a table.
void RowCollector::addLoad(LoadInst &Load) {
  RowLoad New = {&Load, {}, 0};
  const SCEV *Address = rewrite(SE.getSCEV(Load.getPointerOperand()));
  APInt Step;
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Address)) {
    auto *C = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    if (!C || !Rec->isAffine() || !E.contains(Rec->getLoop()) ||
        (!New.Loops.empty() && C->getAPInt() != Step))
      return;
    Step = C->getAPInt();
    New.Loops.push_back(Rec->getLoop());
    Address = Rec->getStart();
  }
  auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (New.Loops.empty() || !Step.isStrictlyPositive() || Step.ugt(MaxStep) ||
      !Base || !E.L->isLoopInvariant(Base->getValue()))
    return;
  // Entry 0 is where an expression without a constant leads.
  const SCEV *Offset = SE.getMinusSCEV(Address, Base);
  int64_t Constant = 0;
  if (auto *Sum = dyn_cast<SCEVAddExpr>(Offset))
    if (auto *C = dyn_cast<SCEVConstant>(Sum->getOperand(0)))
      Constant = C->getAPInt().getSExtValue();
  if (auto *C = dyn_cast<SCEVConstant>(Offset))
    Constant = C->getAPInt().getSExtValue();
  Offset = SE.getMinusSCEV(Offset, SE.getConstant(I64, Constant, true));
  if (!isKnown(Offset))
    return;
  int64_t Bytes = Step.getSExtValue();
  uint64_t Place = (Constant % Bytes + Bytes) % Bytes;
  New.Index = divideFloorSigned(Constant, Bytes);

  auto *T = find_if(E.Rows.Tables, [&](const RowTable &T) {
    return T.Base == Base->getValue() && T.Offset == Offset &&
           T.Step == uint64_t(Bytes);
  });
  if (T == E.Rows.Tables.end()) {
    T = &E.Rows.Tables.emplace_back();
    T->Base = Base->getValue();
    T->Offset = Offset;
    T->Step = Bytes;
    T->FirstIndex = New.Index;
  }
  T->FirstIndex = std::min(T->FirstIndex, New.Index);
  auto *P = find_if(T->Pointers,
                    [&](const RowPointer &P) { return P.Place == Place; });
  if (P == T->Pointers.end()) {
    P = &T->Pointers.emplace_back();
    P->Place = Place;
  }
  P->Loads.push_back(New);
  uint64_t Size = getElementSize(&Load);
  if (Size && (!T->ElementSize || Size < T->ElementSize)) {
    T->ElementSize = Size;
    // What leads to elements is the base.
    std::swap(*P, T->Pointers.front());
  }
}

/// How many entries from the first one on the nest loads at most; null if that
/// is not known.
const SCEV *RowCollector::countEntries(const RowTable &T) {
  const SCEV *Entries = SE.getZero(I64), *One = SE.getOne(I64);
  for (const RowPointer &P : T.Pointers)
    for (const RowLoad &R : P.Loads) {
      const SCEV *Index = SE.getConstant(I64, R.Index - T.FirstIndex);
      for (const Loop *L : reverse(R.Loops))
        Index = SE.getAddRecExpr(Index, One, L, SCEV::FlagAnyWrap);
      const SCEV *Max = getMaxOver(Index, /*Executed=*/true);
      if (!Max)
        return nullptr;
      Entries = SE.getSMaxExpr(Entries, SE.getAddExpr(Max, One));
    }
  return Entries;
}

/// A counter of @p Of, from 0 by 1.
PHINode *RowCollector::getCounter(const Loop &Of) {
  BasicBlock *Header = Of.getHeader();
  for (PHINode &PHI : Header->phis()) {
    auto *Rec = PHI.getType() == I64
                    ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI))
                    : nullptr;
    if (Rec && Rec->getLoop() == &Of && Rec->getStart()->isZero() &&
        Rec->getStepRecurrence(SE)->isOne())
      return &PHI;
  }
  IRBuilder<> Builder(Header, Header->begin());
  PHINode *Counter = Builder.CreatePHI(I64, 2, "escop.row.index");
  Builder.SetInsertPoint(Of.getLoopLatch()->getTerminator());
  Counter->addIncoming(Builder.getInt64(0), Of.getLoopPreheader());
  Counter->addIncoming(Builder.CreateAdd(Counter, Builder.getInt64(1)),
                       Of.getLoopLatch());
  if (&Of == E.L)
    E.State.push_back(Counter);
  return Counter;
}

/// Have the nest's copies compute @p New instead of @p Old.
void RowCollector::replaceUses(Instruction &Old, Instruction &New) {
  Old.replaceUsesWithIf(&New, [&](Use &U) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    return User && User != &New && E.contains(User);
  });
  E.Rows.Originals[&New] = &Old;
}

/// Compute the rows of @p T from the first ones.
void RowCollector::replaceLoads(RowTable &T) {
  T.Distance = createPlaceholder(I64, "escop.distance");
  T.First = createPlaceholder(PointerType::getUnqual(Ctx), "escop.first");
  DenseMap<Value *, std::pair<const RowPointer *, const RowLoad *>> PointerOf;
  for (RowPointer &P : T.Pointers) {
    if (&P != T.Pointers.begin())
      P.Offset = createPlaceholder(I64, "escop.offset");
    for (RowLoad &R : P.Loads) {
      SmallVector<Value *, 2> Counters;
      for (const Loop *L : R.Loops)
        Counters.push_back(getCounter(*L));
      IRBuilder<> Builder(R.Load);
      Value *Index = Counters.front();
      for (Value *Counter : drop_begin(Counters))
        Index = Builder.CreateAdd(Index, Counter);
      if (uint64_t Behind = R.Index - T.FirstIndex)
        Index = Builder.CreateAdd(Index, Builder.getInt64(Behind));
      Value *Row = Builder.CreateGEP(getElementType(T), T.First,
                                     Builder.CreateMul(Index, T.Distance));
      // One base, so that the difference of two is known.
      if (P.Offset)
        Row = Builder.CreateGEP(Builder.getInt8Ty(), Row, P.Offset);
      replaceUses(*R.Load, *cast<Instruction>(Row));
      E.Rows.Loads.push_back(R.Load);
      PointerOf[Row] = {&P, &R};
    }
  }
  // What lies between two pointers of one row is the same for all rows.
  using namespace PatternMatch;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      Value *ToRow, *FromRow;
      if (!match(&I, m_Sub(m_PtrToInt(m_Value(ToRow)),
                           m_PtrToInt(m_Value(FromRow)))) ||
          I.getType() != I64)
        continue;
      auto [To, ToLoad] = PointerOf.lookup(ToRow);
      auto [From, FromLoad] = PointerOf.lookup(FromRow);
      if (!To || !From || ToLoad->Index != FromLoad->Index ||
          ToLoad->Loops != FromLoad->Loops)
        continue;
      Instruction *Size = createPlaceholder(I64, "escop.size");
      replaceUses(I, *Size);
      E.Rows.Sizes.push_back({Size, From->Offset, To->Offset});
    }
}

void RowCollector::run() {
  const DataLayout &DL = E.F->getDataLayout();
  auto IsCandidate = [&](Instruction &I) {
    auto *Load = dyn_cast<LoadInst>(&I);
    return Load && Load->isSimple() && Load->getType()->isPointerTy() &&
           !Load->getType()->getPointerAddressSpace() &&
           DL.getPointerSizeInBits() == 64 && !E.isHoisted(Load);
  };
  // Rows of a single loop are not worth a look.
  if (E.Depth < 2 ||
      none_of(
          E.Blocks, [&](BasicBlock *BB) { return any_of(*BB, IsCandidate); }))
    return;
  E.Rows.NumHoisted = E.Hoisted.size();
  for (Instruction *I : E.Hoisted)
    if (SE.isSCEVable(I->getType())) {
      Instruction *New = createPlaceholder(I->getType(), "escop.hoisted");
      E.Rows.Hoisted[New] = I;
      Hoisted[I] = SE.getUnknown(New);
    }
  for (auto &[Twin, I] : E.HoistedTwins)
    if (const SCEV *S = Hoisted.lookup(I))
      Hoisted[Twin] = S;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB)
      if (IsCandidate(I))
        addLoad(cast<LoadInst>(I));
  erase_if(E.Rows.Tables, [&](RowTable &T) {
    return !T.ElementSize || !(T.Entries = countEntries(T));
  });
  if (E.Rows.Tables.empty())
    return;
  for (const Loop *L : E.L->getLoopsInPreorder())
    if (L != E.L && E.contains(L)) {
      const SCEV *Trips = getTrips(*L);
      if (Trips)
        E.Rows.Trips.push_back(Trips);
      else if (Counted.contains(L))
        E.Rows.Tables.clear();
    }
  for (RowTable &T : E.Rows.Tables)
    replaceLoads(T);
  SE.forgetLoop(E.L);
}

void polly::escop::collectRows(ESCoP &E, FunctionAnalysisManager &FAM) {
  RowCollector(E, FAM.getResult<ScalarEvolutionAnalysis>(*E.F)).run();
}

void polly::escop::restoreRows(ESCoP &E) {
  for (auto &[New, Old] : E.Rows.Originals)
    New->replaceAllUsesWith(Old);
  for (auto [New, Old] : E.Rows.Originals)
    while (auto *Row = dyn_cast<GetElementPtrInst>(New)) {
      auto *Base = cast<Instruction>(Row->getPointerOperand());
      auto *Index = dyn_cast<BinaryOperator>(Row->getOperand(1));
      Row->eraseFromParent();
      // The product, and sums of counters.
      while (Index && Index->use_empty() && !Index->mayHaveSideEffects()) {
        auto *Next = dyn_cast<BinaryOperator>(Index->getOperand(0));
        Index->eraseFromParent();
        Index = Next;
      }
      New = Base;
    }
  for (Instruction *I : reverse(E.Rows.Placeholders)) {
    assert(I->use_empty() && "A placeholder is left");
    I->eraseFromParent();
  }
  E.Rows = RowView();
}

