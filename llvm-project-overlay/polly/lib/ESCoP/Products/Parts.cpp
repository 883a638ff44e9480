//===- Parts.cpp - What a nest does beside its product --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is a copy of the whole nest of which only the effects of that part are
// left. Loops without effects, the one that adds the products among them, are
// deleted by the simplification pipeline.
//
// The result's elements hold the sums. So a scalar's first value is stored to
// its element in front of the products, and the element is loaded where the
// nest uses the sum.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace polly::escop;

/// A copy of the nest.
class PartEmitter::NestClone {
  const ProductNest &P;
  const SumAddress &Sums;
  ValueToValueMapTy VMap;
  BasicBlock *Exit;

  BasicBlock *get(BasicBlock *BB) { return cast<BasicBlock>(VMap[BB]); }
  Value *get(Value *V) {
    auto It = VMap.find(V);
    return It == VMap.end() ? V : &*It->second;
  }
  Value *getSumAddress(IRBuilderBase &Builder);
  Align getSumAlign() const {
    return std::min(P.Store->getAlign(),
                    P.Store->getDataLayout().getABITypeAlign(P.Operation.Ty));
  }

public:
  NestClone(const ProductNest &P, const SumAddress &Sums, BasicBlock *Entry);
  void keep(ArrayRef<Instruction *> Effects);
  void reduce(unsigned Loop);
  void storeStart();
  void loadSums();
  BasicBlock *getExit() { return Exit; }
};

PartEmitter::NestClone::NestClone(const ProductNest &P, const SumAddress &Sums,
                                  BasicBlock *Entry)
    : P(P), Sums(Sums) {
  const Loop &L = P.getOutermost();
  Function *F = Entry->getParent();
  Exit = BasicBlock::Create(F->getContext(), "escop.part", F);
  VMap[L.getLoopPreheader()] = Entry;
  VMap[L.getExitBlock()] = Exit;
  SmallVector<BasicBlock *, 16> Copies;
  for (BasicBlock *BB : L.blocks()) {
    Copies.push_back(CloneBasicBlock(BB, VMap, ".part", F));
    VMap[BB] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, VMap);
  BranchInst::Create(get(L.getHeader()), Entry);
}

/// Erase all effects but @p Effects.
void PartEmitter::NestClone::keep(ArrayRef<Instruction *> Effects) {
  for (BasicBlock *BB : P.getOutermost().blocks())
    for (Instruction &I : *BB)
      if (!I.isTerminator() && I.mayHaveSideEffects() &&
          !is_contained(Effects, &I))
        cast<Instruction>(get(&I))->eraseFromParent();
}

/// Execute the first iteration of a loop only.
void PartEmitter::NestClone::reduce(unsigned Loop) {
  const auto *L = P.Loops[Loop];
  auto *Br = cast<BranchInst>(get(L->getLoopLatch())->getTerminator());
  Br->setCondition(ConstantInt::getBool(
      Br->getContext(), Br->getSuccessor(0) == get(L->getExitBlock())));
}

/// The address of the sum in the loops around the innermost one.
Value *PartEmitter::NestClone::getSumAddress(IRBuilderBase &Builder) {
  Type *I64 = Builder.getInt64Ty(), *I8 = Builder.getInt8Ty();
  Value *Address = Sums.Base;
  for (unsigned Idx = 0; Idx + 1 < NestDepth; ++Idx) {
    const Loop &L = *P.Loops[Idx];
    BasicBlock *Header = get(L.getHeader()), *Latch = get(L.getLoopLatch());
    IRBuilder<> AtHeader(&Header->front());
    PHINode *Counter = AtHeader.CreatePHI(I64, 2);
    IRBuilder<> AtLatch(Latch->getTerminator());
    Counter->addIncoming(AtLatch.getInt64(0), get(L.getLoopPreheader()));
    Counter->addIncoming(AtLatch.CreateAdd(Counter, AtLatch.getInt64(1)),
                         Latch);
    Address = Builder.CreateGEP(I8, Address,
                                Builder.CreateMul(Counter, Sums.Steps[Idx]));
  }
  return Address;
}

void PartEmitter::NestClone::storeStart() {
  IRBuilder<> Builder(
      get(P.getInnermost().getLoopPreheader())->getTerminator());
  Builder.CreateAlignedStore(get(P.Start), getSumAddress(Builder),
                             getSumAlign());
}

/// Let what uses the sums load them, also if nothing that is left needs them:
/// by a constant, dead code might divide.
void PartEmitter::NestClone::loadSums() {
  if (P.SumOuts.empty())
    return;
  IRBuilder<> Builder(
      &*get(P.getInnermost().getExitBlock())->getFirstInsertionPt());
  Value *Sum = Builder.CreateAlignedLoad(P.Operation.Ty, getSumAddress(Builder),
                                         getSumAlign());
  for (PHINode *Out : P.SumOuts)
    get(Out)->replaceAllUsesWith(Sum);
}

BasicBlock *PartEmitter::emitBefore() {
  if (!P.Before.empty() || (P.Start && (!P.StartsWithResult || P.HasBuffer))) {
    NestClone Clone(P, Sums, End);
    if (P.Start)
      Clone.storeStart();
    Clone.loadSums();
    Clone.keep(P.Before);
    End = Clone.getExit();
  }
  for (const OperandMarker &Marker : P.Inside) {
    NestClone Clone(P, Sums, End);
    Clone.loadSums();
    Clone.keep(Marker.Call);
    for (unsigned Idx = 0; Idx < NestDepth; ++Idx)
      if (!Marker.Varies[Idx])
        Clone.reduce(Idx);
    End = Clone.getExit();
  }
  return End;
}

BasicBlock *PartEmitter::emitBehind() {
  if (P.Behind.empty())
    return End;
  NestClone Clone(P, Sums, End);
  Clone.loadSums();
  Clone.keep(P.Behind);
  return End = Clone.getExit();
}
