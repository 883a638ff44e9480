//===- polly/ESCoP/Pipeline.h - Exception-safe tiling -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the exception-safe tiling of loop nests that may leave early
// (`-fexception-safe-tiling`): the module pass `polly-escop` and its
// registration with the pass builder.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_PIPELINE_H
#define POLLY_ESCOP_PIPELINE_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace polly {

/// Transforms the loop nests with abnormal exits of every function that carries
/// the attribute "exception-safe-tiling"="naive|optimized".
///
/// A function without that attribute, and a nest that is declined, is left as
/// it was.
class ESCoPPass : public llvm::PassInfoMixin<ESCoPPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

/// Add `polly-escop` to the default pipelines (at OptimizerEarly) and to the
/// textual pipeline syntax.
void registerESCoPPasses(llvm::PassBuilder &PB);

} // namespace polly

#endif // POLLY_ESCOP_PIPELINE_H
