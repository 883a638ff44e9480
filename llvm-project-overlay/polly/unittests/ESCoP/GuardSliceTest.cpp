//===- GuardSliceTest.cpp - The reduced guard domain against isl ----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inspect.cpp finds by program slicing which loops a guard does not depend on.
// The reduced guard domain is defined without it: of each class of guard
// instances with equal operands, the lexicographic minimum. isl computes that
// set here from the nest's iteration domain and the map from instances to what
// decides them, and the two have to agree.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include "isl/isl-noexceptions.h"
#include "isl/options.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// A nest of three loops of four iterations whose body in the innermost one is
/// @p Guard: instructions that end in a branch to %exit or %next.
std::string makeNest(StringRef Guard) {
  return (R"(
    define void @f(ptr noalias %A, ptr noalias %C) {
    entry:
      br label %i.head
    i.head:
      %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
      br label %j.head
    j.head:
      %j = phi i64 [ 0, %i.head ], [ %j.next, %j.latch ]
      br label %k.head
    k.head:
      %k = phi i64 [ 0, %j.head ], [ %k.next, %next ]
  )" + Guard +
          R"(
    next:
      %c = getelementptr double, ptr %C, i64 %j
      store double 1.0, ptr %c
      %k.next = add i64 %k, 1
      %k.done = icmp eq i64 %k.next, 4
      br i1 %k.done, label %j.latch, label %k.head
    j.latch:
      %j.next = add i64 %j, 1
      %j.done = icmp eq i64 %j.next, 4
      br i1 %j.done, label %i.latch, label %j.head
    i.latch:
      %i.next = add i64 %i, 1
      %i.done = icmp eq i64 %i.next, 4
      br i1 %i.done, label %exit, label %i.head
    exit:
      ret void
    }
  )")
      .str();
}

class GuardSliceTest : public testing::Test {
protected:
  LLVMContext Ctx;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;

  GuardSliceTest() {
    PassBuilder PB;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  /// The domain that remains when each reduced loop of the nest around @p Guard
  /// runs its first iteration only; empty text if the nest is rejected.
  std::string reducedDomain(StringRef Guard) {
    SMDiagnostic Err;
    std::unique_ptr<Module> M = parseAssemblyString(makeNest(Guard), Err, Ctx);
    if (!M) {
      Err.print("GuardSliceTest", errs());
      return "";
    }
    Function &F = *M->getFunction("f");
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    ESCoP E;
    GuardSlice Slice;
    std::string Result;
    if (!detect(**LI.begin(), FAM, E, LoadedAhead::Steady) &&
        sliceGuards(E, GuardSet(), LI,
                    FAM.getResult<PostDominatorTreeAnalysis>(F),
                    FAM.getResult<AAManager>(F), Slice)) {
      Result = "{ [i,j,k] : 0 <= i,j,k < 4";
      StringRef Counters[] = {"i", "j", "k"};
      unsigned Depth = 0;
      for (const Loop *L = *LI.begin();; L = L->getSubLoops().front()) {
        if (Slice.Reduced.contains(L))
          Result += (" and " + Counters[Depth] + " = 0").str();
        ++Depth;
        if (L->isInnermost())
          break;
      }
      Result += " }";
    }
    FAM.clear(F, F.getName());
    return Result;
  }

  /// Compare with the lexicographic minimum of each class of instances, which
  /// @p Classes maps to what decides whether the guard fires.
  void check(StringRef Guard, const char *Classes) {
    std::unique_ptr<isl_ctx, decltype(&isl_ctx_free)> Isl(isl_ctx_alloc(),
                                                          &isl_ctx_free);
    std::string Reduced = reducedDomain(Guard);
    ASSERT_NE(Reduced, "");
    isl::map Map(Isl.get(), Classes);
    // The inspector may keep more than one instance of a class, but it has to
    // keep the first; and it keeps no more if each class is a whole loop.
    isl::set First = Map.reverse().lexmin().range();
    isl::set Kept(Isl.get(), Reduced);
    EXPECT_TRUE(First.is_equal(Kept)) << Reduced;
  }
};

TEST_F(GuardSliceTest, operandOfOuterAndInner) {
  check(R"(
      %x = add i64 %i, %k
      %a = getelementptr double, ptr %A, i64 %x
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [i,k] : 0 <= i,j,k < 4 }");
}

TEST_F(GuardSliceTest, operandOfOuterOnly) {
  check(R"(
      %a = getelementptr double, ptr %A, i64 %i
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [i] : 0 <= i,j,k < 4 }");
}

TEST_F(GuardSliceTest, operandOfInnerOnly) {
  check(R"(
      %x = mul i64 %j, %k
      %a = getelementptr double, ptr %A, i64 %x
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [j,k] : 0 <= i,j,k < 4 }");
}

TEST_F(GuardSliceTest, operandOfAll) {
  check(R"(
      %y = mul i64 %j, %k
      %x = add i64 %i, %y
      %a = getelementptr double, ptr %A, i64 %x
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [i,j,k] : 0 <= i,j,k < 4 }");
}

// The guard is not reached in the first iteration of the outermost loop.
TEST_F(GuardSliceTest, controlDependenceOnOutermost) {
  check(R"(
      %late = icmp ugt i64 %i, 1
      br i1 %late, label %test, label %next
    test:
      %a = getelementptr double, ptr %A, i64 %k
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [i,k] : 0 <= i,j,k < 4 }");
}

// The operand is the same for all j, but the guard is not reached for j = 0:
// the condition on j decides, too.
TEST_F(GuardSliceTest, controlDependence) {
  check(R"(
      %late = icmp ugt i64 %j, 1
      br i1 %late, label %test, label %next
    test:
      %a = getelementptr double, ptr %A, i64 %i
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )",
        "{ [i,j,k] -> [i,j] : 0 <= i,j,k < 4 }");
}

// What the guard reads is written by the nest.
TEST_F(GuardSliceTest, operandIsWritten) {
  EXPECT_EQ(reducedDomain(R"(
      %a = getelementptr double, ptr %C, i64 %i
      %v = load double, ptr %a
      %bad = fcmp ogt double %v, 1.0
      br i1 %bad, label %exit, label %next
    )"),
            "");
}

} // namespace
