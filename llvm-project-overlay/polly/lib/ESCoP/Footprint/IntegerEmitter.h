//===- IntegerEmitter.h - Integers that do not wrap, as IR ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program computes modulo 2^64, intervals need integers. It is known of
// each integer where it is, and it is computed in 64 bits if it fits, else in
// 128; where 128 bits might overflow, the operands are checked, too. What
// follows from where integers are is not asked at run time.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_INTEGEREMITTER_H
#define POLLY_LIB_ESCOP_INTEGEREMITTER_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace polly::escop {

/// Emits arithmetic on signed integers of 64 or 128 bits at one point. It is
/// exact if the condition Integers.Ok holds.
class IntegerEmitter {
public:
  /// Where an integer is, in numbers of RangeBits.
  struct Range {
    llvm::APInt Least, Greatest;
  };
  /// What is known of integers, under which condition.
  struct Knowledge {
    llvm::DenseMap<llvm::Value *, Range> Ranges;
    /// Integers of 128 bits, in 64.
    llvm::DenseMap<llvm::Value *, llvm::Value *> Narrowed;
    /// Conjunction of all run-time conditions.
    llvm::Value *Ok;
  };
  Knowledge Integers;

  void require(llvm::Value *Condition) {
    Integers.Ok = both(Integers.Ok, Condition);
  }
  /// Is it known that what is required does not hold?
  bool isVoid() const {
    auto *Ok = llvm::dyn_cast<llvm::ConstantInt>(Integers.Ok);
    return Ok && Ok->isZero();
  }
  /// Require -2^Bits <= V < 2^Bits.
  void requireRange(llvm::Value *V, unsigned Bits);

  llvm::Value *constant(int64_t V) {
    return llvm::ConstantInt::getSigned(I64, V);
  }
  llvm::Value *constant(const llvm::APInt &V);
  /// @p V in 128 bits.
  llvm::Value *widen(llvm::Value *V) { return Builder.CreateSExt(V, I128); }
  /// The greater or the lesser of two bounds, or null if one of them is null.
  llvm::Value *select(llvm::Value *A, llvm::Value *B, bool Max);
  /// The sum and the product, which are required not to overflow if they might.
  llvm::Value *add(llvm::Value *A, llvm::Value *B);
  llvm::Value *multiply(llvm::Value *A, llvm::Value *B);
  /// The difference, of 128 bits at most.
  llvm::Value *subtract(llvm::Value *A, llvm::Value *B);
  llvm::Value *choose(llvm::Value *Condition, llvm::Value *A, llvm::Value *B);
  /// `A Pred B`, which are signed.
  llvm::Value *compare(llvm::CmpInst::Predicate Pred, llvm::Value *A,
                       llvm::Value *B);
  llvm::Value *isAtLeast(llvm::Value *A, llvm::Value *B) {
    return compare(llvm::CmpInst::ICMP_SGE, A, B);
  }
  llvm::Value *isAtMost(llvm::Value *A, llvm::Value *B) {
    return compare(llvm::CmpInst::ICMP_SLE, A, B);
  }
  llvm::Value *isLess(llvm::Value *A, llvm::Value *B) {
    return compare(llvm::CmpInst::ICMP_SLT, A, B);
  }
  llvm::Value *both(llvm::Value *A, llvm::Value *B);

protected:
  /// Bits of a range's ends.
  static constexpr unsigned RangeBits = 128;

  llvm::IRBuilder<> &Builder;
  llvm::Type *const I64, *const I128;

  explicit IntegerEmitter(llvm::IRBuilder<> &Builder)
      : Builder(Builder), I64(Builder.getInt64Ty()),
        I128(Builder.getInt128Ty()) {
    Integers.Ok = Builder.getTrue();
  }

  /// The signed numbers of @p Bits and a sign bit: [-2^Bits, 2^Bits - 1].
  static Range getSignedRange(unsigned Bits);
  /// [0, 2^Bits - 1]
  static Range getUnsignedRange(unsigned Bits);
  /// Let it be known that @p V is in @p R, too. \returns @p V.
  llvm::Value *setRange(llvm::Value *V, const Range &R);

private:
  Range getRange(llvm::Value *V);
  unsigned getBits(llvm::Value *V);
  llvm::Value *narrow(llvm::Value *V);
  void toOneType(llvm::Value *&A, llvm::Value *&B, const Range &R);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_INTEGEREMITTER_H
