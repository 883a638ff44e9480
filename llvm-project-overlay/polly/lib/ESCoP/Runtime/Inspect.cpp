//===- Inspect.cpp - Execute iterations in which no guard fires -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   n = the first of N iterations in which an affine guard may fire, or N;
//   f = inspector(n);          // First iteration in which a guard fires, or n.
//   if (f == 0 || arrays overlap || shadow(f, &frame) != done) return false;
//   return f == N;
//
// Nothing is executed that the nest would not execute, so there is no
// checkpoint.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

namespace {

/// What a nest does not need need not be there: errno, or malloc.
struct NoErrno {
  Interval interval() const { return {}; }
};
struct NoMemory {
  bool allocate(uint64_t) { return true; }
  uint64_t begin() const { return 0; }
};

template <typename ErrnoT, typename MemoryT> class Driver : NestCalls {
  const ErrnoT Errno;
  MemoryT Scratch;
  /// Of how many iterations Bounds has been asked last, if at all, and what it
  /// answered.
  uint64_t Asked = 0;
  unsigned Answer = 0;

  [[gnu::always_inline]] uint64_t countUntil(uint64_t Most, BoundsStatus What);
  unsigned askAnew(uint64_t Count) {
    Asked = Count;
    return Answer = askBounds(Count);
  }
  unsigned ask(uint64_t Count) {
    return Asked == Count ? Answer : askAnew(Count);
  }
  [[gnu::always_inline]] bool isSmall();
  [[gnu::always_inline]] DriverEvent findFirst(uint64_t &Limit,
                                               uint64_t &First);

public:
  Driver(const NestDescriptor &Nest, const void *Context, void *Frame,
         uint64_t N, uint64_t Start, ArrayBounds *Bounds)
      : NestCalls(Nest, Context, Frame, N, Start, Bounds) {}

  [[gnu::always_inline]] DriverEvent run();
};

} // namespace

/// The number of iterations, at most \p Most, of which \p What is true.
template <typename ErrnoT, typename MemoryT>
uint64_t Driver<ErrnoT, MemoryT>::countUntil(uint64_t Most, BoundsStatus What) {
  if (ask(Most) & What)
    return Most;
  // It is true of [0, Lo), and not of [0, Hi). What leaves early is found
  // first.
  uint64_t Lo = 0, Hi = Most;
  for (uint64_t Mid = 1; Lo + 1 < Hi;) {
    (askAnew(Mid) & What ? Lo : Hi) = Mid;
    Mid = Hi < Most ? Lo + (Hi - Lo) / 2 : min(4 * Lo, Lo + (Hi - Lo) / 2);
  }
  return Lo;
}

/// Find the \p First iteration in which a guard fires, of \p Limit that can be
/// looked at, or Limit. \returns DE_Complete, or why none can be executed.
template <typename ErrnoT, typename MemoryT>
DriverEvent Driver<ErrnoT, MemoryT>::findFirst(uint64_t &Limit,
                                               uint64_t &First) {
  First = Limit = N;
  // The inspector relies on the resolved guards not to fire.
  if (Nest.Inspection.HasResolved) {
    First = Limit = countUntil(N, BS_Resolved);
    requestReplay(0, 1);
    if (!Limit)
      return DE_LeftEarly;
  }
  if (!Nest.Inspection.Inspector)
    return DE_Complete;
  // It relies on hoisted values, too, of all iterations; or on the nest not to
  // write what it reads, in those that it inspects: behind the throw may lie
  // anything.
  if (Nest.Inspection.Vouched == VouchedFor::Inspected)
    Limit = countUntil(Limit, BS_Vouched);
  if (!Limit || (Nest.Inspection.Vouched == VouchedFor::All &&
                 !(ask(Limit) & BS_Vouched)))
    return DE_Bounds;
  Nest.Inspection.Inspector(Context, Limit, &First, nullptr);
  requestReplay(0, 1);
  return First ? DE_Complete : DE_LeftEarly;
}

/// Are there too few iterations to pack operands for?
template <typename ErrnoT, typename MemoryT>
bool Driver<ErrnoT, MemoryT>::isSmall() {
  const uint64_t Least = Nest.Inspection.MinPackedWork;
  return Nest.ScratchSize && N < Least && (ask(N) & BS_Vouched) &&
         work() < Least && work() * N < Least;
}

template <typename ErrnoT, typename MemoryT>
DriverEvent Driver<ErrnoT, MemoryT>::run() {
  if (isSmall())
    return DE_FewIterations;
  uint64_t Limit, First;
  if (DriverEvent Why = findFirst(Limit, First); Why != DE_Complete)
    return Why;
  // The firing iteration's guards are read as well.
  if (Nest.Bounds && (!(ask(min(First + 1, Limit)) & BS_Vouched) ||
                      meets(Errno.interval())))
    return DE_Bounds;
  if (First < min(leastPacked(), N)) {
    requestReplay(0, First + 1);
    return DE_LeftEarly;
  }
  const uint64_t Bytes = scratchSize(/*Known=*/Nest.Bounds);
  if (!Scratch.allocate(Bytes + CopyAlign - 1))
    return DE_Memory;
  beginScratch(Scratch.begin(), Bytes);
  if (callShadow(First, 0, Frame, nullptr, Scratch.begin()) != SS_Done) {
    requestReplay(0, 0);
    return DE_PollyCheck;
  }
  requestReplay(First, 1);
  return First == N ? DE_Complete : DE_LeftEarly;
}

template <typename ErrnoT, typename MemoryT>
[[gnu::always_inline]] static bool execute(const NestDescriptor *Nest,
                                           const void *Context, void *Frame,
                                           uint64_t N, uint64_t Start) {
  ArrayBounds Bounds[MaxArrays + 1];
  return report(
      *Nest,
      Driver<ErrnoT, MemoryT>(*Nest, Context, Frame, N, Start, Bounds).run());
}

bool polly::escop::runtime::inspect(const NestDescriptor *Nest,
                                    const void *Context, void *Frame,
                                    uint64_t N, uint64_t Start) {
  return execute<NoErrno, NoMemory>(Nest, Context, Frame, N, Start);
}

bool polly::escop::runtime::inspectSavingErrno(const NestDescriptor *Nest,
                                               const void *Context, void *Frame,
                                               uint64_t N, uint64_t Start) {
  return execute<SavedErrno, NoMemory>(Nest, Context, Frame, N, Start);
}

bool polly::escop::runtime::inspectPacking(const NestDescriptor *Nest,
                                           const void *Context, void *Frame,
                                           uint64_t N, uint64_t Start) {
  return execute<SavedErrno, Memory>(Nest, Context, Frame, N, Start);
}
