//===- ChunkPages.h - May a chunk's pages be accessed? ----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A speculating driver asks about the pages that its chunks access (Probe.cpp):
// about each once, and about as many at a time as it can.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_RUNTIME_CHUNKPAGES_H
#define POLLY_LIB_ESCOP_RUNTIME_CHUNKPAGES_H

#include "NestCalls.h"

namespace polly::escop::runtime {

// Each source has its own: a test replaces what they call.
namespace {

/// To ask /proc about so many bytes takes little longer than about some pages.
constexpr uint64_t MuchAhead = 8 << 20;

/// Whether it is written: of the intervals that are asked about. What can be
/// written can be read.
constexpr bool Kinds[] = {true, false};

/// The pages that \p I lies on.
inline Interval wholePages(Interval I) {
  return {I.Begin & -PageSize, endOfPages(I.End)};
}

/// What is known of the pages of an array.
struct ArrayPages {
  /// What all iterations access, if that is known, until it is asked about; and
  /// what was: for reading, for writing.
  Interval Ahead[2], Probed[2];
};

class ChunkPages : protected NestCalls {
  ArrayPages *const Pages;

  /// May a chunk access the array where the nest would not? From a copy it is
  /// only stored what the nest stores.
  bool isAccessed(unsigned Idx, bool Write) const {
    const ArrayDescriptor &A = array(Idx);
    return Write ? InPlace && A.Written
                 : A.Read || (!InPlace && A.NeedsOldValues);
  }
  Interval touched(unsigned Idx, bool Write) const {
    return Write ? written(Idx) : accessed(Idx);
  }
  void probeAhead(unsigned Idx, bool Write);
  void probeSmallAhead();
  Interval findUnprobed(unsigned Idx, bool Write) const;

protected:
  bool InPlace;

  ChunkPages(const NestDescriptor &Nest, const void *Context, void *Frame,
             uint64_t N, uint64_t Start, ArrayBounds *Bounds, ArrayPages *Pages,
             bool InPlace)
      : NestCalls(Nest, Context, Frame, N, Start, Bounds), Pages(Pages),
        InPlace(InPlace) {}

  const ArrayDescriptor &array(unsigned Idx) const { return Nest.Arrays[Idx]; }
  Interval written(unsigned Idx) const {
    return {Bounds[Idx].WriteBegin, Bounds[Idx].WriteEnd};
  }
  /// The bounds are those of all iterations.
  void lookAhead() {
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      for (bool Write : Kinds)
        if (isAccessed(Idx, Write))
          Pages[Idx].Ahead[Write] = touched(Idx, Write);
  }
  void probeAllAhead();
  bool probePages();
};

/// Ask about all that the nest accesses of an array. There may be many chunks,
/// of which each would ask for a few pages.
inline void ChunkPages::probeAhead(unsigned Idx, bool Write) {
  Interval &I = Pages[Idx].Ahead[Write];
  if (I.size() && I.size() >= Nest.Proc->Threshold &&
      probeMapped(I.Begin, I.End, Write, Nest.Proc) == Answer::Yes)
    Pages[Idx].Probed[Write] = I;
  I = Interval();
}

/// The same, of all arrays.
inline void ChunkPages::probeAllAhead() {
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    for (bool Write : Kinds)
      probeAhead(Idx, Write);
}

/// The same, of all arrays that are small. Pages that are absent may stay so.
inline void ChunkPages::probeSmallAhead() {
  PageRequest Requests[2 * MaxArrays];
  unsigned Number = 0;
  auto ForEach = [&](auto Fn) {
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      for (bool Write : Kinds)
        if (Interval &I = Pages[Idx].Ahead[Write];
            I.size() && I.size() < Nest.Proc->Threshold)
          Fn(I, Pages[Idx].Probed[Write], Write);
  };
  ForEach([&](Interval &Ahead, Interval &, bool Write) {
    Requests[Number++] = {Ahead.Begin, Ahead.End, Write};
  });
  const bool Are = Number && arePresent(Requests, Number);
  ForEach([&](Interval &Ahead, Interval &Probed, bool) {
    if (Are)
      Probed = wholePages(Ahead);
    Ahead = Interval();
  });
}

/// What the chunk accesses, but for what has been asked about before, or can be
/// read since it is asked about for writing: intervals of chunks that are
/// columns overlap.
inline Interval ChunkPages::findUnprobed(unsigned Idx, bool Write) const {
  Interval Ask = touched(Idx, Write);
  const auto &Probed = Pages[Idx].Probed;
  const bool IsStored = !Write && isAccessed(Idx, true);
  const Interval KnownOnes[] = {Probed[Write], Probed[true],
                                IsStored ? wholePages(written(Idx))
                                         : Interval()};
  for (const Interval Known : KnownOnes) {
    if (Ask.Begin > Known.End || Known.Begin > Ask.End)
      continue;
    const Interval All = Ask;
    if (All.Begin >= Known.Begin)
      Ask.Begin = Known.End;
    if (All.End <= Known.End)
      Ask.End = Known.Begin;
    if (Ask.Begin >= Ask.End)
      return Interval();
  }
  return Ask;
}

/// May all be accessed that a chunk accesses?
inline bool ChunkPages::probePages() {
  if (Nest.Proc)
    probeSmallAhead();
  PageRequest Requests[2 * MaxArrays];
  unsigned Number = 0;
  // A static object is probed, too: its pages may be protected.
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    for (bool Write : Kinds) {
      if (!isAccessed(Idx, Write))
        continue;
      // It takes no longer to ask about all, if that is not much more.
      if (Nest.Proc && Pages[Idx].Ahead[Write].size() < MuchAhead)
        probeAhead(Idx, Write);
      const Interval Ask = findUnprobed(Idx, Write);
      if (Ask.size())
        Requests[Number++] = {Ask.Begin, Ask.End, Write};
    }
  if (!runtime::probePages(Requests, Number, Nest.Proc))
    return false;
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    for (bool Write : Kinds) {
      Interval New = touched(Idx, Write);
      Interval &Old = Pages[Idx].Probed[Write];
      if (!isAccessed(Idx, Write) || !New.size())
        continue;
      if (New.Begin <= Old.End && Old.Begin <= New.End)
        New = {min(New.Begin, Old.Begin), max(New.End, Old.End)};
      Old = wholePages(New);
    }
  return true;
}

} // namespace
} // namespace polly::escop::runtime

#endif // POLLY_LIB_ESCOP_RUNTIME_CHUNKPAGES_H
