//===- Slice.cpp - What a part of a nest depends on -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slice of a nest with respect to some *roots*: the instructions that decide
// which instances of the roots are executed, and with which operands.
//
// The method is that of aggressive dead code elimination (llvm ADCE.cpp): data
// dependences, and control dependences by the post-dominance frontier. Only the
// back edges differ: ADCE keeps every loop of live code, here a loop is
// *reduced* to its first iteration unless something live depends on its
// header's PHIs. All instances that differ in the counter of a reduced loop
// alone are equal.
//
// It is tempting to ask only whether a root's operands change in the loop. A
// counter-example is
//
//   for (j…) if (j > J) root(x);
//
// whose operand x is invariant in j, while the root is not even reached in the
// first iteration: the control dependence on j > J keeps the loop.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace polly::escop;

Slicer::Slicer(const Loop *Nest, const LoopInfo &LI, PostDominatorTree &PDT,
               function_ref<bool(const Instruction &)> Contains, Slice &S)
    : Nest(Nest), LI(LI), PDT(PDT), Contains(Contains), S(S) {
  for (const Loop *L : Nest->getLoopsInPreorder()) {
    if (!Contains(*L->getHeader()->getTerminator()))
      continue;
    if (L->isLoopExiting(L->getLoopLatch())) {
      S.Reduced.insert(L);
      continue;
    }
    // It may have no complete iteration, and is executed to end where it does.
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *BB : Exiting)
      markLive(BB->getTerminator());
  }
}

void Slicer::markLive(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (I && Contains(*I) && S.Instructions.insert(I).second)
    Worklist.push_back(I);
}

void Slicer::markBlockLive(BasicBlock *BB) {
  if (Contains(*BB->getTerminator()) && LiveBlocks.insert(BB).second)
    NewBlocks.insert(BB);
}

/// The loop of the nest that @p Term continues or leaves normally.
const Loop *Slicer::getLatchLoop(const Instruction *Term) const {
  const Loop *L = LI.getLoopFor(Term->getParent());
  return L && L->getLoopLatch() == Term->getParent() ? L : nullptr;
}

void Slicer::visit(Instruction *I) {
  markBlockLive(I->getParent());
  for (Value *Op : I->operands())
    markLive(Op);
  auto *PHI = dyn_cast<PHINode>(I);
  if (!PHI)
    return;
  // Which value comes in depends on how control came here.
  for (BasicBlock *Pred : PHI->blocks())
    markBlockLive(Pred);
  const Loop *L = LI.getLoopFor(PHI->getParent());
  if (L->getHeader() == PHI->getParent() && S.Reduced.erase(L))
    markLive(L->getLoopLatch()->getTerminator());
}

void Slicer::visitControlDependences() {
  SmallVector<BasicBlock *, 16> Frontier;
  ReverseIDFCalculator IDFs(PDT);
  IDFs.setDefiningBlocks(NewBlocks);
  IDFs.calculate(Frontier);
  NewBlocks.clear();
  for (BasicBlock *BB : Frontier) {
    Instruction *Term = BB->getTerminator();
    const Loop *L = getLatchLoop(Term);
    // The counter replaces the outermost loop's condition; a reduced loop has
    // none.
    if (L == Nest || (L && S.Reduced.contains(L)) || Ignored.contains(Term))
      continue;
    markLive(Term);
  }
}

void Slicer::addRoot(Instruction *I, ArrayRef<Value *> Operands) {
  markBlockLive(I->getParent());
  for (Value *Op : Operands)
    markLive(Op);
}

void Slicer::run() {
  do {
    while (!Worklist.empty())
      visit(Worklist.pop_back_val());
    visitControlDependences();
  } while (!Worklist.empty() || !NewBlocks.empty());
}

void polly::escop::reduceToFirstIteration(const Loop &L,
                                          ValueToValueMapTy &VMap) {
  auto *Header = cast<BasicBlock>(VMap[L.getHeader()]);
  auto *Latch = cast<BasicBlock>(VMap[L.getLoopLatch()]);
  auto *Br = cast<BranchInst>(Latch->getTerminator());
  BasicBlock *Exit = Br->getSuccessor(Br->getSuccessor(0) == Header ? 1 : 0);
  Header->removePredecessor(Latch, /*KeepOneInputPHIs=*/true);
  BranchInst::Create(Exit, Br->getIterator());
  Br->eraseFromParent();
}

void polly::escop::keepSlice(
    const Slice &S, ArrayRef<BasicBlock *> Blocks, ValueToValueMapTy &VMap,
    function_ref<bool(const Instruction &)> IsKept) {
  for (const Loop *L : S.Reduced)
    reduceToFirstIteration(*L, VMap);
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      auto It = VMap.find(&I);
      if (It == VMap.end() || S.Instructions.contains(&I) || IsKept(I))
        continue;
      auto *New = dyn_cast_or_null<Instruction>(It->second);
      if (!New)
        continue;
      if (New->isTerminator()) {
        // Nothing depends on where it leads.
        if (auto *Br = dyn_cast<BranchInst>(New); Br && Br->isConditional())
          Br->setCondition(ConstantInt::getFalse(Br->getContext()));
        continue;
      }
      if (!New->getType()->isVoidTy())
        New->replaceAllUsesWith(Constant::getNullValue(New->getType()));
      New->eraseFromParent();
    }
}
