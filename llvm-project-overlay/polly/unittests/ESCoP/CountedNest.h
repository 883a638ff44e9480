//===- CountedNest.h - The chunks of a nest that accesses nothing ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which iterations the driver of a speculated nest executes at once, and which
// ones it leaves to the nest, is told by their numbers alone.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_UNITTESTS_ESCOP_COUNTEDNEST_H
#define POLLY_UNITTESTS_ESCOP_COUNTEDNEST_H

#include "SpeculatedRun.h"
#include "gtest/gtest.h"

namespace {

struct CountedNest {
  uint64_t N, Depth, First;
  bool Packed = false, MayConverge = false;
  uint64_t Fires = -1, Work = 1, MaxChunkWork = Unlimited;
  /// Of a triangle, iteration i has i + 1 innermost ones.
  bool IsTriangle = false;
  uint64_t Start = 0, LeaveDivisor = 0, Position = 0;
  bool KeepsOperand = false;
  /// The bounds of more iterations are not vouched for.
  uint64_t MostVouched = Unlimited;
};

/// The sizes of all chunks; those that are undone are in brackets. Behind them
/// is how many iterations are left to the nest, or that all others are.
std::string chunksOf(const CountedNest &C) {
  struct {
    uint64_t Position, Executed, Replay;
  } Frame = {C.Position, 0, 0}, Next;
  struct Context {
    const CountedNest &C;
    uint64_t &Position;
    std::string Text;
  } Ctx = {C, Frame.Position, ""};
  auto Bounds = [](const void *P, uint64_t Count, void *Out,
                   const ChunkArguments *) -> uint8_t {
    auto &X = *static_cast<const Context *>(P);
    static_cast<ArrayBounds *>(Out)->Begin =
        X.C.IsTriangle ? X.Position + Count : X.C.Work;
    return BS_Resolved | (Count <= X.C.MostVouched ? BS_Vouched : 0);
  };
  auto Shadow = [](const void *P, uint64_t Count, void *Out,
                   const ChunkArguments *) -> uint8_t {
    auto &X = *const_cast<Context *>(static_cast<const Context *>(P));
    uint64_t End = X.Position + Count;
    const bool Flagged = X.C.Fires < End - X.C.Position;
    std::string Size = std::to_string(Count);
    X.Text += Flagged ? " [" + Size + "]" : " " + Size;
    *static_cast<uint64_t *>(Out) = End;
    return Flagged ? SS_Flagged : SS_Done;
  };
  Options O;
  O.Numbers.FirstChunk = C.First;
  O.Numbers.MaxChunkWork = C.MaxChunkWork;
  NestDescriptor Nest = {};
  Nest.Bounds = Bounds;
  Nest.Shadow = Shadow;
  Nest.Depth = C.Depth;
  Nest.MayConverge = C.MayConverge;
  Nest.FrameSize = sizeof Frame.Position;
  Nest.Resumes = true;
  Nest.ResumeOffset = Nest.FrameSize;
  Nest.ScratchSize = C.Packed;
  Nest.LeaveDivisor = C.LeaveDivisor;
  Nest.Scratch =
      C.KeepsOperand ? ScratchKind::KeepsOperand : ScratchKind::Arrays;
  Nest.Numbers = &O.Numbers;
  uint64_t Counts[NumDriverEvents] = {};
  Nest.Counts = Counts;
  const bool IsDone = speculate(&Nest, &Ctx, &Frame, &Next, C.N, C.Start, 0);
  EXPECT_EQ(Frame.Executed, Frame.Position - C.Position);
  EXPECT_EQ(IsDone, Counts[DE_Complete] == 1);
  if (IsDone)
    return Ctx.Text;
  if (Counts[DE_Bounds])
    return Ctx.Text + " bounds";
  // A call that is put off is none.
  const bool IsLater = Frame.Replay & LaterFlag;
  EXPECT_EQ(Counts[DE_LeftEarly], !IsLater);
  return Ctx.Text + (IsLater ? " later " : " | ") +
         std::to_string(Frame.Replay & ~LaterFlag);
}

} // namespace

#endif // POLLY_UNITTESTS_ESCOP_COUNTEDNEST_H
