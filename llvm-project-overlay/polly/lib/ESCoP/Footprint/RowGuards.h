//===- RowGuards.h - Guards of a row that do not fire -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is entered again and again, such as over a row of a sparse
// matrix, may have few iterations each time:
//
//   for (p = rows.at(i); p < rows.at(i + 1); ++p)
//     sum += values.at(p) * x.at(columns.at(p));
//
// So what is asked of its guards has to be little. Of n iterations, the
// subscript p + c * k is less than size, for each k < n, if and only if
//
//   p < size and c * (n - 1) < size - p,
//
// where nothing wraps, as c and n are small. A guard that fires if the
// subscript is the size, which the pipeline makes of one of a subscript that
// begins with 0, fires in none of them if c * (n - 1) < size - p. Where it is
// known that the subscript does not wrap, p + c * (n - 1) < size is enough. Of
// several sizes, it is asked of the least one, which is mostly the same for all
// rows, and of p, p + 1, and so on with p and the greatest distance.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_ROWGUARDS_H
#define POLLY_LIB_ESCOP_ROWGUARDS_H

#include "BoundsEmitter.h"

namespace polly::escop {

/// What holds where @p Cond, a comparison that may be negated, does not, by
/// less than or less than or equal; or none.
std::optional<Comparison> getOrderedUnless(llvm::Value *Cond,
                                           llvm::ScalarEvolution &SE);

/// Emits the conditions under which guards of @p Row, a loop without others in
/// it, do not fire, as far as they compare a counter with a size.
class RowGuards {
public:
  /// Asks whether what a counter begins with, @p Start, is less by a predicate
  /// than what it has in the last iteration, and does not wrap, whatever the
  /// row is, if it is incremented by one.
  using FindOrder = llvm::function_ref<bool(const llvm::SCEV *Start,
                                            llvm::CmpInst::Predicate)>;

private:
  const llvm::Loop &Row;
  llvm::ScalarEvolution &SE;
  llvm::IRBuilder<> &Builder;
  BoundsEmitter &Emitter;
  /// Subscripts that begin with Start to Start + Distance, which is beyond all
  /// numbers of their type if it wraps, and are to be less than Size, or not to
  /// be Size.
  struct Subscripts {
    const llvm::SCEV *Start;
    llvm::APInt Step;
    uint64_t Distance;
    llvm::CmpInst::Predicate Passes;
    llvm::Value *Size;
  };
  llvm::SmallVector<Subscripts, 4> All;

  void require(const Subscripts &Of, llvm::Value *After, FindOrder Rises);

public:
  RowGuards(const llvm::Loop &Row, llvm::ScalarEvolution &SE,
            llvm::IRBuilder<> &Builder, BoundsEmitter &Emitter)
      : Row(Row), SE(SE), Builder(Builder), Emitter(Emitter) {}

  /// If a guard that fires where @p Cond holds is of that form, let it be
  /// resolved. \returns whether it is.
  bool add(llvm::Value *Cond);
  /// Require that they do not fire in the first @p Trips iterations (i64), of
  /// which there is one at least, and no more than 2^ParamBits.
  void require(llvm::Value *Trips, FindOrder Rises);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_ROWGUARDS_H
