//===- Streams.h - What the iterations of a block access --------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Streams.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BLOCKS_STREAMS_H
#define POLLY_LIB_ESCOP_BLOCKS_STREAMS_H

#include "polly/ESCoP/Nest.h"

namespace llvm {
class AAResults;
class ScalarEvolution;
} // namespace llvm

namespace polly::escop {

/// On a load that is made in each iteration of a copy, but not of the nest.
constexpr llvm::StringLiteral ConditionalMD = "escop.conditional";

/// On a load that the nest makes before all stores of an iteration.
constexpr llvm::StringLiteral FirstMD = "escop.first";

/// On a load in front of the loop, with a number: the loop would load there,
/// and so many bytes further in the next iteration, if what it stores were not
/// handed on from iteration to iteration.
constexpr llvm::StringLiteral CarriedMD = "escop.carried";

/// Memory that may be read whatever the nest does: the bytes from Begin to End,
/// relative to Base, which is null if there is no such memory.
struct Object {
  /// Of the shadow, whose arguments are replaced when it gets more of them.
  llvm::WeakTrackingVH Base;
  int64_t Begin = 0, End = 0;
};
/// Finds the object that an address points into.
using ObjectFinder = llvm::function_ref<Object(const llvm::SCEV *)>;

/// The accesses of one instruction: in iteration i, Size bytes from Start +
/// Step * i on.
struct Stream {
  /// Null if the memory is read once, in front of the loop.
  llvm::Instruction *I;
  /// Null if the address is any, of a store.
  const llvm::SCEV *Start;
  int64_t Step;
  uint64_t Size;
  /// Whether each iteration that is executed to its end makes the access, by
  /// this instruction or another.
  bool IsInEach = false;
  /// Of a load from any address in it: Start and Size are those of the object.
  Object Within = {};
  /// Whether what it loads is handed on from the iteration before.
  bool IsCarried = false;

  bool isGather() const { return Within.Base; }
  bool isScatter() const { return !Start; }
};

/// Loads at constant distances with one step.
struct LoadGroup {
  /// Of one of them that is made in each iteration; or of any, if there is
  /// none.
  unsigned Known;
  /// The bytes of all in one iteration, relative to the address of Known.
  int64_t Begin, End;
  /// Those from the first to the last that each iteration loads; Begin and End,
  /// if there are none.
  int64_t BeginInEach, EndInEach;
  /// Whether no load of the group is made in each iteration.
  bool IsConditional;
  /// All, by index.
  llvm::SmallVector<unsigned, 2> Loads;
  /// What all load from, if that is known.
  Object Within = {};

  /// Has the nest to tell from where it loads?
  bool isTracked() const { return IsConditional && !Within.Base; }
};

/// A load and a store that may meet, which is known when the driver is called.
/// Iterations may be executed in blocks where no load of a block is from what an
/// earlier iteration of it stores.
struct MetAccesses {
  unsigned Load, Store;
  /// Whether the nest makes the load before the store in each iteration: of
  /// what is handed on within an iteration, it is taken that no store comes
  /// between.
  bool IsLoadFirst;
};

/// What a loop accesses.
struct Streams {
  llvm::SmallVector<Stream, 8> Loads;
  /// In the order of an iteration.
  llvm::SmallVector<Stream, 8> Stores;
  llvm::SmallVector<LoadGroup, 4> Groups;
  /// What is to be asked about at run time; two stores must not meet in any
  /// iterations.
  llvm::SmallVector<MetAccesses, 4> LoadsAndStores;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 4> TwoStores;
  /// In blocks of more iterations a load would read what the block stores.
  unsigned MaxBlockSize;
  /// Stores at constant distances, which are made iteration by iteration.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 2> StoreGroups;
};

/// Understand the accesses of @p L, a loop whose only exit is its latch, of
/// which blocks of @p BlockSize iterations at most are to be executed. \returns
/// an instruction because of which that is not possible, or null.
const llvm::Instruction *
findStreams(llvm::Loop &L, unsigned BlockSize, llvm::ScalarEvolution &SE,
            const llvm::LoopInfo &LI, const llvm::DominatorTree &DT,
            llvm::AAResults &AA, ObjectFinder Find, Streams &S);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BLOCKS_STREAMS_H
