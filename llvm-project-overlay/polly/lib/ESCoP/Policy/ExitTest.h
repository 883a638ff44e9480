//===- ExitTest.h - What a nest knows of its last iteration -----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In front of all iterations that it executes, a nest finds that it is not at
// its end: of `i < n - 1; ++i`, the last i is less than n - 1. Its shadow
// counts iterations, and does not ask.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_EXITTEST_H
#define POLLY_LIB_ESCOP_POLICY_EXITTEST_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// Let @p Shadow assume what the nest's own exit test says of the iterations
/// that it is called for. From that follows that an inner loop
/// `j = i + 1; j < n` is entered, without which Polly gives each of its
/// statements a first instance of its own. If @p Chunked, the shadow begins
/// with the state that it is given.
void assumeExitTest(const ESCoP &E, bool Chunked, llvm::Function &Shadow);

/// Assume it no longer: it counts as an effect.
void dropAssumptions(llvm::Function &Shadow);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_EXITTEST_H
