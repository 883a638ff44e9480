//===- ShadowLoops.h - What the loops of a shadow do ------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ShadowLoops.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_SHADOWLOOPS_H
#define POLLY_LIB_ESCOP_POLICY_SHADOWLOOPS_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Does @p Is hold for an instruction of the innermost loops?
bool anyInnermost(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM,
                  llvm::function_ref<bool(const llvm::Instruction &)> Is);

/// Are there vector instructions for what the innermost loops do? Polly unrolls
/// a matrix product into register tiles for them; scalars spill (600 x 600:
/// signed char 0.44 s instead of 0.13 s, long double 1.1 s instead of 0.5 s,
/// overflow checks of 64 bits 0.34 s instead of 0.15 s).
bool fillsVectors(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// The SLP vectoriser leaves much of register tiles that multiply extended
/// elements to scalars, unlike the loop vectoriser (checked products of int,
/// 300 x 300: 18 ms instead of 7; of short, with AVX2: 13 instead of 6).
bool fillsTiles(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// How many streams of accesses the innermost loop with most of them has that
/// are not contiguous. An iteration may access several elements side by side,
/// such as the components at a point, if that is half of what it steps over at
/// least, or @p Most bytes. Loops of @p Few iterations are what is left over
/// beside strips.
unsigned countScattered(llvm::Function &Shadow,
                        llvm::FunctionAnalysisManager &FAM, unsigned Few = 0,
                        uint64_t Most = -1);

inline bool isContiguous(llvm::Function &Shadow,
                         llvm::FunctionAnalysisManager &FAM, unsigned Few = 0) {
  return countScattered(Shadow, FAM, Few) == 0;
}

/// Do the deepest loops store elements side by side, or nothing, and nothing
/// that later iterations may load, as far as Polly knows? Loops of @p Few
/// iterations are what is left over beside strips.
bool storesSideBySide(llvm::Function &Shadow,
                      llvm::FunctionAnalysisManager &FAM, unsigned Few);

/// Is anything accessed that does not change in one of the loops around it?
/// What is accessed once gains nothing by tiles.
bool hasReuse(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// Is an array written that is read elsewhere, too?
bool readsWrittenArrays(llvm::Function &Shadow,
                        llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_SHADOWLOOPS_H
