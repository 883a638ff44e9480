//===- ThreadPool.h - The threads of teams ----------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Parallel.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_RUNTIME_THREADPOOL_H
#define POLLY_LIB_ESCOP_RUNTIME_THREADPOOL_H

#include <stdint.h>

namespace polly::escop::runtime {

/// The threads of teams that were formed while the process had no others.
/// Larger teams are not remembered.
struct ThreadPool {
  static constexpr int MaxWorkers = 255;
  /// The process that the teams are formed in; 0 before the first one, and
  /// NoProcess if there can be none.
  static constexpr int NoProcess = -1;
  int Process;
  /// Whether there was enough to do for a team, and whether there are threads.
  enum { None, Teams, InVain } Demand;
  /// Drivers at work whose stores may hit anything.
  int NumExposed;
  /// Work for teams that was seen before the owner's first one.
  uint64_t Shares;
  /// The thread that forms teams, by its thread pointer; the members of one
  /// that were started for it, and as many as could not be.
  uint64_t Owner;
  int NumStarted, Refused;
  /// Whether threads are being started.
  int IsStarting;
  /// All but the one that calls the nests.
  int NumWorkers, Workers[MaxWorkers];
};

/// One for all modules of a shared object, which need not come from compilers
/// of one version: another layout is to have another name.
[[gnu::visibility("hidden")]] inline ThreadPool Pool asm("escop.thread_pool.2");

} // namespace polly::escop::runtime

#endif // POLLY_LIB_ESCOP_RUNTIME_THREADPOOL_H
