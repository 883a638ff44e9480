//===- SpeculatedRun.h - The driver, compiled for the host ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes the driver's source and calls it for the nests of SpeculatedNest.h.
// Allocation, probes, errno, memcpy and the number of threads are those of this
// file.
//
// After each call, memory and frame have to be those after a prefix of complete
// iterations. Memory that was not asked about may not be accessed. Beside other
// threads, no word may be stored to that these iterations do not store to: the
// words that they do not access are incremented at each call of a function.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_UNITTESTS_ESCOP_SPECULATEDRUN_H
#define POLLY_UNITTESTS_ESCOP_SPECULATEDRUN_H

#include "SpeculatedNest.h"
#include <stdlib.h>
#include <string.h>
#include <string>

static void *observedMemcpy(void *To, const void *From, size_t Bytes);

#define malloc nestMalloc
#define calloc nestCalloc
#define free nestFree
#define __errno_location nestErrno
#define __libc_single_threaded nestSingleThreaded
#define __builtin_memcpy observedMemcpy
#include "Runtime/Speculate.cpp"
#include "Runtime/Threads.cpp"
#undef malloc
#undef calloc
#undef free
#undef __errno_location
#undef __libc_single_threaded
#undef __builtin_memcpy

extern "C" char nestSingleThreaded = 0;

using namespace escop_test;

namespace {

constexpr uint64_t Unlimited = 1ULL << 40;
constexpr unsigned NarrowPitch = 13, WidePitch = 700;

alignas(4096) Word Arena[64 << 10];
constexpr uint64_t NumPages = sizeof Arena / PageSize;

bool isInArena(uint64_t Address) {
  return Address - addressOf(Arena) < sizeof Arena;
}

/// The driver copies the first two fields, or four if the nest resumes.
struct NestFrame {
  uint64_t Iteration, Sum, Executed, Replay, Untouched;
};

struct Options {
  Sharing Share = Sharing::Private;
  bool HasThreads = true, CanBePrivate = true, Naive = false, Packed = false,
       Resumes = true, MayConverge = false, LeavesObject = true;
  uint64_t HasRows = 0, Depth = 2, Work = 10000, LeaveDivisor = 0;
  unsigned Start = 0;
  /// A set of iterations in which a guard fires.
  uint32_t Fires = 0;
  /// From which iteration on: the shadow declines, bounds are not vouched for,
  /// an affine guard may fire.
  unsigned Declines = MaxN, NotVouched = MaxN, NotResolved = MaxN;
  /// From which iteration on there are threads, if there are none before.
  unsigned ThreadsFrom = -1;
  /// The bounds of so many iterations begin earlier, or end later.
  unsigned BeginEarlier = 0, EndLater = 0;
  /// The n-th of them fails. Of probes, if negative, all from there on.
  int FailedAllocation = 0, FailedProbe = 0;
  /// A page of the arena that is not there.
  uint64_t AbsentPage = NumPages;
  bool HasProcFS = true, CopiesPresentPages = false;
  /// The nest is executed to its end, by the driver and by itself.
  bool Continues = false;
  Tuning Numbers = {/*FirstChunk=*/1,
                    /*MaxChunk=*/Unlimited,
                    /*MaxChunkWork=*/Unlimited,
                    /*BudgetDivisor=*/20,
                    /*MinBudget=*/64 << 10,
                    /*MaxBudget=*/Unlimited,
                    /*MaxBudgetPercent=*/uint64_t(-1),
                    /*MinWork=*/0,
                    /*MinSweeps=*/0,
                    /*NoCheckpoint=*/0};

  /// Are chunks behind so many iterations executed in place?
  bool isInPlace(uint64_t Iteration = 0) const {
    return Numbers.NoCheckpoint || Share == Sharing::InPlace ||
           (Share == Sharing::Ask && !HasThreads && Iteration < ThreadsFrom);
  }
  std::string describe() const {
    std::string Text;
    auto Add = [&](const char *Name, uint64_t V) {
      Text += std::string(" ") + Name + "=" + std::to_string(V);
    };
    Add("share", uint64_t(Share)), Add("threads", HasThreads);
    Add("naive", Naive), Add("packed", Packed), Add("resumes", Resumes);
    Add("leaves", LeaveDivisor), Add("converges", MayConverge);
    Add("start", Start), Add("fires", Fires), Add("first", Numbers.FirstChunk);
    Add("max", Numbers.MaxChunk), Add("min-budget", Numbers.MinBudget);
    Add("max-budget", Numbers.MaxBudget), Add("allocation", FailedAllocation);
    Add("probe", FailedProbe), Add("absent", AbsentPage);
    Add("threads-from", ThreadsFrom);
    Add("declines", Declines), Add("not-vouched", NotVouched);
    return Text;
  }
};

struct Chunk {
  uint64_t Begin, Count;
  ShadowStatus Status;
};

struct Question {
  uint64_t Begin, End;
  bool Write, Ahead;
};

/// Calls of the driver for one nest.
class NestRun {
public:
  const Model &M;
  const Options O;
  std::string Error;
  NestFrame Frame, Next;
  // What the last call did.
  bool IsComplete;
  DriverEvent Event;
  std::vector<Chunk> Chunks;
  std::vector<Question> Questions;
  unsigned NumAllocations = 0, NumProbes = 0, NumPresentCopies = 0;
  uint64_t PeakBytes = 0;

  NestRun(const Model &M, const Options &O);
  ~NestRun();
  bool call();
  bool verify();

  void require(bool Holds, const char *What) {
    if (!Holds && Error.empty())
      Error = What;
  }
  void interfere();
  void noteAccess(uint64_t Address, uint64_t Bytes, bool Write);
  void requireBlock(uint64_t Address, uint64_t Bytes);
  void *allocate(size_t Bytes, bool Zero);
  void release(void *P);
  bool answer(Question Q);
  uint8_t bounds(uint64_t Count, ArrayBounds *Out);
  uint8_t shadow(uint64_t Count, const ChunkArguments &Arguments);
  void copy(uint64_t Count, unsigned Array, bool IsConditional,
            const uint64_t *Offsets, bool IfChanged);
  uint64_t bytesOf(unsigned Begin, unsigned Count) const;
  /// May the array be read, or written, where the nest would not?
  bool isAccessed(unsigned A, bool Write) const {
    return Write ? isInPlace() && M.Written[A]
                 : M.Read[A] || (!isInPlace() && M.HasConditional[A]);
  }
  bool isInPlace() const { return O.isInPlace(Frame.Iteration); }

  /// Changes the bounds of an array that is not accessed.
  std::function<void(ArrayBounds *)> Redirect;
  /// What is allocated: addresses and bytes.
  std::vector<std::pair<uint64_t, uint64_t>> Blocks;
  bool HasMirrors = false, FailedWasZeroed = false, IgnoresAccesses = false;
  uint64_t StackTop = 0;

private:
  /// Words that another thread writes.
  std::vector<unsigned> Others;
  Word NumInterferences = 0;
  std::vector<uint8_t> Stored, Known[2];
  uint64_t NumBytes = 0;
  std::vector<ArrayBounds> LastBounds;

  uint64_t address(Element E) const { return addressOf(Arena + M.word(E)); }
};

NestRun *Current;
int FakeErrno;
int *FakeErrnoPlace = &FakeErrno;
constexpr uint64_t ScratchSize = 100;
const ProcFS FakeProc = {0, 0, 0, 0, 0, /*Threshold=*/40};

template <unsigned Array, bool IsConditional, bool IfChanged>
uint8_t copyThunk(const void *, uint64_t Count, void *Offsets,
                  const ChunkArguments *) {
  Current->copy(Count, Array, IsConditional, static_cast<uint64_t *>(Offsets),
                IfChanged);
  return 0;
}
template <unsigned A>
constexpr NestFunction Thunks[] = {copyThunk<A, false, false>,
                                   copyThunk<A, true, false>,
                                   copyThunk<A, true, true>};
constexpr const NestFunction *CopyThunks[] = {Thunks<0>, Thunks<1>, Thunks<2>,
                                              Thunks<3>};

uint8_t boundsThunk(const void *, uint64_t Count, void *Out,
                    const ChunkArguments *) {
  return Current->bounds(Count, static_cast<ArrayBounds *>(Out));
}

uint8_t shadowThunk(const void *, uint64_t Count, void *,
                    const ChunkArguments *Arguments) {
  return Current->shadow(Count, *Arguments);
}

} // namespace

//===----------------------------------------------------------------------===//
// The functions that the driver calls.

static void *observedMemcpy(void *To, const void *From, size_t Bytes) {
  if (Current) {
    Current->interfere();
    Current->noteAccess(addressOf(From), Bytes, false);
    Current->noteAccess(addressOf(To), Bytes, true);
    Current->requireBlock(addressOf(To), Bytes);
    if (!Current->Error.empty())
      return To;
    if (To == &Current->Frame)
      nestSingleThreaded = Current->Next.Iteration < Current->O.ThreadsFrom &&
                           !Current->O.HasThreads;
  }
  return memcpy(To, From, Bytes);
}

extern "C" {
void *nestMalloc(size_t Bytes) {
  return Current ? Current->allocate(Bytes, false) : ::malloc(Bytes);
}
void *nestCalloc(size_t Number, size_t Bytes) {
  return Current->allocate(Number * Bytes, true);
}
void nestFree(void *P) { Current ? Current->release(P) : ::free(P); }
__attribute__((nothrow)) int *nestErrno() { return FakeErrnoPlace; }
}

bool polly::escop::runtime::probePages(PageRequest *Requests, unsigned Number,
                                       const ProcFS *Proc) {
  if (!Number)
    return true;
  Current->require(Proc == (Current->O.HasProcFS ? &FakeProc : nullptr),
                   "/proc as it is to be asked");
  Current->require(Number <= 2 * Current->M.S.NumArrays,
                   "each array is asked about once");
  for (unsigned Idx = 0; Idx < Number; ++Idx)
    if (!Current->answer({Requests[Idx].Begin, Requests[Idx].End,
                          Requests[Idx].Write, false}))
      return false;
  return true;
}

bool polly::escop::runtime::arePresent(PageRequest *Requests, unsigned Number) {
  Current->require(Current->O.HasProcFS, "absent pages are not told apart");
  for (unsigned Idx = 0; Idx < Number; ++Idx)
    if (Current->require(Requests[Idx].End - Requests[Idx].Begin <
                             FakeProc.Threshold,
                         "large intervals are asked about by themselves");
        !Current->answer({Requests[Idx].Begin, Requests[Idx].End,
                          Requests[Idx].Write, true}))
      return false;
  return true;
}

Answer polly::escop::runtime::probeMapped(uint64_t Begin, uint64_t End,
                                          bool Write, const ProcFS *Proc) {
  Current->require(Proc == &FakeProc && End - Begin >= Proc->Threshold,
                   "small intervals are not asked about ahead");
  if (Current->answer({Begin, End, Write, true}))
    return Answer::Yes;
  return Current->NumProbes % 2 ? Answer::No : Answer::Unknown;
}

/// Words that are 0 are on absent pages.
bool polly::escop::runtime::copyPresentPages(uint64_t Begin, uint64_t End,
                                             uint64_t To, const ProcFS *) {
  NestRun &R = *Current;
  R.interfere();
  R.noteAccess(Begin, End - Begin, false);
  R.requireBlock(To, End - Begin);
  *FakeErrnoPlace = 5;
  if (!R.Error.empty())
    return true;
  bool Succeeds = R.O.CopiesPresentPages && ++R.NumPresentCopies % 4;
  // If it does not, it has copied a part.
  uint64_t Words = (End - Begin) / sizeof(Word) / (Succeeds ? 1 : 2);
  for (uint64_t W = 0; W < Words; ++W) {
    auto *Target = reinterpret_cast<Word *>(To) + W;
    Word Value = reinterpret_cast<const Word *>(Begin)[W];
    if (Value)
      *Target = Value;
    else
      R.require(*Target == 0, "absent pages are copied to zeroed memory");
  }
  return Succeeds;
}

NestRun::NestRun(const Model &M, const Options &O)
    : M(M), O(O), Frame{O.Start, M.Sums[O.Start], 0, 0, 99}, Next{} {
  memcpy(Arena, M.Memory[O.Start].data(), M.NumWords * sizeof(Word));
  Current = this;
  // Up to here the nest executes iterations by itself.
  unsigned End = 0;
  while (End < M.N && !(O.Fires >> End & 1))
    ++End;
  for (unsigned W : M.Near)
    if (O.isInPlace() || O.Continues
            ? M.FirstAccess[W] >= M.N && M.FirstMayWrite[W] >= M.N
            : M.FirstAccess[W] >= End)
      Others.push_back(W);
}

NestRun::~NestRun() { Current = nullptr; }

/// What another thread does meanwhile.
void NestRun::interfere() {
  ++NumInterferences;
  for (unsigned W : Others)
    ++Arena[W];
}

void NestRun::noteAccess(uint64_t Address, uint64_t Bytes, bool Write) {
  if (!Bytes || !isInArena(Address) || IgnoresAccesses)
    return;
  const uint64_t Offset = Address - addressOf(Arena);
  // To memory is only stored from a copy what the nest stores.
  for (uint64_t Page = Offset / PageSize;
       Page <= (Offset + Bytes - 1) / PageSize; ++Page)
    require(O.Numbers.NoCheckpoint || Known[true][Page] ||
                (Write ? !isInPlace() : Known[false][Page]),
            "nothing is accessed that was not asked about");
  if (Write)
    std::fill_n(Stored.begin() + Offset / sizeof(Word), Bytes / sizeof(Word),
                1);
}

/// Copies lie in what was allocated, or are of the frame.
void NestRun::requireBlock(uint64_t Address, uint64_t Bytes) {
  require(Address == addressOf(&Frame) ||
              std::any_of(Blocks.begin(), Blocks.end(),
                          [&](auto B) {
                            return B.first <= Address &&
                                   Address + Bytes <= B.first + B.second;
                          }),
          "copies lie in the buffers");
}

/// What a block takes of the budget, which is that of checkpoints and copies.
static uint64_t budgetOf(uint64_t Bytes) {
  Bytes -= Memory::HeaderSize;
  return Bytes == ScratchSize + CopyAlign - 1 ? 0 : Bytes;
}

void *NestRun::allocate(size_t Bytes, bool Zero) {
  interfere();
  *FakeErrnoPlace = 1;
  if (int(++NumAllocations) == O.FailedAllocation) {
    FailedWasZeroed = Zero;
    return nullptr;
  }
  HasMirrors |= Zero;
  void *P = Zero ? ::calloc(1, Bytes) : ::malloc(Bytes);
  if (!Zero)
    memset(P, 0xA5, Bytes);
  Blocks.push_back({addressOf(P), Bytes});
  NumBytes += budgetOf(Bytes);
  PeakBytes = std::max(PeakBytes, NumBytes);
  return P;
}

void NestRun::release(void *P) {
  *FakeErrnoPlace = 2;
  if (!P)
    return;
  for (auto It = Blocks.begin(); It != Blocks.end(); ++It)
    if (It->first == addressOf(P)) {
      NumBytes -= budgetOf(It->second);
      Blocks.erase(It);
      ::free(P);
      return;
    }
  require(false, "what is freed was allocated");
}

bool NestRun::answer(Question Q) {
  interfere();
  *FakeErrnoPlace = 3;
  ++NumProbes;
  Questions.push_back(Q);
  if (Redirect)
    return true;
  require(Q.Begin < Q.End && isInArena(Q.Begin) && isInArena(Q.End - 1),
          "what is asked about is in the arrays");
  if (!Error.empty() || int(NumProbes) == O.FailedProbe ||
      (O.FailedProbe < 0 && int(NumProbes) >= -O.FailedProbe))
    return false;
  uint64_t First = (Q.Begin - addressOf(Arena)) / PageSize,
           Last = (Q.End - 1 - addressOf(Arena)) / PageSize;
  if (First <= O.AbsentPage && O.AbsentPage <= Last)
    return false;
  std::fill(&Known[Q.Write][First], &Known[Q.Write][Last] + 1, 1);
  return true;
}

uint8_t NestRun::bounds(uint64_t Count, ArrayBounds *Out) {
  interfere();
  const uint64_t Begin = Frame.Iteration, End = Begin + Count;
  require(Count && End <= M.N, "bounds are asked of iterations of the nest");
  if (!Error.empty())
    return 0;
  const bool Vouched = End <= O.NotVouched;
  for (unsigned A = 0; A < M.S.NumArrays; ++A) {
    Range Accessed, Written;
    for (uint64_t I = Begin; I < End; ++I) {
      Accessed.add(M.Accessed[I][A]);
      Written.add(M.Writes[I][A]);
    }
    Out[A] = {address({A, 0}), address({A, 0}), address({A, 0}),
              address({A, 0}), 4 * M.Pitch};
    const uint64_t Before = Count == O.BeginEarlier ? sizeof(Word) : 0,
                   Behind = Count == O.EndLater ? 20 * sizeof(Word) : 0;
    if (!Accessed.isEmpty())
      Out[A].Begin = address({A, Accessed.Begin}) - Before,
      Out[A].End = address({A, Accessed.End}) + Behind;
    if (!Written.isEmpty())
      Out[A].WriteBegin = address({A, Written.Begin}) - Before,
      Out[A].WriteEnd = address({A, Written.End}) + Behind;
    if (!Vouched)
      std::swap(Out[A].Begin, Out[A].End);
  }
  if (Redirect)
    Redirect(Out);
  LastBounds.assign(Out, Out + M.S.NumArrays);
  Out[M.S.NumArrays].Begin = O.Work;
  return (Vouched ? BS_Vouched : 0) |
         (Vouched || End <= O.NotResolved ? BS_Resolved : 0);
}

uint8_t NestRun::shadow(uint64_t Count, const ChunkArguments &Arguments) {
  interfere();
  *FakeErrnoPlace = 4;
  const uint64_t Begin = Frame.Iteration, End = Begin + Count;
  Chunks.push_back({Begin, Count, SS_Declined});
  require(Arguments.Begin == Begin, "the shadow begins where the frame is");
  require(Count && End <= O.NotVouched && End <= M.N,
          "the chunk was vouched for");
  require(!memcmp(Arguments.Bounds, LastBounds.data(),
                  LastBounds.size() * sizeof(ArrayBounds)),
          "the bounds are those of the chunk");
  for (unsigned A = 0; A < M.S.NumArrays; ++A)
    require(isInPlace() || !M.Written[A] ? Arguments.Moved[A] == 0
                                         : Arguments.Moved[A] % 64 == 0,
            "only what is written is moved, and stays aligned");
  if (O.Packed) {
    require(addressOf(Arguments.Scratch) % 64 == 0,
            "working memory is aligned");
    memset(Arguments.Scratch, 0x5A, ScratchSize);
  }
  if (End > O.Declines || !Error.empty())
    return SS_Declined;

  Next = {End, Frame.Sum, 77, 77, 77};
  bool Fires = false;
  for (uint64_t I = Begin; I < End; ++I) {
    Fires |= O.Fires >> I & 1;
    for (const Operation &Op : M.Iterations[I]) {
      auto At = [&](Element E) {
        uint64_t Address = address(E) + Arguments.Moved[E.Array];
        noteAccess(Address, sizeof(Word), false);
        return *reinterpret_cast<const Word *>(Address);
      };
      Next.Sum += Model::execute(Op, At, [&](Element E, Word Value) {
        uint64_t Address = address(E) + Arguments.Moved[E.Array];
        noteAccess(Address, sizeof(Word), true);
        *reinterpret_cast<Word *>(Address) = Value;
      });
    }
    interfere();
  }
  Chunks.back().Status = Fires ? SS_Flagged : SS_Done;
  return Chunks.back().Status;
}

void NestRun::copy(uint64_t Count, unsigned Array, bool IsConditional,
                   const uint64_t *Offsets, bool IfChanged) {
  for (uint64_t I = Frame.Iteration; I < Frame.Iteration + Count; ++I)
    for (const Operation &Op : M.Iterations[I]) {
      if (Op.To.Array != Array || Op.IsConditional != IsConditional)
        continue;
      uint64_t At = address(Op.To);
      noteAccess(At + Offsets[CO_From], sizeof(Word), false);
      Word Value = *reinterpret_cast<const Word *>(At + Offsets[CO_From]);
      interfere();
      if (IfChanged &&
          *reinterpret_cast<const Word *>(At + Offsets[CO_Old]) == Value)
        continue;
      noteAccess(At + Offsets[CO_To], sizeof(Word), true);
      *reinterpret_cast<Word *>(At + Offsets[CO_To]) = Value;
    }
}

/// What a checkpoint or the copies of so many iterations take.
uint64_t NestRun::bytesOf(unsigned Begin, unsigned Count) const {
  uint64_t Bytes = 0;
  for (unsigned A = 0; A < M.S.NumArrays; ++A) {
    if (!M.Written[A])
      continue;
    const bool All = !isInPlace() && !M.ReadsOnlyWritten[A];
    Range R;
    for (unsigned I = Begin; I < Begin + Count; ++I)
      R.add(All ? M.Accessed[I][A] : M.Writes[I][A]);
    uint64_t Copy = (R.isEmpty() ? 0 : (R.End - R.Begin) * sizeof(Word)) + 64;
    Bytes += !isInPlace() && M.HasConditional[A] ? 2 * Copy : Copy;
  }
  return Bytes;
}

/// Call the driver for what is left of the nest. \returns whether all went as
/// it always has to, whatever memory holds.
bool NestRun::call() {
  std::vector<ArrayDescriptor> Arrays;
  std::vector<CopyDescriptor> Copies;
  for (uint64_t A = 0; A < M.S.NumArrays; ++A) {
    Arrays.push_back({M.Read[A], M.Written[A], O.LeavesObject,
                      !M.ReadsOnlyWritten[A], M.HasConditional[A]});
    if (M.HasConditional[A])
      Copies.push_back({A, CopyThunks[A][1], CopyThunks[A][2]});
    if (M.HasExact[A])
      Copies.push_back({A, CopyThunks[A][0], nullptr});
  }
  uint64_t Counts[NumDriverEvents + 1] = {};
  const NestDescriptor Nest = {boundsThunk,
                               shadowThunk,
                               Arrays.size(),
                               Arrays.data(),
                               Copies.size(),
                               Copies.data(),
                               O.Share,
                               O.CanBePrivate,
                               isSingleThreaded,
                               O.Naive,
                               O.Depth,
                               O.HasRows,
                               /*Tables=*/nullptr,
                               /*LeastCopied=*/0,
                               O.LeaveDivisor,
                               O.MayConverge,
                               O.Resumes ? offsetof(NestFrame, Untouched)
                                         : offsetof(NestFrame, Executed),
                               O.Resumes,
                               O.Resumes ? offsetof(NestFrame, Executed) : 0,
                               O.Packed ? ScratchSize : 0,
                               ScratchKind::Arrays,
                               &O.Numbers,
                               O.HasProcFS ? &FakeProc : nullptr,
                               Counts,
                               {}};
  Chunks.clear();
  Questions.clear();
  Stored.assign(M.NumWords, 0);
  Known[false].assign(NumPages, 0);
  Known[true].assign(NumPages, 0);
  nestSingleThreaded = !O.HasThreads;
  *FakeErrnoPlace = 42;
  const uint64_t Begin = Frame.Iteration;
  const uint64_t Marker = O.Resumes ? 0 : 88;
  Frame.Executed = Frame.Replay = Marker;
  StackTop = addressOf(__builtin_frame_address(0));
  IsComplete =
      speculate(&Nest, nullptr, &Frame, &Next, M.N - Begin, Begin, StackTop);

  require(*FakeErrnoPlace == 42, "errno is as before");
  require(Blocks.empty(), "all memory was freed");
  require(PeakBytes <= std::max<uint64_t>(O.Numbers.MaxBudget, 1),
          "no more memory than allowed is allocated");
  require(Frame.Untouched == 99, "a frame has its size");
  require(Frame.Iteration >= Begin && Frame.Iteration <= M.N,
          "the frame is at an iteration of the nest");
  if (O.Resumes)
    require(Frame.Executed == Frame.Iteration - Begin,
            "the nest is told how many iterations were executed");
  else
    require(Frame.Executed == Marker && Frame.Replay == Marker,
            "only nests that resume are told how to");
  require(IsComplete == (Frame.Iteration == M.N),
          "only a nest that was executed is complete");
  Event = NumDriverEvents;
  for (unsigned E = 0; E < NumDriverEvents; ++E)
    if (Counts[E]) {
      require(Event == NumDriverEvents && Counts[E] == 1, "one event is counted");
      Event = DriverEvent(E);
    }
  require(IsComplete == (Event == DE_Complete), "complete is complete");
  require(Event != NumDriverEvents, "an event is counted");
  // The greatest chunk, but for the first ones.
  const uint64_t Least = O.Numbers.FirstChunk, N = M.N - Begin;
  uint64_t Most = std::max<uint64_t>(O.Numbers.MaxChunk, 1);
  if (!O.Packed)
    Most = std::min(Most, std::max(Least, N / (O.Depth > 2 ? 8 : 16)));
  Most = std::max(Most, Least);
  if (O.LeaveDivisor)
    Most = std::max(Most, O.Packed ? std::min(Begin, Least) << 4
                                   : std::min(Begin, Least << 2));
  for (const Chunk &C : Chunks)
    require(O.Naive || O.Numbers.NoCheckpoint ? C.Count == N : C.Count <= Most,
            "chunks are not larger than allowed");
  return Error.empty();
}

/// Are memory and frame those after a prefix of iterations? Only a nest that
/// was called once, and which no guard was left in, is compared.
bool NestRun::verify() {
  const unsigned End = Frame.Iteration;
  require(Frame.Sum == M.Sums[End], "the state is that after the prefix");
  std::vector<Word> Expected = M.Memory[End];
  for (unsigned W : Others)
    Expected[W] = M.Memory[O.Start][W] + NumInterferences;
  require(!memcmp(Arena, Expected.data(), M.NumWords * sizeof(Word)),
          "memory is that after the prefix");
  for (unsigned W : M.Near) {
    require(!Stored[W] || (O.isInPlace() ? M.FirstMayWrite[W] < M.N
                                         : M.FirstWrite[W] < End),
            "nothing else is stored to");
    Stored[W] = false;
  }
  require(std::find(Stored.begin(), Stored.end(), 1) == Stored.end(),
          "nothing is stored to that no operation names");
  if (O.Fires)
    require(End <= unsigned(__builtin_ctz(O.Fires)),
            "no iteration in which a guard fires is executed ahead");
  return Error.empty();
}

#endif // POLLY_UNITTESTS_ESCOP_SPECULATEDRUN_H
