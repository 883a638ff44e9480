//===- IntegerEmitter.cpp - Integers that do not wrap, as IR --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerEmitter.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace polly::escop;

/// Products are to have no more, so that sums of several have 64.
static constexpr unsigned ProductBits = 60;

IntegerEmitter::Range IntegerEmitter::getSignedRange(unsigned Bits) {
  const APInt Greatest = APInt::getLowBitsSet(RangeBits, Bits);
  return {~Greatest, Greatest};
}

IntegerEmitter::Range IntegerEmitter::getUnsignedRange(unsigned Bits) {
  return {APInt::getZero(RangeBits), APInt::getLowBitsSet(RangeBits, Bits)};
}

static bool contains(const IntegerEmitter::Range &Outer,
                     const IntegerEmitter::Range &Inner) {
  return Outer.Least.sle(Inner.Least) && Inner.Greatest.sle(Outer.Greatest);
}

/// Where an integer is that is one of two.
static IntegerEmitter::Range unite(const IntegerEmitter::Range &A,
                                  const IntegerEmitter::Range &B) {
  return {APIntOps::smin(A.Least, B.Least),
          APIntOps::smax(A.Greatest, B.Greatest)};
}

IntegerEmitter::Range IntegerEmitter::getRange(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    const APInt Number = C->getValue().sext(RangeBits);
    return {Number, Number};
  }
  auto It = Integers.Ranges.find(V);
  return It == Integers.Ranges.end()
             ? getSignedRange(V->getType()->getIntegerBitWidth() - 1)
             : It->second;
}

Value *IntegerEmitter::setRange(Value *V, const Range &R) {
  const Range Before = getRange(V);
  if (!isa<Constant>(V))
    Integers.Ranges[V] = {APIntOps::smax(Before.Least, R.Least),
                       APIntOps::smin(Before.Greatest, R.Greatest)};
  return V;
}

/// @p V is in [-2^N, 2^N].
unsigned IntegerEmitter::getBits(Value *V) {
  const Range R = getRange(V);
  auto BitsOf = [](const APInt &End) {
    return End.isZero() ? 0 : End.abs().ceilLogBase2();
  };
  return std::max(BitsOf(R.Least), BitsOf(R.Greatest));
}

void IntegerEmitter::requireRange(Value *V, unsigned Bits) {
  const Range R = getSignedRange(Bits);
  if (contains(R, getRange(V)))
    return;
  const unsigned Width = V->getType()->getIntegerBitWidth();
  Value *Bias = Builder.getInt(APInt::getOneBitSet(Width, Bits));
  Value *Limit = Builder.getInt(APInt::getOneBitSet(Width, Bits + 1));
  require(Builder.CreateICmpULT(Builder.CreateAdd(V, Bias), Limit));
  setRange(V, R);
}

Value *IntegerEmitter::constant(const APInt &V) {
  return ConstantInt::get(V.isSignedIntN(64) ? I64 : I128,
                          V.sextOrTrunc(V.isSignedIntN(64) ? 64 : RangeBits));
}

/// @p V in 64 bits if it fits.
Value *IntegerEmitter::narrow(Value *V) {
  if (V->getType() == I64 || !contains(getSignedRange(63), getRange(V)))
    return V;
  if (Value *Narrow = Integers.Narrowed.lookup(V))
    return Narrow;
  Value *Narrow = setRange(Builder.CreateTrunc(V, I64), getRange(V));
  return Integers.Narrowed[V] = Narrow;
}

/// Let the operands be of 64 bits if they and the result, which is in @p R,
/// fit; else of 128.
void IntegerEmitter::toOneType(Value *&A, Value *&B, const Range &R) {
  A = narrow(A);
  B = narrow(B);
  if (A->getType() == I64 && B->getType() == I64 &&
      contains(getSignedRange(63), R))
    return;
  A = widen(A);
  B = widen(B);
}

Value *IntegerEmitter::both(Value *A, Value *B) {
  using namespace PatternMatch;
  if (match(A, m_One()) || match(B, m_Zero()))
    return B;
  if (match(B, m_One()) || match(A, m_Zero()))
    return A;
  return Builder.CreateAnd(A, B);
}

Value *IntegerEmitter::add(Value *A, Value *B) {
  using namespace PatternMatch;
  if (match(A, m_Zero()))
    return B;
  if (match(B, m_Zero()))
    return A;
  if (std::max(getBits(A), getBits(B)) >= 126)
    for (Value *V : {A, B})
      requireRange(V, 125);
  const Range OfA = getRange(A), OfB = getRange(B),
              R = {OfA.Least + OfB.Least, OfA.Greatest + OfB.Greatest};
  toOneType(A, B, R);
  return setRange(Builder.CreateAdd(A, B), R);
}

Value *IntegerEmitter::subtract(Value *A, Value *B) {
  if (std::max(getBits(A), getBits(B)) >= 126)
    return Builder.CreateSub(widen(A), widen(B));
  const Range OfA = getRange(A), OfB = getRange(B),
              R = {OfA.Least - OfB.Greatest, OfA.Greatest - OfB.Least};
  toOneType(A, B, R);
  return setRange(Builder.CreateSub(A, B), R);
}

Value *IntegerEmitter::multiply(Value *A, Value *B) {
  using namespace PatternMatch;
  if (match(A, m_One()) || match(B, m_Zero()))
    return B;
  if (match(B, m_One()) || match(A, m_Zero()))
    return A;
  if (getBits(A) + getBits(B) > 126)
    for (Value *V : {A, B})
      requireRange(V, 63);
  const Range OfA = getRange(A), OfB = getRange(B);
  Range R = {OfA.Least * OfB.Least, OfA.Least * OfB.Least};
  for (const APInt &Product :
       {OfA.Least * OfB.Greatest, OfA.Greatest * OfB.Least,
        OfA.Greatest * OfB.Greatest})
    R = unite(R, {Product, Product});
  toOneType(A, B, R);
  Value *Product = setRange(Builder.CreateMul(A, B), R);
  // No offset is as large.
  requireRange(Product, ProductBits);
  return Product;
}

Value *IntegerEmitter::choose(Value *Condition, Value *A, Value *B) {
  if (auto *C = dyn_cast<ConstantInt>(Condition))
    return C->isOne() ? A : B;
  const Range R = unite(getRange(A), getRange(B));
  toOneType(A, B, R);
  return A == B ? A : setRange(Builder.CreateSelect(Condition, A, B), R);
}

Value *IntegerEmitter::select(Value *A, Value *B, bool Max) {
  if (!A || !B)
    return nullptr;
  const Range OfA = getRange(A), OfB = getRange(B);
  if (A == B ||
      (Max ? OfA.Least.sge(OfB.Greatest) : OfA.Greatest.sle(OfB.Least)))
    return A;
  if (Max ? OfB.Least.sge(OfA.Greatest) : OfB.Greatest.sle(OfA.Least))
    return B;
  auto Choose = [&](const APInt &X, const APInt &Y) {
    return Max ? APIntOps::smax(X, Y) : APIntOps::smin(X, Y);
  };
  const Range R = {Choose(OfA.Least, OfB.Least),
                   Choose(OfA.Greatest, OfB.Greatest)};
  toOneType(A, B, unite(OfA, OfB));
  return setRange(Builder.CreateBinaryIntrinsic(
                      Max ? Intrinsic::smax : Intrinsic::smin, A, B),
                  R);
}

Value *IntegerEmitter::compare(CmpInst::Predicate Pred, Value *A, Value *B) {
  const Range OfA = getRange(A), OfB = getRange(B);
  const ConstantRange RangeOfA = ConstantRange::getNonEmpty(OfA.Least,
                                                            OfA.Greatest + 1),
                      RangeOfB = ConstantRange::getNonEmpty(OfB.Least,
                                                            OfB.Greatest + 1);
  if (RangeOfA.icmp(Pred, RangeOfB))
    return Builder.getTrue();
  if (RangeOfA.icmp(CmpInst::getInversePredicate(Pred), RangeOfB))
    return Builder.getFalse();
  toOneType(A, B, unite(OfA, OfB));
  return Builder.CreateICmp(Pred, A, B);
}
