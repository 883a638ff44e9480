//===- LoopGeneratorsCall.h - Parallel loops as calls -----------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop becomes a function of its own, which executes some
// iterations, and a call that names it:
//
//   i8 body(ptr context, iN begin, iN end)   ; begin, begin + stride, … < end
//   i8 @FUNCTION(ptr body, ptr context, iN begin, iN end, iN stride)
//
// N is the width of pointers. What the called function is, and how it divides
// the iterations, is the business of whoever asked for it
// (FunctionOptions::ParallelLoopFunction). The body is never called for no
// iteration, and returns 0.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_LOOP_GENERATORS_CALL_H
#define POLLY_LOOP_GENERATORS_CALL_H

#include "polly/CodeGen/IRBuilder.h"
#include "polly/CodeGen/LoopGenerators.h"

namespace polly {

class ParallelLoopGeneratorCall final : public ParallelLoopGenerator {
  const std::string Callee;

public:
  ParallelLoopGeneratorCall(PollyIRBuilder &Builder, LoopInfo &LI,
                            DominatorTree &DT, const DataLayout &DL,
                            llvm::StringRef Callee)
      : ParallelLoopGenerator(Builder, LI, DT, DL), Callee(Callee) {}

  void deployParallelExecution(Function *SubFn, Value *SubFnParam, Value *LB,
                               Value *UB, Value *Stride) override;
  Function *prepareSubFnDefinition(Function *F) const override;
  std::tuple<Value *, Function *> createSubFn(Value *Stride, AllocaInst *Struct,
                                              SetVector<Value *> UsedValues,
                                              ValueMapT &VMap) override;
};
} // end namespace polly

#endif // POLLY_LOOP_GENERATORS_CALL_H
