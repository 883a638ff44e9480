//===- TypedLoads.cpp - Loads that have lost their types ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LICM drops the type of what it loads ahead, for the program would not come to
// each of these loads (Instruction::dropUBImplyingAttrsAndMetadata). Such a
// load may be of what any store writes, so that a container's pointers are
// loaded again and again, and a nest has several arrays where there is one:
//
//   v.at(0) = x;                       p = v.data; *p = x;
//   for (i = 1; i < n; ++i)      ->    q = v.data, without a type;
//     v.at(i) = v.at(i - 1);           for (…) q[i] = p[i - 1];
//
// Where what a load with a type has loaded from there before is not written in
// between, by the rules for its type, the load is of the same value.
//
// LICM comes to inner loops first, and drops the type there: what the loops
// around them store keeps it from hoisting the load any further. So what loads
// with types load is loaded in front of the outermost loop that allows it.
//
//===----------------------------------------------------------------------===//

#include "TypedLoads.h"
#include "Dereferenceable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace polly::escop;

/// Loads of one address that are compared, at most.
static constexpr unsigned MaxLoads = 16;

namespace {
/// Where a load is from: a value, and a distance in bytes.
using Address = std::pair<const Value *, int64_t>;
} // namespace

/// Does @p Load have a type that tells it from others?
static bool isTypedLoad(const LoadInst &Load) {
  return Load.isSimple() && !Load.getType()->isScalableTy() &&
         Load.hasMetadata(LLVMContext::MD_tbaa);
}

static Address getAddress(const LoadInst &Load, const DataLayout &DL) {
  const Value *Ptr = Load.getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Ptr->getType()), 0);
  const Value *Base = Ptr->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  // In another address space it is another address.
  if (Base->getType() != Ptr->getType())
    return std::pair(Ptr, 0);
  return std::pair(Base, Offset.getSExtValue());
}

/// What may have written last, in front of @p Load, where @p Typed loads.
static MemoryAccess *getClobber(const LoadInst &Load, const LoadInst &Typed,
                                MemorySSA &MSSA, BatchAAResults &AA) {
  return MSSA.getWalker()->getClobberingMemoryAccess(
      MSSA.getMemoryAccess(&Load)->getDefiningAccess(),
      MemoryLocation::get(&Typed), AA);
}

void polly::escop::hoistTypedLoads(Function &F, FunctionAnalysisManager &FAM) {
  const DataLayout &DL = F.getDataLayout();
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &MSSA = FAM.getResult<MemorySSAAnalysis>(F).getMSSA();
  BatchAAResults AA(FAM.getResult<AAManager>(F));
  const auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  SmallPtrSet<LoadInst *, 8> Dead;
  // What @p Load loads, loaded in front of @p L; null if that may trap.
  auto LoadAhead = [&](LoadInst *Load, const Address &From,
                       const Loop *L) -> LoadInst * {
    Instruction *At = L->getLoopPreheader()->getTerminator();
    IRBuilder<> Builder(At);
    Value *Ptr = Builder.CreatePtrAdd(const_cast<Value *>(From.first),
                                      Builder.getInt64(From.second));
    LoadInst *Ahead = Builder.CreateAlignedLoad(
        Load->getType(), Ptr, Load->getAlign(), Load->getName());
    if (isSafeToSpeculativelyExecute(Ahead, At, &AC, &DT) &&
        isThereInFront(*L, From.first, TLI))
      return Ahead;
    RecursivelyDeleteTriviallyDeadInstructions(Ahead);
    return nullptr;
  };
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->getLoopPreheader())
      continue;
    DenseMap<std::pair<Address, Type *>, LoadInst *> Loaded;
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !isTypedLoad(*Load) || Dead.contains(Load))
          continue;
        const Address From = getAddress(*Load, DL);
        if (!L->isLoopInvariant(From.first) ||
            L->contains(getClobber(*Load, *Load, MSSA, AA)->getBlock()))
          continue;
        LoadInst *&Ahead = Loaded[{From, Load->getType()}];
        if (!Ahead)
          Ahead = LoadAhead(Load, From, L);
        if (!Ahead)
          continue;
        Load->replaceAllUsesWith(Ahead);
        Dead.insert(Load);
      }
  }
  for (LoadInst *Load : Dead)
    Load->eraseFromParent();
  if (!Dead.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}

void polly::escop::reuseTypedLoads(Function &F, FunctionAnalysisManager &FAM) {
  const DataLayout &DL = F.getDataLayout();
  DenseMap<Address, SmallVector<LoadInst *, 2>> Typed;
  SmallVector<LoadInst *, 16> Untyped;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isSimple() || Load->getType()->isScalableTy())
      continue;
    if (!Load->hasMetadata(LLVMContext::MD_tbaa)) {
      Untyped.push_back(Load);
      continue;
    }
    auto &Loads = Typed[getAddress(*Load, DL)];
    if (Loads.size() < MaxLoads)
      Loads.push_back(Load);
  }
  if (Untyped.empty() || Typed.empty())
    return;
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &MSSA = FAM.getResult<MemorySSAAnalysis>(F).getMSSA();
  BatchAAResults AA(FAM.getResult<AAManager>(F));
  auto IsSame = [&](LoadInst *Load, LoadInst *Earlier) {
    if (Load->getType() != Earlier->getType() || !DT.dominates(Earlier, Load))
      return false;
    // Of what is in a loop, the last instance came before.
    return MSSA.dominates(getClobber(*Load, *Earlier, MSSA, AA),
                          MSSA.getMemoryAccess(Earlier));
  };
  SmallVector<LoadInst *, 8> Dead;
  for (LoadInst *Load : Untyped) {
    auto It = Typed.find(getAddress(*Load, DL));
    if (It == Typed.end())
      continue;
    auto *Earlier = find_if(
        It->second, [&](LoadInst *Other) { return IsSame(Load, Other); });
    if (Earlier == It->second.end())
      continue;
    Load->replaceAllUsesWith(*Earlier);
    Dead.push_back(Load);
  }
  for (LoadInst *Load : Dead)
    Load->eraseFromParent();
  if (!Dead.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}
