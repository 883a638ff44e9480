//===- Operand.h - Factors that are computed when they are packed ---------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor such as alpha * A[i][k], as a function that stores its values.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_OPERAND_H
#define POLLY_LIB_ESCOP_PRODUCTS_OPERAND_H

#include "ProductNest.h"

namespace polly::escop {

/// A factor as a function.
struct ComputedOperand {
  /// A runtime::OperandFunction, and its runtime::ProductOperand::StoresByK.
  llvm::Function *Compute = nullptr;
  bool StoresByK = true;
  ValueContext Context;
};

/// Is @p Factor an element of memory, which needs no function?
inline bool isElement(const ProductFactor &Factor) {
  return llvm::isa<llvm::LoadInst>(Factor.V);
}

/// Let @p Factor, which changes with @p Loop and k, be computed by a function
/// for callers like @p F. @p Expand gives values in front of the nest.
ComputedOperand
computeOperand(const ProductNest &P, const ProductFactor &Factor,
               runtime::ProductLoop Loop, llvm::Function &F,
               llvm::function_ref<llvm::Value *(const llvm::SCEV *)> Expand,
               llvm::IRBuilderBase &Builder);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_OPERAND_H
