//===- polly/ESCoP/Blocks.h - Single loops in blocks ------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register blocks: a few iterations of a single loop are computed while their
// stores wait in registers, until it is known that no guard fires in them.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_BLOCKS_H
#define POLLY_ESCOP_BLOCKS_H

#include "polly/ESCoP/Driver.h"

namespace polly::escop {

/// May the iterations of @p E be executed in blocks, as far as its shape tells?
/// If so, the nest resumes behind each block that it executes itself.
bool mayUseBlocks(const ESCoP &E);

/// Build a driver of @p E, which resumes, that executes blocks of iterations;
/// their size is set in @p P. Rejects if the iterations of a block cannot be
/// computed before its first store, or if no gain is expected. Finds E.Tracked.
std::optional<Reject> buildBlockDriver(ESCoP &E, const DriverCounts &Counts,
                                       llvm::FunctionAnalysisManager &FAM,
                                       llvm::Function *&Driver, Plan &P);

} // namespace polly::escop

#endif // POLLY_ESCOP_BLOCKS_H
