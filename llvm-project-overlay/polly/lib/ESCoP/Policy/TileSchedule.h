//===- TileSchedule.h - Tiles of what is stored to --------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule for nests whose results are matrices that they also read:
// factorizations, triangular solves.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_TILESCHEDULE_H
#define POLLY_LIB_ESCOP_POLICY_TILESCHEDULE_H

#include "polly/ScopPass.h"

namespace polly::escop {

/// Schedule a SCoP that has dependences by tiles of what it stores to; or
/// distribute what may be products, which does not give them tiles; or leave it
/// alone. InParts is whether what is left over of tiles is executed by parts.
class TileSchedulePass : public llvm::PassInfoMixin<TileSchedulePass> {
  bool &HasTiles, &InParts;

public:
  TileSchedulePass(bool &HasTiles, bool &InParts)
      : HasTiles(HasTiles), InParts(InParts) {}
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_TILESCHEDULE_H
