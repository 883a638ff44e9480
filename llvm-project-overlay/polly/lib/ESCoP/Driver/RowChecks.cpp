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

void polly::escop::emitRowChecks(const ESCoP &E, IRBuilderBase &Builder,
                                 Value *Count, BasicBlock *Nest,
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
  auto *PagesTy = ArrayType::get(I64, 2);
  BasicBlock &Entry = E.F->getEntryBlock();
  Value *Pages = new AllocaInst(PagesTy, M.getDataLayout().getAllocaAddrSpace(),
                                "escop.pages", Entry.begin());
  Builder.CreateStore(Constant::getNullValue(PagesTy), Pages);
  for (const RowTable &T : E.Rows.Tables) {
    Value *Entries = Lower(T.Entries);
    Value *Table = Builder.CreateGEP(Builder.getInt8Ty(), GetValue(T.Base),
                                     Lower(T.Offset));
    Value *Distance = Builder.getInt64(-1);
    for (const RowPointer &P : T.Pointers) {
      Value *Address = hideObject(
          Builder,
          Builder.CreateFreeze(Builder.CreateConstGEP1_64(
              Builder.getInt8Ty(), Table, T.FirstIndex * T.Step + P.Place)));
      // The pointer that it returns leads to all rows. Inlined, the optimiser
      // would not believe that of the first entry.
      Value *Result = callRuntime(Builder, "escop.rows",
                                  {Builder.CreatePtrToInt(Address, I64),
                                   Entries, Builder.getInt64(T.Step),
                                   Builder.getInt64(T.ElementSize), Distance,
                                   Pages, getProcFS(M)});
      Value *First = Builder.CreateIntToPtr(
          Builder.CreateExtractValue(Result, 0), Builder.getPtrTy());
      Distance = Builder.CreateExtractValue(Result, 1);
      Branch(Builder.CreateICmpSGE(Distance, Builder.getInt64(0)),
             "escop.rows");
      if (P.Offset) {
        Known[P.Offset] = Builder.CreateSub(
            Builder.CreatePtrToInt(First, I64),
            Builder.CreatePtrToInt(Known.lookup(T.First), I64));
        continue;
      }
      Known[T.First] = First;
    }
    Known[T.Distance] = Distance;
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
}
