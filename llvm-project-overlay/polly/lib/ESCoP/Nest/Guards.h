//===- Guards.h - Which blocks of a nest are cold ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Guards.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_GUARDS_H
#define POLLY_LIB_ESCOP_NEST_GUARDS_H

#include "polly/ESCoP/Nest.h"

namespace polly::escop {

/// Find E.Blocks, E.Guards, E.Resumes and E.NumExits, or say why header or
/// latch of the nest are cold.
std::optional<Reject> findGuards(ESCoP &E, const llvm::LoopInfo &LI);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_GUARDS_H
