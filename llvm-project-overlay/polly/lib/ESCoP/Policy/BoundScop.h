//===- BoundScop.h - Limits of what Polly is given --------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See BoundScop.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_BOUNDSCOP_H
#define POLLY_LIB_ESCOP_POLICY_BOUNDSCOP_H

#include "polly/ScopPass.h"

namespace polly::escop {

/// Does some loop of @p Shadow end at a quotient of counters, and some at a
/// minimum or maximum of them? What is assumed of parameters is then a union of
/// sets with existentially quantified variables, each pair of which isl tries
/// to make one set: three loops, of which one begins with j / 2 and another
/// ends at min(m, i + c), took it 24 s.
bool hasDearDomain(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// isl's integers are unbounded, and those of the code that is generated have
/// 64 bits. The footprint has checked what addresses and trip counts are made
/// of; what is only compared with, such as the limit of a condition, is assumed
/// to be as small, which the run-time check tests.
struct BoundParametersPass : llvm::PassInfoMixin<BoundParametersPass> {
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &,
                              ScopStandardAnalysisResults &AR, SPMUpdater &);
};

/// ForwardOpTree, if a statement writes a scalar. What is known of arrays takes
/// as long as what is scheduled, and is asked for before anything is forwarded.
struct BoundedForwardOpTreePass
    : llvm::PassInfoMixin<BoundedForwardOpTreePass> {
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &U);
};

/// DeLICM, if a statement writes a scalar, and there are not many: it compares
/// the lifetime of each, which may have several parts, with those of all
/// others.
struct BoundedDeLICMPass : llvm::PassInfoMixin<BoundedDeLICMPass> {
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &U);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_BOUNDSCOP_H
