//===- CopyOrder.h - Copy what is contiguous together -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy comes to elements in the nest's order, column by column if the nest
// does. The order is of no matter, so
//
//   for (j = 0; j < n; ++j)                   for (i = 0; i < n; ++i)
//     for (i = j; i < n; ++i)         to        memcpy(&to[i][0], &from[i][0],
//       to[i][j] = from[i][j];                         (i + 1) * sizeof(…));
//
// Let t be the outer loop's iteration, u the inner one's, counted from where
// that of t = 0 begins: [a t, c + b t], with a and b from -1, 0, 1. The element
// of (t, u) is at s u + e t, where e is its size. For each u, those t are an
// interval. It is loop interchange (R. Allen and K. Kennedy, Optimizing
// Compilers for Modern Architectures, 2001, 5.2) of trapezoids too, which
// LoopInterchange does not do.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_FOOTPRINT_COPYORDER_H
#define POLLY_LIB_ESCOP_FOOTPRINT_COPYORDER_H

#include "polly/ESCoP/Support.h"

namespace polly::escop {

/// Let the pairs of loops of the copy @p F of which the inner one steps over
/// elements, and the outer one does not, copy intervals. What is left of the
/// inner one has no effect.
void copyAlongRows(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_FOOTPRINT_COPYORDER_H
