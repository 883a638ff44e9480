//===- Strips.h - Strips of a parallel loop, executed innermost -*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A floating-point sum over the innermost loop is one chain of additions, whose
// order must not change. A strip of another loop has a chain for each of its
// iterations (FunctionOptions::SinkStrips).
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_STRIPS_H
#define POLLY_STRIPS_H

#include "isl/isl-noexceptions.h"

namespace llvm {
class TargetTransformInfo;
}

namespace polly {

/// Which strips of a band are executed innermost.
struct Strips {
  /// The loop of the band, and the iterations of a strip; none if that is 0.
  int Dim = -1, Size = 0;
  /// Whether the iterations are rows of a matrix. They are unrolled then: as a
  /// loop they would be vectors, gathered from the rows.
  bool AreRows = false;
  /// Whether the band gains by tiles.
  bool GainTiles = true;
};

/// Plan the strips of the permutable band @p Node, whose loops may be swapped.
/// isl takes @p ComputeOut operations for each access and loop at most.
Strips planStrips(isl::schedule_node &Node,
                  const llvm::TargetTransformInfo &TTI,
                  unsigned long ComputeOut);

} // namespace polly

#endif // POLLY_STRIPS_H
