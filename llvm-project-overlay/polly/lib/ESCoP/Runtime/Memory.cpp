//===- Memory.cpp - The end of what drivers keep --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Memory.h.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "polly/ESCoP/Runtime.h"

using namespace polly::escop::runtime;

void polly::escop::runtime::freeKept() {
  __atomic_store_n(&Kept.State, KeptBlocks::Closed, __ATOMIC_RELAXED);
  for (auto &OfSize : Kept.Blocks)
    for (void *&Place : OfSize)
      free(__atomic_exchange_n(&Place, nullptr, __ATOMIC_ACQUIRE));
}
