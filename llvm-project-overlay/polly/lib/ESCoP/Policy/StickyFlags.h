//===- StickyFlags.h - What is recorded rather than thrown ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See StickyFlags.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_STICKYFLAGS_H
#define POLLY_LIB_ESCOP_POLICY_STICKYFLAGS_H

#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Let markers take the place of the sticky flags of @p Shadow, whose guards
/// have lesser numbers than @p NumGuards. @p ForProducts, only of those that
/// are set outside of innermost loops: a product's register tiles may say of a
/// guard that it fires where it does not, as the nest evaluates it then.
void markStickyFlags(llvm::Function &Shadow, unsigned NumGuards,
                     bool ForProducts, llvm::FunctionAnalysisManager &FAM);

/// Let @p Shadow have sticky flags where there are such markers.
void restoreStickyFlags(llvm::Function &Shadow, unsigned NumGuards);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_STICKYFLAGS_H
