//===- Inspect.cpp - Evaluate the guards of a nest ahead of it ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If no guard of a nest reads what the nest writes, the first firing guard can
// be found before anything is executed. Of
//
//   for (i…) for (j…) for (k…) {
//     if (bad(A[i][k])) throw E();
//     C[i][j] += A[i][k] * B[k][j];
//   }
//
// the inspector is
//
//   for (i = 0; i < N; ++i)
//     { j = 0; for (k…) if (bad(A[i][k])) return i; }
//   return N;
//
// the nest without what no guard depends on, over the *reduced guard domain*:
// of a loop whose counter no guard depends on, only the first iteration. All
// guard instances that differ in j alone are equal, so the lexicographic
// minimum of each class stands for it, and the first outermost iteration in
// which one fires is that of the nest. The outermost loop is reduced, too: if j
// is its counter, a guard fires in its first iteration, or in none.
//
// Why reading ahead is safe: the inspector executes a subset of the nest's
// operations in the nest's order and stops where the nest would stop; the
// operations that it leaves out, writes among them, do not change what it
// reads. So every load and every division of the inspector is one that the nest
// executes with the same operands. Nothing is speculative.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly::escop;

namespace {
enum ObjectRelation { Same, Different, Unknown };
} // namespace

/// Do @p Load from @p From and @p Write to @p To access the same object in any
/// two iterations of the nest?
///
/// Alias analysis answers for one moment: of two pointers that are swapped in
/// each iteration it says that they do not alias. So it is asked about the
/// objects in front of the nest that they may point to, and not told of noalias
/// scopes, which may begin anew in each iteration.
static ObjectRelation compareObjects(const ESCoP &E, const Instruction *Load,
                                     const Value *From,
                                     const Instruction *Write, const Value *To,
                                     AAResults &AA) {
  auto LocationsOf = [&](const Value *Ptr, const Instruction *Access) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Ptr, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    SmallVector<MemoryLocation, 4> Locations;
    AAMDNodes Tags;
    Tags.TBAA = Access->getAAMetadata().TBAA;
    for (const Value *Object : Objects)
      Locations.push_back(MemoryLocation::getBeforeOrAfter(Object, Tags));
    return Locations;
  };
  auto IsInNest = [&](const MemoryLocation &Loc) {
    auto *I = dyn_cast<Instruction>(const_cast<Value *>(Loc.Ptr));
    return I && E.L->contains(I) && !E.isHoisted(I);
  };
  // Two loads of one pointer are one base in the footprint.
  auto GetRepresentative = [&](const MemoryLocation &Loc) {
    return E.getRepresentative(const_cast<Value *>(Loc.Ptr));
  };
  ObjectRelation Result = Different;
  for (const MemoryLocation &A : LocationsOf(From, Load))
    for (const MemoryLocation &B : LocationsOf(To, Write)) {
      if (IsInNest(A) || IsInNest(B))
        Result = Unknown;
      else if (AA.isNoAlias(A, B))
        continue;
      else if (GetRepresentative(A) == GetRepresentative(B))
        return Same;
      else
        Result = Unknown;
    }
  return Result;
}

bool polly::escop::sliceGuards(const ESCoP &E, const GuardSet &Resolved,
                               LoopInfo &LI, PostDominatorTree &PDT,
                               AAResults &AA, GuardSlice &Slice) {
  Slice = GuardSlice();
  Slice.Resolved = Resolved;
  auto Contains = [&](const Instruction &I) {
    return E.contains(&I) && !E.isHoisted(&I);
  };
  Slicer Guards(E.L, LI, PDT, Contains, Slice);
  for (auto [Idx, G] : enumerate(E.Guards))
    if (Resolved.contains(Idx))
      Guards.ignore(G.Branch);
    else
      Guards.markLive(G.Branch);
  Guards.run();

  // Of the loops around the guards, and of those that compute what they test.
  for (const Instruction *I : Slice.Instructions) {
    unsigned Depth = 0;
    for (const Loop *L = LI.getLoopFor(I->getParent()); L && E.L->contains(L);
         L = L->getParentLoop())
      Depth += !Slice.Reduced.contains(L);
    Slice.Depth = std::max(Slice.Depth, Depth);
  }

  SmallVector<Instruction *, 8> Writes;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      if (mayWriteData(I))
        Writes.push_back(&I);
      if (!Slice.Instructions.contains(&I))
        continue;
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Slice.Loads.push_back(Load);
      else if (I.mayReadFromMemory())
        return false;
    }
  for (LoadInst *Load : Slice.Loads)
    for (Instruction *Write : Writes) {
      auto *Store = dyn_cast<StoreInst>(Write);
      Value *Dest = Store ? Store->getPointerOperand()
                          : cast<AnyMemIntrinsic>(Write)->getRawDest();
      switch (
          compareObjects(E, Load, Load->getPointerOperand(), Write, Dest, AA)) {
      case Same:
        return false;
      case Unknown:
        Slice.NeedsDisjointness = true;
        break;
      case Different:
        break;
      }
    }
  return true;
}

Function *polly::escop::buildInspector(const ESCoP &E, const GuardSlice &Slice,
                                       bool Chunked) {
  Type *I64 = Type::getInt64Ty(E.F->getContext());
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  append_range(Params, getStateTypes(E));
  Params.push_back(I64);
  Function *Inspector = createOutlinedFunction(E, I64, Params, "inspector");
  Argument *N = Inspector->getArg(Params.size() - 1);
  N->setName("n");
  NestCopy Copy(E, *Inspector, N);
  if (Chunked)
    Copy.startFromState(E);

  // The tails of abnormal exit edges: a guard of this iteration has fired.
  auto *Fired = BasicBlock::Create(E.F->getContext(), "fired", Inspector);
  ReturnInst::Create(E.F->getContext(), Copy.Counter, Fired);
  ReturnInst::Create(E.F->getContext(), N, Copy.Exit);
  for (auto [Idx, G] : enumerate(E.Guards)) {
    BranchInst *Br = Copy.get(G.Branch);
    if (E.Blocks.contains(G.getExit()))
      Br->getSuccessor(G.ExitSucc)
          ->removePredecessor(Br->getParent(), /*KeepOneInputPHIs=*/true);
    if (Slice.Resolved.contains(Idx)) {
      BranchInst::Create(Br->getSuccessor(1 - G.ExitSucc), Br->getIterator());
      Br->eraseFromParent();
      Copy.VMap.erase(G.Branch);
      continue;
    }
    Br->setSuccessor(G.ExitSucc, Fired);
  }

  // What no guard depends on has no effect on the result, whatever it is.
  keepSlice(Slice, E.Blocks.getArrayRef(), Copy.VMap,
            [&](const Instruction &I) { return E.isHoisted(&I); });
  stripDebugInfo(*Inspector);
  return Inspector;
}
