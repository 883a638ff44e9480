//===- Private.cpp - Chunks that work on a copy ---------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a nest may not be speculated in place (-polly-escop-in-place=false,
// since other threads own what the nest does not reach), the driver copies what
// a chunk accesses of the written arrays twice, lets the shadow work on one of
// the copies, by other base pointers, and stores what differs from the other
// one:
//
//   Old = New = memory;
//   if (shadow(New) == done)
//     for each granule (escop.commit): if (New != Old) memory = New;
//
// What differs was written by the nest, so that nobody else accesses it at the
// same time; what the nest wrote without changing it needs no store. Which of
// the elements a chunk writes need not be known for that, nor are there to be
// no others between them; but of what is compared at once, the nest writes all
// or nothing. A throw leaves nothing to undo.
//
// What lies between the elements is read, so that it has to be there.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<bool>
    InPlace("polly-escop-in-place", cl::Hidden, cl::init(true),
            cl::desc("Speculate in place: iterations behind the one that "
                     "leaves write what other threads may not share. Otherwise "
                     "in a copy, where that is possible"));

/// The bytes that are at least written, and aligned to, by what the nest writes
/// at once; 8, if more.
static unsigned getGranule(const ESCoP &E) {
  const DataLayout &DL = E.F->getDataLayout();
  uint64_t Granule = 8;
  for (const BasicBlock *BB : E.Blocks)
    for (const Instruction &I : *BB)
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Granule = MinAlign(
            Granule,
            MinAlign(DL.getTypeStoreSize(Store->getValueOperand()->getType()),
                     Store->getAlign().value()));
      else if (mayWriteData(I))
        Granule = 1;
  return Granule;
}

/// Is memory accessed through @p Base, and nothing else done with the address?
static bool isOnlyAccessed(Argument &Base) {
  SmallSetVector<Value *, 16> Derived;
  Derived.insert(&Base);
  for (unsigned Idx = 0; Idx < Derived.size(); ++Idx)
    for (Use &U : Derived[Idx]->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, PHINode>(I))
        Derived.insert(I);
      else if (!isAddress(U))
        return false;
    }
  return all_of(Derived, [&](Value *V) {
    auto *PHI = dyn_cast<PHINode>(V);
    return !PHI || all_of(PHI->incoming_values(),
                          [&](Value *In) { return Derived.contains(In); });
  });
}

std::optional<Reject> polly::escop::makePrivate(const ESCoP &E, Plan &P,
                                                FunctionAnalysisManager &FAM) {
  if (InPlace)
    return std::nullopt;
  // Let globals be arguments.
  auto IsWrittenGlobal = [](const Array &A) { return A.Written && A.Global; };
  auto IsRowOfTable = [&](const Value *Base) {
    return any_of(E.Rows.Tables,
                  [&](const RowTable &T) { return T.First == Base; });
  };
  unsigned NextArg = P.Shadow->arg_size();
  if (unsigned Extra = count_if(P.FP->Arrays, IsWrittenGlobal))
    P.Shadow = addPointerParams(P.Shadow, Extra, FAM);
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    if (!A.Written)
      continue;
    A.PrivateArg = A.ArgNo;
    if (A.Global) {
      A.PrivateArg = NextArg++;
      Argument *Arg = P.Shadow->getArg(A.PrivateArg);
      convertUsersOfConstantsToInstructions({A.Global}, P.Shadow);
      A.Global->replaceUsesWithIf(Arg, [&](Use &U) {
        auto *I = dyn_cast<Instruction>(U.getUser());
        return I && I->getFunction() == P.Shadow;
      });
    } else if (A.ArgNo >= E.LiveIns.size() ||
               IsRowOfTable(E.LiveIns[A.ArgNo])) {
      // The state would point into the copy; between two rows, which are blocks
      // of memory of their own, nothing is read.
      return Reject(Reason::InPlace, E.NormalExit);
    }
    auto *Shift = find(P.Shifted, Idx);
    if (!isOnlyAccessed(*P.Shadow->getArg(A.PrivateArg)) ||
        (Shift != P.Shifted.end() &&
         !isOnlyAccessed(*P.Shadow->getArg(getNumBoundsArgs(E) +
                                           (Shift - P.Shifted.begin())))))
      return Reject(Reason::InPlace, E.NormalExit);
  }
  P.Granule = getGranule(E);
  return std::nullopt;
}

Function *polly::escop::getCommit(Module &M, unsigned Granule) {
  std::string Name = ("escop.commit." + Twine(Granule)).str();
  if (Function *F = M.getFunction(Name))
    return F;
  IRBuilder<> Builder(M.getContext());
  Type *Ptr = Builder.getPtrTy(), *I64 = Builder.getInt64Ty(),
       *Ty = Builder.getIntNTy(8 * Granule);
  Function *F = createSharedFunction(
      M, FunctionType::get(Builder.getVoidTy(), {Ptr, Ptr, Ptr, I64}, false),
      Name);
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(M.getContext(), Name, F);
  };
  BasicBlock *Entry = Block("entry"), *Head = Block("head"),
             *Body = Block("body"), *Differs = Block("differs"),
             *Next = Block("next"), *Done = Block("done");
  Builder.SetInsertPoint(Entry);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *Index = Builder.CreatePHI(I64, 2);
  Index->addIncoming(Builder.getInt64(0), Entry);
  Builder.CreateCondBr(Builder.CreateICmpULT(Index, F->getArg(3)), Body, Done);
  Builder.SetInsertPoint(Body);
  auto At = [&](unsigned ArgNo) {
    return Builder.CreateGEP(Builder.getInt8Ty(), F->getArg(ArgNo), Index);
  };
  Value *New = Builder.CreateAlignedLoad(Ty, At(1), Align(1));
  Value *Old = Builder.CreateAlignedLoad(Ty, At(2), Align(1));
  Builder.CreateCondBr(Builder.CreateICmpEQ(New, Old), Next, Differs);
  Builder.SetInsertPoint(Differs);
  Builder.CreateAlignedStore(New, At(0), Align(Granule));
  Builder.CreateBr(Next);
  Builder.SetInsertPoint(Next);
  Index->addIncoming(Builder.CreateAdd(Index, Builder.getInt64(Granule)), Next);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Done);
  Builder.CreateRetVoid();
  for (unsigned ArgNo : {0, 1, 2}) {
    F->addParamAttr(ArgNo, Attribute::NoAlias);
    F->addParamAttr(ArgNo, Attribute::NoCapture);
  }
  return F;
}
