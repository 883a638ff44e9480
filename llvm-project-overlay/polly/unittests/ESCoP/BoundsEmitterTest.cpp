//===- BoundsEmitterTest.cpp - Bounds against what a nest computes --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bounds are emitted in front of a nest, in its function, which is then
// executed for many arguments, bounds and nest. No value that the nest stores,
// and no trip count, may be outside of its bounds where these are vouched for.
// Where a test asks for it, they have to be vouched for and exact.
//
//===----------------------------------------------------------------------===//

#include "Footprint/BoundsEmitter.h"
#include "Interpreter.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

using namespace llvm;
using namespace polly::escop;

namespace {

/// What is claimed of a stored value or, if Store is null, of how often a loop
/// comes back from its latch to its header, and what was seen of it.
struct Claim {
  const StoreInst *Store;
  const BasicBlock *Header, *Latch;
  Value *Ok, *Lo, *Hi;
  bool Signed;
  std::optional<APInt> Least, Greatest;
  uint64_t Count = 0;

  void see(const APInt &V) {
    Least = Least && Least->sle(V) ? *Least : V;
    Greatest = Greatest && Greatest->sge(V) ? *Greatest : V;
  }
};

/// A function with one nest, which is built from the outermost loop to the
/// innermost one, and its bounds.
class Nest {
  struct OpenLoop {
    PHINode *Counter;
    Value *End;
    int Step;
    CmpInst::Predicate Pred;
    BasicBlock *Exit;
  };
  SmallVector<OpenLoop, 3> Open;
  Module M;
  Function *F;
  bool HasFlags = false;
  std::vector<Claim> Claims;
  Interpreter Run;

public:
  using Arguments = std::vector<int64_t>;
  IRBuilder<> B;
  /// Instructions to be executed behind the bounds, at most.
  unsigned Steps = 20000;
  /// How often a claim was vouched for, and how often it was seen in vain.
  unsigned Vouched = 0, NotVouched = 0;

  Nest(LLVMContext &Ctx, ArrayRef<unsigned> ParamWidths)
      : M("nest", Ctx), B(Ctx) {
    SmallVector<Type *, 4> Params;
    for (unsigned Width : ParamWidths)
      Params.push_back(B.getIntNTy(Width));
    Params.push_back(B.getPtrTy());
    F = Function::Create(FunctionType::get(B.getVoidTy(), Params, false),
                         Function::ExternalLinkage, "nest", M);
    B.SetInsertPoint(BasicBlock::Create(Ctx, "entry", F));
  }

  Value *arg(unsigned Idx) { return F->getArg(Idx); }

  /// The sum of the products of @p Of and @p C, which may have one more, a
  /// constant.
  Value *affine(ArrayRef<int> C, ArrayRef<Value *> Of) {
    Type *Ty = Of.front()->getType();
    Value *Sum =
        ConstantInt::getSigned(Ty, C.size() > Of.size() ? C.back() : 0);
    for (auto [Coefficient, V] : zip(C, Of))
      Sum = B.CreateAdd(B.CreateMul(V, ConstantInt::getSigned(Ty, Coefficient)),
                        Sum);
    return Sum;
  }

  /// Begin the loop for (i = Start; i Pred End; i += Step), or one that does
  /// not ask in front of the first iteration. \returns i.
  Value *open(Value *Start, Value *End, int Step = 1,
              CmpInst::Predicate Pred = CmpInst::ICMP_SLT, bool Asks = true) {
    auto *Header = BasicBlock::Create(B.getContext(), "header", F);
    auto *Exit = BasicBlock::Create(B.getContext(), "exit", F);
    if (Asks)
      B.CreateCondBr(B.CreateICmp(Pred, Start, End), Header, Exit);
    else
      B.CreateBr(Header);
    BasicBlock *From = B.GetInsertBlock();
    B.SetInsertPoint(Header);
    PHINode *Counter = B.CreatePHI(Start->getType(), 2);
    Counter->addIncoming(Start, From);
    Open.push_back({Counter, End, Step, Pred, Exit});
    return Counter;
  }

  void store(Value *V) { B.CreateStore(V, F->getArg(F->arg_size() - 1)); }

  /// Close the loops, whose counters do not wrap if @p NSW or @p NUW, and emit
  /// the bounds of what is stored, as signed numbers or as unsigned ones.
  /// \returns whether all are known.
  bool finish(bool Signed = true, bool NSW = false, bool NUW = false) {
    HasFlags = NSW || NUW;
    for (; !Open.empty(); Open.pop_back()) {
      auto &[Counter, End, Step, Pred, Exit] = Open.back();
      Value *Next = B.CreateAdd(
          Counter, ConstantInt::getSigned(End->getType(), Step), "", NUW, NSW);
      B.CreateCondBr(B.CreateICmp(Pred, Next, End), Counter->getParent(), Exit);
      Counter->addIncoming(Next, B.GetInsertBlock());
      B.SetInsertPoint(Exit);
    }
    B.CreateRetVoid();
    EXPECT_FALSE(verifyFunction(*F, &errs()));
    return emitBounds(Signed);
  }

  /// Execute the nest for all combinations of @p Args. If all of its loops were
  /// entered each time, and the arguments are such as @p IsExact says, the
  /// bounds have to be vouched for and to be reached.
  void check(
      ArrayRef<Arguments> Args, function_ref<bool(const Arguments &)> IsExact =
                                    [](const Arguments &) { return false; }) {
    Arguments Chosen;
    std::function<void()> Choose = [&] {
      if (Chosen.size() == Args.size())
        return checkOnce(Chosen, IsExact(Chosen));
      for (int64_t Arg : Args[Chosen.size()]) {
        if (testing::Test::HasFailure())
          return;
        Chosen.push_back(Arg);
        Choose();
        Chosen.pop_back();
      }
    };
    Choose();
  }

private:
  bool emitBounds(bool Signed) {
    DominatorTree DT(*F);
    LoopInfo LI(DT);
    AssumptionCache AC(*F);
    TargetLibraryInfoImpl TLII;
    TargetLibraryInfo TLI(TLII);
    ScalarEvolution SE(*F, TLI, AC, DT, LI);
    BasicBlock &Entry = F->getEntryBlock();
    IRBuilder<> Builder(Entry.getTerminator());
    BoundsEmitter Emitter(SE, *LI.begin(), Builder, M.getDataLayout());
    auto Add = [&](const SCEV *S, const StoreInst *Store, const Loop *L) {
      Value *Lo = Emitter.bound(S, false), *Hi = Emitter.bound(S, true);
      Claims.push_back({Store, L ? L->getHeader() : nullptr,
                        L ? L->getLoopLatch() : nullptr, Emitter.Integers.Ok,
                        Lo, Hi, Signed || L, std::nullopt, std::nullopt});
    };
    for (const Loop *L : (*LI.begin())->getLoopsInPreorder()) {
      const SCEV *Count = Emitter.getBackedgeTakenCount(L);
      if (!Count)
        return false;
      Add(Count, nullptr, L);
    }
    for (Claim &C : Claims)
      C.Ok = Emitter.Integers.Ok;
    // What one value requires is not to be required of the others.
    const BoundsEmitter::Knowledge Known = Emitter.save();
    bool AllKnown = true;
    for (BasicBlock &BB : *F)
      for (Instruction &I : BB)
        if (auto *Store = dyn_cast<StoreInst>(&I)) {
          const SCEV *S = SE.getSCEV(Store->getValueOperand());
          Emitter.restore(Known);
          if (Emitter.requireNoWrap(S, Signed))
            Add(S, Store, nullptr);
          else
            AllKnown = false;
        }
    for (Instruction &I : Entry)
      I.dropPoisonGeneratingFlags();
    return AllKnown;
  }

  /// Execute the nest, and note what is claimed of. \returns whether it came to
  /// its end and entered all loops each time, or nothing if it is undefined.
  std::optional<bool> execute(const Arguments &Args) {
    DenseMap<const StoreInst *, Claim *> OfStore;
    for (Claim &C : Claims) {
      C.Least = C.Greatest = std::nullopt;
      OfStore[C.Store] = &C;
    }
    SmallVector<APInt, 4> Values;
    for (auto [Arg, V] : zip(F->args(), Args))
      Values.emplace_back(Arg.getType()->getIntegerBitWidth(), V, true);
    bool Entered = true;
    auto Status = Run.run(
        *F, Values, Steps,
        [&](const StoreInst &Store, const APInt &V) {
          if (Claim *C = OfStore.lookup(&Store))
            C->see(C->Signed ? V.sext(128) : V.zext(128));
        },
        [&](const BasicBlock *From, const BasicBlock *To) {
          bool Skips = true;
          for (Claim &C : Claims) {
            if (C.Store || (From != C.Latch && To != C.Header))
              continue;
            Skips = false;
            if (To != C.Header)
              C.see(APInt(128, C.Count));
            C.Count = From == C.Latch ? C.Count + 1 : 0;
          }
          Entered &= !Skips;
        });
    // What is undefined may be so only behind what was executed.
    if (Status == Interpreter::Undefined ||
        (Status == Interpreter::TooLong && HasFlags))
      return std::nullopt;
    return Entered && Status == Interpreter::Returned;
  }

  void checkOnce(const Arguments &Args, bool IsExact) {
    std::optional<bool> Complete = execute(Args);
    if (!Complete)
      return;
    for (const Claim &C : Claims) {
      if (!C.Least)
        continue;
      bool Ok = Run.get(C.Ok).getBoolValue();
      const APInt Lo = Run.get(C.Lo).sext(128), Hi = Run.get(C.Hi).sext(128);
      ++(Ok ? Vouched : NotVouched);
      // Modulo 2^Width, a trip count may be less than that of the integers.
      if ((!Ok || ((!C.Store || Lo.sle(*C.Least)) && Hi.sge(*C.Greatest))) &&
          (!IsExact || !*Complete ||
           (Ok && Lo == *C.Least && Hi == *C.Greatest)))
        continue;
      std::string Text;
      raw_string_ostream OS(Text);
      OS << (Ok ? "bounds " : "not vouched for: ") << Lo << " to " << Hi
         << ", seen " << *C.Least << " to " << *C.Greatest << " of";
      if (C.Store)
        OS << *C.Store;
      else
        OS << " the trip count of block " << C.Header->getName();
      OS << "\narguments:";
      for (int64_t Arg : Args)
        OS << ' ' << Arg;
      F->print(OS);
      ADD_FAILURE() << Text;
      return;
    }
  }
};

class BoundsEmitterTest : public testing::Test {
protected:
  LLVMContext Ctx;
  /// The same numbers in each run.
  std::mt19937 Random;

  int choose(int Least, int Greatest) {
    return Least + int(Random() % unsigned(Greatest - Least + 1));
  }

  static bool always(const Nest::Arguments &) { return true; }
};

using Arguments = Nest::Arguments;

Arguments range(int64_t First, int64_t Last, int64_t Step = 1) {
  Arguments Result;
  for (int64_t V = First; V <= Last; V += Step)
    Result.push_back(V);
  return Result;
}

const Arguments Small = range(-3, 5);
const Arguments Coefficients = range(-2, 2);

// Of affine nests, all is vouched for, and exact.
TEST_F(BoundsEmitterTest, oneLoop) {
  for (int A : Coefficients)
    for (int C : Coefficients) {
      Nest N(Ctx, {64, 64});
      Value *Params[] = {N.arg(0)};
      Value *I = N.open(N.affine({A, 1}, Params), N.affine({C, 2}, Params));
      for (int X : Coefficients)
        for (int Y : Coefficients)
          N.store(N.affine({X, Y, 1}, {I, N.arg(0)}));
      N.store(N.B.CreateMul(N.arg(1), I));
      EXPECT_TRUE(N.finish());
      N.check({Small, Coefficients}, always);
    }
}

TEST_F(BoundsEmitterTest, twoLoops) {
  for (int A : Coefficients)
    for (int C : Coefficients)
      for (int D : Coefficients) {
        Nest N(Ctx, {64, 64});
        Value *I = N.open(N.affine({-1}, {N.arg(0)}), N.B.getInt64(3));
        Value *J = N.open(N.affine({A, choose(-1, 1)}, {I}),
                          N.affine({C, D, choose(0, 3)}, {I, N.arg(0)}));
        for (int X : Coefficients)
          for (int Y : Coefficients)
            N.store(N.affine({X, Y}, {I, J}));
        N.store(N.affine({1, choose(-2, 2)}, {N.B.CreateMul(N.arg(1), I), J}));
        N.store(N.affine({choose(-2, 2), 1}, {I, N.B.CreateMul(N.arg(1), J)}));
        EXPECT_TRUE(N.finish());
        N.check({Small, {-2, 3}}, always);
      }
}

TEST_F(BoundsEmitterTest, threeLoops) {
  auto C = [&] { return choose(-2, 2); };
  for (unsigned Try = 0; Try < 100; ++Try) {
    Nest N(Ctx, {64, 64});
    Value *P = N.arg(0);
    Value *I = N.open(N.B.getInt64(C()), N.affine({1, 2}, {P}));
    Value *J = N.open(N.affine({C()}, {I}), N.affine({C(), C(), 4}, {I, P}));
    Value *K = N.open(N.affine({C(), C()}, {I, J}),
                      N.affine({C(), C(), C(), 4}, {I, J, P}));
    for (unsigned Store = 0; Store < 10; ++Store)
      N.store(N.affine({C(), C(), C(), C()}, {I, J, K, P}));
    N.store(N.affine({C(), C(), 1}, {I, J, N.B.CreateMul(N.arg(1), K)}));
    EXPECT_TRUE(N.finish());
    N.check({range(-2, 4), {-2, 3}}, always);
  }
}

// A loop that does not ask in front of its first iteration may go on for long.
TEST_F(BoundsEmitterTest, loopsWithoutGuard) {
  for (auto Pred : {CmpInst::ICMP_SLT, CmpInst::ICMP_NE})
    for (bool Inner : {false, true}) {
      Nest N(Ctx, {64, 64});
      Value *I = Inner ? N.open(N.B.getInt64(0), N.B.getInt64(2)) : N.arg(1);
      Value *J = N.open(N.affine({1}, {I}), N.arg(0), 1, Pred, false);
      N.store(N.affine({2, 1}, {I, J}));
      // The count is a maximum; times 3, it is to cancel 3 * I.
      N.store(N.affine({1, 3}, {I, J}));
      N.Steps = 200;
      EXPECT_TRUE(N.finish());
      N.check({range(-3, 5), range(-1, 1)}, [&](const Arguments &Args) {
        return Args[0] > (Inner ? 1 : Args[1]);
      });
    }
}

// Steps other than 1: the last value is that of the last iteration.
TEST_F(BoundsEmitterTest, steps) {
  for (int Step : {-3, -2, -1, 1, 2, 3})
    for (bool Inner : {false, true}) {
      Nest N(Ctx, {64, 64});
      Value *I = Inner ? N.open(N.B.getInt64(0), N.B.getInt64(3)) : nullptr;
      Value *J = N.open(Inner ? N.B.CreateAdd(N.arg(0), I) : N.arg(0), N.arg(1),
                        Step, Step > 0 ? CmpInst::ICMP_SLT : CmpInst::ICMP_SGT);
      for (int X : Coefficients)
        for (int Y : Coefficients)
          N.store(N.affine({X, Y}, {J, Inner ? I : N.arg(0)}));
      EXPECT_TRUE(N.finish(/*Signed=*/true, /*NSW=*/true));
      // Where the step does not divide the distances, inner bounds are wider.
      N.check({range(-5, 5), range(-5, 5)},
              [&](const Arguments &) { return !Inner || std::abs(Step) == 1; });
      EXPECT_GT(N.Vouched, 0u);
    }
}

// Narrow counters and what is computed of them, up to the ends of their range.
TEST_F(BoundsEmitterTest, narrowNumbers) {
  for (bool Signed : {false, true})
    for (int Step : {1, 3, -1, -3})
      for (bool HasFlag : {false, true}) {
        Nest N(Ctx, {8, 8, 8});
        auto Pred = Step > 0 ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGT;
        Value *I = N.open(N.arg(0), N.arg(1), Step,
                          Signed ? ICmpInst::getSignedPredicate(Pred) : Pred);
        Value *Sum = N.B.CreateAdd(I, N.arg(2));
        Value *Min =
            N.B.CreateBinaryIntrinsic(Intrinsic::smin, Sum, N.B.getInt8(50));
        for (Value *V : {I, Sum, N.affine({-1}, {I}), Min}) {
          N.store(N.B.CreateSExt(V, N.B.getInt64Ty()));
          N.store(N.B.CreateZExt(V, N.B.getInt64Ty()));
          N.store(N.affine({8, 1}, {N.B.CreateSExt(V, N.B.getInt32Ty())}));
        }
        const bool NSW = HasFlag && Signed,
                   NUW = HasFlag && !Signed && Step > 0;
        N.finish(/*Signed=*/true, NSW, NUW);
        N.check({{-128, -100, -1, 0, 100},
                 range(-128, 127, 5),
                 {-128, -1, 2, 127}});
        if (NSW || NUW || std::abs(Step) == 1) {
          EXPECT_GT(N.Vouched, 0u);
        }
      }
}

// A counter that does not wrap is extended without loss.
TEST_F(BoundsEmitterTest, extendedCounters) {
  for (unsigned Width : {8, 16, 32, 41})
    for (int Step : {1, 3, -2}) {
      Nest N(Ctx, {Width, Width});
      Value *I = N.open(N.arg(0), N.arg(1), Step,
                        Step > 0 ? CmpInst::ICMP_SLT : CmpInst::ICMP_SGT);
      Value *Wide = N.B.CreateSExt(I, N.B.getInt64Ty());
      for (int A : Coefficients)
        N.store(N.affine({A, 5}, {Wide}));
      EXPECT_TRUE(N.finish(/*Signed=*/true, /*NSW=*/true));
      N.check({range(-5, 30, 5), range(-4, 60)}, always);
    }
}

// Where one counter rises as the other falls, their sum does not change.
TEST_F(BoundsEmitterTest, extendedCountersCancel) {
  for (unsigned Width : {32, 41})
    for (bool Signed : {false, true})
      for (int A : {1, 3}) {
        Nest N(Ctx, {Width, Width});
        Value *I = N.open(N.arg(0), N.arg(1));
        Value *Rest = N.B.CreateSub(N.arg(1), I);
        Value *Up = N.B.CreateSExt(I, N.B.getInt64Ty());
        Value *Down = Signed ? N.B.CreateSExt(Rest, N.B.getInt64Ty())
                             : N.B.CreateZExt(Rest, N.B.getInt64Ty());
        N.store(N.affine({A, A, 2}, {Up, Down}));
        N.store(N.affine({A, A + 1}, {Up, Down}));
        EXPECT_TRUE(N.finish(/*Signed=*/true, /*NSW=*/true));
        N.check({range(-5, 30, 5), range(-4, 60)}, always);
      }
}

// What is stored is truncated from a wider counter.
TEST_F(BoundsEmitterTest, truncatedCounters) {
  for (bool Signed : {false, true})
    for (unsigned Width : {3, 8, 16, 32}) {
      Nest N(Ctx, {64, 64});
      Value *I = N.open(N.arg(0), N.arg(1));
      for (int A : {-2, 1, 2}) {
        Value *V = N.B.CreateTrunc(N.affine({A, 1}, {I}), N.B.getIntNTy(Width));
        N.store(V);
        N.store(N.B.CreateSExt(V, N.B.getInt64Ty()));
        N.store(N.B.CreateZExt(V, N.B.getInt64Ty()));
      }
      EXPECT_TRUE(N.finish(Signed));
      for (int64_t Edge : {0, 3, 127, 255, 32767, 65535})
        N.check({range(Edge - 5, Edge), range(Edge - 3, Edge + 5)});
      for (int64_t Edge : {INT64_C(1) << 31, INT64_C(1) << 32})
        N.check({range(Edge - 5, Edge), range(Edge - 3, Edge + 5)});
      EXPECT_GT(N.Vouched, 0u);
    }
}

TEST_F(BoundsEmitterTest, minimaAndMaxima) {
  for (auto ID :
       {Intrinsic::smin, Intrinsic::smax, Intrinsic::umin, Intrinsic::umax}) {
    Nest N(Ctx, {64, 64});
    auto Extremum = [&](Value *A, Value *B) {
      return N.B.CreateBinaryIntrinsic(ID, A, B);
    };
    Value *Two = N.B.getInt64(2), *P = N.arg(1);
    // Operands of unsigned ones may not be negative.
    const bool Signed = ID == Intrinsic::smin || ID == Intrinsic::smax;
    Value *I = N.open(N.B.getInt64(Signed ? -1 : 0), N.arg(0));
    N.store(Extremum(P, Two));
    N.store(Extremum(N.affine({1, 1}, {I}), P));
    Value *J = N.open(Extremum(N.affine({1, 1}, {I}), Two),
                      N.affine({1, 4}, {Extremum(I, P)}));
    N.store(Extremum(I, J));
    N.store(Extremum(N.affine({2, -3}, {I}), Two));
    N.store(N.affine({2, -1}, {Extremum(N.affine({-1}, {I}), J), I}));
    EXPECT_TRUE(N.finish());
    N.check({range(-2, 6), range(-3, 6)});
    EXPECT_GT(N.Vouched, 0u);
  }
  // Of one variable, they are exact.
  for (auto ID : {Intrinsic::smin, Intrinsic::smax}) {
    Nest N(Ctx, {64, 64});
    Value *I = N.open(N.B.getInt64(-1), N.arg(0));
    for (int A : Coefficients)
      N.store(N.B.CreateBinaryIntrinsic(ID, N.affine({A, 1}, {I}), N.arg(1)));
    // The counter in the sum cancels it, as that of the loop around a
    // triangle's.
    for (int A : {-2, -1, 1, 3}) {
      Value *Extremum = N.B.CreateBinaryIntrinsic(ID, I, N.arg(1));
      N.store(N.affine({A, -A, 2}, {Extremum, I}));
    }
    EXPECT_TRUE(N.finish());
    N.check({range(-2, 6), Small}, always);
  }
}

// Quotients are exact. Remainders are if they go through all values.
TEST_F(BoundsEmitterTest, quotientsAndRemainders) {
  for (unsigned Width : {32, 64})
    for (int C = 1; C <= 8; ++C)
      for (int A : {1, 3}) {
        Nest N(Ctx, {Width, Width});
        Value *Divisor = N.B.getIntN(Width, C);
        Value *I = N.open(N.B.getIntN(Width, 0), N.arg(0));
        Value *X = N.affine({A, 1}, {I, N.arg(1)});
        for (Value *V : {N.B.CreateUDiv(X, Divisor), N.B.CreateURem(X, Divisor),
                         N.affine({2, 3}, {N.B.CreateURem(X, Divisor)})})
          N.store(N.B.CreateZExt(V, N.B.getInt64Ty()));
        N.finish(/*Signed=*/true, /*NSW=*/true);
        N.check({range(1, 30), range(-2, 5)}, [&](const Arguments &Args) {
          return Args[0] >= 2 * C && Args[1] >= 0 && C % 3 != 0;
        });
      }
  // What looks like a remainder may be none.
  for (int C = 2; C <= 5; ++C)
    for (int Factor : {-2 * C, -C - 1, -C, 1 - C, C, C + 1}) {
      Nest N(Ctx, {64, 64});
      Value *I = N.open(N.B.getInt64(0), N.arg(0));
      Value *X = N.affine({2, 1}, {I, N.arg(1)});
      Value *Quotient = N.B.CreateUDiv(X, N.B.getInt64(C));
      N.store(N.affine({1, Factor}, {X, Quotient}));
      N.store(N.affine({-2, Factor}, {X, Quotient}));
      EXPECT_TRUE(N.finish());
      N.check({range(1, 30), range(0, 5)});
      EXPECT_EQ(N.NotVouched, 0u);
    }
}

// Numbers that 64 bits do not hold, or whose products 128 bits do not.
TEST_F(BoundsEmitterTest, largeNumbers) {
  const Arguments Large = {0,
                           1,
                           -2,
                           3,
                           INT64_C(1) << 32,
                           (INT64_C(1) << 40) - 1,
                           -(INT64_C(1) << 40),
                           INT64_C(1) << 40,
                           INT64_C(1) << 61,
                           INT64_C(1) << 62,
                           (INT64_C(1) << 62) + 1,
                           INT64_MIN,
                           INT64_MIN + 1,
                           INT64_MAX};
  for (bool Signed : {false, true}) {
    Nest N(Ctx, {64, 64, 64, 64});
    Value *P = N.arg(1), *Q = N.arg(2), *R = N.arg(3);
    Value *I = N.open(N.B.getInt64(0), N.arg(0));
    for (Value *V : {P, N.B.CreateMul(P, Q), N.B.CreateMul(P, P)}) {
      N.store(N.affine({1, 1}, {I, V}));
      N.store(N.affine({1, -1}, {N.B.CreateMul(I, V), Q}));
      N.store(N.B.CreateMul(I, N.B.CreateMul(V, R)));
      N.store(N.B.CreateUDiv(N.B.CreateMul(I, V), N.B.getInt64(3)));
    }
    EXPECT_TRUE(N.finish(Signed));
    N.Steps = 200;
    N.check({{1, 3, 1 << 20, INT64_C(1) << 40, (INT64_C(1) << 40) + 1,
              INT64_C(1) << 62, INT64_MAX},
             Large,
             Large,
             {1, -3, INT64_C(1) << 39, INT64_MAX}});
    // The product of the trip count and the others is 5 * 2^60 modulo 2^128.
    N.check({{785061711712}, {426698080256}, {202231513088}, {492921946112}});
    N.check({{785061711712}, {2633416699277213696}, {1}, {16152066330198016}});
    EXPECT_GT(N.Vouched, 0u);
  }
}

// Short loops at the ends of the range.
TEST_F(BoundsEmitterTest, largeCounters) {
  Arguments Near;
  for (int64_t V : {INT64_C(0), INT64_C(1) << 31, INT64_C(1) << 40,
                    -(INT64_C(1) << 40), INT64_C(1) << 62})
    append_range(Near, range(V - 2, V + 2));
  append_range(Near, range(INT64_MAX - 4, INT64_MAX - 1));
  append_range(Near, range(INT64_MIN, INT64_MIN + 4));
  for (bool Signed : {false, true})
    for (auto Pred : {CmpInst::ICMP_SLT, CmpInst::ICMP_ULT, CmpInst::ICMP_NE}) {
      Nest N(Ctx, {64, 64, 64});
      Value *I = N.open(N.arg(0), N.arg(1), 1, Pred);
      for (int A : Coefficients) {
        N.store(N.affine({A, 1}, {I, N.arg(2)}));
        Value *Narrow =
            N.B.CreateTrunc(N.affine({A, 1}, {I}), N.B.getInt32Ty());
        N.store(N.B.CreateSExt(Narrow, N.B.getInt64Ty()));
        N.store(N.B.CreateZExt(Narrow, N.B.getInt64Ty()));
      }
      N.Steps = 200;
      EXPECT_TRUE(N.finish(Signed));
      N.check({Near,
               Near,
               {0, (INT64_C(1) << 40) - 1, INT64_C(1) << 62, INT64_MIN}});
      EXPECT_GT(N.Vouched, 0u);
    }
}

// The step of an inner loop's numbers depends on the outer loop, and so may the
// number of steps.
TEST_F(BoundsEmitterTest, variableSteps) {
  for (int D : Coefficients) {
    Nest N(Ctx, {64, 64});
    Value *I = N.open(N.B.getInt64(-2), N.arg(0));
    Value *J = N.open(N.B.getInt64(0), N.affine({D, 1, 2}, {I, N.arg(1)}));
    Value *IJ = N.B.CreateMul(I, J);
    for (int A : Coefficients)
      for (int C : Coefficients)
        N.store(N.affine({1, A, C}, {IJ, I, J}));
    EXPECT_TRUE(N.finish());
    N.check({Small, Small});
    EXPECT_GT(N.Vouched, N.NotVouched);
  }
}

// The count of the inner loop is not that of the integers.
TEST_F(BoundsEmitterTest, countsWrap) {
  for (unsigned Width : {16, 64}) {
    Nest N(Ctx, {Width, Width, Width});
    Value *I = N.open(N.B.getIntN(Width, 0), N.arg(0));
    Value *Product = N.B.CreateMul(I, N.B.CreateMul(N.arg(1), N.arg(2)));
    N.store(N.open(N.B.getIntN(Width, 0), N.affine({1, 5}, {Product})));
    EXPECT_TRUE(N.finish());
    N.check({{3}, {-1, 0, 1}, {-1, 1}}, always);
    // The product of the parameters is -1 or 1 modulo 2^Width.
    if (Width == 16)
      N.check({{3}, {255, -255}, {257}});
    else
      N.check({{3}, {439125228929, -439125228929}, {42007935}});
    EXPECT_GT(N.NotVouched, 0u);
  }
}

// What is known of where an end is does not tell that a number of 16 bits holds
// the counter.
TEST_F(BoundsEmitterTest, extendedEnds) {
  for (bool Signed : {false, true}) {
    Nest N(Ctx, {32});
    N.Steps = 1000000;
    Value *End = N.B.CreateIntCast(N.arg(0), N.B.getInt64Ty(), Signed);
    Value *I = N.open(N.B.getInt64(0), End);
    N.store(N.B.CreateSExt(N.B.CreateTrunc(I, N.B.getInt16Ty()), I->getType()));
    EXPECT_TRUE(N.finish());
    N.check({{0, 1, 255, 256, 300, 32767, 32768, 32769, 40000, 70000}});
    EXPECT_GT(N.Vouched, 0u);
  }
}

TEST_F(BoundsEmitterTest, loopsTooLong) {
  constexpr int64_t Least = (INT64_C(1) << 41) / 3 + 1;
  for (int64_t Third : {Least - 1, Least}) {
    Nest N(Ctx, {64, 64});
    N.Steps = 20;
    N.store(N.open(N.arg(0), N.affine({2, 1}, {N.arg(1)})));
    EXPECT_TRUE(N.finish());
    N.check({{-Third}, {Third}});
    EXPECT_EQ(N.Vouched > 0, Third < Least);
  }
}

TEST_F(BoundsEmitterTest, unknown) {
  auto IsKnown = [&](function_ref<Value *(IRBuilder<> &, Value *)> Compute) {
    Nest N(Ctx, {64});
    N.store(Compute(N.B, N.open(N.B.getInt64(0), N.arg(0))));
    return N.finish();
  };
  EXPECT_TRUE(IsKnown([](IRBuilder<> &B, Value *I) { return I; }));
  EXPECT_FALSE(IsKnown([](IRBuilder<> &B, Value *I) {
    return B.CreateZExt(I, B.getIntNTy(65));
  }));
  EXPECT_FALSE(
      IsKnown([](IRBuilder<> &B, Value *I) { return B.CreateMul(I, I); }));
  EXPECT_FALSE(IsKnown([](IRBuilder<> &B, Value *I) {
    return B.CreateMul(I, B.getInt64(0x9e3779b97f4a7c15));
  }));
  EXPECT_FALSE(
      IsKnown([](IRBuilder<> &B, Value *I) { return B.CreateXor(I, 5); }));
}

} // namespace
