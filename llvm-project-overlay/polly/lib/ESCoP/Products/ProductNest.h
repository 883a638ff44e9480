//===- ProductNest.h - Three loops that are a matrix product ----*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three loops that add, in any order, u(i, k) * v(k, j) to C(i, j).
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_PRODUCTS_PRODUCTNEST_H
#define POLLY_LIB_ESCOP_PRODUCTS_PRODUCTNEST_H

#include "Requirements.h"
#include "polly/ESCoP/Runtime.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace polly::escop {

/// What a function finds in memory, its context, and at which byte.
struct ValueContext {
  llvm::SmallVector<std::pair<llvm::Value *, uint64_t>, 8> Values;
  uint64_t Bytes = 0;

  /// \returns where @p V is.
  uint64_t add(llvm::Value *V, const llvm::DataLayout &DL) {
    const uint64_t Offset =
        llvm::alignTo(Bytes, DL.getABITypeAlign(V->getType()));
    Values.push_back({V, Offset});
    Bytes = Offset + DL.getTypeAllocSize(V->getType());
    return Offset;
  }
};

/// How a product is added, in the nest's own operations.
struct TileOperation {
  llvm::Type *Ty = nullptr;
  /// fmuladd or fma; otherwise a multiplication and Add.
  llvm::Intrinsic::ID Fused = llvm::Intrinsic::not_intrinsic;
  llvm::Instruction::BinaryOps Add = llvm::Instruction::FAdd;
  llvm::FastMathFlags Flags;
};

/// u(i, k) or v(k, j).
struct ProductFactor {
  llvm::Value *V = nullptr;
  /// What V is computed by in each iteration, operands first; loads among them.
  llvm::SmallVector<llvm::Instruction *, 4> Computation;
  llvm::MapVector<llvm::LoadInst *, AffineAccess> Loads;

  bool varies(unsigned Loop) const {
    return llvm::any_of(
        Loads, [Loop](const auto &Load) { return Load.second.varies(Loop); });
  }
};

/// The range of an inner loop if it depends on an outer one: in iteration n of
/// that, it is [Skew * n, Count + CountStep * n], where it counts from what the
/// accesses depend on alone.
struct ProductTriangle {
  unsigned Outer, Inner;
  /// The count of back edges in the outer loop's first iteration.
  const llvm::SCEV *Count;
  int64_t CountStep;
  /// What the range ends with at most, or null. Whether it always does, or
  /// never, is known once the loops are executed: in a tile of a triangle.
  const llvm::SCEV *Limit;
  /// The same in each iteration, and what has to hold in the first one for it
  /// to be that, and for the inner loop to be entered: in the others it does
  /// then, if no count is negative.
  const llvm::SCEV *AnyCount;
  llvm::SmallVector<Comparison, 2> Required;
  /// 1 if the inner loop begins with the outer one's counter; else 0.
  int64_t Skew = 0;
};

/// A guard marker whose condition does not change with some of the loops.
struct OperandMarker {
  llvm::Instruction *Call;
  std::array<bool, NestDepth> Varies;
};

/// Guard markers whose conditions change with the sums, in each iteration.
struct SumGuards {
  llvm::SmallVector<llvm::Instruction *, 2> Markers;
  /// What their conditions are computed from, beside the sums before and behind
  /// an iteration.
  llvm::SmallSetVector<llvm::Value *, 4> Invariants;
  /// Multiplications of the factors.
  llvm::SmallSetVector<llvm::Instruction *, 2> Products;
};

struct ProductNest {
  LoopChain Loops;
  /// Which of the loops that of each runtime::ProductLoop is.
  std::array<unsigned, runtime::NumProductLoops> Role;
  /// Of an inner loop that depends on an outer one, the most.
  std::array<const llvm::SCEV *, NestDepth> BackedgeTakenCounts;
  std::optional<ProductTriangle> Triangle;
  TileOperation Operation;
  /// Of rows and of columns.
  ProductFactor Factors[2];

  /// What is added to: an element of memory, loaded in each iteration, or a
  /// scalar, which begins with Start and is stored behind the innermost loop.
  llvm::Instruction *Sum = nullptr;
  llvm::LoadInst *Old = nullptr;
  /// What the product is added to in an iteration: Old, or a PHI.
  llvm::Value *Acc = nullptr;
  llvm::Value *Start = nullptr;
  /// Whether Start is the element's value.
  bool StartsWithResult = false;
  /// Whether sums are added up in memory of their own, as the result's elements
  /// are used behind the innermost loop.
  bool HasBuffer = false;
  llvm::StoreInst *Store = nullptr;
  /// Whether something is stored to the elements' mirror images, too.
  bool HasMirror = false;
  AffineAccess Result;
  /// The sum behind the innermost loop.
  llvm::SmallVector<llvm::PHINode *, 1> SumOuts;

  /// Stores and guard markers in front of the innermost loop, and behind it;
  /// and markers in it.
  llvm::SmallVector<llvm::Instruction *, 4> Before, Behind;
  llvm::SmallVector<OperandMarker, 2> Inside;
  SumGuards OfSums;

  /// What is read and may overlap the result.
  llvm::SmallVector<AffineAccess, 4> Reads;
  llvm::SmallVector<RangeCheck, 4> RangeChecks;
  /// What holds if inner loops always iterate equally often and are entered.
  Requirement Required;
  /// For each part of the nest that nothing is said of here: one of these holds
  /// if it is not executed.
  llvm::SmallVector<llvm::SmallVector<Requirement, 2>, 2> Excluded;

  /// What is used behind the nest.
  llvm::SmallSetVector<llvm::Instruction *, 2> LiveOuts;

  const llvm::Loop &getInnermost() const { return *Loops.back(); }
  const llvm::Loop &getOutermost() const { return *Loops.front(); }
};

/// Understand @p Innermost and the two loops around it as a product.
std::optional<ProductNest> matchProduct(llvm::Loop &Innermost,
                                        llvm::Function &F,
                                        llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_PRODUCTS_PRODUCTNEST_H
