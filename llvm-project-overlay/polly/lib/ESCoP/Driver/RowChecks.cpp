//===- RowChecks.cpp - Are rows at equal distances? -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nest/Rows.cpp says what has to be checked, and why.
//
//===----------------------------------------------------------------------===//

#include "RowChecks.h"
#include "FirstTest.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly::escop;

/// More entries are not looked at.
static constexpr uint64_t MaxEntries = uint64_t(1) << ParamBits;

Value *polly::escop::emitRowChecks(const ESCoP &E, const Plan &P,
                                   IRBuilderBase &Builder, Value *Count,
                                   BasicBlock *Nest,
                                   function_ref<Value *(Value *)> AtEntry,
                                   const DriverCounts &Counts,
                                   ValueToValueMapTy &Known) {
  Module &M = *E.F->getParent();
  Type *I64 = Builder.getInt64Ty();
  auto GetValue = [&](Value *V) {
    auto It = E.Rows.Hoisted.find(dyn_cast<Instruction>(V));
    // Frozen by itself: the nest may come to one loop of several only, and what
    // the others are bounded by may be poison.
    return Builder.CreateFreeze(
        It == E.Rows.Hoisted.end() ? V : AtEntry(It->second));
  };
  auto Lower = [&](const SCEV *S) { return lowerAtEntry(S, Builder, GetValue); };
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(E.F->getContext(), Name, E.F, E.L->getHeader());
  };
  BasicBlock *Declined = Block("escop.norows");
  auto Branch = [&](Value *Condition, const Twine &Name) {
    BasicBlock *Go = Block(Name);
    Builder.CreateCondBr(Condition, Go, Declined);
    Builder.SetInsertPoint(Go);
  };
  // No bound holds if a loop iterates too often.
  Value *Bounded = Builder.CreateICmpULT(Count, Builder.getInt64(MaxEntries));
  for (const SCEV *S : E.Rows.Trips)
    Bounded = Builder.CreateAnd(
        Bounded,
        Builder.CreateICmpULT(Lower(S), Builder.getInt64(MaxEntries)));
  Branch(Bounded, "escop.tables");
  uint64_t NumPointers = 0;
  for (const RowTable &T : E.Rows.Tables)
    NumPointers += T.Pointers.size();
  // The fields of runtime::RowPointers.
  enum { Table, Entries, Step, Element, HasFirst, First, Distance };
  constexpr unsigned NumFields = sizeof(runtime::RowPointers) / 8;
  auto *RowsTy = ArrayType::get(ArrayType::get(I64, NumFields), NumPointers);
  Value *Rows =
      new AllocaInst(RowsTy, M.getDataLayout().getAllocaAddrSpace(),
                     "escop.row_pointers", E.F->getEntryBlock().begin());
  auto Field = [&](uint64_t Pointers, unsigned Idx) {
    return Builder.CreateConstInBoundsGEP1_64(I64, Rows,
                                              Pointers * NumFields + Idx);
  };
  uint64_t Next = 0;
  for (const RowTable &T : E.Rows.Tables) {
    Value *NumEntries = Lower(T.Entries);
    Value *Begin = Builder.CreateGEP(Builder.getInt8Ty(), GetValue(T.Base),
                                     Lower(T.Offset));
    for (const RowPointer &Pointer : T.Pointers) {
      Value *Address =
          hideObject(Builder, Builder.CreateFreeze(Builder.CreateConstGEP1_64(
                                  Builder.getInt8Ty(), Begin,
                                  T.FirstIndex * T.Step + Pointer.Place)));
      for (auto [Idx, V] :
           {std::pair<unsigned, Value *>(Table,
                                         Builder.CreatePtrToInt(Address, I64)),
            {Entries, NumEntries},
            {Step, Builder.getInt64(T.Step)},
            {Element, Builder.getInt64(T.ElementSize)},
            {HasFirst, Builder.getInt64(Pointer.Offset != nullptr)}})
        Builder.CreateStore(V, Field(Next, Idx));
      ++Next;
    }
  }
  // The pointers that it finds lead to all rows. Inlined, the optimiser would
  // not believe that of the first entry.
  Branch(callRuntime(Builder, "escop.rows",
                     {Rows, Builder.getInt64(NumPointers),
                      Builder.getInt1(!P.RowCopies.empty()), getProcFS(M)}),
         "escop.rows");
  Next = 0;
  for (const RowTable &T : E.Rows.Tables) {
    auto Load = [&](unsigned Idx) {
      return Builder.CreateLoad(I64, Field(Next, Idx));
    };
    Value *Begin = nullptr;
    for (const RowPointer &Pointer : T.Pointers) {
      Value *Row = Load(First);
      if (Pointer.Offset) {
        Known[Pointer.Offset] = Builder.CreateSub(Row, Begin);
      } else {
        Begin = Row;
        Known[T.First] = Builder.CreateIntToPtr(Row, Builder.getPtrTy());
        Known[T.Distance] = Load(Distance);
      }
      ++Next;
    }
  }
  auto Offset = [&](Instruction *I) {
    return I ? Known.lookup(I) : Builder.getInt64(0);
  };
  for (auto &[Size, From, To] : E.Rows.Sizes)
    Known[Size] = Builder.CreateSub(Offset(To), Offset(From));
  BasicBlock *Checked = Builder.GetInsertBlock();
  Builder.SetInsertPoint(Declined);
  Counts.count(Builder, DE_Rows);
  Builder.CreateBr(Nest);
  Builder.SetInsertPoint(Checked);
  return Rows;
}
