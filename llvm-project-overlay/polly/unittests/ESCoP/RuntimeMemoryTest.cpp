//===- RuntimeMemoryTest.cpp - Memory that drivers keep -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Memory.h and .cpp with functions of the C library that are counted,
// and fail.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <map>
#include <stdlib.h>
#include <string.h>

extern "C" {
void *memoryMalloc(size_t Bytes);
void *memoryCalloc(size_t Number, size_t Bytes);
void memoryFree(void *P);
int memoryMadvise(void *Begin, size_t Length, int Advice);
}

#define malloc memoryMalloc
#define calloc memoryCalloc
#define free memoryFree
#define madvise memoryMadvise
#include "Runtime/Memory.cpp"
#undef malloc
#undef calloc
#undef free
#undef madvise

using namespace polly::escop::runtime;

namespace {

// The other tests replace malloc, each by its own: there, nothing is kept.
const bool KeepsNothing = (Kept.State = KeptBlocks::Closed, true);

struct MemoryTest : testing::Test {
  /// What was allocated, and its size; how often, and how often that fails.
  static std::map<void *, size_t> Live;
  static unsigned NumAllocated, NumHuge;
  static bool Fails;

  static void *add(void *P, size_t Bytes) {
    if (Fails) {
      free(P);
      return nullptr;
    }
    ++NumAllocated;
    // What malloc returns is not zero, mostly.
    Live[P] = Bytes;
    return P;
  }

  MemoryTest() {
    Kept.State = KeptBlocks::Open;
    NumAllocated = NumHuge = 0;
    Fails = false;
  }
  ~MemoryTest() {
    freeKept();
    EXPECT_EQ(Kept.State, KeptBlocks::Closed);
    EXPECT_TRUE(Live.empty());
  }
  /// Use so much memory, all of it.
  static void use(uint64_t Bytes, bool Zero = false) {
    Memory M;
    ASSERT_TRUE(M.allocate(Bytes, Zero));
    fill(M, Bytes, Zero);
  }
  static void fill(Memory &M, uint64_t Bytes, bool Zero = false) {
    EXPECT_EQ(M.size(), Bytes);
    auto *At = reinterpret_cast<char *>(M.begin());
    bool Contained = false;
    for (auto [P, Size] : Live)
      Contained |= At >= P && At + Bytes <= static_cast<char *>(P) + Size;
    EXPECT_TRUE(Contained) << Bytes;
    for (uint64_t Idx = 0; Zero && Idx < Bytes; ++Idx)
      ASSERT_EQ(At[Idx], 0) << Idx << " of " << Bytes;
    memset(At, 0xA5, Bytes);
  }
};

std::map<void *, size_t> MemoryTest::Live;
unsigned MemoryTest::NumAllocated, MemoryTest::NumHuge;
bool MemoryTest::Fails;

constexpr uint64_t KiB = 1 << 10, MiB = 1 << 20;

TEST_F(MemoryTest, IsKeptBySize) {
  ASSERT_TRUE(KeepsNothing);
  for (uint64_t Bytes : {8 * KiB, 9 * KiB, 100 * KiB, 511 * KiB, 512 * KiB,
                         2 * MiB, 2 * MiB + 1, 4 * MiB}) {
    NumAllocated = 0;
    use(Bytes);
    use(Bytes);
    use(Bytes - Bytes / 8);
    EXPECT_LE(NumAllocated, 2u) << Bytes;
    const unsigned Before = NumAllocated;
    use(Bytes);
    use(Bytes - Bytes / 8);
    EXPECT_EQ(NumAllocated, Before) << Bytes;
  }
}

TEST_F(MemoryTest, IsAtLeastWhatIsAskedFor) {
  for (int Time = 0; Time < 2; ++Time)
    for (uint64_t Bytes = 1; Bytes <= 5 * MiB; Bytes += Bytes / 5 + 1)
      for (bool Zero : {false, true})
        use(Bytes, Zero);
}

TEST_F(MemoryTest, ZeroMemoryIsZeroAgain) {
  use(64 * KiB);
  const unsigned Before = NumAllocated;
  for (int Time = 0; Time < 3; ++Time)
    use(64 * KiB, /*Zero=*/true);
  EXPECT_EQ(NumAllocated, Before);
}

TEST_F(MemoryTest, LittleAndMuchIsNotKept) {
  for (int Time = 0; Time < 2; ++Time) {
    use(1 * KiB);
    use(5 * MiB);
    use(1 * MiB, /*Zero=*/true);
    EXPECT_TRUE(Live.empty());
  }
}

TEST_F(MemoryTest, FewOfASizeAreKept) {
  for (int Time = 0; Time < 2; ++Time) {
    Memory Some[KeptBlocks::NumOfSize + 2];
    for (Memory &M : Some)
      ASSERT_TRUE(M.allocate(20 * KiB));
    // They are different ones.
    for (Memory &M : Some)
      for (Memory &O : Some)
        EXPECT_TRUE(&M == &O || M.interval().liesApart(O.interval()));
    EXPECT_EQ(NumAllocated,
              Time ? KeptBlocks::NumOfSize + 4 : KeptBlocks::NumOfSize + 2);
  }
  EXPECT_EQ(Live.size(), KeptBlocks::NumOfSize);
}

TEST_F(MemoryTest, HugePagesAreAskedForOnce) {
  for (int Time = 0; Time < 3; ++Time)
    use(3 * MiB);
  EXPECT_EQ(NumHuge, 1u);
}

TEST_F(MemoryTest, OneLargeBlockOfASizeIsKept) {
  {
    Memory Some[3];
    for (Memory &M : Some)
      ASSERT_TRUE(M.allocate(3 * MiB));
  }
  EXPECT_EQ(Live.size(), 1u);
}

TEST_F(MemoryTest, NothingIsKeptAfterTheEnd) {
  use(20 * KiB);
  EXPECT_EQ(Live.size(), 1u);
  freeKept();
  EXPECT_TRUE(Live.empty());
  use(20 * KiB);
  EXPECT_TRUE(Live.empty());
}

TEST_F(MemoryTest, IsReleasedAndAllocatedAgain) {
  Memory M;
  ASSERT_TRUE(M.allocate(20 * KiB));
  void *First = M.release();
  EXPECT_EQ(M.size(), 0u);
  ASSERT_TRUE(M.allocate(20 * KiB));
  fill(M, 20 * KiB);
  Memory::giveBack(First);
  ASSERT_TRUE(M.allocate(50 * KiB));
  fill(M, 50 * KiB);
  EXPECT_EQ(Live.size(), 3u);
}

TEST_F(MemoryTest, MallocFails) {
  Memory M;
  ASSERT_TRUE(M.allocate(20 * KiB));
  Fails = true;
  for (uint64_t Bytes : {uint64_t(100), 50 * KiB, 3 * MiB, 50 * MiB})
    for (bool Zero : {false, true}) {
      EXPECT_FALSE(M.allocate(Bytes, Zero));
      EXPECT_EQ(M.size(), 0u);
    }
  for (uint64_t Bytes : {UINT64_MAX, UINT64_MAX - 15, UINT64_MAX - 2 * MiB})
    EXPECT_FALSE(M.allocate(Bytes));
  // What is kept needs no allocation.
  EXPECT_TRUE(M.allocate(20 * KiB));
}

} // namespace

void *memoryMalloc(size_t Bytes) {
  if (Bytes > 100 * MiB)
    return nullptr;
  void *P = malloc(Bytes);
  memset(P, 0x5A, Bytes);
  return MemoryTest::add(P, Bytes);
}
void *memoryCalloc(size_t Number, size_t Bytes) {
  return MemoryTest::add(calloc(Number, Bytes), Number * Bytes);
}
void memoryFree(void *P) {
  EXPECT_EQ(MemoryTest::Live.erase(P), P ? 1u : 0u);
  free(P);
}
int memoryMadvise(void *, size_t, int) {
  ++MemoryTest::NumHuge;
  return 0;
}
