//===- RowChecks.h - Are rows at equal distances? ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RowChecks.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_ROWCHECKS_H
#define POLLY_LIB_ESCOP_DRIVER_ROWCHECKS_H

#include "polly/ESCoP/Driver.h"

namespace polly::escop {

/// Emit what a row view stands on, Known: the checks of its tables. Control
/// goes to @p Nest if one fails. @p Count is the nest's trip count. @p AtEntry
/// emits a value of the nest's as of now. \returns the runtime::RowPointers.
llvm::Value *
emitRowChecks(const ESCoP &E, const Plan &P, llvm::IRBuilderBase &Builder,
              llvm::Value *Count, llvm::BasicBlock *Nest,
              llvm::function_ref<llvm::Value *(llvm::Value *)> AtEntry,
              const DriverCounts &Counts, llvm::ValueToValueMapTy &Known);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_ROWCHECKS_H
