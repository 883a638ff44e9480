//===- Operand.cpp - Factors that are computed when they are packed -------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function executes two loops, of which the inner one goes along the
// elements of memory if there are contiguous ones, for the loop vectoriser.
//
//===----------------------------------------------------------------------===//

#include "Operand.h"
#include "Tile.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace polly::escop;

namespace {

class OperandEmitter {
  const ProductNest &P;
  const ProductFactor &Factor;
  const unsigned Other, Depth;
  function_ref<Value *(const SCEV *)> Expand;
  /// In front of the nest, and in the function.
  IRBuilderBase &Outside;
  IRBuilder<> Builder;
  ComputedOperand Result;
  DenseMap<const Value *, Value *> Copies;
  BasicBlock *Entry = nullptr;

  bool isContiguous(unsigned Loop) const;
  Value *capture(Value *V);
  Value *getAddress(const AffineAccess &Access, Value *OtherNo, Value *KNo);
  void emitComputation(Value *OtherNo, Value *KNo);
  PHINode *beginLoop(StringRef Name);
  void endLoop(PHINode *Counter, Value *Count);

public:
  OperandEmitter(const ProductNest &P, const ProductFactor &Factor,
                 runtime::ProductLoop Loop,
                 function_ref<Value *(const SCEV *)> Expand,
                 IRBuilderBase &Outside)
      : P(P), Factor(Factor), Other(P.Role[Loop]),
        Depth(P.Role[runtime::PL_Depth]), Expand(Expand), Outside(Outside),
        Builder(Outside.getContext()) {}

  ComputedOperand emit(Function &F);
};

} // namespace

bool OperandEmitter::isContiguous(unsigned Loop) const {
  return all_of(Factor.Loads, [&](const auto &Load) {
    auto *Step = dyn_cast<SCEVConstant>(Load.second.Offset.Steps[Loop]);
    return Step &&
           Step->getAPInt().abs() == Load.first->getDataLayout()
                                         .getTypeStoreSize(Load.second.Ty)
                                         .getFixedValue();
  });
}

/// The value in the function of @p V, which is there in front of the nest.
Value *OperandEmitter::capture(Value *V) {
  if (isa<Constant>(V))
    return V;
  Value *&Copy = Copies[V];
  if (Copy)
    return Copy;
  const uint64_t Offset = Result.Context.add(V, P.Store->getDataLayout());
  IRBuilder<> AtEntry(Entry->getTerminator());
  return Copy = AtEntry.CreateLoad(
             V->getType(),
             AtEntry.CreateConstInBoundsGEP1_64(
                 AtEntry.getInt8Ty(), Entry->getParent()->getArg(0), Offset));
}

Value *OperandEmitter::getAddress(const AffineAccess &Access, Value *OtherNo,
                                  Value *KNo) {
  Type *I8 = Builder.getInt8Ty();
  Value *Address =
      capture(Outside.CreateGEP(I8, Access.Base, Expand(Access.Offset.Start)));
  for (auto [Loop, No] : {std::pair(Other, OtherNo), std::pair(Depth, KNo)}) {
    Value *Step = capture(Expand(Access.Offset.Steps[Loop]));
    Address = Builder.CreateGEP(I8, Address, Builder.CreateMul(No, Step));
  }
  return Address;
}

/// Copy what the factor is computed by.
void OperandEmitter::emitComputation(Value *OtherNo, Value *KNo) {
  for (Instruction *I : Factor.Computation) {
    Instruction *Copy = I->clone();
    auto *Load = dyn_cast<LoadInst>(I);
    if (Load)
      Copy->setOperand(
          LoadInst::getPointerOperandIndex(),
          getAddress(Factor.Loads.find(Load)->second, OtherNo, KNo));
    else
      for (Use &Op : Copy->operands())
        Op = capture(Op);
    Builder.Insert(Copy);
    Copies[I] = Copy;
  }
}

/// Begin a loop that iterates at least once.
PHINode *OperandEmitter::beginLoop(StringRef Name) {
  BasicBlock *From = Builder.GetInsertBlock();
  auto *Header =
      BasicBlock::Create(Builder.getContext(), Name, From->getParent());
  Builder.CreateBr(Header);
  Builder.SetInsertPoint(Header);
  PHINode *Counter = Builder.CreatePHI(Builder.getInt64Ty(), 2);
  Counter->addIncoming(Builder.getInt64(0), From);
  return Counter;
}

void OperandEmitter::endLoop(PHINode *Counter, Value *Count) {
  BasicBlock *Latch = Builder.GetInsertBlock();
  Value *Next =
      Builder.CreateAdd(Counter, Builder.getInt64(1), "", /*HasNUW=*/true);
  Counter->addIncoming(Next, Latch);
  auto *Exit = BasicBlock::Create(Builder.getContext(), "", Latch->getParent());
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Count), Exit,
                       Counter->getParent());
  Builder.SetInsertPoint(Exit);
}

ComputedOperand OperandEmitter::emit(Function &F) {
  Type *Ptr = Builder.getPtrTy(), *I64 = Builder.getInt64Ty();
  Result.Compute =
      createForTarget(FunctionType::get(Builder.getVoidTy(),
                                        {Ptr, I64, I64, I64, I64, Ptr}, false),
                      F.getName() + ".operand", F);
  Function &Compute = *Result.Compute;
  Compute.addParamAttr(5, Attribute::NoAlias);
  Result.StoresByK = isContiguous(Depth) || !isContiguous(Other);
  Value *OuterCount = Compute.getArg(Result.StoresByK ? 2 : 4),
        *InnerCount = Compute.getArg(Result.StoresByK ? 4 : 2);
  Entry = BasicBlock::Create(F.getContext(), "entry", &Compute);
  Builder.SetInsertPoint(Entry);
  PHINode *Outer = beginLoop("outer");
  PHINode *Inner = beginLoop("inner");
  emitComputation(
      Builder.CreateAdd(Compute.getArg(1), Result.StoresByK ? Outer : Inner),
      Builder.CreateAdd(Compute.getArg(3), Result.StoresByK ? Inner : Outer));
  Type *Ty = P.Operation.Ty;
  Value *Place = Builder.CreateAdd(Builder.CreateMul(Outer, InnerCount), Inner);
  Builder.CreateStore(capture(Factor.V),
                      Builder.CreateGEP(Ty, Compute.getArg(5), Place));
  endLoop(Inner, InnerCount);
  endLoop(Outer, OuterCount);
  Builder.CreateRetVoid();
  return std::move(Result);
}

ComputedOperand
polly::escop::computeOperand(const ProductNest &P, const ProductFactor &Factor,
                             runtime::ProductLoop Loop, Function &F,
                             function_ref<Value *(const SCEV *)> Expand,
                             IRBuilderBase &Builder) {
  return OperandEmitter(P, Factor, Loop, Expand, Builder).emit(F);
}
