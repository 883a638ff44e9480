//===- CoveringIteration.h - One iteration that writes all ------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In many nests an iteration of a loop writes all that the later ones write, or
// all that the earlier ones wrote. Gaussian elimination is of the first kind,
// the second access of a symmetric product of the second:
//
//   for (k…) for (i = k + 1; i < n; ++i) for (j = k + 1; j < n; ++j)
//     A[i][j] -= A[i][k] * A[k][j];
//
//   for (i…) for (j…) for (k = 0; k < i; ++k)
//     C[k][j] += A[i][k] * B[i][j];
//
// To copy what such a loop writes, its first or last iteration is enough.
//
// Let x be the counters of the loops inside, from 0 on, of which a root's address
// is a linear function, and D(k) those for which iteration k executes the root.
// If m is a vector with
//
//   address(k + 1, x) = address(k, x + m)
//
// then iteration k writes all that k + 1 writes if D(k + 1) + m is in D(k), and
// k + 1 all that k wrote if D(k) - m is in D(k + 1). D is described by the loops'
// trip counts, which are linear, too, and by conditions that are monotone in k.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_COVERINGITERATION_H
#define POLLY_LIB_ESCOP_COVERINGITERATION_H

#include "polly/ESCoP/Copies.h"

namespace polly::escop {

enum class CoveringIteration { First, Last };

/// The iteration of @p L in which @p Root, which is in it and writes at
/// @p Address, comes to all places that it comes to in any. @p S is the slice
/// with respect to Root.
std::optional<CoveringIteration>
findCoveringIteration(const llvm::Loop *L, const llvm::Instruction *Root,
                      llvm::Value *Address, const Slice &S,
                      const llvm::LoopInfo &LI, const llvm::DominatorTree &DT,
                      llvm::ScalarEvolution &SE);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_COVERINGITERATION_H
