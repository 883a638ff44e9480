//===- InlineAccessors.h - Inline the hot paths of callees ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See InlineAccessors.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_INLINEACCESSORS_H
#define POLLY_LIB_ESCOP_NEST_INLINEACCESSORS_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// Inline the hot paths of what the loops of @p F call, if a nest would be
/// declined because of the call. \returns whether there were any.
bool inlineAccessors(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                     HotPaths &Paths);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_INLINEACCESSORS_H
