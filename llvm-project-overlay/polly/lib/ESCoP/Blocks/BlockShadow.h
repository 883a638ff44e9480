//===- BlockShadow.h - The iterations of a block -----------------*- C++
//-*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BlockShadow.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BLOCKS_BLOCKSHADOW_H
#define POLLY_LIB_ESCOP_BLOCKS_BLOCKSHADOW_H

#include "Elements.h"
#include "Streams.h"
#include "polly/ESCoP/Copies.h"
#include "llvm/Support/InstructionCost.h"

namespace polly::escop {

/// What computes a block:
///
///   i8 shadow(live-ins…, state…, i64 N, ptr Frame, ptr Out…, ptr Flags…,
///             ptr Addresses…)
///
/// stores in Out what the N iterations would store, an array for each store,
/// in Flags whether they would, an array of i8 for each store that is
/// conditional, and in Addresses where, for each whose address depends on data.
/// Of a store that hasDearMasks, Flags go on with whether any is set.
class BlockShadow {
  ESCoP &E;
  llvm::FunctionAnalysisManager &FAM;
  llvm::LLVMContext &Ctx;
  llvm::Type *const I64, *const Ptr;
  llvm::Function *Shadow = nullptr, *Begin = nullptr, *NoWrap = nullptr;
  unsigned Size = 0, NumDivisions = 0, Gain = 0;
  Streams S;
  CopiedLoads Loads;
  OwnReadSet OwnReads;
  /// Of Shadow; each becomes a value.
  llvm::SmallVector<llvm::AllocaInst *, 8> Cells;

  /// Of Shadow's loop, if it is needed.
  llvm::PHINode *Counter = nullptr;
  bool OutputsByArrays = false;

  const llvm::DataLayout &getDL() const { return E.F->getDataLayout(); }
  unsigned chooseSize();
  const llvm::Instruction *guardDivisions();
  void findOwnReads();
  void markFirstLoads();
  Object findObject(const llvm::SCEV *Address);
  std::optional<Reject> analyse();
  llvm::BasicBlock *cloneFront(llvm::StringRef Name,
                               llvm::ValueToValueMapTy &VMap);
  void buildBegin(llvm::ArrayRef<llvm::Value *> Starts);
  void extendSubscripts();
  std::optional<Reject> trackLoads();
  llvm::Value *boundIndex(llvm::Instruction &Load, const Object &Of);
  llvm::Value *boundAddress(llvm::Instruction &Load, const Object &Of);
  void guardGathers();
  void eraseEqualMarkers();
  void loadInEachIteration();
  llvm::Value *getInEachIteration(llvm::Value *V, llvm::Value *Otherwise,
                                  llvm::Instruction *At);
  void guardEachIteration();
  void reduceInEachIteration();
  llvm::PHINode *getCounter();
  void flagBlock(llvm::Value *Flag, llvm::Argument *Flags);
  void holdStoresBack();
  void outputByArrays();
  bool mostlyScatters() const;
  llvm::InstructionCost getCost(llvm::Function &Trial) const;
  llvm::InstructionCost getCostInNest() const;
  bool gathersNeedlessly(llvm::Function &Trial) const;
  bool gains(llvm::Function &Trial);
  bool isVectorised();

public:
  BlockShadow(ESCoP &E, llvm::FunctionAnalysisManager &FAM)
      : E(E), FAM(FAM), Ctx(E.F->getContext()),
        I64(llvm::Type::getInt64Ty(Ctx)),
        Ptr(llvm::PointerType::getUnqual(Ctx)) {}
  ~BlockShadow();

  /// Build both functions, and find E.Tracked.
  std::optional<Reject> build();

  /// S: blocks are of multiples of so many iterations, or of as many, if they
  /// do not grow.
  unsigned getSize() const { return Size; }
  /// What a block of that size saves, by TargetTransformInfo: 1 is about the
  /// time of an instruction.
  unsigned getGain() const { return Gain; }
  bool mayGrow() const { return S.Stores.empty() && !OutputsByArrays; }
  const Streams &getStreams() const { return S; }
  /// Is @p Store conditional, and does it take longer to store some elements of
  /// a vector than to load all, choose, and store all?
  bool hasDearMasks(const Stream &Store) const;
  llvm::Function *getShadow() const { return Shadow; }
  /// May the guards of @p Slice be evaluated without the stores of the
  /// iteration?
  bool canInspect(const GuardSlice &Slice) const;
  /// Stores, in an array of pointers that it gets behind the frame, the
  /// addresses of getStreams' Loads and Stores in the first iteration.
  llvm::Function *getBegin() const { return Begin; }
  /// Tells whether no subscript wraps in the next N iterations: SS_Done. Null
  /// if none does.
  llvm::Function *getNoWrap() const { return NoWrap; }
};

/// The value of -polly-escop-block-size.
unsigned getBlockSizeOption();

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BLOCKS_BLOCKSHADOW_H
