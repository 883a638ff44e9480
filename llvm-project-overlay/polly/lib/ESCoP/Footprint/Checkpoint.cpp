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
// Such a function is the nest's slice (Copies.h) with respect to its stores,
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
// A loop of which one iteration writes what all write is reduced to that one
// (CoveringIteration.h).
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

#include "CopyOrder.h"
#include "CoveringIteration.h"
#include "polly/ESCoP/Footprint.h"
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
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

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

using CoveringIterations = SmallDenseMap<const Loop *, CoveringIteration, 2>;

/// The slice of a nest with respect to some stores to one array.
struct WriteSlice : Slice {
  SmallVector<const Write *, 4> Roots;
  /// Of these loops one iteration comes to all that any comes to.
  CoveringIterations Covering;
  /// The slices of which it is made, with one root each, if there are several.
  std::vector<WriteSlice> Parts;
  /// Branches that are taken towards a root, with the successors.
  SmallDenseMap<const Instruction *, unsigned, 4> Forced;
  bool Reads = false;

  std::optional<CoveringIteration> getCovering(const Loop *L) const {
    auto It = Covering.find(L);
    return It == Covering.end() ? std::nullopt : std::optional(It->second);
  }
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
  bool isUsedBehind(const Loop *L, const WriteSlice &S);
  bool canBeginLast(const Loop *L, const Slice &S);
  void findCoveringIterations(WriteSlice &S);
  bool belongTogether(const WriteSlice &A, const WriteSlice &B);
  bool merge(WriteSlice &Into, const WriteSlice &S);
  unsigned getDepth(const WriteSlice &S);
  void beginLast(const Loop *L, const Slice &S, Function &F,
                 ValueToValueMapTy &VMap);
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
        if (PDT.dominates(Roots.front()->I->getParent(),
                          Br->getSuccessor(Succ)))
          Forced.try_emplace(Br, Succ);
    }
    if (Forced.size() == Before)
      return std::nullopt;
  }
}

/// Does @p S depend on what @p L leaves behind, be it in a loop around it?
bool CopyBuilder::isUsedBehind(const Loop *L, const WriteSlice &S) {
  auto IsFromInside = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I && L->contains(I);
  };
  return any_of(S.Instructions,
                [&](const Instruction *I) {
                  return !L->contains(I) && any_of(I->operands(), IsFromInside);
                }) ||
         any_of(S.Roots, [&](const Write *W) {
           return !L->contains(W->I) &&
                  (IsFromInside(W->Address) || IsFromInside(W->Size));
         });
}

/// Can what @p S needs of the header's PHIs be computed for the last iteration?
bool CopyBuilder::canBeginLast(const Loop *L, const Slice &S) {
  return L->getLoopPreheader() && SE.hasLoopInvariantBackedgeTakenCount(L) &&
         all_of(L->getHeader()->phis(), [&](PHINode &PHI) {
           if (!S.Instructions.contains(&PHI))
             return true;
           auto *Rec = SE.isSCEVable(PHI.getType())
                           ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI))
                           : nullptr;
           return Rec && Rec->getLoop() == L && Rec->isAffine();
         });
}

void CopyBuilder::findCoveringIterations(WriteSlice &S) {
  const Write *W = S.Roots.front();
  for (const Loop *L = LI.getLoopFor(W->I->getParent()); L;
       L = L->getParentLoop()) {
    if (S.Reduced.contains(L) || isUsedBehind(L, S) ||
        !SE.isLoopInvariant(SE.getSCEV(W->Size), L))
      continue;
    auto Which = findCoveringIteration(L, W->I, W->Address, S, LI, DT, SE);
    if (Which == CoveringIteration::First ||
        (Which == CoveringIteration::Last && canBeginLast(L, S)))
      S.Covering[L] = *Which;
  }
}

/// Is the same iteration enough, or none, of each loop around the roots of
/// both, which have one each?
bool CopyBuilder::belongTogether(const WriteSlice &A, const WriteSlice &B) {
  for (const Loop *L = LI.getLoopFor(A.Roots.front()->I->getParent()); L;
       L = L->getParentLoop()) {
    if (!L->contains(B.Roots.front()->I))
      continue;
    auto OfA = A.getCovering(L), OfB = B.getCovering(L);
    if (OfA && OfB
            ? *OfA != *OfB
            : (OfA || A.Reduced.contains(L)) != (OfB || B.Reduced.contains(L)))
      return false;
  }
  return true;
}

/// Let @p Into be of the root of @p S, too, if that takes no longer than one by
/// one.
bool CopyBuilder::merge(WriteSlice &Into, const WriteSlice &S) {
  std::vector<WriteSlice> Parts = Into.Parts;
  if (Parts.empty())
    Parts.push_back(Into);
  if (!all_of(Parts,
              [&](const WriteSlice &Part) { return belongTogether(Part, S); }))
    return false;
  Parts.push_back(S);
  SmallVector<const Write *, 4> Roots;
  CoveringIterations Covering;
  for (const WriteSlice &Part : Parts) {
    Roots.append(Part.Roots);
    Covering.insert(Part.Covering.begin(), Part.Covering.end());
  }
  std::optional<WriteSlice> All = slice(Roots);
  if (!All || any_of(Covering, [&](const auto &C) {
        return isUsedBehind(C.first, *All);
      }))
    return false;
  All->Covering = std::move(Covering);
  All->Parts = std::move(Parts);
  Into = std::move(*All);
  return true;
}

/// Around how many loops that are executed whole is one of the stores?
unsigned CopyBuilder::getDepth(const WriteSlice &S) {
  unsigned Greatest = 0;
  for (const Write *W : S.Roots) {
    unsigned Depth = 0;
    for (const Loop *L = LI.getLoopFor(W->I->getParent()); L;
         L = L->getParentLoop())
      Depth += !S.Reduced.contains(L) && !S.Covering.contains(L);
    if (isa<StoreInst>(W->I))
      Greatest = std::max(Greatest, Depth);
  }
  return Greatest;
}

/// Let the copy of @p L in @p F begin with its last iteration.
void CopyBuilder::beginLast(const Loop *L, const Slice &S, Function &F,
                            ValueToValueMapTy &VMap) {
  auto &SEOfCopy = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto *Header = cast<BasicBlock>(VMap[L->getHeader()]);
  auto *Preheader = cast<BasicBlock>(VMap[L->getLoopPreheader()]);
  const SCEV *Count = SEOfCopy.getBackedgeTakenCount(
      FAM.getResult<LoopAnalysis>(F).getLoopFor(Header));
  SCEVExpander Expander(SEOfCopy, F.getDataLayout(), "last");
  Expander.disableCanonicalMode();
  // One PHI may pass on the value of another one.
  SmallVector<std::pair<PHINode *, Value *>, 4> LastValues;
  for (PHINode &Original : L->getHeader()->phis()) {
    if (!S.Instructions.contains(&Original))
      continue;
    auto *PHI = cast<PHINode>(VMap[&Original]);
    auto *Rec = cast<SCEVAddRecExpr>(SEOfCopy.getSCEV(PHI));
    LastValues.push_back(
        {PHI,
         Expander.expandCodeFor(Rec->evaluateAtIteration(Count, SEOfCopy),
                                PHI->getType(), Preheader->getTerminator())});
  }
  for (auto [PHI, Last] : LastValues)
    PHI->setIncomingValueForBlock(Preheader, Last);
  FAM.clear(F, F.getName());
}

/// Let @p F be small, with calls of memcpy for contiguous elements.
void CopyBuilder::optimise(Function &F) {
  FunctionPassManager First;
  First.addPass(SimplifyCFGPass());
  First.addPass(InstCombinePass());
  LoopPassManager Canonical;
  Canonical.addPass(LICMPass(LICMOptions()));
  Canonical.addPass(IndVarSimplifyPass());
  First.addPass(createFunctionToLoopPassAdaptor(std::move(Canonical),
                                                /*UseMemorySSA=*/true));
  runPasses(F, First, FAM);
  copyAlongRows(F, FAM);
  FunctionPassManager FPM;
  LoopPassManager LPM;
  LPM.addPass(LoopIdiomRecognizePass());
  LPM.addPass(LoopDeletionPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(LPM),
                                              /*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(F, FPM, FAM);
}

namespace {

/// Lets stores of a slice copy what they write.
class StoreReplacer {
  Function &F;
  IRBuilder<> Builder;
  /// Memory and the buffer are different objects.
  MDNode *Sources, *Targets;
  /// In bytes: where from, and where to; and if only what has changed is
  /// copied, where the old values are.
  Value *From, *To, *Old;

  Value *loadOffset(CopyOffset Which);
  void setScopes(Instruction *I, MDNode *Own, MDNode *Other);
  void copyUnit(Type *Ty, Value *Address);
  void copyBytes(Instruction *At, Value *Address, Value *Size);

public:
  StoreReplacer(Function &F, bool IfChanged);
  void replace(Instruction *I, Value *Address, Value *Size);
};

} // namespace

StoreReplacer::StoreReplacer(Function &F, bool IfChanged)
    : F(F), Builder(&*F.getEntryBlock().getFirstInsertionPt()) {
  MDBuilder MDs(F.getContext());
  MDNode *Domain = MDs.createAnonymousAliasScopeDomain();
  Sources = MDNode::get(F.getContext(), MDs.createAnonymousAliasScope(Domain));
  Targets = MDNode::get(F.getContext(), MDs.createAnonymousAliasScope(Domain));
  From = loadOffset(CO_From);
  To = loadOffset(CO_To);
  Old = IfChanged ? loadOffset(CO_Old) : nullptr;
}

Value *StoreReplacer::loadOffset(CopyOffset Which) {
  Type *I64 = Builder.getInt64Ty();
  return Builder.CreateLoad(I64, Builder.CreateConstInBoundsGEP1_64(
                                     I64, F.getArg(F.arg_size() - 1), Which));
}

void StoreReplacer::setScopes(Instruction *I, MDNode *Own, MDNode *Other) {
  I->setMetadata(LLVMContext::MD_alias_scope, Own);
  I->setMetadata(LLVMContext::MD_noalias, Other);
}

/// Copy a value of type @p Ty.
void StoreReplacer::copyUnit(Type *Ty, Value *Address) {
  auto At = [&](Value *Offset) {
    return Builder.CreateGEP(Builder.getInt8Ty(), Address, Offset);
  };
  LoadInst *New = Builder.CreateAlignedLoad(Ty, At(From), Align(1));
  setScopes(New, Sources, Targets);
  if (Old) {
    LoadInst *Before = Builder.CreateAlignedLoad(Ty, At(Old), Align(1));
    setScopes(Before, Sources, Targets);
    Builder.SetInsertPoint(SplitBlockAndInsertIfThen(
        Builder.CreateICmpNE(New, Before), &*Builder.GetInsertPoint(),
        /*Unreachable=*/false));
  }
  setScopes(Builder.CreateAlignedStore(New, At(To), Align(1)), Targets,
            Sources);
}

/// Copy @p Size bytes, one by one if only some have changed.
void StoreReplacer::copyBytes(Instruction *At, Value *Address, Value *Size) {
  if (!Old) {
    Builder.CreateMemCpy(
        Builder.CreateGEP(Builder.getInt8Ty(), Address, To), Align(1),
        Builder.CreateGEP(Builder.getInt8Ty(), Address, From), Align(1), Size);
    return;
  }
  // Of no byte, the loop would execute one iteration.
  Value *Any = Builder.CreateICmpNE(Size, ConstantInt::get(Size->getType(), 0));
  auto [Body, Index] = SplitBlockAndInsertSimpleForLoop(
      Size, SplitBlockAndInsertIfThen(Any, At, /*Unreachable=*/false));
  Builder.SetInsertPoint(Body);
  copyUnit(Builder.getInt8Ty(),
           Builder.CreateGEP(Builder.getInt8Ty(), Address, Index));
}

void StoreReplacer::replace(Instruction *I, Value *Address, Value *Size) {
  Builder.SetInsertPoint(I);
  auto *Constant = dyn_cast<ConstantInt>(Size);
  if (Constant && isPowerOf2_64(Constant->getZExtValue()) &&
      Constant->getZExtValue() <= 8)
    copyUnit(Builder.getIntNTy(8 * Constant->getZExtValue()), Address);
  else
    copyBytes(I, Address, Size);
  I->eraseFromParent();
}

/// Erase the markers, which are the shadow's, and what it leaves behind.
static void eraseResults(Function &F) {
  const Argument *Out = F.getArg(F.arg_size() - 1);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isGuardMarker(I) || isReadMarker(I))
      I.eraseFromParent();
    else if (auto *Store = dyn_cast<StoreInst>(&I);
             Store && Store->getPointerOperand()->stripInBoundsOffsets() == Out)
      Store->eraseFromParent();
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
  // From the outside to the inside: the last iteration of a loop may depend on
  // that of one around it.
  auto Loops = const_cast<Loop *>(Nest)->getLoopsInPreorder();
  for (const Loop *L : Loops)
    if (S.getCovering(L) == CoveringIteration::Last)
      beginLast(L, S, *F, VMap);
  for (const Loop *L : Loops)
    if (S.Covering.contains(L))
      reduceToFirstIteration(*L, VMap);

  StoreReplacer Replacer(*F, IfChanged);
  auto InCopy = [&](Value *V) {
    Value *New = VMap.lookup(V);
    return New ? New : V;
  };
  for (const Write *W : S.Roots)
    Replacer.replace(cast<Instruction>(VMap[W->I]), InCopy(W->Address),
                     InCopy(W->Size));
  eraseResults(*F);
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
    for (const Write *W : Roots) {
      std::optional<WriteSlice> S = slice({W});
      if (!S)
        return Reject(Reason::NonAffine, W->I);
      if (S->Forced.empty() && any_of(Slices, [&](const WriteSlice &O) {
            return O.Forced.empty() && any_of(O.Roots, [&](const Write *Other) {
                     return covers(*Other, *W);
                   });
          }))
        continue;
      findCoveringIterations(*S);
      if (!S->Forced.empty() || none_of(Slices, [&](WriteSlice &O) {
            return O.Forced.empty() && merge(O, *S);
          }))
        Slices.push_back(std::move(*S));
    }
    if (FP.Copies.size() + Slices.size() > MaxCopies)
      return Reject(Reason::TooManyArrays, &Nest->getHeader()->front());
    for (const WriteSlice &S : Slices) {
      bool IsExact = S.Forced.empty();
      FP.Copies.push_back({Idx, build(S, /*IfChanged=*/false),
                           IsExact ? nullptr : build(S, /*IfChanged=*/true),
                           S.Reads, getDepth(S)});
    }
  }
  return std::nullopt;
}

std::optional<Reject> polly::escop::buildCopies(Function &Shadow, Footprint &FP,
                                                FunctionAnalysisManager &FAM) {
  // Whenever a copy is called, Bounds has vouched for the iterations.
  FP.restrictCheckedArgs(Shadow);
  FAM.invalidate(Shadow, PreservedAnalyses::none());
  return CopyBuilder(Shadow, FP, FAM).run();
}
