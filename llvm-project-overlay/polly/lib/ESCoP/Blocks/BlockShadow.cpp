//===- BlockShadow.cpp - The iterations of a block ------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shadow of a single loop that is executed in blocks: the loop's body,
// which changes no memory but arrays of its own, and in which nothing is
// conditional that need not be:
//
//   for (…)                              for (k = 0; k < N; ++k) {
//     if (c[i] > 0) {                      x = b[i + k];
//       if (bad(b[i])) throw E();          c = c[i + k] > 0;
//       a[i] = b[i];                 ->    fires |= c & bad(x);
//       s += b[i];                         out[k] = x; made[k] = c;
//     }                                    s += c ? x : 0;
//                                        }
//
// What may be loaded so, the driver asks (Blocks.cpp). What the loop divides by
// only behind a guard may be zero: such a division is a guard, too.
//
//===----------------------------------------------------------------------===//

#include "BlockShadow.h"
#include "Indices.h"
#include "polly/ESCoP/Footprint.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<unsigned> BlockSizeOption(
    "polly-escop-block-size", cl::Hidden, cl::init(0),
    cl::desc("Iterations of a register block (0: two vectors, 1: no blocks)"));

static constexpr unsigned MinBlockSize = 16, MaxBlockSize = 64;
/// Pairs of accesses that are compared when the driver is called: they take
/// time then, and when they are compiled (20 loads and 20 stores 0.8 s).
static constexpr unsigned MaxComparisons = 128;

unsigned polly::escop::getBlockSizeOption() { return BlockSizeOption; }

BlockShadow::~BlockShadow() {
  eraseFunction(Shadow, FAM);
  eraseFunction(Begin, FAM);
  eraseFunction(NoWrap, FAM);
}

/// Two vectors of the narrowest elements.
unsigned BlockShadow::chooseSize() {
  if (BlockSizeOption)
    return std::min<unsigned>(BlockSizeOption, runtime::PageSize);
  uint64_t Narrowest = 64;
  for (Instruction &I : instructions(*Shadow))
    if (isa<LoadInst>(I) || isa<StoreInst>(I))
      Narrowest = std::min<uint64_t>(
          Narrowest, getDL()
                         .getTypeStoreSizeInBits(getLoadStoreType(&I))
                         .getKnownMinValue());
  const uint64_t Bits =
      FAM.getResult<TargetIRAnalysis>(*Shadow)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  return std::clamp<uint64_t>(2 * Bits / std::max<uint64_t>(Narrowest, 8),
                              MinBlockSize, MaxBlockSize);
}

/// Let no division trap. Those of which that is not known count as guards, and
/// divide by one where they fire. \returns one that cannot be changed so.
const Instruction *BlockShadow::guardDivisions() {
  for (Instruction &I : instructions(*Shadow)) {
    if (!I.isIntDivRem() || isSafeToSpeculativelyExecute(&I))
      continue;
    Type *Ty = I.getType();
    if (!Ty->isIntegerTy())
      return &I;
    IRBuilder<> B(&I);
    // What is compared may be poison, as a guard's condition.
    Value *Dividend = B.CreateFreeze(I.getOperand(0)),
          *Divisor = B.CreateFreeze(I.getOperand(1));
    Value *Traps = B.CreateIsNull(Divisor);
    if (I.getOpcode() == Instruction::SDiv ||
        I.getOpcode() == Instruction::SRem) {
      APInt Min = APInt::getSignedMinValue(Ty->getIntegerBitWidth());
      Value *Overflows =
          B.CreateAnd(B.CreateICmpEQ(Dividend, ConstantInt::get(Ty, Min)),
                      B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty)));
      Traps = B.CreateOr(Traps, Overflows);
    }
    createGuardMarker(B, Traps, E.Guards.size() + NumDivisions++);
    I.setOperand(0, Dividend);
    I.setOperand(1, B.CreateSelect(Traps, ConstantInt::get(Ty, 1), Divisor));
  }
  return nullptr;
}

/// Find OwnReads, before simplification hands on what is stored.
void BlockShadow::findOwnReads() {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Shadow);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Shadow);
  for (auto &[Nests, Copy] : Loads) {
    auto *Load = cast<LoadInst>(Copy);
    for (Instruction &I : instructions(*Shadow)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Store && !DT.dominates(Load, Store) && overlap(*Load, *Store, SE))
        OwnReads.insert(Nests);
    }
  }
}

/// Find the loads that come before all stores of an iteration, while both are
/// where the nest has them.
void BlockShadow::markFirstLoads() {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Shadow);
  SmallVector<Instruction *, 16> Reads, Stores;
  for (Instruction &I : instructions(*Shadow))
    if (isa<LoadInst>(I))
      Reads.push_back(&I);
    else if (isa<StoreInst>(I))
      Stores.push_back(&I);
  for (Instruction *Load : Reads)
    if (all_of(Stores,
               [&](Instruction *Store) { return DT.dominates(Load, Store); }))
      Load->setMetadata(FirstMD, MDNode::get(Ctx, {}));
}

bool BlockShadow::canInspect(const GuardSlice &Slice) const {
  return none_of(Slice.Loads,
                 [&](const LoadInst *Load) { return OwnReads.contains(Load); });
}

/// The variable that @p Address points into, if it is known to be there.
Object BlockShadow::findObject(const SCEV *Address) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Shadow);
  auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Base)
    return {};
  Value *Of = Base->getValue();
  if (auto *Arg = dyn_cast<Argument>(Of);
      Arg && Arg->getArgNo() < E.LiveIns.size())
    Of = E.LiveIns[Arg->getArgNo()];
  APInt Offset(getDL().getIndexTypeSizeInBits(Of->getType()), 0);
  const Value *Variable = Of->stripAndAccumulateConstantOffsets(
      getDL(), Offset, /*AllowNonInbounds=*/false);
  // What else is dereferenceable may be so at one moment only.
  auto *Local = dyn_cast<AllocaInst>(Variable);
  auto *Global = dyn_cast<GlobalVariable>(Variable);
  if (!(Local && Local->isStaticAlloca()) &&
      !(Global && !Global->hasExternalWeakLinkage()))
    return {};
  bool CanBeNull, CanBeFreed;
  const uint64_t Bytes =
      Variable->getPointerDereferenceableBytes(getDL(), CanBeNull, CanBeFreed);
  if (!Bytes || CanBeNull || !isUInt<ParamBits>(Bytes) ||
      Offset.getSignificantBits() > ParamBits)
    return {};
  const int64_t Begin = -Offset.getSExtValue();
  return {Base->getValue(), Begin, Begin + int64_t(Bytes)};
}

/// Find S, and build Begin.
std::optional<Reject> BlockShadow::analyse() {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  if (!L)
    return Reject(Reason::LoopForm, E.NormalExit);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Shadow);
  if (const Instruction *Bad = findStreams(
          *L, Size, SE, FAM.getResult<LoopAnalysis>(*Shadow),
          FAM.getResult<DominatorTreeAnalysis>(*Shadow),
          FAM.getResult<AAManager>(*Shadow),
          [&](const SCEV *Of) { return findObject(Of); }, S))
    return Reject(Reason::NonAffine, Bad);
  if (S.LoadsAndStores.size() + S.TwoStores.size() > MaxComparisons)
    return Reject(Reason::TooManyArrays, E.NormalExit);
  // What a block stores and the next one loads comes by way of memory, in the
  // time of some ten iterations.
  if (S.MaxBlockSize < std::min(Size, MinBlockSize) && !processesUnprofitable())
    return Reject(Reason::NotProfitable, E.NormalExit);
  // Whole vectors.
  if (S.MaxBlockSize < Size)
    Size = llvm::bit_floor(S.MaxBlockSize);
  // Behind a load that the nest made it may have been in the cold region, where
  // pages may be unmapped, and have come back.
  if (any_of(S.Groups, [](const LoadGroup &G) { return G.isTracked(); }) &&
      any_of(E.Guards,
             [&](const Guard &G) { return E.L->contains(G.getExit()); }))
    return Reject(Reason::NotProfitable, E.NormalExit);
  if (auto R = trackLoads())
    return R;
  Instruction *At = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, getDL(), "escop");
  SmallVector<Value *, 12> Starts;
  for (auto *Of : {&S.Loads, &S.Stores})
    for (const Stream &A : *Of) {
      if (A.isScatter()) {
        Starts.push_back(ConstantPointerNull::get(cast<PointerType>(Ptr)));
        continue;
      }
      if (!Expander.isSafeToExpandAt(A.Start, At))
        return Reject(Reason::NonAffine, A.I);
      Starts.push_back(Expander.expandCodeFor(A.Start, Ptr, At));
    }
  buildBegin(Starts);
  return std::nullopt;
}

/// A copy of Shadow, @p VMap leading to it, that ends in front of the loop: in
/// the block that is returned, which has no terminator yet.
BasicBlock *BlockShadow::cloneFront(StringRef Name, ValueToValueMapTy &VMap) {
  Function *Front = CloneFunction(Shadow, VMap);
  Front->setName(E.F->getName() + ".escop." + Name);
  auto *Preheader = cast<BasicBlock>(static_cast<Value *>(
      VMap[getOnlyLoop(*Shadow, FAM)->getLoopPreheader()]));
  for (BasicBlock *Succ : successors(Preheader))
    Succ->removePredecessor(Preheader);
  Preheader->getTerminator()->eraseFromParent();
  return Preheader;
}

static void finishFront(Function &Front, FunctionAnalysisManager &FAM) {
  EliminateUnreachableBlocks(Front);
  eraseReadMarkers(Front);
  FAM.invalidate(Front, PreservedAnalyses::none());
}

/// Let Begin store @p Starts, values in front of Shadow's loop.
void BlockShadow::buildBegin(ArrayRef<Value *> Starts) {
  ValueToValueMapTy VMap;
  SmallVector<WeakTrackingVH, 12> Copies;
  BasicBlock *Front = cloneFront("begin", VMap);
  for (Value *V : Starts)
    Copies.push_back(isa<Constant>(V) ? V : static_cast<Value *>(VMap[V]));
  Begin = addPointerParams(Front->getParent(), 1, FAM);
  Value *Out = Begin->getArg(Begin->arg_size() - 1);
  IRBuilder<> B(Front);
  for (auto [Idx, V] : enumerate(Copies))
    B.CreateStore(V, B.CreateConstInBoundsGEP1_64(Ptr, Out, Idx));
  B.CreateRet(B.getInt8(SS_Done));
  finishFront(*Begin, FAM);
}

/// Extend indices, and build NoWrap if there are any.
void BlockShadow::extendSubscripts() {
  const auto Indices = extendIndices(*Shadow, FAM);
  if (Indices.empty())
    return;
  ValueToValueMapTy VMap;
  BasicBlock *Front = cloneFront("nowrap", VMap);
  NoWrap = Front->getParent();
  IRBuilder<> B(Front);
  Value *Ok = B.getTrue();
  for (NarrowIndex Index : Indices) {
    if (!isa<Constant>(Index.Start))
      Index.Start = VMap[Index.Start];
    Ok = B.CreateAnd(
        Ok, emitNoWrap(B, Index, NoWrap->getArg(getNumBoundsArgs(E) - 2)));
  }
  B.CreateRet(B.CreateSelect(Ok, B.getInt8(SS_Done), B.getInt8(SS_Declined)));
  finishFront(*NoWrap, FAM);
}

/// Find E.Tracked, the nest's loads of the groups that are conditional.
std::optional<Reject> BlockShadow::trackLoads() {
  SmallPtrSet<const LoadInst *, 4> Tracked;
  for (const LoadGroup &G : S.Groups) {
    if (!G.isTracked())
      continue;
    auto &Set = E.Tracked.emplace_back();
    for (auto &[Load, Copy] : Loads)
      if (any_of(G.Loads, [&, &Copy = Copy](unsigned Idx) {
            return S.Loads[Idx].I == Copy;
          })) {
        // Of one of two arrays: the address of the last load would mostly be
        // that of the other one.
        if (!Tracked.insert(Load).second)
          return Reject(Reason::NonAffine, S.Loads[G.Known].I);
        Set.push_back(Load);
      }
    if (Set.empty())
      return Reject(Reason::NonAffine, S.Loads[G.Known].I);
  }
  return std::nullopt;
}

/// Let Shadow make conditional loads in each iteration, at its begin.
void BlockShadow::loadInEachIteration() {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  BasicBlock *Header = L->getHeader();
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Shadow);
  SCEVExpander Expander(FAM.getResult<ScalarEvolutionAnalysis>(*Shadow),
                        getDL(), "escop");
  for (Stream &Load : S.Loads) {
    if (!Load.I || Load.isGather() ||
        DT.dominates(Load.I->getParent(), L->getLoopLatch()))
      continue;
    auto At = Header->getFirstInsertionPt();
    Value *Address = Expander.expandCodeFor(
        Expander.getSE()->getSCEV(getLoadStorePointerOperand(Load.I)), Ptr, At);
    Load.I->setOperand(0, Address);
    if (auto *I = dyn_cast<Instruction>(Address);
        I && I->getParent() == Header && !isa<PHINode>(I))
      Load.I->moveAfter(I);
    else
      Load.I->moveBefore(*Header, Header->getFirstInsertionPt());
  }
}

/// If @p Load, from @p Of, has an address with one index that is a variable,
/// let that be one of the object. \returns whether it was not, or null.
Value *BlockShadow::boundIndex(Instruction &Load, const Object &Of) {
  auto *Address =
      dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&Load));
  MapVector<Value *, APInt> Variables;
  APInt Offset(64, 0);
  if (!Address || Address->getPointerOperand() != Of.Base ||
      !Address->collectOffset(getDL(), 64, Variables, Offset) ||
      Variables.size() != 1)
    return nullptr;
  auto [Index, Scale] = *Variables.begin();
  const int64_t Begin = Of.Begin - Offset.getSExtValue(),
                End =
                    Of.End - Offset.getSExtValue() -
                    int64_t(getDL().getTypeStoreSize(getLoadStoreType(&Load)));
  if (!Scale.isStrictlyPositive() || Begin > 0 || End < 0)
    return nullptr;
  // Vectors of indices are as narrow as the program's.
  auto *Extended = dyn_cast<CastInst>(Index);
  const bool IsExtended = isa_and_nonnull<SExtInst, ZExtInst>(Extended) &&
                          Extended->getSrcTy()->isIntegerTy();
  Value *Narrow = IsExtended ? Extended->getOperand(0) : Index;
  const unsigned Bits = Narrow->getType()->getIntegerBitWidth();
  const APInt Last = APInt(64, End).udiv(Scale);
  if (Last.getActiveBits() >= Bits)
    return nullptr;
  IRBuilder<> B(&Load);
  // Memory holds no poison that a compiler could know of.
  if (!isa<LoadInst>(Narrow))
    Narrow = B.CreateFreeze(Narrow);
  Value *IsOutside = B.CreateICmpUGT(
      Narrow, ConstantInt::get(Narrow->getType(), Last.trunc(Bits)));
  Value *Bounded = B.CreateSelect(
      IsOutside, Constant::getNullValue(Narrow->getType()), Narrow);
  // It is not negative.
  if (IsExtended)
    Bounded = B.CreateSExt(Bounded, Extended->getType());
  Instruction *Inside = B.Insert(Address->clone());
  Inside->replaceUsesOfWith(Index, Bounded);
  Load.setOperand(0, Inside);
  return IsOutside;
}

/// Let @p Load, from @p Of, be from the object's first byte if it is not from
/// the object. \returns whether it is not.
Value *BlockShadow::boundAddress(Instruction &Load, const Object &Of) {
  Value *Address = getLoadStorePointerOperand(&Load);
  IRBuilder<> B(&Load);
  Address = B.CreateFreeze(Address);
  Value *First =
      B.CreateGEP(B.getInt8Ty(), Of.Base, B.getInt64(Of.Begin), "escop.first");
  Value *Offset =
      B.CreateSub(B.CreatePtrToInt(Address, I64), B.CreatePtrToInt(First, I64));
  const int64_t Last =
      Of.End - Of.Begin -
      int64_t(getDL().getTypeStoreSize(getLoadStoreType(&Load)));
  Value *IsOutside = B.CreateICmpUGT(Offset, B.getInt64(Last));
  Load.setOperand(0, B.CreateSelect(IsOutside, First, Address));
  return IsOutside;
}

/// Let loads from anywhere in an object be from there: an iteration in which
/// one is not counts as one in which a guard fires.
void BlockShadow::guardGathers() {
  unsigned NumGuards = E.Guards.size() + NumDivisions;
  for (const Stream &Load : S.Loads) {
    if (!Load.isGather())
      continue;
    Value *IsOutside = boundIndex(*Load.I, Load.Within);
    if (!IsOutside)
      IsOutside = boundAddress(*Load.I, Load.Within);
    IRBuilder<> B(Load.I);
    createGuardMarker(B, IsOutside, NumGuards++);
  }
}

/// \returns what is @p V in iterations that come to @p At, and @p Otherwise in
/// others, at the latch.
Value *BlockShadow::getInEachIteration(Value *V, Value *Otherwise,
                                       Instruction *At) {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  Type *Ty = V->getType();
  IRBuilder<> B(&Shadow->getEntryBlock().front());
  AllocaInst *Cell = B.CreateAlloca(Ty);
  B.SetInsertPoint(&*L->getHeader()->getFirstInsertionPt());
  B.CreateStore(Otherwise, Cell);
  B.SetInsertPoint(At);
  B.CreateStore(V, Cell);
  B.SetInsertPoint(L->getLoopLatch()->getTerminator());
  LoadInst *Merged = B.CreateLoad(Ty, Cell);
  Cells.push_back(Cell);
  return Merged;
}

/// Let no guard be conditional, so that the flags are reductions.
void BlockShadow::guardEachIteration() {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Shadow);
  SmallVector<Instruction *, 4> Conditional;
  for (BasicBlock *BB : L->blocks())
    for (Instruction &I : *BB)
      if (isGuardMarker(I) && !DT.dominates(BB, L->getLoopLatch()))
        Conditional.push_back(&I);
  for (Instruction *Marker : Conditional) {
    Value *Fires = Marker->getOperand(0);
    Marker->setOperand(
        0, getInEachIteration(Fires, ConstantInt::getFalse(Ctx), Marker));
    Marker->moveBefore(L->getLoopLatch()->getTerminator());
  }
}

/// Let `if (…) s += x` be `s += … ? x : 0`, which the vectoriser knows as a
/// reduction also if the condition has other uses.
void BlockShadow::reduceInEachIteration() {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  BasicBlock *Latch = L->getLoopLatch();
  for (PHINode &PHI : L->getHeader()->phis()) {
    auto *Merged = dyn_cast<PHINode>(PHI.getIncomingValueForBlock(Latch));
    if (!Merged || !Merged->getType()->isIntegerTy() || !L->contains(Merged) ||
        Merged->getParent() == L->getHeader() ||
        any_of(Merged->users(), [&](const User *U) {
          return U != &PHI && L->contains(cast<Instruction>(U));
        }))
      continue;
    Value *Updated = nullptr;
    bool IsUpdate = true;
    for (Value *V : Merged->incoming_values())
      if (V != &PHI) {
        IsUpdate &= !Updated || V == Updated;
        Updated = V;
      }
    auto *Op = dyn_cast_or_null<BinaryOperator>(Updated);
    Constant *Identity =
        Op ? ConstantExpr::getBinOpIdentity(Op->getOpcode(), Op->getType(),
                                            /*AllowRHSConstant=*/true)
           : nullptr;
    if (!IsUpdate || !Identity || !Op->hasOneUser() || !L->contains(Op))
      continue;
    const bool IsSecond = Op->isCommutative() && Op->getOperand(1) == &PHI;
    Value *X = Op->getOperand(!IsSecond);
    if (Op->getOperand(IsSecond) != &PHI || X == &PHI)
      continue;
    // What counts is not whether it is computed, but whether control comes this
    // way.
    auto *Part = PHINode::Create(X->getType(), Merged->getNumIncomingValues(),
                                 "escop.part", Merged->getIterator());
    for (auto [From, V] : zip(Merged->blocks(), Merged->incoming_values()))
      Part->addIncoming(V == &PHI ? Identity : X, From);
    Op->setOperand(!IsSecond, Part);
    Op->moveBefore(*Merged->getParent(),
                   Merged->getParent()->getFirstInsertionPt());
    Merged->replaceAllUsesWith(Op);
    Merged->eraseFromParent();
  }
}

/// Of the iterations of Shadow's loop, from 0.
PHINode *BlockShadow::getCounter() {
  if (Counter)
    return Counter;
  Loop *L = getOnlyLoop(*Shadow, FAM);
  IRBuilder<> B(&L->getHeader()->front());
  Counter = B.CreatePHI(I64, 2, "escop.k");
  B.SetInsertPoint(L->getLoopLatch()->getTerminator());
  Counter->addIncoming(B.getInt64(0), L->getLoopPreheader());
  Counter->addIncoming(B.CreateNUWAdd(Counter, B.getInt64(1)),
                       L->getLoopLatch());
  return Counter;
}

/// Erase markers of what another one says: an index is mostly checked by the
/// program, too.
void BlockShadow::eraseEqualMarkers() {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Shadow);
  SmallVector<Instruction *, 8> Markers;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(Shadow))
    for (Instruction &I : make_early_inc_range(*BB)) {
      if (!isGuardMarker(I))
        continue;
      auto *Fires = dyn_cast<Instruction>(I.getOperand(0));
      if (Fires && any_of(Markers, [&](Instruction *Other) {
            return cast<Instruction>(Other->getOperand(0))
                       ->isIdenticalTo(Fires) &&
                   DT.dominates(Other, &I);
          }))
        I.eraseFromParent();
      else if (Fires && isa<CmpInst>(Fires) && Markers.size() < MaxComparisons)
        Markers.push_back(&I);
    }
}

/// With AVX2, it takes AMD's processors ten cycles to store some of four
/// elements, and twenty of eight (uops.info, VMASKMOVPD and VMASKMOVPS);
/// TargetTransformInfo takes it for eight stores. What steps over elements is
/// not stored by vectors.
bool BlockShadow::hasDearMasks(const Stream &Store) const {
  constexpr unsigned Dear = 4;
  constexpr auto Kind = TargetTransformInfo::TCK_RecipThroughput;
  if (Store.IsInEach || Store.isScatter() ||
      uint64_t(std::abs(Store.Step)) != Store.Size)
    return false;
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(*E.F);
  const uint64_t Bytes =
      TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue() /
      8;
  auto *Ty = FixedVectorType::get(getLoadStoreType(Store.I),
                                  std::max<uint64_t>(Bytes / Store.Size, 2));
  return TTI.getMaskedMemoryOpCost(Instruction::Store, Ty, Align(1), 0, Kind) >
         Dear * TTI.getMemoryOpCost(Instruction::Store, Ty, Align(1), 0, Kind);
}

/// Store behind @p Flags whether any value of @p Flag is set.
void BlockShadow::flagBlock(Value *Flag, Argument *Flags) {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  BasicBlock *Latch = L->getLoopLatch(), *Exit = L->getExitBlock();
  IRBuilder<> B(&L->getHeader()->front());
  PHINode *Before = B.CreatePHI(Flag->getType(), 2, "escop.any");
  B.SetInsertPoint(Latch->getTerminator());
  Value *Any = B.CreateOr(Before, Flag);
  Before->addIncoming(B.getFalse(), L->getLoopPreheader());
  Before->addIncoming(Any, Latch);
  B.SetInsertPoint(Exit, Exit->getFirstInsertionPt());
  B.CreateStore(B.CreateZExt(Any, B.getInt8Ty()),
                B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Flags, Size));
}

/// Let Shadow store in arrays that it is given, one for each store, and set
/// flags in others, for each store that is conditional.
void BlockShadow::holdStoresBack() {
  const unsigned First = Shadow->arg_size();
  if (S.Stores.empty())
    return;
  const unsigned NumFlags =
      count_if(S.Stores, [](const Stream &Of) { return !Of.IsInEach; });
  const unsigned NumScatters =
      count_if(S.Stores, [](const Stream &Of) { return Of.isScatter(); });
  Shadow =
      addPointerParams(Shadow, S.Stores.size() + NumFlags + NumScatters, FAM);
  Loop *L = getOnlyLoop(*Shadow, FAM);
  PHINode *K = getCounter();
  IRBuilder<> B(Ctx);
  for (Argument &Out : drop_begin(Shadow->args(), First)) {
    Out.addAttr(Attribute::NoAlias);
    Out.addAttr(Attribute::NoCapture);
  }
  unsigned NextFlags = First + S.Stores.size(),
           NextAddresses = NextFlags + NumFlags;
  for (auto [Idx, Store] : enumerate(S.Stores)) {
    Argument *Out = Shadow->getArg(First + Idx);
    auto *I = cast<StoreInst>(Store.I);
    Value *V = I->getValueOperand();
    Type *Ty = V->getType();
    if (Store.isScatter()) {
      Value *To = I->getPointerOperand();
      if (!Store.IsInEach)
        To = getInEachIteration(To, Constant::getNullValue(Ptr), I);
      B.SetInsertPoint(L->getLoopLatch()->getTerminator());
      B.CreateStore(
          To, B.CreateInBoundsGEP(Ptr, Shadow->getArg(NextAddresses++), K));
    }
    if (!Store.IsInEach) {
      // In each iteration a flag is stored, and something.
      Value *Flag = getInEachIteration(B.getTrue(), B.getFalse(), I);
      V = getInEachIteration(V, Constant::getNullValue(Ty), I);
      Argument *Flags = Shadow->getArg(NextFlags++);
      B.SetInsertPoint(L->getLoopLatch()->getTerminator());
      B.CreateStore(B.CreateZExt(Flag, B.getInt8Ty()),
                    B.CreateInBoundsGEP(B.getInt8Ty(), Flags, K));
      if (hasDearMasks(Store))
        flagBlock(Flag, Flags);
      I->setOperand(0, V);
    }
    // Behind all loads: what is loaded may be used in the next iteration,
    // before which the vectoriser moves no store.
    I->moveBefore(L->getLoopLatch()->getTerminator());
    B.SetInsertPoint(I);
    I->setOperand(1, B.CreateInBoundsGEP(Ty, Out, K));
    I->setAlignment(getDL().getABITypeAlign(Ty));
  }
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
}

/// Let what is known behind the loop be the last element of an array, unless it
/// is a sum or a counter: the vectoriser knows no other values that leave.
void BlockShadow::outputByArrays() {
  Loop *L = getOnlyLoop(*Shadow, FAM);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Shadow);
  SmallPtrSet<const Value *, 8> Known;
  for (PHINode &PHI : L->getHeader()->phis()) {
    RecurrenceDescriptor Sum;
    InductionDescriptor Counter;
    if (RecurrenceDescriptor::isReductionPHI(&PHI, L, Sum))
      Known.insert(Sum.getLoopExitInstr());
    else if (InductionDescriptor::isInductionPHI(&PHI, L, &SE, Counter))
      Known.insert(PHI.getIncomingValueForBlock(L->getLoopLatch()));
  }
  BasicBlock *Exit = L->getExitBlock();
  for (PHINode &Out : make_early_inc_range(Exit->phis())) {
    Value *V = Out.getIncomingValueForBlock(L->getLoopLatch());
    if (Known.contains(V) || L->isLoopInvariant(V))
      continue;
    IRBuilder<> B(&Shadow->getEntryBlock().front());
    AllocaInst *Array = B.CreateAlloca(ArrayType::get(V->getType(), Size),
                                       nullptr, "escop.live");
    B.SetInsertPoint(L->getLoopLatch()->getTerminator());
    B.CreateStore(V, B.CreateInBoundsGEP(V->getType(), Array, getCounter()));
    B.SetInsertPoint(Exit, Exit->getFirstInsertionPt());
    Value *N = Shadow->getArg(getNumBoundsArgs(E) - 2);
    Out.replaceAllUsesWith(B.CreateLoad(
        V->getType(), B.CreateInBoundsGEP(V->getType(), Array,
                                          B.CreateSub(N, B.getInt64(1)))));
    Out.eraseFromParent();
    OutputsByArrays = true;
  }
}

std::optional<Reject> BlockShadow::build() {
  Shadow = buildShadow(E, /*Chunked=*/true, /*Markers=*/true,
                       /*Speculative=*/true, &Loads);
  // The pipeline would conclude from a division that its divisor is not zero.
  if (const Instruction *Bad = guardDivisions())
    return Reject(Reason::MayTrap, Bad);
  stripDebugInfo(*Shadow);
  // A scatter takes longer than the stores of its elements (two of the four
  // fields of a structure, AVX-512: 1.16 of the nest's time, 0.95 by stores).
  addX86Features(*Shadow, "+prefer-no-scatter");
  findOwnReads();
  FunctionPassManager FPM;
  FPM.addPass(LowerSwitchPass());
  // What both ways of an iteration begin with, such as a load, or a counter.
  FPM.addPass(SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(true)));
  runPasses(*Shadow, FPM, FAM);
  expandOverflows(*Shadow, FAM);
  canonicaliseShadow(*Shadow, /*ReloadCells=*/false, FAM);
  extendSubscripts();
  markFirstLoads();
  splitAccesses(*Shadow, Loads, OwnReads, FAM);
  joinElements(*Shadow, Loads, OwnReads, FAM);
  carryElements(*Shadow, FAM);
  Size = chooseSize();
  if (auto R = analyse())
    return R;
  eraseReadMarkers(*Shadow);
  guardGathers();
  eraseEqualMarkers();
  evaluateAtEnds(*Shadow, Shadow->getArg(getNumBoundsArgs(E) - 2), FAM);
  loadInEachIteration();
  guardEachIteration();
  reduceInEachIteration();
  holdStoresBack();
  outputByArrays();
  DominatorTree DT(*Shadow);
  PromoteMemToReg(Cells, DT);
  lowerGuardMarkers(*Shadow, FAM);
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
  printStage("block", Shadow);
  if (!processesUnprofitable() && (mostlyScatters() || !isVectorised()))
    return Reject(Reason::NotProfitable, E.NormalExit);
  return std::nullopt;
}
