//===- Instructions.cpp - What instructions do ----------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an instruction does that matters to a copy of a nest.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::isWithoutEffect(const Instruction &I) {
  return isa<DbgInfoIntrinsic>(I) || isa<AssumeInst>(I) ||
         isa<NoAliasScopeDeclInst>(I) || isa<PseudoProbeInst>(I);
}

bool polly::escop::mayWriteData(const Instruction &I) {
  return I.mayWriteToMemory() && !I.isLifetimeStartOrEnd() &&
         !isWithoutEffect(I);
}

bool polly::escop::isColdCall(const CallBase &Call) {
  return Call.doesNotReturn() || Call.hasFnAttr(Attribute::Cold);
}

bool polly::escop::isFusedMultiplyAdd(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && is_contained({Intrinsic::fmuladd, Intrinsic::fma},
                              Call->getIntrinsicID());
}

bool polly::escop::isWithoutVectors(const Instruction &I) {
  const Type &Ty = *I.getType();
  return Ty.isX86_FP80Ty() || Ty.isFP128Ty() || Ty.isPPC_FP128Ty() ||
         (I.isIntDivRem() && !isa<Constant>(I.getOperand(1)));
}

bool polly::escop::isOfFrame(const Instruction &I) {
  auto *Intr = dyn_cast<IntrinsicInst>(&I);
  return Intr &&
         is_contained({Intrinsic::returnaddress, Intrinsic::frameaddress,
                       Intrinsic::addressofreturnaddress, Intrinsic::sponentry},
                      Intr->getIntrinsicID());
}

bool polly::escop::isObserved(const Function &F) {
  return F.hasFnAttribute(Attribute::SanitizeAddress) ||
         F.hasFnAttribute(Attribute::SanitizeHWAddress) ||
         F.hasFnAttribute(Attribute::SanitizeMemory) ||
         F.hasFnAttribute(Attribute::SanitizeThread) ||
         F.hasFnAttribute(Attribute::SanitizeMemTag) ||
         F.hasFnAttribute(Attribute::SafeStack);
}

bool polly::escop::isMathCallWithoutErrno(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->hasFnAttr(MathCallWithoutErrnoAttr);
}

bool polly::escop::hasErrnoLocation(const Module &M) {
  Triple T(M.getTargetTriple());
  return T.isOSLinux() && !T.isAndroid();
}
