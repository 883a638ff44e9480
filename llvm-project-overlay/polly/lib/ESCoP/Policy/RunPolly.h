//===- RunPolly.h - Let Polly optimise a shadow ----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_RUNPOLLY_H
#define POLLY_LIB_ESCOP_POLICY_RUNPOLLY_H

#include "polly/ESCoP/Policy.h"

namespace polly::escop {

/// How Polly is to schedule a shadow.
enum class Scheduler {
  /// As it is, for parallel loops.
  Original,
  Isl,
  /// And give products register tiles.
  IslWithPatterns,
  /// By tiles of what is stored to, or with loops of their own for products, so
  /// that register tiles of our own execute these; or not at all.
  ForProducts
};

/// Let Polly optimise @p P's shadow; false if it generates no code, or wrong
/// code. What it did before with a shadow like it is not done again.
bool runPolly(const ESCoP &E, Plan &P, Scheduler By, ScopFacts &Facts,
              PollyResults &Results, llvm::FunctionAnalysisManager &FAM);

/// Let what the driver allocates take the place of @p P's local arrays.
void moveLocalArraysToScratch(Plan &P, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_RUNPOLLY_H
