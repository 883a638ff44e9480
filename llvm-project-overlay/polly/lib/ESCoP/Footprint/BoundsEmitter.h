//===- BoundsEmitter.h - Bounds of affine expressions, as IR ----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
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
// Arithmetic (IntegerEmitter.h). Bounds are integers. They are computed from
// parameters that are checked to be below 2^40 in magnitude, and must end up
// below 2^46. Modulo 2^64 the expressions are the program's; if the integers
// stay in range, none of the program's addresses wraps.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BOUNDSEMITTER_H
#define POLLY_LIB_ESCOP_BOUNDSEMITTER_H

#include "IntegerEmitter.h"
#include "polly/ESCoP/Support.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace polly::escop {

/// Numbers of no more bits may wrap: the subscript of a ring buffer.
constexpr unsigned MaxWrappingBits = 16;

/// The argument of which @p S is the truncation, if that is known to be a small
/// number, such as a counter: the integer that @p S is. Null if @p S is
/// anything else; a truncation then is the integer that the bits are, signed.
const llvm::SCEV *getTruncatedArgument(const llvm::SCEV *S,
                                       llvm::ScalarEvolution &SE);

/// Iterations of a loop by their numbers, which begin with 0, of 64 bits: from
/// First to Last, as far as these are not null, and the loop has them.
struct IterationRange {
  const llvm::SCEV *First = nullptr, *Last = nullptr;
};
using IterationRanges =
    llvm::SmallDenseMap<const llvm::Loop *, IterationRange, 2>;

/// Emits the bounds of affine expressions at one point in front of a nest, as
/// integers of 64 or 128 bits. They hold if the condition Integers.Ok does,
/// which asks that the integers be what the program computes as far as that
/// matters inside of the expression. Whether the bounds themselves fit into its
/// type is the caller's question. If a loop is not entered, the greatest value
/// of what is in it may be less than the least one.
class BoundsEmitter : public IntegerEmitter {
  llvm::ScalarEvolution &SE;
  const llvm::Loop *Nest;
  llvm::SCEVExpander Expander;
  IterationRanges Iterations;

public:
  /// What is known of expressions, under the condition Integers.Ok.
  struct Facts {
    llvm::DenseMap<const llvm::SCEV *, llvm::Value *> Leaves;
    llvm::DenseMap<std::pair<const llvm::SCEV *, unsigned>, llvm::Value *>
        Bounds;
    llvm::SmallPtrSet<const llvm::Loop *, 4> CheckedLoops;
    llvm::DenseSet<std::pair<const llvm::SCEV *, unsigned>> Unwrapped;
    /// Arguments that were checked to be in [-2^ParamBits, 2^ParamBits).
    llvm::SmallSetVector<unsigned, 8> CheckedArgs;
  };
  Facts Known;
  /// What is not to be required after all is forgotten.
  using Knowledge = std::pair<IntegerEmitter::Knowledge, Facts>;
  Knowledge save() const { return {Integers, Known}; }
  void restore(Knowledge Before) {
    std::tie(Integers, Known) = std::move(Before);
  }

  /// While it lives, bounds are those over certain iterations, if there are any
  /// loops of which these are known.
  class Within {
    BoundsEmitter &Emitter;
    std::optional<Facts> Before;

  public:
    Within(BoundsEmitter &Emitter, const IterationRanges &Iterations);
    ~Within();
  };

  BoundsEmitter(llvm::ScalarEvolution &SE, const llvm::Loop *Nest,
                llvm::IRBuilder<> &Builder, const llvm::DataLayout &DL);

  using IntegerEmitter::widen;
  /// Require that the integer that @p S is fits into its type. \returns whether
  /// its bounds are known.
  bool requireNoWrap(const llvm::SCEV *S, bool Signed);

  /// The greatest or least integer value of @p S over the nest, or null.
  llvm::Value *bound(const llvm::SCEV *S, bool Max);
  /// The integer value of the nest-invariant @p S, or null.
  llvm::Value *lift(const llvm::SCEV *S);
  /// The value of the nest-invariant @p S as the program computes it, or null.
  llvm::Value *expand(const llvm::SCEV *S);
  /// The same of 64 bits, read as a signed number.
  llvm::Value *leaf(const llvm::SCEV *S);
  /// The least and the greatest number of the type of @p S.
  std::pair<llvm::Value *, llvm::Value *> getTypeRange(const llvm::SCEV *S,
                                                       bool Signed);

  /// Require that @p L does not iterate longer than can be vouched for.
  /// \returns its backedge-taken count, or null.
  const llvm::SCEV *getBackedgeTakenCount(const llvm::Loop *L);

private:
  llvm::Value *isUnwrapped(const llvm::SCEV *S, bool Signed);

  llvm::Value *computeBound(const llvm::SCEV *S, bool Max);
  llvm::Value *boundSelected(llvm::SelectInst &Select, bool IsTrue, bool Max);
  llvm::Value *boundComputed(llvm::Value *V, bool Max);
  llvm::Value *boundRecurrence(const llvm::SCEVAddRecExpr *S, bool Max);
  const llvm::SCEV *widenCounter(const llvm::SCEV *S);
  const llvm::SCEV *widen(const llvm::SCEV *S, llvm::Type *Ty);
  void boundDistributed(const llvm::SCEVAddExpr *S, llvm::Value *&Lo,
                        llvm::Value *&Hi);
  llvm::Value *boundSum(const llvm::SCEVAddExpr *S, bool Max);
  llvm::Value *boundProduct(const llvm::SCEVMulExpr *S, bool Max);
  llvm::Value *boundExtremum(const llvm::SCEVMinMaxExpr *S, bool Max);
  llvm::Value *boundExtension(const llvm::SCEVIntegralCastExpr *S, bool Max);
  llvm::Value *boundQuotient(const llvm::SCEVUDivExpr *S, bool Max);
  std::tuple<const llvm::SCEV *, const llvm::SCEV *, int64_t>
  getMultipleOfQuotient(const llvm::SCEV *S);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BOUNDSEMITTER_H
