//===- Joins.h - What SimplifyCFG has made one ------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Joins.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_JOINS_H
#define POLLY_LIB_ESCOP_NEST_JOINS_H

#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Compute addresses, and parts of them, where ways join by which they are the
/// same.
void joinAddresses(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Store where ways join to other elements on each of them, before they do.
void separateStores(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_JOINS_H
