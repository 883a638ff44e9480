//===- Speculate.cpp - Execute a nest ahead, in chunks --------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   buffer = malloc(budget);
//   for (c = 0, n = first chunk; c < N; c += n, n *= 2) {
//     n = min(n, N / 8, N - c);
//     while (bounds of n iterations are not vouched for, or pages are missing,
//            or the writes do not fit into buffer)
//       if ((n = n / 2, or what fits) == 0)
//         let buffer grow, or return false;
//     checkpoint;
//     status = shadow(state at c, n, &next);
//     if (status == flagged) rollback; and n = n / 4, if that is not less than
//       the first chunk, again; from then on n = (end of the undone chunk - c)
//       / 4 (halves where Polly packs operands);
//     if (status != done) return false;
//     frame = next;
//     if (c == 0) ask whether all pages that the rest accesses are there;
//   }
//   return true;
//
// Where others might see that (../Policy/Sharing.cpp), the shadow works on a
// copy of the written arrays, and if it is done, what it wrote is stored:
// nothing is rolled back. What is saved, restored or stored is what the nest
// writes, element by element (../Footprint/Checkpoint.cpp); the buffer is laid
// out as the arrays are.
//
// A copy of an array that is read where it is not written is a *mirror* of what
// the chunks have accessed so far: of each chunk, only what is new is copied.
// Nobody else writes what the nest reads while it is executed, and what chunks
// wrote they wrote in the mirror. Its pages are zero at first, as absent ones
// are, which are not looked at.
//
// The checkpoint's budget is a preference: if one iteration writes more, the
// buffer grows.
//
// The naive policy (section 3.2 of the paper) is the same with one chunk, the
// nest, and no budget.
//
// Why replay and not the paper's rollback of the advanced iterations
// A(p) - B(p) with safe execution of the delayed ones B(p) - A(p): these sets
// depend on the schedule, which Polly finds (and may be any), and on p, which
// the shadow would have to stop at. Restoring a chunk's writes needs neither.
//
// malloc, free, the probe and math functions may set errno, which the nest does
// not, so errno is saved. Where it is among what the nest accesses, the nest is
// executed as it is.
//
//===----------------------------------------------------------------------===//

#include "ChunkPages.h"
#include "ThreadPool.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

namespace {

/// Innermost iterations of the first chunk, about: some microseconds.
constexpr uint64_t FirstChunkWork = 1 << 14;

/// By which a chunk is larger than the one before, as a power of two; and where
/// Polly packs operands, which takes as long as some rows of a product.
constexpr unsigned Growth = 1, GrowthIfPacked = 2, GrowthOfProducts = 4;

/// By which the first chunk may be larger if the nest executed as much, or
/// smaller if it did not.
constexpr unsigned FirstGrowth = 2;

/// By which a chunk is smaller than the one that was undone, or than what is
/// left of it: there each attempt packs, so that their number counts.
constexpr unsigned Approach = 2, ApproachIfPacked = 1;

/// The part of all iterations that a chunk may be, in a nest of two loops and
/// in a deeper one. What is executed behind a throw is wasted.
constexpr uint64_t ChunkDivisor = 16, DeepChunkDivisor = 8;

/// Polly executes strips of so many iterations, or of a part of them, by
/// vectors; what is left over in each chunk takes several times as long.
constexpr uint64_t StripSize = 32;

/// Where operands are packed, which is done for each chunk, a chunk may be so
/// many iterations in any case, but no more than such a part of all.
constexpr uint64_t FreeChunkIfPacked = 256, FreeDivisorIfPacked = 4;

/// But, unless it is one product, no more than such a part of all innermost
/// iterations: those of a factorization are few at first.
constexpr uint64_t FreeWorkDivisor = 16;

/// Behind them, it may be such a part of what was executed before. If a guard
/// fires at its begin, it is wasted, and so is half of it then, and so on: that
/// is to be no more than what was gained. What is one product gains most.
constexpr uint64_t WorkDivisorIfPacked = 2, WorkDivisorOfProduct = 1;

/// Bytes of an operand that is kept packed; and by how much its last tile may be
/// larger.
constexpr uint64_t MostKept = 128 << 20, FilledUp = 1 << 16;

/// Innermost iterations of a chunk, if more iterations cannot be vouched for:
/// with fewer, what is around a chunk takes longer.
constexpr uint64_t LeastVouchedWork = 1 << 12;

/// Innermost iterations that take as long as to bring in a page.
constexpr uint64_t IterationsOfPage = 256;

/// Of a nest that may return from its outermost loop, what a chunk may be of
/// the iterations that were executed before: an iteration until it converges,
/// mostly.
constexpr uint64_t ConvergingDivisor = 8;

/// Bytes below the driver's frames that shadow and probe use at most; larger
/// local arrays are not on the stack (Policy.cpp).
constexpr uint64_t StackReserve = 256 << 10;
/// Bytes on both sides of the thread pointer that belong to C library and
/// kernel, which reads and writes the thread's control block (rseq) at any
/// time.
constexpr uint64_t ThreadReserve = 4 << 10;

/// As many iterations, about, in whole strips, unless they are few.
uint64_t wholeStrips(uint64_t Count) {
  return Count < StripSize / 2
             ? Count
             : (Count + StripSize / 2) / StripSize * StripSize;
}

/// What the driver knows of an array.
struct ArrayState {
  /// Bytes from the array to its copy, and to its old values.
  uint64_t Copy = 0, Old = 0;
  bool HasMirror = false;
  /// What the mirror is of, and what was copied to it.
  Interval Whole, Mirrored;
};

/// While iterations are executed ahead in place that may leave their objects,
/// there is to be no team.
class Exposure {
  bool Lasts = false;

public:
  Exposure() = default;
  Exposure(const Exposure &) = delete;
  ~Exposure() { end(); }
  operator bool() const { return Lasts; }
  void begin() {
    __atomic_fetch_add(&Pool.NumExposed, 1, __ATOMIC_RELAXED);
    Lasts = true;
  }
  void end() {
    if (Lasts)
      __atomic_fetch_sub(&Pool.NumExposed, 1, __ATOMIC_RELAXED);
    Lasts = false;
  }
};

class Driver : ChunkPages {
  const Tuning &Numbers;
  void *const Next;
  const uint64_t StackTop;
  const SavedErrno Errno;
  ArrayState *const States;
  Exposure Exposed;
  Memory Buffer, Mirrors, Scratch;
  uint64_t MostBudget = 0;
  /// Innermost iterations that a chunk of more than one iteration may have.
  uint64_t MostWork = -1;
  /// Whether that is no more than what all iterations take.
  bool IsWholeKnown = false;
  /// Those of all iterations, at most; 0 if that is not known.
  uint64_t AllWork = 0;

  /// What a copy of the array has.
  Interval copied(unsigned Idx) const {
    return !InPlace && array(Idx).CopiesInterval ? accessed(Idx) : written(Idx);
  }
  bool isPacked() const { return Nest.ScratchSize; }
  unsigned growth() const {
    return !isPacked()                           ? Growth
           : Nest.Scratch == ScratchKind::Arrays ? GrowthIfPacked
                                                 : GrowthOfProducts;
  }
  bool keepsOperand() const {
    return Nest.Scratch == ScratchKind::KeepsOperand;
  }
  bool mayLeaveObjects() const {
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      if (array(Idx).MayLeaveObject)
        return true;
    return false;
  }

  uint64_t copySize(unsigned Idx) const;
  bool savesMostly();
  uint64_t bufferSize() const;
  void placeCopies();
  void allocateMirrors();
  bool fitsMirrors() const;
  void copyElements(uint64_t Count, unsigned Idx, uint64_t From, uint64_t To,
                    bool IfChanged = false) const;
  void copyPresent(Interval From, uint64_t To) const;
  void extendMirror(unsigned Idx);
  void takeCopy(uint64_t Count, unsigned Idx);
  void save(uint64_t Count);
  void undo(uint64_t Count);
  void commit(uint64_t Count);
  bool meetsOwnMemory() const;
  bool isScattered(uint64_t Bytes) const;
  uint64_t fewer(uint64_t Count, uint64_t Bytes, bool Exceeds,
                 bool IsTooMuch) const;
  bool takesAsMuch(uint64_t Bytes);
  bool grow(uint64_t Bytes);
  DriverEvent vouch(uint64_t &Count, uint64_t Begin);
  uint64_t findBudget(bool Vouched);
  bool leavePlace(uint64_t Rest);
  bool allocateScratch();
  ShadowStatus executeShadow(uint64_t Count, uint64_t Begin);
  /// A guard fires before \p End.
  DriverEvent leaveToNest(uint64_t Begin, uint64_t End) {
    requestReplay(Begin, End - Begin);
    return DE_LeftEarly;
  }
  DriverEvent executeChunks(uint64_t FirstCount, uint64_t Least,
                            uint64_t Greatest);

public:
  Driver(const NestDescriptor &Nest, const void *Context, void *Frame,
         void *Next, uint64_t N, uint64_t Start, uint64_t StackTop,
         ArrayBounds *Bounds, ArrayPages *Pages, ArrayState *States)
      : ChunkPages(Nest, Context, Frame, N, Start, Bounds, Pages,
                   Nest.Share == Sharing::InPlace ||
                       Nest.Numbers->NoCheckpoint ||
                       (Nest.Share == Sharing::Ask && Nest.IsAlone(Nest.Proc))),
        Numbers(*Nest.Numbers), Next(Next), StackTop(StackTop), States(States) {
  }

  DriverEvent run();
};

} // namespace

/// The bytes that a copy of the array takes in the buffer.
uint64_t Driver::copySize(unsigned Idx) const {
  if (!array(Idx).Written || States[Idx].HasMirror)
    return 0;
  uint64_t Size = copied(Idx).size() + CopyAlign;
  return !InPlace && array(Idx).NeedsOldValues ? 2 * Size : Size;
}

uint64_t Driver::bufferSize() const {
  uint64_t Bytes = 0;
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    Bytes += copySize(Idx);
  return Bytes;
}

/// Where a copy of memory that begins at \p Begin is, in what begins at \p
/// Place: the bytes from one to the other.
static uint64_t placeOf(uint64_t Begin, uint64_t Place) {
  return Place + ((Begin - Place) & (CopyAlign - 1)) - Begin;
}

/// Find a place in the buffer for each written array.
void Driver::placeCopies() {
  uint64_t Place = Buffer.begin();
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx) {
    ArrayState &S = States[Idx];
    if (!array(Idx).Written || S.HasMirror)
      continue;
    S.Copy = placeOf(copied(Idx).Begin, Place);
    S.Old = placeOf(copied(Idx).Begin, Place + copied(Idx).size() + CopyAlign);
    Place += copySize(Idx);
  }
}

/// Allocate mirrors; the bounds are those of the whole nest. Arrays that need
/// old values are copied for each chunk; so are all if memory is limited.
void Driver::allocateMirrors() {
  uint64_t Bytes = 0;
  auto NeedsMirror = [&](unsigned Idx) {
    return !InPlace && array(Idx).Written && array(Idx).CopiesInterval &&
           !array(Idx).NeedsOldValues;
  };
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    if (NeedsMirror(Idx))
      Bytes += copySize(Idx);
  if (!Bytes || bufferSize() > MostBudget ||
      !Mirrors.allocate(Bytes, /*Zero=*/true))
    return;
  MostBudget -= Bytes;
  uint64_t Place = Mirrors.begin();
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    if (NeedsMirror(Idx)) {
      States[Idx].Copy = placeOf(copied(Idx).Begin, Place);
      Place += copySize(Idx);
      States[Idx].Whole = copied(Idx);
      States[Idx].HasMirror = true;
    }
}

/// The bounds of some iterations may be wider than those of all.
bool Driver::fitsMirrors() const {
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    if (States[Idx].HasMirror && accessed(Idx).size() &&
        (accessed(Idx).Begin < States[Idx].Whole.Begin ||
         accessed(Idx).End > States[Idx].Whole.End))
      return false;
  return true;
}

/// Copy what the next \p Count iterations write of an array, between places
/// that are so many bytes away from it. If \p IfChanged, only what differs from
/// its old value.
void Driver::copyElements(uint64_t Count, unsigned Idx, uint64_t From,
                          uint64_t To, bool IfChanged) const {
  uint64_t Offsets[NumCopyOffsets] = {From, To, States[Idx].Old};
  for (uint64_t C = 0; C < Nest.NumCopies; ++C) {
    const CopyDescriptor &D = Nest.Copies[C];
    if (D.ArrayIdx == Idx)
      (IfChanged && D.Commit ? D.Commit : D.Copy)(Context, Count, Offsets,
                                                  nullptr);
  }
}

/// Copy memory to zeroed memory.
void Driver::copyPresent(Interval From, uint64_t To) const {
  if (From.size() && !copyPresentPages(From.Begin, From.End, To, Nest.Proc))
    __builtin_memcpy(pointer(To), pointer(From.Begin), From.size());
}

/// Let the mirror hold what the chunk accesses.
void Driver::extendMirror(unsigned Idx) {
  ArrayState &S = States[Idx];
  Interval New = accessed(Idx), &Have = S.Mirrored;
  auto Copy = [&](Interval I) { copyPresent(I, I.Begin + S.Copy); };
  if (!New.size())
    return;
  if (!Have.size() || New.End < Have.Begin || Have.End < New.Begin) {
    // What lies between was not asked about.
    Copy(New);
    Have = New;
    return;
  }
  if (New.Begin < Have.Begin)
    Copy({New.Begin, Have.Begin});
  if (New.End > Have.End)
    Copy({Have.End, New.End});
  Have = {min(New.Begin, Have.Begin), max(New.End, Have.End)};
}

/// Let a private copy hold what the chunk accesses. Memory is read once: what
/// the nest does not write may change at any time, and is not to be taken for
/// changed by the nest.
void Driver::takeCopy(uint64_t Count, unsigned Idx) {
  const ArrayDescriptor &A = array(Idx);
  const ArrayState &S = States[Idx];
  if (S.HasMirror)
    return extendMirror(Idx);
  uint64_t First = A.NeedsOldValues ? S.Old : S.Copy;
  Interval I = copied(Idx);
  if (A.CopiesInterval) {
    __builtin_memcpy(pointer(I.Begin + First), pointer(I.Begin), I.size());
  } else if (A.Read || A.NeedsOldValues) {
    copyElements(Count, Idx, 0, First);
  }
  if (!A.NeedsOldValues)
    return;
  asm volatile("" ::: "memory");
  if (A.CopiesInterval)
    __builtin_memcpy(pointer(I.Begin + S.Copy), pointer(I.Begin + S.Old),
                     I.size());
  else
    copyElements(Count, Idx, S.Old, S.Copy);
}

/// Save what the next iterations write, or let the copies hold what they
/// access.
void Driver::save(uint64_t Count) {
  placeCopies();
  if (Numbers.NoCheckpoint)
    return;
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    if (!array(Idx).Written)
      continue;
    else if (InPlace)
      copyElements(Count, Idx, 0, States[Idx].Copy);
    else
      takeCopy(Count, Idx);
}

/// Let memory, or mirrors, be as before the chunk.
void Driver::undo(uint64_t Count) {
  if (Numbers.NoCheckpoint)
    return;
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    if (!array(Idx).Written)
      continue;
    else if (InPlace)
      copyElements(Count, Idx, States[Idx].Copy, 0);
    else if (States[Idx].HasMirror)
      copyElements(Count, Idx, 0, States[Idx].Copy);
}

void Driver::commit(uint64_t Count) {
  if (!InPlace)
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      if (array(Idx).Written)
        copyElements(Count, Idx, States[Idx].Copy, 0, /*IfChanged=*/true);
  __builtin_memcpy(Frame, Next, Nest.FrameSize);
}

/// In place, writes behind the throw may leave their object and hit what
/// recovers from them: the buffers, and the frames of driver and shadow; or
/// what is shared with drivers in other threads. A copy is stored to memory
/// where the nest stores only. No access is to meet errno.
bool Driver::meetsOwnMemory() const {
  const uint64_t Here = addressOf(__builtin_frame_address(0));
  const uint64_t Thread = addressOf(__builtin_thread_pointer());
  const Interval Own[] = {Buffer.interval(),
                          Scratch.interval(),
                          {addressOf(&Kept), addressOf(&Kept + 1)},
                          {addressOf(&Pool), addressOf(&Pool + 1)},
                          {Here - StackReserve, StackTop},
                          {Thread - ThreadReserve, Thread + ThreadReserve}};
  for (unsigned Idx = 0; InPlace && Idx < Nest.NumArrays; ++Idx)
    if (array(Idx).MayLeaveObject)
      for (Interval I : Own)
        if (I.size() && !written(Idx).liesApart(I))
          return true;
  return meets(Errno.interval());
}

/// Would it take longer than the nest to bring in the pages of a buffer of so
/// many \p Bytes? It is laid out as the arrays are, of which a block may lie on
/// as many pages as it has rows.
bool Driver::isScattered(uint64_t Bytes) const {
  return !Nest.Naive && !Numbers.NoCheckpoint &&
         static_cast<unsigned __int128>(Bytes / PageSize) * IterationsOfPage >
             static_cast<unsigned __int128>(work()) * N;
}

/// Fewer iterations, of \p Count that cannot be executed. If their \p Bytes
/// exceed the buffer, or their work what it may be, as many as fill it, if each
/// writes, or is, as much; but a sixteenth less at least.
uint64_t Driver::fewer(uint64_t Count, uint64_t Bytes, bool Exceeds,
                       bool IsTooMuch) const {
  uint64_t Fewer = Count / 2;
  if (Exceeds || IsTooMuch) {
    uint64_t Fitting = Count - max(Count / 16, 1);
    if (Exceeds)
      Fitting = min(Fitting, Buffer.size() / (Bytes / Count | 1));
    if (IsTooMuch)
      Fitting = min(Fitting, min(MostWork, Numbers.MaxChunkWork) / work());
    Fewer = max(Fewer, Fitting);
  }
  uint64_t Tiled = Fewer & -TileRows;
  return isPacked() && Tiled ? Tiled : Fewer;
}

/// Is it of little use to execute fewer iterations than those whose \p Bytes
/// exceed the buffer, since one alone takes more than half as much? The bounds
/// are those of one then.
bool Driver::takesAsMuch(uint64_t Bytes) {
  return (askBounds(1) & BS_Vouched) && bufferSize() > Bytes / 2;
}

/// Let the buffer hold so many \p Bytes, and what all iterations take, if that
/// is known: it is meant to bound their number, and the nest is not to be given
/// up for it.
bool Driver::grow(uint64_t Bytes) {
  return Buffer.allocate(IsWholeKnown
                             ? MostBudget
                             : min(MostBudget, max(Bytes, 2 * Buffer.size())));
}

/// Find how many of the next \p Count iterations can be executed. \returns
/// DE_Complete, or why there are none.
DriverEvent Driver::vouch(uint64_t &Count, uint64_t Begin) {
  bool IsLimited = false;
  while (true) {
    const unsigned Status = askBounds(Count);
    // If an affine guard may fire in the next iteration, the nest executes it.
    if (!Nest.Naive)
      requestReplay(Begin, !(Status & BS_Resolved));
    const bool Vouched = Status & BS_Vouched;
    const uint64_t Bytes = bufferSize();
    const bool Exceeds =
        Vouched && !Numbers.NoCheckpoint && Bytes > Buffer.size();
    DriverEvent Why = Vouched ? DE_Budget : DE_Bounds;
    // What is executed behind a throw is wasted; bound it.
    const bool IsTooMuch =
        !Nest.Naive && (work() > Numbers.MaxChunkWork / Count ||
                        (Count > 1 && work() > MostWork / Count));
    const bool Scattered = Vouched && isScattered(Bytes);
    if (Scattered && Count == 1)
      return DE_Budget;
    if (IsLimited && Vouched && !Numbers.FirstChunk &&
        work() < LeastVouchedWork / Count)
      return DE_Bounds;
    IsLimited |= !Vouched;
    if (Vouched && !Exceeds && !IsTooMuch && !Scattered && fitsMirrors() &&
        !meetsOwnMemory()) {
      if (Numbers.NoCheckpoint || probePages())
        return DE_Complete;
      Why = DE_Pages;
    }
    if (Nest.Naive)
      return Why;
    const uint64_t Fewer = fewer(Count, Bytes, Exceeds, IsTooMuch);
    const bool MayGrow = Exceeds && Bytes <= MostBudget;
    if (MayGrow && (!Fewer || takesAsMuch(Bytes))) {
      if (!grow(Bytes))
        return DE_Memory;
    } else if (Fewer) {
      Count = Fewer;
    } else {
      return Why;
    }
  }
}

ShadowStatus Driver::executeShadow(uint64_t Count, uint64_t Begin) {
  uint64_t Moved[MaxArrays];
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    Moved[Idx] = !InPlace && array(Idx).Written ? States[Idx].Copy : 0;
  return callShadow(Count, Begin, Next, Moved, Scratch.begin());
}

DriverEvent Driver::executeChunks(uint64_t Want, uint64_t Least,
                                  uint64_t Greatest) {
  const unsigned Grow = growth();
  const unsigned Shorten = isPacked() ? ApproachIfPacked : Approach;
  constexpr uint64_t Never = -1;
  // The end of the last chunk that was undone: a guard fires before it.
  uint64_t Fires = Never;
  // Innermost iterations, at most.
  uint64_t Executed = 0;
  for (uint64_t Begin = 0; true;) {
    uint64_t Count = min(Want, N - Begin);
    ShadowStatus Status;
    while (true) {
      DriverEvent Vouched = vouch(Count, Begin);
      if (Vouched != DE_Complete)
        return Vouched;
      save(Count);
      Status = executeShadow(Count, Begin);
      if (Status != SS_Flagged)
        break;
      undo(Count);
      if (Nest.Naive || Numbers.NoCheckpoint)
        return DE_LeftEarly;
      // The nest is slow: approach the firing iteration in smaller chunks.
      Fires = Begin + Count;
      Count >>= Shorten;
      if (Count < Least)
        return leaveToNest(Begin, Fires);
    }
    if (Status != SS_Done)
      return DE_PollyCheck;
    commit(Count);
    const bool IsFirst = Begin == 0;
    Begin += Count;
    requestReplay(Begin, 0);
    if (Begin == N)
      return DE_Complete;
    if (Exposed && !leavePlace(N - Begin))
      return DE_Memory;
    Executed += Count * work();
    Want = min(Count << Grow, Greatest);
    if (isPacked()) {
      const uint64_t Free =
          Nest.MayConverge ? 0
                           : min(FreeChunkIfPacked, N / FreeDivisorIfPacked);
      Want = min(Want, max(Begin, Free));
      if (Begin > Free)
        MostWork = Executed / (keepsOperand() ? WorkDivisorOfProduct
                                              : WorkDivisorIfPacked);
      else if (!keepsOperand() && AllWork)
        MostWork =
            max(AllWork / FreeWorkDivisor, Executed / WorkDivisorIfPacked);
    } else if (Nest.MayConverge) {
      Want = min(Want, max(Begin / ConvergingDivisor, Least));
    }
    if (Fires != Never) {
      Want = (Fires - Begin) >> Shorten;
      if (Want < Least)
        return leaveToNest(Begin, Fires);
    }
    if (IsFirst && !Nest.Naive && !Numbers.NoCheckpoint && Nest.Proc)
      probeAllAhead();
  }
}

/// The bytes that the buffer is to have, and in MostBudget those that it may
/// have. The bounds are those of the whole nest.
uint64_t Driver::findBudget(bool Vouched) {
  const bool HasLimit = Numbers.MaxBudgetPercent != uint64_t(-1);
  MostBudget = Numbers.MaxBudget;
  if (!Vouched) {
    if (HasLimit)
      MostBudget = min(MostBudget, Numbers.MinBudget);
    return min(MostBudget, Numbers.MinBudget);
  }
  uint64_t Total = 0;
  for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
    Total += accessed(Idx).size();
  if (HasLimit)
    MostBudget = min(MostBudget, Total / 100 * Numbers.MaxBudgetPercent);
  allocateMirrors();
  const uint64_t Whole = bufferSize();
  if (Nest.Naive)
    return Whole;
  // What the whole nest takes is never exceeded.
  MostBudget = min(MostBudget, Whole);
  IsWholeKnown = true;
  return min(MostBudget,
             max(Total / max(Numbers.BudgetDivisor, 1), Numbers.MinBudget));
}

/// Execute the next iterations, so many, in copies if a team has been wanted
/// since the nest began, or another thread is there. \returns false if there is
/// no memory for that.
bool Driver::leavePlace(uint64_t Rest) {
  if (Nest.Share != Sharing::Ask || Numbers.NoCheckpoint ||
      !Nest.CanBePrivate || Nest.IsAlone(Nest.Proc) ||
      !(askBounds(Rest) & BS_Vouched))
    return true;
  Exposed.end();
  InPlace = false;
  return Buffer.allocate(max(findBudget(/*Vouched=*/true), 1));
}

/// Allocate working memory, with room for an operand that all chunks have in
/// common if there is as much.
bool Driver::allocateScratch() {
  const uint64_t Own = scratchSize(IsWholeKnown);
  uint64_t Read = 0;
  if (keepsOperand() && IsWholeKnown) {
    for (unsigned Idx = 0; Idx < Nest.NumArrays; ++Idx)
      if (!array(Idx).Written)
        Read = min(Read + accessed(Idx).size(), MostKept);
    // Its last tile is filled up.
    Read += Read / 8 + FilledUp;
  }
  while (!Scratch.allocate(Own + Read + CopyAlign - 1)) {
    if (!Read)
      return false;
    Read = 0;
  }
  beginScratch(Scratch.begin(), Own, Read);
  return true;
}

/// Are there few iterations that write the same memory, in about as much time
/// as it takes to save that? The bounds are those of all iterations.
bool Driver::savesMostly() {
  const uint64_t All = bufferSize();
  if (N >= Numbers.MinSweeps || All < work())
    return false;
  askBounds(1);
  const uint64_t One = bufferSize();
  askBounds(N);
  return One > All / 2;
}

DriverEvent Driver::run() {
  const bool Vouched = askBounds(N) & BS_Vouched;
  const uint64_t Work = work();
  if (!InPlace && !Nest.CanBePrivate)
    return DE_Threads;
  // Not being able to vouch says nothing about the first chunks, but tables of
  // rows are looked at once, and a chunk might write what a later one loads.
  if (!Vouched && (Nest.Naive || Nest.NumTables))
    return DE_Bounds;
  if (Vouched && (Work <= Numbers.MinWork / N || savesMostly()))
    return DE_FewIterations;
  if (Vouched && __builtin_mul_overflow(Work, N, &AllWork))
    AllWork = 0;

  if (Vouched && !Nest.Naive)
    lookAhead();

  uint64_t Least = Numbers.FirstChunk;
  if (!Least) {
    if (Vouched && leaveMore(FirstChunkWork))
      return DE_Later;
    Least = max(FirstChunkWork / max(Work, 1), 1);
    // Of others than one product, an iteration may be many rows.
    if (keepsOperand())
      Least = max(Least, leastPacked());
  }
  uint64_t First = Nest.Naive || Numbers.NoCheckpoint ? N : Least;
  // What is wasted if a guard fires at its begin is no more than was executed;
  // packing is worth some rows.
  if (Nest.LeaveDivisor)
    First = isPacked() ? max(Least, min(Start, Least) << growth())
                       : min(max(Start, max(Least >> FirstGrowth, 1)),
                             Least << FirstGrowth);
  const uint64_t Budget = findBudget(Vouched);
  if (Nest.Naive && bufferSize() > MostBudget)
    return DE_Budget;
  uint64_t Greatest = max(Numbers.MaxChunk, 1);
  if (!isPacked())
    Greatest = min(
        Greatest, wholeStrips(max(Least, N / (Nest.Depth > 2 ? DeepChunkDivisor
                                                             : ChunkDivisor))));
  if (!Buffer.allocate(max(Budget, 1)) || (isPacked() && !allocateScratch()))
    return DE_Memory;
  if (InPlace && mayLeaveObjects())
    Exposed.begin();
  return executeChunks(First, Least, Greatest);
}

bool polly::escop::runtime::speculate(const NestDescriptor *Nest,
                                      const void *Context, void *Frame,
                                      void *Next, uint64_t N, uint64_t Start,
                                      uint64_t StackTop) {
  // A thread may have little stack: for as many arrays as there are.
  auto *Bounds = static_cast<ArrayBounds *>(
      __builtin_alloca((Nest->NumArrays + 1) * sizeof(ArrayBounds)));
  auto *Pages = static_cast<ArrayPages *>(
      __builtin_alloca(Nest->NumArrays * sizeof(ArrayPages)));
  auto *States = static_cast<ArrayState *>(
      __builtin_alloca(Nest->NumArrays * sizeof(ArrayState)));
  for (uint64_t Idx = 0; Idx < Nest->NumArrays; ++Idx) {
    Pages[Idx] = ArrayPages();
    States[Idx] = ArrayState();
  }
  const DriverEvent Event = Driver(*Nest, Context, Frame, Next, N, Start,
                                   StackTop, Bounds, Pages, States)
                                .run();
  return report(*Nest, Event);
}
