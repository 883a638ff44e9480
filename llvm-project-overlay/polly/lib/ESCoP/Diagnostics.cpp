//===- Diagnostics.cpp - Why a nest is left alone -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remarks of `-Rpass[-missed|-analysis]=polly-escop`, one a nest:
//
//   tiled exception-safe nest (inspect, Polly): 1 guard, 1 exit, depth 3
//   not tiled: call: a call has unknown effects (printf); make the callee …
//
// modelled on ScopDetectionDiagnostic.cpp.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "polly/ESCoP/Driver.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"

#define DEBUG_TYPE "polly-escop"

using namespace llvm;
using namespace polly::escop;

STATISTIC(NumInspect, "Number of nests inspected");
STATISTIC(NumSpeculate, "Number of nests executed speculatively");
STATISTIC(NumBlocks, "Number of single loops executed in register blocks");
STATISTIC(NumOrdered, "Number of nests executed in order");
STATISTIC(NumDeclined, "Number of nests left alone");

void polly::escop::reportRejected(const Loop &L, const Reject &R,
                                  bool PartTransformed,
                                  OptimizationRemarkEmitter &ORE) {
  NumDeclined += !PartTransformed;
  const ReasonText &Text = getReasonText(R.Why);
  auto Message = [&](auto Remark) {
    Remark << "not tiled: " << ore::NV("Reason", Text.Key) << ": " << Text.What;
    if (!R.Detail.empty())
      Remark << " (" << ore::NV("Detail", R.Detail) << ")";
    DebugLoc Loc = L.getStartLoc();
    if (R.Loc && R.Loc != Loc) {
      Remark << " at ";
      // A header's line says nothing without its name.
      if (!Loc || Loc->getFile() != R.Loc->getFile())
        Remark << ore::NV("File", R.Loc->getFilename()) << ":";
      else
        Remark << "line ";
      Remark << ore::NV("Line", R.Loc.getLine());
    }
    Remark << "; " << Text.Remedy;
    return Remark;
  };
  if (PartTransformed)
    ORE.emit([&] {
      return Message(OptimizationRemarkAnalysis(
          DEBUG_TYPE, "NotTiledAsAWhole", L.getStartLoc(), L.getHeader()));
    });
  else
    ORE.emit([&] {
      return Message(OptimizationRemarkMissed(DEBUG_TYPE, "NotTiled",
                                              L.getStartLoc(), L.getHeader()));
    });
}

static StringRef getOptimiser(Optimiser O) {
  switch (O) {
  case Optimiser::Polly:
    return "Polly";
  case Optimiser::Plain:
    return "plain";
  case Optimiser::Product:
    return "product";
  }
  llvm_unreachable("no optimiser");
}

/// Where chunks work.
static StringRef getPlace(const Plan &P) {
  if (P.Share == Sharing::InPlace)
    return " in place";
  if (P.Share == Sharing::Private)
    return " in a copy";
  return P.CanBePrivate ? " in place, beside other threads in a copy"
                        : " in place, and not beside other threads";
}

/// Count a nest of this scheme. \returns its name.
static StringRef countScheme(Scheme S) {
  switch (S) {
  case Scheme::Inspect:
    ++NumInspect;
    return "inspect";
  case Scheme::Speculate:
    ++NumSpeculate;
    return "speculate";
  case Scheme::Blocks:
    ++NumBlocks;
    return "blocks";
  case Scheme::Ordered:
    ++NumOrdered;
    return "ordered";
  }
  llvm_unreachable("A scheme has a name");
}

void polly::escop::reportTransformed(const ESCoP &E, const Plan &P, bool IsPart,
                                     DebugLoc Loc, const BasicBlock &Region,
                                     OptimizationRemarkEmitter &ORE) {
  if (IsPart) {
    ORE.emit([&] {
      OptimizationRemarkAnalysis Remark(DEBUG_TYPE, "Part", Loc, &Region);
      if (P.IsRow)
        return Remark << "whenever it is entered: without the guards of its "
                         "counter, if none of them fires";
      Remark << "where the nest around it is executed as it is: ";
      if (P.BlockSize)
        Remark << "in register blocks, " << ore::NV("BlockSize", P.BlockSize)
               << " iterations a block";
      else
        Remark << (P.S == Scheme::Ordered ? "in its own order"
                   : P.GainsVectors       ? "by vectors"
                                          : "without guards")
               << ", behind a check of its guards";
      return Remark;
    });
    return;
  }
  const StringRef Name = countScheme(P.S);
  ORE.emit([&] {
    OptimizationRemark Remark(DEBUG_TYPE, "Tiled", Loc, &Region);
    auto Count = [&](StringRef Key, unsigned N, StringRef One, StringRef More) {
      Remark << ore::NV(Key, N) << " " << (N == 1 ? One : More);
    };
    Remark << "tiled exception-safe nest (" << ore::NV("Scheme", Name) << ", "
           << ore::NV("Optimiser", getOptimiser(P.O))
           << "): ";
    Count("Guards", E.Guards.size(), "guard", "guards");
    Remark << ", ";
    Count("Exits", E.NumExits, "exit", "exits");
    Remark << ", depth " << ore::NV("Depth", E.Depth);
    if (P.BlockSize)
      Remark << ", " << ore::NV("BlockSize", P.BlockSize)
             << " iterations a block";
    if (P.S == Scheme::Speculate) {
      Remark << ", checkpoint "
             << ore::NV("Checkpoint", P.Chunked ? "per chunk" : "whole nest")
             << getPlace(P);
      if (std::string Limit = getBudgetLimit(); !Limit.empty())
        Remark << ", if " << (P.Chunked ? "one iteration" : "it")
               << " takes no more than " << ore::NV("Budget", Limit);
    }
    if (P.IsExpanded)
      Remark << ", scalars expanded to arrays";
    if (P.Shadow && mayFormTeam(*P.Shadow))
      Remark << ", in teams of threads";
    if (!E.Rows.Tables.empty())
      Remark << ", rows at equal distances"
             << (P.RowCopies.empty() ? "" : ", or copied");
    return Remark;
  });
}
