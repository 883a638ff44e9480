//===- Shadow.cpp - The exit-free copy of a nest --------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shadow is the nest without its abnormal exits: what Polly and the
// vectorisers optimise. Of
//
//   for (i…) for (j…) { if (bad(A[i][j])) throw E(); B[i][j] = f(A[i][j]); }
//
// an inspected nest's shadow keeps
//
//   for (i…) for (j…) { B[i][j] = f(A[i][j]); }
//
// since no guard fires in the iterations that it executes, and a speculating
// shadow keeps
//
//   for (i…) for (j…) { escop.guard(bad(A[i][j])); B[i][j] = f(A[i][j]); }
//
// where the *guard marker* is neither a memory access nor a scalar definition,
// so that it restricts no schedule: it may be executed in any order and any
// number of times with the values it had, because all that is asked of it is
// whether any condition was true. The tempting alternative, `flag |= bad(…)` in
// the IR that Polly sees, is a reduction over all loops whose PHIs (or, in
// memory, whose accesses to one cell) order every pair of iterations: a gemm
// with the guard on C[i][j] is then not transformed at all. After Polly the
// markers become that OR, which the vectorisers know as a reduction.
//
// Speculation executes iterations that the nest does not reach. A fact that
// holds because a guard passed (nsw, inbounds, !range, …) is then wrong, and
// the damage would not be confined to the results, which are rolled back: it
// could hide that the guard fires. So the facts are dropped, and the guards'
// conditions are frozen. An inspected shadow executes only what the nest
// executes and keeps them all. The exception are counters of inner loops whose
// step is not 1: ScalarEvolution and Polly know how often `j += 3; j < n`
// iterates only if j does not overflow, so that is checked (Footprint.cpp).
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace polly::escop;

StructType *polly::escop::getFrameType(const ESCoP &E) {
  SmallVector<Type *, 8> Fields(getStateTypes(E));
  for (Value *V : E.LiveOuts)
    Fields.push_back(V->getType());
  Fields.append(E.Tracked.size(), Type::getInt64Ty(E.F->getContext()));
  if (E.Resumes)
    Fields.append(2, Type::getInt64Ty(E.F->getContext()));
  return StructType::get(E.F->getContext(), Fields);
}

/// Drop what holds in @p I only because the guards before it did not fire.
static void dropSpeculativeFacts(Instruction &I) {
  I.dropPoisonGeneratingFlags();
  // An address that no iteration of the nest computes may not be aligned.
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Load->setAlignment(Align(1));
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Store->setAlignment(Align(1));
  if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
    Mem->setDestAlignment(Align(1));
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    Copy->setSourceAlignment(Align(1));
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    AttributeMask UBImplying = AttributeFuncs::getUBImplyingAttributes();
    for (unsigned Arg = 0; Arg < Call->arg_size(); ++Arg)
      Call->removeParamAttrs(Arg, UBImplying);
    Call->removeRetAttrs(UBImplying);
    Call->removeRetAttr(Attribute::Range);
  }
  // Only metadata that says nothing about values or addresses survives.
  SmallVector<std::pair<unsigned, MDNode *>, 4> MDs;
  I.getAllMetadataOtherThanDebugLoc(MDs);
  for (auto &[Kind, Node] : MDs)
    if (Kind != LLVMContext::MD_fpmath && Kind != LLVMContext::MD_prof &&
        Kind != LLVMContext::MD_nontemporal)
      I.setMetadata(Kind, nullptr);
}

/// Let an addition without carries, or `i << 4 | j`, be one to ScalarEvolution
/// also where that is only known behind a guard.
static void restoreAdditions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Or = dyn_cast<PossiblyDisjointInst>(&I);
    if (Or && Or->isDisjoint())
      replaceByAddition(*Or);
  }
}

/// No value that the compiler knows to be undefined is to be an operand: what
/// the nest does with it only behind a guard, the shadow does in any case.
static void defineOperands(Instruction &I) {
  if (isa<PHINode, SelectInst>(I))
    for (Use &Op : I.operands())
      if (isa<UndefValue>(Op))
        Op = Constant::getNullValue(Op->getType());
  // The function's declaration may say that its arguments are defined.
  if (isMathCallWithoutErrno(I))
    for (Use &Arg : cast<CallBase>(I).args())
      if (!isGuaranteedNotToBeUndefOrPoison(Arg))
        Arg = new FreezeInst(Arg, "", I.getIterator());
}

/// Can an operation of @p F create poison? The facts that create it were
/// dropped, which leaves operations like a shift by too much, and vectors of
/// which some elements were never set.
static bool mayCreatePoison(const Function &F) {
  auto IsPartlyUndefined = [](const Value *V) {
    auto *C = dyn_cast<Constant>(V);
    return C && (isa<UndefValue>(C) || C->containsUndefOrPoisonElement());
  };
  return any_of(instructions(F), [&](const Instruction &I) {
    // Memory holds no poison that a compiler could know of unless the shadow
    // itself wrote it.
    if (isa<LoadInst>(I) || I.getType()->isVoidTy() ||
        isMathCallWithoutErrno(I))
      return false;
    // An undefined operand of a shuffle is one that its mask does not select.
    return canCreatePoison(cast<Operator>(&I)) ||
           (!isa<ShuffleVectorInst>(I) &&
            any_of(I.operands(), IsPartlyUndefined));
  });
}

namespace {

/// Builds one shadow.
class ShadowBuilder {
  const ESCoP &E;
  LLVMContext &Ctx;
  Module &M;
  Function *const Shadow;
  NestCopy Copy;

  static Function *declare(const ESCoP &E);
  Argument *getFrame() { return Shadow->getArg(Shadow->arg_size() - 1); }
  void collectIncrements(SmallPtrSetImpl<const Instruction *> &Increments);
  BinaryOperator *addCounter(const Loop &L, PHINode &PHI, ICmpInst &Cmp,
                             unsigned Idx);
  void freezeConditions();
  void markRead(Instruction *At, Value *Address, uint64_t Bytes);

public:
  explicit ShadowBuilder(const ESCoP &E)
      : E(E), Ctx(E.F->getContext()), M(*E.F->getParent()), Shadow(declare(E)),
        Copy(E, *Shadow, Shadow->getArg(Shadow->arg_size() - 2)) {}

  void startFromState() { Copy.startFromState(E); }
  void countSteps();
  void makeSpeculative();
  void eraseGuards(bool Mark);
  void markHoistedLoads();
  void markRowLoads();
  CopiedLoads getLoads();
  Function *finish();
};

} // namespace

/// The values of @p PHI, of the state, in the iterations that a driver may
/// execute. What counts up from a small number stays small. Before a driver
/// resumes, the nest has executed as many iterations as it had the time for.
static ConstantRange getRangeInIterations(const ESCoP &E, PHINode &PHI) {
  using namespace PatternMatch;
  const DataLayout &DL = E.F->getDataLayout();
  const ConstantRange Known = ConstantRange::fromKnownBits(
      computeKnownBits(&PHI, DL), /*IsSigned=*/false);
  const APInt *Step;
  if (PHI.getType()->getIntegerBitWidth() != E.MaxTripCount.getBitWidth() ||
      !match(E.getNext(&PHI), m_c_Add(m_Specific(&PHI), m_APInt(Step))) ||
      !Step->isStrictlyPositive())
    return Known;
  const APInt First = computeKnownBits(E.getStart(&PHI), DL).getMaxValue();
  // It executes the first ones itself at most, fewer than it leaves; or one
  // after the other, which are fewer than 2^62 in ten years.
  const APInt Most = E.Resumes
                         ? APInt::getOneBitSet(E.MaxTripCount.getBitWidth(), 62)
                         : E.MaxTripCount.shl(1);
  bool Wraps, Exceeds;
  const APInt Last = First.uadd_ov(Step->umul_ov(Most, Wraps), Exceeds);
  if (Wraps || Exceeds || Last.isNegative())
    return Known;
  return Known.intersectWith(ConstantRange(APInt::getZero(64), Last + 1));
}

Function *ShadowBuilder::declare(const ESCoP &E) {
  LLVMContext &Ctx = E.F->getContext();
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  append_range(Params, getStateTypes(E));
  Params.push_back(Type::getInt64Ty(Ctx));
  Params.push_back(PointerType::getUnqual(Ctx));
  Function *Shadow =
      createOutlinedFunction(E, Type::getInt8Ty(Ctx), Params, "shadow");
  Argument *Frame = Shadow->getArg(Params.size() - 1);
  Argument *N = Shadow->getArg(Params.size() - 2);
  Frame->setName("frame");
  Frame->addAttr(Attribute::NoAlias);
  Frame->addAttr(Attribute::NoCapture);
  N->setName("n");
  // Without an upper bound isl takes seconds for the dependences of a gemm
  // whose other loops have constant bounds.
  N->addAttr(Attribute::get(Ctx, Attribute::Range,
                            ConstantRange(APInt(64, 1), E.MaxTripCount + 1)));
  for (auto [Idx, PHI] : enumerate(E.State)) {
    Argument *Arg = Shadow->getArg(E.LiveIns.size() + Idx);
    Arg->setName("state");
    if (!PHI->getType()->isIntegerTy())
      continue;
    const ConstantRange Range = getRangeInIterations(E, *PHI);
    restrictRange(*Arg, Range);
    // More may be known of what is derived.
    auto Derived = E.DerivedState.find(Idx);
    if (Derived == E.DerivedState.end())
      continue;
    auto [From, Distance] = Derived->second;
    restrictRange(*Shadow->getArg(E.LiveIns.size() + From),
                  Range.subtract(APInt(Range.getBitWidth(), Distance,
                                       /*isSigned=*/true)));
  }
  return Shadow;
}

/// Is @p V, of its own width, @p Times * @p Next + @p Offset?
static bool isMultipleOf(const Value *V, const Value *Next, APInt &Times,
                         APInt &Offset) {
  using namespace PatternMatch;
  const unsigned Width = V->getType()->getIntegerBitWidth();
  Times = APInt(Width, 1);
  Offset = APInt(Width, 0);
  while (V != Next) {
    const APInt *C;
    const Value *Op;
    if (match(V, m_AddLike(m_Value(Op), m_APInt(C))))
      Offset += Times * C->zextOrTrunc(Width);
    else if (match(V, m_Shl(m_Value(Op), m_APInt(C))) && C->ult(Width))
      Times <<= C->zextOrTrunc(Width);
    else if (!match(V, m_Trunc(m_Value(Op))))
      return false;
    V = Op;
  }
  return true;
}

/// Compare a counter of the copy of @p L, in place of an operand of @p Cmp that
/// is a multiple of what follows @p PHI. \returns the counter's increment; null
/// if it has no constant step, or one of 1 or -1.
BinaryOperator *ShadowBuilder::addCounter(const Loop &L, PHINode &PHI,
                                          ICmpInst &Cmp, unsigned Idx) {
  using namespace PatternMatch;
  Value *It = Cmp.getOperand(Idx),
        *Next = PHI.getIncomingValueForBlock(L.getLoopLatch());
  auto *Ty = dyn_cast<IntegerType>(It->getType());
  const APInt *Step;
  APInt Times, Offset;
  if (!Ty || !match(Next, m_Add(m_Specific(&PHI), m_APInt(Step))) ||
      !isMultipleOf(It, Next, Times, Offset))
    return nullptr;
  const APInt StepOfIt = Times * Step->zextOrTrunc(Ty->getBitWidth());
  if (StepOfIt.abs().ule(1))
    return nullptr;
  if (It == Next)
    return Copy.get(cast<BinaryOperator>(Next));
  PHINode *Counter = Copy.get(&PHI);
  BasicBlock *Preheader = Copy.get(L.getLoopPreheader()),
             *Latch = Copy.get(L.getLoopLatch());
  IRBuilder<> Builder(Preheader->getTerminator());
  Value *First = Builder.CreateAdd(
      Builder.CreateMul(
          Builder.CreateTrunc(Counter->getIncomingValueForBlock(Preheader), Ty),
          Builder.getInt(Times)),
      Builder.getInt(Offset));
  Builder.SetInsertPoint(Counter);
  PHINode *Multiple = Builder.CreatePHI(Ty, 2);
  Builder.SetInsertPoint(Copy.get(&Cmp));
  auto *NextMultiple = cast<BinaryOperator>(
      Builder.CreateAdd(Multiple, Builder.getInt(StepOfIt)));
  Multiple->addIncoming(First, Preheader);
  Multiple->addIncoming(NextMultiple, Latch);
  Copy.get(&Cmp)->setOperand(Idx, NextMultiple);
  return NextMultiple;
}

/// Let ScalarEvolution know how often inner loops like `j += 3; j < n` and
/// `j + 1 < n` iterate: what is compared does not overflow, which the footprint
/// checks. IndVarSimplify leaves the comparison as narrow as it was where it
/// widens an int.
void ShadowBuilder::countSteps() {
  for (const Loop *L : E.L->getLoopsInPreorder()) {
    if (L == E.L || !E.contains(L) || !L->getLoopPreheader())
      continue;
    ICmpInst *Cmp = L->getLatchCmpInst();
    if (!Cmp || !Cmp->isRelational())
      continue;
    for (PHINode &PHI : L->getHeader()->phis())
      for (unsigned Idx : {0, 1}) {
        BinaryOperator *Next = addCounter(*L, PHI, *Cmp, Idx);
        if (!Next)
          continue;
        // Of unsigned numbers, ScalarEvolution needs to know both.
        Next->setHasNoSignedWrap();
        if (Cmp->isUnsigned() &&
            !cast<ConstantInt>(Next->getOperand(1))->isNegative())
          Next->setHasNoUnsignedWrap();
      }
  }
}

/// Collect the increments of counters from which trip counts are computed.
void ShadowBuilder::collectIncrements(
    SmallPtrSetImpl<const Instruction *> &Increments) {
  for (const Loop *L : E.L->getLoopsInPreorder())
    if (L != E.L && E.contains(L))
      for (PHINode &PHI : L->getHeader()->phis()) {
        Value *Next = PHI.getIncomingValueForBlock(L->getLoopLatch());
        if (isStridedIncrement(Next, PHI))
          Increments.insert(Copy.get(cast<Instruction>(Next)));
      }
}

/// Drop what may hold only because a guard did not fire.
void ShadowBuilder::makeSpeculative() {
  SmallPtrSet<const Instruction *, 4> Increments;
  collectIncrements(Increments);
  restoreAdditions(*Shadow);
  for (Instruction &I : instructions(*Shadow)) {
    if (!Increments.contains(&I))
      dropSpeculativeFacts(I);
    defineOperands(I);
  }
  // A loop may only be known to end because a guard would fire.
  Shadow->removeFnAttr(Attribute::MustProgress);
  // Nor does an access behind a guard tell that its address is not null.
  Shadow->addFnAttr(Attribute::NullPointerIsValid);
  if (mayCreatePoison(*Shadow))
    freezeConditions();
}

/// A branch on poison is undefined even if nothing depends on it. Latches are
/// left alone: the footprint only accepts counts without such operations.
void ShadowBuilder::freezeConditions() {
  SmallPtrSet<const BasicBlock *, 4> Latches;
  for (const Loop *L : E.L->getLoopsInPreorder())
    Latches.insert(L->getLoopLatch());
  for (BasicBlock *BB : E.Blocks) {
    if (Latches.contains(BB))
      continue;
    Instruction *Term = Copy.get(BB)->getTerminator();
    if (auto *Br = dyn_cast<BranchInst>(Term); Br && Br->isConditional())
      Br->setCondition(
          new FreezeInst(Br->getCondition(), "", Br->getIterator()));
    else if (auto *Switch = dyn_cast<SwitchInst>(Term))
      Switch->setCondition(
          new FreezeInst(Switch->getCondition(), "", Switch->getIterator()));
  }
}

/// Let no guard leave the shadow; if @p Mark, leave a marker.
void ShadowBuilder::eraseGuards(bool Mark) {
  for (auto [Idx, G] : enumerate(E.Guards)) {
    BranchInst *Br = Copy.get(G.Branch);
    IRBuilder<> Builder(Br);
    if (Mark) {
      Value *Fires = Br->getCondition();
      if (G.ExitSucc == 1)
        Fires = Builder.CreateNot(Fires);
      createGuardMarker(Builder, Fires, Idx);
    }
    if (E.Blocks.contains(G.getExit()))
      Br->getSuccessor(G.ExitSucc)
          ->removePredecessor(Br->getParent(), /*KeepOneInputPHIs=*/true);
    Builder.CreateBr(Br->getSuccessor(1 - G.ExitSucc));
    Br->eraseFromParent();
  }
}

void ShadowBuilder::markRead(Instruction *At, Value *Address, uint64_t Bytes) {
  IRBuilder<> Builder(At);
  Builder.CreateCall(getReadMarker(M), {Address, Builder.getInt64(Bytes)});
}

void ShadowBuilder::markHoistedLoads() {
  for (Instruction *I : E.Hoisted)
    if (auto *Load = dyn_cast<LoadInst>(I))
      markRead(Copy.Entry->getTerminator(),
               Copy.lookup(Load->getPointerOperand()),
               E.F->getDataLayout().getTypeStoreSize(Load->getType()));
}

void ShadowBuilder::markRowLoads() {
  for (LoadInst *Load : E.Rows.Loads)
    markRead(Copy.get(Load), Copy.get(Load)->getPointerOperand(),
             sizeof(uint64_t));
}

CopiedLoads ShadowBuilder::getLoads() {
  CopiedLoads Loads;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && !E.isHoisted(Load))
        Loads.push_back({Load, Copy.get(Load)});
  return Loads;
}

/// Store state and live-outs in the frame.
Function *ShadowBuilder::finish() {
  IRBuilder<> Builder(Copy.Exit);
  StructType *FrameTy = getFrameType(E);
  unsigned Field = 0;
  auto Output = [&](Value *V) {
    Builder.CreateStore(Copy.lookup(V),
                        Builder.CreateStructGEP(FrameTy, getFrame(), Field++));
  };
  for (PHINode *PHI : E.State)
    Output(E.getNext(PHI));
  for (Value *V : E.LiveOuts)
    Output(V);
  Builder.CreateRet(Builder.getInt8(SS_Done));
  for (LoadInst *Load : E.Rows.Loads)
    if (Copy.get(Load)->use_empty())
      Copy.get(Load)->eraseFromParent();
  // Locations stay for the remarks until it is optimised.
  for (Instruction &I : make_early_inc_range(instructions(*Shadow))) {
    I.dropDbgRecords();
    if (isa<DbgInfoIntrinsic>(I))
      I.eraseFromParent();
  }
  return Shadow;
}

Function *polly::escop::buildShadow(const ESCoP &E, bool Chunked, bool Markers,
                                    bool Speculative, CopiedLoads *Loads) {
  ShadowBuilder Builder(E);
  if (Chunked)
    Builder.startFromState();
  if (Speculative)
    Builder.makeSpeculative();
  Builder.countSteps();
  Builder.eraseGuards(Markers);
  if (Markers) {
    Builder.markHoistedLoads();
    Builder.markRowLoads();
  }
  if (Loads)
    *Loads = Builder.getLoads();
  return Builder.finish();
}

void polly::escop::eraseGuardMarkers(Function &Shadow,
                                     const GuardSet &Resolved) {
  for (BasicBlock &BB : Shadow)
    for (Instruction &I : make_early_inc_range(BB))
      if (isGuardMarker(I) && Resolved.contains(getGuardIndex(I)))
        I.eraseFromParent();
}

/// The type of the flag for @p Fires. Where comparisons set mask registers,
/// or'ing these takes as long as the rest of a product's innermost loop;
/// blending a vector as wide as the operands does not (gemm LARGE with AVX-512:
/// 0.15 s, 0.13 s, with vectors of 256 bits 0.21 and 0.17 s). Without them the
/// masks are vectors already, and become narrower (SSE2: 0.31 s instead of 0.39
/// s, AVX2: 0.16 s instead of 0.20 s). What is blended by more than a
/// comparison is no reduction that the loop vectoriser knows; tiles, in which a
/// guard has several instances, are not for that.
static Type *getFlagType(const Value *Fires, bool HasMasks, bool IsInTile) {
  Type *Ty = Fires->getType();
  if (!IsInTile && !isa<CmpInst>(Fires))
    return Ty;
  for (unsigned Step = 0;
       Step < 8 && isa<BinaryOperator, SelectInst, PHINode>(Fires); ++Step)
    for (const Value *Op : cast<Instruction>(Fires)->operands())
      if (isa<Instruction>(Op)) {
        Fires = Op;
        break;
      }
  auto *Cmp = dyn_cast<CmpInst>(Fires);
  if (!Cmp || !HasMasks)
    return Ty;
  unsigned Bits = Cmp->getOperand(0)->getType()->getPrimitiveSizeInBits();
  return is_contained({8U, 16U, 32U, 64U}, Bits)
             ? IntegerType::get(Ty->getContext(), Bits)
             : Ty;
}

void polly::escop::lowerGuardMarkers(Function &Shadow,
                                     FunctionAnalysisManager &FAM) {
  DominatorTree DT(Shadow);
  LoopInfo LI(DT);
  // Loads that expand are where there are mask registers, with vectors of 256
  // bits, too (AVX512VL).
  const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(Shadow);
  const unsigned Lanes =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector) / 64;
  const bool HasMasks =
      Lanes > 1 &&
      TTI.isLegalMaskedExpandLoad(
          FixedVectorType::get(Type::getDoubleTy(Shadow.getContext()), Lanes),
          Align(8));
  // The instances of a guard in one iteration of an innermost loop.
  MapVector<std::pair<const Loop *, const MDNode *>, SmallVector<CallInst *, 1>>
      Markers;
  for (Instruction &I : instructions(Shadow))
    if (isGuardMarker(I))
      Markers[{LI.getLoopFor(I.getParent()), I.getMetadata("escop.guard")}]
          .push_back(cast<CallInst>(&I));

  // A common flag would chain the instances, and keep the SLP vectoriser from
  // their operands; one for each takes as many registers as a tile of a
  // product. Such a tile has a power of two of columns, the root of its size or
  // the next (getMicroKernelParams in Polly's MatmulOptimizer.cpp): a flag for
  // each column.
  // All flags of a loop are in registers. Where a quarter of these is taken,
  // guards share flags (33 checks of an iteration: 2 times as fast).
  const unsigned MaxFlags = std::max(
      TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true)) /
          4,
      4U);
  IRBuilder<> Builder(Shadow.getContext());
  SmallVector<AllocaInst *, 8> Flags;
  SmallDenseMap<std::pair<const Loop *, Type *>, SmallVector<AllocaInst *, 8>>
      OfLoop;
  for (auto &[Where, Instances] : Markers) {
    const size_t Columns = 1ULL
                           << divideCeil(Log2_64_Ceil(Instances.size()), 2);
    Type *Ty = getFlagType(Instances.front()->getArgOperand(0), HasMasks,
                           Instances.size() > 1);
    SmallVector<AllocaInst *, 8> &Shared = OfLoop[{Where.first, Ty}];
    SmallVector<AllocaInst *, 8> Own;
    for (auto [Idx, Marker] : enumerate(Instances)) {
      if (Idx < Columns) {
        if (Shared.size() < MaxFlags) {
          Builder.SetInsertPoint(&Shadow.getEntryBlock().front());
          Flags.push_back(Builder.CreateAlloca(Ty, nullptr, "escop.flag"));
          Builder.CreateStore(Constant::getNullValue(Ty), Flags.back());
          Shared.push_back(Flags.back());
        } else {
          std::rotate(Shared.begin(), Shared.begin() + 1, Shared.end());
        }
        Own.push_back(Shared.back());
      }
      AllocaInst *Flag = Own[Idx % Columns];
      Builder.SetInsertPoint(Marker);
      Value *Fires = Builder.CreateSExt(Marker->getArgOperand(0), Ty);
      Value *Old = Builder.CreateLoad(Ty, Flag);
      Builder.CreateStore(Builder.CreateOr(Old, Fires), Flag);
      Marker->eraseFromParent();
    }
  }
  for (BasicBlock &BB : Shadow) {
    auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator());
    if (!Ret)
      continue;
    // Passes may have merged the ways to return.
    Value *Status = Ret->getReturnValue();
    auto *Known = dyn_cast<ConstantInt>(Status);
    if (Known && Known->getZExtValue() != SS_Done)
      continue; // Declined.
    Builder.SetInsertPoint(Ret);
    Value *Flagged = Builder.getFalse();
    for (AllocaInst *Flag : Flags) {
      Value *Fired = Builder.CreateLoad(Flag->getAllocatedType(), Flag);
      Flagged = Builder.CreateOr(Flagged, Builder.CreateIsNotNull(Fired));
    }
    static_assert(SS_Flagged == 1 && SS_Done == 0);
    Value *IsDone = Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done));
    Ret->setOperand(
        0,
        Builder.CreateSelect(
            IsDone, Builder.CreateZExt(Flagged, Builder.getInt8Ty()), Status));
  }
  PromoteMemToReg(Flags, DT);
}
