//===- Guards.cpp - Which blocks of a nest are cold -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The *cold region* is what lies behind an abnormal exit edge. Blocks on a path
// out of the nest do not reach the latch, so they do not belong to the natural
// loop. But a part of the cold region may, and the nest *resumes*:
//
//   for (i = 0; i < N; ++i)
//     try {
//       for (j = 0; j < M; ++j) {
//         if (bad(A[i][j])) throw E();   the handler leads to the next i
//         if (A[i][j] == 0) break;       so does this edge out of a loop
//         B[i][j] = A[i][j] * 2;
//       }
//     } catch (E &) { ++errors; }
//
// Cold are, first, the blocks with instructions that a copy of the nest cannot
// execute (landing pads, calls with effects); then those from which control
// does not come to the latch but through cold ones, and those to which it only
// comes from cold ones, until nothing changes. If header and latch are left,
// the nest is understood as what is left of it, and an edge into the cold
// region, or one that leaves an inner loop but for its normal exit, is an
// abnormal exit edge.
//
// An error handler that returns is a call with effects, too:
//
//   for (i = 0; i < N; ++i)
//     for (j = 0; j < M; ++j) {
//       if (j >= columns)
//         gsl_error("…");              not noreturn
//       B[i][j] = A[i][j] * 2;
//     }
//
// And so are the copies of inner loops that NarrowCounters.cpp made.
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

/// How @p Call's callee is called in the source.
static std::string getCalleeName(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F)
    return "an indirect call";
  // The nest's function has lent its name: see Pipeline.cpp.
  return F->hasName() ? demangle(F->getName()) : "a recursive call";
}

/// Can @p I be executed in an outlined copy of the nest?
static std::optional<Reject> checkInstruction(Instruction &I) {
  if (I.isEHPad())
    return Reject(Reason::InLoopCatch, &I);
  if (isa<InvokeInst>(I))
    return Reject(Reason::MayUnwind, &I, getCalleeName(cast<InvokeInst>(I)));
  auto *Intr = dyn_cast<IntrinsicInst>(&I);
  if (Intr && (Intr->getIntrinsicID() == Intrinsic::stacksave ||
               Intr->getIntrinsicID() == Intrinsic::stackrestore))
    return Reject(Reason::Instruction, &I, "a variable-length array");
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

  // The driver changes errno, and restores what it was before the nest.
  if (const Value *Ptr = getLoadStorePointerOperand(&I)) {
    auto *From = dyn_cast<CallBase>(getUnderlyingObject(Ptr));
    const Function *Callee = From ? From->getCalledFunction() : nullptr;
    if (Callee && Callee->getName() == "__errno_location")
      return Reject(Reason::Instruction, &I, "errno");
  }

  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isWithoutEffect(I))
    return std::nullopt;
  if (auto *Mem = dyn_cast<AnyMemIntrinsic>(Call)) {
    if (isa<AtomicMemIntrinsic>(Mem) || cast<MemIntrinsic>(Mem)->isVolatile())
      return Reject(Reason::Volatile, &I);
    return std::nullopt;
  }
  if (!isa<CallInst>(Call) || Call->isConvergent() || isOfFrame(*Call) ||
      Call->hasOperandBundles() || Call->isMustTailCall() ||
      !Call->doesNotAccessMemory() || !Call->willReturn())
    return Reject(Reason::Call, &I, getCalleeName(*Call));
  if (!Call->doesNotThrow())
    return Reject(Reason::MayUnwind, &I, getCalleeName(*Call));
  return std::nullopt;
}

std::optional<Reject> polly::escop::findCallThatMayThrow(const Loop &L,
                                                         ScalarEvolution &SE) {
  if (L.isInnermost() || !SE.hasLoopInvariantBackedgeTakenCount(&L))
    return std::nullopt;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallBase>(&I);
          Call && !Call->doesNotThrow() && !isColdCall(*Call))
        return checkInstruction(I);
  return std::nullopt;
}

bool polly::escop::hasGuards(const Loop &L, const LoopInfo &LI,
                             const DominatorTree &DT) {
  if (hasAbnormalExit(L))
    return true;
  const BasicBlock *Latch = L.getLoopLatch();
  return Latch && any_of(L.blocks(), [&](BasicBlock *BB) {
           return LI.getLoopFor(BB) == &L && !DT.dominates(BB, Latch) &&
                  any_of(*BB, [](Instruction &I) {
                    return isa<CallBase>(I) && checkInstruction(I);
                  });
         });
}

/// Does the edge leave a loop of @p E, the nest itself included, other than
/// from the loop's latch?
static bool leavesLoop(const ESCoP &E, const LoopInfo &LI, BasicBlock *From,
                       BasicBlock *To) {
  for (const Loop *L = LI.getLoopFor(From); !L->contains(To);
       L = L->getParentLoop()) {
    if (L->getLoopLatch() != From)
      return true;
    if (L == E.L)
      break;
  }
  return false;
}

std::optional<Reject> polly::escop::findGuards(ESCoP &E, const LoopInfo &LI) {
  const Loop &L = *E.L;
  SmallPtrSet<BasicBlock *, 16> Cold;
  std::optional<Reject> Why;
  auto MakeCold = [&](BasicBlock *BB, const Reject &R) {
    if (!Why)
      Why = R;
    Cold.insert(BB);
  };
  for (BasicBlock *BB : L.blocks()) {
    Instruction *Term = BB->getTerminator();
    if (!isa<BranchInst>(Term) && !isa<SwitchInst>(Term) &&
        !isa<InvokeInst>(Term))
      MakeCold(BB, Reject(Reason::ExitForm, Term));
    if (mayGoRound(*LI.getLoopFor(BB)))
      MakeCold(BB, Reject(Reason::TripCount, Term));
    for (Instruction &I : *BB)
      if (auto R = checkInstruction(I)) {
        MakeCold(BB, *R);
        break;
      }
  }
  auto IsAbnormal = [&](BasicBlock *From, BasicBlock *To) {
    return Cold.contains(To) || leavesLoop(E, LI, From, To);
  };
  for (bool Again = true; Again;) {
    Again = false;
    // From where control reaches the next iteration while no guard fires.
    SetVector<BasicBlock *> Reaching;
    Reaching.insert(L.getLoopLatch());
    for (unsigned Idx = 0; Idx < Reaching.size(); ++Idx)
      for (BasicBlock *Pred : predecessors(Reaching[Idx]))
        if (L.contains(Pred) && Reaching[Idx] != L.getHeader() &&
            !IsAbnormal(Pred, Reaching[Idx]))
          Reaching.insert(Pred);
    for (BasicBlock *BB : L.blocks())
      if (!Reaching.contains(BB))
        Again |= Cold.insert(BB).second;
    // What control reaches while no guard fires.
    E.Blocks.clear();
    E.Blocks.insert(L.getHeader());
    for (unsigned Idx = 0; Idx < E.Blocks.size(); ++Idx)
      for (BasicBlock *Succ : successors(E.Blocks[Idx]))
        if (L.contains(Succ) && !IsAbnormal(E.Blocks[Idx], Succ))
          E.Blocks.insert(Succ);
    for (BasicBlock *BB : L.blocks())
      if (!E.Blocks.contains(BB))
        Again |= Cold.insert(BB).second;
  }
  if (Cold.contains(L.getHeader()) || Cold.contains(L.getLoopLatch()))
    return Why ? *Why
               : Reject(Reason::InnerExit, L.getHeader()->getTerminator());
  // In the order of the function.
  E.Blocks.clear();
  for (BasicBlock *BB : L.blocks())
    if (!Cold.contains(BB))
      E.Blocks.insert(BB);

  SmallPtrSet<BasicBlock *, 4> Exits;
  for (BasicBlock *BB : E.Blocks) {
    Instruction *Term = BB->getTerminator();
    auto *Branch = dyn_cast<BranchInst>(Term);
    for (unsigned Succ = 0; Succ < Term->getNumSuccessors(); ++Succ) {
      BasicBlock *To = Term->getSuccessor(Succ);
      if (!IsAbnormal(BB, To))
        continue;
      if (!Branch || Branch->getSuccessor(0) == Branch->getSuccessor(1))
        return Reject(Reason::ExitForm, Term);
      E.Guards.push_back({Branch, Succ});
      E.Resumes |= L.contains(To);
      Exits.insert(To);
    }
  }
  E.NumExits = Exits.size();
  return std::nullopt;
}

bool polly::escop::endsSearch(const Guard &G) {
  constexpr unsigned MaxBlocks = 32;
  SmallSetVector<BasicBlock *, 16> Reached;
  Reached.insert(G.getExit());
  for (unsigned Idx = 0; Idx < Reached.size(); ++Idx) {
    BasicBlock *BB = Reached[Idx];
    if (any_of(*BB, [](const Instruction &I) {
          auto *Call = dyn_cast<CallBase>(&I);
          return Call && isColdCall(*Call);
        }))
      continue;
    Instruction *End = BB->getTerminator();
    if (isa<ReturnInst>(End) || Idx == MaxBlocks)
      return true;
    if (auto *Invoke = dyn_cast<InvokeInst>(End))
      Reached.insert(Invoke->getNormalDest());
    else
      Reached.insert(succ_begin(BB), succ_end(BB));
  }
  return false;
}
