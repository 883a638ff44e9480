//===- Expanded.cpp - Memory for expanded scalars -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a shadow calls whose scalars are elements of arrays.
//
//===----------------------------------------------------------------------===//

#include "NestCalls.h"

using namespace polly::escop::runtime;

void *polly::escop::runtime::allocateExpanded(uint64_t Rows,
                                              uint64_t RowBytes) {
  // What is in front of the rows: what is to be freed.
  constexpr uint64_t Header = 2 * CopyAlign;
  uint64_t Bytes;
  if (__builtin_mul_overflow(Rows, RowBytes, &Bytes) ||
      __builtin_add_overflow(Bytes, Header, &Bytes))
    return nullptr;
  SavedErrno Errno;
  Memory Allocated;
  if (!Allocated.allocate(Bytes))
    return nullptr;
  auto *First =
      static_cast<void **>(pointer(align(Allocated.begin() + sizeof(void *))));
  First[-1] = Allocated.release();
  return First;
}

void polly::escop::runtime::freeExpanded(void *First) {
  SavedErrno Errno;
  Memory::giveBack(static_cast<void **>(First)[-1]);
}
