//===- FunctionOptions.cpp - What a function asks of Polly ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options are one function attribute, "polly-options". Its value lists the
// options that differ from the defaults: "pack-by-rows=1,ast-computeout=1000".
//
//===----------------------------------------------------------------------===//

#include "polly/FunctionOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace polly;

static constexpr StringLiteral AttrName = "polly-options";

/// Call @p Visit with the name of each option and its values in @p Options.
template <typename VisitorTy, typename... OptionsTy>
static void forEachOption(VisitorTy Visit, OptionsTy &...Options) {
  Visit("marker-function", Options.MarkerFunction...);
  Visit("parallel-loop-function", Options.ParallelLoopFunction...);
  Visit("annotate-innermost-loops", Options.AnnotateInnermostLoops...);
  Visit("mark-runtime-check", Options.MarkRuntimeCheck...);
  Visit("use-assumptions", Options.UseAssumptions...);
  Visit("match-patterns", Options.MatchPatterns...);
  Visit("optimize-partial-tiles", Options.OptimizePartialTiles...);
  Visit("pack-by-rows", Options.PackByRows...);
  Visit("sink-strips", Options.SinkStrips...);
  Visit("dependences-computeout", Options.DependencesComputeOut...);
  Visit("schedule-computeout", Options.ScheduleComputeOut...);
  Visit("values-computeout", Options.ValuesComputeOut...);
  Visit("mapping-computeout", Options.MappingComputeOut...);
  Visit("ast-computeout", Options.ASTComputeOut...);
}

static bool parse(StringRef Text, StringRef &Value) {
  Value = Text;
  return true;
}

template <typename T> static bool parse(StringRef Text, T &Value) {
  uint64_t Number;
  if (Text.getAsInteger(10, Number))
    return false;
  Value = Number;
  return true;
}

static std::string print(StringRef Value) { return Value.str(); }
static std::string print(uint64_t Value) { return utostr(Value); }
static std::string print(std::optional<uint64_t> Value) {
  return utostr(*Value);
}

FunctionOptions polly::getFunctionOptions(const Function &F) {
  FunctionOptions Options;
  for (StringRef Option :
       split(F.getFnAttribute(AttrName).getValueAsString(), ',')) {
    auto [Name, Text] = Option.split('=');
    [[maybe_unused]] bool IsKnown = Option.empty();
    forEachOption(
        [&, Name = Name, Text = Text](StringRef Candidate, auto &Value) {
          if (Candidate == Name)
            IsKnown = parse(Text, Value);
        },
        Options);
    assert(IsKnown && "unknown option or value");
  }
  return Options;
}

void polly::setFunctionOptions(Function &F, const FunctionOptions &Options) {
  const FunctionOptions Defaults;
  std::string Text;
  forEachOption(
      [&](StringRef Name, const auto &Value, const auto &Default) {
        if (Value != Default)
          Text += (Text.empty() ? "" : ",") + (Name + "=").str() + print(Value);
      },
      Options, Defaults);
  F.removeFnAttr(AttrName);
  if (!Text.empty())
    F.addFnAttr(AttrName, Text);
}
