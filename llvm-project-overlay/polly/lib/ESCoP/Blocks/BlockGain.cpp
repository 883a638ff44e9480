//===- BlockGain.cpp - Is a block of iterations faster than the nest? -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of the shadow of a block is vectorised, and what it takes then by
// TargetTransformInfo is compared with what the iterations of the nest take.
//
//===----------------------------------------------------------------------===//

#include "BlockShadow.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;
using namespace polly::escop;

/// Are stores to addresses that depend on data, which wait one by one, and
/// their addresses, too, most of the work? Each takes as long as a dozen
/// instructions of the nest: of `a[j[i]] = b[i] + c[j[i]]` with checked indices
/// a block takes 1.2 times as long as the nest, of `a[j[i]] = b[i] + c[i] *
/// d[i]` 0.85.
bool BlockShadow::mostlyScatters() const {
  constexpr unsigned Instructions = 12;
  const unsigned NumScatters =
      count_if(S.Stores, [](const Stream &Of) { return Of.isScatter(); });
  unsigned Work = 0;
  for (const BasicBlock *BB : E.Blocks)
    Work += count_if(*BB, [](const Instruction &I) {
      return !isa<PHINode, GetElementPtrInst, CastInst>(I) &&
             !isWithoutEffect(I);
    });
  return NumScatters && Work <= Instructions * NumScatters;
}

static InstructionCost getThroughput(const BasicBlock &BB,
                                     const TargetTransformInfo &TTI) {
  InstructionCost Cost = 0;
  for (const Instruction &I : BB)
    Cost +=
        TTI.getInstructionCost(&I, TargetTransformInfo::TCK_RecipThroughput);
  return Cost;
}

/// What a block takes of a processor's time by TargetTransformInfo, once it is
/// vectorised in @p Trial.
InstructionCost BlockShadow::getCost(Function &Trial) const {
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(Trial);
  const auto &LI = FAM.getResult<LoopAnalysis>(Trial);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Trial);
  InstructionCost Cost = 0;
  for (const BasicBlock &BB : Trial) {
    const Loop *L = LI.getLoopFor(&BB);
    const unsigned Trips = L ? SE.getSmallConstantTripCount(L) : 1;
    Cost += getThroughput(BB, TTI) * std::max(Trips, 1U);
  }
  return Cost;
}

/// Does an iteration access elements side by side, as the coordinates of a
/// point, so that the standard pipeline makes vectors of these?
static bool accessesSideBySide(const ESCoP &E, ScalarEvolution &SE) {
  constexpr unsigned Most = 32;
  const DataLayout &DL = E.F->getDataLayout();
  SmallVector<Instruction *, Most> Stores;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB)
      if (isa<StoreInst>(I) && Stores.size() < Most)
        Stores.push_back(&I);
  return any_of(Stores, [&](Instruction *A) {
    return any_of(Stores, [&](Instruction *B) {
      auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(
          SE.getSCEV(getPointerOperand(A)), SE.getSCEV(getPointerOperand(B))));
      return Distance && !Distance->isZero() &&
             Distance->getAPInt() ==
                 DL.getTypeStoreSize(getLoadStoreType(B)).getFixedValue();
    });
  });
}

/// How much of the time of each block of the single loop @p L counts, in units
/// of 1 / FullWeight. All ways that stay in the loop are as likely as others.
/// What several conditions in one another lead to is rarely executed, and by a
/// block always: of a search for a root, 30 steps once it is unrolled. What one
/// or two lead to counts: branches that are mispredicted take as long.
static constexpr unsigned FullWeight = 64;
static DenseMap<const BasicBlock *, unsigned> getWeights(Loop &L,
                                                         const LoopInfo &LI) {
  constexpr unsigned LeastInFull = FullWeight / 4;
  DenseMap<const BasicBlock *, double> Frequencies;
  DenseMap<const BasicBlock *, unsigned> Weights;
  Frequencies[L.getHeader()] = FullWeight;
  LoopBlocksRPO Order(&L);
  Order.perform(&LI);
  for (const BasicBlock *BB : Order) {
    const double Frequency = Frequencies.lookup(BB);
    Weights[BB] = Frequency >= LeastInFull
                      ? FullWeight
                      : unsigned(Frequency * FullWeight / LeastInFull);
    auto Stays = [&](const BasicBlock *Succ) { return L.contains(Succ); };
    for (const BasicBlock *Succ : make_filter_range(successors(BB), Stays))
      Frequencies[Succ] += Frequency / count_if(successors(BB), Stays);
  }
  return Weights;
}

/// What an iteration of the nest takes, likewise.
InstructionCost BlockShadow::getCostInNest() const {
  const auto Weights = getWeights(*E.L, FAM.getResult<LoopAnalysis>(*E.F));
  auto GetCost = [&](Function &F,
                     function_ref<const BasicBlock *(const BasicBlock *)> Get) {
    const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
    InstructionCost Cost = 0;
    for (const BasicBlock *BB : E.Blocks)
      Cost += getThroughput(*Get(BB), TTI) * Weights.lookup(BB);
    return Cost / FullWeight;
  };
  const InstructionCost Cost =
      GetCost(*E.F, [](const BasicBlock *BB) { return BB; });
  if (!accessesSideBySide(E, FAM.getResult<ScalarEvolutionAnalysis>(*E.F)))
    return Cost;
  ValueToValueMapTy VMap;
  Function *Copy = CloneFunction(E.F, VMap);
  FunctionPassManager SLP;
  SLP.addPass(SLPVectorizerPass());
  runPasses(*Copy, SLP, FAM);
  const InstructionCost CostOfVectors =
      GetCost(*Copy, [&](const BasicBlock *BB) {
        return cast<BasicBlock>(VMap.lookup(BB));
      });
  eraseFunction(Copy, FAM);
  return std::min(Cost, CostOfVectors);
}

/// Do some of @p Streams step over more than one element between those of
/// theirs? To take every third or fourth element of several vectors, and to put
/// them there even more, takes more shuffles than TargetTransformInfo counts.
static bool stepsFar(ArrayRef<Stream> Streams) {
  return any_of(Streams, [](const Stream &Of) {
    return !Of.isGather() && !Of.isScatter() && Of.I &&
           uint64_t(std::abs(Of.Step)) > 2 * Of.Size;
  });
}

/// Does a block gather elements that lie at a constant distance? Such loads
/// leave iterations to a scalar loop or are gathered, as the vectoriser likes,
/// and TargetTransformInfo takes these gathers for too cheap (two fields of
/// three, AVX-512: 102 of 128, and 1.04 to 1.2 times as long). Gathers that
/// have to be are taken for what the vectoriser takes them for.
bool BlockShadow::gathersNeedlessly(Function &Trial) const {
  auto Gathers = [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::masked_gather;
  };
  const bool HasTo =
      any_of(S.Loads, [](const Stream &Of) { return Of.isGather(); }) &&
      all_of(S.Loads, [](const Stream &Of) {
        return Of.isGather() || !Of.I || uint64_t(std::abs(Of.Step)) <= Of.Size;
      });
  return !HasTo && any_of(instructions(Trial), Gathers);
}

/// Does @p Trial, vectorised, gain? Where vectors are taken for dearer than the
/// nest's scalars they may still gain, which wait for one another; but not if
/// by a third or more: 64-bit comparisons with SSE2, 3 times as long. Where
/// they load from afar, they are to be cheaper by a quarter; where they store
/// so, or gather what lies at a constant distance, by half.
bool BlockShadow::gains(Function &Trial) {
  const InstructionCost Block = getCost(Trial), InNest = getCostInNest() * Size;
  const InstructionCost Most = stepsFar(S.Stores) || gathersNeedlessly(Trial)
                                   ? InNest / 2
                               : stepsFar(S.Loads) ? InNest * 3 / 4
                                                   : InNest * 4 / 3;
  if (!Block.isValid() || !InNest.isValid() || Block >= Most)
    return false;
  const InstructionCost LeastGain = std::max<InstructionCost>(InNest / 8, 1);
  Gain = *std::max(InNest - Block, LeastGain).getValue();
  return true;
}

/// Would the standard pipeline vectorise a block, all of it, so that it gains?
/// It does not unroll loops before it does that, once functions are simplified.
bool BlockShadow::isVectorised() {
  if (any_of(instructions(*Shadow), isWithoutVectors))
    return false;
  ValueToValueMapTy VMap;
  Function *Trial = CloneFunction(Shadow, VMap);
  Trial->getArg(getNumBoundsArgs(E) - 2)
      ->replaceAllUsesWith(ConstantInt::get(I64, Size));
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopVectorizePass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(*Trial, FPM, FAM);
  auto IsVector = [](const Instruction &I) {
    return I.getType()->isVectorTy();
  };
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(*Trial);
  const bool IsVectorised =
      any_of(instructions(*Trial), IsVector) &&
      all_of(LI,
             [&](const Loop *L) {
               return any_of(L->blocks(), [&](const BasicBlock *BB) {
                 return any_of(*BB, IsVector);
               });
             }) &&
      gains(*Trial);
  eraseFunction(Trial, FAM);
  return IsVectorised;
}
