//===- Dereferenceable.cpp - Is what is referred to still there? ----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang marks references as dereferenceable, and LLVM 19 takes that to hold as
// long as the function is executed. In C++ it holds when the function is called
// ([dcl.ref], [basic.life]): what is referred to may be freed before a loop is
// entered that does not access it any more.
//
//   for (i = 0; i < n; ++i) {
//     for (j = 0; j < n; ++j)
//       if (live) s += a.at(i, j);     // a.rows, in front of the loop?
//     if (i == k) { live = false; delete &a; }
//   }
//
// Of an accessor that Clang has not inlined, the standard pipeline would not
// load anything ahead. So once it is inlined, nothing is loaded ahead either
// unless the object is known to be there.
//
//===----------------------------------------------------------------------===//

#include "Dereferenceable.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

/// May @p I free what @p Base points to? If that is null, what any argument
/// does.
static bool mayFree(const Instruction &I, const Value *Base,
                    const TargetLibraryInfo &TLI) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<IntrinsicInst>(Call) || Call->hasFnAttr(Attribute::NoFree) ||
      Call->onlyReadsMemory() || isAllocLikeFn(Call, &TLI))
    return false;
  const Value *Freed = getFreedOperand(Call, &TLI);
  if (!Freed)
    return true;
  const Value *Object = getUnderlyingObject(Freed);
  return !isNoAliasCall(Object) ||
         (Base && Object == getUnderlyingObject(Base));
}

static bool accesses(const Instruction &I, const Value *Base) {
  const Value *Ptr = getLoadStorePointerOperand(&I);
  return Ptr && Ptr->stripInBoundsConstantOffsets() == Base;
}

namespace {
/// What a walk over instructions comes to first.
enum class Found { Nothing, Object, Free };
} // namespace

/// Does each entry of @p L access @p Base before it may leave in two ways?
static bool accessesAtEntry(const Loop &L, const Value *Base,
                            const TargetLibraryInfo &TLI) {
  SmallPtrSet<const BasicBlock *, 4> Visited;
  for (const BasicBlock *BB = L.getHeader(); BB && Visited.insert(BB).second;
       BB = BB->getUniqueSuccessor())
    for (const Instruction &I : *BB) {
      if (accesses(I, Base))
        return true;
      if (mayFree(I, Base, TLI) ||
          !isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
    }
  return false;
}

/// The last that @p BB does to @p Base.
static Found findLast(const BasicBlock &BB, const Value *Base,
                      const TargetLibraryInfo &TLI) {
  for (const Instruction &I : reverse(BB)) {
    if (accesses(I, Base) || &I == Base)
      return Found::Object;
    if (mayFree(I, Base, TLI))
      return Found::Free;
  }
  return Found::Nothing;
}

/// It is, if it is accessed then, or on each way to there since a call that may
/// have freed it.
bool polly::escop::isThereInFront(const Loop &L, const Value *Base,
                                  const TargetLibraryInfo &TLI) {
  if (!Base->canBeFreed() || accessesAtEntry(L, Base, TLI))
    return true;
  SmallPtrSet<const BasicBlock *, 16> Visited;
  SmallVector<const BasicBlock *, 16> Worklist = {L.getLoopPreheader()};
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (!Visited.insert(BB).second)
      continue;
    const Found Last = findLast(*BB, Base, TLI);
    if (Last == Found::Free)
      return false;
    if (Last == Found::Nothing)
      append_range(Worklist, predecessors(BB));
  }
  return true;
}

void polly::escop::dropDereferenceable(Function &F, const LoopInfo &LI,
                                       const TargetLibraryInfo &TLI) {
  auto MayFree = [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return mayFree(I, /*Base=*/nullptr, TLI);
    });
  };
  df_iterator_default_set<const BasicBlock *> Visited;
  if (none_of(LI.getLoopsInPreorder(), [&](const Loop *L) {
        const BasicBlock *Header = L->getHeader();
        return any_of(inverse_depth_first_ext(Header, Visited), MayFree);
      }))
    return;
  for (Argument &Arg : F.args())
    for (auto Kind :
         {Attribute::Dereferenceable, Attribute::DereferenceableOrNull})
      if (Arg.canBeFreed())
        Arg.removeAttr(Kind);
}
