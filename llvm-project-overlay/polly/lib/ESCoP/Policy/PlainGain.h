//===- PlainGain.h - What the vectorisers make of a shadow ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See PlainGain.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_PLAINGAIN_H
#define POLLY_LIB_ESCOP_POLICY_PLAINGAIN_H

#include "polly/ESCoP/Policy.h"

namespace polly::escop {

/// So many iterations a loop is taken to have each time it is entered.
constexpr unsigned UsualTrips = 8;

/// What the standard pipeline makes of a shadow.
struct PlainGain {
  bool FewerLoads = false;
  /// Loops that are vectorised neither in the nest nor in the shadow have fewer
  /// instructions.
  bool FewerInstructions = false;
  /// See Plan; in another order than the nest's, and in that.
  unsigned SavedInstructions = 0, SavedInOrder = 0;
  /// Loops are vectorised that are not vectorised in the nest, or sums side by
  /// side become a vector.
  bool Vectors = false;
  /// Loops are vectorised, whether the exits are there or not.
  bool VectorLoops = false;
  /// Some of these are, if it is executed in two parts (splitAtStores).
  bool VectorsInParts = false;
  /// A loop would be vectorised whose accesses are mostly gathers and scatters.
  bool GathersMostly = false;
};

PlainGain getPlainGain(const ESCoP &E, const Plan &P, StockLoops &Stock,
                       llvm::FunctionAnalysisManager &FAM);

/// Do the vectorisers make vectors in a loop of @p Shadow, which is finished?
bool hasVectorsOnceVectorised(llvm::Function &Shadow,
                              llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_PLAINGAIN_H
