//===- Outline.cpp - Copies of a nest in functions of their own -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shadow and the inspector are copies of the nest in functions of their
// own:
//
//   entry:                          ; recomputed address arithmetic
//     br header
//   header:
//     counter = phi [0, entry], [counter.next, latch]
//     …
//   latch:
//     counter.next = counter + 1
//     br (counter.next == N), exit, header
//   exit:
//
// CodeExtractor is not used since the nest stays where it is, and since the
// copies differ from it at every exit edge.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace polly::escop;

Function *polly::escop::createOutlinedFunction(const ESCoP &E, Type *RetTy,
                                               ArrayRef<Type *> Params,
                                               StringRef Suffix) {
  Function *New =
      Function::Create(FunctionType::get(RetTy, Params, false),
                       GlobalValue::InternalLinkage, E.F->getAddressSpace(),
                       E.F->getName() + ".escop." + Suffix, E.F->getParent());
  // Target features, floating-point environment, stack protection and the like
  // hold for the copy; what the nest's function promises its callers does not.
  AttrBuilder Attrs(New->getContext(), E.F->getAttributes().getFnAttrs());
  for (Attribute::AttrKind Kind : {Attribute::AlwaysInline,
                                   Attribute::InlineHint,
                                   Attribute::NoInline,
                                   Attribute::NoReturn,
                                   Attribute::Memory,
                                   Attribute::WillReturn,
                                   Attribute::NoRecurse,
                                   Attribute::NoSync,
                                   Attribute::NoFree,
                                   Attribute::Speculatable,
                                   Attribute::Convergent,
                                   Attribute::AllocSize,
                                   Attribute::AllocKind,
                                   Attribute::ReturnsTwice,
                                   Attribute::Naked,
                                   Attribute::Cold,
                                   Attribute::Hot,
                                   Attribute::JumpTable,
                                   Attribute::NoDuplicate,
                                   Attribute::Builtin,
                                   Attribute::NoBuiltin,
                                   Attribute::NonLazyBind,
                                   Attribute::PresplitCoroutine})
    Attrs.removeAttribute(Kind);
  // What concerns the calls of the nest's function, or its entry.
  for (StringRef Kind :
       {"exception-safe-tiling", "dontcall-error", "dontcall-warn", "interrupt",
        "signal", "cmse_nonsecure_entry", "wasm-export-name",
        "instrument-function-entry", "instrument-function-exit",
        "instrument-function-entry-inlined", "instrument-function-exit-inlined",
        "thunk"})
    Attrs.removeAttribute(Kind);
  Attrs.addAttribute(Attribute::NoUnwind);
  New->addFnAttrs(Attrs);
  New->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  if (E.F->hasSection())
    New->setSection(E.F->getSection());
  return New;
}

SmallVector<Type *, 16> polly::escop::getLiveInTypes(const ESCoP &E) {
  SmallVector<Type *, 16> Types;
  for (Value *V : E.LiveIns)
    Types.push_back(V->getType());
  return Types;
}

SmallVector<Type *, 4> polly::escop::getStateTypes(const ESCoP &E) {
  SmallVector<Type *, 4> Types;
  for (PHINode *PHI : E.State)
    Types.push_back(PHI->getType());
  return Types;
}

NestCopy::NestCopy(const ESCoP &E, Function &To, Argument *N) {
  LLVMContext &Ctx = To.getContext();
  Entry = BasicBlock::Create(Ctx, "entry", &To);
  for (auto [V, Arg] : zip(E.LiveIns, To.args())) {
    VMap[V] = &Arg;
    Arg.setName(V->getName());
    Arg.addAttr(Attribute::NoUndef); // spliceDriver freezes it.
  }
  // Address arithmetic in front of the nest is repeated here, in its original
  // order, so that ScalarEvolution sees what the addresses have in common.
  for (Instruction *I : E.Recomputed) {
    Instruction *New = I->clone();
    New->insertInto(Entry, Entry->end());
    New->setName(I->getName());
    for (Use &Op : New->operands())
      Op.set(E.getRepresentative(Op));
    VMap[I] = New;
  }
  BranchInst::Create(Entry, Entry); // Fixed below.

  VMap[E.L->getLoopPreheader()] = Entry;
  SmallVector<Value *, 8> Hoisted;
  for (Instruction *I : E.Hoisted)
    Hoisted.push_back(VMap.lookup(I));
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock *BB : E.Blocks) {
    BasicBlock *New = CloneBasicBlock(BB, VMap, "", &To);
    VMap[BB] = New;
    Blocks.push_back(New);
    // What comes from the cold region does not come.
    for (PHINode &PHI : New->phis())
      PHI.removeIncomingValueIf(
          [&](unsigned Idx) {
            BasicBlock *From = PHI.getIncomingBlock(Idx);
            return E.L->contains(From) && !E.Blocks.contains(From);
          },
          /*DeletePHIIfEmpty=*/false);
  }
  for (auto [I, V] : reverse(zip(E.Hoisted, Hoisted))) {
    if (E.HoistedTwins.contains(I))
      continue;
    auto *New = get(I);
    VMap[I] = V ? V : PoisonValue::get(I->getType());
    New->eraseFromParent();
  }
  for (auto [I, Twin] : E.HoistedTwins) {
    auto *New = get(I);
    VMap[I] = VMap.lookup(Twin);
    New->eraseFromParent();
  }
  Exit = BasicBlock::Create(Ctx, "exit", &To);
  for (Instruction &I : *Entry)
    RemapInstruction(&I, VMap,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  Entry->getTerminator()->setSuccessor(
      0, cast<BasicBlock>(VMap[E.L->getHeader()]));
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      I.dropDbgRecords();
      RemapInstruction(&I, VMap,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }

  // What is only known because of where the nest stands: scopes of noalias
  // declarations begin anew in every iteration, which is lost when they are
  // copied; assumptions may follow from a guard.
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : make_early_inc_range(*BB)) {
      I.setMetadata(LLVMContext::MD_noalias, nullptr);
      I.setMetadata(LLVMContext::MD_alias_scope, nullptr);
      if (isWithoutEffect(I))
        I.eraseFromParent();
    }

  // The counter decides when the normal exit is taken.
  auto *Header = cast<BasicBlock>(VMap[E.L->getHeader()]);
  auto *Latch = cast<BasicBlock>(VMap[E.L->getLoopLatch()]);
  IRBuilder<> Builder(&Header->front());
  Counter = Builder.CreatePHI(Builder.getInt64Ty(), 2, "escop.counter");
  Latch->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Latch);
  Value *Next =
      Builder.CreateNUWAdd(Counter, Builder.getInt64(1), "escop.counter.next");
  BranchInst *Br =
      Builder.CreateCondBr(Builder.CreateICmpEQ(Next, N), Exit, Header);
  Br->setMetadata(LLVMContext::MD_loop,
                  E.NormalExit->getMetadata(LLVMContext::MD_loop));
  // What asks for vectorisation allows it to reorder sums, which the nest, with
  // its exits, keeps in order. What asks for other transformations Polly
  // carries out instead of its own, for loops of any number of iterations.
  for (BasicBlock *BB : Blocks)
    if (MDNode *ID = BB->getTerminator()->getMetadata(LLVMContext::MD_loop))
      BB->getTerminator()->setMetadata(
          LLVMContext::MD_loop,
          makePostTransformationMetadata(
              Ctx, ID,
              {"llvm.loop.vectorize", "llvm.loop.unroll.full",
               "llvm.loop.unroll.count", "llvm.loop.unroll.enable",
               "llvm.loop.distribute"},
              {}));
  Counter->addIncoming(Builder.getInt64(0), Entry);
  Counter->addIncoming(Next, Latch);
}

void NestCopy::startFromState(const ESCoP &E) {
  Function &To = *Entry->getParent();
  IRBuilder<> Builder(Entry->getTerminator());
  auto GetArg = [&](unsigned Idx) { return To.getArg(E.LiveIns.size() + Idx); };
  for (auto [Idx, PHI] : enumerate(E.State)) {
    Value *Start = GetArg(Idx);
    auto Derived = E.DerivedState.find(Idx);
    if (Derived != E.DerivedState.end()) {
      auto [From, Distance] = Derived->second;
      Start =
          PHI->getType()->isPointerTy()
              ? Builder.CreatePtrAdd(GetArg(From), Builder.getInt64(Distance))
              : Builder.CreateAdd(GetArg(From), ConstantInt::getSigned(
                                                    PHI->getType(), Distance));
    }
    get(PHI)->setIncomingValueForBlock(Entry, Start);
  }
}
