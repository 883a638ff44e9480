//===- CopyRows.cpp - Rows that do not lie at equal distances -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A heap that has been in use has holes, which the first rows of a matrix fill,
// and a program may exchange rows. A nest that accesses each element many times
// is then executed in a matrix of its own:
//
//   copy rows;  execute(copies);  store what was changed
//
// where `execute` is what the driver does with any matrix. It may end where it
// likes: the copies hold what the nest would have stored up to there.
//
// How much of a row is accessed, the bounds tell of a matrix whose rows all
// begin at one place. The copies are as far apart as that takes at least.
//
// Rows of matrices that were allocated in turn lie at equal distances, too, but
// between each other: then all are copied.
//
// A copied row that is written lies apart from all other rows and arrays.
// What is equal to its old value is not stored, so that nothing is stored that
// the nest does not store: others may change it. What is copied in vain is read
// only. That is to be rare: a nest that leaves in its first iterations does so
// before anything is copied.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop;
using namespace polly::escop::runtime;

namespace {

/// Innermost iterations for each element that is copied, or compared, from
/// which on copies are worth it.
constexpr uint64_t WorkPerElement = 6;
/// As many are to be executed by the nest before. A shadow that packs operands
/// is so much faster that this is to be a smaller part of all.
constexpr uint64_t DivisorIfPacked = 8;

/// Rows begin at the same place of a cache line, but not of a page: then some
/// sets of a cache would hold a column.
constexpr uint64_t RowAlign = 64, RowGap = 64;

/// Where the first rows are while the bounds are asked of what is accessed of
/// each row: far from all arrays, and from each other.
constexpr uint64_t placeOfTable(uint64_t Idx) {
  return (uint64_t(1) << 62) + (Idx << 48);
}

/// What the nest accesses: a row that is copied, or an array.
struct Part {
  Interval At;
  bool IsRow, IsWritten;
};

/// Sorts parts by where they begin, in no more memory (heapsort).
class PartSorter {
  Part *const Parts;

  /// Let the heap of \p Number parts be in order, but for the one at \p Idx.
  void sink(uint64_t Idx, uint64_t Number) {
    while (true) {
      uint64_t Child = 2 * Idx + 1;
      if (Child >= Number)
        return;
      if (Child + 1 < Number &&
          Parts[Child + 1].At.Begin > Parts[Child].At.Begin)
        ++Child;
      if (Parts[Idx].At.Begin >= Parts[Child].At.Begin)
        return;
      swap(Idx, Child);
      Idx = Child;
    }
  }
  void swap(uint64_t A, uint64_t B) {
    const Part Old = Parts[A];
    Parts[A] = Parts[B];
    Parts[B] = Old;
  }

public:
  explicit PartSorter(Part *Parts) : Parts(Parts) {}
  void sort(uint64_t Number) {
    for (uint64_t Idx = Number / 2; Idx > 0; --Idx)
      sink(Idx - 1, Number);
    for (uint64_t Last = Number; Last > 1; --Last) {
      swap(0, Last - 1);
      sink(0, Last - 1);
    }
  }
};

class RowCopier : NestCalls {
  char *const Fields;
  RowPointers *const Pointers;
  const Interval Errno;
  /// Whether rows are copied that lie at equal distances.
  const bool CopiesAll;
  uint64_t NumRows = 0, Bytes = 0;

  RowPointers &first(uint64_t Idx) const {
    return Pointers[Nest.Tables[Idx].Pointers];
  }
  bool isCopied(uint64_t Idx) const {
    return CopiesAll || first(Idx).Distance == NoDistance;
  }
  const ArrayBounds &bounds(uint64_t Idx) const {
    return Bounds[Nest.Tables[Idx].ArrayIdx];
  }
  static bool isWritten(const ArrayBounds &B) {
    return B.WriteBegin != B.WriteEnd;
  }
  bool isOfCopiedTable(uint64_t ArrayIdx) const {
    for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx)
      if (isCopied(Idx) && Nest.Tables[Idx].ArrayIdx == ArrayIdx)
        return true;
    return false;
  }
  void setRows(uint64_t Idx, uint64_t First, uint64_t Distance) {
    const TableDescriptor &T = Nest.Tables[Idx];
    __builtin_memcpy(Fields + T.FirstOffset, &First, sizeof First);
    __builtin_memcpy(Fields + T.DistanceOffset, &Distance, sizeof Distance);
  }
  DriverEvent boundRows();
  void readTables(uint64_t *To);
  uint64_t collectParts(Part *Parts) const;
  static bool lieApart(const Part *Parts, uint64_t Number);
  bool canReadRows(const Part *Parts, uint64_t Number) const;
  bool exceedsBudget() const;
  void place(char *At);

public:
  RowCopier(const NestDescriptor &Nest, void *Context, void *Frame, uint64_t N,
            uint64_t Start, RowPointers *Pointers, ArrayBounds *Bounds,
            Interval Errno, bool CopiesAll)
      : NestCalls(Nest, Context, Frame, N, Start, Bounds),
        Fields(static_cast<char *>(Context)), Pointers(Pointers), Errno(Errno),
        CopiesAll(CopiesAll) {}
  bool isVouched() { return askBounds(N) & BS_Vouched; }
  DriverEvent run();
  void leaveRows();
};

} // namespace

/// Find what is accessed of each row, and what copies take. \returns
/// DE_Complete if they are worth it now.
DriverEvent RowCopier::boundRows() {
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx)
    if (isCopied(Idx))
      setRows(Idx, placeOfTable(Idx), 0);
  if (!(askBounds(N) & BS_Vouched))
    return DE_Rows;
  unsigned __int128 Elements = 0;
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx) {
    if (!isCopied(Idx))
      continue;
    RowPointers &P = first(Idx);
    P.Begin = bounds(Idx).Begin - placeOfTable(Idx);
    P.End = bounds(Idx).End - placeOfTable(Idx);
    // Before where a pointer leads, nothing is copied.
    if (P.Begin > P.End || P.End >= MaxRows)
      return DE_Rows;
    const uint64_t Copies = isWritten(bounds(Idx)) ? 2 : 1;
    Elements += static_cast<unsigned __int128>(P.End - P.Begin) / P.Element *
                P.Entries * Copies;
    P.RowBytes = (P.End + RowGap + RowAlign - 1) & -RowAlign;
    while (P.RowBytes % P.Element)
      P.RowBytes += RowAlign;
    if (P.RowBytes % PageSize == 0)
      P.RowBytes += RowAlign * P.Element;
    // Rows are elements of memory that is there, mostly.
    if (P.RowBytes > MaxRows / P.Entries)
      return DE_Rows;
    P.Old = Copies > 1 ? P.Entries * P.RowBytes : 0;
    NumRows += P.Entries;
    Bytes += P.Entries * P.RowBytes * Copies;
  }
  const auto Work = static_cast<unsigned __int128>(work()) * N;
  if (Work < Nest.LeastCopied || Work < Elements * WorkPerElement)
    return DE_Rows;
  const uint64_t Divisor = Nest.ScratchSize ? DivisorIfPacked : 1;
  return Nest.LeastCopied && leaveMore(Elements * WorkPerElement, Divisor)
             ? DE_Later
             : DE_Complete;
}

/// Read the pointers, once: others may change that of a row which the nest does
/// not come to.
void RowCopier::readTables(uint64_t *To) {
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx) {
    if (!isCopied(Idx))
      continue;
    RowPointers &P = first(Idx);
    P.Rows = To;
    for (uint64_t Row = 0; Row < P.Entries; ++Row)
      __builtin_memcpy(To++, pointer(P.Table + Row * P.Step), sizeof *To);
  }
  // They are not to be read again in place of what was read.
  asm volatile("" ::: "memory");
}

/// Let \p Parts be what the nest accesses. \returns how many.
uint64_t RowCopier::collectParts(Part *Parts) const {
  uint64_t Number = 0;
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx) {
    const RowPointers &P = first(Idx);
    for (uint64_t Row = 0; isCopied(Idx) && Row < P.Entries; ++Row) {
      Parts[Number++] = {{P.Rows[Row] + P.Begin, P.Rows[Row] + P.End},
                         true,
                         isWritten(bounds(Idx))};
    }
  }
  for (uint64_t Idx = 0; Idx < Nest.NumArrays; ++Idx) {
    if (isOfCopiedTable(Idx))
      continue;
    const ArrayBounds &B = Bounds[Idx];
    Parts[Number++] = {accessed(Idx), false, false};
    Parts[Number++] = {{B.WriteBegin, B.WriteEnd}, false, isWritten(B)};
  }
  Parts[Number++] = {Errno, false, true};
  return Number;
}

/// Do no two sorted parts overlap of which one is a row, and one is written?
bool RowCopier::lieApart(const Part *Parts, uint64_t Number) {
  // The ends of what came before: of rows or not, of what is written or not.
  uint64_t Ends[2][2] = {};
  for (uint64_t Idx = 0; Idx < Number; ++Idx) {
    const auto [At, IsRow, IsWritten] = Parts[Idx];
    if (At.Begin > At.End)
      return false;
    if (!At.size())
      continue;
    constexpr bool Kinds[] = {false, true};
    for (bool OtherRow : Kinds)
      for (bool OtherWritten : Kinds)
        if ((IsRow || OtherRow) && (IsWritten || OtherWritten) &&
            At.Begin < Ends[OtherRow][OtherWritten])
          return false;
    uint64_t &End = Ends[IsRow][IsWritten];
    End = max(End, At.End);
  }
  return true;
}

/// Can the rows of sorted parts be read? Of those that are less than a page
/// apart at once: there is no page between them.
bool RowCopier::canReadRows(const Part *Parts, uint64_t Number) const {
  Interval Ask;
  for (uint64_t Idx = 0; Idx < Number; ++Idx) {
    const auto [At, IsRow, IsWritten] = Parts[Idx];
    if (!IsRow || !At.size())
      continue;
    if (Ask.size() && At.Begin < Ask.End + PageSize) {
      Ask.End = max(Ask.End, At.End);
      continue;
    }
    if (Ask.size() && !probe(Ask.Begin, Ask.End, /*Write=*/false, Nest.Proc))
      return false;
    Ask = At;
  }
  return !Ask.size() || probe(Ask.Begin, Ask.End, /*Write=*/false, Nest.Proc);
}

/// Does the user allow less memory?
bool RowCopier::exceedsBudget() const {
  if (!Nest.Numbers)
    return false;
  uint64_t Total = 0;
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx)
    if (isCopied(Idx))
      Total += first(Idx).Entries * (first(Idx).End - first(Idx).Begin);
  const uint64_t Percent = Nest.Numbers->MaxBudgetPercent;
  return Bytes > Nest.Numbers->MaxBudget ||
         (Percent != uint64_t(-1) && Bytes > Total / 100 * Percent);
}

/// Copy the rows to \p At.
void RowCopier::place(char *At) {
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx) {
    if (!isCopied(Idx))
      continue;
    RowPointers &P = first(Idx);
    P.Copy = addressOf(At);
    for (uint64_t Row = 0; Row < P.Entries; ++Row) {
      char *To = At + Row * P.RowBytes + P.Begin;
      __builtin_memcpy(To, pointer(P.Rows[Row] + P.Begin), P.End - P.Begin);
      // Memory is read once: others may change what the nest does not access.
      if (P.Old)
        __builtin_memcpy(To + P.Old, To, P.End - P.Begin);
    }
    setRows(Idx, P.Copy, P.RowBytes / P.Element);
    At += P.Entries * P.RowBytes * (P.Old ? 2 : 1);
  }
}

DriverEvent RowCopier::run() {
  if (Nest.IsAlone && Nest.Share == Sharing::Ask && !Nest.CanBePrivate &&
      !Nest.IsAlone(Nest.Proc))
    return DE_Threads;
  if (DriverEvent Why = boundRows(); Why != DE_Complete)
    return Why;
  if (exceedsBudget())
    return DE_Budget;
  Memory Sorted, Copies;
  const uint64_t TableBytes = align(NumRows * sizeof(uint64_t));
  if (!Sorted.allocate((NumRows + 2 * Nest.NumArrays + 1) * sizeof(Part)) ||
      !Copies.allocate(CopyAlign - 1 + TableBytes + Bytes))
    return DE_Memory;
  const uint64_t Begin = align(Copies.begin());
  readTables(static_cast<uint64_t *>(pointer(Begin)));
  auto *Parts = static_cast<Part *>(pointer(Sorted.begin()));
  const uint64_t Number = collectParts(Parts);
  PartSorter(Parts).sort(Number);
  if (!lieApart(Parts, Number))
    return DE_Bounds;
  if (!canReadRows(Parts, Number))
    return DE_Pages;
  place(static_cast<char *>(pointer(Begin + TableBytes)));
  Pointers->Memory = Copies.release();
  return DE_Complete;
}

/// Let the rows be where they are.
void RowCopier::leaveRows() {
  for (uint64_t Idx = 0; Idx < Nest.NumTables; ++Idx)
    setRows(Idx, first(Idx).First, first(Idx).Distance);
}

bool polly::escop::runtime::copyRows(const NestDescriptor *Nest, void *Context,
                                     void *Frame, uint64_t N, uint64_t Start,
                                     RowPointers *Pointers) {
  Pointers->Memory = nullptr;
  uint64_t NumIrregular = 0;
  for (uint64_t Idx = 0; Idx < Nest->NumTables; ++Idx) {
    RowPointers &P = Pointers[Nest->Tables[Idx].Pointers];
    P.Copy = 0;
    NumIrregular += P.Distance == NoDistance;
  }
  const SavedErrno Errno;
  ArrayBounds Bounds[MaxArrays + 1];
  auto Copier = [&](bool CopiesAll) {
    return RowCopier(*Nest, Context, Frame, N, Start, Pointers, Bounds,
                     Errno.interval(), CopiesAll);
  };
  DriverEvent Event = DE_Bounds;
  if (NumIrregular)
    Event = Copier(/*CopiesAll=*/false).run();
  else if (Copier(/*CopiesAll=*/false).isVouched())
    return true;
  if (Event == DE_Bounds && NumIrregular < Nest->NumTables)
    Event = Copier(/*CopiesAll=*/true).run();
  if (Event == DE_Complete)
    return true;
  if (NumIrregular || Event == DE_Later)
    return report(*Nest, Event);
  // The driver may find fewer iterations that it can execute.
  Copier(/*CopiesAll=*/true).leaveRows();
  return true;
}

/// Store what is not equal to its old value, as units of which \p Bytes are
/// made.
template <typename T>
static void storeChanged(char *To, const char *New, const char *Old,
                         uint64_t Bytes) {
  for (uint64_t At = 0; At < Bytes; At += sizeof(T)) {
    T A, B;
    __builtin_memcpy(&A, New + At, sizeof(T));
    __builtin_memcpy(&B, Old + At, sizeof(T));
    if (A != B)
      __builtin_memcpy(To + At, &A, sizeof(T));
  }
}

void polly::escop::runtime::storeRows(const NestDescriptor *Nest,
                                      RowPointers *Pointers) {
  if (!Pointers->Memory)
    return;
  for (uint64_t Idx = 0; Idx < Nest->NumTables; ++Idx) {
    const TableDescriptor &T = Nest->Tables[Idx];
    const RowPointers &P = Pointers[T.Pointers];
    if (!P.Copy || !P.Old)
      continue;
    const uint64_t Bytes = P.End - P.Begin;
    const uint64_t Unit = (P.Begin | P.End) % T.Unit ? 1 : T.Unit;
    auto Store = Unit == 8   ? storeChanged<uint64_t>
                 : Unit == 4 ? storeChanged<uint32_t>
                 : Unit == 2 ? storeChanged<uint16_t>
                             : storeChanged<uint8_t>;
    for (uint64_t Row = 0; Row < P.Entries; ++Row) {
      const auto *New = static_cast<const char *>(
          pointer(P.Copy + Row * P.RowBytes + P.Begin));
      Store(static_cast<char *>(pointer(P.Rows[Row] + P.Begin)), New,
            New + P.Old, Bytes);
    }
  }
  const SavedErrno Errno;
  Memory::giveBack(Pointers->Memory);
}
