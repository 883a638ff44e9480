//===- MathCalls.cpp - Math functions without errno -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A math function that may set errno becomes one that does not and, on a cold
// path, the call, if the result is one that goes with an error (the idea of
// PartiallyInlineLibCalls.cpp). That is for the nest's copies: a compiler that
// takes it for free of effects may move it. So the nest gets its call back, and
// the driver preserves errno.
//
// The simplification pipeline is told before what such a function writes, so
// that it does not load each size and pointer again behind a square root:
// errno is an int, and no member of an object (C++ [basic.lval]). Clang 20 says
// the former.
//
//===----------------------------------------------------------------------===//

#include "MathCalls.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace polly::escop;

/// The classes of results with which @p Fn may set errno, if that is only with
/// infinities, what is not a number, subnormals, and zero where it may be the
/// result of an underflow (C23 7.12.1); otherwise fcNone.
static FPClassTest getErrorResults(LibFunc Fn) {
#define MATH(NAME)                                                             \
  case LibFunc_##NAME:                                                         \
  case LibFunc_##NAME##f:                                                      \
  case LibFunc_##NAME##l:
  switch (Fn) {
    MATH(exp)
    MATH(exp2)
    MATH(exp10)
    MATH(pow)
    return fcAllFlags & ~fcNormal;
    MATH(sqrt)
    MATH(sin)
    MATH(cos)
    MATH(log)
    MATH(log2)
    MATH(log10)
    return fcAllFlags & ~(fcNormal | fcZero);
  default:
    return fcNone;
  }
#undef MATH
}

/// Call what @p Call calls, for the result only.
///
/// sqrt is an instruction. No other function is to be known by its name: with
/// an exponent that unrolling the copy makes constant, pow would become sqrt,
/// with constant arguments the build machine's pow; both may round otherwise.
static CallInst *callWithoutErrno(CallInst &Call, LibFunc Fn) {
  IRBuilder<> Builder(&Call);
  CallInst *Pure;
  if (is_contained({LibFunc_sqrt, LibFunc_sqrtf, LibFunc_sqrtl}, Fn)) {
    Pure = Builder.CreateUnaryIntrinsic(Intrinsic::sqrt, Call.getArgOperand(0));
  } else {
    SmallVector<Value *, 2> Args(Call.args());
    Pure = Builder.CreateCall(Call.getFunctionType(), Call.getCalledOperand(),
                              Args);
    Pure->setCallingConv(Call.getCallingConv());
    for (Attribute::AttrKind Kind :
         {Attribute::NoBuiltin, Attribute::NoUnwind, Attribute::WillReturn,
          Attribute::NoSync, Attribute::NoFree})
      Pure->addFnAttr(Kind);
    Pure->setDoesNotAccessMemory();
    Pure->addFnAttr(
        Attribute::get(Call.getContext(), MathCallWithoutErrnoAttr));
  }
  Pure->copyFastMathFlags(&Call);
  return Pure;
}

/// The function that @p Call calls, if that may set errno, and getErrorResults
/// says when.
static std::optional<LibFunc> getMathFunction(const CallBase &Call,
                                              const TargetLibraryInfo &TLI) {
  LibFunc Fn;
  if (!TLI.getLibFunc(Call, Fn) || !TLI.has(Fn) || Call.doesNotAccessMemory() ||
      getErrorResults(Fn) == fcNone)
    return std::nullopt;
  return Fn;
}

bool polly::escop::setsErrnoOnly(const CallBase &Call,
                                 const TargetLibraryInfo &TLI) {
  // A vector function (-fveclib) would round in another way, and only in the
  // shadow. The driver can preserve errno where it finds it.
  return isa<CallInst>(Call) && getMathFunction(Call, TLI) &&
         !Call.isStrictFP() && !Call.hasOperandBundles() &&
         !TLI.isFunctionVectorizable(Call.getCalledFunction()->getName()) &&
         hasErrnoLocation(*Call.getModule());
}

/// The tag of the first access in @p M that has one, or null.
static MDNode *findAccessTag(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa))
        return Tag;
  return nullptr;
}

/// The tag of an access to errno; null if the module's accesses have no types.
static MDNode *getErrnoTag(const Module &M) {
  const MDNode *Tag = findAccessTag(M);
  auto *Type = Tag ? dyn_cast<MDNode>(Tag->getOperand(1)) : nullptr;
  // A scalar type is a name, its parent and an offset; the root has a name
  // only.
  while (Type && Type->getNumOperands() == 3 &&
         isa<MDString>(Type->getOperand(0)))
    Type = dyn_cast<MDNode>(Type->getOperand(1));
  if (!Type || Type->getNumOperands() != 1)
    return nullptr;
  MDBuilder MDs(M.getContext());
  MDNode *Int = MDs.createTBAAScalarTypeNode(
      "int", MDs.createTBAAScalarTypeNode("omnipotent char", Type));
  return MDs.createTBAAStructTagNode(
      MDs.createTBAAStructTypeNode("errno", {{Int, 0}}), Int, 0);
}

PreservedAnalyses MathTagPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<CallInst *, 8> Calls;
  for (Function &F : M) {
    if (F.isDeclaration() || !F.hasFnAttribute("exception-safe-tiling"))
      continue;
    auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (Call && getMathFunction(*Call, TLI))
        Calls.push_back(Call);
    }
  }
  MDNode *Tag = Calls.empty() ? nullptr : getErrnoTag(M);
  if (Tag)
    for (CallInst *Call : Calls)
      Call->setMetadata(LLVMContext::MD_tbaa, Tag);
  return PreservedAnalyses::all();
}

MathCalls polly::escop::useMathWithoutErrno(Function &F,
                                            FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<std::pair<CallInst *, LibFunc>, 8> Calls;
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallInst>(&I);
            Call && setsErrnoOnly(*Call, TLI))
          Calls.push_back({Call, *getMathFunction(*Call, TLI)});
  MathCalls Result;
  for (auto [Call, Fn] : Calls) {
    CallInst *Pure = callWithoutErrno(*Call, Fn);
    IRBuilder<> Builder(Call);
    Value *Error = Builder.createIsFPClass(Pure, getErrorResults(Fn));
    MDNode *Unlikely = MDBuilder(F.getContext()).createUnlikelyBranchWeights();
    BasicBlock *Before = Call->getParent();
    Instruction *Then = SplitBlockAndInsertIfThen(Error, Call, false, Unlikely);
    BasicBlock *After = Call->getParent();
    Call->moveBefore(Then);
    IRBuilder<> AtAfter(After, After->begin());
    PHINode *Value = AtAfter.CreatePHI(Call->getType(), 2);
    Call->replaceAllUsesWith(Value);
    Value->addIncoming(Pure, Before);
    Value->addIncoming(Call, Then->getParent());
    Result.push_back({Call, Pure});
  }
  if (!Result.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
  return Result;
}

void polly::escop::restoreMathCalls(const MathCalls &Calls) {
  for (auto [Call, Pure] : Calls) {
    Call->moveBefore(Pure);
    Pure->replaceAllUsesWith(Call);
    Pure->eraseFromParent();
  }
}
