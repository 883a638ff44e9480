//===- LoopGeneratorsCall.cpp - Parallel loops as calls -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/CodeGen/LoopGeneratorsCall.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace polly;

void ParallelLoopGeneratorCall::deployParallelExecution(Function *SubFn,
                                                        Value *SubFnParam,
                                                        Value *LB, Value *UB,
                                                        Value *Stride) {
  Type *Ptr = Builder.getPtrTy();
  FunctionCallee F = M->getOrInsertFunction(
      Callee, FunctionType::get(Builder.getInt8Ty(),
                                {Ptr, Ptr, LongType, LongType, LongType},
                                /*isVarArg=*/false));
  CallInst *Call = Builder.CreateCall(F, {SubFn, SubFnParam, LB, UB, Stride});
  Call->setDebugLoc(DLGenerated);
}

Function *ParallelLoopGeneratorCall::prepareSubFnDefinition(Function *F) const {
  FunctionType *FT = FunctionType::get(Builder.getInt8Ty(),
                                       {Builder.getPtrTy(), LongType, LongType},
                                       /*isVarArg=*/false);
  Function *SubFn = Function::Create(FT, Function::InternalLinkage,
                                     F->getName() + "_polly_subfn", M);
  SubFn->getArg(0)->setName("polly.par.userContext");
  SubFn->getArg(1)->setName("polly.par.LB");
  SubFn->getArg(2)->setName("polly.par.UB");
  return SubFn;
}

// The values of the context are loaded in the block in front of the loop, which
// is created in a block between that and the one that returns, as if in the
// function that calls.
std::tuple<Value *, Function *>
ParallelLoopGeneratorCall::createSubFn(Value *Stride, AllocaInst *StructData,
                                       SetVector<Value *> Data,
                                       ValueMapT &Map) {
  Function *SubFn = createSubFnDefinition();
  LLVMContext &Context = SubFn->getContext();
  BasicBlock *PrevBB = Builder.GetInsertBlock();
  BasicBlock *HeaderBB = BasicBlock::Create(Context, "polly.par.setup", SubFn);
  BasicBlock *ExitBB = BasicBlock::Create(Context, "polly.par.exit", SubFn);
  DT.addNewBlock(HeaderBB, PrevBB);
  DT.addNewBlock(ExitBB, HeaderBB);

  Builder.SetInsertPoint(HeaderBB);
  extractValuesFromStruct(Data, StructData->getAllocatedType(),
                          SubFn->getArg(0), Map);
  // createLoop has an inclusive bound.
  Value *UB = Builder.CreateSub(SubFn->getArg(2), ConstantInt::get(LongType, 1),
                                "polly.par.UBAdjusted");
  Builder.CreateBr(ExitBB);
  Builder.SetInsertPoint(&*--Builder.GetInsertPoint());
  BasicBlock *AfterBB;
  Value *IV = createLoop(SubFn->getArg(1), UB, Stride, Builder, LI, DT, AfterBB,
                         ICmpInst::ICMP_SLE, nullptr, true,
                         /* UseGuard */ false);
  BasicBlock::iterator LoopBody = Builder.GetInsertPoint();

  Builder.SetInsertPoint(ExitBB);
  Builder.CreateRet(Builder.getInt8(0));
  Builder.SetInsertPoint(&*LoopBody);
  return std::make_tuple(IV, SubFn);
}
