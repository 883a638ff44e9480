//===- Pipeline.cpp - The stages of exception-safe tiling -----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Start here. For each nest with abnormal exits of a function that carries
// "exception-safe-tiling", in this order:
//
//   prepareFunction     Nest/Prepare.cpp          loops in order
//   detect              Nest/Detection.cpp        the nest's border
//   planNest            Planning.cpp              which scheme, by the next
//   buildShadow         Copies/Shadow.cpp         the exit-free copy
//   canonicaliseShadow  Copies/Canonicalise.cpp   as a throw-free nest looks
//   computeFootprint    Footprint/Footprint.cpp   what chunks access
//   buildCopies         Footprint/Checkpoint.cpp  what chunks write
//   sliceGuards         Copies/Inspect.cpp        what guards depend on
//   decideSharing       Policy/Sharing.cpp        in place, or in a copy
//   specialiseShadow    Footprint/Specialise.cpp  noalias, relative bases
//   optimiseShadow      Policy/Policy.cpp         Polly or the pipeline
//   buildInspector      Copies/Inspect.cpp        the guards alone
//   buildDriver         Driver/Driver.cpp         checks, chunks, rollback
//   spliceDriver        Driver/Splice.cpp         the call, and the way back
//
// A single loop that is declined gets another driver: buildBlockDriver,
// Blocks/Blocks.cpp.
//
// The first and the last stage change a copy of the nest's function, which
// replaces its body if a nest was transformed. The others work on functions of
// their own, which are erased again if a stage declines.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Pipeline.h"
#include "Diagnostics.h"
#include "Nest/MathCalls.h"
#include "Planning.h"
#include "polly/ESCoP/Blocks.h"
#include "polly/ESCoP/Products.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#define DEBUG_TYPE "polly-escop"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Innermost iterations that take a millisecond.
static constexpr uint64_t MuchWork = 1 << 20;

namespace {

/// Transforms the nests of one function.
class FunctionPipeline {
  Function &F;
  FunctionAnalysisManager &FAM;
  Mode M;
  /// Of the function before it was prepared.
  StockLoops &Stock;
  /// On nests of the module.
  PollyResults &Results;
  /// What is to be restored in the end.
  MathCalls &Math;
  /// Whether the function is a nest's inspector.
  const bool IsInspector;
  /// Headers of loops that have been tried.
  SmallPtrSet<const BasicBlock *, 8> Visited;
  /// Those of which it was asked whether they gain in their own order.
  SmallPtrSet<const BasicBlock *, 8> Ordered;
  /// Headers of nests that were transformed, and of loops around their drivers.
  SmallPtrSet<const BasicBlock *, 8> Done;
  /// Headers of nests whose drivers may decline because of the data, or if
  /// there is less than much work, and of their copies for few iterations.
  SmallPtrSet<const BasicBlock *, 4> MayBeDeclined;
  /// Headers of nests' copies for few iterations.
  SmallVector<WeakVH, 4> Fews;
  /// What goes to the copies, of nests whose values do not fit in registers.
  SmallVector<WeakVH, 4> FirstTests;
  /// Where nests were transformed.
  SmallPtrSet<const DILocation *, 8> Transformed;
  /// Headers of loops that were declined, and why.
  DenseMap<const BasicBlock *, Reject> Declined;

  void finish(const ESCoP &E, const Plan &P, Function &Driver,
              const DriverCounts &Counts, bool IsPart = false);
  bool isVectorisedAnyway(Loop &L);
  std::optional<Reject> transformInBlocks(ESCoP &E, const Reject &Otherwise,
                                          bool IsPart = false);
  bool executeInOrder(Loop &L, const Reject &Why, OrderedFor For,
                      bool IsPart = false);
  void executeRows(const BasicBlock *Header);
  /// Whether copies in order are made of what is declined.
  bool mayCopyInOrder() const {
    return M == Mode::Optimized && !IsInspector && mayExecuteInOrder();
  }
  bool executeForInnermost(Loop &L, const Reject &Why, OrderedFor For,
                           bool IsPart = false);
  bool executeAroundInOrder(Loop &L);
  bool transformInOrder(Loop &L);
  bool hasGuardsInLoops(Loop &L);
  bool visitPart(Loop &L);
  void inspectInBlocks(const ESCoP &E, Function &Inspector);
  std::optional<Reject> transform(Loop &L, bool &Rows, bool IsPart = false);
  bool visit(Loop &L);
  void report(const Loop &L, OptimizationRemarkEmitter &ORE);

public:
  FunctionPipeline(Function &F, FunctionAnalysisManager &FAM, Mode M,
                   StockLoops &Stock, PollyResults &Results, MathCalls &Math,
                   bool IsInspector = false)
      : F(F), FAM(FAM), M(M), Stock(Stock), Results(Results), Math(Math),
        IsInspector(IsInspector) {}
  bool run();
  /// If the function was changed, version and align its loops.
  void finishLoops();
};

} // namespace

/// Transform @p L, or say why not; if @p Rows, with rows at equal distances. If
/// @p IsPart it is part of a nest that is transformed. \returns whether there
/// are rows, too.
std::optional<Reject> FunctionPipeline::transform(Loop &L, bool &Rows,
                                                  bool IsPart) {
  ESCoP E;
  auto R = detect(L, FAM, E, Rows ? LoadedAhead::Rows : LoadedAhead::Steady);
  Rows = !E.Rows.Tables.empty();
  const bool IsDetected = !R;
  Plan P;
  if (IsDetected)
    R = planNest(E, M, Stock, Results, FAM, P);
  // It is entered again and again, so that only vectors outweigh the calls, or
  // what is saved in two loops.
  if (!R && IsPart && !P.GainsVectors && (E.Depth < 2 || !P.SavedInstructions))
    R = Reject(Reason::NotProfitable, E.NormalExit);
  if (R) {
    erasePlan(P, FAM);
    restoreRows(E);
    // Where nothing gains from the absence of exits, blocks do not, either.
    return IsDetected && R->Why != Reason::NotProfitable
               ? transformInBlocks(E, *R, IsPart)
               : R;
  }
  if (!IsPart && P.S == Scheme::Inspect && P.O == Optimiser::Plain &&
      !P.GainsVectors && E.Rows.Tables.empty() && executeAroundInOrder(L)) {
    erasePlan(P, FAM);
    return std::nullopt;
  }
  if (P.Inspector)
    inspectInBlocks(E, *P.Inspector);
  E.Resumes = mayBeginLater(E, P);
  DriverCounts Counts(E);
  Function *Driver = buildDriver(E, P, Counts, FAM);
  SmallVector<Function *, 8> Parts = {Driver, P.Shadow, P.Inspector};
  append_range(Parts, getLoopBodies(*P.Shadow));
  if (P.FP) {
    Parts.push_back(P.FP->Bounds);
    for (const WriteCopy &C : P.FP->Copies)
      Parts.append({C.Copy, C.Commit});
  }
  for (Function *Part : Parts) {
    hideObjects(Part);
    keepSelects(Part);
  }
  finish(E, P, *Driver, Counts, IsPart);
  restoreRows(E);
  return std::nullopt;
}

/// Let the nest call @p Driver. If @p IsPart it is part of one that is
/// transformed.
void FunctionPipeline::finish(const ESCoP &E, const Plan &P, Function &Driver,
                              const DriverCounts &Counts, bool IsPart) {
  const BasicBlock *Header = E.L->getHeader();
  const DebugLoc Loc = E.L->getStartLoc();
  printStage("driver", &Driver);
  if (!IsInspector)
    reportTransformed(E, P, IsPart, Loc, *Header,
                      FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  Transformed.insert(Loc);
  Done.insert(Header);
  const bool MayDecline = P.S == Scheme::Speculate || !E.Rows.Tables.empty() ||
                          getLeastWork(E, P) >= MuchWork;
  const SplicedNest Spliced = spliceDriver(E, P, Driver, Counts, Math, FAM);
  Done.insert({Spliced.Drive, Spliced.Few});
  if (Spliced.FirstTest)
    FirstTests.push_back(Spliced.FirstTest);
  if (MayDecline)
    MayBeDeclined.insert({Header, Spliced.Few});
  if (Spliced.Few && mayCopyInOrder())
    Fews.push_back(Spliced.Few);
}

/// Does the standard pipeline vectorise the innermost @p L? It needs to know
/// when each exit is taken.
bool FunctionPipeline::isVectorisedAnyway(Loop &L) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<BasicBlock *, 8> Exiting;
  L.getExitingBlocks(Exiting);
  return all_of(Exiting,
                [&](BasicBlock *BB) {
                  return !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, BB));
                }) &&
         Stock.vectorises(L, FAM);
}

/// Execute the iterations of the single loop @p E in register blocks, if that
/// is possible, and gains. \returns why not, and @p Otherwise, why the nest was
/// declined before.
std::optional<Reject>
FunctionPipeline::transformInBlocks(ESCoP &E, const Reject &Otherwise,
                                    bool IsPart) {
  if (M != Mode::Optimized || !mayUseBlocks(E))
    return Otherwise;
  // An inspector does not search, though it returns where a guard fires.
  auto IsFound = [&](const Guard &G) {
    return !IsInspector && !E.L->contains(G.getExit()) && endsSearch(G);
  };
  // To search again and again, a few iterations each time, takes less long than
  // to call a driver.
  const Loop *Around = E.L->getParentLoop();
  if (Around && any_of(E.Guards, [&](const Guard &G) {
        return Around->contains(G.getExit()) && IsFound(G);
      }))
    return Otherwise;
  // Its vectors wait for no guards.
  if (!processesUnprofitable() && isVectorisedAnyway(*E.L))
    return Otherwise;
  E.Resumes = true;
  DriverCounts Counts(E, /*OfNest=*/!IsInspector);
  Plan P;
  P.S = Scheme::Blocks;
  P.O = Optimiser::Plain;
  P.HasRuntime = !checkPlatform(*E.F, FAM);
  Function *Driver = nullptr;
  if (auto R = buildBlockDriver(E, Counts, FAM, Driver, P)) {
    Reject Both = Otherwise;
    Both.Detail = ("in register blocks: " + getReasonText(R->Why).Key).str();
    if (!Both.Loc || (R->Loc && R->Why != Reason::NotProfitable))
      Both.Loc = R->Loc;
    return Both;
  }
  P.IsSearch = !Around && any_of(E.Guards, IsFound);
  hideObjects(Driver);
  finish(E, P, *Driver, Counts, IsPart);
  return std::nullopt;
}

/// Let a copy execute @p L, which was declined because of @p Why, in its own
/// order @p For what gains then. If @p IsPart it is part of a nest that is
/// transformed. \returns whether the function was changed.
bool FunctionPipeline::executeInOrder(Loop &L, const Reject &Why,
                                      OrderedFor For, bool IsPart) {
  // Its vectors wait for no guards.
  if (For == OrderedFor::Row && !executesInOrder() && isVectorisedAnyway(L))
    return false;
  ESCoP E;
  Plan P;
  std::optional<Reject> R = detect(
      L, FAM, E,
      For == OrderedFor::Row ? LoadedAhead::Nothing : LoadedAhead::Steady);
  if (!R)
    R = planOrdered(E, For, FAM, P);
  if (R) {
    erasePlan(P, FAM);
    return false;
  }
  DriverCounts Counts(E, /*OfNest=*/For != OrderedFor::Row || !IsPart);
  const DebugLoc Loc = L.getStartLoc();
  hideObjects(P.FP->Bounds);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  reportTransformed(E, P, IsPart, Loc, *L.getHeader(), ORE);
  // What would have gained more.
  if (!IsPart)
    reportRejected(L, Why, /*PartTransformed=*/true, ORE);
  Transformed.insert(Loc);
  const BasicBlock *OfNest = L.getHeader();
  Done.insert(OfNest);
  if (For != OrderedFor::Rows)
    for (const Loop *Sub : L.getLoopsInPreorder())
      Done.insert(Sub->getHeader());
  const BasicBlock *Header = spliceOrdered(E, P, Counts, Math, FAM);
  if (For == OrderedFor::Blocks) {
    // Of the copy, only the innermost loops are tried.
    for (const Loop *Sub :
         FAM.getResult<LoopAnalysis>(F).getLoopFor(Header)->getLoopsInPreorder())
      if (!Sub->isInnermost())
        Visited.insert(Sub->getHeader());
  } else {
    Done.insert(Header);
    if (For != OrderedFor::Row)
      executeRows(Header);
    // Its other loops are tried, in the nest and in the copy.
    if (For == OrderedFor::Rows)
      for (const BasicBlock *BB : {OfNest, Header})
        MayBeDeclined.insert(BB);
  }
  keepSelects(&F);
  return true;
}

/// Let the innermost loops of the nest with @p Header, or itself in another
/// loop, have copies of their own as rows, unless they were transformed.
void FunctionPipeline::executeRows(const BasicBlock *Header) {
  SmallVector<WeakVH, 4> Headers;
  const Loop *Nest = FAM.getResult<LoopAnalysis>(F).getLoopFor(Header);
  if (!Nest || Nest->getHeader() != Header)
    return;
  for (const Loop *L : Nest->getLoopsInPreorder())
    if (L->isInnermost() && L->getParentLoop() &&
        (L == Nest || !Done.contains(L->getHeader())))
      Headers.push_back(L->getHeader());
  for (const WeakVH &Row : Headers) {
    auto *At = dyn_cast_or_null<BasicBlock>(Row);
    Loop *L = At ? FAM.getResult<LoopAnalysis>(F).getLoopFor(At) : nullptr;
    if (L && L->getHeader() == At)
      executeInOrder(*L, Reject(Reason::NotProfitable), OrderedFor::Row,
                     /*IsPart=*/true);
  }
}

/// Let a copy execute @p L, which was declined because of @p Why, if its
/// innermost loops may gain in it, in blocks or as rows; if @p IsPart, part of
/// a nest that is transformed. \returns whether the function was changed.
bool FunctionPipeline::executeForInnermost(Loop &L, const Reject &Why,
                                           OrderedFor For, bool IsPart) {
  return mayCopyInOrder() && !L.isInnermost() && !executesInOrder() &&
         executeInOrder(L, Why, For, IsPart);
}

/// Let a copy execute the outermost loop around @p L, which gains from nothing
/// but the absence of guards, that can be without them: it is asked once, not
/// whenever @p L is entered. Other loops in it might gain more. \returns
/// whether the function was changed.
bool FunctionPipeline::executeAroundInOrder(Loop &L) {
  if (!mayCopyInOrder())
    return false;
  SmallVector<Loop *, 4> Around;
  for (Loop *Of = L.getParentLoop(); Of; Of = Of->getParentLoop()) {
    if (Of->getSubLoops().size() > 1 || mayGoRound(*Of) ||
        Done.contains(Of->getHeader()) || !Declined.contains(Of->getHeader()))
      break;
    Around.push_back(Of);
  }
  return any_of(reverse(Around), [&](Loop *Of) {
    return executeInOrder(*Of, Declined.find(Of->getHeader())->second,
                          OrderedFor::Nest);
  });
}

/// Let a copy execute @p L, or else a loop in it, in its own order, if nothing
/// in it was transformed. \returns whether the function was changed.
bool FunctionPipeline::transformInOrder(Loop &L) {
  if (Done.contains(L.getHeader()) || mayGoRound(L))
    return false;
  auto IsDone = [&](const Loop *Sub) {
    return Done.contains(Sub->getHeader());
  };
  auto Why = Declined.find(L.getHeader());
  return (Why != Declined.end() && Ordered.insert(L.getHeader()).second &&
          none_of(L.getLoopsInPreorder(), IsDone) &&
          (executeInOrder(L, Why->second, OrderedFor::Nest) ||
           (L.isInnermost() && L.getParentLoop() &&
            executeInOrder(L, Why->second, OrderedFor::Row)))) ||
         any_of(L, [&](Loop *Sub) { return transformInOrder(*Sub); });
}

/// Has @p L guards, or a loop in it?
bool FunctionPipeline::hasGuardsInLoops(Loop &L) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  return any_of(L.getLoopsInPreorder(),
                [&](Loop *Sub) { return hasGuards(*Sub, LI, DT); });
}

/// Transform @p L, part of a transformed nest, or else loops in it: that is
/// what is executed where the driver declines. It does if there is little work,
/// if rows are not at equal distances, or the checkpoint is too large, and
/// behind a throw. \returns whether the function was changed.
bool FunctionPipeline::visitPart(Loop &L) {
  if (Done.contains(L.getHeader()) || mayGoRound(L))
    return false;
  bool Rows = false;
  if ((L.isInnermost() || !IsInspector) &&
      Visited.insert(L.getHeader()).second && hasGuardsInLoops(L)) {
    const std::optional<Reject> R = transform(L, Rows, /*IsPart=*/true);
    if (!R || executeForInnermost(L, *R, OrderedFor::Blocks, /*IsPart=*/true))
      return true;
  }
  return any_of(L, [&](Loop *Sub) { return visitPart(*Sub); });
}

/// Let the innermost loops of the @p Inspector of @p E evaluate the guards of a
/// block of iterations at once.
void FunctionPipeline::inspectInBlocks(const ESCoP &E, Function &Inspector) {
  FunctionPassManager Simplify;
  Simplify.addPass(SimplifyCFGPass());
  Simplify.addPass(LoopSimplifyPass());
  runPasses(Inspector, Simplify, FAM);
  FunctionPipeline Part(Inspector, FAM, M, Stock, Results, Math,
                        /*IsInspector=*/true);
  bool Changed = false;
  while (any_of(FAM.getResult<LoopAnalysis>(Inspector),
                [&](Loop *L) { return Part.visitPart(*L); }))
    Changed = true;
  if (Changed)
    FAM.getResult<OptimizationRemarkEmitterAnalysis>(F).emit([&] {
      return OptimizationRemarkAnalysis(DEBUG_TYPE, "InspectedInBlocks",
                                        E.L->getStartLoc(), E.L->getHeader())
             << "guards are inspected in register blocks";
    });
}

/// May @p L gain although it cannot leave early? What products and sums become
/// does not depend on whether they can.
static bool mayGainWithoutGuards(const Loop &L, Function &F,
                                 FunctionAnalysisManager &FAM) {
  return mayHaveProduct(L, F, FAM) ||
         mayGainByOrder(L, FAM.getResult<ScalarEvolutionAnalysis>(F));
}

/// Try @p L, unless it has been tried, or else the loops in it.
/// \returns whether the function was changed.
bool FunctionPipeline::visit(Loop &L) {
  if (mayGoRound(L))
    return false;
  if (Done.contains(L.getHeader()))
    return MayBeDeclined.contains(L.getHeader()) &&
           any_of(L, [&](Loop *Sub) { return visitPart(*Sub); });
  if (Visited.insert(L.getHeader()).second) {
    std::optional<Reject> Why;
    const bool HasGuards = hasGuardsInLoops(L);
    if (HasGuards || mayGainWithoutGuards(L, F, FAM)) {
      bool Rows = !isObserved(F) && !checkPlatform(F, FAM), None = false;
      std::optional<Reject> R;
      if (executesInOrder())
        R = Reject(Reason::NotProfitable);
      else if (R = transform(L, Rows); !R || (Rows && !transform(L, None)))
        return true;
      if (HasGuards)
        Why = R;
      if (HasGuards && (executeForInnermost(L, *R, OrderedFor::Blocks) ||
                        executeForInnermost(L, *R, OrderedFor::Rows)))
        return true;
    }
    if (!HasGuards &&
        OptimizationRemarkEmitter::allowExtraAnalysis(F, DEBUG_TYPE))
      Why = findCallThatMayThrow(L, FAM.getResult<ScalarEvolutionAnalysis>(F));
    if (Why)
      Declined.insert({L.getHeader(), *Why});
  }
  return any_of(L, [&](Loop *Sub) { return visit(*Sub); });
}

/// Say why @p L was declined, and the loops in it only if one of them was not.
void FunctionPipeline::report(const Loop &L, OptimizationRemarkEmitter &ORE) {
  if (Done.contains(L.getHeader()))
    return;
  bool Partly = any_of(L.getLoopsInPreorder(), [&](const Loop *Sub) {
    return Done.contains(Sub->getHeader());
  });
  // Of a nest that the simplification pipeline made into several (loop
  // unswitching), it is enough to know that one is transformed.
  bool Twin = L.getStartLoc() && Transformed.contains(L.getStartLoc());
  auto Why = Declined.find(L.getHeader());
  if (Why != Declined.end())
    reportRejected(L, Why->second, Partly || Twin, ORE);
  if (Partly)
    for (const Loop *Sub : L)
      report(*Sub, ORE);
}

/// Let innermost loops that fit into a cache line begin with one. The driver's
/// call moves those of the nest, and where one that was in a line crosses two
/// then, it may take twice as long. Of longer loops, some branch crosses a line
/// wherever they begin.
static void alignLoops(LoopInfo &LI) {
  constexpr unsigned CacheLine = 64, MaxInstructions = 12;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    // PHIs are registers, and addresses parts of other instructions.
    unsigned Number = 0;
    for (const BasicBlock *BB : L->blocks())
      Number += count_if(*BB, [](const Instruction &I) {
        return !isa<PHINode, GetElementPtrInst>(I);
      });
    if (Number <= MaxInstructions)
      addStringMetadataToLoop(L, "llvm.loop.align", CacheLine);
  }
}

bool FunctionPipeline::run() {
  bool Changed = false;
  // A transformation invalidates the loops, so begin again after each.
  while (any_of(reverse(FAM.getResult<LoopAnalysis>(F)),
                [&](Loop *L) { return visit(*L); }))
    Changed = true;
  // Blocks gain more.
  while (!Fews.empty())
    if (auto *Few = dyn_cast_or_null<BasicBlock>(Fews.pop_back_val()))
      executeRows(Few);
  while (mayCopyInOrder() &&
         any_of(reverse(FAM.getResult<LoopAnalysis>(F)),
                [&](Loop *L) { return transformInOrder(*L); }))
    Changed = true;
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (const Loop *L : reverse(FAM.getResult<LoopAnalysis>(F)))
    report(*L, ORE);
  return Changed;
}

void FunctionPipeline::finishLoops() {
  FAM.invalidate(F, PreservedAnalyses::none());
  versionLoops(F, FirstTests, FAM);
  executeUnchanged(F, FirstTests, FAM);
  limitVectorChecks(F, FAM);
  narrowEnds(F, FAM);
  alignLoops(FAM.getResult<LoopAnalysis>(F));
  if (FirstTests.empty())
    return;
  // Estimates have parts in common, and of a tiny nest they are what takes
  // time.
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass());
  runPasses(F, FPM, FAM);
  outlineDrivenNests(F, FirstTests, FAM);
}

/// Put @p To in the place of @p From's body. The functions have one type.
static void moveBody(Function &From, Function &To) {
  for (BasicBlock &BB : To)
    BB.dropAllReferences();
  while (!To.empty())
    To.begin()->eraseFromParent();
  To.splice(To.begin(), &From);
  // Inlining may have brought what a function needs first.
  if (From.hasPersonalityFn())
    To.setPersonalityFn(From.getPersonalityFn());
  if (From.hasGC())
    To.setGC(From.getGC());
  To.setAttributes(From.getAttributes());
  for (auto [Old, New] : zip(From.args(), To.args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
}

/// A copy of @p F that takes its name, @p VMap leading to it.
static Function *copyFunction(Function &F, ValueToValueMapTy &VMap) {
  Function *Copy = Function::Create(F.getFunctionType(), F.getLinkage(),
                                    F.getAddressSpace());
  for (auto [Old, New] : zip(F.args(), Copy->args())) {
    VMap[&Old] = &New;
    New.setName(Old.getName());
  }
  // Its instructions will be F's.
  if (DISubprogram *SP = F.getSubprogram())
    VMap.MD()[SP].reset(SP);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Copy, &F, VMap, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  F.getParent()->getFunctionList().push_back(Copy);
  Copy->takeName(&F);
  return Copy;
}

/// Give @p Copy's name back to @p F, and its body if @p Changed, and erase it.
static void replaceByCopy(Function &F, Function *Copy, bool Changed,
                          FunctionAnalysisManager &FAM) {
  Copy->setSubprogram(nullptr);
  FAM.clear(*Copy, Copy->getName());
  F.takeName(Copy);
  if (Changed) {
    moveBody(*Copy, F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  Copy->eraseFromParent();
}

/// Transform the nests of @p F.
///
/// Preparing them changes the function even if all its nests are declined then,
/// so this is done in a copy, which replaces the body if it was worth it.
/// Checks that were inlined are worth it without a nest.
static bool transformFunction(Function &F, FunctionAnalysisManager &FAM,
                              HotPaths &Paths, PollyResults &Results, Mode M) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  StockLoops Stock(F);
  bool Candidate =
      any_of(LI.getLoopsInPreorder(),
             [&](const Loop *L) { return hasGuards(*L, LI, DT); }) ||
      any_of(LI,
             [&](const Loop *L) { return mayGainWithoutGuards(*L, F, FAM); }) ||
      hasInlinableExit(F, FAM, Paths);
  // Nothing to prepare, only to report; or a copy's blocks would have other
  // addresses, and detection declines.
  if (!Candidate ||
      any_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); })) {
    MathCalls None;
    return FunctionPipeline(F, FAM, M, Stock, Results, None).run();
  }

  ValueToValueMapTy VMap;
  Function *Copy = copyFunction(F, VMap);
  Stock.number(LI, VMap);
  MathCalls Math = prepareFunction(*Copy, FAM, Paths);
  printStage("prepared", Copy);
  FunctionPipeline Pipeline(*Copy, FAM, M, Stock, Results, Math);
  bool Changed = Pipeline.run();
  if (Changed) {
    restoreMathCalls(Math);
    Pipeline.finishLoops();
  }
  replaceByCopy(F, Copy, Changed, FAM);
  if (Changed || F.hasOptSize())
    return Changed;
  ValueToValueMapTy Unused;
  Copy = copyFunction(F, Unused);
  Changed = inlineAccessors(*Copy, FAM, Paths, /*OnlyChecks=*/true);
  replaceByCopy(F, Copy, Changed, FAM);
  return Changed;
}

static std::optional<Mode> getMode(const Function &F) {
  if (F.isDeclaration() || F.hasOptNone() || F.isPresplitCoroutine())
    return std::nullopt;
  // LoopIdiomRecognize makes no call of these of a loop in them; in a function
  // of another name, as copies have, it would.
  if (is_contained({"memset", "memcpy", "memmove"}, F.getName()))
    return std::nullopt;
  StringRef Value =
      F.getFnAttribute("exception-safe-tiling").getValueAsString();
  if (Value == "naive")
    return Mode::Naive;
  if (Value == "optimized")
    return Mode::Optimized;
  return std::nullopt;
}

/// The run-time function that frees what drivers keep; null if none of them is
/// called, by what was there @p Before, that keeps memory.
static Function *
getFunctionThatFreesKept(Module &M,
                         const SmallPtrSetImpl<GlobalValue *> &Before) {
  Function *Free = M.getFunction("escop.kept_blocks.free");
  const GlobalVariable *Kept = M.getNamedGlobal("escop.kept_blocks.1");
  if (!Free || !Kept || Before.contains(Free))
    return nullptr;
  SmallVector<const User *, 16> Worklist(Kept->users());
  SmallPtrSet<const Function *, 16> Seen;
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    auto *I = dyn_cast<Instruction>(U);
    if (!I) {
      append_range(Worklist, U->users());
      continue;
    }
    const Function *In = I->getFunction();
    if (Before.contains(In))
      return Free;
    if (In != Free && Seen.insert(In).second)
      append_range(Worklist, In->users());
  }
  return nullptr;
}

/// Erase what nothing uses that was not in @p M before: declarations that only
/// erased functions used, such as markers, and what is in the runtime, lest the
/// linker look for what that calls.
static void eraseUnused(Module &M, const SmallPtrSetImpl<GlobalValue *> &Before,
                        FunctionAnalysisManager &FAM) {
  auto IsUnused = [&](GlobalValue &V) {
    if (Before.contains(&V))
      return false;
    V.removeDeadConstantUsers();
    return V.use_empty() && (V.isDeclaration() || V.isDiscardableIfUnused());
  };
  // Where drivers keep memory, it is freed behind all other destructors: these
  // may have nests.
  constexpr int LastDestructor = 101;
  if (Function *Free = getFunctionThatFreesKept(M, Before))
    appendToGlobalDtors(M, Free, LastDestructor);
  bool Erased = true;
  while (std::exchange(Erased, false)) {
    for (Function &F : make_early_inc_range(M))
      if (IsUnused(F)) {
        eraseFunction(&F, FAM);
        Erased = true;
      }
    for (GlobalVariable &GV : make_early_inc_range(M.globals()))
      if (IsUnused(GV)) {
        GV.eraseFromParent();
        Erased = true;
      }
  }
}

PreservedAnalyses ESCoPPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 16> Worklist;
  for (Function &F : M)
    if (getMode(F))
      Worklist.push_back(&F);
  if (Worklist.empty())
    return PreservedAnalyses::all();
  SmallPtrSet<GlobalValue *, 32> Before;
  for (GlobalObject &GO : M.global_objects())
    Before.insert(&GO);
  bool Changed = false;
  {
    HotPaths Paths(FAM);
    PollyResults Results;
    for (Function *F : Worklist) {
      Mode Mo = *getMode(*F);
      Changed |= transformFunction(*F, FAM, Paths, Results, Mo);
      // The work is done; a second run, at link time, is to find nothing to do.
      F->removeFnAttr("exception-safe-tiling");
    }
  }
  if (Changed) {
    for (Function &F : M)
      eraseLoopNumbers(F);
    mergeEqual(M, Before, FAM);
  }
  eraseUnused(M, Before, FAM);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void polly::registerESCoPPasses(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0 && Level != OptimizationLevel::O1)
          MPM.addPass(MathTagPass());
      });
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0 && Level != OptimizationLevel::O1)
          MPM.addPass(ESCoPPass());
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0 && Level != OptimizationLevel::O1)
          MPM.addPass(createModuleToFunctionPassAdaptor(SelectsPass()));
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "polly-escop")
          return false;
        MPM.addPass(ESCoPPass());
        return true;
      });
}
