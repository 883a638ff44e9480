//===- Report.cpp - What drivers did at run time --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that was transformed may still be executed as it stands, because a
// run-time check declines. With `-mllvm -polly-escop-report` each driver counts
// how its calls ended, and the program prints the counts to the standard error
// output when it ends:
//
//   polly-escop: gemm.cpp:12: mm(double*, …): 3 calls: 2 complete, 1 left early
//
// with a line for each event that the user can do something about.
//
// The counts are `[n x i64]` globals, one for each driver, that are incremented
// atomically. One function for each module prints its drivers' counts; it is in
// llvm.global_dtors, so a program that ends by _exit or a signal prints nothing.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Driver.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<bool>
    Report("polly-escop-report", cl::Hidden,
           cl::desc("Let programs print at exit how the calls of each nest's "
                    "driver ended"));

namespace {
/// How a call of a driver ends, and what the user can do about it.
struct EventText {
  StringLiteral Name, Remedy;
};
} // namespace

static constexpr EventText Events[NumDriverEvents] = {
    {"complete", ""},
    {"left early", ""},
    {"declined: few iterations", ""},
    {"declined: bounds or overlap",
     "use arrays that do not overlap, and indices that pass their checks"},
    {"declined: checkpoint beyond budget",
     "raise -fexception-safe-tiling-budget"},
    {"declined: pages",
     "allow /proc/self, or Linux 5.14; stay within mapped memory"},
    {"declined: out of memory", "lower -fexception-safe-tiling-budget"},
    {"declined: Polly's run-time check",
     "use arrays that do not overlap, and limits below 2^46"},
    {"declined: rows", "allocate a matrix in one block"},
    {"declined: other threads",
     "-fexception-safe-tiling-in-place, if they do not access the arrays"},
};

DriverCounts::DriverCounts(const ESCoP &E, bool OfNest) {
  if (!Report || !OfNest)
    return;
  Module &M = *E.F->getParent();
  Type *Ty = ArrayType::get(Type::getInt64Ty(M.getContext()), NumDriverEvents);
  Counts = new GlobalVariable(M, Ty, /*isConstant=*/false,
                              GlobalValue::InternalLinkage,
                              Constant::getNullValue(Ty),
                              E.F->getName() + ".escop.counts");
  std::string Place;
  DebugLoc Loc = E.L->getStartLoc();
  if (Loc)
    Place = (cast<DIScope>(Loc.getScope())->getFilename() + ":" +
             Twine(Loc.getLine()) + ": ")
                .str();

  Function *Print = M.getFunction("escop.report");
  if (!Print) {
    Print = Function::Create(
        FunctionType::get(Type::getVoidTy(M.getContext()), false),
        GlobalValue::InternalLinkage, "escop.report", M);
    ReturnInst::Create(M.getContext(),
                       BasicBlock::Create(M.getContext(), "", Print));
    appendToGlobalDtors(M, Print, 65535);
  }
  IRBuilder<> Builder(Print->back().getTerminator());
  Type *I64 = Builder.getInt64Ty(), *I32 = Builder.getInt32Ty();
  FunctionCallee DPrintf = M.getOrInsertFunction(
      "dprintf", FunctionType::get(I32, {I32, Builder.getPtrTy()}, true));
  std::string Format = "polly-escop: %s%s: %lu calls";
  Value *Total = Builder.getInt64(0);
  SmallVector<Value *, 16> Values;
  for (unsigned Event = 0; Event < NumDriverEvents; ++Event) {
    Value *N = Builder.CreateLoad(
        I64, Builder.CreateConstInBoundsGEP2_64(Ty, Counts, 0, Event));
    Total = Builder.CreateAdd(Total, N);
    Values.push_back(N);
    Format += (Event ? ", %lu " : ": %lu ") + Events[Event].Name.str();
  }
  Format += "\n";
  // What can be done about what happened, each on a line.
  SmallVector<Value *, 16> Remedies;
  for (auto [Text, Count] : zip(Events, Values)) {
    if (Text.Remedy.empty())
      continue;
    std::string Line =
        ("polly-escop:   " + Text.Name + ": " + Text.Remedy + "\n").str();
    Remedies.push_back(Builder.CreateSelect(Builder.CreateIsNull(Count),
                                            Builder.getInt32(0),
                                            Builder.getInt32(Line.size())));
    Remedies.push_back(Builder.CreateGlobalStringPtr(Line));
    Format += "%.*s";
  }
  SmallVector<Value *, 16> Args = {
      Builder.getInt32(2), Builder.CreateGlobalStringPtr(Format),
      Builder.CreateGlobalStringPtr(Place),
      Builder.CreateGlobalStringPtr(demangle(E.F->getName())), Total};
  append_range(Args, Values);
  append_range(Args, Remedies);
  Builder.CreateCall(DPrintf, Args);
}

void DriverCounts::count(IRBuilderBase &Builder, Value *Event) const {
  if (Counts)
    Builder.CreateAtomicRMW(
        AtomicRMWInst::Add,
        Builder.CreateInBoundsGEP(Counts->getValueType(), Counts,
                                  {Builder.getInt64(0), Event}),
        Builder.getInt64(1), Align(8), AtomicOrdering::Monotonic);
}
