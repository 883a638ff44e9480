//===- Reload.h - Load what memory holds from there -------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Reload.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_RELOAD_H
#define POLLY_LIB_ESCOP_POLICY_RELOAD_H

#include "polly/ScopPass.h"

namespace polly::escop {

/// Compute what inner loops use of other loops' values in the inner loops.
void repeatInInnerLoops(llvm::Function &Shadow,
                        llvm::FunctionAnalysisManager &FAM);

/// Let sums over a loop with loops in it have blocks, and so statements, of
/// their own behind stores of what they add, which they can load again.
void separateSums(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// Let statements load values of others from the elements that hold them.
struct ReloadPass : llvm::PassInfoMixin<ReloadPass> {
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_RELOAD_H
