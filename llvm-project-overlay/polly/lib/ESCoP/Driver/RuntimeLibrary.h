//===- RuntimeLibrary.h - Calls of the runtime ------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See RuntimeLibrary.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_RUNTIMELIBRARY_H
#define POLLY_LIB_ESCOP_DRIVER_RUNTIMELIBRARY_H

#include "llvm/IR/IRBuilder.h"

namespace polly::escop {

/// A function of Runtime.h, by the name of its symbol, as an internal one of
/// @p M; and a call of it.
llvm::Function *getRuntimeFunction(llvm::Module &M, llvm::StringRef Name);
llvm::CallInst *callRuntime(llvm::IRBuilderBase &Builder, llvm::StringRef Name,
                            llvm::ArrayRef<llvm::Value *> Args);

/// The constant runtime::ProcFS of @p M's target, or null if /proc is not to be
/// asked.
llvm::Constant *getProcFS(llvm::Module &M);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_RUNTIMELIBRARY_H
