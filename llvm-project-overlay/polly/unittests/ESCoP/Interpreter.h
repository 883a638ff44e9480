//===- Interpreter.h - Executes integer code --------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_UNITTESTS_ESCOP_INTERPRETER_H
#define POLLY_UNITTESTS_ESCOP_INTERPRETER_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "gtest/gtest.h"
#include <optional>

namespace polly::escop {

/// Executes the integer code of a function.
class Interpreter {
  llvm::DenseMap<const llvm::Value *, llvm::APInt> Values;

  const llvm::APInt &operand(const llvm::User &U, unsigned Idx) const {
    return get(U.getOperand(Idx));
  }

  /// The result of @p I, or nothing if it is undefined.
  std::optional<llvm::APInt> compute(const llvm::BinaryOperator &I) const {
    const llvm::APInt &A = operand(I, 0), &B = operand(I, 1);
    bool SignedOverflow = false, UnsignedOverflow = false;
    llvm::APInt Result = A;
    switch (I.getOpcode()) {
    case llvm::Instruction::Add:
      Result = A.sadd_ov(B, SignedOverflow);
      (void)A.uadd_ov(B, UnsignedOverflow);
      break;
    case llvm::Instruction::Sub:
      Result = A.ssub_ov(B, SignedOverflow);
      (void)A.usub_ov(B, UnsignedOverflow);
      break;
    case llvm::Instruction::Mul:
      return A * B;
    case llvm::Instruction::Shl:
      return A.shl(B);
    case llvm::Instruction::LShr:
      return A.lshr(B);
    case llvm::Instruction::And:
      return A & B;
    case llvm::Instruction::Or:
      return A | B;
    case llvm::Instruction::Xor:
      return A ^ B;
    case llvm::Instruction::UDiv:
      return B.isZero() ? std::nullopt : std::optional(A.udiv(B));
    case llvm::Instruction::URem:
      return B.isZero() ? std::nullopt : std::optional(A.urem(B));
    default:
      ADD_FAILURE() << "not interpreted: " << I.getOpcodeName();
      return std::nullopt;
    }
    if ((SignedOverflow && I.hasNoSignedWrap()) ||
        (UnsignedOverflow && I.hasNoUnsignedWrap()))
      return std::nullopt;
    return Result;
  }

  std::optional<llvm::APInt> compute(const llvm::Instruction &I) const {
    if (auto *Op = llvm::dyn_cast<llvm::BinaryOperator>(&I))
      return compute(*Op);
    const unsigned Width = I.getType()->getIntegerBitWidth();
    if (auto *Cmp = llvm::dyn_cast<llvm::ICmpInst>(&I))
      return llvm::APInt(1,
                         llvm::ICmpInst::compare(operand(I, 0), operand(I, 1),
                                                 Cmp->getPredicate()));
    if (auto *MinMax = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&I)) {
      const llvm::APInt &A = operand(I, 0), &B = operand(I, 1);
      return llvm::ICmpInst::compare(A, B, MinMax->getPredicate()) ? A : B;
    }
    switch (I.getOpcode()) {
    case llvm::Instruction::Select:
      return operand(I, operand(I, 0).isZero() ? 2 : 1);
    case llvm::Instruction::SExt:
      return operand(I, 0).sext(Width);
    case llvm::Instruction::ZExt:
      return operand(I, 0).zext(Width);
    case llvm::Instruction::Trunc:
      return operand(I, 0).trunc(Width);
    default:
      ADD_FAILURE() << "not interpreted: " << I.getOpcodeName();
      return std::nullopt;
    }
  }

public:
  enum Status { Returned, Undefined, TooLong };

  const llvm::APInt &get(const llvm::Value *V) const {
    auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
    return C ? C->getValue() : Values.find(V)->second;
  }

  /// Execute @p F, at most @p Steps instructions behind its first block.
  /// @p Stores is told of what is stored, @p Edges of branches.
  Status
  run(llvm::Function &F, llvm::ArrayRef<llvm::APInt> Args, unsigned Steps,
      llvm::function_ref<void(const llvm::StoreInst &, const llvm::APInt &)>
          Stores,
      llvm::function_ref<void(const llvm::BasicBlock *,
                              const llvm::BasicBlock *)>
          Edges) {
    Values.clear();
    for (llvm::Argument &Arg : F.args())
      if (Arg.getArgNo() < Args.size())
        Values.try_emplace(&Arg, Args[Arg.getArgNo()]);
    const llvm::BasicBlock *From = nullptr, *BB = &F.getEntryBlock();
    while (true) {
      if (From) {
        if (BB->size() > Steps)
          return TooLong;
        Steps -= BB->size();
      }
      const llvm::BasicBlock *Next = nullptr;
      for (const llvm::Instruction &I : *BB) {
        if (auto *PHI = llvm::dyn_cast<llvm::PHINode>(&I)) {
          llvm::APInt V = get(PHI->getIncomingValueForBlock(From));
          Values[&I] = V;
        } else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
          Stores(*Store, operand(I, 0));
        } else if (auto *Br = llvm::dyn_cast<llvm::BranchInst>(&I)) {
          Next = Br->getSuccessor(Br->isConditional() &&
                                  get(Br->getCondition()).isZero());
        } else if (!llvm::isa<llvm::ReturnInst>(I)) {
          std::optional<llvm::APInt> Result = compute(I);
          if (!Result)
            return Undefined;
          Values[&I] = *Result;
        }
      }
      if (!Next)
        return Returned;
      Edges(BB, Next);
      From = BB;
      BB = Next;
    }
  }
};

} // namespace polly::escop

#endif // POLLY_UNITTESTS_ESCOP_INTERPRETER_H
