//===- polly/ESCoP/Driver.h - The code around a shadow ----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver, which executes shadows and asks what has to be asked before, and
// its call in front of the nest.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_DRIVER_H
#define POLLY_ESCOP_DRIVER_H

#include "polly/ESCoP/Policy.h"

namespace polly::escop {

/// The counts of how the calls of one driver ended, if the user asked for them
/// (Report.cpp).
class DriverCounts {
  llvm::GlobalVariable *Counts = nullptr;

public:
  /// Count if the user asks for it, and if it is @p OfNest, not of its copy.
  explicit DriverCounts(const ESCoP &E, bool OfNest = true);
  llvm::GlobalVariable *get() const { return Counts; }

  /// Count @p Event (i64).
  void count(llvm::IRBuilderBase &Builder, llvm::Value *Event) const;
  void count(llvm::IRBuilderBase &Builder, DriverEvent Event) const {
    count(Builder, Builder.getInt64(Event));
  }
};

/// Build the driver of @p P:
///
///   i1 driver(live-ins…, i64 N, i64 Start, ptr Frame, ptr Rows)
///
/// executes the first c of N iterations and leaves the state in Frame; returns
/// whether c == N, in which case the live-outs are there as well. Start
/// iterations of the nest have been executed before. Rows are RowPointers;
/// there is no such parameter if the nest cannot be executed in copies of rows.
llvm::Function *buildDriver(const ESCoP &E, const Plan &P,
                            const DriverCounts &Counts,
                            llvm::FunctionAnalysisManager &FAM);

/// Where the driver is called; the header of the copy of the nest that is
/// executed if the nest is little work, or null; and the branch to that copy,
/// where its condition holds, unless it is behind values that are hoisted.
struct SplicedNest {
  llvm::BasicBlock *Drive, *Few;
  llvm::BranchInst *FirstTest;
};

/// Put a call of @p Driver in front of the nest, if that is much work. This
/// step and the next are the only ones that change the nest's function.
SplicedNest spliceDriver(const ESCoP &E, const Plan &P, llvm::Function &Driver,
                         const DriverCounts &Counts, MathCalls &Math,
                         llvm::FunctionAnalysisManager &FAM);

/// Put a copy of the nest in front of it that executes it in order, without the
/// guards that @p P's bounds resolve, if that is much work and bounds vouch for
/// all iterations. \returns the header of the copy.
llvm::BasicBlock *spliceOrdered(const ESCoP &E, const Plan &P,
                                const DriverCounts &Counts, MathCalls &Math,
                                llvm::FunctionAnalysisManager &FAM);

/// Let loops around nests of @p F be executed without calls of drivers if these
/// are little work: see Versions.cpp. @p FirstTests are those of SplicedNest
/// that remain; those that it puts in front of loops are added.
void versionLoops(llvm::Function &F,
                  llvm::SmallVectorImpl<llvm::WeakVH> &FirstTests,
                  llvm::FunctionAnalysisManager &FAM);

/// Let what @p FirstTests of @p F find to be little work be executed as it was
/// before its counters were widened.
void executeUnchanged(llvm::Function &F,
                      llvm::ArrayRef<llvm::WeakVH> FirstTests,
                      llvm::FunctionAnalysisManager &FAM);

/// Move what calls drivers behind @p FirstTests, which are not in loops, to
/// functions: see DrivenNests.cpp.
void outlineDrivenNests(llvm::Function &F,
                        llvm::ArrayRef<llvm::WeakVH> FirstTests,
                        llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_ESCOP_DRIVER_H
