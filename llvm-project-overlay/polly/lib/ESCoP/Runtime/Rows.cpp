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
// The entries are read ahead, so the kernel is asked before, which may set
// errno, which is the program's. The pointers are not followed.
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
  End = (End + PageSize - 1) & -PageSize;
  if (Begin <= Pages.End && Pages.Begin <= End) {
    Begin = Begin < Pages.Begin ? Begin : Pages.Begin;
    End = End > Pages.End ? End : Pages.End;
  }
  Pages = {Begin, End};
  return true;
}

EqualRows polly::escop::runtime::findEqualRows(uint64_t Table, uint64_t Entries,
                                               uint64_t Step, uint64_t Element,
                                               uint64_t Expected,
                                               ReadablePages *Pages,
                                               const ProcFS *Proc) {
  if (Entries < 2 || Entries >= MaxRows)
    return {0, NoDistance};
  const uint64_t Bytes = (Entries - 1) * Step + sizeof(uint64_t);
  if (Table + Bytes < Table || !canRead(Table, Table + Bytes, *Pages, Proc))
    return {0, NoDistance};

  uint64_t First = entryAt(Table, 0), Distance = entryAt(Table, Step) - First;
  uint64_t Differ = 0;
  for (uint64_t Index = 1; Index < Entries; ++Index)
    Differ |= entryAt(Table, Index * Step) ^ (First + Index * Distance);
  uint64_t Elements = Distance / Element;
  // Of the first row the nest may access what it likes.
  if (Differ || Distance >= MaxRows || Elements * Element != Distance ||
      (Expected != NoDistance && Expected != Elements))
    Elements = NoDistance;
  return {First, Elements};
}
