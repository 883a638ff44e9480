//===- ConstantPitch.h - Rows of a constant number of elements --*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ConstantPitch.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_POLICY_CONSTANTPITCH_H
#define POLLY_LIB_ESCOP_POLICY_CONSTANTPITCH_H

#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// Let accesses to matrices with a constant pitch have two subscripts.
void separateSubscripts(llvm::Function &Shadow,
                        llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_POLICY_CONSTANTPITCH_H
