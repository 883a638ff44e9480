//===- polly/ESCoP/Products.h - Products in register tiles -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products in a function without exits, however they are written.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_PRODUCTS_H
#define POLLY_ESCOP_PRODUCTS_H

#include "polly/ESCoP/Runtime.h"
#include "polly/ESCoP/Support.h"

namespace polly::escop {

/// Let nests of three loops of @p F that are matrix products be executed by
/// register tiles where they are large enough; the loops stay for where they
/// are not. Their working memory is a local array. If @p MayAllocate, the
/// function may also call malloc: what it accesses are objects. \returns whether
/// there is a product.
bool tileProducts(llvm::Function &F, bool MayAllocate,
                  llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_ESCOP_PRODUCTS_H
