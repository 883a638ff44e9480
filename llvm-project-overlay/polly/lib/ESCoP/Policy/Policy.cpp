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
#include "Expansion.h"
#include "ParallelLoops.h"
#include "PlainGain.h"
#include "RunPolly.h"
#include "ShadowLoops.h"
#include "polly/ESCoP/Products.h"
#include "polly/ScopDetection.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static cl::opt<int> Prefer(
    "polly-escop-prefer", cl::Hidden, cl::init(-1),
    cl::desc(
        "For measuring: shadows as Polly leaves them (1), plain ones (0)"));

/// Statements of a SCoP beyond which Polly is not asked for an order, or for
/// products: blocks that access memory, or have guards. It was never taken of
/// more than six, or ten, in the nests of this repository's benchmarks and
/// tests, but takes isl seconds.
static constexpr unsigned MaxStatements = 8, MaxStatementsOfProducts = 12;

static unsigned countStatements(const Function &Shadow) {
  return count_if(Shadow, [](const BasicBlock &BB) {
    return any_of(
        BB, [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
  });
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
  P.VectorBits =
      FAM.getResult<TargetIRAnalysis>(*P.Shadow)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
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
  auto HasVectors = [&](const Loop *L) { return Stock.vectorises(*L, FAM); };
  P.HasStockVectors = all_of(Deepest, HasVectors);
  if (any_of(Deepest,
             [&](const Loop *L) { return IsLeft(L) && !HasVectors(L); }) ||
      !isContiguous(*P.Shadow, FAM))
    return;
  P.IsInPlace = readsWrittenArrays(*P.Shadow, FAM);
  const auto &LI = FAM.getResult<LoopAnalysis>(*P.Shadow);
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
                             PollyResults &Results,
                             FunctionAnalysisManager &FAM) {
  stripDebugInfo(*P.Shadow);
  if (P.S == Scheme::Speculate && P.M == Mode::Optimized &&
      !processesUnprofitable() && takesAsLongToCopy(E, P))
    return Reject(Reason::NotProfitable, E.NormalExit,
                  "a checkpoint is as large as the work");
  Function *Unchanged = P.Shadow;
  ScopFacts Facts;
  auto RunPolly = [&](Scheduler By) {
    ValueToValueMapTy VMap;
    P.Shadow = CloneFunction(Unchanged, VMap);
    return runPolly(E, P, By, Facts, Results, FAM);
  };
  auto Replace = [&] {
    P.Shadow->takeName(Unchanged);
    eraseFunction(Unchanged, FAM);
  };
  auto Restore = [&] {
    if (P.Shadow != Unchanged)
      eraseShadow(P.Shadow, FAM);
    P.ScratchSize = 0;
    P.InTiles = P.IsExpanded = false;
    P.TileRelations = 0;
    P.Shadow = Unchanged;
  };
  // With arrays in place of scalars, if Polly makes of it what \p Gains. They
  // take about as much memory as a matrix of the nest. Of a nest that stores
  // nothing but a scalar there is no SCoP without.
  auto RunExpanded = [&](Scheduler By, function_ref<bool(Function &)> Gains) {
    if (Prefer >= 0 || !Facts.HasScop || !P.HasRuntime || isObserved(*E.F) ||
        !getBudgetLimit().empty())
      return false;
    ValueToValueMapTy VMap;
    ExpandedShadow Expanded(*CloneFunction(Unchanged, VMap), FAM);
    P.Shadow = Expanded.getLoops();
    P.IsExpanded = true;
    if (P.Shadow && runPolly(E, P, By, Facts, Results, FAM) &&
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
  bool LacksDependences = false;
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
    if (countStatements(*P.Shadow) <= MaxStatementsOfProducts &&
        mayHaveProduct(*P.Shadow, FAM)) {
      if (RunPolly(Scheduler::ForProducts) && !alwaysDeclines(*P.Shadow)) {
        finishShadow(P, FAM);
        Replace();
        return std::nullopt;
      }
      LacksDependences = Facts.LacksDependences;
      // Where all is in tiles without, they have no product.
      const bool HasTiles = P.InTiles;
      Restore();
      if (!HasTiles && !LacksDependences &&
          RunExpanded(Scheduler::ForProducts, [](Function &) { return true; }))
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
  PreferPolly &=
      P.FP.has_value() && !LacksDependences &&
      (processesUnprofitable() || countStatements(*P.Shadow) <= MaxStatements);
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
  if (Gain.VectorLoops)
    versionShortRows(*P.Shadow, FAM);
  return std::nullopt;
}

bool polly::escop::mayBeginLater(const ESCoP &E, const Plan &P) {
  return E.Resumes || getLeaveDivisor(E, P);
}
