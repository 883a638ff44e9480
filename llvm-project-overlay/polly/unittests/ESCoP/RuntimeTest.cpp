//===- RuntimeTest.cpp - The driver of speculated nests against a model ---===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All small nests, guards, chunks and budgets; each allocation and each probe
// fails; the borders of the driver's own memory.
//
//===----------------------------------------------------------------------===//

#include "CountedNest.h"
#include "gtest/gtest.h"

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

namespace {

/// The ways in which chunks work.
struct Sharings {
  Sharing Share;
  bool HasThreads;
} const Ways[] = {{Sharing::InPlace, true},
                  {Sharing::Ask, false},
                  {Sharing::Ask, true},
                  {Sharing::Private, false}};

AssertionResult failure(const NestRun &R, const std::string &What) {
  return AssertionFailure()
         << R.M.S.Name << ", N=" << R.M.N << ": " << What << ":"
         << R.O.describe() << " executed=" << R.Frame.Iteration
         << " event=" << R.Event;
}

/// A call of the driver that ends in one of these events, a set.
AssertionResult isExact(NestRun &R, unsigned Events) {
  if (!R.call() || !R.verify())
    return failure(R, R.Error);
  if (!(Events >> R.Event & 1))
    return failure(R, "another event is expected");
  return AssertionSuccess();
}

unsigned bit(unsigned Event) { return 1u << Event; }

/// Where nothing fails, what ends a call.
DriverEvent endOf(const Options &O) {
  return O.Fires ? DE_LeftEarly : DE_Complete;
}

/// Calls \p Test with shapes of \p Least to \p Greatest iterations.
template <typename Fn>
void forModels(unsigned Least, unsigned Greatest, unsigned Pitch, Fn Test) {
  for (const Shape &S : Shapes)
    for (unsigned N = Least; N <= Greatest; ++N) {
      Test(Model(S, N, Pitch));
      if (testing::Test::HasFatalFailure())
        return;
    }
}

} // namespace

// Each guard, chunk and budget, with all combinations of the other properties
// for nests of few iterations, and some of them for nests of more.
TEST(RuntimeTest, memoryIsThatOfAPrefix) {
  unsigned Turn = 0;
  forModels(2, MaxN, NarrowPitch, [&](const Model &M) {
    const uint64_t FirstChunks[] = {1, 2, 3, M.N},
                   Budgets[] = {1, 150, 64 << 10};
    for (unsigned Fires = 0; Fires <= M.N; ++Fires)
      for (uint64_t First : FirstChunks)
        for (uint64_t Budget : Budgets)
          for (Sharings W : Ways)
            for (unsigned Set = 0; Set < 64; ++Set) {
              if (M.N > 3 && Set != Turn % 64)
                continue;
              Options O;
              O.Share = W.Share;
              O.HasThreads = W.HasThreads;
              O.Fires = Fires < M.N ? 1u << Fires : 0;
              O.Naive = Set & 1;
              O.Packed = Set & 2;
              O.Resumes = Set & 4;
              O.MayConverge = Set & 8;
              if (Set & 16)
                O.Numbers.MaxChunk = 2;
              O.CopiesPresentPages = Set & 32;
              O.HasProcFS = Turn % 3;
              O.Depth = 2 + Turn % 2;
              O.Numbers.FirstChunk = First;
              O.Numbers.MinBudget = Budget;
              O.Numbers.BudgetDivisor = Turn % 5 ? 20 : 1;
              Turn += 7;
              NestRun R(M, O);
              ASSERT_TRUE(isExact(R, bit(endOf(O))));
              const uint64_t Executed = R.Frame.Iteration;
              ASSERT_LE(R.PeakBytes, R.bytesOf(0, M.N) + R.HasMirrors)
                  << failure(R, "more than the nest takes").message();
              if (O.Naive && O.Fires)
                ASSERT_TRUE(Executed == 0 && R.Chunks.size() == 1)
                    << failure(R, "a naive nest is one chunk").message();
              else if (O.Fires && O.Resumes)
                ASSERT_TRUE(R.Frame.Replay < First << (O.Packed ? 1 : 2) &&
                            Fires < Executed + R.Frame.Replay)
                    << failure(R, "the nest executes a small chunk").message();
              else if (O.Resumes)
                ASSERT_EQ(R.Frame.Replay, 0u);
            }
  });
}

// The nest begins in place, and goes on in copies once there are threads.
TEST(RuntimeTest, placeIsLeft) {
  unsigned Turn = 0, NumLeft = 0, NumDeclined = 0;
  forModels(2, MaxN, NarrowPitch, [&](const Model &M) {
    for (unsigned From = 1; From < M.N; ++From)
      for (unsigned Fires = 0; Fires <= M.N; ++Fires)
        for (uint64_t First : {1, 2, 3})
          for (int Failed = 0; Failed < 5; ++Failed) {
            ++Turn;
            Options O;
            O.Share = Sharing::Ask;
            O.HasThreads = false;
            O.ThreadsFrom = From;
            O.Fires = Fires < M.N ? 1u << Fires : 0;
            O.FailedAllocation = Failed;
            O.Packed = Turn & 1;
            O.Resumes = Turn & 2;
            O.CopiesPresentPages = Turn & 4;
            O.Numbers.FirstChunk = First;
            if (Turn & 8)
              O.Numbers.MaxChunk = 2;
            NestRun R(M, O);
            ASSERT_TRUE(
                isExact(R, bit(endOf(O)) | (Failed ? bit(DE_Memory) : 0)));
            NumLeft += R.IsComplete && R.HasMirrors;
            NumDeclined += R.Event == DE_Memory && R.Frame.Iteration;
          }
  });
  EXPECT_GT(NumLeft, 1000u);
  EXPECT_GT(NumDeclined, 100u);
}

// Behind iterations that the nest executed itself, the first chunk is larger.
TEST(RuntimeTest, firstIterationsAreLeft) {
  forModels(3, 6, NarrowPitch, [&](const Model &M) {
    for (unsigned Fires = 0; Fires <= M.N; ++Fires)
      for (uint64_t First : {1, 2})
        for (Sharings W : Ways)
          for (unsigned Start = 0; Start < 4; ++Start)
            for (bool IsPacked : {false, true}) {
              Options O;
              O.Share = W.Share;
              O.HasThreads = W.HasThreads;
              O.Packed = IsPacked;
              O.LeaveDivisor = 1;
              O.Depth = 3;
              O.Start = Start;
              if (Fires < Start || Start >= M.N)
                continue;
              O.Fires = Fires < M.N ? 1u << Fires : 0;
              O.Numbers.FirstChunk = First;
              NestRun R(M, O);
              ASSERT_TRUE(isExact(R, bit(endOf(O))));
              const uint64_t AsMuch =
                  IsPacked
                      ? std::max(First, std::min<uint64_t>(Start, First) << 2)
                      : std::clamp<uint64_t>(Start, 1, First << 2);
              ASSERT_EQ(R.Chunks[0].Count,
                        std::min<uint64_t>(M.N - Start, AsMuch));
            }
  });
}

// A nest that goes on behind its guards calls the driver again. Where a guard
// fires, it changes memory.
TEST(RuntimeTest, nestsResume) {
  forModels(2, 7, NarrowPitch, [&](const Model &M) {
    for (uint32_t Fires = 0; Fires < 1u << M.N; ++Fires)
      for (Sharings W : Ways) {
        Options O;
        O.Share = W.Share;
        O.HasThreads = W.HasThreads;
        O.Fires = Fires;
        O.Continues = true;
        O.LeaveDivisor = O.Packed = Fires % 3 == 1;
        O.Numbers.FirstChunk = 1 + Fires % 2;
        std::vector<Word> Memory = M.Memory[0];
        for (unsigned I = 0; I < M.N; ++I)
          for (const Operation &Op : M.Iterations[I]) {
            Model::execute(
                Op, [&](Element E) { return Memory[M.word(E)]; },
                [&](Element E, Word V) { Memory[M.word(E)] = V; });
            Memory[M.word(Op.To)] += Fires >> I & 1;
          }
        NestRun R(M, O);
        unsigned Calls = 0;
        while (R.call() && !R.IsComplete && R.Frame.Iteration < M.N) {
          ASSERT_LE(++Calls, M.N);
          unsigned End =
              R.Frame.Replay ? R.Frame.Iteration + R.Frame.Replay : M.N;
          ASSERT_LE(End, M.N);
          for (; R.Frame.Iteration < End; ++R.Frame.Iteration)
            for (const Operation &Op : M.Iterations[R.Frame.Iteration]) {
              Model::execute(
                  Op, [&](Element E) { return Arena[M.word(E)]; },
                  [&](Element E, Word V) { Arena[M.word(E)] = V; });
              Arena[M.word(Op.To)] += Fires >> R.Frame.Iteration & 1;
            }
          if (R.Frame.Iteration == M.N)
            break;
        }
        ASSERT_EQ(R.Error, "") << failure(R, R.Error).message();
        for (unsigned W = 0; W < M.NumWords; ++W)
          if (M.FirstMayWrite[W] < M.N)
            ASSERT_EQ(Arena[W], Memory[W]) << failure(R, "memory").message();
      }
  });
}

// A budget that is too small for an iteration, or for the nest if it is naive.
TEST(RuntimeTest, budgetIsALimit) {
  forModels(2, 6, NarrowPitch, [&](const Model &M) {
    for (unsigned Fires = 0; Fires <= M.N; ++Fires)
      for (uint64_t Most = 1; Most < 6000; Most += 1 + Most / 3)
        for (Sharings W : Ways)
          for (unsigned Set = 0; Set < 8; ++Set) {
            Options O;
            O.Share = W.Share;
            O.HasThreads = W.HasThreads;
            O.Fires = Fires < M.N ? 1u << Fires : 0;
            O.Naive = Set & 1;
            O.Numbers.FirstChunk = Set & 2 ? M.N : 1;
            if (Set & 4)
              O.Numbers.MinBudget = 1;
            O.Numbers.MaxBudget = Most;
            NestRun R(M, O);
            ASSERT_TRUE(isExact(R, bit(endOf(O)) | bit(DE_Budget)));
            const unsigned Begin = R.Frame.Iteration;
            const bool Fits =
                R.bytesOf(Begin, O.Naive || Begin == M.N ? M.N - Begin : 1) <=
                Most;
            if (R.Event == DE_Budget)
              ASSERT_FALSE(Fits) << failure(R, "an iteration fits").message();
          }
  });
}

// A percentage of the arrays, of which nothing is known if the whole nest is
// not vouched for.
TEST(RuntimeTest, budgetIsAPercentage) {
  Model M(Shapes[0], 8, NarrowPitch);
  for (uint64_t Percent : {0, 5, 30, 70, 1000}) {
    Options O;
    O.Share = Sharing::InPlace;
    O.Numbers.MaxBudgetPercent = Percent;
    NestRun R(M, O);
    uint64_t Total = 2 * (7 * NarrowPitch + 3) * sizeof(Word);
    uint64_t Most = Total / 100 * Percent;
    ASSERT_TRUE(
        isExact(R, bit(Most < R.bytesOf(0, 1) ? DE_Budget : DE_Complete)));
    ASSERT_LE(R.PeakBytes, std::max<uint64_t>(Most, 1));
    Options NotVouched = O;
    NotVouched.NotVouched = 7;
    NotVouched.Numbers.MinBudget = 80;
    NestRun U(M, NotVouched);
    ASSERT_TRUE(isExact(U, bit(DE_Bounds)));
    ASSERT_EQ(U.PeakBytes, 80u);
  }
}

TEST(RuntimeTest, eachAllocationFails) {
  forModels(5, 6, NarrowPitch, [&](const Model &M) {
    for (unsigned Fires = 0; Fires <= M.N; ++Fires)
      for (Sharings W : Ways)
        for (unsigned Set = 0; Set < 8; ++Set) {
          Options O;
          O.Share = W.Share;
          O.HasThreads = W.HasThreads;
          O.Fires = Fires < M.N ? 1u << Fires : 0;
          O.Packed = Set & 1;
          O.Naive = Set & 2;
          // The buffer grows.
          if (Set & 4)
            O.Numbers.MinBudget = 1;
          unsigned Number;
          {
            NestRun R(M, O);
            ASSERT_TRUE(isExact(R, bit(endOf(O))));
            Number = R.NumAllocations;
          }
          ASSERT_GE(Number, 1u + O.Packed);
          for (unsigned Failed = 1; Failed <= Number; ++Failed) {
            O.FailedAllocation = Failed;
            NestRun R(M, O);
            // Without mirrors, each chunk is copied.
            ASSERT_TRUE(isExact(R, bit(DE_Memory) | bit(endOf(O))));
            ASSERT_EQ(R.FailedWasZeroed, R.Event != DE_Memory)
                << failure(R, "only mirrors are not needed").message();
          }
        }
  });
}

TEST(RuntimeTest, eachProbeFails) {
  forModels(5, 6, WidePitch, [&](const Model &M) {
    for (unsigned Fires : {0u, 3u, M.N})
      for (Sharings W : Ways)
        for (unsigned Set = 0; Set < 4; ++Set) {
          Options O;
          O.Share = W.Share;
          O.HasThreads = W.HasThreads;
          O.Fires = Fires < M.N ? 1u << Fires : 0;
          O.Naive = Set & 1;
          O.HasProcFS = Set & 2;
          unsigned Number;
          {
            NestRun R(M, O);
            ASSERT_TRUE(isExact(R, bit(endOf(O))));
            Number = R.NumProbes;
          }
          ASSERT_GE(Number, 1u);
          for (unsigned Failed = 1; Failed <= Number; ++Failed)
            for (int Sign : {1, -1}) {
              O.FailedProbe = Sign * int(Failed);
              NestRun R(M, O);
              ASSERT_TRUE(isExact(R, bit(DE_Pages) | bit(endOf(O))));
              if (R.Event == DE_Pages)
                ASSERT_EQ(R.Frame.Replay, 0u);
            }
        }
  });
}

// The driver comes as far as pages are there.
TEST(RuntimeTest, pagesAreAbsent) {
  forModels(6, 6, WidePitch, [&](const Model &M) {
    const uint64_t Last = M.NumWords * sizeof(Word) / PageSize;
    for (uint64_t Page = 0; Page <= Last; Page += 1 + (M.S.NumArrays > 2))
      for (Sharings W : Ways)
        for (uint64_t First : {1, 2, 6}) {
          Options O;
          O.Share = W.Share;
          O.HasThreads = W.HasThreads;
          O.AbsentPage = Page;
          O.Numbers.FirstChunk = First;
          O.HasProcFS = Page % 2;
          auto Meets = [&](unsigned A, Range R) {
            return !R.isEmpty() &&
                   (M.base(A) + R.Begin) * sizeof(Word) <
                       (Page + 1) * PageSize &&
                   (M.base(A) + R.End) * sizeof(Word) > Page * PageSize;
          };
          NestRun R(M, O);
          unsigned End = 0;
          for (bool Any = false; End < M.N; ++End) {
            for (unsigned A = 0; A < M.S.NumArrays; ++A)
              Any |= (R.isAccessed(A, false) && Meets(A, M.Accessed[End][A])) ||
                     (R.isAccessed(A, true) && Meets(A, M.Writes[End][A]));
            if (Any)
              break;
          }
          ASSERT_TRUE(isExact(R, bit(End == M.N ? DE_Complete : DE_Pages)));
          ASSERT_EQ(R.Frame.Iteration, End) << failure(R, "pages").message();
        }
  });
}

// Without /proc, no page of an array is asked about twice for one purpose. With
// it, all that the nest accesses of an array is asked about at once.
TEST(RuntimeTest, whatIsKnownIsNotAsked) {
  forModels(4, MaxN, WidePitch, [&](const Model &M) {
    for (bool HasProcFS : {false, true})
      for (Sharings W : Ways)
        for (uint64_t First : {1, 2, 3}) {
          // Chunks that are apart forget what was asked before.
          if (!HasProcFS && std::string(M.S.Name) == "both ends in turn")
            continue;
          Options O;
          O.Share = W.Share;
          O.HasThreads = W.HasThreads;
          O.HasProcFS = HasProcFS;
          O.Numbers.FirstChunk = First;
          NestRun R(M, O);
          ASSERT_TRUE(isExact(R, bit(DE_Complete)));
          std::vector<uint64_t> Pages[2][MaxNestArrays];
          for (Question Q : R.Questions) {
            unsigned A = 0;
            while (A + 1 < M.S.NumArrays &&
                   Q.Begin >= addressOf(Arena + M.base(A + 1)))
              ++A;
            ASSERT_TRUE(R.isAccessed(A, Q.Write));
            ASSERT_LE(Q.End, addressOf(Arena + M.base(A) + M.ArrayWords));
            ASSERT_TRUE(HasProcFS || !Q.Ahead);
            auto &Asked = Pages[Q.Write][A];
            std::vector<uint64_t> New;
            for (uint64_t P = Q.Begin / PageSize; P <= (Q.End - 1) / PageSize;
                 ++P)
              New.push_back(P);
            for (uint64_t P : New)
              ASSERT_TRUE(Q.Ahead || !std::count(Asked.begin(), Asked.end(), P))
                  << failure(R, "a page is asked about twice").message();
            Asked.insert(Asked.end(), New.begin(), New.end());
          }
          // Chunks ask for themselves where all is small.
          if (HasProcFS && R.Chunks.size() > 1)
            ASSERT_LE(R.Questions.size(), 4 * M.S.NumArrays);
        }
  });
}

// If all pages are there, chunks ask for nothing by themselves.
TEST(RuntimeTest, allIsAskedAboutAhead) {
  for (unsigned Pitch : {NarrowPitch, WidePitch})
    forModels(4, 6, Pitch, [&](const Model &M) {
      for (Sharings W : Ways) {
        Options O;
        O.Share = W.Share;
        O.HasThreads = W.HasThreads;
        NestRun R(M, O);
        ASSERT_TRUE(isExact(R, bit(DE_Complete)));
        for (Question Q : R.Questions)
          ASSERT_TRUE(Q.Ahead) << failure(R, "a chunk asks").message();
      }
    });
}

TEST(RuntimeTest, questionsAreTheIntervals) {
  using Intervals = std::vector<std::pair<uint64_t, uint64_t>>;
  auto Ask = [](const Shape &S, bool HasProcFS) {
    Model M(S, 6, WidePitch);
    Options O;
    O.Share = Sharing::InPlace;
    O.HasProcFS = HasProcFS;
    NestRun R(M, O);
    EXPECT_TRUE(isExact(R, bit(DE_Complete)));
    Intervals Asked;
    for (Question Q : R.Questions)
      if (Q.Write)
        Asked.push_back({Q.Begin - addressOf(Arena), Q.End - addressOf(Arena)});
    return Asked;
  };
  const Shape &Rows = Shapes[0], &Columns = Shapes[2];
  // Rows begin at 20 + 2800 * I; the second and the fifth are on pages that are
  // known, of the first and the fourth.
  EXPECT_EQ(Ask(Rows, false),
            (Intervals{{20, 32}, {5620, 5632}, {8420, 8432}, {14020, 14032}}));
  // A row is less than the threshold, all of them more.
  EXPECT_EQ(Ask(Rows, true), (Intervals{{20, 14032}}));
  EXPECT_EQ(Ask(Columns, false), (Intervals{{20, 8424}}));
  EXPECT_EQ(Ask(Columns, true), (Intervals{{20, 8444}}));
}

// Bounds, affine guards, shadows that decline.
TEST(RuntimeTest, nestsAreDeclined) {
  forModels(2, 6, NarrowPitch, [&](const Model &M) {
    for (unsigned From = 0; From < M.N; ++From)
      for (Sharings W : Ways)
        for (unsigned Set = 0; Set < 16; ++Set) {
          Options O;
          O.Share = W.Share;
          O.HasThreads = W.HasThreads;
          O.Naive = Set & 1;
          O.HasRows = Set >> 1 & 1;
          O.Numbers.FirstChunk = Set & 4 ? M.N : 1;
          O.NotVouched = From;
          O.NotResolved = Set & 8 ? From : MaxN;
          {
            NestRun R(M, O);
            ASSERT_TRUE(isExact(R, bit(DE_Bounds)));
            const bool IsLeft = O.Naive || O.HasRows;
            ASSERT_EQ(R.Frame.Iteration, IsLeft ? 0 : From);
            ASSERT_EQ(R.Frame.Replay, !IsLeft && Set & 8);
          }
          O.NotVouched = O.NotResolved = MaxN;
          O.Declines = From;
          NestRun R(M, O);
          ASSERT_TRUE(isExact(R, bit(DE_PollyCheck)));
          ASSERT_EQ(R.Frame.Replay, 0u);
        }
  });
}

TEST(RuntimeTest, threadsWorkAndLimits) {
  Model M(Shapes[0], 6, NarrowPitch);
  auto EventOf = [&](const Options &O) {
    NestRun R(M, O);
    EXPECT_TRUE(isExact(R, -1u));
    EXPECT_TRUE(R.Event == DE_Complete || R.Frame.Iteration == 0);
    EXPECT_TRUE(R.Event != DE_Threads || R.NumAllocations + R.NumProbes == 0);
    return R.Event;
  };
  for (Sharings W : Ways) {
    Options O;
    O.Share = W.Share;
    O.HasThreads = W.HasThreads;
    O.CanBePrivate = false;
    EXPECT_EQ(EventOf(O), O.isInPlace() ? DE_Complete : DE_Threads);
    O.CanBePrivate = true;
    O.Numbers.MinWork = O.Work * M.N - 1;
    EXPECT_EQ(EventOf(O), DE_Complete);
    O.Numbers.MinWork += 1;
    EXPECT_EQ(EventOf(O), DE_FewIterations);
    O.Numbers.MinWork = 0;
    O.Numbers.MaxChunkWork = O.Work;
    EXPECT_EQ(EventOf(O), DE_Complete);
    O.Numbers.MaxChunkWork = O.Work - 1;
    EXPECT_EQ(EventOf(O), DE_Budget);
    O.Naive = true;
    EXPECT_EQ(EventOf(O), DE_Complete);
    O.Numbers.NoCheckpoint = 1;
    EXPECT_EQ(EventOf(O), DE_Complete);
  }
}

// What each iteration writes all of, unless it computes much, is not saved for
// few of them.
TEST(RuntimeTest, sweepsAreFew) {
  auto EventOf = [](const Model &M, uint64_t MinSweeps, uint64_t Work) {
    Options O;
    O.Numbers.MinSweeps = MinSweeps;
    O.Work = Work;
    NestRun R(M, O);
    EXPECT_TRUE(isExact(R, -1u));
    return R.Event;
  };
  constexpr unsigned N = 6;
  // Columns are one interval, from the first row to the last.
  Model Columns(Shapes[2], N, NarrowPitch);
  EXPECT_EQ(EventOf(Columns, N + 1, /*Work=*/1), DE_FewIterations);
  EXPECT_EQ(EventOf(Columns, N + 1, /*Work=*/1 << 20), DE_Complete);
  EXPECT_EQ(EventOf(Columns, N, /*Work=*/1), DE_Complete);
  Model Rows(Shapes[0], N, NarrowPitch);
  EXPECT_EQ(EventOf(Rows, N + 1, /*Work=*/1), DE_Complete);
}

// A buffer is laid out as the arrays are: of few iterations it is not worth its
// pages, unless the policy is naive.
TEST(RuntimeTest, buffersAreScattered) {
  constexpr uint64_t IterationsOfPage = 256;
  // Columns are one interval, from the first row to the last.
  Model M(Shapes[2], 6, WidePitch);
  const uint64_t Column =
      (M.Writes[0][0].End - M.Writes[0][0].Begin) * sizeof(Word);
  const uint64_t Enough = Column / PageSize * IterationsOfPage / M.N + 1;
  for (Sharings W : Ways)
    for (bool Naive : {false, true}) {
      Options O;
      O.Share = W.Share;
      O.HasThreads = W.HasThreads;
      O.Naive = Naive;
      O.Work = 1;
      NestRun Few(M, O);
      EXPECT_TRUE(isExact(Few, bit(Naive ? DE_Complete : DE_Budget)));
      EXPECT_TRUE(Naive || Few.Frame.Iteration == 0);
      O.Work = 4 * Enough;
      NestRun Many(M, O);
      EXPECT_TRUE(isExact(Many, bit(DE_Complete)));
    }
}

// The bounds of some iterations are wider than those of all.
TEST(RuntimeTest, boundsOfAChunkAreWider) {
  forModels(2, 8, NarrowPitch, [&](const Model &M) {
    for (Sharings W : {Sharings{Sharing::InPlace, true},
                       {Sharing::InPlace, false},
                       {Sharing::Private, true},
                       {Sharing::Private, false}})
      for (unsigned Wider = 1; Wider <= 4; ++Wider) {
        Options O;
        O.Share = W.Share;
        O.HasThreads = W.HasThreads;
        (W.HasThreads ? O.BeginEarlier : O.EndLater) = Wider;
        O.Numbers.FirstChunk = 4;
        NestRun R(M, O);
        ASSERT_TRUE(isExact(R, bit(DE_Complete) | bit(DE_Budget)));
        ASSERT_TRUE(Wider == 1 || R.Event == DE_Complete)
            << failure(R, "smaller chunks fit").message();
      }
  });
}

//===----------------------------------------------------------------------===//
// The driver's own memory.

namespace {

/// An array that is mirrored, and one whose bounds are what a test says.
const Shape Nothing = {"nothing", 2,
                       [](unsigned, unsigned, unsigned, Operations &) {}};

struct OwnMemoryTest : testing::Test {
  Model M{Nothing, 4, NarrowPitch};
  Options O;

  OwnMemoryTest() {
    M.Written[0] = M.Written[1] = M.Read[0] = true;
    M.ReadsOnlyWritten[0] = false;
    O.Packed = true;
    O.Numbers.FirstChunk = 4;
    FakeErrnoPlace = &FakeErrno;
  }
  ~OwnMemoryTest() override { FakeErrnoPlace = &FakeErrno; }

  /// Does a nest run that accesses what \p Place returns, and writes it?
  template <typename Fn> bool runs(Fn Place, bool Writes = true) {
    NestRun R(M, O);
    R.Redirect = [&](ArrayBounds *Bounds) {
      Bounds[0].Begin = Bounds[0].WriteBegin = addressOf(Arena);
      Bounds[0].End = Bounds[0].WriteEnd = addressOf(Arena) + 8;
      std::pair<uint64_t, uint64_t> I = Place(R);
      Bounds[1] = {I.first, I.second, addressOf(Arena), addressOf(Arena), 0};
      if (Writes)
        Bounds[1].WriteBegin = I.first, Bounds[1].WriteEnd = I.second;
    };
    R.IgnoresAccesses = true;
    EXPECT_TRUE(R.call()) << R.Error;
    EXPECT_TRUE(R.Event == DE_Complete || R.Event == DE_Budget);
    return R.IsComplete;
  }
  /// [Begin, End) is the driver's: what meets it is declined, what does not is
  /// not.
  template <typename Fn> void expectOwn(Fn Own, bool HasBegin = true) {
    auto At = [&](bool AtEnd, int64_t Begin, int64_t End) {
      return runs([&](NestRun &R) {
        std::pair<uint64_t, uint64_t> I = Own(R);
        uint64_t From = AtEnd ? I.second : I.first;
        return std::pair(From + Begin, From + End);
      });
    };
    if (HasBegin) {
      EXPECT_TRUE(At(false, -8, 0));
      EXPECT_FALSE(At(false, -8, 1));
      EXPECT_FALSE(At(false, 0, 1));
    }
    EXPECT_FALSE(At(true, -1, 8));
    EXPECT_FALSE(At(true, -1, 0));
    EXPECT_TRUE(At(true, 0, 8));
  }
};

} // namespace

TEST_F(OwnMemoryTest, buffers) {
  O.Share = Sharing::InPlace;
  // Buffer, working memory.
  for (unsigned Block = 0; Block < 2; ++Block) {
    SCOPED_TRACE(Block);
    expectOwn([&](NestRun &R) {
      uint64_t Here = addressOf(Arena) + 1024;
      if (Block >= R.Blocks.size())
        return std::pair(Here, Here);
      return std::pair(R.Blocks[Block].first,
                       R.Blocks[Block].first + R.Blocks[Block].second);
    });
  }
}

// What drivers share with others is changed by those.
TEST_F(OwnMemoryTest, shared) {
  O.Share = Sharing::InPlace;
  auto All = [](auto &Object) {
    return [&](NestRun &) {
      return std::pair(addressOf(&Object), addressOf(&Object + 1));
    };
  };
  expectOwn(All(Kept));
  expectOwn(All(Pool));
}

// A copy may be of anything: an array next to a thread's control block, too.
TEST_F(OwnMemoryTest, copies) {
  O.Share = Sharing::Private;
  uint64_t Thread = addressOf(__builtin_thread_pointer());
  EXPECT_TRUE(runs([&](NestRun &) { return std::pair(Thread, Thread + 8); }));
  EXPECT_TRUE(
      runs([](NestRun &R) { return std::pair(R.StackTop - 8, R.StackTop); }));
}

TEST_F(OwnMemoryTest, stackAndThread) {
  O.Share = Sharing::InPlace;
  expectOwn([](NestRun &R) { return std::pair(R.StackTop - 8, R.StackTop); },
            /*HasBegin=*/false);
  auto Below = [](uint64_t Bytes) {
    return [Bytes](NestRun &R) {
      uint64_t Here = addressOf(__builtin_frame_address(0));
      return std::pair(Here - Bytes, Here - Bytes + 8);
    };
  };
  EXPECT_FALSE(runs(Below(0)));
  EXPECT_FALSE(runs(Below(200 << 10)));
  EXPECT_TRUE(runs(Below(320 << 10)));
  uint64_t Thread = addressOf(__builtin_thread_pointer());
  expectOwn([&](NestRun &) { return std::pair(Thread - 4096, Thread + 4096); });
  // What is read only does no harm.
  EXPECT_TRUE(runs(
      [](NestRun &R) { return std::pair(R.StackTop - 8, R.StackTop); }, false));
  // Nor does an object that is not left.
  O.LeavesObject = false;
  EXPECT_TRUE(
      runs([](NestRun &R) { return std::pair(R.StackTop - 8, R.StackTop); }));
}

// No access, be it a read, is to meet errno.
TEST_F(OwnMemoryTest, errnoIsApart) {
  FakeErrnoPlace = reinterpret_cast<int *>(Arena + 1024);
  for (bool Writes : {true, false})
    for (bool LeavesObject : {true, false})
      for (Sharing Share : {Sharing::InPlace, Sharing::Private}) {
        O.Share = Share;
        O.LeavesObject = LeavesObject;
        for (int Begin = -8; Begin <= 8; ++Begin)
          for (int End = Begin + 1; End <= 9; ++End)
            ASSERT_EQ(runs(
                          [&](NestRun &) {
                            uint64_t At = addressOf(FakeErrnoPlace);
                            return std::pair(At + Begin, At + End);
                          },
                          Writes),
                      End <= 0 || Begin >= int(sizeof(int)));
      }
}

//===----------------------------------------------------------------------===//
// The chunks of a nest that accesses nothing.

TEST(RuntimeTest, chunksGrow) {
  EXPECT_EQ(chunksOf({400, 3, 1}), " 1 2 4 8 16 32 64 64 64 64 64 17");
  EXPECT_EQ(chunksOf({200, 2, 1}), " 1 2 4 8 12 12 12 12 12 12 12 12 12 12 12 "
                                   "12 12 12 12 5");
  EXPECT_EQ(chunksOf({20, 2, 3}), " 3 3 3 3 3 3 2");
  EXPECT_EQ(chunksOf({400, 3, 1, /*Packed=*/true}),
            " 1 4 16 24 24 32 48 72 104 75");
  // No more work than half of what was executed before.
  CountedNest Triangle = {200, 3, 4, /*Packed=*/true};
  Triangle.IsTriangle = true;
  EXPECT_EQ(chunksOf(Triangle), " 4 16 32 8 16 16 16 24 24 32 12");
  // So many iterations that they are 2^14 innermost ones.
  EXPECT_EQ(chunksOf({400, 3, 0, false, false, uint64_t(-1), 1 << 10}),
            " 16 32 64 64 64 64 64 32");
  // Not more than an eighth of what was executed.
  EXPECT_EQ(chunksOf({40, 3, 1, false, /*MayConverge=*/true}),
            " 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 3 3 3 4 3");
  // Not more than half, where operands are packed.
  EXPECT_EQ(chunksOf({100, 3, 1, /*Packed=*/true, /*MayConverge=*/true}),
            " 1 1 1 1 2 3 4 6 8 8 16 24 25");
  // What is wasted behind a throw is bounded: 20 iterations.
  EXPECT_EQ(chunksOf({100, 3, 1, true, false, uint64_t(-1), 10, 200}),
            " 1 4 6 6 8 8 16 16 16 19");
}

// Chunks of a few short iterations take longer than the nest.
TEST(RuntimeTest, fewIterationsAreVouchedFor) {
  CountedNest C = {8, 3, 0};
  C.MostVouched = 2;
  C.Work = 1 << 11;
  EXPECT_EQ(chunksOf(C), " 2 2 2 2");
  C.Work = (1 << 11) - 1;
  EXPECT_EQ(chunksOf(C), " bounds");
  C.First = 2;
  EXPECT_EQ(chunksOf(C), " 2 2 2 2");
}

// Where the writes exceed the budget, a chunk is what fits, if they are as many
// in each iteration; of a packed product, a multiple of eight.
TEST(RuntimeTest, chunksFillTheBuffer) {
  Model M(Shapes[0], MaxN, NarrowPitch);
  auto ChunksWith = [&](uint64_t Budget, uint64_t First, bool Packed) {
    Options O;
    O.Share = Sharing::InPlace;
    O.Packed = Packed;
    O.Numbers.FirstChunk = First;
    O.Numbers.BudgetDivisor = Unlimited;
    O.Numbers.MinBudget = Budget;
    NestRun R(M, O);
    EXPECT_TRUE(isExact(R, bit(DE_Complete)));
    EXPECT_EQ(R.NumAllocations, 1u + Packed + (Budget < 76));
    std::string Text;
    for (const Chunk &C : R.Chunks)
      Text += " " + std::to_string(C.Count);
    return Text;
  };
  // A row takes 12 bytes, 52 lie between two, and 64 are for alignment.
  EXPECT_EQ(ChunksWith(64 + 12 + 8 * 52, 12, false), " 8 4");
  EXPECT_EQ(ChunksWith(64 + 12 + 11 * 52, 12, false), " 12");
  EXPECT_EQ(ChunksWith(64 + 12 + 11 * 52 - 1, 12, false), " 11 1");
  EXPECT_EQ(ChunksWith(64 + 12 + 10 * 52, 12, true), " 8 4");
  EXPECT_EQ(ChunksWith(64 + 12 + 3 * 52, 12, false), " 4 4 4");
  // One takes more than half as much as two: the buffer holds what all take.
  EXPECT_EQ(ChunksWith(1, 2, false), " 2 2 2 2 2 2");
}

TEST(RuntimeTest, chunksApproachTheGuard) {
  EXPECT_EQ(chunksOf({1000, 3, 1, false, false, 30}),
            " 1 2 4 8 [16] 4 3 2 1 1 1 1 | 3");
  EXPECT_EQ(chunksOf({1000, 3, 1, false, false, 0}), " [1] | 1");
  EXPECT_EQ(chunksOf({1000, 3, 4, false, false, 5}), " 4 [8] | 8");
  EXPECT_EQ(chunksOf({1000, 3, 1, /*Packed=*/true, false, 100}),
            " 1 4 16 56 [56] [28] 14 7 [3] 1 1 | 1");
  // Rows of a product that are no tile are the nest's.
  CountedNest Product = {1000, 3, 0, /*Packed=*/true, false, 3, 1 << 14};
  EXPECT_EQ(chunksOf(Product), " 1 [4] 2 [1] | 1");
  Product.KeepsOperand = true;
  EXPECT_EQ(chunksOf(Product), " [8] | 8");
  Product.Depth = 4;
  EXPECT_EQ(chunksOf(Product), " 1 [16] [8] [4] 2 [1] | 1");
}

// The nest is to execute some iterations before the driver does, but not most.
TEST(RuntimeTest, moreIterationsAreLeft) {
  CountedNest C = {400, 3, 0};
  C.LeaveDivisor = 16;
  C.Work = 1 << 12;
  EXPECT_EQ(chunksOf(C), " later 4");
  C.Start = 3;
  EXPECT_EQ(chunksOf(C), " later 1");
  // The first chunk is 2^14 innermost iterations, as was executed before.
  C.Start = 4;
  EXPECT_EQ(chunksOf(C), " 4 8 16 32 64 64 64 64 64 20");
  C.Work = 1;
  C.Start = 0;
  EXPECT_EQ(chunksOf(C), " later 25");
  C.Work = 1 << 15;
  EXPECT_EQ(chunksOf(C), " 1 2 4 8 16 32 64 64 64 64 64 17");
  C.Work = 1;
  C.N = 15;
  EXPECT_EQ(chunksOf(C), " 15");
  C.N = 400;
  C.First = 20;
  EXPECT_EQ(chunksOf(C), " 5 10 20 40 64 64 64 64 64 5");
  // Of a triangle, twice as many each time.
  C.First = 0;
  C.IsTriangle = true;
  EXPECT_EQ(chunksOf(C), " later 25");
  C.Start = C.Position = 25;
  C.N = 375;
  EXPECT_EQ(chunksOf(C), " later 25");
  C.Start = C.Position = 200;
  C.N = 200;
  EXPECT_EQ(chunksOf(C), " 160 32 8");
}
