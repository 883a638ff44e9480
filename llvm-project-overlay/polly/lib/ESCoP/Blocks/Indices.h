//===- Indices.h - Indices of a block ---------------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Indices.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BLOCKS_INDICES_H
#define POLLY_LIB_ESCOP_BLOCKS_INDICES_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// An integer of Bits bits that is extended in each iteration, and has one step
/// if it does not wrap.
struct NarrowIndex {
  /// In the first iteration, extended; in front of the loop.
  llvm::Value *Start;
  int64_t Step;
  unsigned Bits;
  bool Signed;
};

/// Let addresses of @p Shadow's loop be computed from extended indices, which
/// is the same if none of those that are returned wraps.
llvm::SmallVector<NarrowIndex, 4>
extendIndices(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// Emit whether @p Index does not wrap in @p N iterations.
llvm::Value *emitNoWrap(llvm::IRBuilderBase &Builder, const NarrowIndex &Index,
                        llvm::Value *N);

/// Let guards of @p Shadow's loop that every iteration evaluates, and that
/// compare an index with what does not change, be evaluated in the first and
/// the last of @p N iterations only.
void evaluateAtEnds(llvm::Function &Shadow, llvm::Value *N,
                    llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BLOCKS_INDICES_H
