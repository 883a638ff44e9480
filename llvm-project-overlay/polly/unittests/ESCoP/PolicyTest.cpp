//===- PolicyTest.cpp - What Polly is asked for, and how often ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "polly/ESCoP/Products.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace polly::escop;

namespace {

class PolicyTest : public testing::Test {
  LLVMContext Ctx;
  std::unique_ptr<Module> M;
  LoopAnalysisManager LAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;

protected:
  FunctionAnalysisManager FAM;

  PolicyTest() {
    PB.registerModuleAnalyses(MAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  void parse(const std::string &Text) {
    SMDiagnostic Error;
    M = parseAssemblyString(Text, Error, Ctx);
    ASSERT_TRUE(M) << Error.getMessage().str();
  }

  Function &get(StringRef Name) { return *M->getFunction(Name); }
};

/// A column j of A, in each iteration of two loops around: \p Sum is added up
/// for each i, and what %update is stored to %a.
std::string makeUpdates(StringRef Name, StringRef Sum, StringRef Sign) {
  return ("define void @" + Name + R"((ptr noalias %A, ptr noalias %V,
                                       ptr noalias %W, i64 %n) {
    entry:
      br label %k.head
    k.head:
      %k = phi i64 [ 0, %entry ], [ %k.next, %k.latch ]
      br label %j.head
    j.head:
      %j = phi i64 [ 0, %k.head ], [ %j.next, %j.latch ]
      br label %sum.head
    sum.head:
      %i = phi i64 [ 0, %j.head ], [ %i.next, %sum.head ]
      %s = phi double [ 0.0, %j.head ], [ %s.next, %sum.head ]
      %v = getelementptr [99 x double], ptr %V, i64 %i, i64 %k
      %x = getelementptr [99 x double], ptr %)" +
          Sum + R"(, i64 %i, i64 %j
      %v.i = load double, ptr %v
      %x.i = load double, ptr %x
      %p = fmul double %v.i, %x.i
      %s.next = fadd double %s, %p
      %i.next = add nuw nsw i64 %i, 1
      %sum.done = icmp eq i64 %i.next, %n
      br i1 %sum.done, label %between, label %sum.head
    between:
      %s.all = phi double [ %s.next, %sum.head ]
      %s.half = fdiv double %s.all, 2.0
      %last = sub i64 %n, 1
      br label %update.head
    update.head:
      %u = phi i64 [ )" +
          (Sign == "-" ? "%last" : "0") +
          R"(, %between ], [ %u.next, %update.head ]
      %w = getelementptr [99 x double], ptr %V, i64 %u, i64 %k
      %a = getelementptr [99 x double], ptr %A, i64 %u, i64 %j
      %w.u = load double, ptr %w
      %a.u = load double, ptr %a
      %q = fmul double %s.half, %w.u
      %update = fsub double %a.u, %q
      store double %update, ptr %a
      %u.next = add nsw i64 %u, )" +
          Sign + R"(1
      %update.done = icmp eq i64 %u.next, )" +
          (Sign == "-" ? "-1" : "%n") + R"(
      br i1 %update.done, label %j.latch, label %update.head
    j.latch:
      %j.next = add nuw nsw i64 %j, 1
      %j.done = icmp eq i64 %j.next, %n
      br i1 %j.done, label %k.latch, label %j.head
    k.latch:
      %k.next = add nuw nsw i64 %k, 1
      %k.done = icmp eq i64 %k.next, %n
      br i1 %k.done, label %exit, label %k.head
    exit:
      ret void
    })")
      .str();
}

// Gram-Schmidt, with the second loop in both directions. Polly is not asked.
TEST_F(PolicyTest, updatesBySumsAreNoProducts) {
  parse(makeUpdates("forward", "A", "") + makeUpdates("backward", "A", "-"));
  EXPECT_FALSE(mayHaveProduct(get("forward"), FAM));
  EXPECT_FALSE(mayHaveProduct(get("backward"), FAM));
}

// The sum is over what does not change: a product, and another one.
TEST_F(PolicyTest, updatesBySumsOverOthersMayBeProducts) {
  parse(makeUpdates("f", "W", ""));
  EXPECT_TRUE(mayHaveProduct(get("f"), FAM));
}

const char *const Functions = R"(
  define double @a(ptr noalias %A, i64 %n) {
    %p = getelementptr double, ptr %A, i64 %n
    %v = load double, ptr %p
    %w = fmul double %v, 2.0
    ret double %w
  }
  define double @b(ptr noalias %B, i64 %m) {
    %q = getelementptr double, ptr %B, i64 %m
    %x = load double, ptr %q
    %y = fmul double %x, 2.0
    ret double %y
  }
  define double @c(ptr noalias %A, i64 %n) {
    %p = getelementptr double, ptr %A, i64 %n
    %v = load double, ptr %p
    %w = fmul double %v, 3.0
    ret double %w
  }
  define double @d(ptr %A, i64 %n) {
    %p = getelementptr double, ptr %A, i64 %n
    %v = load double, ptr %p
    %w = fmul double %v, 2.0
    ret double %w
  })";

// Names are nothing, constants and attributes are; and so is what is asked for.
TEST_F(PolicyTest, resultsOfLikeShadows) {
  parse(Functions);
  PollyResults Results;
  Results.add({5, &get("a"), nullptr, {/*HasScop=*/true}, true, 2});
  const PollyResults::Result *Known = Results.find(get("b"), 5);
  ASSERT_TRUE(Known);
  EXPECT_EQ(Known->Shadow, &get("a"));
  EXPECT_FALSE(Known->Code);
  EXPECT_TRUE(Known->Facts.HasScop && Known->InTiles);
  EXPECT_EQ(Known->TileRelations, 2u);
  EXPECT_FALSE(Results.find(get("b"), 4));
  EXPECT_FALSE(Results.find(get("c"), 5));
  EXPECT_FALSE(Results.find(get("d"), 5));
  Results.add({4, &get("a"), nullptr, {}, false, false});
  EXPECT_TRUE(Results.find(get("b"), 4));
}

// FunctionComparator takes pointers for integers as wide, and does not look at
// what metadata says; names of scopes are each function's own.
TEST_F(PolicyTest, equalFunctions) {
  parse(R"(
  define void @integer(ptr %A, ptr %B, i64 %v) {
    %a = load i64, ptr %A, !tbaa !0, !alias.scope !5, !noalias !6
    store i64 %v, ptr %B, !tbaa !0, !noalias !5, !alias.scope !6
    ret void
  }
  define void @like(ptr %A, ptr %B, i64 %v) {
    %a = load i64, ptr %A, !tbaa !0, !alias.scope !9, !noalias !10
    store i64 %v, ptr %B, !tbaa !0, !noalias !9, !alias.scope !10
    ret void
  }
  define void @oneScope(ptr %A, ptr %B, i64 %v) {
    %a = load i64, ptr %A, !tbaa !0, !alias.scope !9, !noalias !9
    store i64 %v, ptr %B, !tbaa !0, !noalias !9, !alias.scope !9
    ret void
  }
  define void @pointer(ptr %A, ptr %B, ptr %v) {
    %a = load i64, ptr %A, !tbaa !0, !alias.scope !5, !noalias !6
    store ptr %v, ptr %B, !tbaa !0, !noalias !5, !alias.scope !6
    ret void
  }
  define void @pointerInside(ptr %A, ptr %B, i64 %v) {
    %a = load ptr, ptr %A, !tbaa !0, !alias.scope !5, !noalias !6
    store i64 %v, ptr %B, !tbaa !0, !noalias !5, !alias.scope !6
    ret void
  }
  define void @otherType(ptr %A, ptr %B, i64 %v) {
    %a = load i64, ptr %A, !tbaa !0, !alias.scope !5, !noalias !6
    store i64 %v, ptr %B, !tbaa !11, !noalias !5, !alias.scope !6
    ret void
  }
  !0 = !{!1, !1, i64 0}
  !1 = !{!"long", !2}
  !2 = !{!"char"}
  !3 = distinct !{!3, !4, !"integer"}
  !4 = distinct !{!4}
  !5 = !{!3}
  !6 = !{!12}
  !7 = distinct !{!7, !8, !"like"}
  !8 = distinct !{!8}
  !9 = !{!7}
  !10 = !{!13}
  !11 = !{!14, !14, i64 0}
  !12 = distinct !{!12, !4, !"integer"}
  !13 = distinct !{!13, !8, !"like"}
  !14 = !{!"any pointer", !2})");
  GlobalNumberState Numbers;
  auto IsEqual = [&](StringRef Name) {
    const bool Equal = areEqual(get("integer"), get(Name), Numbers);
    EXPECT_EQ(areEqual(get(Name), get("integer"), Numbers), Equal);
    return Equal;
  };
  EXPECT_TRUE(IsEqual("integer"));
  EXPECT_TRUE(IsEqual("like"));
  EXPECT_FALSE(IsEqual("oneScope"));
  EXPECT_FALSE(IsEqual("pointer"));
  EXPECT_FALSE(IsEqual("pointerInside"));
  EXPECT_FALSE(IsEqual("otherType"));
}

// What was made of a shadow is remembered when it has changed, or is erased.
TEST_F(PolicyTest, resultsOutliveShadows) {
  parse(Functions);
  PollyResults Results;
  Results.add({5, &get("a"), &get("d"), {}, false, false});
  get("d").eraseFromParent();
  const PollyResults::Result *Known = Results.find(get("b"), 5);
  ASSERT_TRUE(Known && Known->Code);
  EXPECT_TRUE(any_of(instructions(*Known->Code), [](const Instruction &I) {
    return I.getOpcode() == Instruction::FMul;
  }));
}

} // namespace
