//===- NarrowCounters.cpp - Counters narrower than their ends -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for (unsigned i = 0; i < v.size(); ++i)          if (bad(v[i])) throw …;
//
// v.size() is a size_t. If it is beyond 2^32 - 1, i goes round until the loop
// is left by the throw, if ever; so that ScalarEvolution knows neither how
// often the loop iterates nor that v[i + 1] is what follows v[i]. Nor does it
// if the counter is used as a number that is narrower, or signed:
//
//   for (size_t i = 0; i < a.rows(); ++i)            a(int row, int column)
//
// It would be told by the end's range. Of a nest with such counters, a copy is
// made for the ends that they do not come to, which is left as it is:
//
//   if (v.size() <= UINT_MAX)
//     for (size_t i = 0; …; i +<nuw> 1) …
//   else
//     for (unsigned i = 0; …; i + 1) …
//
// The first is the nest that is detected: it counts as wide as the end is, what
// the counter is truncated to is the counter, and is not negative. Where the
// end's range is known, or it is another such counter, there is no copy. Where
// the end is computed in the nest, the copy of the inner loop is cold: to come
// there is a guard (Guards.cpp).
//
// A sweep without its borders compares and uses what is ahead of the counter,
// or behind it: `i + 1 < n`, a(i, (int)(j - 1)). That is not to go round, too.
// Where the loop ends at `j != n - 1`, that is to be no less than where it
// begins.
//
// LoopVersioning and the vectoriser's predicates do the same for loops without
// other exits.
//
//===----------------------------------------------------------------------===//

#include "NarrowCounters.h"
#include "NarrowCounter.h"
#include "polly/ESCoP/Nest.h"
#include "polly/ESCoP/Support.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace polly::escop;

/// Of copies whose counters may go round.
static constexpr StringLiteral GoesRound = "escop.goes.round";

bool polly::escop::mayGoRound(const Loop &L) {
  return findOptionMDForLoop(&L, GoesRound);
}

namespace {

/// Numbers, and as many of their bits as may be other than 0.
using SmallNumbers = SmallVector<std::pair<WeakVH, unsigned>, 16>;

/// Counts as wide as the loop's end is.
class WidenedCounter : NarrowCounter {
  /// What increments it.
  Instruction *Incremented = nullptr;

  void replaceTruncated(Instruction *Narrow, Value *By,
                        IRBuilderBase &Builder) const;
  Instruction *widen();
  void simplifySums(Instruction *Narrow, Instruction *V, const LoopInfo &LI,
                    SmallNumbers &Small) const;

public:
  explicit WidenedCounter(const NarrowCounter &Of) : NarrowCounter(Of) {}
  void simplify(const LoopInfo &LI, SmallNumbers &Small);
  void addMost(SmallDenseMap<const Value *, APInt, 8> &Most) const;
};

/// Versions the loops of a function.
class CounterVersions {
  FunctionAnalysisManager &FAM;
  /// Counters, and what they are truncated to.
  SmallNumbers Small;
  /// What counters are at most, and behind their increments.
  SmallDenseMap<const Value *, APInt, 8> Most;
  /// Headers of loops whose counters were widened.
  SmallPtrSet<const BasicBlock *, 8> Done;

  bool isBelow(const Value *End, const APInt &Greatest) const;
  void version(Loop &L, ArrayRef<NarrowCounter> Counters);
  bool versionOutermost(ArrayRef<Loop *> Loops);
  void simplifyBits();

public:
  explicit CounterVersions(FunctionAnalysisManager &FAM) : FAM(FAM) {}
  bool run(Function &F);
};

} // namespace

/// Does @p C not go round?
static Value *isEndSmall(const NarrowCounter &C, IRBuilderBase &Builder) {
  if (!C.Smallest.isZero())
    return Builder.CreateICmpULE(
        Builder.CreateSub(C.End, Builder.getInt(C.Smallest)),
        Builder.getInt(C.Greatest - C.Smallest));
  return Builder.CreateICmp(CmpInst::isSigned(C.Pred) ? ICmpInst::ICMP_SLE
                                                      : ICmpInst::ICMP_ULE,
                            C.End, Builder.getInt(C.Greatest));
}

/// Let @p By be what @p Narrow is the truncation of.
void WidenedCounter::replaceTruncated(Instruction *Narrow, Value *By,
                                      IRBuilderBase &Builder) const {
  auto *Trunc = cast<Instruction>(Builder.CreateTrunc(By, Narrow->getType(), "",
                                                      /*IsNUW=*/!IsSigned,
                                                      /*IsNSW=*/IsSigned));
  // What is erased may be where others are inserted.
  Builder.SetInsertPoint(Trunc);
  for (User *U : make_early_inc_range(Narrow->users()))
    if ((IsSigned ? isa<SExtInst>(U) : isa<ZExtInst>(U)) &&
        U->getType()->getIntegerBitWidth() <=
            By->getType()->getIntegerBitWidth()) {
      U->replaceAllUsesWith(Builder.CreateTrunc(By, U->getType(), "",
                                                /*IsNUW=*/!IsSigned,
                                                /*IsNSW=*/true));
      cast<Instruction>(U)->eraseFromParent();
    }
  Narrow->replaceAllUsesWith(Trunc);
  Narrow->eraseFromParent();
}

/// Count as wide as the loop's end is. \returns what increments the counter.
Instruction *WidenedCounter::widen() {
  BasicBlock *Preheader = L->getLoopPreheader();
  IRBuilder<> Builder(Preheader->getTerminator());
  Type *Ty = Cmp->getOperand(0)->getType();
  // ScalarEvolution does not know that there is a number behind the end.
  if (ICmpInst::isLE(Pred) && !IsKnown) {
    const bool IsEndSigned = CmpInst::isSigned(Pred);
    Value *Behind =
        Builder.CreateAdd(End, ConstantInt::get(Ty, 1), "",
                          /*HasNUW=*/!IsEndSigned, /*HasNSW=*/IsEndSigned);
    if (Cmp->getOperand(1) != End)
      Cmp->swapOperands();
    Cmp->setPredicate(Cmp->getFlippedStrictnessPredicate());
    Cmp->setOperand(1, Behind);
  }
  if (!Extension) {
    for (BinaryOperator *Of : {Next, Sum}) {
      Of->setHasNoUnsignedWrap();
      Of->setHasNoSignedWrap();
    }
    Wide = PHI;
    return Next;
  }
  const bool IsNew = !Wide;
  if (IsNew) {
    // It may begin with a counter that was widened.
    Value *Start = PHI->getIncomingValueForBlock(Preheader);
    auto *Trunc = dyn_cast<TruncInst>(Start);
    Start = Trunc && Trunc->getOperand(0)->getType() == Ty &&
                    (IsSigned ? Trunc->hasNoSignedWrap()
                              : Trunc->hasNoUnsignedWrap())
                ? Trunc->getOperand(0)
                : Builder.CreateIntCast(Start, Ty, IsSigned);
    Builder.SetInsertPoint(PHI);
    Wide = Builder.CreatePHI(Ty, 2);
    Wide->addIncoming(Start, Preheader);
  }
  auto Widen = [&](BinaryOperator *Of, const APInt &By) {
    Builder.SetInsertPoint(Of);
    auto *Widened = cast<Instruction>(Builder.CreateAdd(
        Wide, Builder.getInt(By.zext(Ty->getIntegerBitWidth())), "",
        /*HasNUW=*/!IsSigned, /*HasNSW=*/true));
    // Extension is a user of Sum.
    replaceTruncated(Of, Widened, Builder);
    return Widened;
  };
  if (Sum != Next)
    Widen(Sum, Step + Further);
  Instruction *WideNext = Widen(Next, Step);
  if (IsNew)
    Wide->addIncoming(WideNext, L->getLoopLatch());
  if (PHI) {
    Builder.SetInsertPoint(&*L->getHeader()->getFirstInsertionPt());
    replaceTruncated(PHI, Wide, Builder);
  }
  return WideNext;
}

/// Let @p Wide be what @p Trunc, of it, is extended to, and what is compared.
/// It is the same number if both are taken for signed, or for unsigned ones.
static void widenUsers(Instruction &Trunc, Instruction &Wide, bool AsSigned,
                       bool AsUnsigned, const LoopInfo &LI) {
  for (User *Of : make_early_inc_range(Trunc.users())) {
    auto *Extension = dyn_cast<CastInst>(Of);
    if (isa<SExtInst, ZExtInst>(Of) && Of->getType() == Wide.getType()) {
      if (isa<SExtInst>(Of)
              ? !AsSigned
              : !AsUnsigned && !(AsSigned && Extension->hasNonNeg()))
        continue;
      Of->replaceAllUsesWith(&Wide);
      Extension->eraseFromParent();
      continue;
    }
    // As Extensions.cpp does, also with ends that change.
    auto *With = dyn_cast<ICmpInst>(Of);
    const Loop *In = With ? LI.getLoopFor(With->getParent()) : nullptr;
    if (!In || In->getLoopLatch() == With->getParent() ||
        (With->isUnsigned() && !AsUnsigned) || (With->isSigned() && !AsSigned))
      continue;
    if (With->getOperand(0) != &Trunc)
      With->swapOperands();
    if (With->getOperand(0) != &Trunc || With->getOperand(1) == &Trunc)
      continue;
    IRBuilder<> Builder(With);
    With->setOperand(1,
                     Builder.CreateIntCast(With->getOperand(1), Wide.getType(),
                                           !With->isUnsigned() && AsSigned));
    With->setOperand(0, &Wide);
    With->dropPoisonGeneratingFlags();
  }
}

/// Let sums of @p Narrow, which @p V is truncated to, or is, be sums of @p V.
void WidenedCounter::simplifySums(Instruction *Narrow, Instruction *V,
                                  const LoopInfo &LI,
                                  SmallNumbers &Small) const {
  for (User *U : make_early_inc_range(Narrow->users())) {
    const APInt *Constant;
    BinaryOperator *Of = getSum(U, Narrow, Constant);
    if (!Of ||
        !(isNear(*Constant) || (Constant->isNegative() &&
                                Constant->isSignedIntN(Step.getBitWidth()))))
      continue;
    // Farthest sees to it that it is not too great.
    const APInt First = V == Incremented ? Least + Step : Least;
    const APInt By = Constant->sextOrTrunc(First.getBitWidth());
    bool AsSigned = UsedBits || IsSigned,
         AsUnsigned = !By.isNegative() || First.uge(-By);
    if (IsSigned && !UsedBits) {
      bool Wraps = false;
      if (By.isNegative())
        (void)First.sadd_ov(By, Wraps);
      AsSigned = !Wraps;
      AsUnsigned = false;
    }
    if (!AsSigned && !AsUnsigned)
      continue;
    Instruction *Smaller = Of;
    if (Narrow == V) {
      if (UsedBits)
        Of->setHasNoSignedWrap();
    } else {
      IRBuilder<> Builder(Of);
      auto *Widened = cast<Instruction>(Builder.CreateAdd(
          V, ConstantInt::get(V->getType(), Constant->getSExtValue(), true), "",
          /*HasNUW=*/!Constant->isNegative(), /*HasNSW=*/true));
      Smaller = cast<Instruction>(
          Builder.CreateTrunc(Widened, Of->getType(), "",
                              /*IsNUW=*/AsUnsigned, /*IsNSW=*/AsSigned));
      Of->replaceAllUsesWith(Smaller);
      Of->eraseFromParent();
      widenUsers(*Smaller, *Widened, AsSigned, AsUnsigned, LI);
      if (UsedBits && AsUnsigned)
        Small.push_back({Widened, UsedBits - 1});
    }
    if (UsedBits && AsUnsigned)
      Small.push_back({Smaller, UsedBits - 1});
  }
}

/// Let what the counter is truncated to be the counter. Add to @p Small what is
/// left of that.
void WidenedCounter::simplify(const LoopInfo &LI, SmallNumbers &Small) {
  Incremented = widen();
  for (Instruction *V : {cast<Instruction>(Wide), Incremented}) {
    if (!UsedBits) {
      for (User *U : make_early_inc_range(V->users()))
        if (isa<TruncInst>(U) &&
            U->getType()->getIntegerBitWidth() == Step.getBitWidth())
          simplifySums(cast<Instruction>(U), V, LI, Small);
      continue;
    }
    Small.push_back({V, UsedBits - 1});
    simplifySums(V, V, LI, Small);
    for (User *U : make_early_inc_range(V->users())) {
      using namespace PatternMatch;
      const APInt *Mask;
      if (match(U, m_And(m_Specific(V), m_APInt(Mask))) && Mask->isMask() &&
          Mask->getActiveBits() >= UsedBits) {
        U->replaceAllUsesWith(V);
        cast<Instruction>(U)->eraseFromParent();
        continue;
      }
      auto *Trunc = dyn_cast<TruncInst>(U);
      if (!Trunc || Trunc->getType()->getIntegerBitWidth() < UsedBits)
        continue;
      Trunc->setHasNoUnsignedWrap(true);
      Trunc->setHasNoSignedWrap(true);
      Small.push_back({Trunc, UsedBits - 1});
      widenUsers(*Trunc, *V, /*AsSigned=*/true, /*AsUnsigned=*/true, LI);
      simplifySums(Trunc, V, LI, Small);
    }
  }
}

/// Add to @p Most what it is at most, if that is known, and behind its
/// increment.
void WidenedCounter::addMost(
    SmallDenseMap<const Value *, APInt, 8> &Most) const {
  if (!UsedBits)
    return;
  const APInt Last = APInt::getSignedMaxValue(UsedBits).zext(
      Wide->getType()->getIntegerBitWidth());
  Most[Incremented] = Last;
  Most[Wide] = Last - Step.zextOrTrunc(Last.getBitWidth());
}

/// Decide which bits of counters, and of what is composed of these, are 0, and
/// so whether the numbers are negative.
void CounterVersions::simplifyBits() {
  using namespace PatternMatch;
  SmallDenseMap<const Value *, unsigned, 16> Bits;
  for (const auto &[V, Of] : Small)
    Bits[V] = Of;
  for (unsigned Idx = 0; Idx < Small.size(); ++Idx) {
    Value *V = Small[Idx].first;
    if (!V)
      continue;
    const unsigned Of = Small[Idx].second;
    // What follows is simplified, too, and may be a user.
    for (const WeakVH &U : SmallVector<WeakVH, 8>(V->users())) {
      auto *I = cast_if_present<Instruction>((Value *)U);
      if (!I)
        continue;
      Value *A, *B;
      const APInt *Mask;
      ICmpInst::Predicate Pred;
      if (match(I, m_Or(m_Value(A), m_Value(B)))) {
        if (auto ItA = Bits.find(A), ItB = Bits.find(B);
            ItA != Bits.end() && ItB != Bits.end() && !Bits.contains(I)) {
          Small.push_back({I, std::max(ItA->second, ItB->second)});
          Bits[I] = Small.back().second;
        }
      } else if (match(I, m_And(m_Specific(V), m_APInt(Mask))) &&
                 Mask->countr_zero() >= Of)
        replaceAndRecursivelySimplify(I, Constant::getNullValue(I->getType()));
      else if (match(I, m_ICmp(Pred, m_Specific(V), m_AllOnes())) &&
               Pred == CmpInst::ICMP_SGT)
        replaceAndRecursivelySimplify(I, ConstantInt::getTrue(I->getType()));
      else if (match(I, m_ICmp(Pred, m_Specific(V), m_Zero())) &&
               Pred == CmpInst::ICMP_SLT)
        replaceAndRecursivelySimplify(I, ConstantInt::getFalse(I->getType()));
    }
  }
}

/// Is @p End, of a loop in one that was versioned, @p Greatest at most?
bool CounterVersions::isBelow(const Value *End, const APInt &Greatest) const {
  auto It = Most.find(End);
  return It != Most.end() && It->second.ule(Greatest);
}

/// Let @p L have a copy for ends of @p Counters, of loops in it, that are not
/// small, unless all are.
void CounterVersions::version(Loop &L, ArrayRef<NarrowCounter> Counters) {
  Function &F = *L.getHeader()->getParent();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  Instruction *At = L.getLoopPreheader()->getTerminator();
  IRBuilder<> Builder(At);
  SmallVector<Value *, 4> AreSmall;
  for (const NarrowCounter &C : Counters)
    if (!C.isEndSmall(SE))
      AreSmall.push_back(isEndSmall(C, Builder));
  BasicBlock *Copy = nullptr;
  if (!AreSmall.empty()) {
    formLCSSARecursively(L, FAM.getResult<DominatorTreeAnalysis>(F), &LI, &SE);
    ValueToValueMapTy VMap;
    remapInstructionsInBlocks(cloneBlocks(L, VMap, ".round"), VMap);
    addExits(L, VMap);
    Copy = cast<BasicBlock>(VMap.lookup(L.getHeader()));
  }
  for (const NarrowCounter &C : Counters) {
    Done.insert(C.L->getHeader());
    WidenedCounter Widened(C);
    Widened.simplify(LI, Small);
    Widened.addMost(Most);
  }
  if (Copy) {
    Builder.CreateCondBr(Builder.CreateAnd(AreSmall), L.getHeader(), Copy,
                         MDBuilder(F.getContext()).createLikelyBranchWeights());
    At->eraseFromParent();
  }
  FAM.invalidate(F, PreservedAnalyses::none());
  if (!Copy)
    return;
  for (Loop *Round :
       FAM.getResult<LoopAnalysis>(F).getLoopFor(Copy)->getLoopsInPreorder())
    addStringMetadataToLoop(Round, GoesRound.data());
}

/// Version the outermost of @p Loops, and of the loops in them, in front of
/// which ends of counters are known. \returns whether there is one.
bool CounterVersions::versionOutermost(ArrayRef<Loop *> Loops) {
  for (Loop *L : Loops) {
    if (mayGoRound(*L))
      continue;
    SmallVector<NarrowCounter, 4> Counters;
    // What leaves by its end only is versioned by the vectoriser.
    if (isCopyable(*L) && (!L->isInnermost() || hasAbnormalExit(*L))) {
      auto &SE =
          FAM.getResult<ScalarEvolutionAnalysis>(*L->getHeader()->getParent());
      for (Loop *Sub : L->getLoopsInPreorder()) {
        if (Done.contains(Sub->getHeader()))
          continue;
        auto C = NarrowCounter::get(*Sub, SE);
        if (!C)
          continue;
        if (!C->IsKnown)
          C->IsKnown = C->Smallest.isZero() && isBelow(C->End, C->Greatest);
        if (C->IsKnown || L->isLoopInvariant(C->End))
          Counters.push_back(*C);
      }
    }
    if (!Counters.empty()) {
      version(*L, Counters);
      return true;
    }
    if (versionOutermost(L->getSubLoops()))
      return true;
  }
  return false;
}

bool CounterVersions::run(Function &F) {
  bool Changed = false;
  while (versionOutermost(FAM.getResult<LoopAnalysis>(F).getTopLevelLoops()))
    Changed = true;
  simplifyBits();
  return Changed;
}

void polly::escop::versionNarrowCounters(Function &F,
                                         FunctionAnalysisManager &FAM) {
  if (!CounterVersions(FAM).run(F))
    return;
  FAM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  FAM.invalidate(F, Simplify.run(F, FAM));
}
