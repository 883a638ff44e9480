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
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
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
  const SCEV *Offset = nullptr; // From the base pointer.
};

/// What is accessed from Begin up to End: offsets from a base, or addresses.
struct Interval {
  Value *Begin = nullptr, *End = nullptr;
};

/// The accesses with one base pointer.
struct Group {
  Value *Base;
  SmallVector<Access, 4> Accesses;
  const SCEV *Stride = nullptr;
  Array Arr;
  Interval All, Written;
};

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

/// By how much the last step of `for (; it != end; it += C)` goes beyond the
/// end; null if @p L is another loop or C is 1 or -1. ScalarEvolution takes it
/// to be 0 because the additions do not wrap.
static const SCEV *getGapAtEnd(const Loop &L, ScalarEvolution &SE) {
  const ICmpInst *Cmp = L.getLatchCmpInst();
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
static const SCEV *getStride(const SCEV *S, const Loop *Nest,
                             ScalarEvolution &SE) {
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

static uint64_t getObjectSize(const Value *Base, const DataLayout &DL) {
  auto *GV = dyn_cast<GlobalVariable>(Base);
  if (!GV || GV->isInterposable() || GV->isDeclaration() || GV->isThreadLocal())
    return 0;
  return DL.getTypeAllocSize(GV->getValueType()).getFixedValue();
}

/// The number of which @p Subscript is less behind a guard that fires where @p
/// Cond holds, or null.
static const SCEV *getSize(Value *Cond, const SCEV *Subscript,
                           ScalarEvolution &SE) {
  const std::optional<Comparison> Passes = getOrderedUnless(Cond, SE);
  return Passes && Passes->LHS == Subscript &&
                 Passes->Predicate == ICmpInst::ICMP_ULT
             ? Passes->RHS
             : nullptr;
}

namespace {

/// Computes a footprint in its bounds function, which is a copy of the shadow:
/// there the bounds can be expanded from the copy's own arguments. They are
/// emitted in front of its loops, which are thrown away then.
class FootprintBuilder {
  const ESCoP &E;
  const Execution Executes;
  Footprint &FP;
  FunctionAnalysisManager &FAM;
  Function &Bounds;
  const DataLayout &DL;
  LoopInfo &LI;
  Loop *Nest;
  ScalarEvolution &SE;
  DominatorTree &DT;
  PostDominatorTree &PDT;
  IRBuilder<> Builder;
  BoundsEmitter Emitter;
  Type *I64;
  MapVector<const SCEV *, Group> Groups;

public:
  FootprintBuilder(const ESCoP &E, Execution Executes, Footprint &FP,
                   LoopInfo &LI, FunctionAnalysisManager &FAM)
      : E(E), Executes(Executes), FP(FP), FAM(FAM), Bounds(*FP.Bounds),
        DL(Bounds.getDataLayout()), LI(LI), Nest(*LI.begin()),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(Bounds)),
        DT(FAM.getResult<DominatorTreeAnalysis>(Bounds)),
        PDT(FAM.getResult<PostDominatorTreeAnalysis>(Bounds)),
        Builder(Bounds.getEntryBlock().getTerminator()),
        Emitter(SE, Nest, Builder, DL), I64(Builder.getInt64Ty()) {}

  std::optional<Reject> build() {
    const bool IsAnywhere = mayAccessAnywhere();
    const std::optional<Reject> NotGrouped = groupAccesses();
    if (NotGrouped && !IsAnywhere)
      return NotGrouped;
    if (auto R = requireTermination())
      return R;
    if (auto R = requireCounters())
      return R;
    Argument *Trips = Bounds.getArg(Bounds.arg_size() - 2);
    FP.Resolved = GuardResolver(*Nest, LI, DT, PDT, SE, Builder, Emitter)
                      .resolve(Executes == Execution::OfRow ? Trips : nullptr,
                               [this](const SCEV *Start, auto IsLess) {
                                 return rises(Start, IsLess);
                               });
    Value *Resolved = Emitter.Integers.Ok;
    if (Executes == Execution::Speculative)
      if (auto R = requireDivisors())
        return R;
    if (NotGrouped ||
        (IsAnywhere && (!storesAny() || Executes == Execution::OfRow))) {
      accessAnywhere();
    } else {
      auto Before = Emitter.save();
      for (auto &[Key, G] : Groups)
        if (auto R = boundGroup(G)) {
          if (!IsAnywhere)
            return R;
          Emitter.restore(std::move(Before));
          accessAnywhere();
          break;
        }
    }
    if (!isInOrder())
      storeWork();
    for (auto &[Key, G] : Groups)
      storeGroup(G);
    checkStarts();
    requireDisjointness();
    FP.CheckedArgs = std::move(Emitter.Known.CheckedArgs);
    finish(Resolved);
    return std::nullopt;
  }

private:
  bool isInOrder() const {
    return Executes == Execution::InOrder || Executes == Execution::OfRow;
  }

  /// Is a counter that begins with @p Start less, by @p IsLess, in each
  /// iteration but the last than in the next one, as the nest asks when it is
  /// entered?
  bool rises(const SCEV *Start, CmpInst::Predicate IsLess) const {
    auto *Arg = isa<SCEVUnknown>(Start)
                    ? dyn_cast<Argument>(cast<SCEVUnknown>(Start)->getValue())
                    : nullptr;
    const unsigned NumLiveIns = E.LiveIns.size();
    if (!Arg || Arg->getArgNo() >= NumLiveIns + E.State.size())
      return false;
    Value *V = Arg->getArgNo() < NumLiveIns
                   ? E.LiveIns[Arg->getArgNo()]
                   : E.getStart(E.State[Arg->getArgNo() - NumLiveIns]);
    const SCEV *Count = E.BackedgeTakenCount;
    if (V->getType() != Count->getType())
      return false;
    auto &SEOfNest = FAM.getResult<ScalarEvolutionAnalysis>(*E.F);
    const SCEV *First = SEOfNest.getSCEV(V),
               *End = SEOfNest.getAddExpr(First, Count,
                                          SEOfNest.getOne(Count->getType()));
    return SEOfNest.isLoopEntryGuardedByCond(E.L, IsLess, First, End);
  }

  /// Do the program's types, or what is known of objects, leave open whether
  /// the nest stores to what was loaded in front of it?
  bool mayStoreToHoisted() const {
    auto &AA = FAM.getResult<AAManager>(*E.F);
    SmallVector<const LoadInst *, 8> Loads;
    for (const Instruction *I : E.Hoisted)
      if (auto *Load = dyn_cast<LoadInst>(I))
        Loads.push_back(Load);
    for (const Instruction *I : make_first_range(E.HoistedTwins))
      if (auto *Load = dyn_cast<LoadInst>(I))
        Loads.push_back(Load);
    return any_of(E.Blocks, [&](const BasicBlock *BB) {
      return any_of(*BB, [&](const Instruction &I) {
        return I.mayWriteToMemory() && !isWithoutEffect(I) &&
               any_of(Loads, [&](const LoadInst *Load) {
                 return isModSet(
                     AA.getModRefInfo(&I, MemoryLocation::get(Load)));
               });
      });
    });
  }

  /// Whether accesses need not be bounded. What executes the nest's iterations
  /// in their order may access what these do, unless that changes what was
  /// loaded in front of the nest.
  bool mayAccessAnywhere() const { return isInOrder() && !mayStoreToHoisted(); }

  bool storesAny() const {
    return any_of(Nest->blocks(), [](const BasicBlock *BB) {
      return any_of(*BB, [](const Instruction &I) {
        return I.mayWriteToMemory() && !isGuardMarker(I) && !isWithoutEffect(I);
      });
    });
  }

  void accessAnywhere() {
    FP.LoadsFromAnywhere = true;
    FP.StoresToAnywhere = storesAny();
    Groups.clear();
  }

  /// May @p A be from anywhere, as it is made when the nest makes it?
  bool isLoadInOrder(const Access &A) const {
    return isInOrder() && !A.IsWrite && !isReadMarker(*A.I);
  }

  std::optional<Reject> groupAccesses() {
    SmallVector<Access, 16> Accesses;
    if (auto R = collectAccesses(Bounds, Accesses))
      return R;
    for (Access &A : Accesses) {
      if (A.Ptr->getType()->getPointerAddressSpace())
        return Reject(Reason::NonAffine, A.I);
      const SCEV *Ptr = SE.getSCEV(A.Ptr);
      auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Ptr));
      if (!Base || !(isa<Argument>(Base->getValue()) ||
                     isa<GlobalVariable>(Base->getValue()))) {
        if (!isLoadInOrder(A))
          return Reject(Reason::NonAffine, A.I);
        FP.LoadsFromAnywhere = true;
        continue;
      }
      auto [It, New] = Groups.try_emplace(Base);
      Group &G = It->second;
      G.Base = Base->getValue();
      A.Offset = SE.getMinusSCEV(Ptr, Base);
      if (isa<SCEVCouldNotCompute>(A.Offset))
        return Reject(Reason::NonAffine, A.I);
      const SCEV *Stride = getStride(A.Offset, Nest, SE);
      if (New)
        G.Stride = Stride;
      else if (G.Stride != Stride)
        G.Stride = nullptr;
      G.Accesses.push_back(A);
      G.Arr.Written |= A.IsWrite;
      // What was loaded in front of the nest is not read once more.
      G.Arr.Read |= !A.IsWrite && !isReadMarker(*A.I);
      auto *GV = dyn_cast<GlobalVariable>(G.Base);
      if (A.IsWrite && GV && GV->isConstant())
        return Reject(Reason::ReadOnlyTarget, A.I);
    }
    if (Groups.size() > MaxArrays)
      return Reject(Reason::TooManyArrays, &Nest->getHeader()->front());
    return std::nullopt;
  }

  /// Every loop terminates in time, also those without accesses.
  std::optional<Reject> requireTermination() {
    for (const Loop *L : Nest->getLoopsInPreorder()) {
      // In order, it may iterate as long as it does.
      if (!isInOrder() && !Emitter.getBackedgeTakenCount(L))
        return Reject(Reason::NonAffine, L->getHeader()->getTerminator());
      // Behind a throw it may step over its end, which the nest never does. The
      // outermost loop is counted.
      const SCEV *Gap = L == Nest ? nullptr : getGapAtEnd(*L, SE);
      if (!Gap || Gap->isZero())
        continue;
      Value *V = SE.isLoopInvariant(Gap, Nest) ? Emitter.leaf(Gap) : nullptr;
      if (!V)
        return Reject(Reason::NonAffine, L->getLoopLatch()->getTerminator());
      Emitter.require(
          Emitter.compare(ICmpInst::ICMP_EQ, V, Emitter.constant(0)));
    }
    return std::nullopt;
  }

  /// What buildShadow says of counters.
  std::optional<Reject> requireCounters() {
    for (const Loop *L : Nest->getLoopsInPreorder())
      for (PHINode &PHI : L->getHeader()->phis()) {
        auto *Next = dyn_cast<BinaryOperator>(
            PHI.getIncomingValueForBlock(L->getLoopLatch()));
        if (!Next || !isStridedIncrement(Next, PHI))
          continue;
        for (bool Signed : {false, true})
          if ((Signed ? Next->hasNoSignedWrap() : Next->hasNoUnsignedWrap()) &&
              (!Emitter.requireNoWrap(SE.getSCEV(&PHI), Signed) ||
               !Emitter.requireNoWrap(SE.getSCEV(Next), Signed)))
            return Reject(Reason::NonAffine, Next);
      }
    return std::nullopt;
  }

  /// No division traps that the nest might not come to. What divides by values
  /// that change is for the nest.
  std::optional<Reject> requireDivisors() {
    for (BasicBlock *BB : Nest->blocks())
      for (Instruction &I : *BB) {
        if (isa<PHINode>(I) || I.isTerminator() || I.mayReadOrWriteMemory() ||
            isSafeToSpeculativelyExecute(&I))
          continue;
        auto *Div = dyn_cast<BinaryOperator>(&I);
        if (!Div || !Div->isIntDivRem())
          continue; // A math function.
        Value *Divisor = Div->getOperand(1);
        const SCEV *S = SE.isSCEVable(Divisor->getType())
                            ? SE.getSCEV(Divisor)
                            : SE.getCouldNotCompute();
        Value *D = !isa<SCEVCouldNotCompute>(S) && SE.isLoopInvariant(S, Nest)
                       ? Emitter.leaf(S)
                       : nullptr;
        if (!D)
          return Reject(Reason::MayTrap, Div);
        Emitter.require(
            Emitter.compare(ICmpInst::ICMP_NE, D, Emitter.constant(0)));
        // Of the least number the quotient by -1 overflows.
        if (is_contained({Instruction::SDiv, Instruction::SRem},
                         Div->getOpcode()))
          Emitter.require(
              Emitter.compare(ICmpInst::ICMP_NE, D, Emitter.constant(-1)));
      }
    return std::nullopt;
  }

  /// Store one of the results.
  void store(Value *V, unsigned Field) {
    // Where the bounds are not vouched for, the arithmetic may have overflowed.
    V = Builder.CreateFreeze(V);
    Value *Results = Bounds.getArg(Bounds.arg_size() - 1);
    Builder.CreateStore(
        V, Builder.CreateConstInBoundsGEP1_64(I64, Results, Field));
  }

  /// Iterations of the innermost loops per outermost iteration, at most.
  void storeWork() {
    Value *Work = Builder.getInt64(0);
    for (const Loop *L : Nest->getLoopsInPreorder()) {
      if (!L->isInnermost())
        continue;
      Value *Product = Emitter.constant(1);
      for (; L != Nest; L = L->getParentLoop()) {
        Value *Count = Emitter.bound(SE.getBackedgeTakenCount(L), true);
        Count = Emitter.add(Emitter.select(Count, Emitter.constant(0), true),
                            Emitter.constant(1));
        Product = Emitter.select(Emitter.multiply(Product, Count),
                                 Emitter.constant(1LL << ParamBits), false);
      }
      Work = Builder.CreateAdd(Work, Builder.CreateSExtOrTrunc(Product, I64));
    }
    store(Work, Groups.size() * BF_NumFields);
  }

  /// The least and the greatest offset of @p A, if control comes to it behind a
  /// guard that compares its subscript with a size: `++bins.at(bin[i])`.
  std::pair<Value *, Value *> boundByGuard(const Access &A) {
    auto *Product = dyn_cast<SCEVMulExpr>(A.Offset);
    auto *Scale = Product && Product->getNumOperands() == 2
                      ? dyn_cast<SCEVConstant>(Product->getOperand(0))
                      : nullptr;
    if (Product && (!Scale || !Scale->getAPInt().isStrictlyPositive()))
      return {};
    const SCEV *Subscript = Scale ? Product->getOperand(1) : A.Offset;
    for (BasicBlock *BB : Nest->blocks())
      for (Instruction &I : *BB) {
        const SCEV *Size = isGuardMarker(I) && DT.dominates(&I, A.I)
                               ? getSize(I.getOperand(0), Subscript, SE)
                               : nullptr;
        Value *Least = Size ? Emitter.bound(Size, false) : nullptr,
              *Greatest = Least ? Emitter.bound(Size, true) : nullptr;
        if (!Greatest)
          continue;
        // It was compared as an unsigned number.
        Emitter.require(Emitter.isAtLeast(Least, Emitter.constant(0)));
        return {Emitter.constant(0),
                Emitter.multiply(
                    Emitter.add(Greatest, Emitter.constant(-1)),
                    Emitter.constant(Scale ? Scale->getAPInt().getSExtValue()
                                           : 1))};
      }
    return {};
  }

  /// The offsets that @p A accesses; if no iteration executes it, End is less
  /// than Begin. Without ends if they are not known.
  Interval boundAccess(const Access &A) {
    const Borders Around =
        findBorders(*A.I->getParent(), *Nest, DT, SE, Emitter);
    BoundsEmitter::Within Some(Emitter, Around.Iterations);
    Value *First = Emitter.bound(A.Offset, false);
    Value *Last = Emitter.bound(A.Offset, true);
    if ((!First || !Last) && isInOrder()) {
      // That does not tell whether the subscript wraps.
      std::tie(First, Last) = boundByGuard(A);
      FP.LoadsFromAnywhere = true;
    }
    const SCEV *AnySize = SE.getSCEV(A.Size);
    Value *Size = Emitter.bound(AnySize, true);
    Value *LeastSize = Emitter.bound(AnySize, false);
    if (!First || !Last || !Size || !LeastSize)
      return {};
    // The bounds of an access in a loop that is not entered may be the wrong
    // way round. No iteration executes it then.
    Value *Executed = Emitter.isAtMost(First, Last);
    constexpr int64_t Nowhere = 1LL << (OffsetBits + 2);
    Value *Begin = Emitter.choose(Executed, First, Emitter.constant(Nowhere));
    Value *End = Emitter.choose(Executed, Emitter.add(Last, Size),
                                Emitter.constant(-Nowhere));
    Emitter.requireRange(Size, ParamBits);
    // Where it is known not to be negative, the access is skipped otherwise.
    bool IsKnown = SE.isBasicBlockEntryGuardedByCond(
        A.I->getParent(), ICmpInst::ICMP_SGE, AnySize,
        SE.getZero(AnySize->getType()));
    Emitter.require(Emitter.isAtLeast(
        LeastSize, IsKnown
                       ? Emitter.getTypeRange(AnySize, /*Signed=*/true).first
                       : Emitter.constant(0)));
    return {Begin, End};
  }

  void extend(Interval &Iv, const Interval &By) {
    Iv.Begin = Iv.Begin ? Emitter.select(Iv.Begin, By.Begin, false) : By.Begin;
    Iv.End = Iv.End ? Emitter.select(Iv.End, By.End, true) : By.End;
  }

  /// Compute the offsets that @p G accesses and writes.
  std::optional<Reject> boundGroup(Group &G) {
    Interval Ahead; // Loaded in front of the nest.
    for (const Access &A : G.Accesses) {
      Interval Iv = boundAccess(A);
      if (!Iv.Begin && isLoadInOrder(A)) {
        FP.LoadsFromAnywhere = true;
        continue;
      }
      // What is never vouched for would never be executed.
      if (!Iv.Begin || Emitter.isVoid())
        return Reject(Reason::NonAffine, A.I);
      extend(G.All, Iv);
      if (isReadMarker(*A.I))
        extend(Ahead, Iv);
      if (A.IsWrite)
        extend(G.Written, Iv);
    }
    const bool IsWrittenAndLoadedAhead = Ahead.Begin && G.Written.Begin;
    Value *Zero = Emitter.constant(0);
    for (Interval *Iv : {&G.All, &G.Written, &Ahead}) {
      if (!Iv->Begin)
        *Iv = {Zero, Zero};
      Value *Any = Emitter.isAtMost(Iv->Begin, Iv->End);
      Iv->Begin = Emitter.choose(Any, Iv->Begin, Zero);
      Iv->End = Emitter.choose(Any, Iv->End, Zero);
    }
    const unsigned AddressBits =
        std::min(OffsetBits, DL.getPointerSizeInBits() - 2);
    Emitter.requireRange(G.All.Begin, AddressBits);
    Emitter.requireRange(G.All.End, AddressBits);
    if (!IsWrittenAndLoadedAhead)
      return std::nullopt;
    auto IsEmpty = [&](const Interval &Iv) {
      return Emitter.compare(ICmpInst::ICMP_EQ, Iv.Begin, Iv.End);
    };
    Emitter.require(Builder.CreateOr(
        Builder.CreateOr(IsEmpty(Ahead), IsEmpty(G.Written)),
        Builder.CreateOr(Emitter.isAtMost(Ahead.End, G.Written.Begin),
                         Emitter.isAtMost(G.Written.End, Ahead.Begin))));
    return std::nullopt;
  }

  /// Where an element is read, it is written, too.
  bool readsOnlyWritten(const Group &G) {
    return all_of(G.Accesses, [&](const Access &R) {
      return R.IsWrite || isReadMarker(*R.I) ||
             any_of(G.Accesses, [&](const Access &W) {
               const BasicBlock *Reads = R.I->getParent(),
                                *Writes = W.I->getParent();
               return W.IsWrite && W.Offset == R.Offset && W.Size == R.Size &&
                      (DT.dominates(Writes, Reads) ||
                       PDT.dominates(Writes, Reads));
             });
    });
  }

  /// Store the addresses that @p G accesses and writes, and describe its array.
  void storeGroup(Group &G) {
    Array &Arr = G.Arr;
    Arr.ReadsOnlyWritten = readsOnlyWritten(G);
    Arr.HasStride = G.Stride && !G.Stride->isZero();
    Arr.ObjectSize = getObjectSize(G.Base, DL);
    if (Arr.ObjectSize) {
      Emitter.require(Emitter.isAtLeast(G.All.Begin, Emitter.constant(0)));
      Emitter.require(Emitter.isAtMost(
          G.All.End, Emitter.constant((int64_t)Arr.ObjectSize)));
    }
    if (auto *Arg = dyn_cast<Argument>(G.Base))
      Arr.ArgNo = Arg->getArgNo();
    else
      Arr.Global = cast<GlobalVariable>(G.Base);

    const unsigned Fields = FP.Arrays.size() * BF_NumFields;
    Value *Base = Builder.CreatePtrToInt(G.Base, I64);
    auto StoreAddress = [&](Value *&V, BoundsField Field) {
      V = Builder.CreateAdd(Base, Builder.CreateSExtOrTrunc(V, I64));
      store(V, Fields + Field);
    };
    StoreAddress(G.All.Begin, BF_Begin);
    StoreAddress(G.All.End, BF_End);
    StoreAddress(G.Written.Begin, BF_WriteBegin);
    StoreAddress(G.Written.End, BF_WriteEnd);
    // No interval goes round the address space; that of an object does not.
    if (!Arr.ObjectSize) {
      Emitter.require(Builder.CreateICmpULE(G.All.Begin, G.All.End));
      Emitter.require(Builder.CreateICmpULE(G.Written.Begin, G.Written.End));
    }
    Value *Stride = Arr.HasStride ? Emitter.lift(G.Stride) : nullptr;
    Arr.HasStride = Stride;
    store(Stride ? Builder.CreateSExtOrTrunc(Stride, I64) : Builder.getInt64(0),
          Fields + BF_Stride);
    FP.Arrays.push_back(Arr);
  }

  /// The shadow may count from where the nest begins: see Specialise.cpp.
  void checkStarts() {
    for (auto [Idx, PHI] : enumerate(E.State)) {
      auto *Start = find(E.LiveIns, E.getStart(PHI));
      if (Start != E.LiveIns.end() &&
          Emitter.Known.CheckedArgs.contains(E.LiveIns.size() + Idx))
        Emitter.leaf(SE.getSCEV(Bounds.getArg(Start - E.LiveIns.begin())));
    }
  }

  void requireDisjoint(const Interval &A, const Interval &B) {
    Emitter.require(Builder.CreateOr(Builder.CreateICmpULE(A.End, B.Begin),
                                     Builder.CreateICmpULE(B.End, A.Begin)));
  }

  /// No array is written where another one is accessed.
  void requireDisjointness() {
    for (auto A = Groups.begin(); A != Groups.end(); ++A)
      for (auto B = Groups.begin(); B != A; ++B) {
        const Group &I = A->second, &J = B->second;
        if (I.Arr.ObjectSize && J.Arr.ObjectSize)
          continue; // Different objects that are not left.
        if (I.Arr.Written)
          requireDisjoint(I.Written, J.All);
        if (J.Arr.Written)
          requireDisjoint(J.Written, I.All);
      }
  }

  /// Return what holds, and throw the loops away.
  void finish(Value *Resolved) {
    BasicBlock &Entry = Bounds.getEntryBlock();
    Instruction *OldTerm = Entry.getTerminator();
    // One condition that is poison would make all of them so, and them true.
    for (Instruction &I : Entry)
      I.dropPoisonGeneratingFlags();
    // An iteration that is not executed may make it poison.
    Value *Bits = Builder.getInt8(0);
    for (auto [Holds, Bit] : {std::pair(Emitter.Integers.Ok, BS_Vouched),
                              std::pair(Resolved, BS_Resolved)})
      Bits = Builder.CreateOr(
          Bits, Builder.CreateSelect(Builder.CreateFreeze(Holds),
                                     Builder.getInt8(Bit), Builder.getInt8(0)));
    Builder.CreateRet(Bits);
    FAM.clear(Bounds, Bounds.getName());
    OldTerm->eraseFromParent();
    EliminateUnreachableBlocks(Bounds);
    eraseReadMarkers(Bounds);
    stripDebugInfo(Bounds);
    // Each guard has its own copies of what it asks.
    FunctionPassManager Simplify;
    Simplify.addPass(EarlyCSEPass());
    runPasses(Bounds, Simplify, FAM);
    // The SLP vectoriser, and with AVX-512 the pass that assigns registers for
    // masks, take as long for many instructions without loops as all others.
    constexpr unsigned Many = 160;
    if (Bounds.getInstructionCount() > Many) {
      Bounds.addFnAttr(Attribute::NoImplicitFloat);
      addX86Features(Bounds, "-avx512f");
      Bounds.addFnAttr(Attribute::NoInline);
    }
  }
};

} // namespace

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
                               Execution Executes, FunctionAnalysisManager &FAM,
                               Footprint &FP) {
  ValueToValueMapTy VMap;
  FP = Footprint();
  FP.Bounds = CloneFunction(&Shadow, VMap);
  FP.Bounds->setName(Shadow.getName() + ".bounds");
  auto &LI = FAM.getResult<LoopAnalysis>(*FP.Bounds);
  auto R = std::distance(LI.begin(), LI.end()) == 1
               ? FootprintBuilder(E, Executes, FP, LI, FAM).build()
               : Reject(Reason::LoopForm);
  if (R)
    FP.erase(FAM);
  return R;
}

void Footprint::restrictCheckedArgs(Function &Shadow) const {
  APInt Limit = APInt::getOneBitSet(64, ParamBits);
  for (unsigned ArgNo : CheckedArgs)
    if (Argument *Arg = Shadow.getArg(ArgNo); Arg->getType()->isIntegerTy(64))
      restrictRange(*Arg, ConstantRange(-Limit, Limit));
}
