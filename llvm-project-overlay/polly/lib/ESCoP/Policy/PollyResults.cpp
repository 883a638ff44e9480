//===- PollyResults.cpp - What Polly made of shadows ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shadow is a function: what Polly makes of it depends on nothing else.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace polly::escop;

const PollyResults::Result *PollyResults::find(Function &Shadow,
                                               unsigned Request) {
  auto Like = Results.find(StructuralHash(Shadow));
  if (Like == Results.end())
    return nullptr;
  auto *R = find_if(Like->second, [&](const Result &R) {
    return R.Request == Request && areEqual(Shadow, *R.Shadow, Numbers);
  });
  return R == Like->second.end() ? nullptr : R;
}

void PollyResults::add(const Result &R) {
  auto &Like = Results[StructuralHash(*R.Shadow)];
  Like.push_back(R);
  ValueToValueMapTy VMap;
  if (R.Code)
    Like.back().Code = CloneFunction(R.Code, VMap);
}
