//===- Checkpoint.cpp - Copy what a chunk writes --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a chunk that works in place writes is saved before, and restored if a
// guard fired. What a chunk that works in a copy writes is stored to memory if
// no guard fired. Both are functions that come to the elements that the chunk
// writes, and to no others: to copy the interval between the lowest and the
// highest one would undo what other threads write in between, which the C++
// memory model forbids ([intro.races]: each memory location is by itself).
//
// Such a function is the nest's slice (Slice.h) with respect to its stores,
// each of which copies instead. Of
//
//   for (i…) for (j = 0; j <= i; ++j) for (k…)
//     C[i][j] += A[i][k] * B[k][j];
//
// it is, as k is reduced,
//
//   for (i…) for (j = 0; j <= i; ++j)
//     *(&C[i][j] + to) = *(&C[i][j] + from);
//
// where `from` and `to` lead from the array to a buffer of the same layout, or
// back. Inner loops become calls of memcpy where the elements are contiguous.
//
// Whether a store is executed may depend on what the chunk computes:
//
//   if (D[i][k] + D[k][j] < D[i][j])
//     D[i][j] = D[i][k] + D[k][j];
//
// Then the slice goes to the store whatever the condition is, and comes to all
// elements that may be written. As a checkpoint that will do as long as nobody
// else writes these elements meanwhile. What is stored from a copy is what
// differs from its old value: the nest wrote that, so that nobody else accesses
// it at the same time, and what it wrote without a change needs no store.
//
// What a condition reads may change behind the throw, where the nest does not
// come to. Then the checkpoint and the rollback would come to other elements,
// which is why a nest with such a condition is not executed in place beside
// other threads. From a copy elements are stored only if no guard fired.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "Slice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace polly::escop;

/// More functions than that are not worth a checkpoint.
static constexpr unsigned MaxCopies = 24;

namespace {

/// A store, or a memory intrinsic: what it writes.
struct Write {
  Instruction *I;
  Value *Address;
  /// In bytes.
  Value *Size;
  unsigned ArrayIdx;
};

/// The slice of a nest with respect to some stores to one array.
struct WriteSlice : Slice {
  SmallVector<const Write *, 4> Roots;
  /// Branches that are taken towards a root, with the successors.
  SmallDenseMap<const Instruction *, unsigned, 4> Forced;
  bool Reads = false;
};

/// Builds the copies of what one function without exits writes.
class CopyBuilder {
  Function &Shadow;
  Footprint &FP;
  FunctionAnalysisManager &FAM;
  const LoopInfo &LI;
  DominatorTree &DT;
  PostDominatorTree &PDT;
  ScalarEvolution &SE;
  const Loop *Nest;
  SmallVector<Write, 8> Writes;

  std::optional<unsigned> getArray(Value *Pointer);
  std::optional<Reject> collectWrites();
  bool covers(const Write &A, const Write &B);
  bool readsWhatIsWritten(const Slice &S, const Instruction *From = nullptr);
  std::optional<WriteSlice> slice(ArrayRef<const Write *> Roots);
  bool takesAsLong(const WriteSlice &S);
  Function *build(const WriteSlice &S, bool IfChanged);
  void optimise(Function &F);

public:
  CopyBuilder(Function &Shadow, Footprint &FP, FunctionAnalysisManager &FAM)
      : Shadow(Shadow), FP(FP), FAM(FAM),
        LI(FAM.getResult<LoopAnalysis>(Shadow)),
        DT(FAM.getResult<DominatorTreeAnalysis>(Shadow)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(Shadow)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(Shadow)), Nest(*LI.begin()) {}

  std::optional<Reject> run();
};

} // namespace

/// The array of the footprint that @p Pointer points into.
std::optional<unsigned> CopyBuilder::getArray(Value *Pointer) {
  auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(Pointer)));
  if (!Base)
    return std::nullopt;
  auto *Arg = dyn_cast<Argument>(Base->getValue());
  for (auto [Idx, A] : enumerate(FP.Arrays))
    if (A.Global ? A.Global == Base->getValue()
                 : Arg && A.ArgNo == Arg->getArgNo())
      return Idx;
  return std::nullopt;
}

std::optional<Reject> CopyBuilder::collectWrites() {
  const DataLayout &DL = Shadow.getDataLayout();
  for (BasicBlock *BB : Nest->blocks())
    for (Instruction &I : *BB) {
      if (isGuardMarker(I) || isReadMarker(I) || !I.mayWriteToMemory())
        continue;
      Value *Address, *Size;
      if (auto *Store = dyn_cast<StoreInst>(&I)) {
        Address = Store->getPointerOperand();
        Type *Ty = Store->getValueOperand()->getType();
        Size = ConstantInt::get(Type::getInt64Ty(I.getContext()),
                                DL.getTypeStoreSize(Ty).getFixedValue());
      } else if (auto *Mem = dyn_cast<MemIntrinsic>(&I)) {
        Address = Mem->getRawDest();
        Size = Mem->getLength();
      } else {
        return Reject(Reason::Call, &I);
      }
      std::optional<unsigned> ArrayIdx = getArray(Address);
      if (!ArrayIdx)
        return Reject(Reason::NonAffine, &I);
      Writes.push_back({&I, Address, Size, *ArrayIdx});
    }
  return std::nullopt;
}

/// Where @p B writes, does @p A, too?
bool CopyBuilder::covers(const Write &A, const Write &B) {
  BasicBlock *InA = A.I->getParent(), *InB = B.I->getParent();
  return A.Size == B.Size && SE.getSCEV(A.Address) == SE.getSCEV(B.Address) &&
         (DT.dominates(InA, InB) || PDT.dominates(InA, InB));
}

/// Does @p S, or what @p From depends on in it, read an array that the nest
/// writes?
bool CopyBuilder::readsWhatIsWritten(const Slice &S, const Instruction *From) {
  SmallSetVector<const Instruction *, 16> Visited;
  if (From)
    Visited.insert(From);
  else
    Visited.insert(S.Instructions.begin(), S.Instructions.end());
  for (unsigned Idx = 0; Idx < Visited.size(); ++Idx) {
    const Instruction *I = Visited[Idx];
    if (I->mayReadFromMemory()) {
      auto *Load = dyn_cast<LoadInst>(I);
      auto ArrayIdx =
          Load ? getArray(const_cast<Value *>(Load->getPointerOperand()))
               : std::nullopt;
      if (!ArrayIdx || FP.Arrays[*ArrayIdx].Written)
        return true;
    }
    for (const Value *Op : I->operands())
      if (auto *OpI = dyn_cast<Instruction>(Op); OpI && Nest->contains(OpI))
        Visited.insert(OpI);
  }
  return false;
}

/// The slice with respect to @p Roots. If that depends on what the nest
/// computes, and there is one root, go to it in any case; otherwise none.
std::optional<WriteSlice> CopyBuilder::slice(ArrayRef<const Write *> Roots) {
  SmallDenseMap<const Instruction *, unsigned, 4> Forced;
  while (true) {
    WriteSlice S;
    S.Roots.assign(Roots.begin(), Roots.end());
    S.Forced = Forced;
    for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder())
      S.Reduced.insert(L);
    auto Contains = [&](const Instruction &I) { return Nest->contains(&I); };
    Slicer Stores(Nest, LI, PDT, Contains, S);
    for (auto &[Branch, Succ] : Forced)
      Stores.ignore(Branch);
    for (const Write *W : Roots)
      Stores.addRoot(W->I, {W->Address, W->Size});
    Stores.run();
    if (!readsWhatIsWritten(S)) {
      S.Reads = any_of(S.Instructions, [](const Instruction *I) {
        return I->mayReadFromMemory();
      });
      return S;
    }
    if (Roots.size() > 1)
      return std::nullopt;
    size_t Before = Forced.size();
    for (const Instruction *I : S.Instructions) {
      auto *Br = dyn_cast<BranchInst>(I);
      if (!Br || !Br->isConditional() || Forced.contains(Br) ||
          !readsWhatIsWritten(S, Br))
        continue;
      // The store is behind one of the two, or both, if it depends on Br.
      for (unsigned Succ : {0, 1})
        if (PDT.dominates(Roots.front()->I->getParent(), Br->getSuccessor(Succ)))
          Forced.try_emplace(Br, Succ);
    }
    if (Forced.size() == Before)
      return std::nullopt;
  }
}

/// Does it take as many iterations to come to what a chunk writes as the chunk
/// has, since it comes to each element again and again? The k < i of different i
/// in
///
///   for (i…) for (j…) for (k = 0; k < i; ++k) C[k][j] += …;
///
/// are not the same, so that no loop is reduced.
bool CopyBuilder::takesAsLong(const WriteSlice &S) {
  return any_of(S.Roots, [&](const Write *W) {
    const Loop *Inner = LI.getLoopFor(W->I->getParent());
    if (Inner->getLoopDepth() < 3)
      return false;
    const SCEV *Address = SE.getSCEV(W->Address);
    bool ComesAgain = false;
    for (const Loop *L = Inner; L; L = L->getParentLoop()) {
      if (S.Reduced.contains(L))
        return false;
      ComesAgain |= !SCEVExprContains(Address, [&](const SCEV *Part) {
        auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
        return Rec && Rec->getLoop() == L;
      });
    }
    return ComesAgain;
  });
}

/// Let @p F be small, with calls of memcpy for contiguous elements.
void CopyBuilder::optimise(Function &F) {
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(InstCombinePass());
  LoopPassManager LPM;
  LPM.addPass(LICMPass(LICMOptions()));
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(LoopIdiomRecognizePass());
  LPM.addPass(LoopDeletionPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM),
                                              /*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(F, FPM, FAM);
}

Function *CopyBuilder::build(const WriteSlice &S, bool IfChanged) {
  ValueToValueMapTy VMap;
  Function *F = CloneFunction(&Shadow, VMap);
  F->setName(Shadow.getName() + (IfChanged ? ".commit" : ".copy"));
  for (auto &[Branch, Succ] : S.Forced)
    cast<BranchInst>(VMap[Branch])
        ->setCondition(ConstantInt::getBool(F->getContext(), Succ == 0));
  auto IsKept = [&](const Instruction &I) {
    return S.Forced.contains(&I) ||
           any_of(S.Roots, [&](const Write *W) { return W->I == &I; });
  };
  keepSlice(S, Nest->getBlocks(), VMap, IsKept);

  // Memory and the buffer are different objects.
  Argument *Offsets = F->getArg(F->arg_size() - 1);
  IRBuilder<> Builder(&*F->getEntryBlock().getFirstInsertionPt());
  auto LoadOffset = [&](CopyOffset Which) {
    return Builder.CreateLoad(
        Builder.getInt64Ty(),
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt64Ty(), Offsets,
                                           Which));
  };
  Value *From = LoadOffset(CO_From), *To = LoadOffset(CO_To),
        *Old = IfChanged ? LoadOffset(CO_Old) : nullptr;
  MDBuilder MDs(F->getContext());
  MDNode *Domain = MDs.createAnonymousAliasScopeDomain();
  MDNode *Sources =
      MDNode::get(F->getContext(), MDs.createAnonymousAliasScope(Domain));
  MDNode *Targets =
      MDNode::get(F->getContext(), MDs.createAnonymousAliasScope(Domain));
  auto SetScopes = [&](Instruction *I, MDNode *Own, MDNode *Other) {
    I->setMetadata(LLVMContext::MD_alias_scope, Own);
    I->setMetadata(LLVMContext::MD_noalias, Other);
  };
  auto CopyUnits = [&](Type *Ty, Value *Address, bool IfChanged) {
    auto At = [&](Value *Offset) {
      return Builder.CreateGEP(Builder.getInt8Ty(), Address, Offset);
    };
    LoadInst *New = Builder.CreateAlignedLoad(Ty, At(From), Align(1));
    SetScopes(New, Sources, Targets);
    if (IfChanged) {
      LoadInst *Before = Builder.CreateAlignedLoad(Ty, At(Old), Align(1));
      SetScopes(Before, Sources, Targets);
      Builder.SetInsertPoint(SplitBlockAndInsertIfThen(
          Builder.CreateICmpNE(New, Before), &*Builder.GetInsertPoint(),
          /*Unreachable=*/false));
    }
    SetScopes(Builder.CreateAlignedStore(New, At(To), Align(1)), Targets,
              Sources);
  };
  for (const Write *W : S.Roots) {
    auto *I = cast<Instruction>(VMap[W->I]);
    Value *Address = W->Address, *Size = W->Size;
    if (Value *New = VMap.lookup(Address))
      Address = New;
    if (Value *New = VMap.lookup(Size))
      Size = New;
    Builder.SetInsertPoint(I);
    auto *ConstSize = dyn_cast<ConstantInt>(Size);
    if (ConstSize && isPowerOf2_64(ConstSize->getZExtValue()) &&
        ConstSize->getZExtValue() <= 8) {
      CopyUnits(Builder.getIntNTy(8 * ConstSize->getZExtValue()), Address,
                IfChanged);
    } else if (!IfChanged) {
      Builder.CreateMemCpy(
          Builder.CreateGEP(Builder.getInt8Ty(), Address, To), Align(1),
          Builder.CreateGEP(Builder.getInt8Ty(), Address, From), Align(1),
          Size);
    } else {
      // Byte by byte; of none, the loop would execute one.
      Value *Any =
          Builder.CreateICmpNE(Size, ConstantInt::get(Size->getType(), 0));
      auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(
          Size, SplitBlockAndInsertIfThen(Any, I, /*Unreachable=*/false));
      Builder.SetInsertPoint(Body);
      CopyUnits(Builder.getInt8Ty(),
                Builder.CreateGEP(Builder.getInt8Ty(), Address, Index),
                /*IfChanged=*/true);
    }
    I->eraseFromParent();
  }

  // What the function leaves behind, and the markers, are the shadow's.
  for (Instruction &I : make_early_inc_range(instructions(*F)))
    if (isGuardMarker(I) || isReadMarker(I))
      I.eraseFromParent();
    else if (auto *Store = dyn_cast<StoreInst>(&I);
             Store && Store->getPointerOperand()->stripInBoundsOffsets() ==
                          Offsets)
      Store->eraseFromParent();
  stripDebugInfo(*F);
  optimise(*F);
  return F;
}

std::optional<Reject> CopyBuilder::run() {
  if (auto R = collectWrites())
    return R;
  for (unsigned Idx = 0; Idx < FP.Arrays.size(); ++Idx) {
    SmallVector<const Write *, 4> Roots;
    for (const Write &W : Writes)
      if (W.ArrayIdx == Idx)
        Roots.push_back(&W);
    SmallVector<WriteSlice, 4> Slices;
    SmallVector<const Write *, 4> Exact;
    for (const Write *W : Roots) {
      std::optional<WriteSlice> S = slice({W});
      if (!S)
        return Reject(Reason::NonAffine, W->I);
      if (!S->Forced.empty())
        Slices.push_back(std::move(*S));
      else if (none_of(Exact, [&](const Write *O) { return covers(*O, *W); }))
        Exact.push_back(W);
    }
    if (!Exact.empty())
      Slices.push_back(*slice(Exact));
    if (FP.Copies.size() + Slices.size() > MaxCopies)
      return Reject(Reason::TooManyArrays, &Nest->getHeader()->front());
    for (const WriteSlice &S : Slices) {
      if (takesAsLong(S) && !processesUnprofitable())
        return Reject(Reason::NotProfitable, S.Roots.front()->I,
                      "what is written takes as long to save as the work");
      bool IsExact = S.Forced.empty();
      FP.Copies.push_back({Idx, build(S, /*IfChanged=*/false),
                           IsExact ? nullptr : build(S, /*IfChanged=*/true),
                           S.Reads});
    }
  }
  return std::nullopt;
}

std::optional<Reject> polly::escop::buildCopies(Function &Shadow, Footprint &FP,
                                                FunctionAnalysisManager &FAM) {
  return CopyBuilder(Shadow, FP, FAM).run();
}
