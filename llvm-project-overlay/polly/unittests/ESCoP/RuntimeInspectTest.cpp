//===- RuntimeInspectTest.cpp - Iterations in which no guard fires --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/Inspect.cpp, compiled for the host, is called for all small nests: how
// many iterations are resolved, vouched for, and free of firing guards; what the
// inspector relies on; and what fails. The shadow may be called once, for
// iterations in which no guard fires, and for all of them unless something
// declines.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <stdlib.h>
#include <vector>

extern "C" {
void *inspectMalloc(size_t Bytes);
int *inspectErrno() __attribute__((nothrow));
int inspectMadvise(void *Begin, size_t Length, int Advice);
}

#define malloc inspectMalloc
#define madvise inspectMadvise
#define __errno_location inspectErrno
#include "Runtime/Inspect.cpp"
#undef malloc
#undef madvise
#undef __errno_location

namespace {

constexpr uint64_t MaxN = 5, Offset = 2;

struct InspectedFrame {
  uint64_t Iteration, Executed, Replay;
};

/// What the fake nest does, and what was seen of it.
struct InspectedCase {
  uint64_t N = 0, Fires = MaxN, Resolved = MaxN, Vouched = MaxN;
  bool HasBounds = true, HasResolved = true, HasInspector = true;
  VouchedFor Asks = VouchedFor::Nothing;
  bool Declines = false, NoMemory = false, MeetsErrno = false;
  uint64_t Work = 1, MinPackedWork = 0, Depth = 4;

  unsigned NumShadows = 0;
  uint64_t Executed = 0, Inspected = 0;
  std::string Error;
} *Case;

int FakeErrno;
InspectedFrame Frame;
/// What huge pages were asked for, and what malloc returned last.
std::vector<Interval> Huge;
Interval Allocated;

uint8_t bounds(const void *, uint64_t Count, void *Out,
               const ChunkArguments *) {
  auto *Bounds = static_cast<ArrayBounds *>(Out);
  const uint64_t At = addressOf(&FakeErrno);
  Bounds[0] = Case->MeetsErrno ? ArrayBounds{At + 3, At + 4, 0, 0, 8}
                               : ArrayBounds{At + 4, At + 8, 0, 0, 8};
  Bounds[1].Begin = Case->Work;
  return (Count <= Case->Vouched && Count <= Case->Resolved ? BS_Vouched : 0) |
         (Count <= Case->Resolved ? BS_Resolved : 0);
}

uint8_t inspector(const void *, uint64_t Count, void *Out,
                  const ChunkArguments *) {
  FakeErrno = 1;
  Case->Inspected = Count;
  if (!Count)
    Case->Error = "no iteration is inspected";
  if (Case->HasResolved && Count > Case->Resolved)
    Case->Error = "a resolved guard may fire";
  if (Case->Asks != VouchedFor::Nothing && Count > Case->Vouched)
    Case->Error = "what is inspected is not vouched for";
  *static_cast<uint64_t *>(Out) = min(Count, Case->Fires);
  return 0;
}

uint8_t shadow(const void *, uint64_t Count, void *Out,
               const ChunkArguments *Arguments) {
  FakeErrno = 2;
  ++Case->NumShadows;
  Case->Executed = Count;
  if (Out != &Frame || Arguments->Begin != Offset)
    Case->Error = "wrong arguments";
  if (addressOf(Arguments->Scratch) % CopyAlign)
    Case->Error = "working memory is not aligned";
  if (Case->HasBounds && Count > Case->Vouched)
    Case->Error = "what is executed is not vouched for";
  if (Case->HasInspector && Count > Case->Fires)
    Case->Error = "a guard fires";
  if (Case->HasResolved && Count > Case->Resolved)
    Case->Error = "a resolved guard may fire";
  if (Case->Declines)
    return SS_Declined;
  Frame.Iteration = Count;
  return SS_Done;
}

using Entry = bool (*)(const NestDescriptor *, const void *, void *, uint64_t,
                       uint64_t);

/// The event that the call has to end with, and the iterations.
std::pair<DriverEvent, uint64_t> expected(const InspectedCase &C, Entry How) {
  if (How == inspectPacking && C.N <= min(C.Vouched, C.Resolved) &&
      C.N * C.Work < C.MinPackedWork)
    return {DE_FewIterations, 0};
  uint64_t Limit = C.HasResolved ? min(C.N, C.Resolved) : C.N;
  if (!Limit)
    return {DE_LeftEarly, 0};
  uint64_t First = Limit;
  if (C.HasInspector) {
    if (C.Asks == VouchedFor::All && Limit > C.Vouched)
      return {DE_Bounds, 0};
    if (C.Asks == VouchedFor::Inspected)
      Limit = min(Limit, C.Vouched);
    if (!Limit)
      return {DE_Bounds, 0};
    First = min(Limit, C.Fires);
    if (!First)
      return {DE_LeftEarly, 0};
  }
  if (C.HasBounds &&
      (min(First + 1, Limit) > min(C.Vouched, C.Resolved) ||
       (C.MeetsErrno && How != inspect)))
    return {DE_Bounds, 0};
  // Fewer than eight rows are no tiles.
  if (How == inspectPacking && C.Depth <= 3 && First < min(8, C.N))
    return {DE_LeftEarly, 0};
  if (C.NoMemory && How == inspectPacking)
    return {DE_Memory, 0};
  if (C.Declines)
    return {DE_PollyCheck, 0};
  return {First == C.N ? DE_Complete : DE_LeftEarly, First};
}

void check(InspectedCase &C, Entry How, bool Resumes) {
  Case = &C;
  C.NumShadows = 0;
  C.Error.clear();
  const ArrayDescriptor Array = {1, 1, 0, 0, 0};
  uint64_t Counts[NumDriverEvents] = {};
  NestDescriptor Nest = {};
  Nest.Bounds = C.HasBounds ? bounds : nullptr;
  Nest.Shadow = shadow;
  Nest.NumArrays = C.HasBounds;
  Nest.Depth = C.Depth;
  Nest.Arrays = &Array;
  Nest.Resumes = Resumes;
  Nest.ResumeOffset = offsetof(InspectedFrame, Executed);
  Nest.ScratchSize = How == inspectPacking ? 256 : 0;
  Nest.Counts = Counts;
  Nest.Inspection = {C.HasInspector ? inspector : nullptr, C.Asks,
                     C.HasResolved, C.MinPackedWork};
  Frame = {0, 0, 0};
  FakeErrno = 42;
  const bool All = How(&Nest, nullptr, &Frame, C.N, Offset);
  auto [Event, Executed] = expected(C, How);
  ASSERT_EQ(C.Error, "");
  ASSERT_EQ(All, Event == DE_Complete);
  for (unsigned Other = 0; Other < NumDriverEvents; ++Other)
    ASSERT_EQ(Counts[Other], Other == Event) << Other;
  ASSERT_LE(C.NumShadows, 1u);
  ASSERT_EQ(Frame.Iteration, Executed);
  if (How != inspect)
    ASSERT_EQ(FakeErrno, 42);
  ASSERT_EQ(Frame.Executed, Resumes ? Executed : 0);
  // A nest of which an iteration was refuted executes that one; it is asked
  // again behind it.
  if (Resumes && Executed)
    ASSERT_EQ(Frame.Replay, 1u);
  if (Event == DE_PollyCheck)
    ASSERT_EQ(Frame.Replay, 0u);
}

} // namespace

void *inspectMalloc(size_t Bytes) {
  void *Memory = Case->NoMemory ? nullptr : malloc(Bytes);
  Allocated = {addressOf(Memory), addressOf(Memory) + Bytes};
  return Memory;
}

int *inspectErrno() { return &FakeErrno; }

int inspectMadvise(void *Begin, size_t Length, int Advice) {
  EXPECT_EQ(Advice, MADV_HUGEPAGE);
  Huge.push_back({addressOf(Begin), addressOf(Begin) + Length});
  FakeErrno = 22;
  return -1;
}

TEST(RuntimeInspectTest, allSmallNests) {
  InspectedCase C;
  for (C.N = 1; C.N <= MaxN; ++C.N)
    for (C.Fires = 0; C.Fires <= MaxN; ++C.Fires)
      for (C.Resolved = 0; C.Resolved <= MaxN; ++C.Resolved)
        for (C.Vouched = 0; C.Vouched <= MaxN; ++C.Vouched)
          for (unsigned Bits = 0; Bits < 1 << 7; ++Bits) {
            C.HasResolved = Bits & 1;
            C.HasInspector = Bits & 2;
            C.Declines = Bits & 4;
            C.NoMemory = Bits & 8;
            C.MeetsErrno = Bits & 16;
            C.Depth = Bits & 64 ? 3 : 4;
            if (!C.HasResolved && C.Resolved != MaxN)
              continue;
            for (VouchedFor Asks : {VouchedFor::Nothing, VouchedFor::Inspected,
                                    VouchedFor::All})
              for (Entry How : {inspect, inspectSavingErrno, inspectPacking}) {
                C.Asks = Asks;
                check(C, How, Bits & 32);
                if (HasFatalFailure())
                  FAIL() << "N " << C.N << " fires " << C.Fires << " resolved "
                         << C.Resolved << " vouched " << C.Vouched << " bits "
                         << Bits << " asks " << unsigned(Asks);
              }
          }
}

// Memory of some size begins with a huge page and is of whole ones, which are
// the driver's, unless much of it may be never accessed.
TEST(RuntimeInspectTest, hugePages) {
  InspectedCase C;
  Case = &C;
  for (uint64_t Size : {uint64_t(1), WorthHugePage - 1, WorthHugePage,
                        HugePageSize, 5 * HugePageSize + 12345})
    for (bool Zero : {false, true}) {
      Huge.clear();
      Memory M;
      ASSERT_TRUE(M.allocate(Size, Zero));
      EXPECT_EQ(M.size(), Size);
      ASSERT_EQ(Huge.size(), unsigned(!Zero && Size >= WorthHugePage));
      for (Interval Asked : Huge) {
        EXPECT_EQ(Asked.Begin % HugePageSize, 0u);
        EXPECT_EQ(Asked.End % HugePageSize, 0u);
        EXPECT_EQ(Asked.Begin, M.begin());
        EXPECT_GE(Asked.End, M.interval().End);
        EXPECT_GE(Asked.Begin, Allocated.Begin);
        EXPECT_LE(Asked.End, Allocated.End);
      }
    }
  // Where there is none, nothing is asked for.
  Huge.clear();
  C.NoMemory = true;
  Memory M;
  EXPECT_FALSE(M.allocate(5 * HugePageSize));
  EXPECT_TRUE(Huge.empty());
}

// Few iterations are left to the nest if operands were to be packed for them.
TEST(RuntimeInspectTest, smallPackedNests) {
  InspectedCase C;
  C.MinPackedWork = 12;
  for (C.N = 1; C.N <= MaxN; ++C.N)
    for (C.Vouched = 0; C.Vouched <= MaxN; ++C.Vouched)
      for (C.Work = 1; C.Work < 14; ++C.Work)
        for (Entry How : {inspectSavingErrno, inspectPacking}) {
          check(C, How, C.Work & 1);
          ASSERT_FALSE(HasFatalFailure());
        }
}

// All guards are evaluated by an inspector that relies on nothing.
TEST(RuntimeInspectTest, withoutBounds) {
  InspectedCase C;
  C.HasBounds = C.HasResolved = false;
  C.Vouched = 0;
  for (C.N = 1; C.N <= MaxN; ++C.N)
    for (C.Fires = 0; C.Fires <= MaxN; ++C.Fires)
      for (bool Declines : {false, true})
        for (bool Resumes : {false, true}) {
          C.Declines = Declines;
          check(C, inspect, Resumes);
          ASSERT_FALSE(HasFatalFailure());
          EXPECT_EQ(C.Inspected, C.N);
        }
}
