//===- VainAttempts.cpp - What Polly makes nothing of ---------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadows are compared as MergeFunctions does. They tell nothing of what is
// correct: of one that is taken for another, only what it might gain is lost.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace polly::escop;

VainAttempts::~VainAttempts() {
  for (auto &[Hash, Group] : Groups)
    for (std::unique_ptr<Like> &Shadows : Group)
      Shadows->First->dropAllReferences();
}

SmallSet<unsigned, 4> &VainAttempts::get(Function &Shadow) {
  auto &Group = Groups[StructuralHash(Shadow)];
  for (std::unique_ptr<Like> &Shadows : Group)
    if (!FunctionComparator(&Shadow, Shadows->First.get(), &Numbers).compare())
      return Shadows->Attempts;
  ValueToValueMapTy VMap;
  Function *Copy = CloneFunction(&Shadow, VMap);
  Copy->removeFromParent();
  Group.push_back(std::make_unique<Like>());
  Group.back()->First.reset(Copy);
  return Group.back()->Attempts;
}
