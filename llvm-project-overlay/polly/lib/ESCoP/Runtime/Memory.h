//===- Memory.h - A driver's memory -----------------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals of addresses, and memory for as long as a driver is in control. It
// is malloc's; what was given back last is kept for the drivers that come next.
// malloc may give it back to the kernel each time: glibc does if the end of its
// heap is free. To bring a page in again takes a quarter of a microsecond, in a
// virtual machine 5, which is more than what many a nest takes.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_RUNTIME_MEMORY_H
#define POLLY_LIB_ESCOP_RUNTIME_MEMORY_H

#include <stddef.h>
#include <stdint.h>

extern "C" {
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
int madvise(void *, size_t, int);
// ThreadSanitizer's run-time library is told that blocks are freed, but not how
// they go from one thread to the next, and would report races.
[[gnu::weak]] extern char __tsan_init;
}

namespace polly::escop::runtime {

/// Blocks that drivers gave back: of as many bytes as a power of two, and less
/// than twice as many, those that were given back last; of the large ones, one.
struct KeptBlocks {
  static constexpr unsigned LeastLog = 12, LargeLog = 20, MostLog = 22;
  static constexpr unsigned NumOfSize = 4;
  static constexpr uint64_t Most = uint64_t(1) << MostLog;
  void *Blocks[MostLog - LeastLog + 1][NumOfSize];
  /// Closed once the program ends, or the shared object is unloaded.
  enum { Open, Closed } State;

  static constexpr unsigned getNumOfSize(unsigned Log) {
    return Log < LargeLog ? NumOfSize : 1;
  }
};

/// One for all modules of a shared object, which need not come from compilers
/// of one version: another layout is to have another name.
[[gnu::visibility("hidden")]] inline KeptBlocks Kept asm("escop.kept_blocks.1");

// Each source has its own: a test replaces what they call.
namespace {

inline uint64_t min(uint64_t A, uint64_t B) { return A < B ? A : B; }
inline uint64_t max(uint64_t A, uint64_t B) { return A > B ? A : B; }

/// Copies are as aligned as their arrays, up to so much: a cache line. So is
/// the shadow's working memory.
constexpr uint64_t CopyAlign = 64;
constexpr uint64_t align(uint64_t Address) {
  return (Address + CopyAlign - 1) & -CopyAlign;
}

struct Interval {
  uint64_t Begin = 0, End = 0;

  uint64_t size() const { return End - Begin; }
  bool liesApart(Interval O) const { return End <= O.Begin || Begin >= O.End; }
};

inline uint64_t addressOf(const void *P) {
  return reinterpret_cast<uint64_t>(P);
}
inline void *pointer(uint64_t Address) {
  return reinterpret_cast<void *>(Address);
}

constexpr int MADV_HUGEPAGE = 14;
constexpr uint64_t HugePageSize = 2 << 20;
/// Bytes that are worth one: as many small pages take as long to bring in where
/// that is fast.
constexpr uint64_t WorthHugePage = HugePageSize / 4;

inline bool keepsBlocks() {
  return !&__tsan_init &&
         __atomic_load_n(&Kept.State, __ATOMIC_RELAXED) == KeptBlocks::Open;
}

/// Memory for as long as the driver is in control.
class Memory {
  /// What every block begins with: how large it is, but for what huge pages
  /// take more, and the logarithm of that, or 0 if it is not to be kept.
  struct Header {
    uint64_t Bytes, Log;
  };

  void *Block = nullptr;
  uint64_t Begin = 0, Bytes = 0;

  /// A block of so many \p Bytes that is kept, or null. Smaller ones of the
  /// size are freed: the one that is allocated now is to be kept instead.
  static void *takeKept(uint64_t Log, uint64_t Bytes) {
    for (void *&Place : Kept.Blocks[Log - KeptBlocks::LeastLog]) {
      if (!__atomic_load_n(&Place, __ATOMIC_RELAXED))
        continue;
      void *Kept = __atomic_exchange_n(&Place, nullptr, __ATOMIC_ACQUIRE);
      if (Kept && static_cast<Header *>(Kept)->Bytes >= Bytes)
        return Kept;
      free(Kept);
    }
    return nullptr;
  }

public:
  static constexpr uint64_t HeaderSize = sizeof(Header);

  Memory() = default;
  Memory(const Memory &) = delete;
  ~Memory() { giveBack(Block); }

  /// Give back what release returned.
  static void giveBack(void *Block) {
    if (!Block)
      return;
    const uint64_t Log = static_cast<Header *>(Block)->Log;
    if (Log && keepsBlocks())
      for (unsigned Idx = 0; Block && Idx < KeptBlocks::getNumOfSize(Log);
           ++Idx)
        Block =
            __atomic_exchange_n(&Kept.Blocks[Log - KeptBlocks::LeastLog][Idx],
                                Block, __ATOMIC_ACQ_REL);
    free(Block);
  }
  /// What is packed or saved once is written to pages that are not there, and
  /// to bring one in may take longer than to fill it: in a virtual machine ten
  /// microseconds. Much of what is to be zero may never be accessed.
  bool allocate(uint64_t Size, bool Zero = false) {
    giveBack(release());
    const bool Huge = !Zero && Size >= WorthHugePage;
    uint64_t Whole =
        Huge ? (Size + HugePageSize - 1) & -HugePageSize : Size + HeaderSize;
    if (Whole < Size || Whole > uint64_t(-1) - HugePageSize)
      return false;
    // Of much zero memory the kernel has pages at hand when they are accessed.
    uint64_t Log = 63 - __builtin_clzll(Whole);
    if (Log < KeptBlocks::LeastLog || Whole > KeptBlocks::Most ||
        (!Huge && Size >= WorthHugePage))
      Log = 0;
    if (Log)
      Block = takeKept(Log, Whole);
    const bool IsNew = !Block;
    if (IsNew)
      Block =
          Zero ? calloc(1, Whole) : malloc(Huge ? Whole + HugePageSize : Whole);
    if (!Block)
      return false;
    auto *Begins = static_cast<Header *>(Block);
    Begins->Log = Log;
    if (IsNew)
      Begins->Bytes = Whole;
    Bytes = Size;
    Begin = addressOf(Block) + HeaderSize;
    if (Huge)
      Begin = (Begin + HugePageSize - 1) & -HugePageSize;
    if (Huge && IsNew)
      madvise(pointer(Begin), Whole, MADV_HUGEPAGE);
    if (Zero && !IsNew)
      __builtin_memset(pointer(Begin), 0, Size);
    return true;
  }
  /// What giveBack is to be called with.
  void *release() {
    void *Old = Block;
    Block = nullptr;
    Bytes = 0;
    return Old;
  }
  uint64_t begin() const { return Begin; }
  uint64_t size() const { return Bytes; }
  Interval interval() const {
    return Block ? Interval{addressOf(Block), begin() + Bytes} : Interval();
  }
};

} // namespace
} // namespace polly::escop::runtime

#endif // POLLY_LIB_ESCOP_RUNTIME_MEMORY_H
