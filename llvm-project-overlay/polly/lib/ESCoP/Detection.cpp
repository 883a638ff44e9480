//===- Detection.cpp - Find nests with abnormal exits ---------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ESCoP (section 3.1 of the paper) is a single-entry multiple-exit region
// that is a SCoP once its abnormal exit edges are erased:
//
//   for (i = 0; i < N; ++i)             header ─ … ─ latch ─→ normal exit
//     for (j = 0; j < M; ++j) {                   │
//       if (bad(A[i][j]))                         └─────────→ abnormal exit
//         throw E();
//       B[i][j] = A[i][j] * 2;
//     }
//
// Blocks on a path to `throw` do not reach the latch, so they do not belong to
// the natural loop; the *cold region* is simply what lies behind an abnormal
// exit edge. What is asked of the nest here is only what every later stage
// needs: loops with one normal exit each, and instructions that can be executed
// in another function. Whether addresses are affine is for Footprint.cpp and
// for Polly to find out.
//
// This stage decides and changes nothing. It works on the IR as the
// simplification pipeline leaves it, without simplifying loops further, since a
// nest that is declined is to be left as it was.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/ESCoP.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::hasAbnormalExit(const Loop &L) {
  // The normal exit leaves through the latch; anything else is abnormal.
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
  L.getExitEdges(Edges);
  return any_of(Edges,
                [&](auto &Edge) { return Edge.first != L.getLoopLatch(); });
}

/// Can @p I be executed in an outlined copy of the nest?
static std::optional<Reject> checkInstruction(Instruction &I) {
  if (I.isEHPad())
    return Reject(Reason::InLoopCatch, &I);
  if (isa<InvokeInst>(I))
    return Reject(Reason::MayUnwind, &I);
  if (isa<AllocaInst>(I) || isa<VAArgInst>(I) || I.getType()->isTokenTy())
    return Reject(Reason::Instruction, &I, I.getOpcodeName());
  if (auto *Load = dyn_cast<LoadInst>(&I))
    if (!Load->isSimple())
      return Reject(Reason::Volatile, &I);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    if (!Store->isSimple())
      return Reject(Reason::Volatile, &I);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I) || isa<FenceInst>(I))
    return Reject(Reason::Volatile, &I);

  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<DbgInfoIntrinsic>(Call) || isa<AssumeInst>(Call) ||
      isa<NoAliasScopeDeclInst>(Call))
    return std::nullopt;
  if (auto *Mem = dyn_cast<AnyMemIntrinsic>(Call)) {
    if (isa<AtomicMemIntrinsic>(Mem) || cast<MemIntrinsic>(Mem)->isVolatile())
      return Reject(Reason::Volatile, &I);
    return std::nullopt;
  }
  StringRef Callee = "an indirect call";
  if (Function *F = Call->getCalledFunction())
    Callee = F->getName();
  if (!isa<CallInst>(Call) || Call->isConvergent() ||
      Call->hasOperandBundles() || Call->isMustTailCall() ||
      !Call->doesNotAccessMemory() || !Call->willReturn())
    return Reject(Reason::Call, &I, Callee);
  if (!Call->doesNotThrow())
    return Reject(Reason::MayUnwind, &I, Callee);
  return std::nullopt;
}

/// Every inner loop leaves for the rest of the nest from one block only.
static std::optional<Reject> checkInnerLoops(const Loop &Nest) {
  SmallVector<const Loop *, 4> Worklist(Nest.begin(), Nest.end());
  while (!Worklist.empty()) {
    const Loop *Inner = Worklist.pop_back_val();
    Worklist.append(Inner->begin(), Inner->end());
    if (!Inner->getLoopLatch() || !Inner->getLoopPreheader())
      return Reject(Reason::LoopForm, Inner->getHeader()->getTerminator());
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
    Inner->getExitEdges(Edges);
    for (auto &[From, To] : Edges)
      if (Nest.contains(To) && From != Inner->getLoopLatch())
        return Reject(Reason::InnerExit, From->getTerminator());
    if (!Inner->isLoopExiting(Inner->getLoopLatch()))
      return Reject(Reason::TripCount, Inner->getHeader()->getTerminator());
  }
  return std::nullopt;
}

static unsigned getDepth(const Loop &L) {
  unsigned Depth = 0;
  for (const Loop *Inner : L)
    Depth = std::max(Depth, getDepth(*Inner));
  return Depth + 1;
}

/// Split @p V into arithmetic that is cheap to repeat and the values it is made
/// of. Two addresses that the simplification pipeline hoisted out of the nest
/// are then seen to have one base.
static void collectLeaves(Value *V, SetVector<Value *> &Leaves,
                          SetVector<Instruction *> &Recomputed,
                          unsigned Depth = 8) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I) {
    if (isa<Argument>(V))
      Leaves.insert(V);
    return;
  }
  // A value is one or the other, wherever it is met.
  if (Recomputed.contains(I) || Leaves.contains(I))
    return;
  // Not extensions: Polly models those of a parameter piecewise, for which isl
  // takes seconds.
  bool Cheap = isa<GetElementPtrInst>(I) ||
               (isa<BinaryOperator>(I) && I->getType()->isIntegerTy() &&
                !I->isIntDivRem());
  if (!Cheap || !Depth) {
    Leaves.insert(I);
    return;
  }
  for (Value *Op : I->operands())
    collectLeaves(Op, Leaves, Recomputed, Depth - 1);
  Recomputed.insert(I);
}

/// Is @p U a use outside of the nest in, or on an edge out of, a block @p
/// Behind the normal exit?
static bool isUsedBehind(const Use &U,
                         const SmallPtrSetImpl<BasicBlock *> &Behind,
                         const BasicBlock *Latch) {
  auto *User = cast<Instruction>(U.getUser());
  if (auto *PHI = dyn_cast<PHINode>(User)) {
    BasicBlock *Pred = PHI->getIncomingBlock(U);
    return Behind.contains(PHI->getParent()) &&
           (Pred == Latch || Behind.contains(Pred));
  }
  return Behind.contains(User->getParent());
}

std::optional<Reject> polly::escop::detect(Loop &L, ScalarEvolution &SE,
                                           DominatorTree &DT, ESCoP &E) {
  E = ESCoP();
  E.F = L.getHeader()->getParent();
  E.L = &L;
  Instruction *Start = L.getHeader()->getTerminator();
  if (!L.getLoopPreheader() || !L.getLoopLatch())
    return Reject(Reason::LoopForm, Start);
  // Control comes to the driver where it came to the nest.
  if (!isa<BranchInst>(L.getLoopPreheader()->getTerminator()))
    return Reject(Reason::LoopForm, Start);

  // After a longjmp back, the frame would be of another time than the nest.
  if (E.F->callsFunctionThatReturnsTwice())
    return Reject(Reason::Instruction, Start, "setjmp");

  E.NormalExit = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  if (!E.NormalExit || !L.isLoopExiting(L.getLoopLatch()))
    return Reject(Reason::TripCount, Start);

  for (BasicBlock *BB : L.blocks()) {
    for (Instruction &I : *BB)
      if (auto R = checkInstruction(I))
        return R;

    Instruction *Term = BB->getTerminator();
    auto *Branch = dyn_cast<BranchInst>(Term);
    if (!Branch && !isa<SwitchInst>(Term))
      return Reject(Reason::ExitForm, Term);
    if (BB == L.getLoopLatch())
      continue;
    for (unsigned Succ = 0; Succ < Term->getNumSuccessors(); ++Succ) {
      if (L.contains(Term->getSuccessor(Succ)))
        continue;
      if (!Branch)
        return Reject(Reason::ExitForm, Term);
      E.Guards.push_back({Branch, Succ});
    }
  }
  SmallPtrSet<BasicBlock *, 4> Exits;
  for (Guard &G : E.Guards)
    Exits.insert(G.Branch->getSuccessor(G.ExitSucc));
  E.NumExits = Exits.size();

  if (auto R = checkInnerLoops(L))
    return R;
  E.Depth = getDepth(L);
  if (E.Depth < 2)
    return Reject(Reason::Depth, Start);

  E.BackedgeTakenCount = SE.getExitCount(&L, L.getLoopLatch());
  if (isa<SCEVCouldNotCompute>(E.BackedgeTakenCount) ||
      SE.getTypeSizeInBits(E.BackedgeTakenCount->getType()) > 64)
    return Reject(Reason::TripCount, E.NormalExit);
  // The driver does not vouch for more than 2^40 iterations.
  E.MaxTripCount = APInt(64, 1ULL << 40);
  APInt MaxCount = SE.getUnsignedRangeMax(E.BackedgeTakenCount).zext(65) + 1;
  if (MaxCount.ult(E.MaxTripCount.zext(65)))
    E.MaxTripCount = MaxCount.trunc(64);
  if (!SCEVExpander(SE, E.F->getDataLayout(), "escop")
           .isSafeToExpandAt(E.BackedgeTakenCount,
                             L.getLoopPreheader()->getTerminator()))
    return Reject(Reason::TripCount, E.NormalExit);

  // What crosses the nest's boundary.
  for (PHINode &PHI : L.getHeader()->phis())
    E.State.push_back(&PHI);
  SetVector<Value *> LiveIns, LiveOuts;
  // What only the cold region uses comes from the nest.
  SmallPtrSet<BasicBlock *, 16> Behind;
  SmallVector<BasicBlock *, 16> Worklist = {E.getNormalExitBlock()};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!L.contains(BB) && Behind.insert(BB).second)
      append_range(Worklist, successors(BB));
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      for (Value *Op : I.operands())
        if (isa<Argument>(Op) ||
            (isa<Instruction>(Op) && !L.contains(cast<Instruction>(Op))))
          LiveIns.insert(Op);
      if (DT.dominates(BB, L.getLoopLatch()) && any_of(I.uses(), [&](Use &U) {
            return isUsedBehind(U, Behind, L.getLoopLatch());
          }))
        LiveOuts.insert(&I);
    }
  for (PHINode *PHI : E.State)
    if (!PHI->getType()->isSized() || PHI->getType()->isTokenTy())
      return Reject(Reason::LiveInType, PHI);
  for (Value *V : LiveIns)
    if (V->getType()->isTokenTy() || V->getType()->isMetadataTy() ||
        V->getType()->isX86_AMXTy() || isa<ScalableVectorType>(V->getType()))
      return Reject(Reason::LiveInType, Start);
  SetVector<Value *> Leaves;
  SetVector<Instruction *> Recomputed;
  // Where a counter begins is to be a parameter: see Specialise.cpp.
  for (PHINode *PHI : E.State)
    if (PHI->getType()->isIntegerTy() && !isa<Constant>(E.getStart(PHI)))
      Leaves.insert(E.getStart(PHI));
  for (Value *V : LiveIns)
    collectLeaves(V, Leaves, Recomputed);
  E.LiveIns.assign(Leaves.begin(), Leaves.end());
  E.Recomputed.assign(Recomputed.begin(), Recomputed.end());
  E.LiveOuts.assign(LiveOuts.begin(), LiveOuts.end());
  return std::nullopt;
}

std::optional<Reject> polly::escop::checkSpeculatable(const ESCoP &E) {
  for (BasicBlock *BB : E.L->blocks())
    for (Instruction &I : *BB) {
      if (I.isTerminator() || isa<PHINode>(I) || I.mayReadOrWriteMemory() ||
          isa<DbgInfoIntrinsic>(I))
        continue; // Footprint.cpp bounds the accesses.
      if (!isSafeToSpeculativelyExecute(&I))
        return Reject(Reason::MayTrap, &I);
    }
  if (E.F->hasFnAttribute(Attribute::SanitizeAddress) ||
      E.F->hasFnAttribute(Attribute::SanitizeHWAddress) ||
      E.F->hasFnAttribute(Attribute::SanitizeMemory) ||
      E.F->hasFnAttribute(Attribute::SanitizeThread) ||
      E.F->hasFnAttribute(Attribute::SanitizeMemTag))
    return Reject(Reason::Sanitizer, E.NormalExit);
  return std::nullopt;
}
