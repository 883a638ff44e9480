//===- GuardResolver.cpp - Guards that do not fire ------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardResolver.h"
#include "polly/ESCoP/Footprint.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

GuardSet GuardResolver::resolve(Value *TripsOfRow, RowGuards::FindOrder Rises) {
  GuardSet Resolved;
  // Simplification may have copied a guard's marker.
  MapVector<unsigned, SmallVector<Instruction *, 1>> Markers;
  for (BasicBlock *BB : Nest.blocks())
    for (Instruction &I : *BB)
      if (isGuardMarker(I))
        Markers[getGuardIndex(I)].push_back(&I);
  RowGuards OfRow(Nest, SE, Builder, Emitter);
  if (TripsOfRow)
    for (auto &[Index, Instances] : Markers)
      if (all_of(Instances, [&](Instruction *Marker) {
            BasicBlock *BB = Marker->getParent();
            return !isConditional(BB,
                                  findBorders(*BB, Nest, DT, SE, Emitter)) &&
                   OfRow.add(Marker->getOperand(0));
          }))
        Resolved.insert(Index);
  for (auto &[Index, Instances] : Markers) {
    if (Resolved.contains(Index))
      continue;
    // What does not resolve it is not to be required.
    auto Before = Emitter.save();
    if (all_of(Instances, [&](Instruction *Marker) {
          BasicBlock *BB = Marker->getParent();
          const Borders Around = findBorders(*BB, Nest, DT, SE, Emitter);
          Value *Never = nullptr;
          if (!isConditional(BB, Around)) {
            BoundsEmitter::Within Some(Emitter, Around.Iterations);
            Never = never(Marker->getOperand(0), true, BB);
          }
          for (auto [Cond, IsTrue] : Around.Invariant)
            if (Never)
              Never = Builder.CreateOr(Never,
                                       IsTrue ? Builder.CreateNot(Cond) : Cond);
          if (Value *NotReached = Never ? neverReached(BB) : nullptr)
            Never = Builder.CreateOr(Never, NotReached);
          // No iteration would be executed.
          if (Never && match(Never, PatternMatch::m_Zero()))
            Never = nullptr;
          if (Never)
            Emitter.require(Never);
          return Never && !Emitter.isVoid();
        }))
      Resolved.insert(Index);
    else
      Emitter.restore(std::move(Before));
  }
  if (TripsOfRow)
    OfRow.require(TripsOfRow, Rises);
  // One that repeats another: `if (i >= rows) …` in each of several accesses.
  GuardSet Repeating;
  for (auto &[Index, Instances] : Markers)
    if (!Resolved.contains(Index) &&
        all_of(Instances, [&](Instruction *Marker) {
          return any_of(Markers, [&](auto &Other) {
            return Resolved.contains(Other.first) &&
                   any_of(Other.second, [&](Instruction *Earlier) {
                     return Earlier->getOperand(0) == Marker->getOperand(0) &&
                            DT.dominates(Earlier, Marker);
                   });
          });
        }))
      Repeating.insert(Index);
  for (unsigned Index : Repeating)
    Resolved.insert(Index);
  return Resolved;
}

bool polly::escop::isOfData(const Value *Cond, ScalarEvolution &SE,
                            function_ref<bool(const Instruction *)> MayChange) {
  if (auto *Cmp = dyn_cast<ICmpInst>(Cond))
    return any_of(Cmp->operands(), [&](Value *Op) {
      return SE.isSCEVable(Op->getType()) &&
             SCEVExprContains(SE.getSCEV(Op), [&](const SCEV *Part) {
               auto *Leaf = dyn_cast<SCEVUnknown>(Part);
               auto *I =
                   Leaf ? dyn_cast<Instruction>(Leaf->getValue()) : nullptr;
               return I && MayChange(I);
             });
    });
  auto *I = dyn_cast<Instruction>(Cond);
  if (!I || !MayChange(I))
    return false;
  // Each part of a disjunction has to be.
  if (I->getType()->isIntegerTy(1) && !isa<PHINode, LoadInst, FCmpInst>(I))
    return all_of(I->operands(), [&](const Value *Op) {
      return isa<Constant>(Op) || isOfData(Op, SE, MayChange);
    });
  return true;
}

/// A guard that is evaluated under a condition on counters might never fire
/// because of it, which its bounds do not tell. That a loop has an iteration is
/// no such condition, nor is what the nest finds in memory: an index is mostly
/// right in the iterations, too, in which it is not used. Of what is @p Around
/// it, its bounds tell.
bool GuardResolver::isConditional(const BasicBlock *BB, const Borders &Around) {
  const Loop *L = LI.getLoopFor(BB);
  auto IsOfNest = [&](const Instruction *I) { return Nest.contains(I); };
  if (DT.dominates(BB, L->getLoopLatch()) || any_of(*L, [&](const Loop *Inner) {
        return PDT.dominates(Inner->getHeader(), BB) ||
               DT.dominates(Inner->getHeader(), BB);
      }))
    return false;
  // The branches on which it depends.
  SmallSetVector<const BasicBlock *, 8> Dependent;
  Dependent.insert(BB);
  for (unsigned Idx = 0; Idx < Dependent.size(); ++Idx) {
    const BasicBlock *At = Dependent[Idx];
    for (const BasicBlock *From : L->blocks()) {
      if (LI.getLoopFor(From)->isLoopExiting(From) ||
          Around.Branches.contains(From) || PDT.dominates(At, From) ||
          none_of(successors(From), [&](const BasicBlock *Succ) {
            return PDT.dominates(At, Succ);
          }))
        continue;
      auto *Br = dyn_cast<BranchInst>(From->getTerminator());
      if (!Br || (!isOfData(Br->getCondition(), SE, IsOfNest) &&
                  !excludesFew(Br->getCondition())))
        return true;
      Dependent.insert(From);
    }
  }
  return false;
}

/// If control comes to @p BB only where arithmetic overflows, or an index is
/// wrong: a run-time condition under which it does not. Loop unswitching leaves
/// `if (overflows) if (any iterations) trap()` of a check in front of an inner
/// loop, and of one that not all of its iterations have two loops.
Value *GuardResolver::neverReached(const BasicBlock *BB) {
  using namespace PatternMatch;
  const Loop *L = LI.getLoopFor(BB);
  if (L != &Nest && DT.dominates(BB, L->getLoopLatch()) &&
      L->getLoopPreheader())
    BB = L->getLoopPreheader();
  const BasicBlock *From = BB->getSinglePredecessor();
  while (From && From->getSingleSuccessor()) {
    BB = From;
    From = BB->getSinglePredecessor();
  }
  Value *Cond;
  BasicBlock *True, *False;
  if (!From || !Nest.contains(From) ||
      !match(From->getTerminator(), m_Br(m_Value(Cond), True, False)) ||
      True == False)
    return nullptr;
  const bool IsTrue = True == BB;
  // That is a loop without iterations.
  if (!isa<ExtractValueInst>(Cond) && PDT.dominates(IsTrue ? False : True, BB))
    return nullptr;
  // What does not tell is not to be required.
  auto Before = Emitter.save();
  Value *Never = never(Cond, IsTrue, From);
  if (Never && !Emitter.isVoid())
    return Never;
  Emitter.restore(std::move(Before));
  return nullptr;
}

/// A condition on counters of which it depends on a few iterations only whether
/// a guard is evaluated: `i != j`. An index is mostly right there, too.
bool GuardResolver::excludesFew(const Value *Cond) {
  auto *Cmp = dyn_cast<ICmpInst>(Cond);
  return Cmp && Cmp->isEquality() && all_of(Cmp->operands(), [&](Value *Op) {
           return SE.isSCEVable(Op->getType()) &&
                  !SE.isLoopInvariant(SE.getSCEV(Op), &Nest);
         });
}

/// Is a part of @p S a counter that counts in fewer bits than the program's?
/// `i % 64 == 0` is {0,+,1} of 6 bits. Or a quotient? Such conditions are
/// most likely true at times.
bool GuardResolver::isPeriodic(const SCEV *S) {
  return SCEVExprContains(S, [&](const SCEV *Part) {
    if (isa<SCEVUDivExpr>(Part))
      return true;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return Rec && SE.getTypeSizeInBits(Rec->getType()) < 32 &&
           none_of(
               Rec->getLoop()->getHeader()->phis(),
               [&](const PHINode &PHI) {
                 return PHI.getType() == Rec->getType();
               });
  });
}

/// If @p Cmp asks whether one bit of a number is set, as whether one of several
/// is negative: that number, the bit, and whether it is set if @p Cmp is true.
static std::optional<std::tuple<Value *, unsigned, bool>>
getBitTest(const ICmpInst &Cmp) {
  using namespace PatternMatch;
  Value *Of = Cmp.getOperand(0);
  const APInt *C, *Bit;
  if (!match(Cmp.getOperand(1), m_APInt(C)))
    return std::nullopt;
  const bool IsPositive =
      Cmp.getPredicate() == ICmpInst::ICMP_SGT && C->isAllOnes();
  if (IsPositive || (Cmp.getPredicate() == ICmpInst::ICMP_SLT && C->isZero()))
    return std::tuple(Of, C->getBitWidth() - 1, !IsPositive);
  if (Cmp.isEquality() && C->isZero() &&
      match(Of, m_And(m_Value(Of), m_Power2(Bit))))
    return std::tuple(Of, Bit->logBase2(),
                      Cmp.getPredicate() == ICmpInst::ICMP_NE);
  return std::nullopt;
}

/// A run-time condition under which @p Bit, which is the sign, is set in none
/// of the numbers that @p V is the disjunction of, or null.
Value *GuardResolver::neverNegative(Value *V, unsigned Bit,
                                    const BasicBlock *At) {
  using namespace PatternMatch;
  Value *A, *B;
  if (match(V, m_Or(m_Value(A), m_Value(B)))) {
    Value *NeverA = neverNegative(A, Bit, At);
    Value *NeverB = NeverA ? neverNegative(B, Bit, At) : nullptr;
    return NeverB ? Emitter.both(NeverA, NeverB) : nullptr;
  }
  const SCEV *Number =
      SE.getTruncateOrNoop(SE.getSCEV(V), Builder.getIntNTy(Bit + 1));
  if (isPeriodic(Number))
    return nullptr;
  return neverHolds(ICmpInst::ICMP_SLT, Number, SE.getZero(Number->getType()),
                    At);
}

/// A run-time condition under which @p Cond is not @p IsTrue in any iteration
/// of the nest in which control comes to @p At, or null.
Value *GuardResolver::never(Value *Cond, bool IsTrue, const BasicBlock *At) {
  using namespace PatternMatch;
  Value *A, *B;
  // The same in all iterations: whether there is an element at all.
  if (auto *I = dyn_cast<Instruction>(Cond); I && !Nest.contains(I))
    return IsTrue ? Builder.CreateNot(Cond) : Cond;
  // Where ScalarEvolution was expanded, of one bit, not is an addition.
  if (match(Cond, m_Not(m_Value(A))) ||
      match(Cond, m_c_Add(m_Value(A), m_AllOnes())))
    return never(A, !IsTrue, At);
  // Of poison, freeze may make either.
  if (match(Cond, m_Freeze(m_Value(A))) &&
      (Cond->hasOneUse() || isGuaranteedNotToBeUndefOrPoison(A)))
    return never(A, IsTrue, At);
  if (match(Cond, m_ExtractValue<1>(m_Value(A))) && isa<WithOverflowInst>(A))
    return IsTrue ? neverOverflows(*cast<WithOverflowInst>(A)) : nullptr;
  if (auto *Cmp = dyn_cast<ICmpInst>(Cond)) {
    if (!SE.isSCEVable(Cmp->getOperand(0)->getType()))
      return nullptr;
    if (auto Test = getBitTest(*Cmp))
      if (auto [Of, Bit, IsSet] = *Test; IsSet == IsTrue)
        return neverNegative(Of, Bit, At);
    // ScalarEvolution knows more of a quotient by a constant.
    for (bool IsLeft : {false, true})
      if (match(Cmp->getOperand(!IsLeft),
                m_ZExtOrSelf(m_CombineOr(m_UDiv(m_Value(), m_Value(A)),
                                         m_SDiv(m_Value(), m_Value(A))))) &&
          !isa<Constant>(A))
        return neverHoldsOfQuotient(*Cmp, IsTrue, IsLeft);
    return neverHolds(IsTrue ? Cmp->getPredicate() : Cmp->getInversePredicate(),
                      SE.getSCEV(Cmp->getOperand(0)),
                      SE.getSCEV(Cmp->getOperand(1)), At);
  }
  bool Or = match(Cond, m_LogicalOr(m_Value(A), m_Value(B)));
  if (!Or && !match(Cond, m_LogicalAnd(m_Value(A), m_Value(B))))
    return nullptr;
  Value *NeverA = never(A, IsTrue, At);
  Value *NeverB = NeverA ? never(B, IsTrue, At) : nullptr;
  if (!NeverB)
    return nullptr;
  return Or == IsTrue ? Emitter.both(NeverA, NeverB)
                      : Builder.CreateOr(NeverA, NeverB);
}

/// What is added to all values of @p S.
static const SCEV *getConstantPart(const SCEV *S, ScalarEvolution &SE) {
  const SCEV *Start = S;
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(Start))
    Start = Rec->getStart();
  if (auto *Sum = dyn_cast<SCEVAddExpr>(Start))
    Start = Sum->getOperand(0);
  return isa<SCEVConstant>(Start) ? Start : SE.getZero(S->getType());
}

/// A run-time condition under which @p L and @p R are never equal, or, unless
/// @p Equal, always; or null.
///
/// They are equal where an integer that is congruent to one of them meets one
/// that is congruent to the other. The other one may be any number: the
/// optimiser knows that a counter from 0 is negative, or exceeds a bound, first
/// where it is equal to one number, which may be the least that there is.
Value *GuardResolver::neverEqual(bool Equal, const SCEV *L, const SCEV *R,
                                 const SCEV *Difference) {
  if (isPeriodic(L) || isPeriodic(R))
    return nullptr;
  const SCEV *S = L;
  APInt To(128, 0);
  if (auto *C = dyn_cast<SCEVConstant>(R)) {
    To = C->getAPInt().sext(128);
  } else {
    // The optimiser makes `k == least - j` of `k + j - 1 overflows`: k + j is
    // the number that does not go round, not k + j - least.
    const SCEV *Constant = getConstantPart(Difference, SE);
    S = SE.getMinusSCEV(Difference, Constant);
    To = -cast<SCEVConstant>(Constant)->getAPInt().sext(128);
  }
  Value *Lo = Emitter.bound(S, false), *Hi = Emitter.bound(S, true);
  if (!Lo || !Hi)
    return nullptr;
  Value *Number = Emitter.constant(To);
  if (!Equal)
    return Emitter.both(Emitter.compare(ICmpInst::ICMP_EQ, Lo, Number),
                        Emitter.compare(ICmpInst::ICMP_EQ, Hi, Number));
  // The numbers that are congruent to it have this distance.
  const APInt Period =
      APInt::getOneBitSet(128, L->getType()->getIntegerBitWidth());
  Value *OneNumber =
      Emitter.both(Emitter.isLess(Emitter.constant(To - Period), Lo),
                   Emitter.isLess(Hi, Emitter.constant(To + Period)));
  return Emitter.both(OneNumber, Builder.CreateOr(Emitter.isLess(Number, Lo),
                                                  Emitter.isLess(Hi, Number)));
}

/// A run-time condition under which `L Pred R`, of unsigned numbers of which @p
/// R is one of the greatest, holds never, or null. The optimiser makes
/// `x - 3 >= -1` of `x == 2`, and of more of several comparisons.
Value *GuardResolver::neverHoldsNearMax(CmpInst::Predicate Pred, const SCEV *L,
                                        APInt R) {
  if (Pred == ICmpInst::ICMP_UGT || Pred == ICmpInst::ICMP_ULE) {
    if (R.isAllOnes())
      return Builder.getInt1(Pred == ICmpInst::ICMP_UGT);
    ++R;
  }
  // Of the integer: it is one from R to -1, where one comparison is enough.
  Value *Lo = Emitter.bound(L, false), *Hi = Emitter.bound(L, true);
  if (!Lo || !Hi)
    return nullptr;
  Value *First = Emitter.constant(R), *Zero = Emitter.constant(0);
  if (Pred == ICmpInst::ICMP_ULT || Pred == ICmpInst::ICMP_ULE)
    return Emitter.both(Emitter.isAtLeast(Lo, First), Emitter.isLess(Hi, Zero));
  const auto [Least, Greatest] = Emitter.getTypeRange(L, /*Signed=*/true);
  Value *IsBeside =
      Builder.CreateOr(Emitter.isAtLeast(Lo, Zero), Emitter.isLess(Hi, First));
  return Emitter.both(IsBeside, Emitter.both(Emitter.isAtLeast(Lo, Least),
                                             Emitter.isAtMost(Hi, Greatest)));
}

/// Is @p S most likely near the greatest unsigned number: -1 - j, or -j, where
/// j counts from 0 or from n? Of j - 1, the first value is not used.
static bool isDifferenceFromMax(const SCEV *S, ScalarEvolution &SE) {
  bool Rises = false;
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    Rises |= SE.isKnownPositive(Rec->getStepRecurrence(SE));
    S = Rec->getStart();
  }
  if (Rises && isa<SCEVConstant>(S))
    return false;
  auto IsNegative = [](const SCEV *Op) {
    auto *Product = dyn_cast<SCEVMulExpr>(Op);
    auto *C = dyn_cast<SCEVConstant>(Product ? Product->getOperand(0) : Op);
    return C && C->getAPInt().isNegative();
  };
  auto *Sum = dyn_cast<SCEVAddExpr>(S);
  return Sum ? all_of(Sum->operands(), IsNegative) : IsNegative(S);
}

/// A run-time condition under which `L Pred R`, of unsigned numbers, holds for
/// none of their values, in any iteration; or null.
Value *GuardResolver::neverHoldsOfAny(CmpInst::Predicate Pred, const SCEV *L,
                                      const SCEV *R) {
  if (ICmpInst::isLT(Pred) || ICmpInst::isLE(Pred)) {
    std::swap(L, R);
    Pred = ICmpInst::getSwappedPredicate(Pred);
  }
  Value *Ok = Builder.getTrue();
  Value *Most = getProgramBounds(L, /*Signed=*/false, Ok).second,
        *Least = getProgramBounds(R, /*Signed=*/false, Ok).first;
  if (!Most || !Least)
    return nullptr;
  return Emitter.both(Ok, Pred == ICmpInst::ICMP_UGT
                              ? Emitter.isAtMost(Most, Least)
                              : Emitter.isLess(Most, Least));
}

/// A run-time condition under which `L Pred R` holds in no iteration of the
/// nest in which control comes to @p At, or null.
Value *GuardResolver::neverHolds(CmpInst::Predicate Pred, const SCEV *L,
                                 const SCEV *R, const BasicBlock *At) {
  if (!L->getType()->isIntegerTy())
    return nullptr;
  unsigned Width = SE.getTypeSizeInBits(L->getType());
  if (Width < 8 || Width > 64)
    return nullptr;
  const SCEV *Difference = SE.getMinusSCEV(L, R);
  if (isa<SCEVCouldNotCompute>(Difference))
    return nullptr;
  if (ICmpInst::isEquality(Pred))
    return neverEqual(Pred == ICmpInst::ICMP_EQ, L, R, Difference);
  if (auto *C = dyn_cast<SCEVConstant>(R);
      C && ICmpInst::isUnsigned(Pred) && C->getAPInt().isNegative())
    return neverHoldsNearMax(Pred, L, C->getAPInt());
  // `n > max - j` asks whether the sum of n and j wraps.
  if (ICmpInst::isUnsigned(Pred) &&
      isDifferenceFromMax(L, SE) != isDifferenceFromMax(R, SE))
    return neverHoldsOfAny(Pred, L, R);
  // The operands and their difference stay in a range in which the program's
  // comparison modulo 2^Width is that of integers.
  const unsigned Bits = std::min(Width - 2, OffsetBits);
  Value *Ok = Builder.getTrue(), *Lo, *Hi;
  for (const SCEV *S : {L, R, Difference}) {
    Lo = Emitter.bound(S, false);
    Hi = Emitter.bound(S, true);
    if (!Lo || !Hi)
      return nullptr;
    unsigned Limit = Bits + (S == Difference);
    int64_t Least = -(1LL << Limit);
    if (ICmpInst::isUnsigned(Pred) && S != Difference) {
      const SCEV *None = SE.getZero(S->getType());
      auto IsGuarded = [&](ICmpInst::Predicate By, const SCEV *A) {
        return SE.isBasicBlockEntryGuardedByCond(At, By, A, None);
      };
      // Behind j != 0, j - 1 is not the first number.
      if (!IsGuarded(ICmpInst::ICMP_SGE, S))
        Least = IsGuarded(ICmpInst::ICMP_NE,
                          SE.getAddExpr(S, SE.getOne(S->getType())))
                    ? -1
                    : 0;
    }
    Ok = Emitter.both(Ok, Emitter.isAtLeast(Lo, Emitter.constant(Least)));
    Ok = Emitter.both(Ok, Emitter.isLess(Hi, Emitter.constant(1LL << Limit)));
  }
  Value *Zero = Emitter.constant(0), *Never;
  switch (ICmpInst::isUnsigned(Pred) ? ICmpInst::getSignedPredicate(Pred)
                                     : Pred) {
  case ICmpInst::ICMP_SLT:
    Never = Emitter.isAtLeast(Lo, Zero);
    break;
  case ICmpInst::ICMP_SLE:
    Never = Emitter.isLess(Zero, Lo);
    break;
  case ICmpInst::ICMP_SGT:
    Never = Emitter.isAtMost(Hi, Zero);
    break;
  case ICmpInst::ICMP_SGE:
    Never = Emitter.isLess(Hi, Zero);
    break;
  default:
    return nullptr;
  }
  return Emitter.both(Ok, Never);
}

/// The least and the greatest number that the program takes @p S for, nulls if
/// they are not known; @p Ok is false where they are not that.
std::pair<Value *, Value *>
GuardResolver::getProgramBounds(const SCEV *S, bool Signed, Value *&Ok) {
  Value *Lo = Emitter.bound(S, false), *Hi = Emitter.bound(S, true);
  if (!Lo || !Hi)
    return {};
  auto [Least, Greatest] = Emitter.getTypeRange(S, Signed);
  if (!Signed) {
    // -1 - j is a large number.
    Value *Zero = Emitter.constant(0);
    Value *Shift =
        Emitter.choose(Emitter.isLess(Hi, Zero),
                       Emitter.add(Greatest, Emitter.constant(1)), Zero);
    Lo = Emitter.add(Lo, Shift);
    Hi = Emitter.add(Hi, Shift);
  }
  Ok = Emitter.both(Ok, Emitter.isAtLeast(Lo, Least));
  Ok = Emitter.both(Ok, Emitter.isAtMost(Hi, Greatest));
  return {Lo, Hi};
}

/// A run-time condition under which @p Cmp, of which one operand is a quotient
/// X / D, is not @p IsTrue in any iteration of the nest, or null. Where 0 <= X
/// and 0 < D,
///
///   S <= X / D  if and only if  S * D <= X.
///
/// So the overflow check of an index, `i > (max - j) / columns`, divides
/// nothing.
Value *GuardResolver::neverHoldsOfQuotient(const ICmpInst &Cmp, bool IsTrue,
                                           bool IsLeft) {
  using namespace PatternMatch;
  CmpInst::Predicate Pred =
      IsTrue ? Cmp.getPredicate() : Cmp.getInversePredicate();
  if (IsLeft)
    Pred = CmpInst::getSwappedPredicate(Pred);
  Value *Other = Cmp.getOperand(IsLeft), *Quotient;
  match(Cmp.getOperand(!IsLeft), m_ZExtOrSelf(m_Value(Quotient)));
  auto *Div = cast<BinaryOperator>(Quotient);
  const SCEV *Divisor = SE.getSCEV(Div->getOperand(1));
  if (ICmpInst::isEquality(Pred) || !SE.isLoopInvariant(Divisor, &Nest) ||
      SE.getTypeSizeInBits(Divisor->getType()) > 64 ||
      SE.getTypeSizeInBits(Other->getType()) > 64)
    return nullptr;
  const bool IsSigned = Div->getOpcode() == Instruction::SDiv;
  Value *Ok = Builder.getTrue();
  Value *D = getProgramBounds(Divisor, IsSigned, Ok).first;
  // What is no negative number is the same quotient in both senses.
  auto [Least, Most] = getProgramBounds(
      SE.getSCEV(Div->getOperand(0)), IsSigned || ICmpInst::isSigned(Pred), Ok);
  auto [Lo, Hi] =
      getProgramBounds(SE.getSCEV(Other), ICmpInst::isSigned(Pred), Ok);
  if (!D || !Least || !Lo)
    return nullptr;
  // With factors of 41 and 66 bits nothing overflows.
  for (Value *Holds : {Emitter.isAtLeast(Least, Emitter.constant(0)),
                       Emitter.isLess(Emitter.constant(0), D),
                       Emitter.isAtMost(D, Emitter.constant(1LL << ParamBits))})
    Ok = Emitter.both(Ok, Holds);
  // S < X / D is S + 1 <= X / D.
  const bool IsStrict = ICmpInst::isLT(Pred) || ICmpInst::isGE(Pred);
  const bool IsLess = ICmpInst::isLT(Pred) || ICmpInst::isLE(Pred);
  Value *S = Emitter.add(IsLess ? Lo : Hi, Emitter.constant(IsStrict));
  Value *Product = Builder.CreateMul(Emitter.widen(S), Emitter.widen(D));
  return Emitter.both(Ok, IsLess ? Emitter.isLess(Most, Product)
                                 : Emitter.isAtMost(Product, Least));
}

/// A run-time condition under which @p Op overflows in no iteration of the
/// nest, or null.
Value *GuardResolver::neverOverflows(const WithOverflowInst &Op) {
  const SCEV *L = SE.getSCEV(Op.getLHS()), *R = SE.getSCEV(Op.getRHS());
  if (SE.getTypeSizeInBits(L->getType()) > 64)
    return nullptr;
  Value *Ok = Builder.getTrue();
  auto [LLo, LHi] = getProgramBounds(L, Op.isSigned(), Ok);
  auto [RLo, RHi] = getProgramBounds(R, Op.isSigned(), Ok);
  if (!LLo || !RLo)
    return nullptr;
  SmallVector<Value *, 4> Results;
  switch (Op.getBinaryOp()) {
  case Instruction::Add:
    Results = {Emitter.add(LLo, RLo), Emitter.add(LHi, RHi)};
    break;
  case Instruction::Sub:
    Results = {Emitter.subtract(LLo, RHi), Emitter.subtract(LHi, RLo)};
    break;
  case Instruction::Mul:
    for (Value *A : {LLo, LHi})
      for (Value *B : {RLo, RHi}) {
        // Of unsigned numbers below 2^63.
        for (Value *V : {A, B})
          Ok = Emitter.both(
              Ok,
              Emitter.isAtMost(
                  V, Emitter.constant(std::numeric_limits<int64_t>::max())));
        Results.push_back(
            Builder.CreateMul(Emitter.widen(A), Emitter.widen(B)));
      }
    break;
  default:
    return nullptr;
  }
  auto [Least, Greatest] = Emitter.getTypeRange(L, Op.isSigned());
  for (Value *V : Results) {
    Ok = Emitter.both(Ok, Emitter.isAtLeast(V, Least));
    Ok = Emitter.both(Ok, Emitter.isAtMost(V, Greatest));
  }
  return Ok;
}
