//===- Rows.cpp - Do rows lie at equal distances? -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocators give rows of one size places at equal distances, mostly. If those
// of a table are, a nest over them is one over a matrix (../Nest/Rows.cpp).
//
// If not, they may be copied (CopyRows.cpp). The entries are read ahead, so the
// kernel is asked before, which may set errno, which is the program's. The
// pointers are not followed.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"

using namespace polly::escop::runtime;

/// The entry at \p Table + \p Offset bytes; it need not be aligned.
static uint64_t entryAt(uint64_t Table, uint64_t Offset) {
  uint64_t Entry;
  __builtin_memcpy(&Entry, reinterpret_cast<const void *>(Table + Offset),
                   sizeof Entry);
  return Entry;
}

/// Can [\p Begin, \p End) be read? The tables of small matrices lie on one
/// page, and so do the pointers in their entries.
static bool canRead(uint64_t Begin, uint64_t End, ReadablePages &Pages,
                    const ProcFS *Proc) {
  if (Begin >= Pages.Begin && End <= Pages.End)
    return true;
  if (!isReadable(Begin, End - Begin, /*Known=*/0, Proc))
    return false;
  Begin &= -PageSize;
  End = endOfPages(End);
  if (Begin <= Pages.End && Pages.Begin <= End) {
    Begin = Begin < Pages.Begin ? Begin : Pages.Begin;
    End = End > Pages.End ? End : Pages.End;
  }
  Pages = {Begin, End};
  return true;
}

/// Can the pointers be read?
static bool canRead(const RowPointers &P, ReadablePages &Pages,
                    const ProcFS *Proc) {
  if (P.Entries < 2 || P.Entries >= MaxRows)
    return false;
  const uint64_t Bytes = (P.Entries - 1) * P.Step + sizeof(uint64_t);
  return P.Table + Bytes >= P.Table &&
         canRead(P.Table, P.Table + Bytes, Pages, Proc);
}

/// The elements from one row to the next, if that is the same for all rows, and
/// not negative, or NoDistance.
static uint64_t findDistance(const RowPointers &P) {
  const uint64_t Bytes = entryAt(P.Table, P.Step) - P.First;
  uint64_t Differ = 0;
  for (uint64_t Index = 1; Index < P.Entries; ++Index)
    Differ |= entryAt(P.Table, Index * P.Step) ^ (P.First + Index * Bytes);
  const uint64_t Elements = Bytes / P.Element;
  // Of the first row the nest may access what it likes.
  return Differ || Bytes >= MaxRows || Elements * P.Element != Bytes
             ? NoDistance
             : Elements;
}

/// Is each of the pointers as far from that of \p First in its entry?
static bool isAtOneOffset(const RowPointers &P, const RowPointers &First) {
  uint64_t Differ = 0;
  for (uint64_t Index = 1; Index < P.Entries; ++Index)
    Differ |= (entryAt(P.Table, Index * P.Step) -
               entryAt(First.Table, Index * First.Step)) ^
              (P.First - First.First);
  return !Differ;
}

bool polly::escop::runtime::findRows(RowPointers *Pointers, uint64_t Number,
                                     bool MayCopy, const ProcFS *Proc) {
  ReadablePages Pages;
  const RowPointers *First = nullptr;
  for (uint64_t Idx = 0; Idx < Number; ++Idx) {
    RowPointers &P = Pointers[Idx];
    if (!canRead(P, Pages, Proc))
      return false;
    P.First = entryAt(P.Table, 0);
    if (P.HasFirst) {
      P.Distance = First->Distance;
      if (!isAtOneOffset(P, *First))
        return false;
      continue;
    }
    First = &P;
    P.Distance = findDistance(P);
    if (P.Distance == NoDistance && !MayCopy)
      return false;
  }
  return true;
}
