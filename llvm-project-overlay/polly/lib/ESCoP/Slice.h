//===- Slice.h - What a part of a nest depends on ---------------*- C++ -*-===//
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

#ifndef POLLY_LIB_ESCOP_SLICE_H
#define POLLY_LIB_ESCOP_SLICE_H

#include "polly/ESCoP/ESCoP.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace polly::escop {

class Slicer {
  const llvm::Loop *Nest;
  const llvm::LoopInfo &LI;
  llvm::PostDominatorTree &PDT;
  llvm::function_ref<bool(const llvm::Instruction &)> Contains;
  Slice &S;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> Ignored;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> LiveBlocks;
  /// Live blocks whose control dependences have not been visited yet.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> NewBlocks;
  llvm::SmallVector<llvm::Instruction *, 32> Worklist;

  void markBlockLive(llvm::BasicBlock *BB);
  const llvm::Loop *getLatchLoop(const llvm::Instruction *Term) const;
  void visit(llvm::Instruction *I);
  void visitControlDependences();

public:
  /// Slices @p Nest into @p S, as far as @p Contains says that an instruction
  /// is in it. Loops in S.Reduced stay reduced unless they have to be executed.
  Slicer(const llvm::Loop *Nest, const llvm::LoopInfo &LI,
         llvm::PostDominatorTree &PDT,
         llvm::function_ref<bool(const llvm::Instruction &)> Contains, Slice &S)
      : Nest(Nest), LI(LI), PDT(PDT), Contains(Contains), S(S) {}

  /// Nothing depends on @p Branch: it goes one way.
  void ignore(const llvm::Instruction *Branch) { Ignored.insert(Branch); }
  void markLive(llvm::Value *V);
  /// Keep @p I, of which only @p Operands matter.
  void addRoot(llvm::Instruction *I, llvm::ArrayRef<llvm::Value *> Operands);
  void run();
};

/// Reduce the copy of @p Blocks that @p VMap leads to to @p S: loops that are
/// reduced run once, and what is neither in the slice nor one that @p IsKept
/// goes away.
void keepSlice(const Slice &S, llvm::ArrayRef<llvm::BasicBlock *> Blocks,
               llvm::ValueToValueMapTy &VMap,
               llvm::function_ref<bool(const llvm::Instruction &)> IsKept);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_SLICE_H
