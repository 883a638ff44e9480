//===- Reasons.cpp - Why nests are left alone -----------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every reason has a key and a text for the end user: Reasons.def.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Support.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace polly::escop;

static const ReasonText ReasonTable[] = {
#define ESCOP_REASON(ENUM, KEY, WHAT, REMEDY) {KEY, WHAT, REMEDY},
#include "polly/ESCoP/Reasons.def"
};

const ReasonText &polly::escop::getReasonText(Reason Why) {
  return ReasonTable[static_cast<unsigned>(Why)];
}

Reject::Reject(Reason Why, const Instruction *At, Twine Detail)
    : Why(Why), Detail(Detail.str()) {
  auto HasLine = [](const Instruction &I) {
    return I.getDebugLoc() && I.getDebugLoc().getLine();
  };
  if (!At)
    return;
  if (!HasLine(*At))
    for (const Instruction &I : *At->getParent())
      if (HasLine(I))
        At = &I;
  if (HasLine(*At))
    Loc = At->getDebugLoc();
}
