//===- Distribution.h - Products apart from what is beside them -*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of a SCoP, so that what may be a product has loops of its own.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H
#define POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H

#include "llvm/ADT/SmallVector.h"
#include "isl/isl-noexceptions.h"

namespace polly {
class Dependences;
class Scop;
} // namespace polly

namespace polly::escop {

/// \returns the domains of the statements of @p S in parts that may be executed
/// one after the other: statements of three loops, with all that depends on
/// them and they depend on, apart from the others.
llvm::SmallVector<isl::union_set, 4> distributeProducts(Scop &S,
                                                        const Dependences &D);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_DISTRIBUTION_H
