//===- Prepare.cpp - Bring loops into the form that detection expects -----===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simplification pipeline is made for loops without abnormal exits, and
// leaves others half-way. This runs on a copy of the function, which replaces
// its body only if a nest of it is transformed:
//
//  - Calls of functions of the same module are inlined if the nest would be
//    declined because of them: `double &at(i, j) { if (…) throw …; return …; }`
//    is then a guard and an address.
//  - Loop rotation does not touch a loop whose latch leaves it, so
//
//      for (j = 0; j < m; ++j) { C[j] += A[j]; if (bad(C[j])) throw E(); }
//
//    may still be left from its header. It is rotated here if the header's exit
//    is the one whose trip count is known.
//  - If a part of the body has use for i + 1, GVN may have copied the increment
//    to it, and to the rest. It is one again, which is a counter to
//    ScalarEvolution.
//  - Subscripts of arrays with constant sizes are bits that were or'ed; where
//    the counters' ranges tell that they do not overlap, it is noted.
//  - Loop simplification folds a guard in front of the latch into the latch's
//    condition if both lead to one block (`break`), which hides the trip count.
//    They are separated again.
//  - A math function that may set errno becomes one that does not and, on a
//    cold path, the call, if the result is one that goes with an error (the
//    idea of PartiallyInlineLibCalls.cpp). That is for the nest's copies: a
//    compiler that takes it for free of effects may move it. So the nest gets
//    its call back, and the driver preserves errno.
//  - A switch that leaves a loop becomes branches.
//  - A local object of a loop's body lives as long as the function does: a
//    chunk accesses it before and behind the iterations of the nest.
//  - Sizes and pointers that containers keep in memory were hoisted out of the
//    inner loops only, the guards being in the way of the rest; they are
//    hoisted out of the outer ones. No store is promoted: a scalar that is
//    carried from iteration to iteration is what Polly can do least with.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Nest.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace polly::escop;

/// Instructions inlined in a function, at most.
static constexpr unsigned MaxInlined = 2000;
/// A callee that does more than return a value or throw, and has more
/// instructions, is not what a nest can be expected to contain.
static constexpr unsigned MaxInlinedSize = 100;
/// Bytes of the callee's local objects, of which the caller, which may be
/// recursive, has each in its frame then.
static constexpr uint64_t MaxInlinedFrame = 1024;

/// A switch with more targets in its loop is no guard, but a dispatch.
static constexpr unsigned MaxTargetsOfBranches = 3;

/// Does @p F write to memory where it may still return?
static bool writesMemory(Function &F) {
  df_iterator_default_set<BasicBlock *> Returning;
  for (BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      for (BasicBlock *Pred : inverse_depth_first_ext(&BB, Returning))
        (void)Pred;
  return any_of(Returning, [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      return I.mayWriteToMemory() && !isa<DbgInfoIntrinsic>(I) &&
             !isa<AssumeInst>(I) && !I.isLifetimeStartOrEnd();
    });
  });
}

/// May @p I be another thing where its function was inlined?
static bool isBoundToCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->isInlineAsm() ||
                  Call->getIntrinsicID() == Intrinsic::threadlocal_address);
}

/// Bytes of the local objects of @p F.
static uint64_t getFrameSize(Function &F) {
  uint64_t Size = 0;
  for (Instruction &I : instructions(F))
    if (auto *Local = dyn_cast<AllocaInst>(&I)) {
      auto Bytes = Local->getAllocationSize(F.getDataLayout());
      Size += Bytes ? Bytes->getKnownMinValue() : MaxInlinedFrame + 1;
    }
  return Size;
}

/// Would a nest be declined because of @p Call, and can it be inlined instead?
/// @p Budget is the number of instructions that may still be inlined.
static bool shouldInline(CallBase &Call, FunctionAnalysisManager &FAM,
                         unsigned Budget) {
  Function *Callee = Call.getCalledFunction();
  Function *Caller = Call.getFunction();
  if (!Callee || Callee == Caller || Callee->isDeclaration() ||
      Callee->isInterposable() ||
      Callee->getFunctionType() != Call.getFunctionType())
    return false;
  // What does not return is an abnormal exit, what is cold is no part of the
  // nest's work.
  if (Call.doesNotReturn() || Call.hasFnAttr(Attribute::Cold) ||
      Call.isMustTailCall() || Call.hasOperandBundles())
    return false;
  if (Call.doesNotAccessMemory() && Call.doesNotThrow() && Call.willReturn())
    return false;
  // Of a check it does not matter; but not to be inlined may be what keeps
  // another thread's objects or a second label away.
  if ((Call.isNoInline() || Callee->hasFnAttribute(Attribute::NoInline)) &&
      (writesMemory(*Callee) || any_of(instructions(*Callee), isBoundToCall)))
    return false;
  if (Callee->hasFnAttribute(Attribute::OptimizeNone) ||
      Callee->isPresplitCoroutine() ||
      !AttributeFuncs::areInlineCompatible(*Caller, *Callee) ||
      !FAM.getResult<TargetLibraryAnalysis>(*Caller).areInlineCompatible(
          FAM.getResult<TargetLibraryAnalysis>(*Callee),
          /*AllowCallerSuperset=*/true) ||
      !FAM.getResult<TargetIRAnalysis>(*Caller).areInlineCompatible(Caller,
                                                                    Callee) ||
      Callee->getInstructionCount() > Budget)
    return false;
  if (Callee->hasFnAttribute(Attribute::Naked) ||
      !isInlineViable(*Callee).isSuccess() ||
      any_of(instructions(*Callee), isOfFrame) ||
      getFrameSize(*Callee) > MaxInlinedFrame)
    return false;
  // A callee whose loops write has nests of its own.
  return !writesMemory(*Callee) ||
         (Callee->getInstructionCount() <= MaxInlinedSize &&
          FAM.getResult<LoopAnalysis>(*Callee).empty());
}

bool polly::escop::hasInlinableExit(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && !Call->doesNotThrow() &&
            shouldInline(*Call, FAM, MaxInlined))
          return true;
  return false;
}

/// Inline calls in the loops of @p F. \returns whether there were any.
static bool inlineCalls(Function &F, FunctionAnalysisManager &FAM) {
  auto GetAssumptionCache = [&](Function &Fn) -> AssumptionCache & {
    return FAM.getResult<AssumptionAnalysis>(Fn);
  };
  unsigned Budget = MaxInlined;
  for (bool Again = true; Again;) {
    Again = false;
    auto &LI = FAM.getResult<LoopAnalysis>(F);
    SmallVector<CallBase *, 8> Calls;
    for (BasicBlock &BB : F)
      if (LI.getLoopFor(&BB))
        for (Instruction &I : BB)
          if (auto *Call = dyn_cast<CallBase>(&I);
              Call && shouldInline(*Call, FAM, Budget))
            Calls.push_back(Call);
    for (CallBase *Call : Calls) {
      unsigned Size = Call->getCalledFunction()->getInstructionCount();
      InlineFunctionInfo IFI(GetAssumptionCache);
      if (Size > Budget ||
          !InlineFunction(*Call, IFI, /*MergeAttributes=*/true).isSuccess())
        continue;
      Budget -= Size;
      Again = true;
    }
    if (Again)
      FAM.invalidate(F, PreservedAnalyses::none());
  }
  return Budget < MaxInlined;
}

static bool hasComputableExit(const Loop &L, const BasicBlock *Exiting,
                              ScalarEvolution &SE) {
  return L.isLoopExiting(Exiting) &&
         !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, Exiting));
}

/// The classes of results with which @p Fn may set errno, if that is only with
/// infinities, what is not a number, subnormals, and zero where it may be the
/// result of an underflow (C23 7.12.1); otherwise fcNone.
static FPClassTest getErrorResults(LibFunc Fn) {
#define MATH(NAME)                                                             \
  case LibFunc_##NAME:                                                         \
  case LibFunc_##NAME##f:                                                      \
  case LibFunc_##NAME##l:
  switch (Fn) {
    MATH(exp)
    MATH(exp2)
    MATH(exp10)
    MATH(pow)
    return fcAllFlags & ~fcNormal;
    MATH(sqrt)
    MATH(sin)
    MATH(cos)
    MATH(log)
    MATH(log2)
    MATH(log10)
    return fcAllFlags & ~(fcNormal | fcZero);
  default:
    return fcNone;
  }
#undef MATH
}

/// Call what @p Call calls, for the result only.
///
/// sqrt is an instruction. No other function is to be known by its name: with
/// an exponent that unrolling the copy makes constant, pow would become sqrt,
/// with constant arguments the build machine's pow; both may round otherwise.
static CallInst *callWithoutErrno(CallInst &Call, LibFunc Fn) {
  IRBuilder<> Builder(&Call);
  CallInst *Pure;
  if (is_contained({LibFunc_sqrt, LibFunc_sqrtf, LibFunc_sqrtl}, Fn)) {
    Pure = Builder.CreateUnaryIntrinsic(Intrinsic::sqrt, Call.getArgOperand(0));
  } else {
    SmallVector<Value *, 2> Args(Call.args());
    Pure = Builder.CreateCall(Call.getFunctionType(), Call.getCalledOperand(),
                              Args);
    Pure->setCallingConv(Call.getCallingConv());
    for (Attribute::AttrKind Kind :
         {Attribute::NoBuiltin, Attribute::NoUnwind, Attribute::WillReturn,
          Attribute::NoSync, Attribute::NoFree})
      Pure->addFnAttr(Kind);
    Pure->setDoesNotAccessMemory();
    Pure->addFnAttr(
        Attribute::get(Call.getContext(), MathCallWithoutErrnoAttr));
  }
  Pure->copyFastMathFlags(&Call);
  return Pure;
}

/// Let calls of math functions in loops set no errno.
static MathCalls useMathWithoutErrno(Function &F,
                                     FunctionAnalysisManager &FAM) {
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  // Where the driver can preserve errno.
  if (!hasErrnoLocation(*F.getParent()))
    return {};
  SmallVector<std::pair<CallInst *, LibFunc>, 8> Calls;
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB) {
        auto *Call = dyn_cast<CallInst>(&I);
        LibFunc Fn;
        // A vector function (-fveclib) would round in another way, and only in
        // the shadow.
        if (!Call || !TLI.getLibFunc(*Call, Fn) || !TLI.has(Fn) ||
            Call->isStrictFP() ||
            TLI.isFunctionVectorizable(Call->getCalledFunction()->getName()))
          continue;
        if (!Call->doesNotAccessMemory() && !Call->hasOperandBundles() &&
            getErrorResults(Fn) != fcNone)
          Calls.push_back({Call, Fn});
      }
  MathCalls Result;
  for (auto [Call, Fn] : Calls) {
    CallInst *Pure = callWithoutErrno(*Call, Fn);
    IRBuilder<> Builder(Call);
    Value *Error = Builder.createIsFPClass(Pure, getErrorResults(Fn));
    MDNode *Unlikely = MDBuilder(F.getContext()).createUnlikelyBranchWeights();
    BasicBlock *Before = Call->getParent();
    Instruction *Then = SplitBlockAndInsertIfThen(Error, Call, false, Unlikely);
    BasicBlock *After = Call->getParent();
    Call->moveBefore(Then);
    IRBuilder<> AtAfter(After, After->begin());
    PHINode *Value = AtAfter.CreatePHI(Call->getType(), 2);
    Call->replaceAllUsesWith(Value);
    Value->addIncoming(Pure, Before);
    Value->addIncoming(Call, Then->getParent());
    Result.push_back({Call, Pure});
  }
  if (!Result.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
  return Result;
}

void polly::escop::restoreMathCalls(const MathCalls &Calls) {
  for (auto [Call, Pure] : Calls) {
    Call->moveBefore(Pure);
    Pure->replaceAllUsesWith(Call);
    Pure->eraseFromParent();
  }
}

/// Let local objects whose lifetimes begin or end in a loop live on.
static void extendLifetimes(Function &F, const LoopInfo &LI) {
  SmallPtrSet<const Value *, 4> Locals;
  auto GetLocal = [](const Instruction &I) {
    return I.isLifetimeStartOrEnd()
               ? findAllocaForValue(cast<IntrinsicInst>(I).getArgOperand(1))
               : nullptr;
  };
  for (const Instruction &I : instructions(F))
    if (const AllocaInst *Local = GetLocal(I);
        Local && Local->isStaticAlloca() && LI.getLoopFor(I.getParent()))
      Locals.insert(Local);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (const AllocaInst *Local = GetLocal(I); Local && Locals.contains(Local))
      I.eraseFromParent();
}

/// Make branches of @p Switch, one for each target.
static void lowerSwitch(SwitchInst &Switch) {
  BasicBlock *BB = Switch.getParent(), *Default = Switch.getDefaultDest();
  Value *V = Switch.getCondition();
  MapVector<BasicBlock *, SmallVector<APInt, 8>> Cases;
  for (auto &Case : Switch.cases())
    if (Case.getCaseSuccessor() != Default)
      Cases[Case.getCaseSuccessor()].push_back(Case.getCaseValue()->getValue());
  IRBuilder<> Builder(&Switch);
  BasicBlock *From = BB;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 4> Edges;
  for (auto &[To, Values] : Cases) {
    sort(Values, [](const APInt &A, const APInt &B) { return A.ult(B); });
    Value *Taken = nullptr;
    for (size_t First = 0, End; First < Values.size(); First = End) {
      for (End = First + 1;
           End < Values.size() && Values[End] == Values[End - 1] + 1; ++End)
        ;
      Value *Begin = Builder.getInt(Values[First]);
      Value *InRun = End == First + 1
                         ? Builder.CreateICmpEQ(V, Begin)
                         : Builder.CreateICmpULE(
                               Builder.CreateSub(V, Begin),
                               ConstantInt::get(V->getType(), End - First - 1));
      Taken = Taken ? Builder.CreateOr(Taken, InRun) : InRun;
    }
    auto *Next = BasicBlock::Create(BB->getContext(), "escop.case",
                                    BB->getParent(), From->getNextNode());
    Builder.CreateCondBr(Taken, To, Next);
    Edges.push_back({From, To});
    From = Next;
    Builder.SetInsertPoint(From);
  }
  Builder.CreateBr(Default);
  Edges.push_back({From, Default});
  // The edges to a target have become one.
  for (auto [Now, To] : Edges)
    for (PHINode &PHI : To->phis()) {
      Value *Incoming = PHI.getIncomingValueForBlock(BB);
      PHI.removeIncomingValueIf(
          [&](unsigned Idx) { return PHI.getIncomingBlock(Idx) == BB; },
          /*DeletePHIIfEmpty=*/false);
      PHI.addIncoming(Incoming, Now);
    }
  Switch.eraseFromParent();
}

/// Make branches of the switches that leave a loop of @p F, unless many of
/// their targets are in it. LowerSwitchPass would take all switches of the
/// function.
static void lowerExitingSwitches(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<SwitchInst *, 4> Switches;
  for (BasicBlock &BB : F) {
    auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    const Loop *L = LI.getLoopFor(&BB);
    if (!Switch || !L || !L->isLoopExiting(&BB))
      continue;
    SmallPtrSet<const BasicBlock *, 8> Stay;
    for (const BasicBlock *Succ : successors(&BB))
      if (L->contains(Succ))
        Stay.insert(Succ);
    if (Stay.size() <= MaxTargetsOfBranches)
      Switches.push_back(Switch);
  }
  for (SwitchInst *Switch : Switches)
    lowerSwitch(*Switch);
  if (!Switches.empty())
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Behind the phi nodes that leave loops, in loop-closed form.
static Value *stripExitPHIs(Value *V) {
  auto *PHI = dyn_cast<PHINode>(V);
  return PHI && PHI->getNumIncomingValues() == 1
             ? stripExitPHIs(PHI->getIncomingValue(0))
             : V;
}

/// Let the increments of @p L's counters, of which branches of its body have
/// copies, be one each.
static bool mergeIncrements(Loop &L, const LoopInfo &LI, ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  bool Changed = false;
  for (PHINode &PHI : L.getHeader()->phis()) {
    auto *Join = Latch ? dyn_cast<PHINode>(PHI.getIncomingValueForBlock(Latch))
                       : nullptr;
    if (!Join || LI.getLoopFor(Join->getParent()) != &L ||
        Join->getParent()->isEHPad())
      continue;
    auto *First =
        dyn_cast<Instruction>(stripExitPHIs(Join->getIncomingValue(0)));
    if (!First || !isa<BinaryOperator, GetElementPtrInst>(First) ||
        any_of(First->operands(),
               [&](const Value *Op) {
                 return Op != &PHI && !L.isLoopInvariant(Op);
               }) ||
        any_of(Join->incoming_values(), [&](Value *V) {
          auto *Other = dyn_cast<Instruction>(stripExitPHIs(V));
          return !Other || !First->isSameOperationAs(Other) ||
                 !equal(First->operands(), Other->operands());
        }))
      continue;
    Instruction *Next = First->clone();
    for (Value *V : Join->incoming_values())
      Next->andIRFlags(stripExitPHIs(V));
    Next->insertInto(Join->getParent(),
                     Join->getParent()->getFirstInsertionPt());
    SE.forgetValue(Join);
    Join->replaceAllUsesWith(Next);
    Join->eraseFromParent();
    Changed = true;
  }
  if (Changed)
    SE.forgetLoop(&L);
  return Changed;
}

/// Separate a guard from the exit of known trip count in the condition of @p L's
/// latch.
static bool unfoldLatch(Loop &L, LoopInfo &LI, DominatorTree &DT,
                        ScalarEvolution &SE) {
  BasicBlock *Latch = L.getLoopLatch();
  auto *Br = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Br || !Br->isConditional() || !L.isLoopExiting(Latch) ||
      hasComputableExit(L, Latch, SE))
    return false;
  using namespace PatternMatch;
  const bool ExitIfTrue = Br->getSuccessor(1) == L.getHeader();
  Value *A, *B;
  if (!(ExitIfTrue ? match(Br->getCondition(), m_LogicalOr(m_Value(A), m_Value(B)))
                   : match(Br->getCondition(),
                           m_LogicalAnd(m_Value(A), m_Value(B)))))
    return false;
  auto IsKnown = [&](Value *Cond) {
    return !isa<SCEVCouldNotCompute>(
        SE.computeExitLimitFromCond(&L, Cond, ExitIfTrue,
                                    /*ControlsOnlyExit=*/false)
            .ExactNotTaken);
  };
  if (!IsKnown(B))
    std::swap(A, B);
  if (!IsKnown(B) || IsKnown(A))
    return false;
  // Now A is the guard. If it was the second operand it may be poison where
  // the first one decides, in which case both ways lead to the same block.
  IRBuilder<> Builder(Br);
  Value *Guard = Builder.CreateFreeze(A);
  BasicBlock *Exit = Br->getSuccessor(ExitIfTrue ? 0 : 1);
  Instruction *Old = Br;
  BasicBlock *NewLatch = SplitBlock(Latch, Old, &DT, &LI);
  Latch->getTerminator()->eraseFromParent();
  Builder.SetInsertPoint(Latch);
  if (ExitIfTrue)
    Builder.CreateCondBr(Guard, Exit, NewLatch);
  else
    Builder.CreateCondBr(Guard, NewLatch, Exit);
  for (PHINode &PHI : Exit->phis())
    PHI.addIncoming(PHI.getIncomingValueForBlock(NewLatch), Latch);
  Br->setCondition(B);
  DT.recalculate(*Latch->getParent());
  return true;
}

/// Loop simplification would fold guards that lead to one block with the latch.
static void separateExits(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder()) {
    mergeIncrements(*L, LI, SE);
    if (unfoldLatch(*L, LI, DT, SE))
      SE.forgetLoop(L);
    // Splitting an edge may redirect others.
    for (bool Again = true; Again;) {
      Again = false;
      SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
      L->getExitEdges(Edges);
      for (auto &[From, To] : Edges)
        if (isa<BranchInst>(From->getTerminator()) &&
            From != L->getLoopLatch() && !To->getUniquePredecessor()) {
          SplitEdge(From, To, &DT, &LI);
          Again = true;
          break;
        }
    }
  }
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Make the exit of known trip count that of the latch.
static void rotateLoops(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  const SimplifyQuery SQ(F.getDataLayout(), &TLI, &DT, &AC);
  bool Changed = false;
  // Inner loops first, as the loop pass manager does.
  auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    // Rotation of an inner loop joins values that are the same.
    Changed |= mergeIncrements(*L, LI, SE);
    BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !L->getLoopPreheader() || Latch == L->getHeader() ||
        hasComputableExit(*L, Latch, SE) ||
        !hasComputableExit(*L, L->getHeader(), SE))
      continue;
    Changed |= LoopRotation(L, &LI, &TTI, &AC, &DT, &SE, nullptr, SQ,
                            /*RotationOnly=*/true, /*Threshold=*/-1,
                            /*IsUtilMode=*/true);
  }
  if (Changed)
    FAM.invalidate(F, PreservedAnalyses::none());
}

/// Let `i << 8 | j << 4` be an addition to ScalarEvolution if j is below 16.
/// ValueTracking knows no ranges of counters, and reassociation forgets them.
static void markDisjoint(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  auto IsBelow = [&](const SCEV *A, const SCEV *B) {
    return SE.getUnsignedRangeMax(A).getActiveBits() <=
           SE.getMinTrailingZeros(B);
  };
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    if (!LI.getLoopFor(BB))
      continue;
    for (Instruction &I : *BB) {
      auto *Or = dyn_cast<PossiblyDisjointInst>(&I);
      if (!Or || Or->isDisjoint() || !Or->getType()->isIntegerTy())
        continue;
      const SCEV *A = SE.getSCEV(Or->getOperand(0)),
                 *B = SE.getSCEV(Or->getOperand(1));
      if (!IsBelow(A, B) && !IsBelow(B, A))
        continue;
      Or->setIsDisjoint(true);
      SE.forgetValue(Or);
    }
  }
}

MathCalls polly::escop::prepareFunction(Function &F,
                                        FunctionAnalysisManager &FAM) {
  auto Run = [&](FunctionPassManager &FPM) {
    FAM.invalidate(F, FPM.run(F, FAM));
  };
  FunctionPassManager First, Last;
  if (inlineCalls(F, FAM)) {
    First.addPass(SROAPass(SROAOptions::PreserveCFG));
    First.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    First.addPass(SimplifyCFGPass());
  }
  Run(First);
  lowerExitingSwitches(F, FAM);
  extendLifetimes(F, FAM.getResult<LoopAnalysis>(F));
  separateExits(F, FAM);
  FunctionPassManager Simplify;
  Simplify.addPass(LoopSimplifyPass());
  Simplify.addPass(LCSSAPass());
  Run(Simplify);
  rotateLoops(F, FAM);
  Last.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(/*MssaOptCap=*/100, /*MssaNoAccForPromotionCap=*/0,
               /*AllowSpeculation=*/true),
      /*UseMemorySSA=*/true));
  Last.addPass(LoopSimplifyPass());
  Run(Last);
  markDisjoint(F, FAM);
  // Behind LICM: see above.
  return useMathWithoutErrno(F, FAM);
}
