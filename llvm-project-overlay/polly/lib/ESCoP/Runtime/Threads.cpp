//===- Threads.cpp - Who else executes? -----------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// glibc, since 2.32, says in __libc_single_threaded that the process has one
// thread. It may say no though it has; another C library says nothing.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Runtime.h"

extern "C" __attribute__((weak)) char __libc_single_threaded;

bool polly::escop::runtime::isSingleThreaded(const ProcFS *) {
  return &__libc_single_threaded && __libc_single_threaded;
}
