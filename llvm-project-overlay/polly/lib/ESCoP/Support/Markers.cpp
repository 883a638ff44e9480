//===- Markers.cpp - Guards and reads without a branch --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that stand for guards and hoisted loads in copies of a nest.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly::escop;

static constexpr StringLiteral ReadMarkerName = "escop.read";

static Function *getMarker(Module &M, StringRef Name, ArrayRef<Type *> Params) {
  auto *Marker = cast<Function>(
      M.getOrInsertFunction(
           Name, FunctionType::get(Type::getVoidTy(M.getContext()), Params,
                                   /*isVarArg=*/false))
          .getCallee());
  // Inaccessible memory keeps the call alive without ordering it against the
  // nest's accesses.
  Marker->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Mod));
  Marker->setDoesNotThrow();
  Marker->setWillReturn();
  return Marker;
}

void polly::escop::createGuardMarker(IRBuilderBase &Builder, Value *Fires,
                                     unsigned Guard) {
  Function *Callee = getMarker(*Builder.GetInsertBlock()->getModule(),
                               GuardMarkerName, {Builder.getInt1Ty()});
  CallInst *Marker = Builder.CreateCall(Callee, {Fires});
  // By which its copies are recognised: see Policy.cpp.
  Marker->setMetadata(
      "escop.guard",
      MDNode::get(Builder.getContext(),
                  ConstantAsMetadata::get(Builder.getInt32(Guard))));
}

Function *polly::escop::getReadMarker(Module &M) {
  return getMarker(M, ReadMarkerName,
                   {PointerType::getUnqual(M.getContext()),
                    Type::getInt64Ty(M.getContext())});
}

void polly::escop::eraseReadMarkers(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(BB))
      if (isReadMarker(I))
        I.eraseFromParent();
}

static bool isCallOf(const Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == Name;
}

bool polly::escop::isGuardMarker(const Instruction &I) {
  return isCallOf(I, GuardMarkerName);
}

bool polly::escop::isReadMarker(const Instruction &I) {
  return isCallOf(I, ReadMarkerName);
}

unsigned polly::escop::getGuardIndex(const Instruction &Marker) {
  auto *Node = cast<ConstantAsMetadata>(
      Marker.getMetadata("escop.guard")->getOperand(0));
  return cast<ConstantInt>(Node->getValue())->getZExtValue();
}
