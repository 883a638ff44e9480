//===- polly/ESCoP/Products.h - Products in register tiles ------*- C++ -*-===//
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
#include "llvm/Analysis/LoopInfo.h"

namespace polly::escop {

/// Does @p BB add a product to something, each of whose factors stays the same
/// in a loop of @p Nest in which the other one changes, as far as is known?
bool mayAddProduct(const llvm::BasicBlock &BB, const llvm::Loop &Nest,
                   llvm::ScalarEvolution &SE, const llvm::LoopInfo &LI);

/// Does @p L contain three loops, one in the other, that do, and may they be
/// executed as a product?
bool mayHaveProduct(const llvm::Loop &L, llvm::Function &F,
                    llvm::FunctionAnalysisManager &FAM);
/// The same of a loop of @p F.
bool mayHaveProduct(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Let nests of three loops of @p F that are matrix products be executed by
/// register tiles where they are large enough; the loops stay for where they
/// are not. Their working memory is a local array. If @p IsChunk, the function
/// is called again and again, and may access what no object is, so that it
/// calls no malloc; if it is one product, it keeps one operand packed in this
/// memory:
/// @p KeepsOperand. If not @p InTiles, all nests have to be products. \returns
/// whether there is one.
bool tileProducts(llvm::Function &F, bool IsChunk, bool InTiles,
                  bool &KeepsOperand, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_ESCOP_PRODUCTS_H
