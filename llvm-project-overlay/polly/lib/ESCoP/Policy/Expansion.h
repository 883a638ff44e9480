//===- Expansion.h - Scalars become arrays ----------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Expansion.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_EXPANSION_H
#define POLLY_LIB_ESCOP_POLICY_EXPANSION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Value;
} // namespace llvm

namespace polly::escop {

/// Is \p Base the array of an expanded scalar, in the function with the loops?
bool isExpandedScalar(const llvm::Value &Base);

/// A shadow whose scalars are elements of arrays, which it allocates. Until it
/// is finished, its loops are a function of their own, that gets these.
class ExpandedShadow {
  llvm::Function *Shadow, *Loops = nullptr;
  /// The allocated memory, and what Loops gets as further arguments.
  llvm::CallInst *Memory = nullptr;
  llvm::SmallVector<llvm::Value *, 8> Arguments;

public:
  /// Expands the scalars of @p Shadow that keep iterations in order. What is
  /// left of it computes how large the arrays are.
  ExpandedShadow(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);
  /// The function with the loops; null if nothing could be expanded, or if that
  /// is not enough.
  llvm::Function *getLoops() const { return Loops; }
  /// \returns the shadow with what was made of the loops, @p Loops. If these
  /// got other parameters, behind all others, the shadow has them, too. It
  /// returns SS_Declined if there is no memory.
  llvm::Function *finish(llvm::Function &Loops,
                         llvm::FunctionAnalysisManager &FAM);
  void erase(llvm::FunctionAnalysisManager &FAM);
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_EXPANSION_H
