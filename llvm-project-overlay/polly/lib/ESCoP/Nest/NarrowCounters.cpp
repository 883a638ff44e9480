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
#include "TripCounts.h"
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

/// A counter that does not go round if its loop's end is small.
struct NarrowCounter {
  const Loop *L;
  /// The counter, and its extension; one of them may be null.
  PHINode *PHI = nullptr, *Wide = nullptr;
  /// What increments it.
  BinaryOperator *Next;
  /// The sum whose extension is compared with the end; null if the sum is. That
  /// is what increments the counter, or is Further than that (`i + 1 < n`). To
  /// the extension Offset is added.
  BinaryOperator *Sum;
  CastInst *Extension;
  bool IsSigned;
  APInt Step, Further, Offset;
  /// The end, and how it is compared with the counter for the loop to continue.
  Value *End;
  ICmpInst *Cmp;
  CmpInst::Predicate Pred;
  /// The bits of the narrowest number that it is used as, without its sign bit;
  /// 0 if it is used as what it is.
  unsigned UsedBits = 0;
  /// What the counter is at least, and what is added to it most where it is
  /// used as that number.
  APInt Least, Farthest;
  /// Whether the counter fits in that whatever the end is; else, what that may
  /// be at most.
  bool IsKnown = false;
  APInt Greatest;
  /// What the end is to be at least: the counter would step over it.
  APInt Smallest;
  /// What increments it once it is widened.
  Instruction *Incremented = nullptr;

  const SCEV *extend(const SCEV *S, ScalarEvolution &SE) const {
    return IsSigned ? SE.getNoopOrSignExtend(S, End->getType())
                    : SE.getNoopOrZeroExtend(S, End->getType());
  }
  const SCEV *getFirst(ScalarEvolution &SE) const;
  const SCEV *getFirstCompared(ScalarEvolution &SE) const;
  bool isNear(const APInt &By) const;
  void findFarthest(Value &V);
  bool findUses(ScalarEvolution &SE);
  bool limitEnd(ScalarEvolution &SE);
  Value *isEndSmall(IRBuilderBase &Builder) const;
  bool isEndSmall(ScalarEvolution &SE) const;
  void replaceTruncated(Instruction *Narrow, Value *By,
                        IRBuilderBase &Builder) const;
  Instruction *widen();
  void simplifySums(Instruction *Narrow, Instruction *V, const LoopInfo &LI,
                    SmallNumbers &Small) const;
  void simplify(const LoopInfo &LI, SmallNumbers &Small);
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
  void version(Loop &L, MutableArrayRef<NarrowCounter> Counters);
  bool versionOutermost(ArrayRef<Loop *> Loops);
  void simplifyBits();

public:
  explicit CounterVersions(FunctionAnalysisManager &FAM) : FAM(FAM) {}
  bool run(Function &F);
};

} // namespace

/// @p U, if it is the sum of @p V and @p By.
static BinaryOperator *getSum(User *U, Value *V, const APInt *&By) {
  using namespace PatternMatch;
  return match(U, m_Add(m_Specific(V), m_APInt(By))) ? cast<BinaryOperator>(U)
                                                     : nullptr;
}

Value *NarrowCounter::isEndSmall(IRBuilderBase &Builder) const {
  if (!Smallest.isZero())
    return Builder.CreateICmpULE(
        Builder.CreateSub(End, Builder.getInt(Smallest)),
        Builder.getInt(Greatest - Smallest));
  return Builder.CreateICmp(CmpInst::isSigned(Pred) ? ICmpInst::ICMP_SLE
                                                    : ICmpInst::ICMP_ULE,
                            End, Builder.getInt(Greatest));
}

bool NarrowCounter::isEndSmall(ScalarEvolution &SE) const {
  const SCEV *S = SE.getSCEV(End);
  if (IsKnown)
    return true;
  if (CmpInst::isSigned(Pred))
    return SE.getSignedRangeMax(S).sle(Greatest);
  return SE.getUnsignedRangeMax(S).ule(Greatest) &&
         SE.getUnsignedRangeMin(S).uge(Smallest);
}

/// Is what is @p By ahead of the counter likely an index, rather than a hash?
bool NarrowCounter::isNear(const APInt &By) const {
  return !By.isNegative() && By.getActiveBits() <= By.getBitWidth() / 2 &&
         By.isSignedIntN(Step.getBitWidth());
}

/// Let @p By be what @p Narrow is the truncation of.
void NarrowCounter::replaceTruncated(Instruction *Narrow, Value *By,
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
Instruction *NarrowCounter::widen() {
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
void NarrowCounter::simplifySums(Instruction *Narrow, Instruction *V,
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
void NarrowCounter::simplify(const LoopInfo &LI, SmallNumbers &Small) {
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

/// Is @p V, of a counter that is truncated, or what is more than that by a
/// number, compared, or an index?
static bool isCompared(User &V, bool IsSum = false) {
  return any_of(V.users(), [&](User *U) {
    const APInt *By;
    return isa<ICmpInst, SExtInst, ZExtInst>(U) ||
           cast<Instruction>(U)->getOpcode() == Instruction::Or ||
           (!IsSum && getSum(U, &V, By) && isCompared(*U, /*IsSum=*/true));
  });
}

/// Find what is added most to the counter where @p V, of it, is used as a
/// number of UsedBits bits: to what it is truncated or extended to, too.
void NarrowCounter::findFarthest(Value &V) {
  auto Find = [&](Value &Of) {
    const APInt *By;
    for (User *U : Of.users())
      if (U != Next && U != Sum &&
          (UsedBits || !is_contained(Cmp->operands(), U)) &&
          getSum(U, &Of, By) && isNear(*By))
        Farthest =
            APIntOps::umax(Farthest, By->zextOrTrunc(Farthest.getBitWidth()));
  };
  Find(V);
  for (User *U : V.users())
    if (isa<TruncInst, ZExtInst, SExtInst>(U))
      Find(*U);
}

/// The bits of a number whose sign bit is asked of @p V, which a counter is
/// part of; otherwise 0.
static unsigned getBitsOfSign(Value *V, unsigned Depth = 2) {
  using namespace PatternMatch;
  for (User *U : V->users()) {
    const APInt *Mask;
    if (match(U, m_And(m_Specific(V), m_APInt(Mask))) && Mask->isPowerOf2())
      return Mask->getActiveBits();
    if (Depth && (cast<Instruction>(U)->getOpcode() == Instruction::Or ||
                  getSum(U, V, Mask)))
      if (unsigned Bits = getBitsOfSign(U, Depth - 1))
        return Bits;
  }
  return 0;
}

/// The bits of the narrowest number that the counter @p V is used as; 0 if it
/// is used as what it is. What is narrower than an int are values, rather than
/// indices.
static unsigned getUsedBits(Value *V) {
  using namespace PatternMatch;
  constexpr unsigned LeastBits = 32;
  unsigned Fewest = 0;
  auto Add = [&](unsigned Bits) {
    if (Bits >= LeastBits && (!Fewest || Bits < Fewest))
      Fewest = Bits;
  };
  for (User *U : V->users()) {
    const APInt *Mask;
    if (auto *Trunc = dyn_cast<TruncInst>(U)) {
      if (!(Trunc->hasNoUnsignedWrap() && Trunc->hasNoSignedWrap()) &&
          isCompared(*Trunc))
        Add(U->getType()->getIntegerBitWidth());
    } else if (match(U, m_And(m_Specific(V), m_APInt(Mask))) && Mask->isMask())
      Add(Mask->getActiveBits());
  }
  Add(getBitsOfSign(V));
  return Fewest;
}

/// Is the counter @p V used as a signed number in @p L, and not known to be
/// none that is negative?
static bool isUsedAsSigned(Value *V, const Loop &L, ScalarEvolution &SE) {
  auto IsSigned = [](const User *U) {
    auto *Cmp = dyn_cast<ICmpInst>(U);
    return isa<SExtInst>(U) || (Cmp && Cmp->isSigned()) ||
           cast<Instruction>(U)->getOpcode() == Instruction::Or;
  };
  return any_of(V->users(),
                [&](User *U) {
                  const APInt *By;
                  return IsSigned(U) ||
                         (getSum(U, V, By) && any_of(U->users(), IsSigned));
                }) &&
         !SE.isKnownNonNegative(SE.applyLoopGuards(SE.getSCEV(V), &L));
}

/// Is @p L not entered if @p V, or what it is the extension of, is 0?
static bool isNotZeroAtEntry(const Loop &L, Value *V, ScalarEvolution &SE) {
  if (auto *Extension = dyn_cast<CastInst>(V))
    V = Extension->getOperand(0);
  return SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_NE, SE.getSCEV(V),
                                     SE.getZero(V->getType()));
}

/// What counts in @p L, and is compared with its end.
static std::optional<NarrowCounter> findCounter(const Loop &L,
                                                ScalarEvolution &SE) {
  using namespace PatternMatch;
  BasicBlock *Latch = L.getLoopLatch(), *Preheader = L.getLoopPreheader();
  auto Condition =
      Latch && Preheader ? getEndCondition(L, Latch) : std::nullopt;
  if (!Condition)
    return std::nullopt;
  auto [Cmp, It, End, Pred] = *Condition;
  if (L.isLoopInvariant(It)) {
    std::swap(It, End);
    Pred = CmpInst::getSwappedPredicate(Pred);
  }
  if (!It->getType()->isIntegerTy() || isa<Constant>(End))
    return std::nullopt;
  NarrowCounter C;
  C.L = &L;
  C.End = End;
  C.Cmp = Cmp;
  C.Pred = Pred;
  std::tie(It, C.Offset) = splitOffset(It);
  C.Extension = dyn_cast<CastInst>(It);
  if (C.Extension && !isa<ZExtInst, SExtInst>(C.Extension))
    return std::nullopt;
  C.IsSigned = C.Extension && isa<SExtInst>(C.Extension);
  C.Sum =
      dyn_cast<BinaryOperator>(C.Extension ? C.Extension->getOperand(0) : It);
  Value *Of, *Counter;
  const APInt *By, *Step;
  if (!C.Sum || !match(C.Sum, m_Add(m_Value(Of), m_APInt(By))))
    return std::nullopt;
  for (PHINode &PHI : L.getHeader()->phis()) {
    Value *Again = PHI.getIncomingValueForBlock(Latch);
    if (&PHI == Of || Again == C.Sum || (Again == Of && !isa<PHINode>(Of)))
      C.PHI = &PHI;
    else if (C.Extension && Again == C.Extension)
      C.Wide = &PHI;
  }
  C.Next =
      C.PHI ? dyn_cast<BinaryOperator>(C.PHI->getIncomingValueForBlock(Latch))
            : C.Sum;
  if (!C.Next || !match(C.Next, m_Add(m_Value(Counter), m_APInt(Step))) ||
      !Step->isStrictlyPositive() ||
      (Counter != C.PHI &&
       !(C.Wide && match(Counter, m_Trunc(m_Specific(C.Wide))))))
    return std::nullopt;
  // That is a counter of what is compared.
  if (C.Next != C.Sum)
    C.Wide = nullptr;
  C.Step = *Step;
  C.Further = Of == C.Next ? *By : *By - *Step;
  if (C.Further.isNegative() || (C.Step + C.Further).isNegative())
    return std::nullopt;
  if (C.Wide && SE.getSCEV(C.Wide->getIncomingValueForBlock(Preheader)) !=
                    C.extend(C.getFirst(SE), SE))
    return std::nullopt;
  return C;
}

/// How the counter begins.
const SCEV *NarrowCounter::getFirst(ScalarEvolution &SE) const {
  const BasicBlock *Preheader = L->getLoopPreheader();
  return PHI ? SE.getSCEV(PHI->getIncomingValueForBlock(Preheader))
             : SE.getTruncateExpr(
                   SE.getSCEV(Wide->getIncomingValueForBlock(Preheader)),
                   Next->getType());
}

/// What is compared before the loop is entered, if it is; null if that may have
/// gone round.
const SCEV *NarrowCounter::getFirstCompared(ScalarEvolution &SE) const {
  const SCEV *First = getFirst(SE), *By = SE.getConstant(Further);
  if (!Further.isZero() &&
      !SE.willNotOverflow(Instruction::Add, IsSigned || CmpInst::isSigned(Pred),
                          First, By))
    return nullptr;
  return SE.getAddExpr(extend(SE.getAddExpr(First, By), SE),
                       SE.getConstant(Offset));
}

/// Find UsedBits, Least, Farthest and IsKnown. \returns whether the counter may
/// go round, or is used as a narrower number.
bool NarrowCounter::findUses(ScalarEvolution &SE) {
  const unsigned Bits = Step.getBitWidth();
  for (Value *V : std::initializer_list<Value *>{PHI, Wide, Next, Extension}) {
    if (!V)
      continue;
    unsigned Of = getUsedBits(V);
    if ((V == PHI || V == Next) && !Of && isUsedAsSigned(V, *L, SE))
      Of = Bits;
    if (Of && Of <= Bits)
      UsedBits = UsedBits ? std::min(UsedBits, Of) : Of;
  }
  if (CmpInst::isSigned(Pred) &&
      !SE.isKnownNonNegative(extend(getFirst(SE), SE)))
    UsedBits = 0;
  auto Fits = [&](Value *V) {
    return SE.getUnsignedRangeMax(SE.applyLoopGuards(SE.getSCEV(V), L))
               .uadd_sat(Farthest)
               .getActiveBits() < UsedBits;
  };
  Least = IsSigned && !UsedBits ? SE.getSignedRangeMin(getFirst(SE))
                                : SE.getUnsignedRangeMin(getFirst(SE));
  Farthest = APInt(Bits, 0);
  for (Value *V : std::initializer_list<Value *>{PHI, Wide, Next, Extension})
    if (V)
      findFarthest(*V);
  IsKnown = UsedBits && !Extension && Fits(PHI) && Fits(Next);
  // A PHI that passes on an extension has no flags of its own.
  return UsedBits ||
         (Extension && (Wide || !isa<SCEVAddRecExpr>(SE.getSCEV(Extension))));
}

/// Is @p L entered only if @p First is below @p End, or what that is extended
/// from, as an unsigned number? An extension is no smaller.
static bool isEnteredBelow(const Loop &L, const SCEV *First, Value *End,
                           ScalarEvolution &SE) {
  auto IsBelow = [&](const SCEV *S, Value *V) {
    return SE.isLoopEntryGuardedByCond(&L, ICmpInst::ICMP_ULT, S,
                                       SE.getSCEV(V));
  };
  auto *Extension = dyn_cast<CastInst>(End);
  if (IsBelow(First, End))
    return true;
  if (!isa_and_nonnull<ZExtInst, SExtInst>(Extension))
    return false;
  Value *Of = Extension->getOperand(0);
  return SE.getUnsignedRangeMax(First).getActiveBits() <=
             Of->getType()->getIntegerBitWidth() &&
         IsBelow(SE.getTruncateExpr(First, Of->getType()), Of);
}

/// Find Greatest. \returns whether there is such an end.
bool NarrowCounter::limitEnd(ScalarEvolution &SE) {
  const unsigned Bits = Step.getBitWidth();
  // The next one behind what is below the end does not go round.
  APInt Last = UsedBits   ? APInt::getSignedMaxValue(UsedBits).zext(Bits)
               : IsSigned ? APInt::getSignedMaxValue(Bits)
                          : APInt::getMaxValue(Bits);
  if (Last.ult(Farthest) || (Last -= Farthest).ult(Step))
    return false;
  Greatest = (Last - (Step - 1)).zext(Offset.getBitWidth()) + Offset;
  Smallest = APInt(Offset.getBitWidth(), 0);
  switch (Pred) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    break;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    --Greatest;
    break;
  case CmpInst::ICMP_NE:
    if (Step.isOne())
      break;
    [[fallthrough]];
  default:
    return false;
  }
  // The first one is not compared in the loop.
  const SCEV *First = getFirst(SE), *By = SE.getConstant(Step + Further);
  const bool MayBeNegative = IsSigned && !UsedBits;
  const bool FirstGoesRound =
      !SE.willNotOverflow(Instruction::Add, MayBeNegative, First, By) ||
      (!MayBeNegative &&
       SE.getUnsignedRangeMax(SE.getAddExpr(First, By)).ugt(Last));
  const bool Counts = Pred != CmpInst::ICMP_NE;
  if (Counts && !FirstGoesRound)
    return true;
  const SCEV *Compared = getFirstCompared(SE);
  if (!Compared)
    return false;
  if ((CmpInst::isRelational(Pred) &&
       SE.isLoopEntryGuardedByCond(L, Pred, Compared, SE.getSCEV(End))) ||
      (!CmpInst::isSigned(Pred) && isEnteredBelow(*L, Compared, End, SE)))
    return true;
  // It is entered with another number than the end, which may be below.
  auto *C = dyn_cast<SCEVConstant>(Compared);
  if (Counts || !C || C->getAPInt().ugt(Greatest) ||
      (!SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_NE, C, SE.getSCEV(End)) &&
       !(C->isZero() && isNotZeroAtEntry(*L, End, SE))))
    return false;
  Smallest = C->getAPInt();
  return true;
}

/// The counter of @p L, if that is narrower than the loop's end, or than what
/// it is used for.
static std::optional<NarrowCounter> getNarrowCounter(const Loop &L,
                                                     ScalarEvolution &SE) {
  auto C = findCounter(L, SE);
  if (!C || !C->findUses(SE) || !(C->IsKnown || C->limitEnd(SE)))
    return std::nullopt;
  return C;
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
void CounterVersions::version(Loop &L,
                              MutableArrayRef<NarrowCounter> Counters) {
  Function &F = *L.getHeader()->getParent();
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  Instruction *At = L.getLoopPreheader()->getTerminator();
  IRBuilder<> Builder(At);
  SmallVector<Value *, 4> AreSmall;
  for (const NarrowCounter &C : Counters)
    if (!C.isEndSmall(SE))
      AreSmall.push_back(C.isEndSmall(Builder));
  BasicBlock *Copy = nullptr;
  if (!AreSmall.empty()) {
    formLCSSARecursively(L, FAM.getResult<DominatorTreeAnalysis>(F), &LI, &SE);
    ValueToValueMapTy VMap;
    remapInstructionsInBlocks(cloneBlocks(L, VMap, ".round"), VMap);
    addExits(L, VMap);
    Copy = cast<BasicBlock>(VMap.lookup(L.getHeader()));
  }
  for (NarrowCounter &C : Counters) {
    Done.insert(C.L->getHeader());
    C.simplify(LI, Small);
    if (!C.UsedBits)
      continue;
    const APInt Last = APInt::getSignedMaxValue(C.UsedBits)
                           .zext(C.Wide->getType()->getIntegerBitWidth());
    Most[C.Incremented] = Last;
    Most[C.Wide] = Last - C.Step.zextOrTrunc(Last.getBitWidth());
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
        auto C = getNarrowCounter(*Sub, SE);
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
