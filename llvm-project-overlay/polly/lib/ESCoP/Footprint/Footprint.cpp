//===- Footprint.cpp - What the iterations of a chunk access --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each array (all accesses with one base pointer) of a shadow, a run-time
// function computes the interval of addresses that the next N iterations of the
// outermost loop access, and the interval that they write:
//
//   for (i = i0; i < i0 + N; ++i)     C: [C + 8*M*i0, C + 8*M*(i0 + N))
//     for (j = 0; j < M; ++j)
//       C[i*M + j] += B[j];           B: [B, B + 8*M)
//
// What they are for:
//  - *Disjointness*: arrays of which one is written do not overlap, so the
//    shadow's array arguments may be `noalias`.
//  - *Validity*: a speculative iteration may leave the object or hit a page
//    that is not there. The driver probes the intervals.
//  - *The checkpoint*: the buffer is laid out as the interval written.
//
// The ends are bounds of affine expressions: BoundsEmitter.h. So is whether an
// affine guard can fire at all: GuardResolver.h.
//
// Why disjointness has to be checked even for arrays that are known to be
// different objects: the iterations behind the throw may leave one object and
// reach another. If a compiler that takes them for disjoint moves such a write
// before a guard's read, the guard may not fire, and nothing is rolled back.
//
// Limits: intervals are supersets of the exact footprint (columns, triangles).
// What a chunk writes is known exactly, by a function that comes to each
// element: Checkpoint.cpp.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Footprint.h"
#include "GuardResolver.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace polly::escop;

namespace {

/// An access: its address and size. Memory intrinsics have two.
struct Access {
  Instruction *I;
  Value *Ptr;
  Value *Size; // In bytes.
  bool IsWrite;
};

/// By how much the last step of `for (; it != end; it += C)` goes beyond the
/// end; null if @p L is another loop or C is 1 or -1. ScalarEvolution takes it
/// to be 0 because the additions do not wrap.
const SCEV *getGapAtEnd(const Loop &L, ScalarEvolution &SE) {
  auto *Br = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp || !Cmp->isEquality())
    return nullptr;
  const SCEV *It = getIntegerSCEV(Cmp->getOperand(0), SE),
             *End = getIntegerSCEV(Cmp->getOperand(1), SE);
  if (isa<SCEVCouldNotCompute>(It) || isa<SCEVCouldNotCompute>(End))
    return nullptr; // Nor is its count known.
  if (SE.isLoopInvariant(It, &L))
    std::swap(It, End);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(It);
  auto *Step = Rec && Rec->getLoop() == &L
                   ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE))
                   : nullptr;
  if (!Step || Step->getAPInt().abs().isOne())
    return nullptr;
  const SCEV *Distance = Step->getAPInt().isNegative()
                             ? SE.getMinusSCEV(Rec->getStart(), End)
                             : SE.getMinusSCEV(End, Rec->getStart());
  return SE.getURemExpr(Distance, SE.getConstant(Step->getAPInt().abs()));
}

/// The distance between the addresses of consecutive iterations of @p Nest, or
/// null.
const SCEV *getStride(const SCEV *S, const Loop *Nest, ScalarEvolution &SE) {
  if (SE.isLoopInvariant(S, Nest))
    return SE.getZero(S->getType());
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  if (!Rec || !Rec->isAffine())
    return nullptr;
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (Rec->getLoop() == Nest)
    return Step;
  return SE.isLoopInvariant(Step, Nest) ? getStride(Rec->getStart(), Nest, SE)
                                        : nullptr;
}

} // namespace

static std::optional<Reject> collectAccesses(Function &F,
                                             SmallVectorImpl<Access> &Out) {
  const DataLayout &DL = F.getDataLayout();
  Value *Frame = F.getArg(F.arg_size() - 1);
  auto SizeOf = [&](Type *Ty) {
    return ConstantInt::get(Type::getInt64Ty(F.getContext()),
                            DL.getTypeStoreSize(Ty).getFixedValue());
  };
  for (BasicBlock &BB : F)
    for (Instruction &I : BB) {
      if (isGuardMarker(I) || !I.mayReadOrWriteMemory())
        continue;
      if (isReadMarker(I)) {
        Out.push_back(
            {&I, I.getOperand(0), I.getOperand(1), /*IsWrite=*/false});
        continue;
      }
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (Load->getType()->isScalableTy())
          return Reject(Reason::NonAffine, &I);
        Out.push_back({&I, Load->getPointerOperand(), SizeOf(Load->getType()),
                       /*IsWrite=*/false});
      } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
        if (Store->getPointerOperand()->stripInBoundsOffsets() == Frame)
          continue;
        Type *Ty = Store->getValueOperand()->getType();
        if (Ty->isScalableTy())
          return Reject(Reason::NonAffine, &I);
        Out.push_back({&I, Store->getPointerOperand(), SizeOf(Ty),
                       /*IsWrite=*/true});
      } else if (auto *Mem = dyn_cast<MemIntrinsic>(&I)) {
        Out.push_back({&I, Mem->getRawDest(), Mem->getLength(), true});
        if (auto *Copy = dyn_cast<MemTransferInst>(Mem))
          Out.push_back({&I, Copy->getRawSource(), Mem->getLength(), false});
      } else {
        return Reject(Reason::Call, &I);
      }
    }
  return std::nullopt;
}

static uint64_t getObjectSize(const Value *Base, const DataLayout &DL) {
  auto *GV = dyn_cast<GlobalVariable>(Base);
  if (!GV || GV->isInterposable() || GV->isDeclaration() || GV->isThreadLocal())
    return 0;
  return DL.getTypeAllocSize(GV->getValueType()).getFixedValue();
}

void Footprint::erase(FunctionAnalysisManager &FAM) {
  eraseFunction(Bounds, FAM);
  for (WriteCopy &C : Copies) {
    eraseFunction(C.Copy, FAM);
    eraseFunction(C.Commit, FAM);
  }
  *this = Footprint();
}

std::optional<Reject>
polly::escop::computeFootprint(const ESCoP &E, Function &Shadow,
                               FunctionAnalysisManager &FAM, Footprint &FP) {
  // The bounds are computed in a copy of the shadow, where they can be expanded
  // from the copy's own arguments; its loops are thrown away then.
  ValueToValueMapTy VMap;
  Function *Bounds = CloneFunction(&Shadow, VMap);
  Bounds->setName(Shadow.getName() + ".bounds");
  FP = Footprint();
  FP.Bounds = Bounds;
  auto Fail = [&](Reject R) -> std::optional<Reject> {
    eraseFunction(Bounds, FAM);
    FP = Footprint();
    return R;
  };

  auto &LI = FAM.getResult<LoopAnalysis>(*Bounds);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*Bounds);
  const DataLayout &DL = Bounds->getDataLayout();
  if (std::distance(LI.begin(), LI.end()) != 1)
    return Fail(Reject(Reason::LoopForm));
  const Loop *Nest = *LI.begin();

  SmallVector<Access, 16> Accesses;
  if (auto R = collectAccesses(*Bounds, Accesses))
    return Fail(*R);

  // Group the accesses by base pointer.
  struct Group {
    Value *Base;
    SmallVector<std::pair<const Access *, const SCEV *>, 4> Members;
    const SCEV *Stride = nullptr;
    bool Read = false, Written = false;
  };
  MapVector<const SCEV *, Group> Groups;
  for (Access &A : Accesses) {
    if (A.Ptr->getType()->getPointerAddressSpace())
      return Fail(Reject(Reason::NonAffine, A.I));
    const SCEV *Ptr = SE.getSCEV(A.Ptr);
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Ptr));
    if (!Base || !(isa<Argument>(Base->getValue()) ||
                   isa<GlobalVariable>(Base->getValue())))
      return Fail(Reject(Reason::NonAffine, A.I));
    auto [It, New] = Groups.try_emplace(Base);
    Group &G = It->second;
    G.Base = Base->getValue();
    const SCEV *Offset = SE.getMinusSCEV(Ptr, Base);
    if (isa<SCEVCouldNotCompute>(Offset))
      return Fail(Reject(Reason::NonAffine, A.I));
    const SCEV *Stride = getStride(Offset, Nest, SE);
    if (New)
      G.Stride = Stride;
    else if (G.Stride != Stride)
      G.Stride = nullptr;
    G.Members.push_back({&A, Offset});
    (A.IsWrite ? G.Written : G.Read) = true;
    auto *GV = dyn_cast<GlobalVariable>(G.Base);
    if (A.IsWrite && GV && GV->isConstant())
      return Fail(Reject(Reason::ReadOnlyTarget, A.I));
  }
  if (Groups.size() > MaxArrays)
    return Fail(Reject(Reason::TooManyArrays, &Nest->getHeader()->front()));

  BasicBlock &Entry = Bounds->getEntryBlock();
  IRBuilder<> Builder(Entry.getTerminator());
  BoundsEmitter Emitter(SE, Nest, Builder, DL);
  const unsigned AddressBits =
      std::min(OffsetBits, DL.getPointerSizeInBits() - 2);

  // Every loop terminates in time, also those without accesses.
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder()) {
    if (!Emitter.getBackedgeTakenCount(L))
      return Fail(Reject(Reason::NonAffine, L->getHeader()->getTerminator()));
    // Behind a throw it may step over its end, which the nest never does. The
    // outermost loop is counted.
    const SCEV *Gap = L == Nest ? nullptr : getGapAtEnd(*L, SE);
    if (!Gap || Gap->isZero())
      continue;
    Value *V = SE.isLoopInvariant(Gap, Nest) ? Emitter.leaf(Gap) : nullptr;
    if (!V)
      return Fail(
          Reject(Reason::NonAffine, L->getLoopLatch()->getTerminator()));
    Emitter.require(Builder.CreateICmpEQ(V, Emitter.constant(0)));
  }

  // What buildShadow says of counters.
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder())
    for (PHINode &PHI : L->getHeader()->phis()) {
      auto *Next = dyn_cast<BinaryOperator>(
          PHI.getIncomingValueForBlock(L->getLoopLatch()));
      if (!Next || !isStridedIncrement(Next, PHI))
        continue;
      for (bool Signed : {false, true})
        if ((Signed ? Next->hasNoSignedWrap() : Next->hasNoUnsignedWrap()) &&
            (!Emitter.requireNoWrap(SE.getSCEV(&PHI), Signed) ||
             !Emitter.requireNoWrap(SE.getSCEV(Next), Signed)))
          return Fail(Reject(Reason::NonAffine, Next));
    }

  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*Bounds);
  auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(*Bounds);
  FP.Resolved = GuardResolver(LI, DT, PDT, SE, Builder, Emitter).resolve(*Nest);
  Value *Resolved = Emitter.Known.Ok;

  Type *I64 = Builder.getInt64Ty();
  Value *Result = Bounds->getArg(Bounds->arg_size() - 1);

  // Iterations of the innermost loops per outermost iteration, at most.
  Value *Work = Builder.getInt64(0);
  for (const Loop *L : const_cast<Loop *>(Nest)->getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    Value *Product = Emitter.constant(1);
    for (; L != Nest; L = L->getParentLoop()) {
      Value *Count = Emitter.bound(SE.getBackedgeTakenCount(L), true);
      Count =
          Builder.CreateAdd(Emitter.select(Count, Emitter.constant(0), true),
                            Emitter.constant(1));
      // Each factor is at most 2^40, so three fit into 128 bits.
      Product = Builder.CreateMul(Product, Count);
      Product = Builder.CreateBinaryIntrinsic(
          Intrinsic::umin, Product, Emitter.constant(1LL << ParamBits));
    }
    Work = Builder.CreateAdd(Work, Builder.CreateTrunc(Product, I64));
  }
  // Frozen, as all results: where the bounds are not vouched for, the
  // arithmetic may have overflowed.
  Builder.CreateStore(Builder.CreateFreeze(Work),
                      Builder.CreateConstInBoundsGEP1_64(
                          I64, Result, Groups.size() * BF_NumFields));
  struct Interval {
    Value *Begin = nullptr, *End = nullptr;
  };
  SmallVector<std::pair<Interval, Interval>, 8> Intervals; // All, written.
  Value *Nowhere = Emitter.constant(1LL << (OffsetBits + 2));
  for (auto &[Key, G] : Groups) {
    Interval All, Written, Ahead; // Ahead: loaded in front of the nest.
    auto Extend = [&](Interval &Iv, Value *Begin, Value *End) {
      Iv.Begin = Iv.Begin ? Emitter.select(Iv.Begin, Begin, false) : Begin;
      Iv.End = Iv.End ? Emitter.select(Iv.End, End, true) : End;
    };
    for (auto &[A, Offset] : G.Members) {
      Value *First = Emitter.bound(Offset, false);
      Value *Last = Emitter.bound(Offset, true);
      const SCEV *AnySize = SE.getSCEV(A->Size);
      Value *Size = Emitter.bound(AnySize, true);
      Value *LeastSize = Emitter.bound(AnySize, false);
      if (!First || !Last || !Size || !LeastSize)
        return Fail(Reject(Reason::NonAffine, A->I));
      // The bounds of an access in a loop that is not entered may be the wrong
      // way round. No iteration executes it then.
      Value *Executed = Builder.CreateICmpSLE(First, Last);
      Value *Begin = Builder.CreateSelect(Executed, First, Nowhere);
      Value *End = Builder.CreateSelect(Executed, Builder.CreateAdd(Last, Size),
                                        Builder.CreateNeg(Nowhere));
      Emitter.requireRange(Size, ParamBits);
      // Where it is known not to be negative, the access is skipped otherwise.
      bool IsKnown = SE.isBasicBlockEntryGuardedByCond(
          A->I->getParent(), ICmpInst::ICMP_SGE, AnySize,
          SE.getZero(AnySize->getType()));
      Emitter.require(Builder.CreateICmpSGE(
          LeastSize, IsKnown ? Emitter.getRange(AnySize, /*Signed=*/true).first
                             : Emitter.constant(0)));
      Extend(All, Begin, End);
      if (isReadMarker(*A->I))
        Extend(Ahead, Begin, End);
      if (A->IsWrite)
        Extend(Written, Begin, End);
    }
    const bool IsWrittenAndLoadedAhead = Ahead.Begin && Written.Begin;
    for (Interval *Iv : {&Written, &Ahead})
      if (!Iv->Begin)
        *Iv = {Emitter.constant(0), Emitter.constant(0)};
    for (Interval *Iv : {&All, &Written, &Ahead}) {
      Value *Any = Builder.CreateICmpSLE(Iv->Begin, Iv->End);
      Iv->Begin = Builder.CreateSelect(Any, Iv->Begin, Emitter.constant(0));
      Iv->End = Builder.CreateSelect(Any, Iv->End, Emitter.constant(0));
    }
    Emitter.requireRange(All.Begin, AddressBits);
    Emitter.requireRange(All.End, AddressBits);
    if (IsWrittenAndLoadedAhead) {
      Value *IsEmpty =
          Builder.CreateOr(Builder.CreateICmpEQ(Ahead.Begin, Ahead.End),
                           Builder.CreateICmpEQ(Written.Begin, Written.End));
      Emitter.require(Builder.CreateOr(
          IsEmpty,
          Builder.CreateOr(Builder.CreateICmpSLE(Ahead.End, Written.Begin),
                           Builder.CreateICmpSLE(Written.End, Ahead.Begin))));
    }

    // Where an element is read, it is written, too.
    auto IsWritten = [&Members = G.Members, &DT,
                      &PDT](const std::pair<const Access *, const SCEV *> &R) {
      return any_of(Members, [&](auto &W) {
        const BasicBlock *Reads = R.first->I->getParent(),
                         *Writes = W.first->I->getParent();
        return W.first->IsWrite && W.second == R.second &&
               W.first->Size == R.first->Size &&
               (DT.dominates(Writes, Reads) || PDT.dominates(Writes, Reads));
      });
    };
    Array Arr;
    Arr.ReadsOnlyWritten = all_of(G.Members, [&](auto &R) {
      return R.first->IsWrite || isReadMarker(*R.first->I) || IsWritten(R);
    });
    Arr.Read = G.Read;
    Arr.Written = G.Written;
    Arr.HasStride = G.Stride && !G.Stride->isZero();
    Arr.ObjectSize = getObjectSize(G.Base, DL);
    if (Arr.ObjectSize) {
      Emitter.require(Builder.CreateICmpSGE(All.Begin, Emitter.constant(0)));
      Emitter.require(
          Builder.CreateICmpSLE(All.End, Emitter.constant(Arr.ObjectSize)));
    }
    if (auto *Arg = dyn_cast<Argument>(G.Base))
      Arr.ArgNo = Arg->getArgNo();
    else
      Arr.Global = cast<GlobalVariable>(G.Base);

    Value *Base = Builder.CreatePtrToInt(G.Base, I64);
    auto Address = [&](Value *Offset) {
      return Builder.CreateAdd(Base, Builder.CreateTrunc(Offset, I64));
    };
    auto Store = [&](Value *V, unsigned Field) {
      Builder.CreateStore(
          Builder.CreateFreeze(V),
          Builder.CreateConstInBoundsGEP1_64(
              I64, Result, FP.Arrays.size() * BF_NumFields + Field));
    };
    auto StoreAddress = [&](Value *&V, unsigned Field) {
      V = Address(V);
      Store(V, Field);
    };
    StoreAddress(All.Begin, BF_Begin);
    StoreAddress(All.End, BF_End);
    StoreAddress(Written.Begin, BF_WriteBegin);
    StoreAddress(Written.End, BF_WriteEnd);
    // No interval goes round the address space; that of an object does not.
    if (!Arr.ObjectSize) {
      Emitter.require(Builder.CreateICmpULE(All.Begin, All.End));
      Emitter.require(Builder.CreateICmpULE(Written.Begin, Written.End));
    }
    Value *Stride = Builder.getInt64(0);
    if (Arr.HasStride) {
      Value *V = Emitter.lift(G.Stride);
      if (V)
        Stride = Builder.CreateTrunc(V, I64);
      else
        Arr.HasStride = false;
    }
    Store(Stride, BF_Stride);
    Intervals.push_back({All, Written});
    FP.Arrays.push_back(Arr);
  }
  // The shadow may count from where the nest begins: see Specialise.cpp.
  for (auto [Idx, PHI] : enumerate(E.State)) {
    auto *Start = find(E.LiveIns, E.getStart(PHI));
    if (Start != E.LiveIns.end() &&
        Emitter.Known.CheckedArgs.contains(E.LiveIns.size() + Idx))
      Emitter.leaf(SE.getSCEV(Bounds->getArg(Start - E.LiveIns.begin())));
  }

  auto Disjoint = [&](const Interval &A, const Interval &B) {
    Emitter.require(Builder.CreateOr(Builder.CreateICmpULE(A.End, B.Begin),
                                     Builder.CreateICmpULE(B.End, A.Begin)));
  };
  for (unsigned I = 0; I < FP.Arrays.size(); ++I)
    for (unsigned J = 0; J < I; ++J) {
      if (FP.Arrays[I].ObjectSize && FP.Arrays[J].ObjectSize)
        continue; // Different objects that are not left.
      if (FP.Arrays[I].Written)
        Disjoint(Intervals[I].second, Intervals[J].first);
      if (FP.Arrays[J].Written)
        Disjoint(Intervals[J].second, Intervals[I].first);
    }

  FP.CheckedArgs = std::move(Emitter.Known.CheckedArgs);

  // Throw the loops away.
  Instruction *OldTerm = Entry.getTerminator();
  // One condition that is poison would make all of them so, and them true.
  for (Instruction &I : Entry)
    I.dropPoisonGeneratingFlags();
  // An iteration that is not executed may make it poison.
  Value *Bits = Builder.getInt8(0);
  for (auto [Holds, Bit] : {std::pair(Emitter.Known.Ok, BS_Vouched),
                            std::pair(Resolved, BS_Resolved)})
    Bits = Builder.CreateOr(
        Bits, Builder.CreateSelect(Builder.CreateFreeze(Holds),
                                   Builder.getInt8(Bit), Builder.getInt8(0)));
  Builder.CreateRet(Bits);
  FAM.clear(*Bounds, Bounds->getName());
  OldTerm->eraseFromParent();
  EliminateUnreachableBlocks(*Bounds);
  eraseReadMarkers(*Bounds);
  stripDebugInfo(*Bounds);
  return std::nullopt;
}

void Footprint::restrictCheckedArgs(Function &Shadow) const {
  APInt Limit = APInt::getOneBitSet(64, ParamBits);
  for (unsigned ArgNo : CheckedArgs)
    if (Argument *Arg = Shadow.getArg(ArgNo); Arg->getType()->isIntegerTy(64))
      restrictRange(*Arg, ConstantRange(-Limit, Limit));
}
