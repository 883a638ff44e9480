//===- TripCounts.h - How often a nest's loop iterates ----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TripCounts.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_TRIPCOUNTS_H
#define POLLY_LIB_ESCOP_NEST_TRIPCOUNTS_H

#include "polly/ESCoP/Nest.h"

namespace llvm {
class AAResults;
}

namespace polly::escop {

/// `for (…; It Pred End; …)`, as Cmp says
struct EndCondition {
  llvm::ICmpInst *Cmp;
  llvm::Value *It, *End;
  llvm::CmpInst::Predicate Pred;
};

/// The condition under which @p L continues behind @p Exiting.
std::optional<EndCondition> getEndCondition(const llvm::Loop &L,
                                            const llvm::BasicBlock *Exiting);

/// Is @p L left from @p Exiting at an end that does not change in the loop, if
/// no other exit is taken? ScalarEvolution counts steps beyond 1 only if they
/// do not step over the end and go round.
bool hasInvariantEnd(const llvm::Loop &L, const llvm::BasicBlock *Exiting,
                     llvm::ScalarEvolution &SE);

/// What is compared with an end, and the constant that is added to it, if it is
/// an extension that is so much narrower that the sum does not wrap: with `int`
/// for a counter of 16 bits in `i + 1 < n`.
std::pair<llvm::Value *, llvm::APInt> splitOffset(llvm::Value *It);

/// Is @p L left from @p Exiting at such an end, wider than the counter? See
/// NarrowCounters.cpp.
bool hasNarrowCounter(const llvm::Loop &L, const llvm::BasicBlock *Exiting,
                      llvm::ScalarEvolution &SE);

/// Is @p L left from @p Exiting at an end that may change in the loop?
bool hasEndInMemory(const llvm::Loop &L, const llvm::BasicBlock *Exiting,
                    llvm::ScalarEvolution &SE);

/// Is it so, and is the end loaded in front of the loop, too?
bool hasEndInFront(const llvm::Loop &L, const llvm::BasicBlock *Exiting,
                   llvm::ScalarEvolution &SE, llvm::AAResults &AA);

/// Compute the ends in memory of the loops of @p F in front of the loops, where
/// that is safe.
void computeEndsInFront(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// A load in front of @p L whose result is what @p Load, in it, would load when
/// the loop is entered; null if there is none.
llvm::LoadInst *findLoadInFront(llvm::LoadInst &Load, const llvm::Loop &L,
                                llvm::AAResults &AA);

/// A load of @p L that @p PHI passes on, as GVN makes one load of several; null
/// if there is none. That all of its values are loaded from there is not known.
llvm::LoadInst *findLoad(llvm::PHINode &PHI, const llvm::Loop &L);

/// Hoisted loads, and loads in front of the nest that do the same when it is
/// entered.
using BoundLoads = llvm::SmallMapVector<llvm::LoadInst *, llvm::LoadInst *, 4>;

/// The backedge-taken count of the nest if no guard fires, and what hoisted
/// loads it stands on. Only behind collectHoisted.
const llvm::SCEV *computeBackedgeTakenCount(const ESCoP &E,
                                            llvm::ScalarEvolution &SE,
                                            llvm::AAResults &AA,
                                            BoundLoads &Loads);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_TRIPCOUNTS_H
