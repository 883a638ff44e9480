//===- GreatestWork.h - What is most in a loop ------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_DRIVER_GREATESTWORK_H
#define POLLY_LIB_ESCOP_DRIVER_GREATESTWORK_H

namespace llvm {
class Loop;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace polly::escop {

/// A value that is invariant in @p L and that @p S does not exceed in its
/// iterations, if no operation in @p S wraps; or null.
const llvm::SCEV *getGreatestInLoop(const llvm::SCEV *S, const llvm::Loop &L,
                                    llvm::ScalarEvolution &SE);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_DRIVER_GREATESTWORK_H
