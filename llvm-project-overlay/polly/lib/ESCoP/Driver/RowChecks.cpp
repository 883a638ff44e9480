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

namespace {

/// Emits the checks of one nest's tables.
class RowChecker {
  /// The fields of runtime::RowPointers that compiler and runtime share.
  enum Field { Table, Entries, Step, Element, HasFirst, First, Distance };
  static constexpr unsigned NumFields = sizeof(runtime::RowPointers) / 8;

  const ESCoP &E;
  IRBuilderBase &Builder;
  function_ref<Value *(Value *)> AtEntry;
  Type *const I64;
  BasicBlock *const Declined;
  uint64_t NumPointers = 0;
  /// The runtime::RowPointers.
  Value *Rows;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(E.F->getContext(), Name, E.F, E.L->getHeader());
  }
  Value *field(uint64_t Pointers, Field Idx) {
    return Builder.CreateConstInBoundsGEP1_64(I64, Rows,
                                              Pointers * NumFields + Idx);
  }
  /// Frozen by itself: the nest may come to one loop of several only, and what
  /// the others are bounded by may be poison.
  Value *getValue(Value *V) {
    auto It = E.Rows.Hoisted.find(dyn_cast<Instruction>(V));
    return Builder.CreateFreeze(
        It == E.Rows.Hoisted.end() ? V : AtEntry(It->second));
  }
  Value *lower(const SCEV *S) {
    return lowerAtEntry(S, Builder, [this](Value *V) { return getValue(V); });
  }
  void describe(const RowTable &T, uint64_t &Next);
  void load(const RowTable &T, uint64_t &Next, ValueToValueMapTy &Known);

public:
  RowChecker(const ESCoP &E, IRBuilderBase &Builder,
             function_ref<Value *(Value *)> AtEntry)
      : E(E), Builder(Builder), AtEntry(AtEntry), I64(Builder.getInt64Ty()),
        Declined(block("escop.norows")) {
    for (const RowTable &T : E.Rows.Tables)
      NumPointers += T.Pointers.size();
    auto *RowsTy = ArrayType::get(ArrayType::get(I64, NumFields), NumPointers);
    Rows = new AllocaInst(RowsTy, E.F->getDataLayout().getAllocaAddrSpace(),
                          "escop.row_pointers", E.F->getEntryBlock().begin());
  }

  Value *getRows() const { return Rows; }
  BasicBlock *getDeclined() const { return Declined; }
  void require(Value *Condition, const Twine &Name) {
    BasicBlock *Go = block(Name);
    Builder.CreateCondBr(Condition, Go, Declined);
    Builder.SetInsertPoint(Go);
  }
  void requireFewTrips(Value *Count);
  void requireRows(bool MayCopy);
  void loadRows(ValueToValueMapTy &Known);
};

} // namespace

/// No bound holds if a loop iterates too often.
void RowChecker::requireFewTrips(Value *Count) {
  Value *Bounded = Builder.CreateICmpULT(Count, Builder.getInt64(MaxEntries));
  for (const SCEV *S : E.Rows.Trips)
    Bounded = Builder.CreateAnd(
        Bounded,
        Builder.CreateICmpULT(lower(S), Builder.getInt64(MaxEntries)));
  require(Bounded, "escop.tables");
}

/// Say where the pointers of @p T are, of which the first are the Next ones.
void RowChecker::describe(const RowTable &T, uint64_t &Next) {
  Value *NumEntries = lower(T.Entries);
  Value *Begin = Builder.CreateGEP(Builder.getInt8Ty(), getValue(T.Base),
                                   lower(T.Offset));
  for (const RowPointer &Pointer : T.Pointers) {
    Value *Address =
        hideObject(Builder, Builder.CreateFreeze(Builder.CreateConstGEP1_64(
                                Builder.getInt8Ty(), Begin,
                                T.FirstIndex * T.Step + Pointer.Place)));
    auto Store = [&](Field Idx, Value *V) {
      Builder.CreateStore(V, field(Next, Idx));
    };
    Store(Table, Builder.CreatePtrToInt(Address, I64));
    Store(Entries, NumEntries);
    Store(Step, Builder.getInt64(T.Step));
    Store(Element, Builder.getInt64(T.ElementSize));
    Store(HasFirst, Builder.getInt64(Pointer.Offset != nullptr));
    ++Next;
  }
}

/// The pointers that it finds lead to all rows. Inlined, the optimiser would not
/// believe that of the first entry.
void RowChecker::requireRows(bool MayCopy) {
  uint64_t Next = 0;
  for (const RowTable &T : E.Rows.Tables)
    describe(T, Next);
  require(callRuntime(Builder, "escop.rows",
                      {Rows, Builder.getInt64(NumPointers),
                       Builder.getInt1(MayCopy), getProcFS(*E.F->getParent())}),
          "escop.rows");
}

void RowChecker::load(const RowTable &T, uint64_t &Next,
                      ValueToValueMapTy &Known) {
  auto Load = [&](Field Idx) {
    return Builder.CreateLoad(I64, field(Next, Idx));
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

/// Load what was found.
void RowChecker::loadRows(ValueToValueMapTy &Known) {
  uint64_t Next = 0;
  for (const RowTable &T : E.Rows.Tables)
    load(T, Next, Known);
  auto Offset = [&](Instruction *I) {
    return I ? Known.lookup(I) : Builder.getInt64(0);
  };
  for (auto &[Size, From, To] : E.Rows.Sizes)
    Known[Size] = Builder.CreateSub(Offset(To), Offset(From));
}

Value *polly::escop::emitRowChecks(const ESCoP &E, const Plan &P,
                                   IRBuilderBase &Builder, Value *Count,
                                   BasicBlock *Nest,
                                   function_ref<Value *(Value *)> AtEntry,
                                   const DriverCounts &Counts,
                                   ValueToValueMapTy &Known) {
  RowChecker Checker(E, Builder, AtEntry);
  Checker.requireFewTrips(Count);
  Checker.requireRows(!P.RowCopies.empty());
  Checker.loadRows(Known);
  BasicBlock *Checked = Builder.GetInsertBlock();
  Builder.SetInsertPoint(Checker.getDeclined());
  Counts.count(Builder, DE_Rows);
  Builder.CreateBr(Nest);
  Builder.SetInsertPoint(Checked);
  return Checker.getRows();
}
