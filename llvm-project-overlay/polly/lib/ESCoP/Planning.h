//===- Planning.h - How a nest is to stay exact -----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PLANNING_H
#define POLLY_LIB_ESCOP_PLANNING_H

#include "polly/ESCoP/Policy.h"

namespace polly::escop {

/// \returns why a driver in @p F cannot be one that speculates or probes memory,
/// if it cannot: what it needs of the platform is said in Driver.cpp.
std::optional<Reason> checkPlatform(llvm::Function &F,
                                    llvm::FunctionAnalysisManager &FAM);

/// Decide how the nest is to stay exact, and build the functions that takes:
/// @p P. If it is declined, erasePlan is to be called.
/// \param Stock the loops of the function before it was prepared.
/// \param Vain what was tried in vain on other nests of the module.
/// \returns why the nest is declined, if it is.
std::optional<Reject> planNest(const ESCoP &E, Mode M, StockLoops &Stock,
                               PollyResults &Results,
                               llvm::FunctionAnalysisManager &FAM, Plan &P);

/// Decide whether the nest, which is declined otherwise, gains if a copy of it
/// is executed in its own order, and build the bounds that takes. The same
/// applies.
std::optional<Reject> planOrdered(const ESCoP &E, OrderedFor For,
                                  llvm::FunctionAnalysisManager &FAM, Plan &P);

/// Erase the functions of a plan that is not carried out.
void erasePlan(Plan &P, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif
