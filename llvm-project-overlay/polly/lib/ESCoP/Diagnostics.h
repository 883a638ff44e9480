//===- Diagnostics.h - Remarks of exception-safe tiling ---------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DIAGNOSTICS_H
#define POLLY_LIB_ESCOP_DIAGNOSTICS_H

#include "polly/ESCoP/Policy.h"

namespace llvm {
class OptimizationRemarkEmitter;
} // namespace llvm

namespace polly::escop {

/// Emit the remark of a nest that is left alone; if a part of it was
/// transformed, as an analysis remark.
void reportRejected(const llvm::Loop &L, const Reject &R, bool PartTransformed,
                    llvm::OptimizationRemarkEmitter &ORE);

/// Emit the remark of a transformed nest; if it is part of one that was, as an
/// analysis remark. @p Loc and @p Region place it.
void reportTransformed(const ESCoP &E, const Plan &P, bool IsPart,
                       llvm::DebugLoc Loc,
                       const llvm::BasicBlock &Region,
                       llvm::OptimizationRemarkEmitter &ORE);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DIAGNOSTICS_H
