//===- Tile.h - The functions that multiply ---------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register tile for an operation and a target, and the panels around it.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_TILE_H
#define POLLY_LIB_ESCOP_PRODUCTS_TILE_H

#include "ProductNest.h"
#include "polly/ESCoP/Support.h"

namespace polly::escop {

/// A register tile: so many rows of so many vectors.
struct TileShape {
  llvm::FixedVectorType *VectorTy;
  unsigned Rows, Vectors;
  /// Those that neither the tile nor its operands are in.
  unsigned FreeRegisters;
  /// Whether the target loads and stores some elements of a vector.
  bool HasMasks;
};

/// What the tile's guards compare with.
ValueContext getTileContext(const ProductNest &P);

/// The tile of @p Op that fills the registers of @p F's target, if there are
/// vector instructions for it.
std::optional<TileShape> getTileShape(const TileOperation &Op,
                                      llvm::Function &F,
                                      llvm::FunctionAnalysisManager &FAM);

/// A runtime::ProductTile of that shape, for callers like @p F, whose function
/// says whether one of the guards of @p P.OfSums fires.
llvm::GlobalVariable *getTile(const ProductNest &P, const TileShape &Shape,
                              llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

/// An internal function that is compiled for the target that @p F is compiled
/// for.
llvm::Function *createForTarget(llvm::FunctionType *Ty, const llvm::Twine &Name,
                                llvm::Function &F);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_TILE_H
