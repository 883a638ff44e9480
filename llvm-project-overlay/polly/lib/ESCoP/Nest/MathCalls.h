//===- MathCalls.h - Math functions without errno ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See MathCalls.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_MATHCALLS_H
#define POLLY_LIB_ESCOP_NEST_MATHCALLS_H

#include "polly/ESCoP/Nest.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace polly::escop {

/// Does useMathWithoutErrno replace @p Call, if it is in a loop?
bool setsErrnoOnly(const llvm::CallBase &Call,
                   const llvm::TargetLibraryInfo &TLI);

/// Tells alias analysis that what calls of math functions write is errno.
struct MathTagPass : llvm::PassInfoMixin<MathTagPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

/// Let calls of math functions in loops set no errno.
MathCalls useMathWithoutErrno(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_MATHCALLS_H
