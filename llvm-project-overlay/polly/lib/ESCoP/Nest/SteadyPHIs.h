//===- SteadyPHIs.h - PHIs that pass on one value ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SteadyPHIs.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LIB_ESCOP_NEST_STEADYPHIS_H
#define POLLY_LIB_ESCOP_NEST_STEADYPHIS_H

#include "polly/ESCoP/Nest.h"
#include <functional>

namespace polly::escop {

/// Finds PHIs that pass on one value.
class SteadyPHIs {
  using PHIValues = llvm::SmallMapVector<llvm::PHINode *, llvm::Value *, 8>;

  /// What stands for a value; whether it does not change; and whether control
  /// comes from a block.
  std::function<llvm::Value *(llvm::Value *)> GetRepresentative;
  std::function<bool(llvm::Value *)> IsSteady;
  std::function<bool(llvm::BasicBlock *)> IsReached;
  /// Of each PHI, the value; null as long as nothing is known, the PHI itself if
  /// it passes on several.
  PHIValues Values;

  llvm::Value *getValue(llvm::Value *V) const;
  bool isKnownOnEdge(llvm::Value *Steady, llvm::CmpInst::Predicate Pred,
                     const llvm::Constant &C, llvm::BasicBlock *From,
                     llvm::BasicBlock *To) const;
  llvm::Value *join(llvm::PHINode &PHI) const;
  bool propagate();

public:
  SteadyPHIs(std::function<llvm::Value *(llvm::Value *)> GetRepresentative,
             std::function<bool(llvm::Value *)> IsSteady,
             std::function<bool(llvm::BasicBlock *)> IsReached)
      : GetRepresentative(std::move(GetRepresentative)),
        IsSteady(std::move(IsSteady)), IsReached(std::move(IsReached)) {}
  void add(llvm::PHINode &PHI) { Values.insert({&PHI, nullptr}); }
  /// Those of the PHIs that were added, with their values.
  PHIValues find();
};

/// Replace PHIs of the loops of @p F that pass on one value.
void replaceSteadyPHIs(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Let PHIs of what is computed by the same operations be computed by them from
/// PHIs, if there are these: an end of a loop that is loaded, and extended, in
/// several places is one value then.
void computeBehindPHIs(llvm::Function &F);

} // namespace polly::escop

#endif // POLLY_LIB_ESCOP_NEST_STEADYPHIS_H
