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
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly::escop;

/// Fewer innermost iterations are not worth a look at tables of rows: to probe
/// them takes some microseconds.
static constexpr uint64_t MinTableWork = 1 << 14;
/// More entries are not looked at.
static constexpr uint64_t MaxEntries = uint64_t(1) << ParamBits;

/// Emit @p S, of values that are known when the nest is entered.
static Value *lowerTrips(const SCEV *S, IRBuilderBase &Builder,
                         function_ref<Value *(Value *)> GetValue) {
  auto Lower = [&](const SCEV *Op) {
    return lowerTrips(Op, Builder, GetValue);
  };
  switch (S->getSCEVType()) {
  case scConstant:
    return cast<SCEVConstant>(S)->getValue();
  case scUnknown:
    return GetValue(cast<SCEVUnknown>(S)->getValue());
  case scTruncate:
    return Builder.CreateTrunc(Lower(S->operands()[0]), S->getType());
  case scZeroExtend:
    return Builder.CreateZExt(Lower(S->operands()[0]), S->getType());
  case scSignExtend:
    return Builder.CreateSExt(Lower(S->operands()[0]), S->getType());
  case scUDivExpr:
    return Builder.CreateUDiv(Lower(S->operands()[0]), Lower(S->operands()[1]));
  default:
    break;
  }
  Value *Result = nullptr;
  for (const SCEV *Op : S->operands()) {
    Value *V = Lower(Op);
    if (!Result)
      Result = V;
    else if (isa<SCEVAddExpr>(S))
      Result = Builder.CreateAdd(Result, V);
    else if (isa<SCEVMulExpr>(S))
      Result = Builder.CreateMul(Result, V);
    else if (isa<SCEVUMaxExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Result, V);
    else if (isa<SCEVSMaxExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::smax, Result, V);
    else if (isa<SCEVSMinExpr>(S))
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::smin, Result, V);
    else // scUMinExpr: see isKnown.
      Result = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Result, V);
  }
  return Result;
}

void polly::escop::emitRowChecks(const ESCoP &E, IRBuilderBase &Builder,
                                 Value *Start, Value *Left, BasicBlock *Nest,
                                 function_ref<Value *(Value *)> AtEntry,
                                 const DriverCounts &Counts,
                                 ValueToValueMapTy &Known) {
  Module &M = *E.F->getParent();
  Type *I64 = Builder.getInt64Ty();
  auto Limit = [&](Value *V) {
    return Builder.CreateBinaryIntrinsic(Intrinsic::umin, V,
                                         Builder.getInt64(1 << 20));
  };
  auto GetValue = [&](Value *V) {
    auto It = E.Rows.Hoisted.find(dyn_cast<Instruction>(V));
    // Frozen by itself: the nest may come to one loop of several only, and what
    // the others are bounded by may be poison.
    return Builder.CreateFreeze(
        It == E.Rows.Hoisted.end() ? V : AtEntry(It->second));
  };
  auto Lower = [&](const SCEV *S) { return lowerTrips(S, Builder, GetValue); };
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(E.F->getContext(), Name, E.F, E.L->getHeader());
  };
  BasicBlock *Declined = Block("escop.norows");
  auto Branch = [&](Value *Condition, const Twine &Name) {
    BasicBlock *Go = Block(Name);
    Builder.CreateCondBr(Condition, Go, Declined);
    Builder.SetInsertPoint(Go);
  };
  // A call of the system takes as long as some thousand iterations. Nor does a
  // bound hold if a loop iterates too often.
  Value *Work = Left;
  Value *Bounded = Builder.CreateICmpULT(Builder.CreateAdd(Start, Left),
                                         Builder.getInt64(MaxEntries));
  for (const SCEV *S : E.Rows.Trips) {
    Value *V = Lower(S);
    Work = Builder.CreateMul(Limit(Work), Limit(V));
    Bounded = Builder.CreateAnd(
        Bounded, Builder.CreateICmpULT(V, Builder.getInt64(MaxEntries)));
  }
  if (!processesUnprofitable())
    Bounded = Builder.CreateAnd(
        Bounded,
        Builder.CreateICmpUGE(Work, Builder.getInt64(MinTableWork)));
  Branch(Bounded, "escop.tables");
  Value *Ok = Builder.getTrue();
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
      Value *Result = callRuntime(
          Builder, "escop.rows",
          {Builder.CreatePtrToInt(Address, I64), Entries,
           Builder.getInt64(T.Step), Builder.getInt64(T.ElementSize), Distance,
           getProcFS(M)});
      Value *First = Builder.CreateIntToPtr(
          Builder.CreateExtractValue(Result, 0), Builder.getPtrTy());
      Distance = Builder.CreateExtractValue(Result, 1);
      Ok = Builder.CreateAnd(
          Ok, Builder.CreateICmpSGE(Distance, Builder.getInt64(0)));
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
  Branch(Ok, "escop.rows");
}
