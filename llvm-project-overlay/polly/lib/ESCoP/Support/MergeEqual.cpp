//===- MergeEqual.cpp - One of equal functions and constants --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of an inlined function, and of the instances of a template, there are nests
// whose drivers and shadows are equal. They are compared as MergeFunctions
// does, which would merge the program's functions, too. A driver refers to
// constants, which refer to functions: what is equal is found from these up.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;
using namespace polly::escop;

using GlobalSet = SmallPtrSetImpl<GlobalValue *>;

namespace {
/// Compares what FunctionComparator does not.
class StrictComparator {
  /// Of nodes of the one function, those of the other one; and the other way
  /// round. Scopes of aliases are nodes of each function's own.
  DenseMap<const MDNode *, const MDNode *> Others, Ones;

  bool isEqual(const Metadata *One, const Metadata *Other);
  bool isEqual(const Instruction &One, const Instruction &Other);

public:
  bool isEqual(const Function &One, const Function &Other);
};
} // namespace

bool StrictComparator::isEqual(const Metadata *One, const Metadata *Other) {
  if (One == Other)
    return true;
  auto *A = dyn_cast_or_null<MDNode>(One), *B = dyn_cast_or_null<MDNode>(Other);
  if (!A || !B || A->isDistinct() != B->isDistinct() ||
      A->getMetadataID() != B->getMetadataID() ||
      A->getNumOperands() != B->getNumOperands())
    return false;
  const bool IsNew = Others.insert({A, B}).second,
             IsNewOther = Ones.insert({B, A}).second;
  if (!IsNew || !IsNewOther)
    return Others.lookup(A) == B && Ones.lookup(B) == A;
  return all_of(zip(A->operands(), B->operands()), [&](auto Operands) {
    const Metadata *Of = std::get<0>(Operands),
                   *OfOther = std::get<1>(Operands);
    // The names of scopes, which are inlined functions'.
    return (A->isDistinct() && isa_and_nonnull<MDString>(Of) &&
            isa_and_nonnull<MDString>(OfOther)) ||
           isEqual(Of, OfOther);
  });
}

bool StrictComparator::isEqual(const Instruction &One,
                               const Instruction &Other) {
  if (!One.isSameOperationAs(&Other) || !One.hasSameSpecialState(&Other) ||
      One.getRawSubclassOptionalData() != Other.getRawSubclassOptionalData())
    return false;
  for (auto [Operand, OtherOperand] : zip(One.operands(), Other.operands()))
    if (auto *Of = dyn_cast<MetadataAsValue>(Operand))
      if (!isEqual(Of->getMetadata(),
                   cast<MetadataAsValue>(OtherOperand)->getMetadata()))
        return false;
  SmallVector<std::pair<unsigned, MDNode *>, 4> Attached, OtherAttached;
  One.getAllMetadataOtherThanDebugLoc(Attached);
  Other.getAllMetadataOtherThanDebugLoc(OtherAttached);
  return Attached.size() == OtherAttached.size() &&
         all_of(zip(Attached, OtherAttached), [&](const auto &Both) {
           auto &[A, B] = Both;
           return A.first == B.first && isEqual(A.second, B.second);
         });
}

/// The functions are equal for FunctionComparator, so their blocks correspond.
bool StrictComparator::isEqual(const Function &One, const Function &Other) {
  if (One.getFunctionType() != Other.getFunctionType())
    return false;
  SmallSetVector<std::pair<const BasicBlock *, const BasicBlock *>, 16> Blocks;
  Blocks.insert({&One.getEntryBlock(), &Other.getEntryBlock()});
  for (unsigned Idx = 0; Idx < Blocks.size(); ++Idx) {
    auto [A, B] = Blocks[Idx];
    if (A->size() != B->size() || succ_size(A) != succ_size(B))
      return false;
    for (auto [I, J] : zip(*A, *B))
      if (!isEqual(I, J))
        return false;
    for (auto [Next, NextOther] : zip(successors(A), successors(B)))
      Blocks.insert({Next, NextOther});
  }
  return true;
}

bool polly::escop::areEqual(Function &One, Function &Other,
                            GlobalNumberState &Numbers) {
  return !FunctionComparator(&One, &Other, &Numbers).compare() &&
         StrictComparator().isEqual(One, Other);
}

/// May @p V be another global value that is equal? Nothing of what is new
/// compares addresses.
static bool mayBeOther(GlobalValue &V, const GlobalSet &Before) {
  return V.hasLocalLinkage() && !V.isDeclaration() && !V.use_empty() &&
         !Before.contains(&V);
}

static bool mergeConstants(Module &M, const GlobalSet &Before) {
  bool Changed = false;
  DenseMap<Constant *, GlobalVariable *> Constants;
  for (GlobalVariable &GV : make_early_inc_range(M.globals())) {
    if (!mayBeOther(GV, Before) || !GV.isConstant() || GV.isThreadLocal() ||
        GV.hasSection())
      continue;
    auto [Equal, IsNew] = Constants.insert({GV.getInitializer(), &GV});
    if (IsNew || Equal->second->getAlign() != GV.getAlign())
      continue;
    GV.replaceAllUsesWith(Equal->second);
    GV.eraseFromParent();
    Changed = true;
  }
  return Changed;
}

static bool mergeFunctions(Module &M, const GlobalSet &Before,
                           FunctionAnalysisManager &FAM) {
  bool Changed = false;
  DenseMap<uint64_t, SmallVector<Function *, 1>> Functions;
  GlobalNumberState Numbers;
  for (Function &F : make_early_inc_range(M)) {
    // What has lines is known by its name, too.
    if (!mayBeOther(F, Before) || F.getSubprogram())
      continue;
    auto &Alike = Functions[StructuralHash(F)];
    auto *Equal = find_if(
        Alike, [&](Function *Other) { return areEqual(F, *Other, Numbers); });
    if (Equal == Alike.end()) {
      Alike.push_back(&F);
      continue;
    }
    F.replaceAllUsesWith(*Equal);
    eraseFunction(&F, FAM);
    Changed = true;
  }
  return Changed;
}

void polly::escop::mergeEqual(Module &M, const GlobalSet &Before,
                              FunctionAnalysisManager &FAM) {
  bool Changed = true;
  while (Changed) {
    Changed = mergeFunctions(M, Before, FAM);
    Changed |= mergeConstants(M, Before);
  }
}
