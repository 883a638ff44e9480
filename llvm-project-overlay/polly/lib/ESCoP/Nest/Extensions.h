//===- Extensions.h - What is narrower than its counters --------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Extensions.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_EXTENSIONS_H
#define POLLY_LIB_ESCOP_NEST_EXTENSIONS_H

#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Let equal extensions be one value.
void mergeExtensions(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Compute and compare with counters of loops of @p F what is computed of them,
/// and compared with, once they are truncated.
void extendTruncatedCounters(llvm::Function &F,
                             llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_EXTENSIONS_H
