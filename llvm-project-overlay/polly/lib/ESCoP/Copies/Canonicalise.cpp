//===- Canonicalise.cpp - Make a shadow look like a throw-free nest -------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simplification pipeline has worked on the nest with its exits. In the
// shadow, where they are gone, it leaves traces that keep Polly from seeing
// what it sees of the throw-free nest:
//
//  - chains of blocks, and loads that were in different blocks;
//  - `getelementptr [n x T], p, i` and `getelementptr T, that, j`, one of which
//    was hoisted, for A[i][j];
//  - the value of an array cell that is kept in a PHI although it is stored in
//    every iteration, since a load in the next iteration was redundant but a
//    store in front of an exit is not (load PRE of GVN.cpp):
//
//      A[i][j] = 0; s = 0;             A[i][j] = 0;
//      for (k…) { s += …;        from  for (k…)
//                 A[i][j] = s; }          A[i][j] += …;
//
// Nothing stronger: GVN and LICM turn array cells into scalars that carry
// dependences from iteration to iteration.
//
// Arithmetic that tells whether it overflows, of which there are no vectors, is
// expanded where it is to be optimised: bounds are known of the operation.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Copies.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// Compute what leaves a loop from its trip count where that is possible, so that
/// Polly does not have to carry it out of the SCoP as a scalar.
static void computeExitValues(Function &Shadow, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(Shadow);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(Shadow);
  SmallVector<WeakTrackingVH, 16> Dead;
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    SCEVExpander Expander(SE, Shadow.getDataLayout(), "escop");
    rewriteLoopExitValues(L, &LI, &TLI, &SE, &TTI, Expander, &DT, AlwaysRepl,
                          Dead);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead, &TLI);
  FAM.invalidate(Shadow, PreservedAnalyses::none());
}

/// Is @p I what a counter is next, with which the loop's end is compared? Were
/// it poison, the program's behaviour would not be defined.
static bool endsLoop(const Instruction &I) {
  return isa<BinaryOperator>(I) && any_of(I.users(), [](const User *U) {
           return isa<ICmpInst>(U) && any_of(U->users(), [](const User *Of) {
                    return isa<BranchInst>(Of);
                  });
         });
}

/// Is @p V arithmetic on arguments, which the driver freezes, and counters,
/// that makes no poison of what is none, but for its flags? @p Visited are
/// values that are taken not to be poison.
static bool isNeverPoison(Value *V, SmallSetVector<Value *, 16> &Visited) {
  if (isa<Argument>(V) || !Visited.insert(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isGuaranteedNotToBeUndefOrPoison(V);
  const bool IsArithmetic =
      isa<BinaryOperator, CastInst, ICmpInst, SelectInst, PHINode,
          MinMaxIntrinsic, ExtractValueInst, WithOverflowInst>(I);
  return IsArithmetic &&
         !canCreatePoison(cast<Operator>(I),
                          /*ConsiderFlagsAndMetadata=*/false) &&
         all_of(I->operands(), [&](Value *Op) {
           return isa<Function>(Op) || isNeverPoison(Op, Visited);
         });
}

void polly::escop::replaceByAddition(PossiblyDisjointInst &Or) {
  auto *Add = BinaryOperator::CreateAdd(Or.getOperand(0), Or.getOperand(1), "",
                                        Or.getIterator());
  Add->takeName(&Or);
  Add->setDebugLoc(Or.getDebugLoc());
  Or.replaceAllUsesWith(Add);
  Or.eraseFromParent();
}

/// Drop what freezes numbers that are no poison, which ScalarEvolution does not
/// look through: loop unswitching freezes conditions, and what these are of.
static void dropFreezes(Function &Shadow) {
  SmallSetVector<PossiblyDisjointInst *, 4> Additions;
  for (Instruction &I : make_early_inc_range(instructions(Shadow))) {
    SmallSetVector<Value *, 16> Visited;
    auto *Freeze = dyn_cast<FreezeInst>(&I);
    if (!Freeze || !isNeverPoison(Freeze->getOperand(0), Visited))
      continue;
    for (Value *V : Visited)
      if (auto *Of = dyn_cast<Instruction>(V); Of && !endsLoop(*Of)) {
        if (auto *Or = dyn_cast<PossiblyDisjointInst>(Of);
            Or && Or->isDisjoint())
          Additions.insert(Or);
        else
          Of->dropPoisonGeneratingFlags();
      }
    Freeze->replaceAllUsesWith(Freeze->getOperand(0));
    Freeze->eraseFromParent();
  }
  for (PossiblyDisjointInst *Or : Additions)
    replaceByAddition(*Or);
}

/// Do vectors of what tells whether operations like @p Op overflow gain?
/// Scalars also take a branch each, and keep what is around them from having
/// vectors: these may take twice as long, and half as long again (products of
/// int, 300 x 300: 12.6 ms by scalars, 8.8 with AVX2, which has 2.2, 18 with
/// SSE4.1, which has 3.4; sums of int64_t, SSE2, which has 6: 1.3 times).
static bool gainsByVectors(const WithOverflowInst &Op,
                           const TargetTransformInfo &TTI) {
  Type *Ty = Op.getLHS()->getType();
  const unsigned Lanes =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue() /
      Ty->getIntegerBitWidth();
  auto GetCost = [&](Type *Of) {
    auto *Result = StructType::get(Of, CmpInst::makeCmpResultType(Of));
    return TTI.getIntrinsicInstrCost(
        IntrinsicCostAttributes(Op.getIntrinsicID(), Result, {Of, Of}),
        TargetTransformInfo::TCK_RecipThroughput);
  };
  return Lanes > 1 && 2 * GetCost(FixedVectorType::get(Ty, Lanes)) <=
                          5 * Lanes * GetCost(Ty);
}

/// Are there vectors of what tells whether @p Op overflows? InstCombine makes
/// the intrinsic of wider products of unsigned numbers again.
static bool isExpandable(const WithOverflowInst &Op,
                         const TargetTransformInfo &TTI) {
  Type *Ty = Op.getLHS()->getType();
  return Ty->isIntegerTy() &&
         (Op.getBinaryOp() != Instruction::Mul ||
          (Op.isSigned() && Ty->getIntegerBitWidth() <= 32)) &&
         gainsByVectors(Op, TTI) && all_of(Op.users(), [](const User *U) {
           return isa<ExtractValueInst>(U);
         });
}

/// Whether @p Op, with the result @p Result, overflows.
static Value *expandOverflow(const WithOverflowInst &Op, Value *Result,
                             IRBuilder<> &Builder) {
  Value *A = Op.getLHS(), *B = Op.getRHS();
  if (Op.getBinaryOp() == Instruction::Mul) {
    Type *Wide = Builder.getIntNTy(2 * Result->getType()->getIntegerBitWidth());
    return Builder.CreateICmpNE(Builder.CreateSExt(Result, Wide),
                                Builder.CreateMul(Builder.CreateSExt(A, Wide),
                                                  Builder.CreateSExt(B, Wide)));
  }
  const bool IsSum = Op.getBinaryOp() == Instruction::Add;
  if (!Op.isSigned())
    return IsSum ? Builder.CreateICmpULT(Result, A)
                 : Builder.CreateICmpULT(A, B);
  // The signs of A and of the other summand, B or the result, are the same, and
  // not that of the sum.
  Value *Sum = IsSum ? Result : A, *Other = IsSum ? A : Result;
  return Builder.CreateIsNeg(Builder.CreateAnd(Builder.CreateXor(Sum, Other),
                                               Builder.CreateXor(Sum, B)));
}

/// Compute the results of arithmetic, and whether it overflows, each by itself.
/// If one operation has no vectors, there are none of what uses it.
void polly::escop::expandOverflows(Function &Shadow,
                                   FunctionAnalysisManager &FAM) {
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(Shadow);
  SmallVector<WithOverflowInst *, 4> Ops;
  for (Instruction &I : instructions(Shadow))
    if (auto *Op = dyn_cast<WithOverflowInst>(&I))
      Ops.push_back(Op);
  if (!all_of(Ops,
              [&](WithOverflowInst *Op) { return isExpandable(*Op, TTI); }))
    return;
  for (WithOverflowInst *Op : Ops) {
    IRBuilder<> Builder(Op);
    Value *Result = Builder.CreateBinOp(Op->getBinaryOp(), Op->getLHS(),
                                        Op->getRHS()),
          *Overflows = expandOverflow(*Op, Result, Builder);
    for (User *U : make_early_inc_range(Op->users())) {
      auto *Part = cast<ExtractValueInst>(U);
      Part->replaceAllUsesWith(Part->getIndices()[0] ? Overflows : Result);
      Part->eraseFromParent();
    }
    Op->eraseFromParent();
  }
}

/// Let `(x * (c << k) + (d << k)) >> k`, which InstCombine makes of the
/// extension of a narrow `x * c + d` that may wrap, be that again: of an
/// extension the bounds are known.
static void restoreExtensions(Function &Shadow) {
  using namespace PatternMatch;
  for (Instruction &I : make_early_inc_range(instructions(Shadow))) {
    Value *Product, *X;
    const APInt *Bits, *Factor, *Summand = nullptr;
    if (!match(&I, m_AShr(m_Value(Product), m_APInt(Bits))))
      continue;
    if (match(Product, m_Add(m_Value(X), m_APInt(Summand))))
      Product = X;
    const unsigned Width = Bits->getBitWidth(), Wide = Bits->getZExtValue();
    if (!match(Product, m_Mul(m_Value(X), m_APInt(Factor))) || Wide >= Width ||
        Factor->countr_zero() < Wide ||
        (Summand && Summand->countr_zero() < Wide))
      continue;
    IRBuilder<> Builder(&I);
    auto Narrow = [&](const APInt &C) {
      return Builder.getInt(C.lshr(Wide).trunc(Width - Wide));
    };
    Value *New = Builder.CreateMul(
        Builder.CreateTrunc(X, Builder.getIntNTy(Width - Wide)),
        Narrow(*Factor));
    if (Summand)
      New = Builder.CreateAdd(New, Narrow(*Summand));
    I.replaceAllUsesWith(Builder.CreateSExt(New, I.getType()));
    I.eraseFromParent();
  }
}

/// Join the two halves of A[i][j], in either order: from one instruction Polly
/// takes the dimensions of an array of constant size.
static void joinSubscripts(Function &Shadow) {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&Shadow))
    for (Instruction &I : make_early_inc_range(*BB)) {
      auto *Inner = dyn_cast<GetElementPtrInst>(&I);
      auto *Outer =
          Inner ? dyn_cast<GetElementPtrInst>(Inner->getPointerOperand())
                : nullptr;
      if (!Outer || Inner->getType() != Outer->getType())
        continue;
      auto IsRowOf = [](Type *Ty, const GetElementPtrInst *GEP) {
        auto *Row = dyn_cast<ArrayType>(Ty);
        return Row && Row->getElementType() == GEP->getSourceElementType();
      };
      auto *First = Outer, *Second = Inner;
      if (Inner->getNumIndices() == 1 &&
          IsRowOf(Inner->getSourceElementType(), Outer))
        std::swap(First, Second);
      else if (!IsRowOf(Outer->getResultElementType(), Inner))
        continue;
      SmallVector<Value *, 4> Indices(First->indices());
      append_range(Indices, Second->indices());
      auto *New = GetElementPtrInst::Create(First->getSourceElementType(),
                                            Outer->getPointerOperand(), Indices,
                                            "", Inner->getIterator());
      New->setNoWrapFlags(Inner->getNoWrapFlags() & Outer->getNoWrapFlags());
      New->takeName(Inner);
      Inner->replaceAllUsesWith(New);
      Inner->eraseFromParent();
    }
}

/// The store of @p PHI's next value to where the PHI's value is in memory
/// whenever control comes to the header of @p L, or null.
static StoreInst *findHome(const PHINode &PHI, const Loop &L, MemorySSA &MSSA,
                           DominatorTree &DT, AAResults &AA) {
  BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  auto *Memory = MSSA.getMemoryAccess(L.getHeader());
  if (!Preheader || !Latch || !Memory)
    return nullptr;
  MemorySSAWalker &Walker = *MSSA.getWalker();
  Value *Init = PHI.getIncomingValueForBlock(Preheader);
  Value *Next = PHI.getIncomingValueForBlock(Latch);
  for (User *U : Next->users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || !Store->isSimple() || Store->getValueOperand() != Next ||
        !L.contains(Store) || !L.isLoopInvariant(Store->getPointerOperand()) ||
        !DT.dominates(Store->getParent(), Latch))
      continue;
    MemoryLocation Loc = MemoryLocation::get(Store);
    if (Walker.getClobberingMemoryAccess(
            Memory->getIncomingValueForBlock(Latch), Loc) !=
        MSSA.getMemoryAccess(Store))
      continue;
    MemoryAccess *Before = Walker.getClobberingMemoryAccess(
        Memory->getIncomingValueForBlock(Preheader), Loc);
    if (auto *Load = dyn_cast<LoadInst>(Init)) {
      // A load that was made here has no access.
      auto *Access = MSSA.getMemoryAccess(Load);
      if (Access && Load->isSimple() &&
          AA.isMustAlias(MemoryLocation::get(Load), Loc) &&
          Walker.getClobberingMemoryAccess(Access->getDefiningAccess(), Loc) ==
              Before)
        return Store;
    }
    auto *Def = dyn_cast<MemoryDef>(Before);
    auto *First = Def ? dyn_cast_or_null<StoreInst>(Def->getMemoryInst()) : nullptr;
    if (First && First->isSimple() && First->getValueOperand() == Init &&
        AA.isMustAlias(MemoryLocation::get(First), Loc))
      return Store;
  }
  return nullptr;
}

/// Load the values of array cells instead of keeping them in PHIs.
static bool reloadCells(Function &Shadow, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(Shadow);
  auto &AA = FAM.getResult<AAManager>(Shadow);
  auto &MSSA = FAM.getResult<MemorySSAAnalysis>(Shadow).getMSSA();
  auto Reload = [](PHINode *PHI, StoreInst *Home) {
    BasicBlock *BB = PHI->getParent();
    auto *Load = new LoadInst(PHI->getType(), Home->getPointerOperand(), "",
                              /*isVolatile=*/false, Home->getAlign(),
                              BB->getFirstInsertionPt());
    Load->setAAMetadata(Home->getAAMetadata());
    PHI->replaceAllUsesWith(Load);
    PHI->eraseFromParent();
  };
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    for (PHINode &PHI : make_early_inc_range(L->getHeader()->phis())) {
      StoreInst *Home = findHome(PHI, *L, MSSA, DT, AA);
      if (!Home)
        continue;
      // Behind the loop the cell still has the value.
      BasicBlock *Exit = L->getUniqueExitBlock();
      if (Exit && L->getExitingBlock() == L->getLoopLatch() &&
          !MSSA.getMemoryAccess(Exit))
        for (PHINode &Out : make_early_inc_range(Exit->phis()))
          if (Out.getNumIncomingValues() == 1 &&
              Out.getIncomingValue(0) == Home->getValueOperand())
            Reload(&Out, Home);
      Reload(&PHI, Home);
      Changed = true;
    }
  if (Changed)
    FAM.invalidate(Shadow, PreservedAnalyses::none());
  return Changed;
}

bool polly::escop::canonicaliseShadow(Function &Shadow, bool ReloadCells,
                                      FunctionAnalysisManager &FAM) {
  dropFreezes(Shadow);
  restoreExtensions(Shadow);
  joinSubscripts(Shadow);
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(ADCEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  runPasses(Shadow, FPM, FAM);
  computeExitValues(Shadow, FAM);
  return ReloadCells && reloadCells(Shadow, FAM);
}

