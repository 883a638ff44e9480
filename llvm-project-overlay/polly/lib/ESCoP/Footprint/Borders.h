//===- Borders.h - Iterations in which control comes to a block -*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that treats the borders of a grid itself accesses what is beside an
// element only where there is such:
//
//   double up = i > 0 ? a.at((i - 1) * n + j) : 0;
//   double down = i + 1 < n ? a.at((i + 1) * n + j) : 0;
//
// The bounds of both subscripts are those over the iterations in which control
// comes there: from number 1 - start on, and up to number n - 2 - start, if the
// loop's first and last iterations are not within anyway.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BORDERS_H
#define POLLY_LIB_ESCOP_BORDERS_H

#include "BoundsEmitter.h"
#include "llvm/IR/Dominators.h"

namespace polly::escop {

/// What conditions on counters tell of a block, and those that are the same in
/// the whole nest.
struct Borders {
  IterationRanges Iterations;
  /// What is true, or false, where control comes to the block.
  llvm::SmallVector<std::pair<llvm::Value *, bool>, 2> Invariant;
  /// Where such conditions are, of which nothing else is asked.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> Branches;
};

/// Find in which iterations of the loops of @p Nest control comes to @p BB. It
/// is required that the counters be what the program computes.
Borders findBorders(const llvm::BasicBlock &BB, const llvm::Loop &Nest,
                    const llvm::DominatorTree &DT, llvm::ScalarEvolution &SE,
                    BoundsEmitter &Emitter);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BORDERS_H
