//===- Policy.cpp - Which shadow is worth keeping -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shadow is kept in one of two forms: as Polly leaves it, or *plain*, for the
// vectorisers of the standard pipeline. Neither is right for all nests: Polly
// wins where there is reuse to tile for (2mm, 3mm, gemm: 25 to 37 times), the
// vectorisers win where there is little (depth 2). So:
//
//   depth >= 3: Polly if it generated code, else plain
//   depth 2:    plain, else Polly
//
// where plain is only a gain if a loop is vectorised, which is found out by
// vectorising a copy. If neither holds, the nest is left alone.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "polly/CodeGen/CodeGeneration.h"
#include "polly/CodePreparation.h"
#include "polly/DeLICM.h"
#include "polly/ForwardOpTree.h"
#include "polly/PruneUnprofitable.h"
#include "polly/ScheduleOptimizer.h"
#include "polly/ScopDetection.h"
#include "polly/ScopPass.h"
#include "polly/Simplify.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static void runPasses(Function &F, FunctionPassManager &FPM,
                      FunctionAnalysisManager &FAM) {
  FAM.invalidate(F, PreservedAnalyses::none());
  PreservedAnalyses PA = FPM.run(F, FAM);
  FAM.invalidate(F, PA);
}

/// Compute what leaves a loop from its trip count where that is possible, so that
/// Polly does not have to carry it out of the SCoP as a scalar.
static void computeExitValues(Function &Shadow, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Shadow);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Shadow);
  SmallVector<WeakTrackingVH, 16> Dead;
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop");
    rewriteLoopExitValues(L, &LI, &TLI, &SE, &TTI, Expander, &DT, AlwaysRepl,
                          Dead);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead, &TLI);
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}

void polly::escop::canonicaliseShadow(Function &Shadow,
                                      FunctionAnalysisManager &FAM) {
  // Erasing the guards leaves chains of blocks, and loads that were in
  // different blocks. Nothing stronger: GVN and LICM turn array cells into
  // scalars that carry dependences from iteration to iteration.
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(ADCEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  runPasses(Shadow, FPM, FAM);
  computeExitValues(Shadow, FAM);
}

/// Where Polly's own run-time check fails, the nest is executed, not the copy
/// of the shadow that Polly keeps: return SS_Declined. Only where nothing has
/// been written yet.
static void declineOnRuntimeCheck(Function &Shadow) {
  for (BasicBlock &BB : Shadow) {
    auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Br || !Br->getMetadata("polly.rtc"))
      continue;
    // Everything in front of the check: no loop, no write but to locals.
    SmallPtrSet<BasicBlock *, 8> Before = {&BB};
    SmallVector<BasicBlock *, 8> Worklist = {&BB};
    bool Untouched = true;
    while (!Worklist.empty()) {
      BasicBlock *Cur = Worklist.pop_back_val();
      for (Instruction &I : *Cur) {
        auto *Store = dyn_cast<StoreInst>(&I);
        Untouched &=
            !I.mayWriteToMemory() ||
            (Store &&
             isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())));
      }
      for (BasicBlock *Pred : predecessors(Cur))
        if (Before.insert(Pred).second)
          Worklist.push_back(Pred);
    }
    for (BasicBlock *Succ : successors(&BB))
      Untouched &= !Before.contains(Succ);
    if (!Untouched)
      continue;
    LLVMContext &Ctx = Shadow.getContext();
    auto *Decline = BasicBlock::Create(Ctx, "escop.declined", &Shadow);
    ReturnInst::Create(
        Ctx, ConstantInt::get(Shadow.getReturnType(), SS_Declined), Decline);
    Br->getSuccessor(1)->removePredecessor(&BB);
    Br->setSuccessor(1, Decline);
  }
  EliminateUnreachableBlocks(Shadow);
}

/// Polly packs operands of a matrix multiplication into local arrays of a few
/// megabytes. A thread's stack may be smaller than that, and a nest needs none,
/// so they become working memory that the driver allocates and may fail to.
static void moveLocalArraysToScratch(Plan &P) {
  constexpr uint64_t MaxOnStack = 1024;
  const DataLayout &DL = P.Shadow->getDataLayout();
  SmallVector<AllocaInst *, 4> Locals;
  for (Instruction &I : instructions(*P.Shadow))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      if (auto Size = Local->getAllocationSize(DL);
          Size && Size->getFixedValue() > MaxOnStack)
        Locals.push_back(Local);
  if (Locals.empty())
    return;
  P.Shadow = addPointerParams(P.Shadow, 1);
  Argument *Scratch = P.Shadow->getArg(P.Shadow->arg_size() - 1);
  Scratch->addAttr(Attribute::NoAlias);
  Scratch->addAttr(Attribute::NoCapture);
  Scratch->addAttr(
      Attribute::getWithAlignment(P.Shadow->getContext(), ScratchAlign));
  IRBuilder<> Builder(P.Shadow->getContext());
  for (AllocaInst *Local : Locals) {
    assert(Local->getAlign() <= ScratchAlign && "over-aligned local array");
    Builder.SetInsertPoint(Local);
    Local->replaceAllUsesWith(Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), Scratch, P.ScratchSize));
    P.ScratchSize +=
        alignTo(Local->getAllocationSize(DL)->getFixedValue(), ScratchAlign);
    Local->eraseFromParent();
  }
}

/// The identities of the guard markers in @p F.
static SmallPtrSet<const MDNode *, 8> getMarkers(const Function &F) {
  SmallPtrSet<const MDNode *, 8> Markers;
  for (const Instruction &I : instructions(F))
    if (isGuardMarker(I))
      Markers.insert(I.getMetadata("escop.guard"));
  return Markers;
}

static bool isVectorised(Function &F) {
  for (BasicBlock &BB : F)
    if (MDNode *ID = BB.getTerminator()->getMetadata(LLVMContext::MD_loop))
      for (const MDOperand &Op : drop_begin(ID->operands()))
        if (auto *Node = dyn_cast<MDNode>(Op))
          if (auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0)))
            if (Name->getString() == "llvm.loop.isvectorized")
              return true;
  return false;
}

/// Would the standard pipeline vectorise @p Shadow?
static bool wouldVectorise(Function &Shadow, FunctionAnalysisManager &FAM) {
  ValueToValueMapTy VMap;
  Function *Trial = CloneFunction(&Shadow, VMap);
  lowerGuardMarkers(*Trial);
  FunctionPassManager FPM;
  FPM.addPass(PassBuilder().buildFunctionSimplificationPipeline(
      OptimizationLevel::O3, ThinOrFullLTOPhase::None));
  FPM.addPass(LoopVectorizePass());
  runPasses(*Trial, FPM, FAM);
  bool Result = isVectorised(*Trial);
  FAM.clear(*Trial, Trial->getName());
  Trial->eraseFromParent();
  return Result;
}

std::optional<Reject>
polly::escop::optimiseShadow(const ESCoP &E, Plan &P,
                             FunctionAnalysisManager &FAM) {
  bool Vectorises = wouldVectorise(*P.Shadow, FAM);
  bool PreferPolly = E.Depth >= 3 || !Vectorises;
  P.O = Optimiser::Plain;
  if (PreferPolly) {
    ValueToValueMapTy VMap;
    Function *Plain = CloneFunction(P.Shadow, VMap);
    ScopPassManager SPM;
    SPM.addPass(SimplifyPass(0));
    SPM.addPass(ForwardOpTreePass());
    SPM.addPass(DeLICMPass());
    SPM.addPass(SimplifyPass(1));
    SPM.addPass(PruneUnprofitablePass());
    SPM.addPass(IslScheduleOptimizerPass());
    SPM.addPass(CodeGenerationPass());
    // Polly marks the branch on its run-time check in such a function.
    P.Shadow->addFnAttr("polly-escop-shadow");
    FunctionPassManager FPM;
    FPM.addPass(CodePreparationPass());
    FPM.addPass(createFunctionToScopPassAdaptor(std::move(SPM)));
    runPasses(*P.Shadow, FPM, FAM);
    bool Keep = P.Shadow->hasFnAttribute("polly-optimized");
    if (Keep) {
      declineOnRuntimeCheck(*P.Shadow);
      // A guard that got lost would let a throw go unnoticed.
      Keep = getMarkers(*P.Shadow) == getMarkers(*Plain);
    }
    FAM.clear(*P.Shadow, P.Shadow->getName());
    if (Keep) {
      P.O = Optimiser::Polly;
      if (P.HasRuntime)
        moveLocalArraysToScratch(P);
      Plain->eraseFromParent();
    } else {
      P.Shadow->eraseFromParent();
      P.Shadow = Plain;
    }
  }
  // A later Polly run (-mllvm -polly) is to leave it alone.
  P.Shadow->addFnAttr(PollySkipFnAttr);
  if (P.O == Optimiser::Plain && !Vectorises)
    return Reject(Reason::NotProfitable, E.NormalExit);

  if (P.S == Scheme::Speculate)
    lowerGuardMarkers(*P.Shadow);
  FunctionPassManager Cleanup;
  Cleanup.addPass(PassBuilder().buildFunctionSimplificationPipeline(
      OptimizationLevel::O3, ThinOrFullLTOPhase::None));
  runPasses(*P.Shadow, Cleanup, FAM);
  return std::nullopt;
}
