//===- polly/FunctionOptions.h - What a function asks of Polly --*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass that runs Polly on a function of its own can ask for other code than
// the command line does. No option changes what the function computes.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_FUNCTIONOPTIONS_H
#define POLLY_FUNCTIONOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace polly {
struct FunctionOptions {
  /// Calls of this function are kept, copied and scheduled as calls of
  /// -polly-debug-func are.
  llvm::StringRef MarkerFunction;

  /// The function that parallel loops become calls of (LoopGeneratorsCall.h),
  /// as with -polly-parallel; if empty, none do.
  llvm::StringRef ParallelLoopFunction;

  /// Tell the vectorizer of innermost loops that are parallel, as with
  /// -polly-ast-detect-parallel, which tests all loops.
  bool AnnotateInnermostLoops = false;

  /// Attach the metadata "polly.rtc" to the branch on the run-time check.
  bool MarkRuntimeCheck = false;

  /// Simplify new access relations of writes under the assumptions of the SCoP.
  bool UseAssumptions = false;

  /// Look for matrix products and tensor contractions.
  bool MatchPatterns = true;

  /// Unroll the partial register tiles of a matrix product, and separate the
  /// loops over tiles into versions for partial ones.
  bool OptimizePartialTiles = true;

  /// Copy the operand of a matrix product that is packed once in the order of
  /// the packed array.
  bool PackByRows = false;

  /// Execute strips of a parallel loop innermost, if the innermost loop is not
  /// parallel.
  bool SinkStrips = false;

  /// The operations of isl that the schedule may take, instead of
  /// -polly-schedule-computeout.
  std::optional<uint64_t> ScheduleComputeOut;

  /// The operations of isl that dependences may take, instead of
  /// -polly-dependences-computeout.
  std::optional<uint64_t> DependencesComputeOut;

  /// The operations of isl that what DeLICM and ForwardOpTree know of values may
  /// take, instead of -polly-delicm-max-ops and -polly-optree-max-ops.
  std::optional<uint64_t> ValuesComputeOut;

  /// The operations of isl after which DeLICM maps no further scalar; 0 is no
  /// limit.
  uint64_t MappingComputeOut = 0;

  /// The operations of isl that the AST may take; 0 is no limit.
  uint64_t ASTComputeOut = 0;
};

/// Get the options that @p F states, or else the defaults.
FunctionOptions getFunctionOptions(const llvm::Function &F);

/// Let @p F state @p Options.
void setFunctionOptions(llvm::Function &F, const FunctionOptions &Options);
} // namespace polly

#endif // POLLY_FUNCTIONOPTIONS_H
