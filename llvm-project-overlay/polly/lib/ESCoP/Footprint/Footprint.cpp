//===- Footprint.cpp - What the iterations of a chunk access --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each array (all accesses with one base pointer) of a shadow, a run-time
// function computes the interval of addresses that the next N iterations of the
// outermost loop access, and the interval that they write:
//
//   for (i = i0; i < i0 + N; ++i)     C: [C + 8*M*i0, C + 8*M*(i0 + N))
//     for (j = 0; j < M; ++j)
//       C[i*M + j] += B[j];           B: [B, B + 8*M)
//
// What they are for:
//  - *Disjointness*: arrays of which one is written do not overlap, so the
//    shadow's array arguments may be `noalias`.
//  - *Validity*: a speculative iteration may leave the object or hit a page
//    that is not there. The driver probes the intervals.
//  - *The checkpoint*: the buffer is laid out as the interval written.
//  - *Affine guards*: whether a check such as `j < columns` can fire at all. It
//    is a bound of an affine expression, too, so one comparison in front of the
//    nest resolves it for all iterations, and it leaves the nest.
//
// Why disjointness has to be checked even for arrays that are known to be
// different objects: the iterations behind the throw may leave one object and
// reach another. If a compiler that takes them for disjoint moves such a write
// before a guard's read, the guard may not fire, and nothing is rolled back.
//
// Method. An address is base + offset, the offset an affine recurrence
// {start,+,step} of the loops around it (ScalarEvolution). Over one loop its
// extrema are at the first and the last iteration; both are functions of the
// outer loops, so loops are eliminated from the innermost to the outermost.
// Substituting the last iteration symbolically before the outer loops are
// bounded keeps triangular nests exact: {i,+,1} over n-1-i iterations ends at
// n-1, where interval arithmetic would find 2n-2.
//
// A quotient x / c grows with x. The remainder x % c is x - c * (x / c), which
// in parts would be bounded by x alone, or, if c is a power of two, a number of
// few bits that wraps; both are known to be in [0, c).
//
// Arithmetic. The program computes modulo 2^64, intervals need integers. So
// they are computed in 128 bits from parameters that are checked to be below
// 2^40 in magnitude, and must end up below 2^46; where 128 bits might overflow
// in between, the operands are checked, too. Modulo 2^64 the expressions are
// the program's; if the integers stay in range, none of the program's addresses
// wraps.
//
// Limits: intervals are supersets of the exact footprint (columns, triangles). What
// a chunk writes is known exactly, by a function that comes to each element:
// Checkpoint.cpp.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Footprint.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// Offsets beyond 2^46 are not vouched for (user address spaces have 47 bits).
static constexpr unsigned OffsetBits = 46;
/// Numbers of no more bits may wrap: the subscript of a ring buffer.
static constexpr unsigned MaxWrappingBits = 16;
/// After fewer iterations than two to the power of this, a subscript does not
/// wrap.
static constexpr unsigned MinHeadroomBits = 4;

namespace {

/// May the divisor of @p S be 0 in front of a guard behind which it is not?
/// Who asks ScalarEvolution is told what holds there.
bool mayDivideByZeroAhead(const SCEV *S) {
  auto *Div = dyn_cast<SCEVUDivExpr>(S);
  if (!Div)
    return false;
  auto IsNot0 = [](const SCEV *S) {
    auto *C = dyn_cast<SCEVConstant>(S);
    return C && !C->isZero();
  };
  const SCEV *Divisor = Div->getRHS();
  auto *Max = dyn_cast<SCEVUMaxExpr>(Divisor);
  return !IsNot0(Divisor) && !(Max && any_of(Max->operands(), IsNot0));
}

/// An access: its address and size. Memory intrinsics have two.
struct Access {
  Instruction *I;
  Value *Ptr;
  Value *Size; // In bytes.
  bool IsWrite;
};

/// Emits the bounds of affine expressions at one point in front of a nest.
class BoundsEmitter {
  ScalarEvolution &SE;
  const Loop *Nest;
  IRBuilder<> &Builder;
  SCEVExpander Expander;
  Type *I128;

public:
  /// What is known, under which condition.
  struct Knowledge {
    DenseMap<const SCEV *, Value *> Leaves;
    DenseMap<std::pair<const SCEV *, unsigned>, Value *> Bounds;
    SmallPtrSet<const Loop *, 4> CheckedLoops;
    DenseSet<std::pair<const SCEV *, unsigned>> Unwrapped;
    /// Integers that are in [-2^N, 2^N].
    DenseMap<Value *, unsigned> Bits;
    /// Arguments that were checked to be in [-2^ParamBits, 2^ParamBits).
    SmallSetVector<unsigned, 8> CheckedArgs;
    /// Conjunction of all run-time conditions.
    Value *Ok;
  };
  Knowledge Known;

  BoundsEmitter(ScalarEvolution &SE, const Loop *Nest, IRBuilder<> &Builder,
                const DataLayout &DL)
      : SE(SE), Nest(Nest), Builder(Builder), Expander(SE, DL, "escop"),
        I128(Builder.getInt128Ty()) {
    Known.Ok = Builder.getTrue();
    Expander.setInsertPoint(&*Builder.GetInsertPoint());
  }

  void require(Value *Condition) {
    Known.Ok = Builder.CreateAnd(Known.Ok, Condition);
  }

  Value *constant(int64_t V) { return ConstantInt::getSigned(I128, V); }

  /// Require -2^Bits <= V < 2^Bits.
  void requireRange(Value *V, unsigned Bits) {
    unsigned Width = V->getType()->getIntegerBitWidth();
    Value *Bias = Builder.getInt(APInt::getOneBitSet(Width, Bits));
    Value *Limit = Builder.getInt(APInt::getOneBitSet(Width, Bits + 1));
    require(Builder.CreateICmpULT(Builder.CreateAdd(V, Bias), Limit));
  }

  /// @p V is in [-2^N, 2^N].
  unsigned getBits(Value *V) {
    if (auto *C = dyn_cast<ConstantInt>(V))
      return C->getValue().getSignificantBits() - 1;
    auto It = Known.Bits.find(V);
    return It == Known.Bits.end() ? 127 : It->second;
  }

  Value *setBits(Value *V, unsigned Bits) {
    Known.Bits.try_emplace(V, Bits);
    return V;
  }

  void requireBits(Value *V, unsigned Bits) {
    // Of exactly so many bits, it may be 2^Bits, which is not in range.
    if (getBits(V) < Bits)
      return;
    requireRange(V, Bits);
    Known.Bits[V] = Bits;
  }

  /// The sum, which is required not to overflow if it might.
  Value *add(Value *A, Value *B) {
    if (std::max(getBits(A), getBits(B)) >= 126)
      for (Value *V : {A, B})
        requireBits(V, 125);
    return setBits(Builder.CreateAdd(A, B),
                   std::max(getBits(A), getBits(B)) + 1);
  }

  Value *multiply(Value *A, Value *B) {
    if (getBits(A) + getBits(B) > 126)
      for (Value *V : {A, B})
        requireBits(V, 63);
    return setBits(Builder.CreateMul(A, B), getBits(A) + getBits(B));
  }

  /// The integer value of the nest-invariant @p S, or null.
  Value *lift(const SCEV *S) {
    switch (S->getSCEVType()) {
    case scConstant:
      return ConstantInt::get(
          I128, cast<SCEVConstant>(S)->getAPInt().sextOrTrunc(128));
    case scAddExpr: {
      Value *Sum = constant(0);
      for (const SCEV *Op : cast<SCEVAddExpr>(S)->operands()) {
        Value *V = lift(Op);
        if (!V)
          return nullptr;
        Sum = add(Sum, V);
      }
      return Sum;
    }
    case scMulExpr: {
      Value *Product = constant(1);
      for (const SCEV *Op : cast<SCEVMulExpr>(S)->operands()) {
        Value *V = lift(Op);
        if (!V)
          return nullptr;
        Product = multiply(Product, V);
      }
      return Product;
    }
    default:
      return leaf(S);
    }
  }

  /// The value of the nest-invariant @p S as the program computes it, read as a
  /// signed number.
  Value *leaf(const SCEV *S) {
    Value *&V = Known.Leaves[S];
    if (V)
      return V;
    auto *Ty = dyn_cast<IntegerType>(S->getType());
    Instruction *At = &*Builder.GetInsertPoint();
    if (!Ty || Ty->getBitWidth() > 64 || !Expander.isSafeToExpandAt(S, At) ||
        SCEVExprContains(S, mayDivideByZeroAhead))
      return nullptr;
    Value *Expanded = Expander.expandCodeFor(S, Ty, At);
    if (Ty->getBitWidth() > ParamBits + 1) {
      requireRange(Expanded, ParamBits);
      if (auto *Arg = dyn_cast<Argument>(Expanded))
        Known.CheckedArgs.insert(Arg->getArgNo());
    }
    V = Builder.CreateSExt(Expanded, I128);
    return setBits(V, std::min(Ty->getBitWidth() - 1, ParamBits));
  }

  /// The least and the greatest number of the type of @p S.
  std::pair<Value *, Value *> getRange(const SCEV *S, bool Signed) {
    unsigned Width = SE.getTypeSizeInBits(S->getType());
    APInt Least =
        Signed ? APInt::getSignedMinValue(Width).sext(128) : APInt(128, 0);
    APInt Greatest = Signed ? APInt::getSignedMaxValue(Width).sext(128)
                            : APInt::getMaxValue(Width).zext(128);
    return {ConstantInt::get(I128, Least), ConstantInt::get(I128, Greatest)};
  }

  /// A run-time condition: the integer that @p S is fits into its type, so that
  /// it is what the program computes. Null if its bounds are not known.
  Value *isUnwrapped(const SCEV *S, bool Signed) {
    Value *Lo = bound(S, false), *Hi = bound(S, true);
    if (!Lo || !Hi)
      return nullptr;
    auto [Least, Greatest] = getRange(S, Signed);
    return Builder.CreateAnd(Builder.CreateICmpSGE(Lo, Least),
                             Builder.CreateICmpSLE(Hi, Greatest));
  }

  /// Require that the integer that @p S is fits into its type. \returns whether
  /// its bounds are known.
  bool requireNoWrap(const SCEV *S, bool Signed) {
    if (!Known.Unwrapped.insert({S, Signed}).second)
      return bound(S, true) && bound(S, false);
    Value *Fits = isUnwrapped(S, Signed);
    if (Fits)
      require(Fits);
    return Fits;
  }

  Value *choose(Value *Condition, Value *A, Value *B) {
    return setBits(Builder.CreateSelect(Condition, A, B),
                   std::max(getBits(A), getBits(B)));
  }

  Value *select(Value *A, Value *B, bool Max) {
    if (!A || !B)
      return nullptr;
    if (A == B)
      return A;
    return setBits(Builder.CreateBinaryIntrinsic(
                       Max ? Intrinsic::smax : Intrinsic::smin, A, B),
                   std::max(getBits(A), getBits(B)));
  }

  /// Require that @p L does not iterate longer than can be vouched for.
  /// \returns its backedge-taken count, or null.
  const SCEV *getBackedgeTakenCount(const Loop *L) {
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Count))
      return nullptr;
    if (Known.CheckedLoops.contains(L))
      return Count;
    Value *Max = bound(Count, true);
    if (!Max)
      return nullptr;
    requireRange(Max, ParamBits);
    // The count is unsigned. That it is not negative as a signed number is
    // either known where the loop is entered (a loop that is skipped may have
    // any), or is checked for all iterations of the outer loops. What is known
    // is known of a number modulo 2^Width, which is the integer, or less, if
    // that is no less than any signed number.
    Value *Min = bound(Count, false), *Least;
    if (!Min)
      return nullptr;
    if (SE.isKnownNonNegative(Count) ||
        SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_SGE, Count,
                                    SE.getZero(Count->getType())))
      Least = getRange(Count, /*Signed=*/true).first;
    else
      Least = constant(isSkippedIfEmpty(*L, Count, SE) ? -1 : 0);
    require(Builder.CreateICmpSGE(Min, Least));
    Known.CheckedLoops.insert(L);
    return Count;
  }

  /// The greatest or least integer value of @p S over the nest, or null.
  Value *bound(const SCEV *S, bool Max) {
    if (SE.getTypeSizeInBits(S->getType()) > 64)
      return nullptr;
    auto It = Known.Bounds.find({S, Max});
    if (It != Known.Bounds.end())
      return It->second;
    Value *V = computeBound(S, Max);
    return Known.Bounds[{S, Max}] = V;
  }

private:
  Value *boundRecurrence(const SCEVAddRecExpr *S, bool Max) {
    const SCEV *First = S->getStart(), *Step = S->getStepRecurrence(SE);
    const SCEV *Count = getBackedgeTakenCount(S->getLoop());
    if (!S->isAffine() || !Count)
      return nullptr;
    // A multiplicative hash is no subscript.
    const unsigned Width = SE.getTypeSizeInBits(S->getType());
    if (auto *C = dyn_cast<SCEVConstant>(Step))
      if (Width > MaxWrappingBits &&
          C->getAPInt().getSignificantBits() > Width - MinHeadroomBits)
        return nullptr;
    Value *FirstLo = bound(First, false), *FirstHi = bound(First, true);
    Value *StepLo = bound(Step, false), *StepHi = bound(Step, true);
    Value *N = bound(Count, true);
    if (!FirstLo || !FirstHi || !StepLo || !StepHi || !N)
      return nullptr;
    N = select(N, constant(0), true);
    Value *Lo = add(FirstLo, select(multiply(StepLo, N), constant(0), false));
    Value *Hi = add(FirstHi, select(multiply(StepHi, N), constant(0), true));
    // These are wider than need be where the step or the count depends on where
    // it begins. Narrow numbers may wrap.
    if (Width <= MaxWrappingBits)
      return Max ? Hi : Lo;
    const SCEV *Last = SE.getAddExpr(
        First,
        SE.getMulExpr(Step, SE.getTruncateOrZeroExtend(Count, S->getType())));
    Value *LastLo = bound(Last, false), *LastHi = bound(Last, true);
    if (!LastLo || !LastHi)
      return Max ? Hi : Lo;
    // ScalarEvolution computes the last value modulo 2^Width. It is that of the
    // integers, to which it is congruent, if all are in one range of so many.
    for (Value *V : {Lo, Hi, LastLo, LastHi})
      requireBits(V, Width - 1);
    // What is known of a step is known of it modulo 2^Width, too.
    if (SE.isKnownNonNegative(Step)) {
      require(Builder.CreateICmpSGE(StepLo, constant(0)));
      return Max ? LastHi : FirstLo;
    }
    if (SE.isKnownNonPositive(Step)) {
      require(Builder.CreateICmpSLE(StepHi, constant(0)));
      return Max ? FirstHi : LastLo;
    }
    return select(Max ? FirstHi : FirstLo, Max ? LastHi : LastLo, Max);
  }

  /// Of a sum with remainders, x % c = x - c * (x / c), the parts tell little.
  Value *boundSum(const SCEVAddExpr *S, bool Max) {
    // In [Lo, Hi] if the parts are taken by themselves.
    Value *Lo = constant(0), *Hi = Lo;
    // In [Sum + Least, Sum + Greatest]: c * (x / c) is in [x - c + 1, x].
    const SCEV *Sum = SE.getZero(S->getType());
    Value *Least = Lo, *Greatest = Lo;
    bool HasRemainder = false;
    for (const SCEV *Op : S->operands()) {
      Value *OpLo = bound(Op, false), *OpHi = bound(Op, true);
      if (!OpLo || !OpHi)
        return nullptr;
      Lo = add(Lo, OpLo);
      Hi = add(Hi, OpHi);
      auto [X, Factor, C] = getMultipleOfQuotient(Op);
      if (Value *Step = X ? lift(Factor) : nullptr) {
        Value *Range = multiply(Step, constant(1 - C));
        Least = add(Least, select(Range, constant(0), false));
        Greatest = add(Greatest, select(Range, constant(0), true));
        Op = SE.getMulExpr(Factor, X);
        HasRemainder = true;
      }
      Sum = SE.getAddExpr(Sum, Op);
    }
    Value *SumLo = HasRemainder ? bound(Sum, false) : nullptr;
    Value *SumHi = HasRemainder ? bound(Sum, true) : nullptr;
    if (!SumLo || !SumHi)
      return Max ? Hi : Lo;
    SumLo = add(SumLo, Least);
    SumHi = add(SumHi, Greatest);
    Value *IsLess = Builder.CreateICmpSLT(Builder.CreateSub(SumHi, SumLo),
                                          Builder.CreateSub(Hi, Lo));
    return choose(IsLess, Max ? SumHi : SumLo, Max ? Hi : Lo);
  }

  /// If @p S is Factor * C * (X / C): X, Factor and C; else null.
  std::tuple<const SCEV *, const SCEV *, int64_t>
  getMultipleOfQuotient(const SCEV *S) {
    auto *Mul = dyn_cast<SCEVMulExpr>(S);
    auto *Coefficient =
        Mul ? dyn_cast<SCEVConstant>(Mul->getOperand(0)) : nullptr;
    if (!Coefficient)
      return {};
    const SCEVUDivExpr *Div = nullptr;
    SmallVector<const SCEV *, 4> Factors;
    for (const SCEV *Op : drop_begin(Mul->operands())) {
      if (!Div && (Div = dyn_cast<SCEVUDivExpr>(Op)))
        continue;
      if (!SE.isLoopInvariant(Op, Nest))
        return {};
      Factors.push_back(Op);
    }
    auto *Divisor = Div ? dyn_cast<SCEVConstant>(Div->getRHS()) : nullptr;
    const unsigned Width = SE.getTypeSizeInBits(S->getType());
    if (!Divisor || Width > 64 || !Divisor->getAPInt().isStrictlyPositive())
      return {};
    APInt Quotient(Width, 0), Rest(Width, 0);
    APInt::sdivrem(Coefficient->getAPInt(), Divisor->getAPInt(), Quotient,
                   Rest);
    if (!Rest.isZero())
      return {};
    Factors.push_back(SE.getConstant(Quotient));
    return {Div->getLHS(), SE.getMulExpr(Factors),
            Divisor->getAPInt().getSExtValue()};
  }

  Value *computeBound(const SCEV *S, bool Max) {
    if (SE.isLoopInvariant(S, Nest))
      return lift(S);
    switch (S->getSCEVType()) {
    case scAddRecExpr:
      return boundRecurrence(cast<SCEVAddRecExpr>(S), Max);
    case scAddExpr:
      return boundSum(cast<SCEVAddExpr>(S), Max);
    case scMulExpr: {
      // One factor may vary.
      auto *Mul = cast<SCEVMulExpr>(S);
      SmallVector<const SCEV *, 4> Invariant;
      const SCEV *Variant = nullptr;
      for (const SCEV *Op : Mul->operands()) {
        if (SE.isLoopInvariant(Op, Nest))
          Invariant.push_back(Op);
        else if (Variant)
          return nullptr;
        else
          Variant = Op;
      }
      if (Invariant.empty())
        return nullptr;
      Value *Factor = lift(SE.getMulExpr(Invariant));
      Value *A = bound(Variant, true), *B = bound(Variant, false);
      if (!Factor || !A || !B)
        return nullptr;
      return select(multiply(Factor, A), multiply(Factor, B), Max);
    }
    case scSMaxExpr:
    case scSMinExpr: {
      bool TakeMax = S->getSCEVType() == scSMaxExpr;
      Value *Result = nullptr;
      for (const SCEV *Op : cast<SCEVNAryExpr>(S)->operands()) {
        Value *V = bound(Op, Max);
        if (!V || !requireNoWrap(Op, /*Signed=*/true))
          return nullptr;
        Result = Result ? select(Result, V, TakeMax) : V;
      }
      return Result;
    }
    case scUMaxExpr:
    case scUMinExpr: {
      // As signed ones if no operand is negative.
      bool TakeMax = S->getSCEVType() == scUMaxExpr;
      Value *Result = nullptr;
      for (const SCEV *Op : cast<SCEVNAryExpr>(S)->operands()) {
        Value *V = bound(Op, Max);
        if (!V || !requireNoWrap(Op, /*Signed=*/true) ||
            !requireNoWrap(Op, /*Signed=*/false))
          return nullptr;
        Result = Result ? select(Result, V, TakeMax) : V;
      }
      return Result;
    }
    case scTruncate:
      // Who extends it asks whether it fits.
      return bound(cast<SCEVTruncateExpr>(S)->getOperand(), Max);
    case scSignExtend:
    case scZeroExtend: {
      const SCEV *Op = cast<SCEVCastExpr>(S)->getOperand();
      bool Signed = S->getSCEVType() == scSignExtend;
      // The extension of an integer that fits is that integer.
      if (SE.getTypeSizeInBits(Op->getType()) > MaxWrappingBits)
        return requireNoWrap(Op, Signed) ? bound(Op, Max) : nullptr;
      // A narrow one may wrap, as `i % 64` does, and have any value then.
      Value *V = bound(Op, Max), *Fits = isUnwrapped(Op, Signed);
      if (!V || !Fits)
        return nullptr;
      auto [Least, Greatest] = getRange(Op, Signed);
      return choose(Fits, V, Max ? Greatest : Least);
    }
    case scUDivExpr: {
      // Grows with the dividend.
      auto *Div = cast<SCEVUDivExpr>(S);
      auto *Divisor = dyn_cast<SCEVConstant>(Div->getRHS());
      if (!Divisor || Divisor->isZero() ||
          !requireNoWrap(Div->getLHS(), /*Signed=*/false))
        return nullptr;
      // The bounds of a loop that is not entered stay the wrong way round.
      Value *V = bound(Div->getLHS(), Max);
      Value *Quotient = Builder.CreateZExt(
          Builder.CreateUDiv(Builder.CreateTrunc(V, S->getType()),
                             Divisor->getValue()),
          I128);
      setBits(Quotient, SE.getTypeSizeInBits(S->getType()));
      return choose(Builder.CreateIsNeg(V), V, Quotient);
    }
    default:
      return nullptr; // A value that the nest computes.
    }
  }
};

/// Emits the conditions under which guards do not fire.
class GuardResolver {
  ScalarEvolution &SE;
  IRBuilder<> &Builder;
  BoundsEmitter &Emitter;

  /// Is a part of @p S a counter that counts in fewer bits than the program's?
  /// `i % 64 == 0` is {0,+,1} of 6 bits. Or a quotient? Such conditions are
  /// most likely true at times.
  bool isPeriodic(const SCEV *S) {
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

  /// A run-time condition under which `L Pred R` holds in no iteration of the
  /// nest in which control comes to @p At, or null.
  Value *neverHolds(CmpInst::Predicate Pred, const SCEV *L, const SCEV *R,
                    const BasicBlock *At) {
    if (!L->getType()->isIntegerTy())
      return nullptr;
    unsigned Width = SE.getTypeSizeInBits(L->getType());
    if (Width < 8 || Width > 64)
      return nullptr;
    // The operands and their difference stay in a range in which the program's
    // comparison modulo 2^Width is that of integers.
    const unsigned Bits = std::min(Width - 2, OffsetBits);
    const SCEV *Difference = SE.getMinusSCEV(L, R);
    if (isa<SCEVCouldNotCompute>(Difference) ||
        (ICmpInst::isEquality(Pred) && (isPeriodic(L) || isPeriodic(R))))
      return nullptr;
    Value *Ok = Builder.getTrue(), *Lo, *Hi;
    for (const SCEV *S : {L, R, Difference}) {
      Lo = Emitter.bound(S, false);
      Hi = Emitter.bound(S, true);
      if (!Lo || !Hi)
        return nullptr;
      bool NonNegative = ICmpInst::isUnsigned(Pred) && S != Difference &&
                         !SE.isBasicBlockEntryGuardedByCond(
                             At, ICmpInst::ICMP_SGE, S,
                             SE.getZero(S->getType()));
      unsigned Limit = Bits + (S == Difference);
      Ok = Builder.CreateAnd(
          Ok, Builder.CreateICmpSGE(
                  Lo, Emitter.constant(NonNegative ? 0 : -(1LL << Limit))));
      Ok = Builder.CreateAnd(
          Ok, Builder.CreateICmpSLT(Hi, Emitter.constant(1LL << Limit)));
    }
    Value *Zero = Emitter.constant(0), *Never;
    switch (ICmpInst::isUnsigned(Pred) ? ICmpInst::getSignedPredicate(Pred)
                                       : Pred) {
    case ICmpInst::ICMP_SLT:
      Never = Builder.CreateICmpSGE(Lo, Zero);
      break;
    case ICmpInst::ICMP_SLE:
      Never = Builder.CreateICmpSGT(Lo, Zero);
      break;
    case ICmpInst::ICMP_SGT:
      Never = Builder.CreateICmpSLE(Hi, Zero);
      break;
    case ICmpInst::ICMP_SGE:
      Never = Builder.CreateICmpSLT(Hi, Zero);
      break;
    case ICmpInst::ICMP_EQ:
      Never = Builder.CreateOr(Builder.CreateICmpSGT(Lo, Zero),
                               Builder.CreateICmpSLT(Hi, Zero));
      break;
    case ICmpInst::ICMP_NE:
      Never = Builder.CreateAnd(Builder.CreateICmpEQ(Lo, Zero),
                                Builder.CreateICmpEQ(Hi, Zero));
      break;
    default:
      return nullptr;
    }
    return Builder.CreateAnd(Ok, Never);
  }

public:
  GuardResolver(ScalarEvolution &SE, IRBuilder<> &Builder,
                BoundsEmitter &Emitter)
      : SE(SE), Builder(Builder), Emitter(Emitter) {}

  /// A run-time condition under which @p Cond is not @p IsTrue in any iteration
  /// of the nest in which control comes to @p At, or null.
  Value *never(Value *Cond, bool IsTrue, const BasicBlock *At) {
    using namespace PatternMatch;
    Value *A, *B;
    if (match(Cond, m_Not(m_Value(A))))
      return never(A, !IsTrue, At);
    // Of poison, freeze may make either.
    if (match(Cond, m_Freeze(m_Value(A))) &&
        (Cond->hasOneUse() || isGuaranteedNotToBeUndefOrPoison(A)))
      return never(A, IsTrue, At);
    if (auto *Cmp = dyn_cast<ICmpInst>(Cond)) {
      if (!SE.isSCEVable(Cmp->getOperand(0)->getType()))
        return nullptr;
      return neverHolds(IsTrue ? Cmp->getPredicate()
                               : Cmp->getInversePredicate(),
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
    return Or == IsTrue ? Builder.CreateAnd(NeverA, NeverB)
                        : Builder.CreateOr(NeverA, NeverB);
  }
};

/// By how much the last step of `for (; it != end; it += C)` goes beyond the
/// end; null if @p L is another loop or C is 1 or -1. ScalarEvolution takes it
/// to be 0 because the additions do not wrap.
const SCEV *getGapAtEnd(const Loop &L, ScalarEvolution &SE) {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp || !Cmp->isEquality())
    return nullptr;
  const SCEV *It = getIntegerSCEV(Cmp->getOperand(0), SE),
             *End = getIntegerSCEV(Cmp->getOperand(1), SE);
  if (isa<SCEVCouldNotCompute>(It) || isa<SCEVCouldNotCompute>(End))
    return nullptr; // Nor is its count known.
  if (SE.isLoopInvariant(It, &L))
    std::swap(It, End);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(It);
  auto *Step = Rec && Rec->getLoop() == &L
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  if (!Step || Step->getAPInt().abs().isOne())
    return nullptr;
  const SCEV *Distance = Step->getAPInt().isNegative()
                             ? SE.getMinusSCEV(Rec->getStart(), End)
                             : SE.getMinusSCEV(End, Rec->getStart());
  return SE.getURemExpr(Distance, SE.getConstant(Step->getAPInt().abs()));
}

/// The distance between the addresses of consecutive iterations of @p Nest, or
/// null.
const SCEV *getStride(const SCEV *S, const Loop *Nest, ScalarEvolution &SE) {
  if (SE.isLoopInvariant(S, Nest))
    return SE.getZero(S->getType());
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || !Rec->isAffine())
    return nullptr;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (Rec->getLoop() == Nest)
    return Step;
  return SE.isLoopInvariant(Step, Nest) ? getStride(Rec->getStart(), Nest, SE)
                                        : nullptr;
}

} // namespace

static std::optional<Reject> collectAccesses(Function &F,
                                             SmallVectorImpl<Access> &Out) {
  const DataLayout &DL = F.getDataLayout();
  Value *Frame = F.getArg(F.arg_size() - 1);
  auto SizeOf = [&](Type *Ty) {
    return ConstantInt::get(Type::getInt64Ty(F.getContext()),
                            DL.getTypeStoreSize(Ty).getFixedValue());
  };
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (isGuardMarker(I) || !I.mayReadOrWriteMemory())
        continue;
      if (isReadMarker(I)) {
        Out.push_back({&I, I.getOperand(0), I.getOperand(1), /*IsWrite=*/false});
        continue;
      }
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (Load->getType()->isScalableTy())
          return Reject(Reason::NonAffine, &I);
        Out.push_back({&I, Load->getPointerOperand(), SizeOf(Load->getType()),
                       /*IsWrite=*/false});
      } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
        if (Store->getPointerOperand()->stripInBoundsOffsets() == Frame)
          continue;
        Type *Ty = Store->getValueOperand()->getType();
        if (Ty->isScalableTy())
          return Reject(Reason::NonAffine, &I);
        Out.push_back({&I, Store->getPointerOperand(), SizeOf(Ty),
                       /*IsWrite=*/true});
      } else if (auto *Mem = dyn_cast<MemIntrinsic>(&I)) {
        Out.push_back({&I, Mem->getRawDest(), Mem->getLength(), true});
        if (auto *Copy = dyn_cast<MemTransferInst>(Mem))
          Out.push_back({&I, Copy->getRawSource(), Mem->getLength(), false});
      } else {
        return Reject(Reason::Call, &I);
      }
    }
  return std::nullopt;
}

static uint64_t getObjectSize(const Value *Base, const DataLayout &DL) {
  auto *GV = dyn_cast<GlobalVariable>(Base);
  if (!GV || GV->isInterposable() || GV->isDeclaration() || GV->isThreadLocal())
    return 0;
  return DL.getTypeAllocSize(GV->getValueType()).getFixedValue();
}

void Footprint::erase(FunctionAnalysisManager &FAM) {
  eraseFunction(Bounds, FAM);
  for (WriteCopy &C : Copies) {
    eraseFunction(C.Copy, FAM);
    eraseFunction(C.Commit, FAM);
  }
  *this = Footprint();
}

std::optional<Reject>
polly::escop::computeFootprint(const ESCoP &E, Function &Shadow,
                               FunctionAnalysisManager &FAM, Footprint &FP) {
  // The bounds are computed in a copy of the shadow, where they can be expanded
  // from the copy's own arguments; its loops are thrown away then.
  ValueToValueMapTy VMap;
  Function *Bounds = CloneFunction(&Shadow, VMap);
  Bounds->setName(Shadow.getName() + ".bounds");
  FP = Footprint();
  FP.Bounds = Bounds;
  auto Fail = [&](Reject R) -> std::optional<Reject> {
    eraseFunction(Bounds, FAM);
    FP = Footprint();
    return R;
  };

  auto &LI = FAM.getResult<LoopAnalysis>(*Bounds);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Bounds);
  const DataLayout &DL = Bounds->getDataLayout();
  if (std::distance(LI.begin(), LI.end()) != 1)
    return Fail(Reject(Reason::LoopForm));
  const Loop *Nest = *LI.begin();

  SmallVector<Access, 16> Accesses;
  if (auto R = collectAccesses(*Bounds, Accesses))
    return Fail(*R);

  // Group the accesses by base pointer.
  struct Group {
    Value *Base;
    SmallVector<std::pair<const Access *, const SCEV *>, 4> Members;
    const SCEV *Stride = nullptr;
    bool Read = false, Written = false;
  };
  MapVector<const SCEV *, Group> Groups;
  for (Access &A : Accesses) {
    if (A.Ptr->getType()->getPointerAddressSpace())
      return Fail(Reject(Reason::NonAffine, A.I));
    const SCEV *Ptr = SE.getSCEV(A.Ptr);
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Ptr));
    if (!Base || !(isa<Argument>(Base->getValue()) ||
                   isa<GlobalVariable>(Base->getValue())))
      return Fail(Reject(Reason::NonAffine, A.I));
    auto [It, New] = Groups.try_emplace(Base);
    Group &G = It->second;
    G.Base = Base->getValue();
    const SCEV *Offset = SE.getMinusSCEV(Ptr, Base);
    if (isa<SCEVCouldNotCompute>(Offset))
      return Fail(Reject(Reason::NonAffine, A.I));
    const SCEV *Stride = getStride(Offset, Nest, SE);
    if (New)
      G.Stride = Stride;
    else if (G.Stride != Stride)
      G.Stride = nullptr;
    G.Members.push_back({&A, Offset});
    (A.IsWrite ? G.Written : G.Read) = true;
    auto *GV = dyn_cast<GlobalVariable>(G.Base);
    if (A.IsWrite && GV && GV->isConstant())
      return Fail(Reject(Reason::ReadOnlyTarget, A.I));
  }
  if (Groups.size() > MaxArrays)
    return Fail(Reject(Reason::TooManyArrays, &Nest->getHeader()->front()));

  BasicBlock &Entry = Bounds->getEntryBlock();
  IRBuilder<> Builder(Entry.getTerminator());
  BoundsEmitter Emitter(SE, Nest, Builder, DL);
  const unsigned AddressBits =
      std::min(OffsetBits, DL.getPointerSizeInBits() - 2);

  // Every loop terminates in time, also those without accesses.
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder()) {
    if (!Emitter.getBackedgeTakenCount(L))
      return Fail(Reject(Reason::NonAffine, L->getHeader()->getTerminator()));
    // Behind a throw it may step over its end, which the nest never does. The
    // outermost loop is counted.
    const SCEV *Gap = L == Nest ? nullptr : getGapAtEnd(*L, SE);
    if (!Gap || Gap->isZero())
      continue;
    Value *V = SE.isLoopInvariant(Gap, Nest) ? Emitter.leaf(Gap) : nullptr;
    if (!V)
      return Fail(
          Reject(Reason::NonAffine, L->getLoopLatch()->getTerminator()));
    Emitter.require(Builder.CreateICmpEQ(V, Emitter.constant(0)));
  }

  // What buildShadow says of counters.
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder())
    for (PHINode &PHI : L->getHeader()->phis()) {
      auto *Next = dyn_cast<BinaryOperator>(
          PHI.getIncomingValueForBlock(L->getLoopLatch()));
      if (!Next || !isStridedIncrement(Next, PHI))
        continue;
      for (bool Signed : {false, true})
        if ((Signed ? Next->hasNoSignedWrap() : Next->hasNoUnsignedWrap()) &&
            (!Emitter.requireNoWrap(SE.getSCEV(&PHI), Signed) ||
             !Emitter.requireNoWrap(SE.getSCEV(Next), Signed)))
          return Fail(Reject(Reason::NonAffine, Next));
    }

  // A guard that is evaluated under a condition might never fire because of it,
  // which its bounds do not tell. That a loop has an iteration is no such
  // condition.
  GuardResolver Resolver(SE, Builder, Emitter);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Bounds);
  auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(*Bounds);
  auto IsConditional = [&](BasicBlock *BB) {
    const Loop *L = LI.getLoopFor(BB);
    return !DT.dominates(BB, L->getLoopLatch()) &&
           none_of(*L, [&](const Loop *Inner) {
             return PDT.dominates(Inner->getHeader(), BB) ||
                    DT.dominates(Inner->getHeader(), BB);
           });
  };
  // Simplification may have copied a guard's marker.
  MapVector<unsigned, SmallVector<Instruction *, 1>> Markers;
  for (BasicBlock *BB : Nest->blocks())
    for (Instruction &I : *BB)
      if (isGuardMarker(I))
        Markers[getGuardIndex(I)].push_back(&I);
  for (auto &[Index, Instances] : Markers) {
    // What does not resolve it is not to be required.
    auto Before = Emitter.Known;
    if (all_of(Instances, [&](Instruction *Marker) {
          BasicBlock *BB = Marker->getParent();
          Value *Never = IsConditional(BB)
                             ? nullptr
                             : Resolver.never(Marker->getOperand(0), true, BB);
          if (Never)
            Emitter.require(Never);
          return Never;
        }))
      FP.Resolved.insert(Index);
    else
      Emitter.Known = std::move(Before);
  }
  Value *Resolved = Emitter.Known.Ok;

  Type *I64 = Builder.getInt64Ty();
  Value *Result = Bounds->getArg(Bounds->arg_size() - 1);

  // Iterations of the innermost loops per outermost iteration, at most.
  Value *Work = Builder.getInt64(0);
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    Value *Product = Emitter.constant(1);
    for (; L != Nest; L = L->getParentLoop()) {
      Value *Count = Emitter.bound(SE.getBackedgeTakenCount(L), true);
      Count =
          Builder.CreateAdd(Emitter.select(Count, Emitter.constant(0), true),
                            Emitter.constant(1));
      // Each factor is at most 2^40, so three fit into 128 bits.
      Product = Builder.CreateMul(Product, Count);
      Product = Builder.CreateBinaryIntrinsic(
          Intrinsic::umin, Product, Emitter.constant(1LL << ParamBits));
    }
    Work = Builder.CreateAdd(Work, Builder.CreateTrunc(Product, I64));
  }
  // Frozen, as all results: where the bounds are not vouched for, the arithmetic
  // may have overflowed.
  Builder.CreateStore(Builder.CreateFreeze(Work),
                      Builder.CreateConstInBoundsGEP1_64(
                          I64, Result, Groups.size() * BF_NumFields));
  struct Interval {
    Value *Begin = nullptr, *End = nullptr;
  };
  SmallVector<std::pair<Interval, Interval>, 8> Intervals; // All, written.
  Value *Nowhere = Emitter.constant(1LL << (OffsetBits + 2));
  for (auto &[Key, G] : Groups) {
    Interval All, Written, Ahead; // Ahead: loaded in front of the nest.
    auto Extend = [&](Interval &Iv, Value *Begin, Value *End) {
      Iv.Begin = Iv.Begin ? Emitter.select(Iv.Begin, Begin, false) : Begin;
      Iv.End = Iv.End ? Emitter.select(Iv.End, End, true) : End;
    };
    for (auto &[A, Offset] : G.Members) {
      Value *First = Emitter.bound(Offset, false);
      Value *Last = Emitter.bound(Offset, true);
      const SCEV *AnySize = SE.getSCEV(A->Size);
      Value *Size = Emitter.bound(AnySize, true);
      Value *LeastSize = Emitter.bound(AnySize, false);
      if (!First || !Last || !Size || !LeastSize)
        return Fail(Reject(Reason::NonAffine, A->I));
      // The bounds of an access in a loop that is not entered may be the wrong
      // way round. No iteration executes it then.
      Value *Executed = Builder.CreateICmpSLE(First, Last);
      Value *Begin = Builder.CreateSelect(Executed, First, Nowhere);
      Value *End = Builder.CreateSelect(Executed, Builder.CreateAdd(Last, Size),
                                        Builder.CreateNeg(Nowhere));
      Emitter.requireRange(Size, ParamBits);
      // Where it is known not to be negative, the access is skipped otherwise.
      bool IsKnown = SE.isBasicBlockEntryGuardedByCond(
          A->I->getParent(), ICmpInst::ICMP_SGE, AnySize,
          SE.getZero(AnySize->getType()));
      Emitter.require(Builder.CreateICmpSGE(
          LeastSize, IsKnown ? Emitter.getRange(AnySize, /*Signed=*/true).first
                             : Emitter.constant(0)));
      Extend(All, Begin, End);
      if (isReadMarker(*A->I))
        Extend(Ahead, Begin, End);
      if (A->IsWrite)
        Extend(Written, Begin, End);
    }
    const bool IsWrittenAndLoadedAhead = Ahead.Begin && Written.Begin;
    for (Interval *Iv : {&Written, &Ahead})
      if (!Iv->Begin)
        *Iv = {Emitter.constant(0), Emitter.constant(0)};
    for (Interval *Iv : {&All, &Written, &Ahead}) {
      Value *Any = Builder.CreateICmpSLE(Iv->Begin, Iv->End);
      Iv->Begin = Builder.CreateSelect(Any, Iv->Begin, Emitter.constant(0));
      Iv->End = Builder.CreateSelect(Any, Iv->End, Emitter.constant(0));
    }
    Emitter.requireRange(All.Begin, AddressBits);
    Emitter.requireRange(All.End, AddressBits);
    if (IsWrittenAndLoadedAhead) {
      Value *IsEmpty =
          Builder.CreateOr(Builder.CreateICmpEQ(Ahead.Begin, Ahead.End),
                           Builder.CreateICmpEQ(Written.Begin, Written.End));
      Emitter.require(Builder.CreateOr(
          IsEmpty,
          Builder.CreateOr(Builder.CreateICmpSLE(Ahead.End, Written.Begin),
                           Builder.CreateICmpSLE(Written.End, Ahead.Begin))));
    }

    // Where an element is read, it is written, too.
    auto IsWritten = [&Members = G.Members, &DT,
                      &PDT](const std::pair<const Access *, const SCEV *> &R) {
      return any_of(Members, [&](auto &W) {
        const BasicBlock *Reads = R.first->I->getParent(),
                         *Writes = W.first->I->getParent();
        return W.first->IsWrite && W.second == R.second &&
               W.first->Size == R.first->Size &&
               (DT.dominates(Writes, Reads) || PDT.dominates(Writes, Reads));
      });
    };
    Array Arr;
    Arr.ReadsOnlyWritten = all_of(G.Members, [&](auto &R) {
      return R.first->IsWrite || isReadMarker(*R.first->I) || IsWritten(R);
    });
    Arr.Read = G.Read;
    Arr.Written = G.Written;
    Arr.HasStride = G.Stride && !G.Stride->isZero();
    Arr.ObjectSize = getObjectSize(G.Base, DL);
    if (Arr.ObjectSize) {
      Emitter.require(Builder.CreateICmpSGE(All.Begin, Emitter.constant(0)));
      Emitter.require(
          Builder.CreateICmpSLE(All.End, Emitter.constant(Arr.ObjectSize)));
    }
    if (auto *Arg = dyn_cast<Argument>(G.Base))
      Arr.ArgNo = Arg->getArgNo();
    else
      Arr.Global = cast<GlobalVariable>(G.Base);

    Value *Base = Builder.CreatePtrToInt(G.Base, I64);
    auto Address = [&](Value *Offset) {
      return Builder.CreateAdd(Base, Builder.CreateTrunc(Offset, I64));
    };
    auto Store = [&](Value *V, unsigned Field) {
      Builder.CreateStore(
          Builder.CreateFreeze(V),
          Builder.CreateConstInBoundsGEP1_64(
              I64, Result, FP.Arrays.size() * BF_NumFields + Field));
    };
    auto StoreAddress = [&](Value *&V, unsigned Field) {
      V = Address(V);
      Store(V, Field);
    };
    StoreAddress(All.Begin, BF_Begin);
    StoreAddress(All.End, BF_End);
    StoreAddress(Written.Begin, BF_WriteBegin);
    StoreAddress(Written.End, BF_WriteEnd);
    // No interval goes round the address space; that of an object does not.
    if (!Arr.ObjectSize) {
      Emitter.require(Builder.CreateICmpULE(All.Begin, All.End));
      Emitter.require(Builder.CreateICmpULE(Written.Begin, Written.End));
    }
    Value *Stride = Builder.getInt64(0);
    if (Arr.HasStride) {
      Value *V = Emitter.lift(G.Stride);
      if (V)
        Stride = Builder.CreateTrunc(V, I64);
      else
        Arr.HasStride = false;
    }
    Store(Stride, BF_Stride);
    Intervals.push_back({All, Written});
    FP.Arrays.push_back(Arr);
  }
  // The shadow may count from where the nest begins: see Specialise.cpp.
  for (auto [Idx, PHI] : enumerate(E.State)) {
    auto *Start = find(E.LiveIns, E.getStart(PHI));
    if (Start != E.LiveIns.end() &&
        Emitter.Known.CheckedArgs.contains(E.LiveIns.size() + Idx))
      Emitter.leaf(SE.getSCEV(Bounds->getArg(Start - E.LiveIns.begin())));
  }

  auto Disjoint = [&](const Interval &A, const Interval &B) {
    Emitter.require(Builder.CreateOr(Builder.CreateICmpULE(A.End, B.Begin),
                                     Builder.CreateICmpULE(B.End, A.Begin)));
  };
  for (unsigned I = 0; I < FP.Arrays.size(); ++I)
    for (unsigned J = 0; J < I; ++J) {
      if (FP.Arrays[I].ObjectSize && FP.Arrays[J].ObjectSize)
        continue; // Different objects that are not left.
      if (FP.Arrays[I].Written)
        Disjoint(Intervals[I].second, Intervals[J].first);
      if (FP.Arrays[J].Written)
        Disjoint(Intervals[J].second, Intervals[I].first);
    }

  FP.CheckedArgs = std::move(Emitter.Known.CheckedArgs);

  // Throw the loops away.
  Instruction *OldTerm = Entry.getTerminator();
  // One condition that is poison would make all of them so, and them true.
  for (Instruction &I : Entry)
    I.dropPoisonGeneratingFlags();
  // An iteration that is not executed may make it poison.
  Value *Bits = Builder.getInt8(0);
  for (auto [Holds, Bit] : {std::pair(Emitter.Known.Ok, BS_Vouched),
                            std::pair(Resolved, BS_Resolved)})
    Bits = Builder.CreateOr(
        Bits, Builder.CreateSelect(Builder.CreateFreeze(Holds),
                                   Builder.getInt8(Bit), Builder.getInt8(0)));
  Builder.CreateRet(Bits);
  FAM.clear(*Bounds, Bounds->getName());
  OldTerm->eraseFromParent();
  EliminateUnreachableBlocks(*Bounds);
  eraseReadMarkers(*Bounds);
  stripDebugInfo(*Bounds);
  return std::nullopt;
}

void Footprint::restrictCheckedArgs(Function &Shadow) const {
  APInt Limit = APInt::getOneBitSet(64, ParamBits);
  for (unsigned ArgNo : CheckedArgs)
    if (Argument *Arg = Shadow.getArg(ArgNo); Arg->getType()->isIntegerTy(64))
      restrictRange(*Arg, ConstantRange(-Limit, Limit));
}
