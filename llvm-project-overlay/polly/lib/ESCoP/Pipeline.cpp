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
//   detect            Detection.cpp   what leaves the nest and crosses its border
//   sliceGuards       Inspect.cpp     what guards depend on
//   buildShadow       Shadow.cpp      the exit-free copy
//   computeFootprint  Footprint.cpp   what chunks access, as run-time bounds
//   specialiseShadow  Specialise.cpp  noalias, chunk-relative bases
//   optimiseShadow    Policy.cpp      Polly or the standard pipeline
//   buildInspector    Inspect.cpp     the guards alone, if inspected
//   buildDriver       Driver.cpp      checks, chunks, checkpoint, rollback
//   spliceDriver      Driver.cpp      the only change of the nest's function
//
// Everything before the last stage works on functions of its own, which are
// erased again if a stage declines.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Pipeline.h"
#include "Diagnostics.h"
#include "polly/ESCoP/ESCoP.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

static cl::list<std::string> PrintStages(
    "polly-escop-print", cl::Hidden, cl::CommaSeparated,
    cl::desc("Print the functions of a nest after these stages (shadow, "
             "specialised, optimised, bounds, inspector, driver)"));

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
  /// Headers of nests that have been dealt with.
  SmallPtrSet<BasicBlock *, 8> Visited;

  std::optional<Reject> plan(const ESCoP &E, Plan &P);
  std::optional<Reject> transform(Loop &L);
  bool visit(Loop &L, std::optional<Reject> &Outermost);

public:
  FunctionPipeline(Function &F, FunctionAnalysisManager &FAM, Mode M)
      : F(F), FAM(FAM), M(M) {}
  bool run();
};

} // namespace

static void erase(Function *Fn, FunctionAnalysisManager &FAM) {
  if (!Fn)
    return;
  FAM.clear(*Fn, Fn->getName());
  Fn->eraseFromParent();
}

/// What a speculating driver needs of the platform: see Driver.cpp.
static std::optional<Reject> checkPlatform(const ESCoP &E,
                                           FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(*E.F);
  if (!TLI.has(LibFunc_malloc) || !TLI.has(LibFunc_free))
    return Reject(Reason::NoAllocator, E.NormalExit);
  Triple T(E.F->getParent()->getTargetTriple());
  if (!T.isOSLinux() || T.isAndroid())
    return Reject(Reason::Platform, E.NormalExit);
  return std::nullopt;
}

/// Decide how the nest is to stay exact, and build what that takes.
std::optional<Reject> FunctionPipeline::plan(const ESCoP &E, Plan &P) {
  P.M = M;
  GuardSlice Slice;
  std::optional<Reject> NoInspect;
  if (M == Mode::Naive)
    NoInspect = Reject(Reason::GuardDependence);
  else
    NoInspect = sliceGuards(E, FAM.getResult<LoopAnalysis>(F),
                            FAM.getResult<PostDominatorTreeAnalysis>(F),
                            FAM.getResult<AAManager>(F), Slice);
  std::optional<Reject> NoRuntime = checkPlatform(E, FAM);
  P.HasRuntime = !NoRuntime;
  std::optional<Reject> NoSpeculate = checkSpeculatable(E);
  if (!NoSpeculate)
    NoSpeculate = NoRuntime;

  // Inspecting costs as much as the reduced guard domain is large.
  bool Reduces = !NoInspect && Slice.Depth < E.Depth;
  for (Scheme S : {Scheme::Inspect, Scheme::Speculate}) {
    bool Inspect = S == Scheme::Inspect;
    if (Inspect ? (NoInspect || !Reduces) : NoSpeculate.has_value())
      continue;
    P.S = S;
    P.Chunked = !Inspect && M == Mode::Optimized;
    P.Shadow = buildShadow(E, P.Chunked, /*Markers=*/!Inspect,
                           /*Speculative=*/!Inspect);
    canonicaliseShadow(*P.Shadow, FAM);
    print("shadow", P.Shadow);
    // The footprint is to contain what only guards read.
    Function *Marked = P.Shadow;
    if (Inspect) {
      Marked = buildShadow(E, P.Chunked, /*Markers=*/true,
                           /*Speculative=*/false);
      canonicaliseShadow(*Marked, FAM);
    }
    P.FP.emplace();
    std::optional<Reject> R = computeFootprint(*Marked, FAM, *P.FP);
    if (Inspect)
      erase(Marked, FAM);
    if (R && (!Inspect || Slice.NeedsDisjointness)) {
      erase(P.Shadow, FAM);
      P.Shadow = nullptr;
      P.FP.reset();
      if (Inspect)
        NoInspect = R;
      else
        NoSpeculate = R;
      continue;
    }
    if (R) {
      P.FP.reset();
    } else {
      print("bounds", P.FP->Bounds);
      P.Shifted = specialiseShadow(E, P.Shadow, *P.FP, P.Chunked, FAM);
    }
    print("specialised", P.Shadow);
    if (auto NoGain = optimiseShadow(E, P, FAM))
      return NoGain;
    print("optimised", P.Shadow);
    if (Inspect)
      P.Inspector = buildInspector(E, Slice);
    print("inspector", P.Inspector);
    return std::nullopt;
  }
  if (NoSpeculate && !NoInspect && !Reduces)
    return Reject(Reason::NoReduction, E.NormalExit,
                  getReasonKey(NoSpeculate->Why));
  return NoSpeculate;
}

std::optional<Reject> FunctionPipeline::transform(Loop &L) {
  ESCoP E;
  if (auto R = detect(L, FAM.getResult<ScalarEvolutionAnalysis>(F),
                      FAM.getResult<DominatorTreeAnalysis>(F), E))
    return R;
  Plan P;
  if (auto R = plan(E, P)) {
    erase(P.Shadow, FAM);
    erase(P.Inspector, FAM);
    if (P.FP)
      erase(P.FP->Bounds, FAM);
    return R;
  }
  Function *Driver = buildDriver(E, P);
  print("driver", Driver);
  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  reportTransformed(E, P, L.getStartLoc(), *L.getHeader(), ORE);
  spliceDriver(E, *Driver, FAM);
  return std::nullopt;
}

/// Try @p L, or else the loops in it. @p Outermost receives why not.
/// \returns whether the function was changed.
bool FunctionPipeline::visit(Loop &L, std::optional<Reject> &Outermost) {
  if (!Visited.insert(L.getHeader()).second)
    return false;
  bool Abnormal = any_of(L.getLoopsInPreorder(),
                         [](Loop *Sub) { return hasAbnormalExit(*Sub); });
  if (!Abnormal)
    return false;
  Outermost = transform(L);
  if (!Outermost)
    return true;
  // A part of the nest may do; only if it does not is the nest reported.
  for (Loop *Sub : L) {
    std::optional<Reject> Ignored;
    // Made now: a transformation invalidates the loops.
    BasicBlock *Header = L.getHeader();
    if (!visit(*Sub, Ignored))
      continue;
    if (const Loop *Again = FAM.getResult<LoopAnalysis>(F).getLoopFor(Header))
      reportRejected(*Again, *Outermost, /*PartTransformed=*/true,
                     FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
    return true;
  }
  return false;
}

bool FunctionPipeline::run() {
  bool Changed = false, Again = true;
  // A transformation invalidates the loops, so begin again after each.
  while (Again) {
    Again = false;
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    for (Loop *L : LI.getLoopsInReverseSiblingPreorder()) {
      if (L->getParentLoop())
        continue;
      std::optional<Reject> Why;
      if (visit(*L, Why)) {
        Changed = Again = true;
        break;
      }
      if (Why)
        reportRejected(*L, *Why, /*PartTransformed=*/false,
                       FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
    }
  }
  return Changed;
}

/// Are all loops of @p F as LoopSimplify leaves them, as far as detection
/// needs?
static bool hasSimpleLoops(const LoopInfo &LI) {
  return all_of(LI.getLoopsInPreorder(), [](const Loop *L) {
    return L->getLoopPreheader() && L->getLoopLatch();
  });
}

/// Put @p To in the place of @p From's body. The functions have one type.
static void moveBody(Function &From, Function &To) {
  for (BasicBlock &BB : To)
    BB.dropAllReferences();
  while (!To.empty())
    To.begin()->eraseFromParent();
  To.splice(To.begin(), &From);
  for (auto [Old, New] : zip(From.args(), To.args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
}

/// Transform the nests of @p F.
///
/// The simplification pipeline leaves some loops without a preheader or with
/// two latches. Simplifying them would change @p F even if all its nests are
/// declined then, so this is done in a copy, which replaces the body if it was
/// worth it.
static bool transformFunction(Function &F, FunctionAnalysisManager &FAM,
                              Mode M) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  if (none_of(LI.getLoopsInPreorder(),
              [](const Loop *L) { return hasAbnormalExit(*L); }))
    return false;
  if (hasSimpleLoops(LI) ||
      any_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return FunctionPipeline(F, FAM, M).run();

  Function *Copy = Function::Create(F.getFunctionType(), F.getLinkage(),
                                    F.getAddressSpace());
  ValueToValueMapTy VMap;
  for (auto [Old, New] : zip(F.args(), Copy->args()))
    VMap[&Old] = &New;
  // Its instructions will be F's.
  if (DISubprogram *SP = F.getSubprogram())
    VMap.MD()[SP].reset(SP);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Copy, &F, VMap, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  F.getParent()->getFunctionList().push_back(Copy);
  Copy->takeName(&F);
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  FAM.invalidate(*Copy, Simplify.run(*Copy, FAM));
  bool Changed = FunctionPipeline(*Copy, FAM, M).run();
  Copy->setSubprogram(nullptr);
  FAM.clear(*Copy, Copy->getName());
  F.takeName(Copy);
  if (Changed) {
    moveBody(*Copy, F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
  Copy->eraseFromParent();
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
  for (Function *F : Worklist) {
    Mode Mo = *getMode(*F);
    Changed |= transformFunction(*F, FAM, Mo);
    // The work is done; a second run, at link time, is to find nothing to do.
    F->removeFnAttr("exception-safe-tiling");
  }
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
