//===- Distribution.h - Products apart from what is beside them -*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule by which what may be a product has loops of its own.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H
#define POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H

#include "isl/isl-noexceptions.h"

namespace polly {
class Dependences;
class Scop;
} // namespace polly

namespace polly::escop {

/// \returns the schedule of @p S in which statements of three loops, with all
/// that depends on them and they depend on, are executed apart from the others;
/// or null if they are already.
isl::schedule distributeProducts(Scop &S, const Dependences &D);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H
