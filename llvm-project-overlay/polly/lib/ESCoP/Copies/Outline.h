//===- Outline.h - A copy of a nest's blocks --------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Outline.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_COPIES_OUTLINE_H
#define POLLY_LIB_ESCOP_COPIES_OUTLINE_H

#include "polly/ESCoP/Copies.h"

namespace polly::escop {

/// A copy of the nest's blocks in @p To, whose first parameters are the
/// live-ins. Its entry block branches to the copied header, its exit block, as
/// yet without a terminator, is where the normal exit edge leads. The number
/// of iterations of the outermost loop is that of the parameter @p N.
struct NestCopy {
  llvm::ValueToValueMapTy VMap;
  llvm::BasicBlock *Entry, *Exit;
  llvm::PHINode *Counter;

  NestCopy(const ESCoP &E, llvm::Function &To, llvm::Argument *N);

  /// Begin with the state that the parameters behind the live-ins hold.
  void startFromState(const ESCoP &E);

  template <typename T> T *get(const T *V) {
    return llvm::cast<T>(static_cast<llvm::Value *>(VMap[V]));
  }
  /// The copy of @p V; constants and globals stand for themselves.
  llvm::Value *lookup(llvm::Value *V) {
    llvm::Value *New = VMap.lookup(V);
    return New ? New : V;
  }
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_COPIES_OUTLINE_H
