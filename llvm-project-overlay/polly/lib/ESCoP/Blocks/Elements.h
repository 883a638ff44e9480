//===- Elements.h - One access of an element in an iteration ----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Elements.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_BLOCKS_ELEMENTS_H
#define POLLY_LIB_ESCOP_BLOCKS_ELEMENTS_H

#include "polly/ESCoP/Copies.h"

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace polly::escop {

/// The only loop of @p Shadow, or null if that is none that only its latch
/// leaves, and has no loops in it.
llvm::Loop *getOnlyLoop(llvm::Function &Shadow,
                        llvm::FunctionAnalysisManager &FAM);

/// Do @p A and @p B of one iteration access common bytes, at a constant
/// distance?
bool overlap(llvm::Instruction &A, llvm::Instruction &B,
             llvm::ScalarEvolution &SE);

/// Loads of a nest that may read what their own iteration stores before.
using OwnReadSet = llvm::SmallPtrSet<const llvm::LoadInst *, 2>;

/// Let accesses of @p Shadow's loop through one of two pointers, both affine, be
/// two accesses. @p Loads follow, and are in @p OwnReads.
void splitAccesses(llvm::Function &Shadow, CopiedLoads &Loads,
                   OwnReadSet &OwnReads, llvm::FunctionAnalysisManager &FAM);

/// Let each iteration of @p Shadow's loop access an element that it stores to
/// in one place, or load it in one and store it in one. @p Loads follow; those
/// that are joined are in @p OwnReads.
void joinElements(llvm::Function &Shadow, CopiedLoads &Loads,
                  OwnReadSet &OwnReads, llvm::FunctionAnalysisManager &FAM);

/// Let what each iteration stores and the next one loads be handed on.
void carryElements(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_BLOCKS_ELEMENTS_H
