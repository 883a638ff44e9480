//===- Hoisting.h - What does not change in a nest --------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Hoisting.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_HOISTING_H
#define POLLY_LIB_ESCOP_NEST_HOISTING_H

#include "polly/ESCoP/Nest.h"

namespace llvm {
class AAResults;
}

namespace polly::escop {

/// Does @p V not change in the nest, as far as its copies are concerned?
bool isInvariant(const ESCoP &E, const llvm::Value *V);

/// Find E.Hoisted, with E.HoistedTwins, E.Probed and E.HoistedGuards; and
/// E.Steady, which is no longer E.State.
void collectHoisted(ESCoP &E, llvm::FunctionAnalysisManager &FAM);

/// Add to E.Hoisted what is computed from the sizes of rows.
void hoistSizes(ESCoP &E, const llvm::LoopInfo &LI);

/// Let @p By, in front of the nest, stand for what is hoisted for @p I.
void replaceHoisted(ESCoP &E, llvm::Instruction *I, llvm::Instruction *By);

/// Let what was loaded in front of the nest stand for what is hoisted from the
/// same address; spliceDriver compares them, as a nest that resumes may change
/// it. Of two loops over one vector, the guards of the first kept its address
/// from being hoisted out of the second.
void mergeWithEarlierLoads(ESCoP &E, llvm::SetVector<llvm::Value *> &Leaves,
                           llvm::AAResults &AA, llvm::ScalarEvolution &SE);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_HOISTING_H
