//===- NarrowCounters.h - Counters narrower than their ends -----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See NarrowCounters.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_NARROWCOUNTERS_H
#define POLLY_LIB_ESCOP_NEST_NARROWCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Let loops of @p F whose counters are narrower than their ends have copies
/// for ends that the counters do not come to.
void versionNarrowCounters(llvm::Function &F,
                           llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_NARROWCOUNTERS_H
