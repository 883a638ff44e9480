//===- RuntimeRowsTest.cpp - Copies of rows -------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runtime/CopyRows.cpp, compiled for the host, is called for random matrices:
// rows anywhere in an arena, that may overlap each other and other arrays. What
// the nest accesses of each row is chosen; the rest follows from it, by brute
// force over bytes. Between copying and storing, the nest changes elements of
// the copies, and others change what it does not store to.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>
#include <stdlib.h>
#include <string.h>
#include <vector>

extern "C" {
void *rowsMalloc(size_t Bytes);
void rowsFree(void *P);
int *rowsErrno() __attribute__((nothrow));
}

// Other tests have functions of these names, too.
#define asm(Label) asm("rows." Label)
#include "polly/ESCoP/Runtime.h"
#undef asm

#define malloc rowsMalloc
#define free rowsFree
#define __errno_location rowsErrno
#include "Runtime/CopyRows.cpp"
#undef malloc
#undef free
#undef __errno_location

namespace {

constexpr uint64_t ArenaBytes = 4 * PageSize;
alignas(4096) char Arena[ArenaBytes];
int FakeErrno;

/// What the context holds of each table, behind something else.
struct Place {
  uint64_t Other, First, Distance;
};

struct Matrix {
  std::vector<uint64_t> Table;
  /// Bytes that are accessed of each row, from its begin on, and written.
  uint64_t Begin = 0, End = 0, WriteBegin = 0, WriteEnd = 0;
  uint64_t Element = 8, Unit = 8;
  bool IsRegular = false;
  uint64_t Distance = 10;
};

struct Case {
  std::vector<Matrix> Matrices;
  /// An array apart from these.
  Interval Other, OtherWritten;
  uint64_t Work = 1 << 20;
  bool IsVouched = true;
  uint64_t FailingMalloc = -1, Budget = -1, Percent = -1;
  bool IsAlone = true, CanBePrivate = true;
  Sharing Share = Sharing::Ask;
  /// Bytes from here on cannot be read.
  uint64_t Unreadable = -1;
  bool ErrnoIsElement = false;
  /// Whether they are vouched for while all rows begin at one place.
  bool IsVouchedInCopies = false;
  uint64_t Start = 0, LeaveDivisor = 0, ScratchSize = 0;

  std::vector<Place> Context;
  uint64_t NumMallocs = 0;
  std::map<void *, size_t> Allocated;
} *C;

uint8_t rowBounds(const void *Context, uint64_t, void *Out,
                  const ChunkArguments *) {
  auto *Bounds = static_cast<ArrayBounds *>(Out);
  auto *Places = static_cast<const Place *>(Context);
  for (size_t Idx = 0; Idx < C->Matrices.size(); ++Idx) {
    const Matrix &M = C->Matrices[Idx];
    const Place &P = Places[Idx];
    const uint64_t Last =
        P.First + P.Distance * M.Element * (M.Table.size() - 1);
    Bounds[Idx + 1] = {P.First + M.Begin, Last + M.End, P.First + M.WriteBegin,
                       Last + M.WriteEnd, 0};
    if (M.WriteBegin == M.WriteEnd)
      Bounds[Idx + 1].WriteBegin = Bounds[Idx + 1].WriteEnd = P.First;
  }
  Bounds[0] = {C->Other.Begin, C->Other.End, C->OtherWritten.Begin,
               C->OtherWritten.End, 0};
  Bounds[C->Matrices.size() + 1].Begin = C->Work;
  const bool InCopies = !C->Matrices.empty() && !Places[0].Distance;
  return C->IsVouched || (C->IsVouchedInCopies && InCopies)
             ? BS_Vouched | BS_Resolved
             : BS_Resolved;
}

bool isAlone(const ProcFS *) { return C->IsAlone; }

class RowRun {
  std::vector<TableDescriptor> Tables;
  Tuning Numbers = {};
  uint64_t Counts[NumDriverEvents] = {};
  std::vector<RowPointers> Pointers;
  NestDescriptor Nest = {};
  /// Of the second and the third field, the nest is told how to go on.
  uint64_t Frame[3] = {};

public:
  explicit RowRun(Case &Of) {
    C = &Of;
    Of.Context.assign(Of.Matrices.size(), {42, 43, 44});
    for (size_t Idx = 0; Idx < Of.Matrices.size(); ++Idx) {
      Matrix &M = Of.Matrices[Idx];
      // The pointers to the rows' ends come second.
      for (bool HasFirst : {false, true})
        Pointers.push_back({addressOf(M.Table.data()), M.Table.size(), 8,
                            M.Element, HasFirst, M.Table[0],
                            M.IsRegular ? M.Distance : NoDistance});
      Tables.push_back({2 * Idx, Idx + 1, Idx * sizeof(Place) + 8,
                        Idx * sizeof(Place) + 16, M.Unit});
    }
    Numbers.MaxBudget = Of.Budget;
    Numbers.MaxBudgetPercent = Of.Percent;
    Nest.Bounds = rowBounds;
    Nest.NumArrays = Of.Matrices.size() + 1;
    Nest.NumTables = Tables.size();
    Nest.Tables = Tables.data();
    Nest.Share = Of.Share;
    Nest.IsAlone = isAlone;
    Nest.CanBePrivate = Of.CanBePrivate;
    Nest.Numbers = &Numbers;
    Nest.Counts = Counts;
    Nest.LeastCopied = Of.LeaveDivisor;
    Nest.LeaveDivisor = Of.LeaveDivisor;
    Nest.Resumes = Of.LeaveDivisor != 0;
    Nest.ResumeOffset = sizeof *Frame;
    Nest.ScratchSize = Of.ScratchSize;
    for (auto [P, M] : zip())
      if (M->IsRegular)
        *P = {42, M->Table[0], M->Distance};
  }
  std::vector<std::pair<Place *, Matrix *>> zip() {
    std::vector<std::pair<Place *, Matrix *>> All;
    for (size_t Idx = 0; Idx < C->Matrices.size(); ++Idx)
      All.push_back({&C->Context[Idx], &C->Matrices[Idx]});
    return All;
  }
  /// How the driver's call ended, or DE_Complete if it goes on.
  DriverEvent copy(uint64_t N = 2) {
    FakeErrno = 42;
    const bool Copied =
        copyRows(&Nest, C->Context.data(), Frame, N, C->Start, Pointers.data());
    EXPECT_TRUE(FakeErrno == 42 || C->ErrnoIsElement);
    for (const Place &P : C->Context)
      EXPECT_EQ(P.Other, 42u);
    uint64_t Total = 0, Last = DE_Complete;
    for (unsigned Event = 0; Event < NumDriverEvents; ++Event) {
      Total += Counts[Event];
      if (Counts[Event])
        Last = Event;
    }
    if (Frame[2]) {
      EXPECT_FALSE(Copied);
      EXPECT_EQ(Frame[1], 0u);
      Last = DE_Later;
      Total++;
    }
    EXPECT_EQ(Total, Copied ? 0u : 1u);
    if (!Copied) {
      EXPECT_TRUE(C->Allocated.empty());
      EXPECT_EQ(Pointers[0].Memory, nullptr);
    }
    return DriverEvent(Last);
  }
  void store() {
    FakeErrno = 42;
    storeRows(&Nest, Pointers.data());
    EXPECT_EQ(FakeErrno, 42);
    EXPECT_TRUE(C->Allocated.empty());
  }
};

} // namespace

void *rowsMalloc(size_t Bytes) {
  FakeErrno = 12;
  if (C->NumMallocs++ == C->FailingMalloc)
    return nullptr;
  void *P = malloc(Bytes);
  C->Allocated[P] = Bytes;
  return P;
}
void rowsFree(void *P) {
  FakeErrno = 13;
  if (!P)
    return;
  ASSERT_EQ(C->Allocated.erase(P), 1u);
  free(P);
}
int *rowsErrno() {
  return C && C->ErrnoIsElement ? reinterpret_cast<int *>(Arena + 64)
                                : &FakeErrno;
}

bool polly::escop::runtime::probe(uint64_t Begin, uint64_t End, bool Write,
                                  const ProcFS *) {
  FakeErrno = 14;
  EXPECT_FALSE(Write);
  EXPECT_LT(Begin, End);
  // Every page that is asked about has something of a row.
  for (uint64_t Page = Begin & -PageSize; Page < End; Page += PageSize) {
    bool HasRow = false;
    for (const Matrix &M : C->Matrices)
      for (uint64_t Row : M.Table)
        HasRow |= (!M.IsRegular || C->IsVouchedInCopies) &&
                  Row + M.Begin < Page + PageSize && Row + M.End > Page;
    EXPECT_TRUE(HasRow);
  }
  return End <= C->Unreadable;
}

namespace {

uint64_t at(uint64_t Offset) { return addressOf(Arena) + Offset; }
char *byte(uint64_t Address) { return static_cast<char *>(pointer(Address)); }

/// Two matrices that lie apart: the rows of the first one are written.
Case simpleCase() {
  Case New;
  Matrix A;
  A.Table = {at(512), at(0), at(1024)};
  A.Begin = 16;
  A.End = 96;
  A.WriteBegin = 16;
  A.WriteEnd = 96;
  Matrix B;
  B.Table = {at(2048), at(2400), at(2200)};
  B.End = 80;
  New.Matrices = {A, B};
  return New;
}

TEST(RuntimeRowsTest, regularRowsAreLeftAlone) {
  Case New = simpleCase();
  for (Matrix &M : New.Matrices)
    M.IsRegular = true;
  RowRun Run(New);
  EXPECT_EQ(Run.copy(), DE_Complete);
  EXPECT_EQ(New.NumMallocs, 0u);
  EXPECT_EQ(New.Context[0].Distance, 10u);
  Run.store();
}

TEST(RuntimeRowsTest, declines) {
  auto Declines = [](auto Change, DriverEvent Why) {
    Case New = simpleCase();
    Change(New);
    EXPECT_EQ(RowRun(New).copy(), Why);
  };
  Declines([](Case &C) { C.IsVouched = false; }, DE_Rows);
  // 2 * 3 * 10 + 3 * 10 elements, in two iterations.
  Declines([](Case &C) { C.Work = 6 * 90 / 2 - 1; }, DE_Rows);
  Declines([](Case &C) { C.Matrices[1].Begin = -8; }, DE_Rows);
  Declines([](Case &C) { C.FailingMalloc = 0; }, DE_Memory);
  Declines([](Case &C) { C.FailingMalloc = 1; }, DE_Memory);
  Declines([](Case &C) { C.Unreadable = at(2400 + 79); }, DE_Pages);
  Declines([](Case &C) { C.Budget = 1500; }, DE_Budget);
  Declines([](Case &C) { C.Percent = 200; }, DE_Budget);
  auto BesideThreads = [](Case &C) { C.IsAlone = C.CanBePrivate = false; };
  Declines(BesideThreads, DE_Threads);
  // Errno is a row's element, written and read.
  for (unsigned Written : {0, 1})
    Declines(
        [&](Case &C) {
          C.ErrnoIsElement = true;
          C.Matrices[Written].Table[1] = at(0);
          C.Matrices[!Written].Table[1] = at(3000);
        },
        DE_Bounds);
}

TEST(RuntimeRowsTest, goesOn) {
  auto GoesOn = [](auto Change) {
    Case New = simpleCase();
    Change(New);
    RowRun Run(New);
    EXPECT_EQ(Run.copy(), DE_Complete);
    Run.store();
  };
  GoesOn([](Case &C) { C.Work = 6 * 90 / 2; });
  GoesOn([](Case &C) { C.Unreadable = at(2400 + 80); });
  GoesOn([](Case &C) { C.Percent = 500; });
  GoesOn([](Case &C) { C.IsAlone = false; });
  GoesOn([](Case &C) { C.CanBePrivate = false; });
  GoesOn([](Case &C) {
    C.IsAlone = C.CanBePrivate = false;
    C.Share = Sharing::InPlace;
  });
  // Nothing is accessed of a table's rows, whose pointers lead anywhere.
  GoesOn([](Case &C) {
    C.Matrices[1].Table = {1, 2, 4};
    C.Matrices[1].Begin = C.Matrices[1].End = 0;
  });
}

// Rows at equal distances that lie between those of another matrix are copied,
// or left where they are if that is not worth it: the driver may find fewer
// iterations.
TEST(RuntimeRowsTest, regularRowsAreCopied) {
  for (bool IsOtherRegular : {true, false})
    for (bool IsWorthIt : {true, false}) {
      Case New = simpleCase();
      Matrix &A = New.Matrices[0], &B = New.Matrices[1];
      A.Table = {at(0), at(200), at(IsOtherRegular ? 400 : 600)};
      B.Table = {at(100), at(300), at(500)};
      A.IsRegular = IsOtherRegular;
      B.IsRegular = true;
      A.Distance = B.Distance = 25;
      New.IsVouched = !IsOtherRegular;
      New.IsVouchedInCopies = true;
      New.Work = 6 * 90 / 2 - !IsWorthIt;
      RowRun Run(New);
      const DriverEvent Event = Run.copy();
      if (!IsWorthIt && !IsOtherRegular) {
        EXPECT_EQ(Event, DE_Rows);
        continue;
      }
      EXPECT_EQ(Event, DE_Complete);
      EXPECT_EQ(New.NumMallocs != 0, IsWorthIt);
      for (unsigned Idx : {0, 1}) {
        const Place &P = New.Context[Idx];
        EXPECT_EQ(P.First != New.Matrices[Idx].Table[0], IsWorthIt);
        EXPECT_EQ(P.Distance != 25, IsWorthIt);
      }
      Run.store();
    }
}

// The nest executes as much before as copies are worth, but not most.
TEST(RuntimeRowsTest, firstIterationsAreLeft) {
  auto CopyAt = [](uint64_t Start, uint64_t Scratch) {
    Case New = simpleCase();
    New.Work = 6 * 90 / 4;
    New.LeaveDivisor = 2;
    New.Start = Start;
    New.ScratchSize = Scratch;
    RowRun Run(New);
    const DriverEvent Event = Run.copy(/*N=*/100);
    if (Event == DE_Complete)
      Run.store();
    return Event;
  };
  EXPECT_EQ(CopyAt(0, 0), DE_Later);
  EXPECT_EQ(CopyAt(3, 0), DE_Later);
  EXPECT_EQ(CopyAt(4, 0), DE_Complete);
  // A sixteenth of all.
  EXPECT_EQ(CopyAt(3, 1), DE_Later);
  EXPECT_EQ(CopyAt(4, 1), DE_Complete);
}

TEST(RuntimeRowsTest, sortsParts) {
  std::mt19937 Random(1);
  for (unsigned Number = 0; Number < 40; ++Number) {
    std::vector<Part> Parts;
    std::multiset<uint64_t> Begins;
    for (unsigned Idx = 0; Idx < Number; ++Idx) {
      const uint64_t Begin = Random() % 16;
      Parts.push_back({{Begin, Begin + 100}, false, false});
      Begins.insert(Begin);
    }
    PartSorter(Parts.data()).sort(Number);
    std::vector<uint64_t> Sorted;
    for (const Part &P : Parts)
      Sorted.push_back(P.At.Begin);
    EXPECT_EQ(Sorted, std::vector<uint64_t>(Begins.begin(), Begins.end()));
  }
}

/// A random nest, by what its accesses are.
class RandomNest {
  std::mt19937 &Random;
  Case New;
  /// Who accesses a byte, and writes it: matrix and row, or another array.
  using Owner = std::pair<int, unsigned>;
  std::map<uint64_t, std::set<Owner>> Readers, Writers;

  uint64_t below(uint64_t N) { return Random() % N; }

  void addMatrix() {
    Matrix M;
    M.Element = M.Unit = uint64_t(1) << below(4);
    const uint64_t Rows = 2 + below(5);
    // Sparse or dense.
    const uint64_t Room = below(2) ? ArenaBytes : ArenaBytes / 8;
    M.Begin = below(3) * M.Element;
    M.End = M.Begin + below(12) * M.Element;
    if (below(3) && M.End > M.Begin) {
      M.WriteBegin = M.Begin + below((M.End - M.Begin) / M.Element) * M.Element;
      M.WriteEnd = M.End;
    }
    // Bounds that are no multiples of what is stored.
    if (below(4) == 0 && M.End > M.Begin)
      M.Unit = 1 << below(4);
    for (unsigned Row = 0; Row < Rows; ++Row)
      M.Table.push_back(at(below(Room - 256) & -below(2)));
    New.Matrices.push_back(M);
  }

public:
  explicit RandomNest(std::mt19937 &Random) : Random(Random) {
    const unsigned Number = 1 + below(3);
    for (unsigned Idx = 0; Idx < Number; ++Idx)
      addMatrix();
    if (below(2)) {
      New.Other.Begin = at(below(ArenaBytes - 256));
      New.Other.End = New.Other.Begin + below(200);
      if (below(2))
        New.OtherWritten = {New.Other.Begin,
                            New.Other.Begin + New.Other.size() / 2};
    }
  }

  /// May the nest be executed in copies? Only if no byte is accessed in two
  /// ways of which one writes.
  bool liesApart() {
    auto Add = [](auto &To, Interval I, Owner Of) {
      for (uint64_t At = I.Begin; At < I.End; ++At)
        To[At].insert(Of);
    };
    for (size_t Idx = 0; Idx < New.Matrices.size(); ++Idx) {
      const Matrix &M = New.Matrices[Idx];
      const bool IsWritten = M.WriteBegin != M.WriteEnd;
      for (unsigned Row = 0; Row < M.Table.size(); ++Row)
        Add(IsWritten ? Writers : Readers,
            {M.Table[Row] + M.Begin, M.Table[Row] + M.End}, {Idx, Row});
    }
    Add(Readers, New.Other, {-1, 0});
    Add(Writers, New.OtherWritten, {-1, 0});
    for (auto &[At, Owners] : Writers) {
      std::set<Owner> All = Owners;
      All.insert(Readers[At].begin(), Readers[At].end());
      if (All.size() > 1)
        return false;
    }
    return true;
  }

  void run() {
    for (char &Byte : Arena)
      Byte = below(4);
    RowRun Run(New);
    const bool Apart = liesApart();
    ASSERT_EQ(Run.copy(), Apart ? DE_Complete : DE_Bounds);
    if (!Apart)
      return;
    std::vector<char> Expected(Arena, Arena + ArenaBytes);
    std::set<uint64_t> Stored;
    for (auto [P, M] : Run.zip()) {
      const uint64_t Bytes = P->Distance * M->Element;
      // Rows of the copy do not overlap, and are aligned as lines are.
      ASSERT_GE(Bytes, M->End);
      ASSERT_EQ(P->First % CopyAlign, 0u);
      ASSERT_NE(Bytes % PageSize, 0u);
      for (unsigned Row = 0; Row < M->Table.size(); ++Row) {
        char *Copy = byte(P->First + Row * Bytes);
        const uint64_t To = M->Table[Row];
        ASSERT_EQ(
            memcmp(Copy + M->Begin, byte(To + M->Begin), M->End - M->Begin), 0);
        // Stores, some of them of what is there.
        const uint64_t First = (M->WriteBegin + M->Unit - 1) & -M->Unit;
        for (uint64_t By = First; By + M->Unit <= M->WriteEnd; By += M->Unit)
          if (below(2))
            for (uint64_t Byte = By; Byte < By + M->Unit; ++Byte) {
              Copy[Byte] = below(4);
              Expected[To + Byte - at(0)] = Copy[Byte];
              Stored.insert(To + Byte);
            }
      }
    }
    // Others own everything else.
    for (uint64_t Byte = 0; Byte < ArenaBytes; ++Byte)
      if (!Stored.count(at(Byte)) && below(2))
        Arena[Byte] = Expected[Byte] = 4 + below(4);
    Run.store();
    ASSERT_EQ(memcmp(Arena, Expected.data(), ArenaBytes), 0);
  }
};

TEST(RuntimeRowsTest, copiesAreExact) {
  std::mt19937 Random(7);
  for (unsigned Idx = 0; Idx < 4000 && !testing::Test::HasFailure(); ++Idx)
    RandomNest(Random).run();
}

} // namespace
