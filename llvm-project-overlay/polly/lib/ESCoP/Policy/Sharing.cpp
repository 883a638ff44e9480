//===- Sharing.cpp - Who else sees what a nest executes ahead -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program with threads may rely on what the C++ memory model says
// ([intro.races]): a nest stores to no memory location to which it does not
// store in its original order. A chunk that works in place does, behind the
// iteration that leaves, and stores again when it is undone. So chunks work in
// place only where nobody can tell:
//
//  - the written memory is an object of this call whose address nobody else
//    has, or
//  - the process has one thread (glibc's __libc_single_threaded, asked each time
//    the driver is called; a C library without it does not say so).
//
// Otherwise they work in a copy. The shadow accesses the written arrays by base
// pointers that the driver passes, so one shadow serves both:
//
//   save elements in the buffer             copy elements to the buffer
//   shadow(memory)                          shadow(buffer)
//   if it is flagged: restore them          if it is done: store them
//
// (Checkpoint.cpp). If the nest reads elements that it does not write, the whole
// interval that a chunk accesses is copied, which reads what lies between; its
// values are not used.
//
// There is no such copy if the address of a written array is used for more than
// accesses, or to compare it, or hand it to the next iteration. Beside other
// threads such a nest is executed as it is.
//
// -fexception-safe-tiling-in-place promises that no other thread accesses what
// the nest, run to its normal end, would write: the contract of the paper.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<cl::boolOrDefault>
    InPlace("polly-escop-in-place", cl::Hidden,
            cl::desc("Speculate in place: always, never, or unless the process "
                     "has other threads (the default)"));

Sharing polly::escop::getSharingOption() {
  return InPlace == cl::BOU_TRUE    ? Sharing::InPlace
         : InPlace == cl::BOU_FALSE ? Sharing::Private
                                    : Sharing::Ask;
}

/// Does the shadow, by what is derived from @p Base, access memory, and do nothing
/// else with the address that would show where it is? It may compare two such
/// addresses, and hand one to the next chunk, or out of the nest: in @p Fields of
/// the frame.
static bool isOnlyAccessed(const ESCoP &E, Argument &Base,
                           SmallSetVector<unsigned, 4> &Fields) {
  const DataLayout &DL = E.F->getDataLayout();
  const Argument *Frame = Base.getParent()->getArg(getNumBoundsArgs(E) - 1);
  StructType *FrameTy = getFrameType(E);
  auto GetField = [&](Value *Place) -> std::optional<unsigned> {
    APInt Offset(DL.getIndexTypeSizeInBits(Place->getType()), 0);
    if (Place->stripAndAccumulateConstantOffsets(
            DL, Offset, /*AllowNonInbounds=*/true) != Frame)
      return std::nullopt;
    return DL.getStructLayout(FrameTy)->getElementContainingOffset(
        Offset.getZExtValue());
  };
  SmallSetVector<Value *, 16> Derived;
  Derived.insert(&Base);
  for (unsigned Idx = 0; Idx < Derived.size(); ++Idx)
    for (Use &U : Derived[Idx]->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      auto *Store = dyn_cast<StoreInst>(I);
      if (isa<GetElementPtrInst, PHINode, FreezeInst>(I)) {
        Derived.insert(I);
      } else if (Store && U.getOperandNo() == 0) {
        std::optional<unsigned> Field = GetField(Store->getPointerOperand());
        if (!Field)
          return false;
        Fields.insert(*Field);
      } else if (!isAddress(U) && !isa<ICmpInst>(I)) {
        return false;
      }
    }
  auto IsDerived = [&](Value *V) { return Derived.contains(V); };
  return all_of(Derived, [&](Value *V) {
    auto *PHI = dyn_cast<PHINode>(V);
    return (!PHI || all_of(PHI->incoming_values(), IsDerived)) &&
           all_of(V->users(), [&](User *U) {
             return !isa<ICmpInst>(U) || all_of(U->operands(), IsDerived);
           });
  });
}

/// Is @p A an object of this call, whose address is nowhere else when the nest
/// is executed?
static bool isLocal(const ESCoP &E, const Array &A, const DominatorTree &DT) {
  if (A.Global)
    return false;
  const unsigned NumLiveIns = E.LiveIns.size();
  const Value *Base = A.ArgNo < NumLiveIns
                          ? E.LiveIns[A.ArgNo]
                          : E.getStart(E.State[A.ArgNo - NumLiveIns]);
  const Value *Object = getUnderlyingObject(Base, /*MaxLookup=*/0);
  return (isa<AllocaInst>(Object) || isNoAliasCall(Object)) &&
         !PointerMayBeCapturedBefore(Object, /*ReturnCaptures=*/false,
                                     /*StoreCaptures=*/true, E.NormalExit, &DT,
                                     /*IncludeI=*/true);
}

/// May all elements be restored that are saved, though other threads execute?
static bool areCopiesExact(const Footprint &FP) {
  return none_of(FP.Copies,
                 [](const WriteCopy &C) { return C.Commit || C.Reads; });
}

/// Can the shadow of @p P work on a copy of the array @p Idx?
static bool canBePrivate(const ESCoP &E, Plan &P, unsigned Idx) {
  SmallSetVector<unsigned, 4> Fields;
  const auto *Shift = find(P.Shifted, Idx);
  if (!isOnlyAccessed(E, *P.Shadow->getArg(*P.FP->Arrays[Idx].BaseArg),
                      Fields) ||
      (Shift != P.Shifted.end() &&
       !isOnlyAccessed(E,
                       *P.Shadow->getArg(getNumBoundsArgs(E) +
                                         (Shift - P.Shifted.begin())),
                       Fields)))
    return false;
  for (unsigned Field : Fields)
    P.MovedFields.push_back({Field, Idx});
  return true;
}

std::optional<Reject>
polly::escop::decideSharing(const ESCoP &E, Plan &P,
                            FunctionAnalysisManager &FAM) {
  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(*E.F);
  P.Share = getSharingOption();
  if (P.Share == Sharing::InPlace && !areCopiesExact(*P.FP))
    P.Share = Sharing::Ask;
  if (P.Share == Sharing::Ask && all_of(P.FP->Arrays, [&](const Array &A) {
        return !A.Written || isLocal(E, A, DT);
      }))
    P.Share = Sharing::InPlace;
  if (P.Share == Sharing::InPlace)
    return std::nullopt;

  // Let globals be arguments.
  auto IsWrittenGlobal = [](const Array &A) { return A.Written && A.Global; };
  unsigned NextArg = P.Shadow->arg_size();
  if (unsigned Extra = count_if(P.FP->Arrays, IsWrittenGlobal))
    P.Shadow = addPointerParams(P.Shadow, Extra, FAM);
  P.CanBePrivate = true;
  P.MovedFields.clear();
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    if (!A.Written)
      continue;
    A.BaseArg = A.Global ? NextArg++ : A.ArgNo;
    if (A.Global) {
      Argument *Arg = P.Shadow->getArg(*A.BaseArg);
      convertUsersOfConstantsToInstructions({A.Global}, P.Shadow);
      A.Global->replaceUsesWithIf(Arg, [&](Use &U) {
        auto *I = dyn_cast<Instruction>(U.getUser());
        return I && I->getFunction() == P.Shadow;
      });
    }
    P.CanBePrivate &= canBePrivate(E, P, Idx);
  }
  if (!P.CanBePrivate && P.Share == Sharing::Private)
    return Reject(Reason::InPlace, E.NormalExit);
  return std::nullopt;
}
