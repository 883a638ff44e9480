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

#include "BoxSchedule.h"
#include "polly/ScopPass.h"
#include <optional>

namespace polly::escop {

/// Schedule a SCoP that has dependences by tiles of what it stores to; or
/// distribute what may be products, which does not give them tiles; or leave it
/// alone. Boxes has what is executed box by box; NumRelations is
/// Plan::TileRelations.
class TileSchedulePass : public llvm::PassInfoMixin<TileSchedulePass> {
  std::optional<BoxSchedule> &Boxes;
  bool &HasTiles;
  unsigned &NumRelations;

public:
  TileSchedulePass(std::optional<BoxSchedule> &Boxes, bool &HasTiles,
                   unsigned &NumRelations)
      : Boxes(Boxes), HasTiles(HasTiles), NumRelations(NumRelations) {}
  llvm::PreservedAnalyses run(Scop &S, ScopAnalysisManager &SAM,
                              ScopStandardAnalysisResults &AR, SPMUpdater &);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_TILESCHEDULE_H
