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
#include "polly/ESCoP/Blocks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "polly-escop"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static cl::list<std::string> PrintStages(
    "polly-escop-print", cl::Hidden, cl::CommaSeparated,
    cl::desc(
        "Print the functions of a nest after these stages (marked, shadow, "
        "specialised, optimised, bounds, inspector, driver), or the "
        "function itself (prepared)"));

/// Print @p Fn if the user asked for @p Stage.
static void print(StringRef Stage, const Function *Fn) {
  if (Fn && is_contained(PrintStages, Stage.str()))
    outs() << "; escop: " << Stage << "\n" << *Fn;
}

namespace {

/// Transforms the nests of one function.
class FunctionPipeline {
  Function &F;
  FunctionAnalysisManager &FAM;
  Mode M;
  /// Of the function before it was prepared.
  StockLoops &Stock;
  /// What is to be restored in the end.
  MathCalls &Math;
  /// Headers of loops that have been tried.
  SmallPtrSet<const BasicBlock *, 8> Visited;
  /// Headers of nests that were transformed, and of loops around their drivers.
  SmallPtrSet<const BasicBlock *, 8> Done;
  /// Where nests were transformed.
  SmallPtrSet<const DILocation *, 8> Transformed;
  /// Headers of loops that were declined, and why.
  DenseMap<const BasicBlock *, Reject> Declined;

  std::optional<Reject> plan(const ESCoP &E, Plan &P);
  void finish(const ESCoP &E, const Plan &P, Function &Driver,
              const DriverCounts &Counts);
  bool transformInBlocks(ESCoP &E);
  std::optional<Reject> transform(Loop &L, bool &Rows);
  bool visit(Loop &L);
  void report(const Loop &L, OptimizationRemarkEmitter &ORE);

public:
  FunctionPipeline(Function &F, FunctionAnalysisManager &FAM, Mode M,
                   StockLoops &Stock, MathCalls &Math)
      : F(F), FAM(FAM), M(M), Stock(Stock), Math(Math) {}
  bool run();
};

} // namespace

/// Is what @p M calls @p Name the function of the C library, or one in its
/// place?
static bool isOfLibrary(Module &M, StringRef Name, FunctionType *Ty) {
  GlobalValue *GV = M.getNamedValue(Name);
  auto *Fn = dyn_cast_or_null<Function>(GV);
  return !GV || (Fn && !Fn->hasLocalLinkage() &&
                 (Fn->isDeclaration() || Fn->getFunctionType() == Ty));
}

/// What a speculating driver needs of the platform: see Driver.cpp.
static std::optional<Reason> checkPlatform(Function &F,
                                           FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  // The driver would call the function that it is part of.
  if (is_contained({"malloc", "free", "madvise", "mincore", "syscall"},
                   F.getName()))
    return Reason::NoAllocator;
  Module &Mod = *F.getParent();
  IRBuilder<> Types(F.getContext());
  Type *Ptr = Types.getPtrTy(), *Int = Types.getInt32Ty(),
       *Long = Types.getInt64Ty();
  if (!TLI.has(LibFunc_malloc) || !TLI.has(LibFunc_free) ||
      !isOfLibrary(Mod, "malloc", FunctionType::get(Ptr, {Long}, false)) ||
      !isOfLibrary(Mod, "free",
                   FunctionType::get(Types.getVoidTy(), {Ptr}, false)))
    return Reason::NoAllocator;
  if (!hasErrnoLocation(Mod) ||
      Mod.getDataLayout().getPointerSizeInBits() != 64 ||
      !isOfLibrary(Mod, "madvise",
                   FunctionType::get(Int, {Ptr, Long, Int}, false)) ||
      !isOfLibrary(Mod, "mincore",
                   FunctionType::get(Int, {Ptr, Long, Ptr}, false)) ||
      !isOfLibrary(Mod, "syscall", FunctionType::get(Long, {Long}, true)) ||
      !isOfLibrary(Mod, "__errno_location", FunctionType::get(Ptr, false)))
    return Reason::Platform;
  return std::nullopt;
}

/// Decide how the nest is to stay exact, and build what that takes.
std::optional<Reject> FunctionPipeline::plan(const ESCoP &E, Plan &P) {
  P.M = M;
  const uint64_t MostWork =
      getMostWork(E, FAM.getResult<ScalarEvolutionAnalysis>(F));
  if (MostWork < getLeastWorkOfAny(E))
    return Reject(Reason::NotProfitable, E.NormalExit, "few iterations");
  std::optional<Reason> NoRuntime = checkPlatform(F, FAM);
  P.HasRuntime = !NoRuntime;
  if (NoRuntime && !E.Probed.empty())
    return Reject(*NoRuntime, E.NormalExit);
  std::optional<Reject> NoSpeculate = checkSpeculatable(E);
  bool Reduces = true;
  if (!NoSpeculate && NoRuntime)
    NoSpeculate = Reject(*NoRuntime, E.NormalExit);
  // A checkpoint costs as much as a single loop.
  if (E.Depth < 2)
    NoSpeculate = Reject(Reason::Depth, E.NormalExit);

  for (Scheme S : {Scheme::Inspect, Scheme::Speculate}) {
    bool Inspect = S == Scheme::Inspect;
    if (!Inspect && NoSpeculate)
      break;
    P.S = S;
    P.Chunked = Inspect ? E.Resumes : M == Mode::Optimized;
    // The footprint contains what only guards read. What is known because a
    // guard did not fire does not tell whether it does.
    std::optional<Reject> NoBounds;
    for (bool KeepFacts : {Inspect, false}) {
      Function *Marked = buildShadow(E, P.Chunked, /*Markers=*/true,
                                     /*Speculative=*/!KeepFacts);
      canonicaliseShadow(*Marked, /*ReloadCells=*/true, FAM);
      print("marked", Marked);
      P.FP.emplace();
      NoBounds = computeFootprint(E, *Marked, !Inspect, FAM, *P.FP);
      if (!NoBounds && !Inspect)
        NoBounds = buildCopies(*Marked, *P.FP, FAM);
      eraseFunction(Marked, FAM);
      if (!KeepFacts || P.FP->Resolved.empty())
        break;
      P.FP->erase(FAM);
    }
    GuardSet Resolved = P.FP->Resolved;
    GuardSlice Slice;
    bool Possible;
    if (Inspect) {
      Possible = sliceGuards(E, Resolved, FAM.getResult<LoopAnalysis>(F),
                             FAM.getResult<PostDominatorTreeAnalysis>(F),
                             FAM.getResult<AAManager>(F), Slice);
      // Inspecting costs as much as the reduced guard domain is large.
      Reduces = !Possible || Slice.Depth < E.Depth;
      Possible &= Reduces;
      // The naive policy is for comparison, and has no guards that it could
      // check ahead but the affine ones.
      if (M == Mode::Naive && Slice.Depth)
        Possible = false;
      if (NoBounds && (Slice.NeedsDisjointness || !E.Hoisted.empty() ||
                       !E.Rows.Tables.empty() || E.SetsErrno))
        Possible = false;
    } else {
      NoSpeculate = NoBounds;
      Possible = !NoSpeculate;
    }
    if (!Possible) {
      P.FP->erase(FAM);
      P.FP.reset();
      continue;
    }

    if (NoBounds)
      P.FP.reset();
    else
      print("bounds", P.FP->Bounds);
    // Which of the two forms Polly gains from is not known before.
    std::optional<Reject> NoGain;
    for (bool ReloadCells : {true, false}) {
      P.Shadow = buildShadow(E, P.Chunked, /*Markers=*/!Inspect,
                             /*Speculative=*/!Inspect);
      eraseReadMarkers(*P.Shadow);
      eraseGuardMarkers(*P.Shadow, Resolved);
      bool Reloaded = canonicaliseShadow(*P.Shadow, ReloadCells, FAM);
      print("shadow", P.Shadow);
      if (P.FP)
        P.Shifted = specialiseShadow(E, P.Shadow, *P.FP, P.Chunked,
                                     mayBeginLater(E, P), FAM);
      print("specialised", P.Shadow);
      if (!Inspect)
        if (std::optional<Reject> NotPrivate = decideSharing(E, P, FAM))
          return NotPrivate;
      NoGain = optimiseShadow(E, P, Stock, FAM);
      if (!NoGain || !Reloaded)
        break;
      eraseFunction(P.Shadow, FAM);
      P.Shadow = nullptr;
    }
    if (NoGain)
      return NoGain;
    print("optimised", P.Shadow);
    if (Inspect && Resolved.size() < E.Guards.size())
      P.Inspector = buildInspector(E, Slice, P.Chunked);
    P.InspectorNeedsDisjointness = Slice.NeedsDisjointness;
    print("inspector", P.Inspector);
    if (MostWork < getLeastWork(E, P))
      return Reject(Reason::NotProfitable, E.NormalExit, "few iterations");
    return std::nullopt;
  }
  if (!Reduces && E.Depth > 1)
    return Reject(Reason::NoReduction, E.NormalExit,
                  getReasonText(NoSpeculate->Why).Key);
  return NoSpeculate;
}

/// Transform @p L, or say why not; if @p Rows, with rows at equal distances.
/// \returns whether there are rows, too.
std::optional<Reject> FunctionPipeline::transform(Loop &L, bool &Rows) {
  ESCoP E;
  auto R = detect(L, FAM, E, Rows);
  Rows = !E.Rows.Tables.empty();
  const bool IsDetected = !R;
  Plan P;
  if (IsDetected)
    R = plan(E, P);
  if (R) {
    eraseFunction(P.Shadow, FAM);
    eraseFunction(P.Inspector, FAM);
    if (P.FP)
      P.FP->erase(FAM);
    restoreRows(E);
    // Where nothing gains from the absence of exits, blocks do not, either.
    return IsDetected && R->Why != Reason::NotProfitable && transformInBlocks(E)
               ? std::nullopt
               : R;
  }
  E.Resumes = mayBeginLater(E, P);
  DriverCounts Counts(E);
  Function *Driver = buildDriver(E, P, Counts, FAM);
  SmallVector<Function *, 8> Parts = {Driver, P.Shadow, P.Inspector};
  if (P.FP) {
    Parts.push_back(P.FP->Bounds);
    for (const WriteCopy &C : P.FP->Copies)
      Parts.append({C.Copy, C.Commit});
  }
  for (Function *Part : Parts)
    hideObjects(Part);
  finish(E, P, *Driver, Counts);
  restoreRows(E);
  return std::nullopt;
}

void FunctionPipeline::finish(const ESCoP &E, const Plan &P, Function &Driver,
                              const DriverCounts &Counts) {
  const Loop &L = *E.L;
  print("driver", &Driver);
  reportTransformed(E, P, L.getStartLoc(), *L.getHeader(),
                    FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  Transformed.insert(L.getStartLoc());
  Done.insert(L.getHeader());
  const SplicedNest Spliced = spliceDriver(E, P, Driver, Counts, Math, FAM);
  Done.insert({Spliced.Drive, Spliced.Few});
}

/// Execute the iterations of the single loop @p E in register blocks, if that
/// is possible, and gains.
bool FunctionPipeline::transformInBlocks(ESCoP &E) {
  if (M != Mode::Optimized || !mayUseBlocks(E))
    return false;
  E.Resumes = true;
  DriverCounts Counts(E);
  Plan P;
  P.S = Scheme::Blocks;
  P.O = Optimiser::Plain;
  Function *Driver = nullptr;
  if (buildBlockDriver(E, Counts, FAM, Driver, P.BlockSize))
    return false;
  hideObjects(Driver);
  finish(E, P, *Driver, Counts);
  return true;
}

/// Try @p L, unless it has been tried, or else the loops in it.
/// \returns whether the function was changed.
bool FunctionPipeline::visit(Loop &L) {
  if (Done.contains(L.getHeader()))
    return false;
  if (Visited.insert(L.getHeader()).second) {
    std::optional<Reject> Why;
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    if (any_of(L.getLoopsInPreorder(),
               [&](Loop *Sub) { return hasGuards(*Sub, LI, DT); })) {
      bool Rows = !isObserved(F) && !checkPlatform(F, FAM);
      Why = transform(L, Rows);
      bool None = false;
      if (!Why || (Rows && !transform(L, None)))
        return true;
    } else if (OptimizationRemarkEmitter::allowExtraAnalysis(F, DEBUG_TYPE)) {
      Why = findCallThatMayThrow(L, FAM.getResult<ScalarEvolutionAnalysis>(F));
    }
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

bool FunctionPipeline::run() {
  bool Changed = false;
  // A transformation invalidates the loops, so begin again after each.
  while (any_of(reverse(FAM.getResult<LoopAnalysis>(F)),
                [&](Loop *L) { return visit(*L); }))
    Changed = true;
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  for (const Loop *L : reverse(FAM.getResult<LoopAnalysis>(F)))
    report(*L, ORE);
  return Changed;
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
/// so this is done in a copy, which replaces the body if it was worth it. Checks
/// that were inlined are worth it without a nest.
static bool transformFunction(Function &F, FunctionAnalysisManager &FAM,
                              HotPaths &Paths, Mode M) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  StockLoops Stock(F);
  bool Candidate =
      any_of(LI.getLoopsInPreorder(),
             [&](const Loop *L) { return hasGuards(*L, LI, DT); }) ||
      hasInlinableExit(F, FAM, Paths);
  // Nothing to prepare, only to report; or a copy's blocks would have other
  // addresses, and detection declines.
  if (!Candidate ||
      any_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); })) {
    MathCalls None;
    return FunctionPipeline(F, FAM, M, Stock, None).run();
  }

  ValueToValueMapTy VMap;
  Function *Copy = copyFunction(F, VMap);
  Stock.number(LI, VMap);
  MathCalls Math = prepareFunction(*Copy, FAM, Paths);
  print("prepared", Copy);
  bool Changed = FunctionPipeline(*Copy, FAM, M, Stock, Math).run();
  if (Changed)
    restoreMathCalls(Math);
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
  StringRef Value =
      F.getFnAttribute("exception-safe-tiling").getValueAsString();
  if (Value == "naive")
    return Mode::Naive;
  if (Value == "optimized")
    return Mode::Optimized;
  return std::nullopt;
}

PreservedAnalyses ESCoPPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 16> Worklist;
  SmallPtrSet<Function *, 32> Before;
  for (Function &F : M) {
    Before.insert(&F);
    if (getMode(F))
      Worklist.push_back(&F);
  }
  bool Changed = false;
  {
    HotPaths Paths(FAM);
    for (Function *F : Worklist) {
      Mode Mo = *getMode(*F);
      Changed |= transformFunction(*F, FAM, Paths, Mo);
      // The work is done; a second run, at link time, is to find nothing to do.
      F->removeFnAttr("exception-safe-tiling");
    }
  }
  if (Changed)
    eraseLoopNumbers(M);
  // Declarations that only erased functions used: markers, intrinsics.
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && !Before.contains(&F))
      F.eraseFromParent();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void polly::registerESCoPPasses(PassBuilder &PB) {
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level != OptimizationLevel::O0 && Level != OptimizationLevel::O1)
          MPM.addPass(ESCoPPass());
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
