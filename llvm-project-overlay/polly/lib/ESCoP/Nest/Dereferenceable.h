//===- Dereferenceable.h - Is what is referred to still there? --*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_DEREFERENCEABLE_H
#define POLLY_LIB_ESCOP_NEST_DEREFERENCEABLE_H

namespace llvm {
class Function;
class Loop;
class LoopInfo;
class TargetLibraryInfo;
class Value;
} // namespace llvm

namespace polly::escop {

/// Is the object that @p Base points to there whenever @p L is entered, if it
/// was where the function was called?
bool isThereInFront(const llvm::Loop &L, const llvm::Value *Base,
                    const llvm::TargetLibraryInfo &TLI);

/// Let nothing in @p F be known to be dereferenceable, if a call may free it
/// before a loop is entered.
void dropDereferenceable(llvm::Function &F, const llvm::LoopInfo &LI,
                         const llvm::TargetLibraryInfo &TLI);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_DEREFERENCEABLE_H
