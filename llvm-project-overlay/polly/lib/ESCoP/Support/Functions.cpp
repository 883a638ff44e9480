//===- Functions.cpp - Functions that are built ---------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes over functions that are built here, and what linker and link-time
// optimisation may know of them.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace polly::escop;

void polly::escop::runPasses(Function &F, FunctionPassManager &FPM,
                             FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses PA = FPM.run(F, FAM);
  FAM.invalidate(F, PA);
}

void polly::escop::eraseFunction(Function *F, FunctionAnalysisManager &FAM) {
  if (!F)
    return;
  FAM.clear(*F, F->getName());
  F->eraseFromParent();
}

void polly::escop::restrictRange(Argument &Arg, const ConstantRange &Range) {
  ConstantRange Known = Range;
  if (Attribute Old = Arg.getAttribute(Attribute::Range); Old.isValid())
    Known = Known.intersectWith(Old.getRange());
  if (!Known.isEmptySet() && !Known.isFullSet())
    Arg.addAttr(
        Attribute::get(Arg.getContext(), Attribute::Range, Known));
}

void polly::escop::addX86Features(Function &F, StringRef Features) {
  if (!Triple(F.getParent()->getTargetTriple()).isX86())
    return;
  const StringRef Old = F.getFnAttribute("target-features").getValueAsString();
  F.addFnAttr("target-features",
              (Old + (Old.empty() ? "" : ",") + Features).str());
}

void polly::escop::bindCallsEarly(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic() ||
        !Callee->hasDefaultVisibility())
      continue;
    Callee->addFnAttr(Attribute::NonLazyBind);
    Callee->setDSOLocal(false);
  }
  // What intrinsics become: memcpy, memset.
  if (!F.getParent()->getRtLibUseGOT())
    F.getParent()->setRtLibUseGOT();
}

/// Clang marks all modules so that are compiled for link-time optimisation.
static bool isOptimisedAtLinkTime(const Module &M) {
  return M.getModuleFlag("EnableSplitLTOUnit");
}

Value *polly::escop::hideObject(IRBuilderBase &Builder, Value *Pointer) {
  if (!Pointer->getType()->isPointerTy() ||
      !isOptimisedAtLinkTime(*Builder.GetInsertBlock()->getModule()))
    return Pointer;
  return hide(Builder, Pointer);
}

Value *polly::escop::hide(IRBuilderBase &Builder, Value *Pointer) {
  CallInst *Hidden = Builder.CreateCall(
      InlineAsm::get(
          FunctionType::get(Pointer->getType(), {Pointer->getType()}, false),
          "", "=r,0", /*hasSideEffects=*/false),
      {Pointer}, Pointer->getName());
  Hidden->setDoesNotAccessMemory();
  Hidden->setDoesNotThrow();
  return Hidden;
}

void polly::escop::hideObjects(Function *F) {
  if (!F || !isOptimisedAtLinkTime(*F->getParent()))
    return;
  IRBuilder<> Builder(&*F->getEntryBlock().getFirstInsertionPt());
  for (GlobalVariable &GV : F->getParent()->globals()) {
    // Of thread-local ones there is an intrinsic that asks for their names.
    if (GV.hasDefinitiveInitializer() || GV.isThreadLocal())
      continue;
    convertUsersOfConstantsToInstructions({&GV}, F);
    SmallVector<Use *, 8> Uses;
    for (Use &U : GV.uses())
      if (auto *I = dyn_cast<Instruction>(U.getUser());
          I && I->getFunction() == F)
        Uses.push_back(&U);
    if (Uses.empty())
      continue;
    Value *Hidden = hideObject(Builder, &GV);
    for (Use *U : Uses)
      U->set(Hidden);
  }
}
