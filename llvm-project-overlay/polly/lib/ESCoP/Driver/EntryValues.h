//===- EntryValues.h - What is known when a nest is entered -----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See EntryValues.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_ENTRYVALUES_H
#define POLLY_LIB_ESCOP_DRIVER_ENTRYVALUES_H

#include "FirstTest.h"
#include "llvm/IR/IRBuilder.h"

namespace polly::escop {

/// Emits values of a nest in front of it.
class EntryValues {
  const ESCoP &E;
  const Plan &P;
  const DriverCounts &Counts;
  llvm::LoopInfo &LI;
  llvm::IRBuilder<> &Builder;
  llvm::Function &F;
  llvm::Type *const I64;
  /// Where the nest is executed if its values are not what its copies need.
  llvm::BasicBlock *Nest = nullptr;
  /// The nest's trip count, and its work, once that is known.
  llvm::Value *Count = nullptr, *Work = nullptr;
  /// Of E.State and E.Steady.
  llvm::SmallVector<llvm::Value *, 8> States, Steady;
  /// Values of the nest that are known in front of it.
  llvm::ValueToValueMapTy Hoisted;
  /// Where they were loaded from, the last few, with what that is a field of in
  /// the nest; and where they were when the nest was entered before.
  llvm::SmallVector<std::pair<const llvm::Value *, llvm::Value *>, 4> Read;
  llvm::MapVector<const llvm::Instruction *, llvm::AllocaInst *> LastAddresses;
  /// Variables that the nest's function gets.
  llvm::SmallVector<llvm::AllocaInst *, 8> Cells;
  /// The runtime::RowPointers, if there are.
  llvm::Value *Rows = nullptr;

  void requireEqual(llvm::Value *A, llvm::Value *B, const llvm::Twine &Name);
  void evaluateGuard(const Guard &G);
  llvm::Value *isOnPage(llvm::Value *Address, uint64_t Bytes,
                        llvm::Value *Read);
  void requireReadable(llvm::LoadInst &Load, llvm::AllocaInst *Cell);
  void noteRead(const llvm::LoadInst &InNest, llvm::Value *Address);
  void hoist(llvm::Instruction &I);
  bool isKnown(llvm::Value *V) const;
  void checkRows();

public:
  EntryValues(const ESCoP &E, const Plan &P, const DriverCounts &Counts,
              llvm::LoopInfo &LI, llvm::IRBuilder<> &Builder)
      : E(E), P(P), Counts(Counts), LI(LI), Builder(Builder), F(*E.F),
        I64(Builder.getInt64Ty()) {}

  /// Let the nest, before it is copied, note what is asked about when it is
  /// entered again.
  void noteAddresses();
  /// The nest is entered with @p States and @p Steady, and iterates @p Count
  /// times. Where it is to be executed as it is, control goes to @p Nest.
  void begin(llvm::SmallVector<llvm::Value *, 8> States,
             llvm::SmallVector<llvm::Value *, 8> Steady, llvm::Value *Count,
             llvm::BasicBlock *Nest);
  /// Emit the work that the nest is by @p Test, whose values are known.
  llvm::Value *emitWork(const FirstTest &Test);
  /// Evaluate what the nest's copies take for known, in the nest's order.
  /// @p EmitTest is called as soon as what @p Test needs is known, if it is not
  /// null.
  void hoistAll(const FirstTest *Test, llvm::function_ref<void()> EmitTest);

  /// The value of @p V when the nest is entered: see isKnownAtEntry.
  llvm::Value *get(llvm::Value *V);
  /// The argument for the live-in @p V.
  llvm::Value *getLiveIn(llvm::Value *V);
  llvm::Value *getRows() const { return Rows; }

  llvm::Value *freeze(llvm::Value *V);
  llvm::BasicBlock *block(const llvm::Twine &Name);
  /// A variable that is @p First at the end of @p From.
  llvm::AllocaInst *createCell(uint64_t First, const llvm::BasicBlock *From,
                               const llvm::Twine &Name);
  /// Let the nest note the address of which of @p Loads was executed last; it
  /// is @p First at the end of @p From.
  llvm::AllocaInst *noteLast(llvm::ArrayRef<llvm::LoadInst *> Loads,
                             uint64_t First, const llvm::BasicBlock *From);
  /// Let the variables be values.
  void promoteCells();
};

/// How often @p E's nest iterates, in front of it; 2^64 is 0.
llvm::Value *emitTripCount(const ESCoP &E, llvm::ScalarEvolution &SE,
                           llvm::IRBuilder<> &Builder);

/// Let exits of the nest be its own, and values that are used behind it pass
/// through PHIs there.
void prepareToSplice(const ESCoP &E, llvm::FunctionAnalysisManager &FAM);
/// Forget what was known of @p F without a driver.
void finishSplicing(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_ENTRYVALUES_H
