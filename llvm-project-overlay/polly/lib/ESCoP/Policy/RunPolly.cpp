//===- RunPolly.cpp - Let Polly optimise a shadow -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of Polly that optimise a shadow, what bounds them, and what makes
// of the code that they leave a shadow again: that declines where Polly's
// run-time check fails, has all its markers, and has no large local arrays.
//
//===----------------------------------------------------------------------===//

#include "RunPolly.h"
#include "BoundScop.h"
#include "BoxSchedule.h"
#include "ConstantPitch.h"
#include "ExitTest.h"
#include "ParallelLoops.h"
#include "Reload.h"
#include "StickyFlags.h"
#include "TileSchedule.h"
#include "Validate.h"
#include "polly/CodeGen/CodeGeneration.h"
#include "polly/CodePreparation.h"
#include "polly/DependenceInfo.h"
#include "polly/ESCoP/Products.h"
#include "polly/FunctionOptions.h"
#include "polly/PruneUnprofitable.h"
#include "polly/ScheduleOptimizer.h"
#include "polly/ScopPass.h"
#include "polly/Simplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Operations of isl's scheduler. All kernels of bench/kernels have the same
/// schedules with these as with Polly's 300000. A nest with strides of 71 kB
/// took it minutes to get that far: numbers grow.
constexpr unsigned MaxScheduleOperations = 20000;

/// Operations of isl for what is known of values. A stencil of three dimensions
/// with checked indices took it 5 s to get as far as Polly's 1000000.
constexpr unsigned MaxValuesOperations = 200000;

/// Operations of isl after which no further scalar is mapped to an array. All
/// kernels of bench/kernels and bench/libraries take fewer; a factorization
/// L D L^T over a view took 3000000, which are 2 s, for nothing.
constexpr unsigned MaxMappingOperations = 700000;

static cl::opt<unsigned long> MaxASTOperations(
    "polly-escop-max-ast-operations", cl::Hidden, cl::init(500000),
    cl::desc("Operations of isl that the loops of a shadow may take; one that "
             "takes more is left to the vectorisers"));

/// As many times the operations may take loops for products. Other statements
/// are between them, and both triangles of a factorization have some: LU by
/// rows of U and columns of L takes a million.
constexpr unsigned long MoreForProducts = 4;

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

/// If the elements of @p Local are only read to be multiplied by one value that
/// the shadow is called with (alpha * A[i][k] * B[k][j]), store the products:
/// an element is packed once and read in many iterations, and a register tile
/// has as many multiplications by the value as vectors (gemm LARGE: 0.10 s,
/// 0.06 s).
static void packProducts(AllocaInst &Local) {
  SmallVector<StoreInst *, 4> Stores;
  SmallVector<BinaryOperator *, 16> Products;
  SmallVector<Value *, 16> Worklist = {&Local};
  while (!Worklist.empty()) {
    Value *Address = Worklist.pop_back_val();
    for (User *U : Address->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      auto *Load = dyn_cast<LoadInst>(U);
      if (isa<GetElementPtrInst>(U)) {
        Worklist.push_back(U);
      } else if (Store && Store->getValueOperand() != Address) {
        Stores.push_back(Store);
      } else if (Load && Load->hasOneUse() &&
                 Load->user_back()->getOpcode() == Instruction::FMul) {
        Products.push_back(cast<BinaryOperator>(Load->user_back()));
      } else {
        return;
      }
    }
  }
  if (Products.empty())
    return;
  BinaryOperator *First = Products.front();
  const unsigned FactorIdx = isa<LoadInst>(First->getOperand(0));
  Value *Factor = First->getOperand(FactorIdx);
  auto IsLikeFirst = [&](const BinaryOperator *Product) {
    return Product->getType() == First->getType() &&
           Product->hasSameSubclassOptionalData(First) &&
           Product->getOperand(FactorIdx) == Factor;
  };
  if (!isa<Argument>(Factor) || !all_of(Products, IsLikeFirst) ||
      any_of(Stores, [&](const StoreInst *Store) {
        return Store->getValueOperand()->getType() != First->getType();
      }))
    return;
  for (StoreInst *Store : Stores) {
    Instruction *Product = First->clone();
    Product->setOperand(1 - FactorIdx, Store->getValueOperand());
    Product->insertBefore(Store);
    Store->setOperand(0, Product);
  }
  for (BinaryOperator *Product : Products) {
    Product->replaceAllUsesWith(Product->getOperand(1 - FactorIdx));
    Product->eraseFromParent();
  }
}

/// Polly packs operands of a matrix multiplication into local arrays of a few
/// megabytes. A thread's stack may be smaller than that, and a nest needs none,
/// so they become working memory that the driver allocates and may fail to.
void polly::escop::moveLocalArraysToScratch(Plan &P,
                                            FunctionAnalysisManager &FAM) {
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
  // A product's, which may begin with a runtime::PackedOperand, is the first.
  stable_sort(Locals, [&](const AllocaInst *A, const AllocaInst *B) {
    return A->getAllocationSize(DL)->getFixedValue() >
           B->getAllocationSize(DL)->getFixedValue();
  });
  for (AllocaInst *Local : Locals)
    packProducts(*Local);
  P.Shadow = addPointerParams(P.Shadow, 1, FAM);
  Argument *Scratch = P.Shadow->getArg(P.Shadow->arg_size() - 1);
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

/// Polly divides exactly where it has compared the remainder with zero before.
/// Once SimplifyCFG has brought both into one block, the instruction selector
/// of LLVM 19 computes the remainder from the exact quotient, hence zero always
/// (llvm/llvm-project issue 145360).
static void dropExactDivisions(Function &F) {
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::SDiv ||
        I.getOpcode() == Instruction::UDiv)
      I.setIsExact(false);
}

/// The identities of the guard markers in @p Shadow, and in its parallel loops.
static SmallPtrSet<const MDNode *, 8> getMarkers(Function &Shadow) {
  SmallPtrSet<const MDNode *, 8> Markers;
  SmallVector<Function *, 3> Parts(getLoopBodies(Shadow));
  Parts.push_back(&Shadow);
  for (const Function *Part : Parts)
    for (const Instruction &I : instructions(*Part))
      if (isGuardMarker(I))
        Markers.insert(I.getMetadata("escop.guard"));
  return Markers;
}

/// What shadows ask of Polly.
static FunctionOptions getPollyOptions(bool UsePatterns, bool InTeams) {
  FunctionOptions Options;
  Options.MarkerFunction = GuardMarkerName;
  if (InTeams)
    Options.ParallelLoopFunction = ParallelLoopMarker;
  // Rows of one array, which run-time checks take for one interval.
  Options.AnnotateInnermostLoops = true;
  // For declineOnRuntimeCheck.
  Options.MarkRuntimeCheck = true;
  Options.UseAssumptions = true;
  Options.MatchPatterns = UsePatterns;
  // Sizes are parameters, and so most of isl's work would be for partial tiles.
  Options.OptimizePartialTiles = false;
  // Each chunk packs.
  Options.PackByRows = true;
  Options.SinkStrips = true;
  Options.ScheduleComputeOut = MaxScheduleOperations;
  Options.ValuesComputeOut = MaxValuesOperations;
  Options.MappingComputeOut = MaxMappingOperations;
  return Options;
}

namespace {
/// Behind the schedule optimiser, in front of what asks for the AST.
struct BoundASTPass : PassInfoMixin<BoundASTPass> {
  unsigned long Times;
  explicit BoundASTPass(unsigned long Times) : Times(Times) {}
  PreservedAnalyses run(Scop &S, ScopAnalysisManager &,
                        ScopStandardAnalysisResults &, SPMUpdater &) {
    // The arrays that Polly has created have no base pointer.
    bool Packs = any_of(S.arrays(),
                        [](ScopArrayInfo *SAI) { return !SAI->getBasePtr(); });
    FunctionOptions Options = getFunctionOptions(S.getFunction());
    Options.ASTComputeOut = Times * MaxASTOperations;
    // No dependences say that iterations pack what others read.
    if (Packs)
      Options.ParallelLoopFunction = "";
    setFunctionOptions(S.getFunction(), Options);
    return PreservedAnalyses::all();
  }
};

/// Gives a SCoP a schedule, if it has dependences, and notes what is found out.
class SchedulePass : public PassInfoMixin<SchedulePass> {
  const Scheduler By;
  Plan &P;
  Validation &V;
  ScopFacts &Facts;

public:
  SchedulePass(Scheduler By, Plan &P, Validation &V, ScopFacts &Facts)
      : By(By), P(P), V(V), Facts(Facts) {}
  PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                        ScopStandardAnalysisResults &AR, SPMUpdater &U) {
    if (!S.hasFeasibleRuntimeContext())
      return PreservedAnalyses::all();
    Facts.HasScop = true;
    if (By == Scheduler::Original) {
      V.record(S);
      return PreservedAnalyses::all();
    }
    const auto &D = SAM.getResult<DependenceAnalysis>(S, AR).getDependences(
        Dependences::AL_Statement);
    if (!D.hasValidDependences()) {
      Facts.LacksDependences = true;
      return PreservedAnalyses::all();
    }
    V.record(S);
    return By == Scheduler::ForProducts
               ? TileSchedulePass(V.Boxes, P.InTiles, P.TileRelations)
                     .run(S, SAM, AR, U)
               : IslScheduleOptimizerPass().run(S, SAM, AR, U);
  }
};
} // namespace

/// Execute the products in @p Shadow, which Polly has scheduled for that.
static bool tileScheduledProducts(Function &Shadow, Scheme S, bool InTiles,
                                  FunctionAnalysisManager &FAM) {
  Shadow.addFnAttr(Attribute::WillReturn);
  FunctionPassManager Loops;
  Loops.addPass(SimplifyCFGPass());
  Loops.addPass(EarlyCSEPass());
  Loops.addPass(SimplifyCFGPass());
  Loops.addPass(LoopSimplifyPass());
  Loops.addPass(LCSSAPass());
  runPasses(Shadow, Loops, FAM);
  bool KeepsOperand;
  return tileProducts(Shadow, S == Scheme::Speculate, InTiles, KeepsOperand,
                      FAM);
}

/// Let @p Shadow have the body of @p Code.
static void takeBody(Function &Shadow, const Function &Code,
                     FunctionAnalysisManager &FAM) {
  FAM.clear(Shadow, Shadow.getName());
  Shadow.dropAllReferences();
  ValueToValueMapTy VMap;
  for (auto [Old, New] : zip(Code.args(), Shadow.args()))
    VMap[&Old] = &New;
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(&Shadow, &Code, VMap,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
}

/// Let Polly schedule @p P's shadow by @p SPM and generate code for it; false
/// if there is none, or if it is wrong, by @p V too.
static bool generateCode(Plan &P, Scheduler By, ScopPassManager SPM,
                         const Validation &V, unsigned NumGuards,
                         FunctionAnalysisManager &FAM) {
  Function &Shadow = *P.Shadow;
  const auto Markers = getMarkers(Shadow);
  FunctionPassManager FPM;
  FPM.addPass(CodePreparationPass());
  if (By == Scheduler::ForProducts)
    FPM.addPass(AddBoxParamsPass());
  FPM.addPass(createFunctionToScopPassAdaptor(std::move(SPM)));
  runPasses(Shadow, FPM, FAM);
  FAM.clear(Shadow, Shadow.getName());
  dropAssumptions(Shadow);
  if (!Shadow.hasFnAttribute("polly-optimized") || V.IsWrong)
    return false;
  if (By == Scheduler::ForProducts && !executeBoxes(Shadow))
    return false;
  declineOnRuntimeCheck(Shadow);
  // A guard that got lost would let a throw go unnoticed.
  if (getMarkers(Shadow) != Markers)
    return false;
  dropExactDivisions(Shadow);
  FunctionPassManager Promote;
  Promote.addPass(PromotePass());
  runPasses(Shadow, Promote, FAM);
  adoptLoopBodies(Shadow);
  for (Function *Body : getLoopBodies(Shadow))
    dropExactDivisions(*Body);
  if (By == Scheduler::ForProducts &&
      !tileScheduledProducts(Shadow, P.S, P.InTiles, FAM))
    return false;
  restoreStickyFlags(Shadow, NumGuards);
  return true;
}

bool polly::escop::runPolly(const ESCoP &E, Plan &P, Scheduler By,
                            ScopFacts &Facts, PollyResults &Results,
                            FunctionAnalysisManager &FAM) {
  Function &Shadow = *P.Shadow;
  if (hasDearDomain(Shadow, FAM))
    return false;
  // Products in parallel loops are not looked for.
  const bool InTeams = By != Scheduler::ForProducts && P.HasRuntime &&
                       !isObserved(Shadow) && canThreadsExecute(Shadow);
  // Its loops are functions of their own.
  if (!InTeams)
    markStickyFlags(Shadow, E.Guards.size(), By == Scheduler::ForProducts, FAM);
  ScopPassManager SPM;
  SPM.addPass(SimplifyPass(0));
  SPM.addPass(BoundedForwardOpTreePass());
  if (By == Scheduler::ForProducts)
    SPM.addPass(ReloadPass());
  SPM.addPass(BoundedDeLICMPass());
  SPM.addPass(SimplifyPass(1));
  SPM.addPass(PruneUnprofitablePass());
  SPM.addPass(BoundParametersPass());
  Validation V;
  Facts = ScopFacts();
  SPM.addPass(SchedulePass(By, P, V, Facts));
  SPM.addPass(BoundASTPass(By == Scheduler::ForProducts ? MoreForProducts : 1));
  SPM.addPass(ValidateOrderPass(V));
  SPM.addPass(CodeGenerationPass());
  FunctionOptions Options =
      getPollyOptions(By == Scheduler::IslWithPatterns, InTeams);
  // Who does not ask for anything is not to wait for it.
  if (E.Guards.empty() && By != Scheduler::ForProducts) {
    Options.ValuesComputeOut = MaxValuesOperations / 10;
    Options.MappingComputeOut = MaxMappingOperations / 10;
  }
  setFunctionOptions(Shadow, Options);
  // With other schedules, Polly's run-time check may fail for it.
  if (By == Scheduler::ForProducts) {
    // Before analyses collect assumptions.
    assumeExitTest(E, P.Chunked, Shadow);
    separateSubscripts(Shadow, FAM);
    repeatInInnerLoops(Shadow, FAM);
    separateSums(Shadow, FAM);
  }
  // By which no two shadows were equal. All else is the shadow's.
  eraseLoopNumbers(Shadow);
  const unsigned Request = unsigned(By) | unsigned(P.S) << 2 | InTeams << 5 |
                           unsigned(E.Guards.size()) << 6;
  bool HasCode;
  if (const auto *Known = Results.find(Shadow, Request)) {
    Facts = Known->Facts;
    P.InTiles = Known->InTiles;
    P.TileRelations = Known->TileRelations;
    HasCode = Known->Code;
    if (HasCode)
      takeBody(Shadow, *Known->Code, FAM);
  } else {
    ValueToValueMapTy VMap;
    Function *Before = CloneFunction(&Shadow, VMap);
    HasCode = generateCode(P, By, std::move(SPM), V, E.Guards.size(), FAM);
    // Each has its own parallel loops.
    if (getLoopBodies(Shadow).empty())
      Results.add({Request, Before, HasCode ? &Shadow : nullptr, Facts,
                   P.InTiles, P.TileRelations});
    else
      eraseFunction(Before, FAM);
  }
  if (HasCode && P.HasRuntime)
    moveLocalArraysToScratch(P, FAM);
  return HasCode;
}
