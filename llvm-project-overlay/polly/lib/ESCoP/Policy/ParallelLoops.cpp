//===- ParallelLoops.cpp - Loops that teams execute -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Polly makes functions of the outermost parallel loops, and calls that name
// them (polly/CodeGen/LoopGeneratorsCall.h). These calls become calls of
// runtime::executeLoop, which decides when it knows how long the loop takes
// whether a team executes it. Whether a guard fires in it is what the function
// returns, and a marker behind the call says so in the shadow.
//
// The order of what a thread executes is that of the nest, or of Polly's
// schedule, and iterations of a parallel loop access nothing in common that is
// written. So the results do not depend on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"
#include "polly/ESCoP/Copies.h"
#include "polly/ESCoP/Runtime.h"
#include "polly/ScopDetection.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static cl::opt<uint64_t>
    LeastTime("polly-escop-thread-time", cl::Hidden, cl::init(50000),
              cl::desc("Nanoseconds of a loop that are worth a thread"));

static constexpr StringLiteral ExecuteLoop = "escop.loop";

bool polly::escop::canThreadsExecute(const Function &F) {
  return formsTeams(*F.getParent()) &&
         none_of(instructions(F), [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
           const bool IsKnown =
               !Call || isGuardMarker(I) || isMathCallWithoutErrno(I) ||
               (Intrinsic &&
                Intrinsic->getIntrinsicID() != Intrinsic::threadlocal_address);
           return !IsKnown || any_of(I.operands(), [](const Value *Op) {
             auto *C = dyn_cast<Constant>(Op);
             return C && C->isThreadDependent();
           });
         });
}

/// The calls in @p F of functions of these names.
static SmallVector<CallInst *, 2> getCalls(Function &F,
                                           ArrayRef<StringRef> Names) {
  SmallVector<CallInst *, 2> Calls;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && is_contained(Names, Callee->getName()))
      Calls.push_back(Call);
  }
  return Calls;
}

/// The calls that execute a loop of @p Shadow.
static SmallVector<CallInst *, 2> getLoopCalls(Function &Shadow) {
  return getCalls(Shadow, {ParallelLoopMarker, ExecuteLoop});
}

bool polly::escop::mayFormTeam(Function &Shadow) {
  return !getCalls(Shadow, {ExecuteLoop, "escop.product.parallel"}).empty();
}

SmallVector<Function *, 2> polly::escop::getLoopBodies(Function &Shadow) {
  SmallSetVector<Function *, 2> Bodies;
  for (CallInst *Call : getLoopCalls(Shadow))
    Bodies.insert(cast<Function>(Call->getArgOperand(0)));
  return Bodies.takeVector();
}

void polly::escop::eraseShadow(Function *Shadow, FunctionAnalysisManager &FAM) {
  if (!Shadow)
    return;
  const auto Bodies = getLoopBodies(*Shadow);
  eraseFunction(Shadow, FAM);
  for (Function *Body : Bodies)
    eraseFunction(Body, FAM);
}

/// Forget which loops are parallel: the vectoriser would take to gathers and
/// scatters (columns of a matrix that are scaled: 0.31 ms, 0.68 ms).
static void dropParallelAccesses(Function &F) {
  for (Instruction &I : instructions(F))
    I.setMetadata(LLVMContext::MD_access_group, nullptr);
}

void polly::escop::adoptLoopBodies(Function &Shadow) {
  const auto Bodies = getLoopBodies(Shadow);
  if (Bodies.empty())
    return;
  dropParallelAccesses(Shadow);
  LLVMContext &Ctx = Shadow.getContext();
  AttrBuilder Attributes(Ctx, Shadow.getAttributes().getFnAttrs());
  for (StringRef OfPolly : {"polly-optimized", "polly-options"})
    Attributes.removeAttribute(OfPolly);
  Attributes.addAttribute(PollySkipFnAttr);
  for (Function *Body : Bodies) {
    Body->setAttributes(
        AttributeList::get(Ctx, AttributeList::FunctionIndex, Attributes));
    dropParallelAccesses(*Body);
    Body->addRetAttr(Attribute::ZExt);
    Body->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    if (Shadow.hasSection())
      Body->setSection(Shadow.getSection());
    // The members of a team read it.
    for (Attribute::AttrKind Kind :
         {Attribute::NoAlias, Attribute::NoCapture, Attribute::ReadOnly})
      Body->addParamAttr(0, Kind);
  }
}

/// Let the marker behind @p Call say what it returns.
static void markGuards(CallInst &Call) {
  IRBuilder<> Builder(Call.getNextNode());
  createGuardMarker(Builder, Builder.CreateIsNotNull(&Call), 0);
}

void polly::escop::finishLoopBodies(Function &Shadow, bool Speculates,
                                    FunctionPassManager &Cleanup,
                                    FunctionAnalysisManager &FAM) {
  Module &M = *Shadow.getParent();
  for (CallInst *Call : getLoopCalls(Shadow)) {
    auto &Body = *cast<Function>(Call->getArgOperand(0));
    const bool HasGuards = any_of(instructions(Body), [](const Instruction &I) {
      return isGuardMarker(I);
    });
    if (HasGuards) {
      assert(Speculates && "an inspected nest's loop has guards");
      lowerGuardMarkers(Body, FAM);
    }
    runPasses(Body, Cleanup, FAM);
    IRBuilder<> Builder(Call);
    static_assert(sizeof(runtime::LoopTime) == 2 * sizeof(uint64_t));
    auto *TimeTy = ArrayType::get(Builder.getInt64Ty(), 2);
    auto *Time = new GlobalVariable(
        M, TimeTy, /*isConstant=*/false, GlobalValue::InternalLinkage,
        ConstantAggregateZero::get(TimeTy), "escop.loop_time");
    SmallVector<Value *, 8> Args(Call->args());
    Args.append({Time, Builder.getInt64(LeastTime), getProcFS(M)});
    CallInst *New = callRuntime(Builder, ExecuteLoop, Args);
    Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
    if (HasGuards)
      markGuards(*New);
  }
}
