//===- FirstTest.h - Is a nest worth a call of its driver? ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See FirstTest.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_FIRSTTEST_H
#define POLLY_LIB_ESCOP_DRIVER_FIRSTTEST_H

#include "polly/ESCoP/Driver.h"

namespace polly::escop {

/// Emit @p S, of values that @p GetValue emits, and what @p Known has.
using KnownSCEVs = llvm::SmallDenseMap<const llvm::SCEV *, llvm::Value *, 4>;
llvm::Value *
lowerAtEntry(const llvm::SCEV *S, llvm::IRBuilderBase &Builder,
             llvm::function_ref<llvm::Value *(llvm::Value *)> GetValue,
             const KnownSCEVs &Known = KnownSCEVs());

/// The first test of a nest.
class FirstTest {
  const ESCoP &E;
  const uint64_t Least;
  /// Null if the driver is always called.
  const llvm::SCEV *Work = nullptr;
  /// Counters of loops around the nest.
  KnownSCEVs Counters;

public:
  FirstTest(const ESCoP &E, const Plan &P, llvm::ScalarEvolution &SE);

  explicit operator bool() const { return Work; }
  /// Does it need a value that @p IsMissing?
  bool needs(llvm::function_ref<bool(llvm::Value *)> IsMissing) const;
  /// Does it need values that are hoisted?
  bool needsHoisted() const;
  /// Emit the work that the nest is (i64), and whether that is little.
  llvm::Value *
  emitWork(llvm::IRBuilderBase &Builder,
           llvm::function_ref<llvm::Value *(llvm::Value *)> GetValue) const;
  llvm::Value *emitIsLittle(llvm::IRBuilderBase &Builder,
                            llvm::Value *Of) const;
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_FIRSTTEST_H
