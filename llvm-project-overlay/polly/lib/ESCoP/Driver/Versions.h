//===- Versions.h - Copies of nests and of loops around them ----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Versions.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_VERSIONS_H
#define POLLY_LIB_ESCOP_DRIVER_VERSIONS_H

#include "polly/ESCoP/Driver.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace polly::escop {

/// Copy the nest, which leaves as the nest does. @p VMap leads to the copy,
/// whose blocks have names that end in @p Name; @p Math gets the copies of its
/// calls in the nest. \returns a block that leads to the copy.
llvm::BasicBlock *copyNest(const ESCoP &E, MathCalls &Math,
                           llvm::ValueToValueMapTy &VMap, llvm::StringRef Name);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_VERSIONS_H
