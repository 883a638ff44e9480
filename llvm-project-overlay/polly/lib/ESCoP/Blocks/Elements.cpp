//===- Elements.cpp - One access of an element in an iteration ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a block all loads come before all stores. Where an iteration loads what it
// stores, or what the one before it stores, that is made a value. Both rewrites
// keep what an iteration leaves in memory; that no other access of the loop
// meets the element is asked by Streams.cpp, of the load and the store that are
// left.
//
// What an iteration stores to on several paths is loaded at its begin, if it is
// loaded at all, and stored at its end:
//
//   if (c) b[i] = x;                y = b[i];
//   a[i] = b[i];             ->     z = c ? x : y; a[i] = z; if (c) b[i] = z;
//
// What each iteration stores and the next one loads is handed on:
//
//   c[i] = f(b[i]);                 x = c[-1];
//   a[i] = g(c[i - 1]);      ->     for (…) {
//                                     a[i] = g(x); x = c[i] = f(b[i]);
//                                   }
//
// The vectoriser knows such a value unless it is computed of itself.
//
// In front of these, what the simplification pipeline made one access through a
// pointer that a condition selects becomes two accesses again:
//
//   *(c ? &a[i] : &b[i]) = x;  ->   if (c) a[i] = x; else b[i] = x;
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Streams.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// More elements that an iteration accesses are not compared with each other.
static constexpr unsigned MaxElements = 64;

Loop *polly::escop::getOnlyLoop(Function &Shadow,
                                FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  if (LI.end() - LI.begin() != 1)
    return nullptr;
  Loop *L = *LI.begin();
  return L->isInnermost() && L->getLoopPreheader() && L->getLoopLatch() &&
                 L->getExitingBlock() == L->getLoopLatch()
             ? L
             : nullptr;
}

bool polly::escop::overlap(Instruction &A, Instruction &B,
                           ScalarEvolution &SE) {
  auto SizeOf = [](Instruction &I) {
    return I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  };
  auto *Distance = dyn_cast<SCEVConstant>(
      SE.getMinusSCEV(SE.getSCEV(getLoadStorePointerOperand(&B)),
                      SE.getSCEV(getLoadStorePointerOperand(&A))));
  return Distance && Distance->getAPInt().slt(SizeOf(A)) &&
         (-Distance->getAPInt()).slt(SizeOf(B));
}

namespace {

/// The accesses of an element in an iteration.
struct Element {
  SmallVector<LoadInst *, 2> Loads;
  SmallVector<StoreInst *, 2> Stores;

  void add(Instruction &I);
  Instruction &front() const {
    return Stores.empty() ? static_cast<Instruction &>(*Loads.front())
                          : *Stores.front();
  }
  bool needsJoining(const DominatorTree &DT) const;
};

class ElementJoiner {
  Function &Shadow;
  CopiedLoads &Loads;
  OwnReadSet &OwnReads;
  FunctionAnalysisManager &FAM;
  LLVMContext &Ctx;
  SmallVector<AllocaInst *, 8> Cells;

  const DataLayout &getDL() const { return Shadow.getDataLayout(); }
  void join(Value *Address, const Element &Of);

public:
  ElementJoiner(Function &Shadow, CopiedLoads &Loads, OwnReadSet &OwnReads,
                FunctionAnalysisManager &FAM)
      : Shadow(Shadow), Loads(Loads), OwnReads(OwnReads), FAM(FAM),
        Ctx(Shadow.getContext()) {}
  void run();
};

} // namespace

void Element::add(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Loads.push_back(Load);
  else
    Stores.push_back(cast<StoreInst>(&I));
}

/// Is it stored to more than once, or loaded behind a store?
bool Element::needsJoining(const DominatorTree &DT) const {
  return Stores.size() > 1 ||
         (!Stores.empty() && any_of(Loads, [&](const LoadInst *Load) {
           return !DT.dominates(Load, Stores.front());
         }));
}

void ElementJoiner::run() {
  Type *const Ptr = PointerType::getUnqual(Shadow.getContext());
  Loop *L = getOnlyLoop(Shadow, FAM);
  if (!L || any_of(L->blocks(), [](const BasicBlock *BB) {
        return any_of(*BB, [](const Instruction &I) {
          return I.mayReadOrWriteMemory() && !isGuardMarker(I) &&
                 !isMathCallWithoutErrno(I) && !isa<LoadInst, StoreInst>(I);
        });
      }))
    return;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  MapVector<std::pair<const SCEV *, Type *>, Element> Elements;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I)) {
        const SCEV *Address = SE.getSCEV(getLoadStorePointerOperand(&I));
        Elements[{Address, getLoadStoreType(&I)}].add(I);
      }
  if (Elements.size() > MaxElements)
    return;
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  SCEVExpander Expander(SE, getDL(), "escop");
  SmallVector<std::pair<Value *, const Element *>, 4> ToJoin;
  for (auto &[Where, Of] : Elements)
    if (Of.needsJoining(DT) && isa<SCEVAddRecExpr>(Where.first) &&
        none_of(Elements, [&, &Where = Where, &Of = Of](const auto &Other) {
          return Other.first != Where &&
                 overlap(*Of.Stores.front(), Other.second.front(), SE);
        }))
      ToJoin.push_back(
          {Expander.expandCodeFor(Where.first, Ptr,
                                  L->getHeader()->getFirstInsertionPt()),
           &Of});
  for (auto &[Address, Of] : ToJoin)
    join(Address, *Of);
  if (ToJoin.empty())
    return;
  DominatorTree NewDT(Shadow);
  PromoteMemToReg(Cells, NewDT);
  Cells.clear();
  FunctionPassManager FPM;
  FPM.addPass(ADCEPass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(Shadow, FPM, FAM);
}

/// Join the accesses @p Of of an element, at @p Address, a value that the
/// header of the loop begins with.
void ElementJoiner::join(Value *Address, const Element &Of) {
  Loop *L = getOnlyLoop(Shadow, FAM);
  Type *Ty = getLoadStoreType(Of.Stores.front());
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  auto IsInEach = [&](const Instruction *I) {
    return DT.dominates(I->getParent(), L->getLoopLatch());
  };
  const bool InEach = any_of(Of.Loads, IsInEach) || any_of(Of.Stores, IsInEach);
  IRBuilder<> B(&Shadow.getEntryBlock().front());
  AllocaInst *Cell = B.CreateAlloca(Ty), *Flag = B.CreateAlloca(B.getInt1Ty());
  Cells.append({Cell, Flag});
  auto *Computed = dyn_cast<Instruction>(Address);
  if (Computed && Computed->getParent() == L->getHeader() &&
      !isa<PHINode>(Computed))
    B.SetInsertPoint(Computed->getNextNode());
  else
    B.SetInsertPoint(&*L->getHeader()->getFirstInsertionPt());
  Value *Before = Constant::getNullValue(Ty);
  if (!Of.Loads.empty()) {
    auto *Load = B.CreateAlignedLoad(Ty, Address, Align(1));
    if (!InEach)
      Load->setMetadata(ConditionalMD, MDNode::get(Ctx, {}));
    for (auto &[Nests, Copy] : Loads)
      if (is_contained(Of.Loads, Copy)) {
        if (any_of(Of.Stores, [&, Copy = cast<LoadInst>(Copy)](StoreInst *S) {
              return !DT.dominates(Copy, S);
            }))
          OwnReads.insert(Nests);
        Copy = Load;
      }
    Before = Load;
  }
  B.CreateStore(Before, Cell);
  B.CreateStore(B.getFalse(), Flag);
  for (LoadInst *Load : Of.Loads) {
    B.SetInsertPoint(Load);
    Load->replaceAllUsesWith(B.CreateLoad(Ty, Cell));
    Load->eraseFromParent();
  }
  for (StoreInst *Store : Of.Stores) {
    B.SetInsertPoint(Store);
    B.CreateStore(Store->getValueOperand(), Cell);
    B.CreateStore(B.getTrue(), Flag);
    Store->eraseFromParent();
  }
  Instruction *End = L->getLoopLatch()->getTerminator();
  B.SetInsertPoint(End);
  Value *Made = B.CreateLoad(B.getInt1Ty(), Flag);
  Value *Last = B.CreateLoad(Ty, Cell);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(Made, End, /*Unreachable=*/false));
  B.CreateAlignedStore(Last, Address, Align(1));
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}

void polly::escop::joinElements(Function &Shadow, CopiedLoads &Loads,
                                OwnReadSet &OwnReads,
                                FunctionAnalysisManager &FAM) {
  ElementJoiner(Shadow, Loads, OwnReads, FAM).run();
}

namespace {

/// Of an access that is one of two: which, and where.
struct SelectedAccess {
  Instruction *I = nullptr;
  Value *IsFirst;
  Value *First, *Second;
};

} // namespace

/// @p Cond, or what it is if it is poison, the same wherever it is asked for,
/// so that two accesses are known to be the first of theirs in one iteration.
static Value *freezeCondition(Value *Cond, Instruction &I) {
  auto *Computed = dyn_cast<Instruction>(Cond);
  auto At = Computed ? Computed->getInsertionPointAfterDef() : std::nullopt;
  if (!At)
    return IRBuilder<>(&I).CreateFreeze(Cond);
  if (auto *Frozen = dyn_cast<FreezeInst>(&**At);
      Frozen && Frozen->getOperand(0) == Cond)
    return Frozen;
  return IRBuilder<>((*At)->getParent(), *At).CreateFreeze(Cond);
}

/// What tells from which of two blocks control came to that of @p Of.
static PHINode *getIsFirst(PHINode &Of) {
  LLVMContext &Ctx = Of.getContext();
  Value *First = ConstantInt::getTrue(Ctx),
        *Second = ConstantInt::getFalse(Ctx);
  for (PHINode &PHI : Of.getParent()->phis())
    if (PHI.getType() == First->getType() &&
        PHI.getIncomingValueForBlock(Of.getIncomingBlock(0)) == First &&
        PHI.getIncomingValueForBlock(Of.getIncomingBlock(1)) == Second)
      return &PHI;
  PHINode *New = IRBuilder<>(&Of).CreatePHI(First->getType(), 2, "escop.first");
  New->addIncoming(First, Of.getIncomingBlock(0));
  New->addIncoming(Second, Of.getIncomingBlock(1));
  return New;
}

/// What @p I is, if its pointer, or its array, is one of two. What tells which,
/// and elements of each, are created.
static SelectedAccess findSelected(Instruction &I, const Loop &L) {
  Value *Pointer = getLoadStorePointerOperand(&I);
  auto *Element = dyn_cast<GetElementPtrInst>(Pointer);
  Value *Array = Element ? Element->getPointerOperand() : Pointer;
  SelectedAccess Of;
  if (auto *Select = dyn_cast<SelectInst>(Array)) {
    Of = {&I, freezeCondition(Select->getCondition(), I),
          Select->getTrueValue(), Select->getFalseValue()};
  } else {
    auto *PHI = dyn_cast<PHINode>(Array);
    if (!PHI || PHI->getParent() == L.getHeader() || !L.contains(PHI) ||
        PHI->getNumIncomingValues() != 2 ||
        PHI->getIncomingBlock(0) == PHI->getIncomingBlock(1))
      return {};
    Of = {&I, getIsFirst(*PHI), PHI->getIncomingValue(0),
          PHI->getIncomingValue(1)};
  }
  if (Element)
    for (Value **Base : {&Of.First, &Of.Second}) {
      if (!L.isLoopInvariant(*Base))
        return {};
      Instruction *Copy = Element->clone();
      Copy->setOperand(0, *Base);
      Copy->insertBefore(Element);
      *Base = Copy;
    }
  return Of;
}

/// Let @p Of be two accesses, the nest's loads of it each of them.
static void splitAccess(const SelectedAccess &Of, CopiedLoads &Loads,
                        OwnReadSet &OwnReads) {
  Instruction *Ends[2];
  SplitBlockAndInsertIfThenElse(Of.IsFirst, Of.I->getIterator(), &Ends[0],
                                &Ends[1]);
  Instruction *Copies[2];
  for (auto [Idx, Pointer] : enumerate(ArrayRef({Of.First, Of.Second}))) {
    Copies[Idx] = Of.I->clone();
    Copies[Idx]->insertBefore(Ends[Idx]);
    Copies[Idx]->setOperand(isa<StoreInst>(Of.I)
                                ? StoreInst::getPointerOperandIndex()
                                : LoadInst::getPointerOperandIndex(),
                            Pointer);
  }
  if (isa<LoadInst>(Of.I)) {
    auto *Loaded = PHINode::Create(Of.I->getType(), 2, "", Of.I->getIterator());
    for (unsigned Idx : {0, 1})
      Loaded->addIncoming(Copies[Idx], Ends[Idx]->getParent());
    CopiedLoads Second;
    for (auto &[Nests, Copy] : Loads)
      if (Copy == Of.I) {
        Copy = Copies[0];
        Second.push_back({Nests, Copies[1]});
        // It may be of what is stored before, where that is a constant
        // distance.
        OwnReads.insert(Nests);
      }
    append_range(Loads, Second);
    Of.I->replaceAllUsesWith(Loaded);
  }
  Of.I->eraseFromParent();
}

void polly::escop::splitAccesses(Function &Shadow, CopiedLoads &Loads,
                                 OwnReadSet &OwnReads,
                                 FunctionAnalysisManager &FAM) {
  Loop *L = getOnlyLoop(Shadow, FAM);
  if (!L)
    return;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  auto IsAffine = [&](Value *Pointer) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer));
    return Rec && Rec->getLoop() == L && Rec->isAffine();
  };
  SmallVector<SelectedAccess, 4> Selected;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : make_early_inc_range(*BB))
      if (isa<LoadInst, StoreInst>(I) && Selected.size() < MaxElements)
        if (SelectedAccess Of = findSelected(I, *L);
            Of.I && IsAffine(Of.First) && IsAffine(Of.Second))
          Selected.push_back(Of);
  // The blocks that are made then are in no loop that ScalarEvolution knows.
  SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop");
  for (SelectedAccess &Of : Selected)
    for (Value **Pointer : {&Of.First, &Of.Second})
      *Pointer = Expander.expandCodeFor(SE.getSCEV(*Pointer),
                                        (*Pointer)->getType(), Of.I);
  for (const SelectedAccess &Of : Selected)
    splitAccess(Of, Loads, OwnReads);
  if (!Selected.empty())
    FAM.invalidate(Shadow, PreservedAnalyses::none());
}

void polly::escop::carryElements(Function &Shadow,
                                 FunctionAnalysisManager &FAM) {
  Type *const Ptr = PointerType::getUnqual(Shadow.getContext());
  Loop *L = getOnlyLoop(Shadow, FAM);
  if (!L)
    return;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  SmallVector<LoadInst *, 8> InEach;
  SmallVector<StoreInst *, 8> Stores;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB) {
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Stores.push_back(Store);
      else if (auto *Load = dyn_cast<LoadInst>(&I);
               Load && DT.dominates(BB, L->getLoopLatch()) &&
               !Load->hasMetadata(ConditionalMD))
        InEach.push_back(Load);
    }
  if (InEach.size() * Stores.size() > MaxElements * MaxElements)
    return;
  SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop");
  BasicBlock *Preheader = L->getLoopPreheader();
  Instruction *At = Preheader->getTerminator();
  for (LoadInst *Load : InEach) {
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()));
    auto *Step = Rec && Rec->getLoop() == L && Rec->isAffine()
                     ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                     : nullptr;
    // Elements of different iterations have no common bytes.
    if (!Step ||
        Step->getAPInt().abs().ult(
            Shadow.getDataLayout().getTypeStoreSize(Load->getType())) ||
        !Expander.isSafeToExpandAt(Rec->getStart(), At))
      continue;
    // Of the stores to the element the one in the iteration before is the last;
    // others have to be to the same bytes, and to other ones in the iteration.
    StoreInst *Before = nullptr;
    if (any_of(Stores,
               [&](StoreInst *Store) {
                 auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(
                     SE.getSCEV(Store->getPointerOperand()), Rec));
                 if (!Distance)
                   return false;
                 if (Store->getValueOperand()->getType() != Load->getType() ||
                     Distance->isZero() ||
                     !Distance->getAPInt().srem(Step->getAPInt()).isZero())
                   return true;
                 if (Distance->getAPInt() != Step->getAPInt())
                   return false;
                 const bool IsFirst = !Before;
                 Before = Store;
                 return !IsFirst ||
                        !DT.dominates(Store->getParent(), L->getLoopLatch());
               }) ||
        !Before)
      continue;
    IRBuilder<> B(At);
    LoadInst *First = B.CreateAlignedLoad(
        Load->getType(), Expander.expandCodeFor(Rec->getStart(), Ptr, At),
        Align(1));
    First->setMetadata(CarriedMD,
                       MDNode::get(Shadow.getContext(),
                                   ConstantAsMetadata::get(Step->getValue())));
    auto *Handed = PHINode::Create(Load->getType(), 2, "escop.carried",
                                   L->getHeader()->begin());
    Handed->addIncoming(First, Preheader);
    Handed->addIncoming(Before->getValueOperand(), L->getLoopLatch());
    Load->replaceAllUsesWith(Handed);
    Load->eraseFromParent();
  }
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}
