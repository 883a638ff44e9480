//===- NarrowCounter.cpp - A counter narrower than its end ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is asked of a counter and its uses, and so of its end. What it is asked
// for is in NarrowCounters.cpp.
//
//===----------------------------------------------------------------------===//

#include "NarrowCounter.h"
#include "TripCounts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

BinaryOperator *polly::escop::getSum(User *U, Value *V, const APInt *&By) {
  using namespace PatternMatch;
  return match(U, m_Add(m_Specific(V), m_APInt(By))) ? cast<BinaryOperator>(U)
                                                     : nullptr;
}

const SCEV *NarrowCounter::extend(const SCEV *S, ScalarEvolution &SE) const {
  return IsSigned ? SE.getNoopOrSignExtend(S, End->getType())
                  : SE.getNoopOrZeroExtend(S, End->getType());
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

bool NarrowCounter::isNear(const APInt &By) const {
  return !By.isNegative() && By.getActiveBits() <= By.getBitWidth() / 2 &&
         By.isSignedIntN(Step.getBitWidth());
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
std::optional<NarrowCounter> NarrowCounter::find(const Loop &L,
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

std::optional<NarrowCounter> NarrowCounter::get(const Loop &L,
                                                ScalarEvolution &SE) {
  auto C = find(L, SE);
  if (!C || !C->findUses(SE) || !(C->IsKnown || C->limitEnd(SE)))
    return std::nullopt;
  return C;
}
