//===- HoistLoads.cpp - Loads that no store of their loop meets -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elimination and substitution read one element of a row, and write behind it:
//
//   for (i = k + 1; …)                  for (i = k + 1; …) {
//     for (j = k + 1; …)        to        f = A[i][k];
//       A[i][j] -= A[i][k] * A[k][j];     for (j = k + 1; …)
//                                           A[i][j] -= f * A[k][j];
//                                       }
//
// LICM asks alias analysis, to which both are places in one array. The loop
// vectoriser compares intervals at run time, but hoists the comparison out of
// the loop around, over whose iterations the intervals meet.
//
// ScalarEvolution knows the distance from the load to the store, {8,+,8} bytes.
// That it does not wrap need not be known: all addresses are of accesses that
// are made, which are less than 2^63 in user space, and a short step from one
// to the next does not lead over the rest of the address space.
//
// Shortest paths read an element of the row that they write, which one
// iteration stores to. Behind that the loop begins anew:
//
//   for (j = 0; j < n; ++j)          for (j = 0, Last = k; j < n; Last = n) {
//     A[i][j] = min(A[i][j],    to     f = A[i][k];
//         A[i][k] + A[k][j]);          for (; j <= Last && j < n; ++j)
//                                        A[i][j] = min(A[i][j], f + A[k][j]);
//                                    }
//
// This is index-set splitting (Griebl, Feautrier, Lengauer: Index Set
// Splitting, IJPP 2000) of what is stored to once.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// With so short steps it takes 2^47 iterations from one end of the addresses
/// that programs have round to the other end.
static constexpr uint64_t MaxStep = 1 << 16;

namespace {

class LoadHoister {
  LoopInfo &LI;
  DominatorTree &DT;
  ScalarEvolution &SE;
  AAResults &AA;
  const DataLayout &DL;

  const SCEV *getDistance(const StoreInst &Store, const LoadInst &Load);
  bool isBehind(const SCEV *Distance, int64_t Bytes, bool Negate);
  bool misses(const StoreInst &Store, const LoadInst &Load);
  bool isInvariant(const LoadInst &Load, const Loop &L);
  bool areMissed(const LoadInst &Load, const Loop &L,
                 function_ref<bool(const StoreInst &)> Misses);
  bool mayHoist(const LoadInst &Load, const Loop &L);
  const SCEV *findMeeting(const LoadInst &Load, const Loop &L);
  void split(Loop &L, const SCEV *Bytes, ArrayRef<LoadInst *> Loads);

public:
  LoadHoister(Function &F, FunctionAnalysisManager &FAM)
      : LI(FAM.getResult<LoopAnalysis>(F)),
        DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        AA(FAM.getResult<AAManager>(F)), DL(F.getDataLayout()) {}
  bool run();
  std::optional<SplitLoop> splitAny();
};

} // namespace

/// Is @p Distance, or its negative if @p Negate, at least @p Bytes in every
/// iteration?
bool LoadHoister::isBehind(const SCEV *Distance, int64_t Bytes, bool Negate) {
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Distance)) {
    auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    if (!Rec->isAffine() || !Step || Step->getAPInt().abs().ugt(MaxStep) ||
        Step->getAPInt().isNegative() != Negate)
      return false;
    Distance = Rec->getStart();
  }
  const ConstantRange Range = SE.getSignedRange(Distance);
  const APInt Least(Range.getBitWidth(), Bytes, /*isSigned=*/true);
  return Negate ? Range.getSignedMax().sle(-Least)
                : Range.getSignedMin().sge(Least);
}

const SCEV *LoadHoister::getDistance(const StoreInst &Store,
                                     const LoadInst &Load) {
  return SE.getMinusSCEV(
      SE.getSCEV(const_cast<Value *>(Store.getPointerOperand())),
      SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())));
}

/// Does @p Store, in any iteration, leave alone what @p Load reads in it?
bool LoadHoister::misses(const StoreInst &Store, const LoadInst &Load) {
  const SCEV *Distance = getDistance(Store, Load);
  const TypeSize Read = DL.getTypeStoreSize(Load.getType()),
                 Written =
                     DL.getTypeStoreSize(Store.getValueOperand()->getType());
  return !isa<SCEVCouldNotCompute>(Distance) && !Read.isScalable() &&
         !Written.isScalable() &&
         (isBehind(Distance, Read.getFixedValue(), /*Negate=*/false) ||
          isBehind(Distance, Written.getFixedValue(), /*Negate=*/true));
}

/// Is @p Load executed in each iteration of @p L, from one address?
bool LoadHoister::isInvariant(const LoadInst &Load, const Loop &L) {
  return Load.isSimple() && L.getLoopPreheader() && L.getLoopLatch() &&
         L.isLoopInvariant(Load.getPointerOperand()) &&
         L.getExitingBlock() == L.getLoopLatch() &&
         DT.dominates(Load.getParent(), L.getLoopLatch());
}

/// Does nothing in @p L write to what @p Load reads, but stores that @p Misses
/// is asked about?
bool LoadHoister::areMissed(const LoadInst &Load, const Loop &L,
                            function_ref<bool(const StoreInst &)> Misses) {
  const MemoryLocation Read = MemoryLocation::get(&Load);
  return all_of(L.blocks(), [&](BasicBlock *BB) {
    return all_of(*BB, [&](Instruction &I) {
      if (!I.mayWriteToMemory() || !isModSet(AA.getModRefInfo(&I, Read)))
        return true;
      auto *Store = dyn_cast<StoreInst>(&I);
      return Store && Store->isSimple() && Misses(*Store);
    });
  });
}

/// Is @p Load executed in each iteration of @p L, from one address that nothing
/// in @p L writes to?
bool LoadHoister::mayHoist(const LoadInst &Load, const Loop &L) {
  return isInvariant(Load, L) && areMissed(Load, L, [&](const StoreInst &S) {
           return misses(S, Load);
         });
}

/// How many bytes further than in the first iteration of @p L stores are in the
/// one iteration in which they meet, behind @p Load, what that reads in each
/// iteration; null if that is not known. It need not be one that is executed.
const SCEV *LoadHoister::findMeeting(const LoadInst &Load, const Loop &L) {
  const SCEV *Count = SE.getBackedgeTakenCount(&L);
  if (!L.isInnermost() || !isInvariant(Load, L) || !L.hasDedicatedExits() ||
      isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy(64))
    return nullptr;
  const SCEVAddRecExpr *Meets = nullptr;
  const TypeSize Size = DL.getTypeStoreSize(Load.getType());
  if (!areMissed(Load, L, [&](const StoreInst &Store) {
        if (misses(Store, Load))
          return true;
        auto *Rec = dyn_cast<SCEVAddRecExpr>(getDistance(Store, Load));
        if (!Rec || Rec->getLoop() != &L || !Rec->isAffine() ||
            (Meets && Meets != Rec) || !DT.dominates(&Load, &Store) ||
            DL.getTypeStoreSize(Store.getValueOperand()->getType()) != Size)
          return false;
        Meets = Rec;
        return true;
      }))
    return nullptr;
  auto *Step =
      Meets ? dyn_cast<SCEVConstant>(Meets->getStepRecurrence(SE)) : nullptr;
  if (!Step || Step->getAPInt() != Size.getFixedValue() ||
      !Step->getAPInt().isPowerOf2())
    return nullptr;
  const SCEV *Bytes = SE.getNegativeSCEV(Meets->getStart());
  const unsigned Shift = Step->getAPInt().logBase2();
  SCEVExpander Expander(SE, DL, "escop.meets");
  Instruction *At = L.getLoopPreheader()->getTerminator();
  if (!Bytes->getType()->isIntegerTy(64) ||
      SE.getMinTrailingZeros(Bytes) < Shift ||
      !Expander.isSafeToExpandAt(Bytes, At) ||
      !Expander.isSafeToExpandAt(Count, At))
    return nullptr;
  return Bytes;
}

/// Execute @p L in two parts, of which the first ends with the iteration in
/// which the stores are as many @p Bytes further than in the first one, if
/// there is that. In front of each part are @p Loads:
///
///   part:  Begin = phi [0], [After]; Last = phi [First], [Count]
///          loads; for (At = Begin;; ++At) { ...; if (At == Last) break; }
///   next:  After = At + 1; if (Last != Count) goto part
void LoadHoister::split(Loop &L, const SCEV *Bytes,
                        ArrayRef<LoadInst *> Loads) {
  formLCSSARecursively(L, DT, &LI, &SE);
  BasicBlock *Preheader = L.getLoopPreheader(), *Header = L.getHeader(),
             *Latch = L.getLoopLatch(), *Exit = L.getExitBlock();
  Function &F = *Header->getParent();
  Instruction *Entry = Preheader->getTerminator();
  IRBuilder<> Builder(Entry);
  Type *I64 = Builder.getInt64Ty();
  SCEVExpander Expander(SE, DL, "escop.part");
  Value *Count =
      Expander.expandCodeFor(SE.getBackedgeTakenCount(&L), I64, Entry);
  Value *Meets = Builder.CreateExactSDiv(
      Expander.expandCodeFor(Bytes, I64, Entry),
      Builder.getInt64(DL.getTypeStoreSize(Loads.front()->getType())));
  Value *First = Builder.CreateSelect(Builder.CreateICmpULT(Meets, Count),
                                      Meets, Count, "escop.first");
  auto *Part = BasicBlock::Create(F.getContext(), "escop.part", &F, Header);
  auto *Next = BasicBlock::Create(F.getContext(), "escop.next", &F, Exit);
  Entry->replaceSuccessorWith(Header, Part);

  // What goes from part to part, and out of the loop.
  auto Leave = [&](Value *V) {
    Builder.SetInsertPoint(Next);
    PHINode *PHI = Builder.CreatePHI(V->getType(), 1);
    PHI->addIncoming(V, Latch);
    return PHI;
  };
  auto Carry = [&](Value *AtFirst, Value *Later) {
    Builder.SetInsertPoint(Part);
    PHINode *PHI = Builder.CreatePHI(AtFirst->getType(), 2);
    PHI->addIncoming(AtFirst, Preheader);
    PHI->addIncoming(Later, Next);
    return PHI;
  };
  for (PHINode &PHI : Exit->phis()) {
    const int Idx = PHI.getBasicBlockIndex(Latch);
    PHI.setIncomingValue(Idx, Leave(PHI.getIncomingValue(Idx)));
    PHI.setIncomingBlock(Idx, Next);
  }
  for (PHINode &PHI : Header->phis()) {
    const int Idx = PHI.getBasicBlockIndex(Preheader);
    PHI.setIncomingValue(Idx,
                         Carry(PHI.getIncomingValue(Idx),
                               Leave(PHI.getIncomingValueForBlock(Latch))));
    PHI.setIncomingBlock(Idx, Part);
  }

  // A counter of its own.
  auto *Branch = cast<BranchInst>(Latch->getTerminator());
  Builder.SetInsertPoint(Header, Header->begin());
  PHINode *At = Builder.CreatePHI(I64, 2, "escop.at");
  Builder.SetInsertPoint(Branch);
  Value *After = Builder.CreateNUWAdd(At, Builder.getInt64(1));
  PHINode *Begin = Carry(Builder.getInt64(0), Leave(After)),
          *Last = Carry(First, Count);
  At->addIncoming(Begin, Part);
  At->addIncoming(After, Latch);
  Builder.SetInsertPoint(Branch);
  const bool LeavesIfTrue = Branch->getSuccessor(0) == Exit;
  Branch->setCondition(Builder.CreateICmp(
      LeavesIfTrue ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, At, Last));
  Branch->setSuccessor(LeavesIfTrue ? 0 : 1, Next);

  Builder.SetInsertPoint(Part);
  BranchInst *Enter = Builder.CreateBr(Header);
  for (LoadInst *Load : Loads)
    Load->moveBefore(Enter);
  Builder.SetInsertPoint(Next);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Last, Count), Exit, Part);
}

/// Split a loop, if there is one that can be, and \returns it.
std::optional<SplitLoop> LoadHoister::splitAny() {
  for (Loop *L : LI.getLoopsInPreorder()) {
    MapVector<const SCEV *, SmallVector<LoadInst *, 2>> Loads;
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB)
        if (auto *Load = dyn_cast<LoadInst>(&I))
          if (const SCEV *Bytes = findMeeting(*Load, *L))
            Loads[Bytes].push_back(Load);
    // Stores may meet one place between others.
    if (Loads.size() != 1)
      continue;
    const bool Meets = SE.isKnownNonNegative(Loads.front().first);
    split(*L, Loads.front().first, Loads.front().second);
    return SplitLoop{L->getHeader(), Meets};
  }
  return std::nullopt;
}

bool LoadHoister::run() {
  bool Changed = false;
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops))
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : make_early_inc_range(*BB)) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !mayHoist(*Load, *L))
          continue;
        Load->moveBefore(L->getLoopPreheader()->getTerminator());
        SE.forgetBlockAndLoopDispositions(Load);
        Changed = true;
      }
  return Changed;
}

void polly::escop::hoistLoads(Function &Shadow, FunctionAnalysisManager &FAM) {
  if (LoadHoister(Shadow, FAM).run()) {
    PreservedAnalyses PA;
    PA.preserveSet<CFGAnalyses>();
    FAM.invalidate(Shadow, PA);
  }
}

SmallVector<SplitLoop, 2>
polly::escop::splitAtStores(Function &Shadow, FunctionAnalysisManager &FAM) {
  SmallVector<SplitLoop, 2> Split;
  while (std::optional<SplitLoop> Loop = LoadHoister(Shadow, FAM).splitAny()) {
    Split.push_back(*Loop);
    FAM.invalidate(Shadow, PreservedAnalyses::none());
  }
  return Split;
}
