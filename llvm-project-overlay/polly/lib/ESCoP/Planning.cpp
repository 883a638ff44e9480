//===- Planning.cpp - How a nest is to stay exact -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schemes are tried in the order of what they cost: guards are inspected
// ahead, or iterations are speculated and rolled back. For each, bounds of what
// chunks access are computed, and a shadow is built and optimised. A scheme
// that is not possible leaves nothing behind; one that is possible and gains
// nothing ends the search, as the next costs more.
//
//===----------------------------------------------------------------------===//

#include "Planning.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly;
using namespace polly::escop;

/// Is what @p M calls @p Name the function of the C library, or one in its
/// place?
static bool isOfLibrary(Module &M, StringRef Name, FunctionType *Ty) {
  GlobalValue *GV = M.getNamedValue(Name);
  auto *Fn = dyn_cast_or_null<Function>(GV);
  return !GV || (Fn && !Fn->hasLocalLinkage() &&
                 (Fn->isDeclaration() || Fn->getFunctionType() == Ty));
}

std::optional<Reason>
polly::escop::checkPlatform(Function &F, FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  // The driver would call the function that it is part of.
  if (is_contained(
          {"malloc", "calloc", "free", "madvise", "mincore", "syscall"},
          F.getName()))
    return Reason::NoAllocator;
  Module &Mod = *F.getParent();
  IRBuilder<> Types(F.getContext());
  Type *Ptr = Types.getPtrTy(), *Int = Types.getInt32Ty(),
       *Long = Types.getInt64Ty();
  if (!TLI.has(LibFunc_malloc) || !TLI.has(LibFunc_free) ||
      !isOfLibrary(Mod, "malloc", FunctionType::get(Ptr, {Long}, false)) ||
      !isOfLibrary(Mod, "calloc",
                   FunctionType::get(Ptr, {Long, Long}, false)) ||
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

namespace {

/// Fills a plan.
class Planner {
  const ESCoP &E;
  Function &F;
  const Mode M;
  StockLoops &Stock;
  PollyResults &Results;
  FunctionAnalysisManager &FAM;
  Plan &P;
  std::optional<Reason> NoRuntime;
  /// Whether the guards depend on fewer loops than the nest has.
  bool Reduces = true;
  GuardSlice Slice;

  bool inspects() const { return P.S == Scheme::Inspect; }
  std::optional<Reject> checkSpeculate() const;
  std::optional<Reject> bound();
  bool canInspect(const std::optional<Reject> &NoBounds);
  std::optional<Reject> buildShadowThatGains(const GuardSet &Resolved);
  std::optional<Reject> build(const GuardSet &Resolved);

public:
  Planner(const ESCoP &E, Mode M, StockLoops &Stock, PollyResults &Results,
          FunctionAnalysisManager &FAM, Plan &P)
      : E(E), F(*E.F), M(M), Stock(Stock), Results(Results), FAM(FAM), P(P) {}
  std::optional<Reject> plan();
};

} // namespace

/// May the nest be speculated, as far as its instructions tell?
std::optional<Reject> Planner::checkSpeculate() const {
  // A checkpoint costs as much as a single loop.
  if (E.Depth < 2)
    return Reject(Reason::Depth, E.NormalExit);
  if (std::optional<Reject> R = checkSpeculatable(E))
    return R;
  if (NoRuntime)
    return Reject(*NoRuntime, E.NormalExit);
  return std::nullopt;
}

/// Bound what chunks access: P.FP, which holds the guards that are resolved
/// also if there are no bounds.
std::optional<Reject> Planner::bound() {
  std::optional<Reject> NoBounds;
  // The footprint contains what only guards read. What is known because a
  // guard did not fire does not tell whether it does.
  for (bool KeepFacts : {inspects(), false}) {
    Function *Marked = buildShadow(E, P.Chunked, /*Markers=*/true,
                                   /*Speculative=*/!KeepFacts);
    canonicaliseShadow(*Marked, /*ReloadCells=*/true, FAM);
    printStage("marked", Marked);
    P.FP.emplace();
    NoBounds = computeFootprint(
        E, *Marked, inspects() ? Execution::OfNest : Execution::Speculative,
        FAM, *P.FP);
    if (!NoBounds && !inspects()) {
      extendSubscripts(E, *Marked, FAM);
      NoBounds = buildCopies(*Marked, *P.FP, FAM);
    }
    eraseFunction(Marked, FAM);
    if (!KeepFacts || P.FP->Resolved.empty())
      break;
    P.FP->erase(FAM);
  }
  return NoBounds;
}

bool Planner::canInspect(const std::optional<Reject> &NoBounds) {
  if (!sliceGuards(E, P.FP->Resolved, FAM.getResult<LoopAnalysis>(F),
                   FAM.getResult<PostDominatorTreeAnalysis>(F),
                   FAM.getResult<AAManager>(F), Slice))
    return false;
  // Inspecting costs as much as the reduced guard domain is large.
  Reduces = Slice.Depth < E.Depth;
  if (!Reduces)
    return false;
  // The naive policy is for comparison, and has no guards that it could check
  // ahead but the affine ones.
  if (M == Mode::Naive && Slice.Depth)
    return false;
  return !NoBounds || !(Slice.NeedsDisjointness || !E.Hoisted.empty() ||
                        !E.Rows.Tables.empty() || E.SetsErrno);
}

std::optional<Reject> Planner::buildShadowThatGains(const GuardSet &Resolved) {
  std::optional<Reject> NoGain;
  // Which of the two forms Polly gains from is not known before.
  for (bool ReloadCells : {true, false}) {
    P.Shadow = buildShadow(E, P.Chunked, /*Markers=*/!inspects(),
                           /*Speculative=*/!inspects());
    eraseReadMarkers(*P.Shadow);
    eraseGuardMarkers(*P.Shadow, Resolved);
    expandOverflows(*P.Shadow, FAM);
    bool Reloaded = canonicaliseShadow(*P.Shadow, ReloadCells, FAM);
    printStage("shadow", P.Shadow);
    if (P.FP)
      P.Shifted = specialiseShadow(E, P.Shadow, *P.FP, P.Chunked,
                                   mayBeginLater(E, P), FAM);
    printStage("specialised", P.Shadow);
    if (!inspects())
      if (std::optional<Reject> NotPrivate = decideSharing(E, P, FAM))
        return NotPrivate;
    NoGain = optimiseShadow(E, P, Stock, Results, FAM);
    // Without guards to get rid of there is less to gain by a second attempt.
    if (!NoGain || !Reloaded || E.Guards.empty())
      break;
    eraseShadow(P.Shadow, FAM);
    P.Shadow = nullptr;
  }
  return NoGain;
}

/// Build the functions of the scheme, which is possible.
std::optional<Reject> Planner::build(const GuardSet &Resolved) {
  if (P.FP)
    printStage("bounds", P.FP->Bounds);
  if (std::optional<Reject> NoGain = buildShadowThatGains(Resolved))
    return NoGain;
  decideRowCopies(E, P, FAM);
  printStage("optimised", P.Shadow);
  if (inspects()) {
    if (Resolved.size() < E.Guards.size())
      P.Inspector = buildInspector(E, Slice, P.Chunked);
    P.InspectorNeedsDisjointness = Slice.NeedsDisjointness;
  }
  printStage("inspector", P.Inspector);
  return std::nullopt;
}

std::optional<Reject> Planner::plan() {
  P.M = M;
  if (E.EndsElsewhere)
    return Reject(Reason::LoopForm, E.NormalExit);
  const Reject Few(Reason::NotProfitable, E.NormalExit, "few iterations");
  const uint64_t MostWork =
      getMostWork(E, FAM.getResult<ScalarEvolutionAnalysis>(F));
  if (MostWork < getLeastWorkOfAny(E))
    return Few;
  NoRuntime = checkPlatform(F, FAM);
  P.HasRuntime = !NoRuntime;
  if (NoRuntime && !E.Probed.empty())
    return Reject(*NoRuntime, E.NormalExit);
  std::optional<Reject> NoSpeculate = checkSpeculate();

  for (Scheme S : {Scheme::Inspect, Scheme::Speculate}) {
    P.S = S;
    if (!inspects() && NoSpeculate)
      break;
    P.Chunked = inspects() ? mayBeginLater(E, P) : M == Mode::Optimized;
    std::optional<Reject> NoBounds = bound();
    if (!inspects())
      NoSpeculate = NoBounds;
    if (inspects() ? canInspect(NoBounds) : !NoBounds) {
      const GuardSet Resolved = P.FP->Resolved;
      if (NoBounds)
        P.FP.reset();
      if (std::optional<Reject> R = build(Resolved))
        return R;
      if (MostWork < getLeastWork(E, P))
        return Few;
      return std::nullopt;
    }
    P.FP->erase(FAM);
    P.FP.reset();
  }
  if (!Reduces && E.Depth > 1)
    return Reject(Reason::NoReduction, E.NormalExit,
                  getReasonText(NoSpeculate->Why).Key);
  return NoSpeculate;
}

std::optional<Reject> polly::escop::planNest(const ESCoP &E, Mode M,
                                             StockLoops &Stock,
                                             PollyResults &Results,
                                             FunctionAnalysisManager &FAM,
                                             Plan &P) {
  return Planner(E, M, Stock, Results, FAM, P).plan();
}

/// Has an innermost loop guards that are resolved and others? Without the
/// former, register blocks do less.
static bool leavesGuardsToBlocks(const ESCoP &E, LoopInfo &LI,
                                 function_ref<bool(unsigned)> IsResolved) {
  SmallPtrSet<const Loop *, 4> Some[2];
  for (auto [Idx, G] : enumerate(E.Guards)) {
    const Loop *L = LI.getLoopFor(G.Branch->getParent());
    Some[IsResolved(Idx)].insert(L->isInnermost() ? L : nullptr);
  }
  return any_of(Some[0], [&](const Loop *L) { return L && Some[1].count(L); });
}

/// Does the nest gain if it is executed in order @p For, without the guards
/// that
/// @p P resolves?
static bool gainsInOrder(const ESCoP &E, OrderedFor For, const Plan &P,
                         Function &Marked, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(*E.F);
  GuardSet Resolved = P.FP->Resolved;
  const unsigned NumResolved = Resolved.size();
  if (For == OrderedFor::Blocks)
    return leavesGuardsToBlocks(
        E, LI, [&](unsigned Idx) { return Resolved.count(Idx); });
  if (executesInOrder())
    return true;
  if (For == OrderedFor::Row)
    return savesGuards(E, For, LI, Resolved) &&
           areAskedFast(E, NumResolved, *P.FP->Bounds);
  if (For == OrderedFor::Nest &&
      handsOnRecurrence(Marked, P.FP->StoresToAnywhere, FAM))
    return true;
  for (unsigned Idx : findGuardsOfRows(Marked, FAM))
    Resolved.insert(Idx);
  // If all guards of a nest are resolved, it was tried without.
  const bool MayGain = For == OrderedFor::Rows
                           ? Resolved.size() > NumResolved
                           : NumResolved < E.Guards.size() &&
                                 (E.Depth > 1 || !E.L->getParentLoop());
  return MayGain && savesGuards(E, For, LI, Resolved);
}

/// Let it be known of the arguments of @p Marked what is known of what an
/// ordered copy begins with: what is not to be asked is not.
static void restrictToStart(const ESCoP &E, Function &Marked) {
  const DataLayout &DL = E.F->getDataLayout();
  auto Restrict = [&](unsigned Idx, const Value *V) {
    if (!V->getType()->isIntegerTy())
      return;
    const unsigned Width = V->getType()->getIntegerBitWidth(),
                   Bits = ComputeMaxSignificantBits(V, DL);
    if (Bits == Width)
      return;
    // A frozen value may be any number.
    Marked.removeParamAttr(Idx, Attribute::NoUndef);
    restrictRange(*Marked.getArg(Idx),
                  ConstantRange(APInt::getSignedMinValue(Bits).sext(Width),
                                APInt::getOneBitSet(Width, Bits - 1)));
  };
  for (auto [Idx, V] : enumerate(E.LiveIns))
    Restrict(Idx, V);
  const unsigned NumLiveIns = E.LiveIns.size();
  for (auto [Idx, PHI] : enumerate(E.State))
    Restrict(NumLiveIns + Idx, E.getStart(PHI));
}

/// Does @p PHI, of a block of @p E, have another value where control comes back
/// from behind a guard?
static bool differsBehindGuards(const ESCoP &E, const PHINode &PHI) {
  const Value *Within = nullptr;
  auto ComesBack = [&](BasicBlock *From) {
    return E.L->contains(From) &&
           (!E.Blocks.contains(From) || any_of(E.Guards, [&](const Guard &G) {
             return G.Branch->getParent() == From &&
                    G.getExit() == PHI.getParent();
           }));
  };
  for (auto [From, V] : zip(PHI.blocks(), PHI.incoming_values()))
    if (!ComesBack(From))
      Within = V;
  return any_of(zip(PHI.blocks(), PHI.incoming_values()), [&](auto Incoming) {
    auto [From, V] = Incoming;
    return ComesBack(From) && V != Within;
  });
}

/// What bounds of @p E, of which @p Resolved are resolved, may follow from, or
/// what is taken for known, although it may be another behind a guard that
/// fires, and comes back to the nest; null if there is nothing. Bounds are
/// those of a nest that is left there. What floating-point numbers, or memory,
/// are does not matter.
static const Instruction *findOtherBehindGuards(const ESCoP &E,
                                                const GuardSet &Resolved) {
  SmallSetVector<const Instruction *, 16> Others;
  for (BasicBlock *BB : E.Blocks)
    for (const PHINode &PHI : BB->phis())
      if (differsBehindGuards(E, PHI))
        Others.insert(&PHI);
  auto IsUnresolved = [&](const Instruction *I) {
    return any_of(enumerate(E.Guards), [&](const auto &G) {
      return G.value().Branch == I && !Resolved.contains(G.index());
    });
  };
  for (unsigned Idx = 0; Idx < Others.size(); ++Idx) {
    const Instruction *Other = Others[Idx];
    if (E.isHoisted(Other))
      return Other;
    for (const User *U : Other->users()) {
      auto *I = cast<Instruction>(U);
      if (!E.contains(I) || isa<FCmpInst>(I) || IsUnresolved(I))
        continue;
      if (I->isTerminator() || getLoadStorePointerOperand(I) == Other)
        return I;
      if (!isa<StoreInst>(I))
        Others.insert(I);
    }
  }
  return nullptr;
}

std::optional<Reject> polly::escop::planOrdered(const ESCoP &E, OrderedFor For,
                                                FunctionAnalysisManager &FAM,
                                                Plan &P) {
  Function &F = *E.F;
  P.S = Scheme::Ordered;
  P.O = Optimiser::Plain;
  const Reject NoGain(Reason::NotProfitable, E.NormalExit);
  P.IsRow = For == OrderedFor::Row;
  if (E.Guards.empty())
    return NoGain;
  if (!E.Probed.empty())
    if (std::optional<Reason> NoRuntime = checkPlatform(F, FAM))
      return Reject(*NoRuntime, E.NormalExit);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  if (For == OrderedFor::Blocks &&
      !leavesGuardsToBlocks(E, LI, [&](unsigned Idx) {
        return !isOfData(
            E.Guards[Idx].Branch->getCondition(), SE, [&](auto *I) {
              return E.contains(I) && !E.isHoisted(I);
            });
      }))
    return NoGain;
  // What is behind an edge that comes back to the nest may change what is taken
  // for known.
  for (BasicBlock *BB : E.L->blocks())
    if (!E.Blocks.contains(BB))
      for (const Instruction &I : *BB)
        if (I.mayHaveSideEffects())
          return Reject(Reason::InnerExit, &I);
  // Facts that follow from a guard do not tell whether it fires.
  Function *Marked = buildShadow(E, /*Chunked=*/false, /*Markers=*/true,
                                 /*Speculative=*/true);
  if (P.IsRow)
    restrictToStart(E, *Marked);
  canonicaliseShadow(*Marked, /*ReloadCells=*/false, FAM);
  P.FP.emplace();
  std::optional<Reject> R = computeFootprint(
      E, *Marked, P.IsRow ? Execution::OfRow : Execution::InOrder, FAM, *P.FP);
  if (const Instruction *Other =
          R ? nullptr : findOtherBehindGuards(E, P.FP->Resolved))
    R = Reject(Reason::InnerExit, Other);
  if (!R && E.EndsElsewhere && any_of(P.FP->Resolved, [&](unsigned Idx) {
        return endsSearch(E.Guards[Idx]);
      }))
    R = NoGain;
  if (!R && !P.FP->LoadsFromAnywhere)
    extendSubscripts(E, *Marked, FAM);
  if (!R && !gainsInOrder(E, For, P, *Marked, FAM))
    R = NoGain;
  eraseFunction(Marked, FAM);
  // There is never more of it than getMostWork.
  if (!R &&
      SE.getUnsignedRangeMax(getGainingWork(E, P, SE)).ult(getLeastWork(E, P)))
    R = Reject(Reason::NotProfitable, E.NormalExit, "few iterations");
  return R;
}

void polly::escop::erasePlan(Plan &P, FunctionAnalysisManager &FAM) {
  eraseShadow(P.Shadow, FAM);
  eraseFunction(P.Inspector, FAM);
  if (P.FP)
    P.FP->erase(FAM);
}
