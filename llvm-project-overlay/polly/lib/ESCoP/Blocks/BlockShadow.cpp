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
#include "polly/ESCoP/Footprint.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
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
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<unsigned> BlockSizeOption(
    "polly-escop-block-size", cl::Hidden, cl::init(0),
    cl::desc("Iterations of a register block (0: two vectors, 1: no blocks)"));

static constexpr unsigned MinBlockSize = 16, MaxBlockSize = 64;

unsigned polly::escop::getBlockSizeOption() { return BlockSizeOption; }

BlockShadow::~BlockShadow() {
  eraseFunction(Shadow, FAM);
  eraseFunction(Begin, FAM);
}

/// The only loop of Shadow.
Loop *BlockShadow::getLoop() {
  auto &LI = FAM.getResult<LoopAnalysis>(*Shadow);
  if (LI.end() - LI.begin() != 1)
    return nullptr;
  Loop *L = *LI.begin();
  return L->isInnermost() && L->getLoopPreheader() && L->getLoopLatch() &&
                 L->getExitingBlock() == L->getLoopLatch()
             ? L
             : nullptr;
}

/// Two vectors of the narrowest elements.
unsigned BlockShadow::chooseSize() {
  if (BlockSizeOption)
    return BlockSizeOption;
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
  unsigned NumGuards = E.Guards.size();
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
    createGuardMarker(B, Traps, NumGuards++);
    I.setOperand(0, Dividend);
    I.setOperand(1, B.CreateSelect(Traps, ConstantInt::get(Ty, 1), Divisor));
  }
  return nullptr;
}

/// Find S, and build Begin.
std::optional<Reject> BlockShadow::analyse() {
  Loop *L = getLoop();
  if (!L)
    return Reject(Reason::LoopForm, E.NormalExit);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Shadow);
  if (const Instruction *Bad =
          findStreams(*L, Size, SE, FAM.getResult<LoopAnalysis>(*Shadow),
                      FAM.getResult<DominatorTreeAnalysis>(*Shadow),
                      FAM.getResult<AAManager>(*Shadow), S))
    return Reject(Reason::NonAffine, Bad);
  // What a block stores and the next one loads comes by way of memory, in the
  // time of some ten iterations.
  if (S.MaxBlockSize < std::min(Size, MinBlockSize) && !processesUnprofitable())
    return Reject(Reason::NotProfitable, E.NormalExit);
  // Whole vectors.
  if (S.MaxBlockSize < Size)
    Size = llvm::bit_floor(S.MaxBlockSize);
  // Behind a load that the nest made it may have been in the cold region, where
  // pages may be unmapped, and have come back.
  if (any_of(S.Groups, [](const LoadGroup &G) { return G.IsConditional; }) &&
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
      if (!Expander.isSafeToExpandAt(A.Start, At))
        return Reject(Reason::NonAffine, A.I);
      Starts.push_back(Expander.expandCodeFor(A.Start, Ptr, At));
    }
  buildBegin(Starts);
  return std::nullopt;
}

/// Let Begin store @p Starts, values in front of Shadow's loop.
void BlockShadow::buildBegin(ArrayRef<Value *> Starts) {
  ValueToValueMapTy VMap;
  SmallVector<WeakTrackingVH, 12> Copies;
  Begin = CloneFunction(Shadow, VMap);
  Begin->setName(E.F->getName() + ".escop.begin");
  for (Value *V : Starts)
    Copies.push_back(isa<Constant>(V) ? V : static_cast<Value *>(VMap[V]));
  auto *Preheader = cast<BasicBlock>(
      static_cast<Value *>(VMap[getLoop()->getLoopPreheader()]));
  Begin = addPointerParams(Begin, 1, FAM);
  Value *Out = Begin->getArg(Begin->arg_size() - 1);
  for (BasicBlock *Succ : successors(Preheader))
    Succ->removePredecessor(Preheader);
  Preheader->getTerminator()->eraseFromParent();
  IRBuilder<> B(Preheader);
  for (auto [Idx, V] : enumerate(Copies))
    B.CreateStore(V, B.CreateConstInBoundsGEP1_64(Ptr, Out, Idx));
  B.CreateRet(B.getInt8(SS_Done));
  EliminateUnreachableBlocks(*Begin);
  eraseReadMarkers(*Begin);
  FAM.invalidate(*Begin, PreservedAnalyses::none());
}

/// Find E.Tracked, the nest's loads of the groups that are conditional.
std::optional<Reject> BlockShadow::trackLoads() {
  for (const LoadGroup &G : S.Groups) {
    if (!G.IsConditional)
      continue;
    auto &Set = E.Tracked.emplace_back();
    for (auto &[Load, Copy] : Loads)
      if (any_of(G.Loads, [&, &Copy = Copy](unsigned Idx) {
            return S.Loads[Idx].I == Copy;
          }))
        Set.push_back(Load);
    if (Set.empty())
      return Reject(Reason::NonAffine, S.Loads[G.Known].I);
  }
  return std::nullopt;
}

/// Let Shadow make conditional loads in each iteration, at its begin.
void BlockShadow::loadInEachIteration() {
  BasicBlock *Header = getLoop()->getHeader();
  SCEVExpander Expander(FAM.getResult<ScalarEvolutionAnalysis>(*Shadow),
                        getDL(), "escop");
  for (Stream &Load : S.Loads) {
    if (!Load.I || Load.IsInEach)
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

/// \returns what is @p V in iterations that come to @p At, and @p Otherwise in
/// others, at the latch.
Value *BlockShadow::getInEachIteration(Value *V, Value *Otherwise,
                                       Instruction *At) {
  Loop *L = getLoop();
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
  Loop *L = getLoop();
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
  Loop *L = getLoop();
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
    if (!IsUpdate || !Identity || !Op->hasOneUse() || !L->contains(Op))
      continue;
    const bool IsSecond = Op->isCommutative() && Op->getOperand(1) == &PHI;
    Value *X = Op->getOperand(!IsSecond);
    if (Op->getOperand(IsSecond) != &PHI || X == &PHI)
      continue;
    Op->setOperand(!IsSecond, getInEachIteration(X, Identity, Op));
    Op->moveBefore(Latch->getTerminator());
    Merged->replaceAllUsesWith(Op);
    Merged->eraseFromParent();
  }
}

/// Let Shadow store in arrays that it is given, one for each store, and set
/// flags in others, for each store that is conditional.
void BlockShadow::holdStoresBack() {
  const unsigned First = Shadow->arg_size();
  if (S.Stores.empty())
    return;
  const unsigned NumFlags =
      count_if(S.Stores, [](const Stream &Of) { return !Of.IsInEach; });
  Shadow = addPointerParams(Shadow, S.Stores.size() + NumFlags, FAM);
  Loop *L = getLoop();
  IRBuilder<> B(&L->getHeader()->front());
  PHINode *K = B.CreatePHI(I64, 2, "escop.k");
  B.SetInsertPoint(L->getLoopLatch()->getTerminator());
  K->addIncoming(B.getInt64(0), L->getLoopPreheader());
  K->addIncoming(B.CreateNUWAdd(K, B.getInt64(1)), L->getLoopLatch());
  for (Argument &Out : drop_begin(Shadow->args(), First)) {
    Out.addAttr(Attribute::NoAlias);
    Out.addAttr(Attribute::NoCapture);
  }
  unsigned NextFlags = First + S.Stores.size();
  for (auto [Idx, Store] : enumerate(S.Stores)) {
    Argument *Out = Shadow->getArg(First + Idx);
    auto *I = cast<StoreInst>(Store.I);
    Value *V = I->getValueOperand();
    Type *Ty = V->getType();
    if (!Store.IsInEach) {
      // In each iteration a flag is stored, and something.
      Value *Flag = getInEachIteration(B.getTrue(), B.getFalse(), I);
      V = getInEachIteration(V, Constant::getNullValue(Ty), I);
      B.SetInsertPoint(L->getLoopLatch()->getTerminator());
      B.CreateStore(
          B.CreateZExt(Flag, B.getInt8Ty()),
          B.CreateInBoundsGEP(B.getInt8Ty(), Shadow->getArg(NextFlags++), K));
      I->moveBefore(L->getLoopLatch()->getTerminator());
      I->setOperand(0, V);
    }
    B.SetInsertPoint(I);
    I->setOperand(1, B.CreateInBoundsGEP(Ty, Out, K));
    I->setAlignment(getDL().getABITypeAlign(Ty));
  }
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
}

/// Would the standard pipeline vectorise a block, all of it? It does not unroll
/// loops before it does that, once functions are simplified. Loads with gaps
/// between them leave iterations to a scalar loop, or are gathered, which takes
/// longer than the loop (`a[i] = b[2 * i]` of int, AVX-512: 1.4 times as long).
bool BlockShadow::isVectorised() {
  ValueToValueMapTy VMap;
  Function *Trial = CloneFunction(Shadow, VMap);
  Trial->getArg(getNumBoundsArgs(E) - 2)
      ->replaceAllUsesWith(ConstantInt::get(I64, Size));
  FunctionPassManager FPM;
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopVectorizePass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(*Trial, FPM, FAM);
  auto IsVector = [](const Instruction &I) {
    return I.getType()->isVectorTy();
  };
  auto Gathers = [](const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::masked_gather;
  };
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(*Trial);
  const bool IsVectorised =
      any_of(instructions(*Trial), IsVector) &&
      none_of(instructions(*Trial), Gathers) && all_of(LI, [&](const Loop *L) {
        return any_of(L->blocks(), [&](const BasicBlock *BB) {
          return any_of(*BB, IsVector);
        });
      });
  eraseFunction(Trial, FAM);
  return IsVectorised;
}

std::optional<Reject> BlockShadow::build() {
  Shadow = buildShadow(E, /*Chunked=*/true, /*Markers=*/true,
                       /*Speculative=*/true, &Loads);
  // The pipeline would conclude from a division that its divisor is not zero.
  if (const Instruction *Bad = guardDivisions())
    return Reject(Reason::MayTrap, Bad);
  stripDebugInfo(*Shadow);
  canonicaliseShadow(*Shadow, /*ReloadCells=*/false, FAM);
  Size = chooseSize();
  if (auto R = analyse())
    return R;
  eraseReadMarkers(*Shadow);
  loadInEachIteration();
  guardEachIteration();
  reduceInEachIteration();
  holdStoresBack();
  DominatorTree DT(*Shadow);
  PromoteMemToReg(Cells, DT);
  lowerGuardMarkers(*Shadow, FAM);
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
  if (!processesUnprofitable() && !isVectorised())
    return Reject(Reason::NotProfitable, E.NormalExit);
  return std::nullopt;
}
