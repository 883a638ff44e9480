//===- RowGuardsTest.cpp - Conditions of rows against their guards --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition is emitted in front of a row, and executed for many numbers at
// the borders of its type. No guard may fire in any iteration where it holds;
// and of one guard, if no step is left out, it holds wherever none does.
//
//===----------------------------------------------------------------------===//

#include "Footprint/RowGuards.h"
#include "Interpreter.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace polly::escop;

namespace {

constexpr unsigned NumSizes = 2;
/// What each subscript has more than the counter; the second one has another
/// size.
using Offsets = SmallVector<int64_t, 3>;

/// for (k = 0; k < trips; ++k)
///   for each offset: if (!(start + step * k + offset < size)) …, or != size
class Row {
  LLVMContext Ctx;
  Module M{"row", Ctx};
  const unsigned Width, Step;
  const CmpInst::Predicate Passes;
  const Offsets Of;
  Function *F;
  Interpreter Run;
  Value *Ok = nullptr;

public:
  unsigned NumHolds = 0, NumFires = 0;
  bool IsExact;

  Row(unsigned Width, unsigned Step, CmpInst::Predicate Passes,
      const Offsets &Of)
      : Width(Width), Step(Step), Passes(Passes), Of(Of),
        IsExact(Of.size() == 1 && Step == 1) {}

  /// \returns whether the condition can be emitted.
  bool build(RowGuards::FindOrder Rises) {
    IRBuilder<> B(Ctx);
    Type *Ty = B.getIntNTy(Width), *I64 = B.getInt64Ty();
    F = Function::Create(
        FunctionType::get(B.getVoidTy(), {Ty, Ty, Ty, I64}, false),
        Function::ExternalLinkage, "row", M);
    auto *Entry = BasicBlock::Create(Ctx, "entry", F),
         *Header = BasicBlock::Create(Ctx, "header", F),
         *Exit = BasicBlock::Create(Ctx, "exit", F);
    B.SetInsertPoint(Entry);
    B.CreateBr(Header);
    B.SetInsertPoint(Header);
    PHINode *K = B.CreatePHI(I64, 2), *Counter = B.CreatePHI(Ty, 2);
    SmallVector<Value *, 3> Conditions;
    for (auto [Idx, Offset] : enumerate(Of))
      Conditions.push_back(B.CreateNot(B.CreateICmp(
          Passes, B.CreateAdd(Counter, ConstantInt::getSigned(Ty, Offset)),
          F->getArg(1 + Idx % NumSizes))));
    Value *Next = B.CreateAdd(K, B.getInt64(1));
    K->addIncoming(B.getInt64(0), Entry);
    K->addIncoming(Next, Header);
    Counter->addIncoming(F->getArg(0), Entry);
    Counter->addIncoming(B.CreateAdd(Counter, ConstantInt::get(Ty, Step)),
                         Header);
    B.CreateCondBr(B.CreateICmpULT(Next, F->getArg(3)), Header, Exit);
    B.SetInsertPoint(Exit);
    B.CreateRetVoid();
    EXPECT_FALSE(verifyFunction(*F, &errs()));

    DominatorTree DT(*F);
    LoopInfo LI(DT);
    AssumptionCache AC(*F);
    TargetLibraryInfoImpl TLII;
    TargetLibraryInfo TLI(TLII);
    ScalarEvolution SE(*F, TLI, AC, DT, LI);
    IRBuilder<> InFront(Entry->getTerminator());
    BoundsEmitter Emitter(SE, *LI.begin(), InFront, M.getDataLayout());
    RowGuards Guards(**LI.begin(), SE, InFront, Emitter);
    for (Value *Condition : Conditions)
      if (!Guards.add(Condition))
        return false;
    Guards.require(F->getArg(3), Rises);
    Ok = Emitter.Integers.Ok;
    return true;
  }

  /// Does a guard fire in the first @p Trips iterations?
  bool fires(const APInt &Start, ArrayRef<APInt> Sizes, uint64_t Trips) const {
    for (uint64_t K = 0; K < Trips; ++K)
      for (auto [Idx, Offset] : enumerate(Of))
        if (!ICmpInst::compare(Start + APInt(Width, Step) * K +
                                   APInt(Width, Offset, /*isSigned=*/true),
                               Sizes[Idx % NumSizes], Passes))
          return true;
    return false;
  }

  void check(const APInt &Start, ArrayRef<APInt> Sizes, uint64_t Trips) {
    const Interpreter::Status S = Run.run(
        *F, {Start, Sizes[0], Sizes[1], APInt(64, Trips)}, 10000,
        [](const StoreInst &, const APInt &) {},
        [](const BasicBlock *, const BasicBlock *) {});
    ASSERT_EQ(S, Interpreter::Returned);
    const bool Holds = Run.get(Ok).isOne(), Fires = fires(Start, Sizes, Trips);
    ++(Holds ? NumHolds : NumFires);
    EXPECT_FALSE(Holds && Fires)
        << Start << " " << Sizes[0] << " " << Sizes[1] << " " << Trips;
    if (IsExact)
      EXPECT_NE(Holds, Fires) << Start << " " << Sizes[0] << " " << Trips;
  }
};

/// Numbers at the borders of a type.
SmallVector<APInt, 24> getBorders(unsigned Width) {
  SmallVector<APInt, 24> All;
  for (const APInt &At : {APInt(Width, 0), APInt::getSignedMaxValue(Width),
                          APInt::getOneBitSet(Width, Width / 2)})
    for (int64_t By = -4; By <= 4; ++By)
      All.push_back(At + APInt(Width, By, /*isSigned=*/true));
  return All;
}

void checkAll(
    Row &R, unsigned Width,
    function_ref<bool(const APInt &, uint64_t)> IsPossible =
        [](const APInt &, uint64_t) { return true; }) {
  const auto Borders = getBorders(Width);
  for (const APInt &Start : Borders)
    for (const APInt &A : Borders)
      for (unsigned Other : {0u, 5u, 11u})
        for (uint64_t Trips : {1, 2, 3, 4, 6, 130}) {
          if (!IsPossible(Start, Trips))
            continue;
          R.check(Start, {A, Borders[Other]}, Trips);
          if (testing::Test::HasFailure())
            return;
        }
  EXPECT_GT(R.NumFires, 0u);
}

bool isUnknown(const SCEV *, CmpInst::Predicate) { return false; }

TEST(RowGuards, AnyRow) {
  for (unsigned Width : {8, 32, 64})
    for (unsigned Step : {1, 2, 16})
      for (CmpInst::Predicate Passes :
           {ICmpInst::ICMP_ULT, ICmpInst::ICMP_SLT, ICmpInst::ICMP_NE})
        for (const Offsets &Of :
             {Offsets{0}, Offsets{1}, Offsets{0, 0}, Offsets{0, 3},
              Offsets{2, -1}, Offsets{1, 0, 3}, Offsets{0, -100, -200, -300}}) {
          Row R(Width, Step, Passes, Of);
          ASSERT_TRUE(R.build(isUnknown));
          checkAll(R, Width);
          // Of 8 bits, not all of 300 numbers are less than one.
          const bool MayHold =
              Width > 8 || Of.size() < 4 || Passes == ICmpInst::ICMP_NE;
          EXPECT_EQ(R.NumHolds > 0, MayHold);
        }
}

// A counter that is known not to wrap.
TEST(RowGuards, RisingRow) {
  for (CmpInst::Predicate Order : {ICmpInst::ICMP_ULT, ICmpInst::ICMP_SLT})
    for (CmpInst::Predicate Passes : {ICmpInst::ICMP_ULT, ICmpInst::ICMP_SLT})
      for (const Offsets &Of : {Offsets{0}, Offsets{0, 0}, Offsets{0, 2}}) {
        Row R(64, 1, Passes, Of);
        ASSERT_TRUE(R.build([&](const SCEV *Start, CmpInst::Predicate By) {
          return isa<SCEVUnknown>(Start) && By == Order;
        }));
        // Of signed numbers it is asked that none is negative.
        R.IsExact &= Order == Passes;
        checkAll(R, 64, [&](const APInt &Start, uint64_t Trips) {
          bool Wraps = false;
          const APInt By(64, Trips - 1);
          (void)(ICmpInst::isSigned(Order) ? Start.sadd_ov(By, Wraps)
                                           : Start.uadd_ov(By, Wraps));
          return !Wraps;
        });
        EXPECT_GT(R.NumHolds, 0u);
      }
}

// What is compared in another way, or steps back, is no guard of a row.
TEST(RowGuards, OtherGuards) {
  for (CmpInst::Predicate Pred :
       {ICmpInst::ICMP_UGT, ICmpInst::ICMP_EQ, ICmpInst::ICMP_SGE}) {
    Row R(32, 1, Pred, {0});
    EXPECT_FALSE(R.build(isUnknown));
  }
  Row Back(32, -1, ICmpInst::ICMP_ULT, {0});
  EXPECT_FALSE(Back.build(isUnknown));
}

} // namespace
