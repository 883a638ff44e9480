//===- Loops.cpp - Execute parallel loops ---------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a team is worth it depends on how long the loop takes, which no one
// knows at compile time. So it is measured: of one iteration, the first time,
// and whenever the loop is executed then. Each place in the program remembers
// what it measured last. Where that is far too little, time is taken now and
// then only.
//
// Each member of a team has some pieces of the loop, one behind the other, so
// that it finds in its caches what it accessed when the loop was executed
// before. When it is done with them it takes those of others, which have more
// to do or do not get a processor.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

extern "C" {
// The C library, on Linux.
struct escop_timespec {
  int64_t Seconds, Nanoseconds;
};
int clock_gettime(int Clock, struct escop_timespec *);
}

// Each source has its own: a test replaces what they call.
namespace {

constexpr int MonotonicClock = 1;
/// Fractions of nanoseconds.
constexpr unsigned TimeShift = 10;

/// How many pieces of a loop a member of a team has.
constexpr uint64_t PiecesOfMember = 4;

/// A loop that takes less than such a part of what is worth a team is measured
/// once in so many times.
constexpr uint64_t FarTooLittle = 16, MeasuredOnceIn = 16;

uint64_t now() {
  escop_timespec Time;
  clock_gettime(MonotonicClock, &Time);
  return Time.Seconds * 1000000000 + Time.Nanoseconds;
}

/// What a member of a team has begun of its pieces. One is no cache line's
/// neighbour of another.
struct alignas(CopyAlign) Progress {
  uint64_t Begun;
};

/// One execution of a loop.
struct LoopCall {
  LoopBody Body;
  void *Context;
  int64_t First, Step;
  uint64_t Count;
  /// Of the team: its size, which may be less than what was asked for, and what
  /// its members have begun.
  uint64_t Pieces;
  Progress *Members;
  uint8_t Fires;

  /// Execute the iterations [Begin, End).
  uint8_t execute(uint64_t Begin, uint64_t End) const {
    return Body(Context, First + int64_t(Begin) * Step,
                First + int64_t(End - 1) * Step + 1);
  }
  void executePieces(uint64_t Owner, uint64_t Size);
};

/// Execute what no one has begun of the pieces of one member.
void LoopCall::executePieces(uint64_t Owner, uint64_t Size) {
  const uint64_t Each = (Pieces + Size - 1) / Size;
  while (true) {
    const uint64_t Own =
        __atomic_fetch_add(&Members[Owner].Begun, 1, __ATOMIC_RELAXED);
    const uint64_t Piece = Owner * Each + Own;
    // What is to be undone need not be computed.
    if (Own >= Each || Piece >= Pieces ||
        __atomic_load_n(&Fires, __ATOMIC_RELAXED))
      return;
    const uint64_t Begin = Count * Piece / Pieces,
                   End = Count * (Piece + 1) / Pieces;
    if (Begin < End && execute(Begin, End))
      __atomic_store_n(&Fires, 1, __ATOMIC_RELAXED);
  }
}

void executeShare(void *Data, uint64_t Id, uint64_t Size) {
  for (uint64_t Member = 0; Member < Size; ++Member)
    static_cast<LoopCall *>(Data)->executePieces((Id + Member) % Size, Size);
}

} // namespace

uint8_t polly::escop::runtime::executeLoop(LoopBody Body, void *Context,
                                           int64_t Begin, int64_t End,
                                           int64_t Step, LoopTime *Time,
                                           uint64_t Least, const ProcFS *Proc) {
  if (Begin >= End)
    return 0;
  LoopCall Call = {};
  Call.Body = Body;
  Call.Context = Context;
  Call.First = Begin;
  Call.Step = Step;
  Call.Count = (uint64_t(End) - Begin + Step - 1) / Step;
  if (Call.Count < 2)
    return Call.execute(0, Call.Count);

  // Other threads may take the time of the loop, too: all that is lost is time.
  uint64_t Known = __atomic_load_n(&Time->PerIteration, __ATOMIC_RELAXED);
  uint64_t Executed = 0;
  auto Remember = [&](uint64_t Since, uint64_t Count, uint64_t Threads) {
    const uint64_t Took = ((now() - Since) << TimeShift) * Threads / Count;
    __atomic_store_n(&Time->PerIteration, max(Took, 1), __ATOMIC_RELAXED);
    return max(Took, 1);
  };
  if (!Known) {
    const uint64_t Since = now();
    if (uint8_t Fires = Call.execute(0, 1))
      return Fires;
    Known = Remember(Since, 1, 1);
    Executed = 1;
  }
  const uint64_t Left = Call.Count - Executed;
  uint64_t All;
  if (__builtin_mul_overflow(Known, Left, &All))
    All = -1;
  All >>= TimeShift;
  const uint64_t Shares = All / max(Least, 1);
  uint64_t Size = min(Shares, Left);
  if (Size > 1)
    Size = min(Size, countThreads(Shares, Proc));
  if (Size < 2) {
    const uint64_t Skip = __atomic_load_n(&Time->Skip, __ATOMIC_RELAXED);
    if (Skip) {
      __atomic_store_n(&Time->Skip, Skip - 1, __ATOMIC_RELAXED);
      return Call.execute(Executed, Call.Count);
    }
    const uint64_t Since = now();
    const uint8_t Fires = Call.execute(Executed, Call.Count);
    if (!Fires)
      Remember(Since, Left, 1);
    if (All < Least / FarTooLittle)
      __atomic_store_n(&Time->Skip, MeasuredOnceIn, __ATOMIC_RELAXED);
    return Fires;
  }

  SavedErrno Errno;
  Memory Own;
  if (!Own.allocate(Size * sizeof(Progress) + CopyAlign - 1))
    return Call.execute(Executed, Call.Count);
  Call.First += int64_t(Executed) * Step;
  Call.Count = Left;
  Call.Pieces = min(Left, Size * PiecesOfMember);
  Call.Members = static_cast<Progress *>(pointer(align(Own.begin())));
  for (uint64_t Member = 0; Member < Size; ++Member)
    Call.Members[Member].Begun = 0;
  const uint64_t Since = now();
  formTeam(Size, executeShare, &Call);
  if (!Call.Fires)
    Remember(Since, Left, Size);
  return Call.Fires;
}
