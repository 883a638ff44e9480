//===- Parts.h - What a nest does beside its product ------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Initialisations, and uses of the results, in loops of their own.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_PARTS_H
#define POLLY_LIB_ESCOP_PRODUCTS_PARTS_H

#include "ProductNest.h"

namespace polly::escop {

/// Where the sums are: the address of the first one, and the bytes from one to
/// the next in the loops around the innermost one.
struct SumAddress {
  llvm::Value *Base;
  std::array<llvm::Value *, NestDepth - 1> Steps;
};

/// Emits the parts of a product's nest that are executed in front of all
/// products, and behind them.
class PartEmitter {
  const ProductNest &P;
  const SumAddress &Sums;
  /// Where the parts so far end.
  llvm::BasicBlock *End;

  class NestClone;

public:
  /// Emit parts behind @p Begin, which has no terminator.
  PartEmitter(const ProductNest &P, const SumAddress &Sums,
              llvm::BasicBlock *Begin)
      : P(P), Sums(Sums), End(Begin) {}

  /// \returns the block behind, which has no terminator.
  llvm::BasicBlock *emitBefore();
  llvm::BasicBlock *emitBehind();
};

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_PARTS_H
