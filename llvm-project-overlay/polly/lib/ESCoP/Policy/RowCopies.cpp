//===- RowCopies.cpp - May a nest be executed in copies of its rows? ------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest whose rows do not lie at equal distances is executed in copies that do
// (../Runtime/CopyRows.cpp). There, addresses are others: so the nest may do
// nothing with those of elements but access memory, and compare two of one row.
// An element's address is no state, and is not used behind the nest.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

/// Bytes that are stored together are so many at most.
static constexpr unsigned MaxUnitBits = 3;

/// What the stores of @p E to rows of @p T are made of, if it only accesses
/// them: units that begin at a multiple of their size. Null otherwise.
static std::optional<unsigned> getStoredUnit(const ESCoP &E, const RowTable &T,
                                             ScalarEvolution &SE) {
  unsigned Bits = MaxUnitBits;
  auto AddStore = [&](Value *To, const SCEV *Size) {
    const SCEV *Offset = SE.removePointerBase(SE.getSCEV(To));
    Bits = std::min(
        {Bits, SE.getMinTrailingZeros(Size), SE.getMinTrailingZeros(Offset)});
  };
  // Of differences that the copies know, or of nothing.
  SmallPtrSet<const Value *, 8> Known;
  for (auto &[New, Old] : E.Rows.Originals)
    Known.insert(Old);
  auto IsPartOfKnown = [&](const Instruction &I) {
    return isa<PtrToIntInst>(I) &&
           all_of(I.users(), [&](const User *U) { return Known.contains(U); });
  };
  SmallSetVector<Value *, 16> Derived;
  SmallVector<Instruction *, 8> Others;
  Derived.insert(T.First);
  for (unsigned Idx = 0; Idx < Derived.size(); ++Idx)
    for (Use &U : Derived[Idx]->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (!E.contains(I) || IsPartOfKnown(*I))
        continue;
      auto *Store = dyn_cast<StoreInst>(I);
      auto *Mem = dyn_cast<MemIntrinsic>(I);
      if (isa<GetElementPtrInst, FreezeInst>(I)) {
        Derived.insert(I);
      } else if (isa<PHINode, ICmpInst>(I)) {
        Others.push_back(I);
        if (isa<PHINode>(I))
          Derived.insert(I);
      } else if (!isAddress(U)) {
        return std::nullopt;
      } else if (Store) {
        AddStore(Store->getPointerOperand(),
                 SE.getStoreSizeOfExpr(Type::getInt64Ty(E.F->getContext()),
                                       Store->getValueOperand()->getType()));
      } else if (Mem && U.getOperandNo() == 0) {
        AddStore(Mem->getRawDest(), SE.getSCEV(Mem->getLength()));
      }
    }
  auto IsDerived = [&](Value *V) { return Derived.contains(V); };
  // Rows may lie in another order, and be one where the copies are two.
  auto IsOfOneRow = [&](const Instruction &Cmp) {
    const SCEV *Distance = SE.getMinusSCEV(SE.getSCEV(Cmp.getOperand(0)),
                                           SE.getSCEV(Cmp.getOperand(1)));
    return !isa<SCEVCouldNotCompute>(Distance) &&
           !SCEVExprContains(Distance, [&](const SCEV *Part) {
             auto *U = dyn_cast<SCEVUnknown>(Part);
             return U &&
                    (U->getValue() == T.Distance || IsDerived(U->getValue()));
           });
  };
  const bool Mixes = any_of(Others, [&](Instruction *I) {
    return !all_of(I->operands(), IsDerived) ||
           (isa<ICmpInst>(I) && !IsOfOneRow(*I));
  });
  // What leaves is the nest's own load.
  for (auto &[New, Old] : E.Rows.Originals)
    if (IsDerived(New))
      Derived.insert(Old);
  const bool Leaves = any_of(E.LiveOuts, IsDerived) ||
                      any_of(E.State, IsDerived) || any_of(E.Steady, IsDerived);
  if (Leaves || Mixes)
    return std::nullopt;
  return 1 << Bits;
}

/// Does what is hoisted behind the checks of rows depend on where these are?
/// The number of a row's elements does not.
static bool hoistsPlaces(const ESCoP &E) {
  ArrayRef<Instruction *> Behind =
      E.Hoisted.getArrayRef().drop_front(E.Rows.NumHoisted);
  return any_of(Behind, [&](const Instruction *I) {
    return isa<LoadInst, PtrToIntInst>(I) ||
           any_of(E.Rows.Tables, [&](const RowTable &T) {
             return is_contained(I->operands(), T.Distance);
           });
  });
}

void polly::escop::decideRowCopies(const ESCoP &E, Plan &P,
                                   FunctionAnalysisManager &FAM) {
  P.RowCopies.clear();
  if (!P.FP || !P.HasRuntime || hoistsPlaces(E))
    return;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*E.F);
  for (const RowTable &T : E.Rows.Tables) {
    const auto *First = find(E.LiveIns, T.First);
    const auto *Rows = find_if(P.FP->Arrays, [&](const Array &A) {
      return !A.Global && A.ArgNo == First - E.LiveIns.begin();
    });
    std::optional<unsigned> Unit;
    if (First != E.LiveIns.end() && is_contained(E.LiveIns, T.Distance) &&
        Rows != P.FP->Arrays.end())
      Unit = getStoredUnit(E, T, SE);
    if (!Unit) {
      P.RowCopies.clear();
      return;
    }
    P.RowCopies.push_back({Rows - P.FP->Arrays.begin(), *Unit});
  }
}
