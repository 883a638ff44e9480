//===- ParallelLoops.h - Loops that teams execute ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ParallelLoops.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_PARALLELLOOPS_H
#define POLLY_LIB_ESCOP_POLICY_PARALLELLOOPS_H

#include "polly/ESCoP/Policy.h"

namespace polly::escop {

/// What Polly calls for a parallel loop.
constexpr llvm::StringLiteral ParallelLoopMarker = "escop.parallel_loop";

/// May threads execute parts of @p F? What is thread-local is another object
/// for each, and of functions only those are known that compute.
bool canThreadsExecute(const llvm::Function &F);

/// Give the bodies of the parallel loops of @p Shadow its attributes.
void adoptLoopBodies(llvm::Function &Shadow);

/// Lower the markers in the bodies of the parallel loops of @p Shadow, run
/// @p Cleanup on them, and let the runtime execute them.
void finishLoopBodies(llvm::Function &Shadow, bool Speculates,
                      llvm::FunctionPassManager &Cleanup,
                      llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_PARALLELLOOPS_H
