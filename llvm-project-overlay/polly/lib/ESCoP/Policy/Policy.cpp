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
//   depth >= 3: plain if it is a gain, the innermost loops access memory
//               contiguously, and an array is written that is read elsewhere,
//               too, or nothing is accessed twice; else Polly if it generated
//               code, else plain
//   depth 2:    plain if it has vectors, the innermost loops access memory
//               contiguously and add to no sum in its order; else Polly, else
//               plain
//   depth 1:    plain
//
// Where threads may execute loops (ParallelLoops.cpp), Polly generates those of
// a plain shadow in their original order, if one of them is parallel.
//
// In the exceptional case of depth 3 (stencils, floyd-warshall) the outermost
// loop carries dependences in such a way that Polly, which does not skew, can
// only tile the inner ones, where there is no reuse: on throw-free LARGE sizes
// -O3 was 5 times faster for floyd-warshall, 1.7 for heat-3d, 1.3 for
// jacobi-2d. A product reads what it writes at the same place only.
//
// A nest that writes another place in each of its iterations is not speculated:
// what the checkpoint copies and the probe touches is as much as what the nest
// does (B[i][j] = s * A[i][j] with a check of the result: 0.016 s instead of
// 0.004 s; a stencil of one sweep: 0.017 s instead of 0.011 s).
//
// Plain is only a gain if a loop is vectorised, or has fewer instructions or
// loads, which is found out by optimising a copy (PlainGain.cpp). If none of
// them holds, the nest is left alone.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "BoundScop.h"
#include "ConstantPitch.h"
#include "ExitTest.h"
#include "Expansion.h"
#include "ParallelLoops.h"
#include "PlainGain.h"
#include "Reload.h"
#include "ShadowLoops.h"
#include "StickyFlags.h"
#include "TileSchedule.h"
#include "Validate.h"
#include "polly/CodeGen/CodeGeneration.h"
#include "polly/CodePreparation.h"
#include "polly/ESCoP/Products.h"
#include "polly/FunctionOptions.h"
#include "polly/PruneUnprofitable.h"
#include "polly/ScheduleOptimizer.h"
#include "polly/ScopDetection.h"
#include "polly/ScopPass.h"
#include "polly/Simplify.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static cl::opt<int> Prefer(
    "polly-escop-prefer", cl::Hidden, cl::init(-1),
    cl::desc(
        "For measuring: shadows as Polly leaves them (1), plain ones (0)"));

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
static void moveLocalArraysToScratch(Plan &P, FunctionAnalysisManager &FAM) {
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

/// Does it take as many iterations to come to what a chunk writes as the chunk
/// has?
static bool takesAsLongToCopy(const ESCoP &E, const Plan &P) {
  return P.FP && any_of(P.FP->Copies,
                        [&](const WriteCopy &C) { return C.Depth >= E.Depth; });
}

/// Load and store what is in several rows, or steps over elements, by scalars.
/// To gather and scatter it takes longer than the sums of a strip of rows take.
static void avoidGathers(Function &Shadow) {
  SmallVector<Function *, 3> Parts(getLoopBodies(Shadow));
  Parts.push_back(&Shadow);
  for (Function *Part : Parts)
    addX86Features(*Part, "+prefer-no-gather,+prefer-no-scatter");
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

/// How Polly is to schedule a shadow.
enum class Scheduler {
  /// As it is, for parallel loops.
  Original,
  Isl,
  /// And give products register tiles.
  IslWithPatterns,
  /// By tiles of what is stored to, or with loops of their own for products, so
  /// that register tiles of our own execute these; or not at all.
  ForProducts
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

/// Let Polly optimise @p P's shadow; false if it generates no code, or wrong
/// code. @p HasScop is whether there is a SCoP.
static bool runPolly(const ESCoP &E, Plan &P, Scheduler By, bool &HasScop,
                     FunctionAnalysisManager &FAM) {
  Function &Shadow = *P.Shadow;
  // Products in parallel loops are not looked for.
  const bool InTeams = By != Scheduler::ForProducts && P.HasRuntime &&
                       !isObserved(Shadow) && canThreadsExecute(Shadow);
  // Its loops are functions of their own.
  if (!InTeams)
    markStickyFlags(Shadow, E.Guards.size(), By == Scheduler::ForProducts, FAM);
  auto Markers = getMarkers(Shadow);
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
  SPM.addPass(RecordOrderPass(V));
  if (By == Scheduler::ForProducts)
    SPM.addPass(TileSchedulePass(P.InTiles, P.InParts));
  else if (By != Scheduler::Original)
    SPM.addPass(IslScheduleOptimizerPass());
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
  FunctionPassManager FPM;
  FPM.addPass(CodePreparationPass());
  FPM.addPass(createFunctionToScopPassAdaptor(std::move(SPM)));
  runPasses(Shadow, FPM, FAM);
  HasScop = V.HasScop;
  FAM.clear(Shadow, Shadow.getName());
  dropAssumptions(Shadow);
  if (!Shadow.hasFnAttribute("polly-optimized") || V.IsWrong)
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
  restoreStickyFlags(Shadow, E.Guards.size());
  if (P.HasRuntime)
    moveLocalArraysToScratch(P, FAM);
  return true;
}

/// Count in steps of n what Polly multiplies by n in each iteration of
/// innermost loops. With AVX-512, the vectoriser would multiply vectors, to
/// extract the index of each lane (transposition of 200 x 200, double: -O3 18.5
/// us, 20.8, with steps 12.3).
static void reduceIndices(Function &Shadow, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop.index");
  for (Instruction &I : make_early_inc_range(instructions(Shadow))) {
    const Loop *L = LI.getLoopFor(I.getParent());
    if (!L || !L->isInnermost() || I.getOpcode() != Instruction::Mul)
      continue;
    BasicBlock *Preheader = L->getLoopPreheader(), *Latch = L->getLoopLatch();
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&I));
    if (!Preheader || !Latch || !Rec || Rec->getLoop() != L ||
        !Rec->isAffine() || isa<SCEVConstant>(Rec->getStepRecurrence(SE)) ||
        !Expander.isSafeToExpand(Rec))
      continue;
    Instruction *At = Preheader->getTerminator();
    Value *Start = Expander.expandCodeFor(Rec->getStart(), I.getType(), At),
          *Step = Expander.expandCodeFor(Rec->getStepRecurrence(SE),
                                         I.getType(), At);
    IRBuilder<> Builder(&L->getHeader()->front());
    PHINode *Index = Builder.CreatePHI(I.getType(), 2);
    Builder.SetInsertPoint(Latch->getTerminator());
    Index->addIncoming(Start, Preheader);
    Index->addIncoming(Builder.CreateAdd(Index, Step), Latch);
    SE.forgetValue(&I);
    I.replaceAllUsesWith(Index);
    I.eraseFromParent();
  }
}

/// What is left to do on a shadow once its loops are in order.
static void finishShadow(Plan &P, FunctionAnalysisManager &FAM) {
  // A later Polly run (-mllvm -polly) is to leave it alone.
  P.Shadow->addFnAttr(PollySkipFnAttr);
  FunctionPassManager Cleanup;
  Cleanup.addPass(PassBuilder().buildFunctionSimplificationPipeline(
      OptimizationLevel::O3, ThinOrFullLTOPhase::None));
  finishLoopBodies(*P.Shadow, P.S == Scheme::Speculate, Cleanup, FAM);
  if (P.S == Scheme::Speculate)
    lowerGuardMarkers(*P.Shadow, FAM);
  runPasses(*P.Shadow, Cleanup, FAM);
  SmallVector<Function *, 3> Parts(getLoopBodies(*P.Shadow));
  Parts.push_back(P.Shadow);
  for (Function *Part : Parts) {
    reduceIndices(*Part, FAM);
    limitVectorChecks(*Part, FAM);
    FAM.invalidate(*Part, PreservedAnalyses::none());
  }
}

/// Does Polly's run-time check fail whatever the arguments are?
static bool alwaysDeclines(const Function &Shadow) {
  return all_of(Shadow, [](const BasicBlock &BB) {
    auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator());
    auto *Status = Ret ? dyn_cast<ConstantInt>(Ret->getReturnValue()) : nullptr;
    return !Ret || (Status && Status->getZExtValue() == SS_Declined);
  });
}

/// Find how many elements have the vectors that the standard pipeline executes
/// the deepest loops with, and what else is known of them. One if guards are
/// left in these loops, or if they do not access memory contiguously. Where the
/// driver of a speculated nest declines, resolved guards are checked in front
/// of these loops (FunctionPipeline::visitPart).
static void findStockLanes(const ESCoP &E, Plan &P, StockLoops &Stock,
                           FunctionAnalysisManager &FAM) {
  const unsigned Outermost = E.L->getLoopDepth() - 1;
  SmallVector<const Loop *, 2> Deepest;
  for (const Loop *L : E.L->getLoopsInPreorder())
    if (L->getLoopDepth() - Outermost == E.Depth)
      Deepest.push_back(L);
  auto IsLeft = [&](const Loop *L) {
    return any_of(enumerate(E.Guards), [&](const auto &G) {
      return L->contains(G.value().Branch) &&
             !(P.S == Scheme::Speculate && P.FP->Resolved.count(G.index()));
    });
  };
  if (any_of(Deepest,
             [&](const Loop *L) {
               return IsLeft(L) && !Stock.vectorises(*L, FAM);
             }) ||
      !isContiguous(*P.Shadow, FAM))
    return;
  P.IsInPlace = readsWrittenArrays(*P.Shadow, FAM);
  const auto &LI = FAM.getResult<LoopAnalysis>(*P.Shadow);
  P.VectorBits =
      FAM.getResult<TargetIRAnalysis>(*P.Shadow)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  for (const Instruction &I : instructions(*P.Shadow))
    if (auto *Store = dyn_cast<StoreInst>(&I);
        Store && LI.getLoopDepth(I.getParent()) == E.Depth)
      P.StockLanes = std::max<uint64_t>(
          P.StockLanes,
          P.VectorBits / P.Shadow->getDataLayout().getTypeSizeInBits(
                             Store->getValueOperand()->getType()));
  if (P.StockLanes > 1)
    return;
  for (const Loop *L : Deepest)
    if (const unsigned SumBits = Stock.getSumBits(*L, FAM)) {
      P.StockLanes = std::max<uint64_t>(P.StockLanes, P.VectorBits / SumBits);
      P.HasStockSums = true;
    }
}

std::optional<Reject>
polly::escop::optimiseShadow(const ESCoP &E, Plan &P, StockLoops &Stock,
                             VainAttempts &Vain, FunctionAnalysisManager &FAM) {
  stripDebugInfo(*P.Shadow);
  if (P.S == Scheme::Speculate && P.M == Mode::Optimized &&
      !processesUnprofitable() && takesAsLongToCopy(E, P))
    return Reject(Reason::NotProfitable, E.NormalExit,
                  "a checkpoint is as large as the work");
  Function *Unchanged = P.Shadow;
  bool HasScop = false;
  // What else an attempt depends on.
  unsigned Asked =
      P.HasRuntime | E.Guards.empty() << 1 | (P.S == Scheme::Speculate) << 2;
  unsigned Attempt = 0;
  auto GetAttempt = [&](Scheduler By, bool Expanded) {
    return unsigned(By) | Expanded << 2 | Asked << 3;
  };
  auto IsInVain = [&](Scheduler By, bool Expanded) {
    Attempt = GetAttempt(By, Expanded);
    return Vain.get(*Unchanged).contains(Attempt);
  };
  constexpr unsigned NoScop = 1 << 31;
  auto RunPolly = [&](Scheduler By) {
    if (IsInVain(By, /*Expanded=*/false)) {
      HasScop = !Vain.get(*Unchanged).contains(Attempt | NoScop);
      return false;
    }
    ValueToValueMapTy VMap;
    P.Shadow = CloneFunction(Unchanged, VMap);
    const bool HasCode = runPolly(E, P, By, HasScop, FAM);
    if (!HasScop)
      Vain.get(*Unchanged).insert(Attempt | NoScop);
    return HasCode;
  };
  auto Replace = [&] {
    P.Shadow->takeName(Unchanged);
    eraseFunction(Unchanged, FAM);
  };
  auto Restore = [&] {
    Vain.get(*Unchanged).insert(Attempt);
    if (P.Shadow != Unchanged)
      eraseShadow(P.Shadow, FAM);
    P.ScratchSize = 0;
    P.InTiles = P.InParts = P.IsExpanded = false;
    P.Shadow = Unchanged;
  };
  // With arrays in place of scalars, if Polly makes of it what \p Gains. They
  // take about as much memory as a matrix of the nest. Of a nest that stores
  // nothing but a scalar there is no SCoP without.
  auto RunExpanded = [&](Scheduler By, function_ref<bool(Function &)> Gains) {
    if (Prefer >= 0 || !HasScop || !P.HasRuntime || isObserved(*E.F) ||
        !getBudgetLimit().empty() || IsInVain(By, /*Expanded=*/true))
      return false;
    ValueToValueMapTy VMap;
    ExpandedShadow Expanded(*CloneFunction(Unchanged, VMap), FAM);
    P.Shadow = Expanded.getLoops();
    P.IsExpanded = true;
    if (P.Shadow && runPolly(E, P, By, HasScop, FAM) &&
        !alwaysDeclines(*P.Shadow)) {
      if (By != Scheduler::ForProducts)
        avoidGathers(*P.Shadow);
      finishShadow(P, FAM);
      if (Gains(*P.Shadow)) {
        P.Shadow = Expanded.finish(*P.Shadow, FAM);
        Replace();
        return true;
      }
    }
    Restore();
    Expanded.erase(FAM);
    return false;
  };
  // Polly's own attempt at a product would take isl seconds. A sanitizer does
  // not observe what the runtime accesses.
  if (E.Depth >= 3 && P.FP && P.HasRuntime && Prefer < 0 && !isObserved(*E.F)) {
    P.O = Optimiser::Product;
    findStockLanes(E, P, Stock, FAM);
    if (tileProducts(*P.Shadow, P.S == Scheme::Speculate, /*InTiles=*/false,
                     P.KeepsOperand, FAM)) {
      moveLocalArraysToScratch(P, FAM);
      finishShadow(P, FAM);
      return std::nullopt;
    }
    if (mayHaveProduct(*P.Shadow, FAM)) {
      if (RunPolly(Scheduler::ForProducts) && !alwaysDeclines(*P.Shadow)) {
        finishShadow(P, FAM);
        Replace();
        return std::nullopt;
      }
      // Where all is in tiles without, they have no product.
      const bool HasTiles = P.InTiles;
      Restore();
      if (HasTiles)
        Vain.get(*Unchanged)
            .insert(GetAttempt(Scheduler::ForProducts, /*Expanded=*/true));
      else if (RunExpanded(Scheduler::ForProducts,
                           [](Function &) { return true; }))
        return std::nullopt;
    }
  }
  // What takes most time is not executed any faster, but vectors are made and
  // taken apart around it (products of uint8_t with `%`, 100 x 100: 1.5 ms, 8.4
  // with AVX2).
  if (Prefer < 0 && !processesUnprofitable() &&
      anyInnermost(
          *P.Shadow, FAM,
          [](const Instruction &I) {
            return I.isIntDivRem() && isWithoutVectors(I);
          }))
    return Reject(Reason::NotProfitable, E.NormalExit);
  const PlainGain Gain = getPlainGain(E, P, Stock, FAM);
  P.SavedInstructions = Gain.SavedInstructions;
  // What cannot leave early is for the standard pipeline, in this order.
  const bool PlainGains =
      !E.Guards.empty() &&
      (Gain.FewerLoads || Gain.FewerInstructions || Gain.Vectors);
  const unsigned Scattered = countScattered(*P.Shadow, FAM);
  const bool Contiguous = Scattered == 0;
  // Where a row's sum is read in later rows, they wait for each other.
  const unsigned Sums = E.Depth == 2 && !readsWrittenArrays(*P.Shadow, FAM)
                            ? countOrderedSums(*P.Shadow, FAM)
                            : 0;
  // Unrolled, an order may access whole lines here and there.
  constexpr uint64_t CacheLine = 64;
  auto SumsSideBySide = [&](Function &Shadow) {
    return Sums && countOrderedSums(Shadow, FAM) >= 4 * Sums;
  };
  bool PreferPolly =
      E.Depth >= 2 && (!PlainGains || !Contiguous ||
                       (E.Depth == 2 ? !Gain.Vectors || Sums
                                     : !readsWrittenArrays(*P.Shadow, FAM) &&
                                           hasReuse(*P.Shadow, FAM)));
  if (E.Guards.empty())
    PreferPolly &= !Contiguous || !Gain.VectorLoops;
  // Sums of vectors are as fast in any order (squared distances of int16_t: 1.5
  // times as long with Polly's, from 60 x 60 to 1200 x 1200).
  PreferPolly &= !P.HasStockSums;
  if (Prefer >= 0)
    PreferPolly = Prefer && E.Depth >= 2;
  // Polly's model of addresses and trip counts is exact as far as nothing
  // wraps, which the footprint checks.
  PreferPolly &= P.FP.has_value();
  const bool FillsVectors = PreferPolly && fillsVectors(*Unchanged, FAM);
  // Packed arrays are megabytes, for which the driver calls malloc.
  const bool MayPack =
      FillsVectors && fillsTiles(*Unchanged, FAM) && P.HasRuntime;
  // What Gains asks below of what isl makes, as far as it is known before.
  if (Prefer < 0 && !processesUnprofitable() && !(MayPack && E.Depth > 2))
    PreferPolly &= E.Guards.empty()
                       ? FillsVectors
                       : !P.HasRuntime ||
                             (!Contiguous && (FillsVectors || E.Depth > 2)) ||
                             (FillsVectors && (Sums || !Gain.VectorLoops));
  Asked |= Contiguous << 3 | !Sums << 4 | Gain.VectorLoops << 5;
  if (PreferPolly) {
    P.O = Optimiser::Polly;
    P.HasScalarChecks = anyInnermost(*Unchanged, FAM, [](const Instruction &I) {
      return isa<WithOverflowInst>(I);
    });
    if (RunPolly(MayPack ? Scheduler::IslWithPatterns : Scheduler::Isl)) {
      avoidGathers(*P.Shadow);
      finishShadow(P, FAM);
      // Tiles alone gain nothing over vectors of contiguous elements, nor do
      // they with what has no vectors. isl may have ordered the loops column by
      // column.
      const bool FillsContiguously =
          FillsVectors && isContiguous(*P.Shadow, FAM, /*Few=*/8);
      bool Gains = P.ScratchSize || Prefer >= 0 || processesUnprofitable();
      // A chain of operations that goes on from one iteration to the next may
      // be longer than the one that the standard pipeline executes.
      if (E.Guards.empty())
        Gains |= (FillsContiguously ||
                  (!Contiguous && FillsVectors && E.Depth > 2)) &&
                 storesSideBySide(*P.Shadow, FAM, /*Few=*/8);
      else
        Gains |=
            (!Contiguous && (FillsVectors || E.Depth > 2) &&
             countScattered(*P.Shadow, FAM, /*Few=*/8, CacheLine) <=
                 Scattered) ||
            !P.HasRuntime ||
            (FillsContiguously &&
             (SumsSideBySide(*P.Shadow) ||
              (!Gain.VectorLoops && hasVectorsOnceVectorised(*P.Shadow, FAM))));
      if (Gains && !alwaysDeclines(*P.Shadow)) {
        Replace();
        return std::nullopt;
      }
    }
    Restore();
    // Where a value is computed from several sums, they keep rows in order.
    if (Sums && FillsVectors && !E.Guards.empty() &&
        RunExpanded(Scheduler::Isl, [&](Function &Loops) {
          return isContiguous(Loops, FAM, /*Few=*/8) && SumsSideBySide(Loops);
        }))
      return std::nullopt;
  }
  if (!PlainGains && (E.Guards.empty() || !processesUnprofitable()))
    return Reject(Reason::NotProfitable, E.NormalExit);
  // Only of loops that Polly generates is it known that they are parallel.
  if (E.Depth >= 2 && P.FP && P.HasRuntime && Prefer < 0 &&
      canThreadsExecute(*P.Shadow)) {
    P.O = Optimiser::Polly;
    if (RunPolly(Scheduler::Original) && !getLoopBodies(*P.Shadow).empty()) {
      finishShadow(P, FAM);
      if (!alwaysDeclines(*P.Shadow)) {
        Replace();
        return std::nullopt;
      }
    }
    Restore();
  }
  P.O = Optimiser::Plain;
  P.GainsVectors = Gain.Vectors;
  P.SavedInstructions = Gain.SavedInOrder;
  if (Gain.GathersMostly)
    avoidGathers(*P.Shadow);
  hoistLoads(*P.Shadow, FAM);
  if (Gain.VectorsInParts)
    splitAtStores(*P.Shadow, FAM);
  finishShadow(P, FAM);
  return std::nullopt;
}

bool polly::escop::mayBeginLater(const ESCoP &E, const Plan &P) {
  return E.Resumes || getLeaveDivisor(E, P);
}
