//===- NestCalls.h - A nest's functions, and what they need -----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What inspecting and speculating drivers have in common.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_RUNTIME_NESTCALLS_H
#define POLLY_LIB_ESCOP_RUNTIME_NESTCALLS_H

#include "Memory.h"
#include "polly/ESCoP/Runtime.h"

extern "C" int *__errno_location() __attribute__((nothrow));

namespace polly::escop::runtime {

// Each source has its own: a test replaces what they call.
namespace {

/// errno, which is as it was behind the scope. A compiler that does not know of
/// the calls' errno (LTO) would take saving it for needless.
class SavedErrno {
  int *const Errno;
  const int Old;

public:
  SavedErrno()
      : Errno(__errno_location()),
        Old(*static_cast<const volatile int *>(Errno)) {}
  SavedErrno(const SavedErrno &) = delete;
  ~SavedErrno() { *static_cast<volatile int *>(Errno) = Old; }
  Interval interval() const {
    return {addressOf(Errno), addressOf(Errno) + sizeof *Errno};
  }
};

/// Count how a call of the driver ended. \returns whether all was executed.
inline bool report(const NestDescriptor &Nest, DriverEvent Event) {
  if (Nest.Counts && Event < NumDriverEvents)
    __atomic_fetch_add(&Nest.Counts[Event], 1, __ATOMIC_RELAXED);
  return Event == DE_Complete;
}

/// Register tiles of a product have as many rows, or a part of them; the rest
/// of what is executed at once is executed without them.
constexpr uint64_t TileRows = 8;

class NestCalls {
protected:
  const NestDescriptor &Nest;
  const void *Context;
  char *Frame;
  /// Iterations that are to be executed, and that the nest executed before.
  const uint64_t N, Start;
  /// What Nest.Bounds stored last.
  ArrayBounds *const Bounds;

  NestCalls(const NestDescriptor &Nest, const void *Context, void *Frame,
            uint64_t N, uint64_t Start, ArrayBounds *Bounds)
      : Nest(Nest), Context(Context), Frame(static_cast<char *>(Frame)), N(N),
        Start(Start), Bounds(Bounds) {}

  unsigned askBounds(uint64_t Count) {
    return Nest.Bounds(Context, Count, Bounds, nullptr);
  }
  /// Innermost iterations of one of the outermost loop, at most.
  uint64_t work() const { return Bounds[Nest.NumArrays].Begin; }
  Interval accessed(unsigned Idx) const {
    return {Bounds[Idx].Begin, Bounds[Idx].End};
  }
  bool meets(Interval I) const {
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      if (!accessed(Idx).liesApart(I))
        return true;
    return false;
  }
  /// Tell the nest how many iterations were executed, and how many it is to
  /// execute before it calls the driver again.
  void requestReplay(uint64_t Executed, uint64_t Replay) {
    if (!Nest.Resumes)
      return;
    auto *Fields = reinterpret_cast<uint64_t *>(Frame + Nest.ResumeOffset);
    Fields[0] = Executed;
    Fields[1] = Replay;
  }
  /// Bytes of working memory. What is packed of an operand is filled up to
  /// whole tiles; \p Known says whether the bounds tell how large they are.
  uint64_t scratchSize(bool Known) const {
    constexpr uint64_t FilledUp = 2, Beside = 8 << 10;
    if (Nest.Scratch == ScratchKind::Arrays || !Known ||
        Nest.ScratchSize != align(ProductScratch))
      return Nest.ScratchSize;
    uint64_t Bytes = Beside;
    for (uint64_t Idx = 0; Idx < Nest.NumArrays; ++Idx)
      Bytes += FilledUp * min(accessed(Idx).size(), Nest.ScratchSize);
    return align(min(Bytes, Nest.ScratchSize));
  }
  /// Let working memory of so many \p Bytes be as the shadow expects it, with
  /// room for \p Kept bytes of an operand behind it.
  void beginScratch(uint64_t At, uint64_t Bytes, uint64_t Kept = 0) const {
    if (Nest.Scratch == ScratchKind::Arrays)
      return;
    auto *Memory = static_cast<ProductMemory *>(pointer(align(At)));
    Memory->Kept.To = static_cast<char *>(pointer(align(At) + Bytes));
    Memory->Kept.Bytes = Kept;
    Memory->Kept.IsPacked = 0;
    Memory->Bytes = min(Bytes, ProductScratch);
  }
  /// Fewer rows of a product are no tiles, and take as long as in the nest.
  uint64_t leastPacked() const {
    return Nest.ScratchSize && Nest.Depth <= NumProductLoops ? TileRows : 0;
  }
  /// What leaves early is not to take much longer than without the driver: so
  /// before that does what takes as long as \p Work innermost iterations, the
  /// nest is to have executed as many itself, or its part of all, of which \p
  /// Divisor says how much smaller it is. \returns whether it is to go on with
  /// these. The bounds are those of all iterations.
  bool leaveMore(unsigned __int128 Work, uint64_t Divisor = 1) {
    if (!Nest.LeaveDivisor)
      return false;
    Divisor *= Nest.LeaveDivisor;
    const uint64_t All = Start + N;
    const unsigned __int128 Part =
        static_cast<unsigned __int128>(work()) * All / Divisor;
    if (Part < Work)
      Work = Part;
    // Those of a triangle may have been fewer, if not more than those to come.
    askBounds(1);
    const uint64_t Next = max(work(), 1);
    askBounds(N);
    const unsigned __int128 Enough = Work / Next;
    uint64_t Until = max(2 * Start, All / Divisor);
    if (Enough < Until)
      Until = Enough;
    if (Start >= Until)
      return false;
    requestReplay(0, min(Until - Start, N / 2) | LaterFlag);
    return true;
  }
  ShadowStatus callShadow(uint64_t Count, uint64_t Begin, void *Out,
                          const uint64_t *Moved, uint64_t Scratch) {
    ChunkArguments Arguments = {
        Start + Begin, Bounds, Moved,
        pointer(align(Scratch))};
    return ShadowStatus(Nest.Shadow(Context, Count, Out, &Arguments));
  }
};

} // namespace
} // namespace polly::escop::runtime

#endif // POLLY_LIB_ESCOP_RUNTIME_NESTCALLS_H
