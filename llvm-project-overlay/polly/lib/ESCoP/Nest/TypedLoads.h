//===- TypedLoads.h - Loads that have lost their types --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TypedLoads.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_TYPEDLOADS_H
#define POLLY_LIB_ESCOP_NEST_TYPEDLOADS_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// Load ahead, in front of all loops of @p F that do not write it, what loads
/// with types load.
void hoistTypedLoads(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Let loads of @p F that have lost their types be what loads with types have
/// loaded before.
void reuseTypedLoads(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_TYPEDLOADS_H
