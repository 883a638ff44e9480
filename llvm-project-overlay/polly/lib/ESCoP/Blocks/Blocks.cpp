//===- Blocks.cpp - Single loops in blocks of iterations ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that passes over its data once,
//
//   for (i = 0; i < N; ++i) {
//     r = f(b[i], c[i]);
//     if (bad(r)) throw E();
//     a[i] = r;
//   }
//
// gains nothing from a checkpoint, which would cost as much as the loop. Its
// driver holds the stores of S iterations back:
//
//   for (; N - i >= S; i += S) {
//     T out[S];
//     for (k = 0; k < S; ++k) { out[k] = f(b[i + k], c[i + k]);
//                               fires |= bad(out[k]); }
//     if (fires) break;                       the nest goes on from i
//     for (k = 0; k < S; ++k) a[i + k] = out[k];
//   }
//
// S is a constant, so that the standard pipeline vectorises both inner loops
// and makes registers of `out`. No memory is written that the nest would not
// write. What is less than S iterations, a part, is computed by another copy of
// these loops, whose trip count is not a constant.
//
// A loop without stores has blocks of any multiple of S, which grow.
//
// What is loaded may be loaded up to a block less one iteration too early. So a
// block's loads have to be from pages, of PageSize bytes, on which the nest
// makes an access:
//  - a load that each iteration makes, and what is near it, from the pages from
//    which the first of some iterations loads. The guards of that one are
//    evaluated first, in the order of the nest, to know that the nest executes
//    it to its end;
//  - a load under a condition, from the page of the last such load that the
//    nest made itself: it keeps the address. If that is another page, the nest
//    executes some iterations itself, and calls the driver again.
// The driver computes the iterations up to the next page in blocks, and a part.
// No page is asked about, which would take longer than most such loops.
//
// So such loads may be made in each iteration. A store that not every iteration
// makes waits with a flag for each:
//
//   for (k = 0; k < S; ++k) if (made[k]) a[i + k] = out[k];
//
// What computes a block is built in BlockShadow.cpp.
//
// That no store of the loop meets a load of a later iteration is known at
// compile time, or found out when the driver is called: Streams.cpp.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Blocks.h"
#include "BlockShadow.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace polly::escop;

/// The smallest page of the targets, on which an access tells that others may
/// be made.
static constexpr uint64_t BlockPageSize = runtime::PageSize;

namespace {

/// Builds one driver.
class BlockDriverBuilder {
  const ESCoP &E;
  const BlockShadow &Shadow;
  const Streams &S;
  const unsigned Size;
  /// Evaluates the guards of the next iteration; null if that is not needed, or
  /// not possible.
  Function *const Inspector;
  /// Whether pages are known from the iteration before the next one.
  const bool FromPrevious;
  /// Whether the runtime may be called.
  const bool HasRuntime;
  const DriverCounts &Counts;
  FunctionAnalysisManager &FAM;
  LLVMContext &Ctx;
  IRBuilder<> Builder;
  Type *const I64, *const Ptr;
  StructType *const FrameTy;

  // The driver.
  Function *Driver = nullptr;
  /// The same as Shadow's, for a part.
  Function *PartShadow = nullptr;
  Value *N, *Frame, *Next;
  /// What waits for each store, the flags of each that is conditional, and the
  /// addresses of each of which they depend on data.
  SmallVector<Value *, 8> Outs;
  SmallDenseMap<unsigned, Value *, 4> Flags, Addresses;
  SmallVector<Value *, 8> LoadStarts, StoreStarts;
  /// Of groups of conditional loads, the address of the last one.
  DenseMap<const LoadGroup *, Value *> Lasts;
  /// Variables: the state, the next iteration, the one up to which may be
  /// loaded, what a block is at most if it may grow, and what the nest
  /// executes.
  SmallVector<AllocaInst *, 8> States;
  AllocaInst *IndexCell, *EndCell, *MostCell, *ReplayCell;
  /// The next iteration.
  Value *Index;
  /// Whether nobody else sees what is stored; null if that is not needed.
  Value *IsAlone;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, Driver);
  }
  Value *i64(int64_t V) { return Builder.getInt64(V); }
  Value *field(Value *Of, unsigned Idx) {
    return Builder.CreateStructGEP(FrameTy, Of, Idx);
  }
  Value *bytes(Value *From, Value *Offset) {
    return Builder.CreateGEP(Builder.getInt8Ty(), From, Offset);
  }

  void declareDriver();
  void createOuts();
  SmallVector<Value *, 16> getArguments(Value *Length);
  void callBegin();
  Value *getAccessed(const Stream &Of, Value *From, bool End);
  Value *areApart(const Stream &A, Value *FromA, const Stream &B, Value *FromB);
  Value *getBytes(const MetAccesses &Of);
  bool mayMeetOnce(const MetAccesses &Of) const;
  Value *mayMeet(const MetAccesses &Of);
  Value *mayBegin();
  Value *getNextByte(const LoadGroup &G, int64_t Offset);
  Value *getKnownPages(const LoadGroup &G, bool Last);
  Value *isOnKnownPages(const LoadGroup &G);
  Value *countOnKnownPages(const LoadGroup &G);
  Value *countToTry(const LoadGroup &G);
  Value *countToKnown(const LoadGroup &G);
  Value *countLoadable();
  Value *countUntilMet(const MetAccesses &Of);
  Value *chooseLength(Value *Left);
  Value *getAddress(unsigned Idx, Value *K);
  void commitGroup(ArrayRef<unsigned> Group, Value *Length, bool Blended,
                   BasicBlock *Done);
  bool mayBlend(ArrayRef<unsigned> Group) const;
  Value *isAlone();
  void blendGroup(ArrayRef<unsigned> Group, Value *Length, BasicBlock *Done);
  void commit(Value *Length);
  void emitBlock(Function *Compute, Value *Length, BasicBlock *Fired);
  void emit();

public:
  BlockDriverBuilder(const ESCoP &E, const BlockShadow &Shadow,
                     Function *Inspector, bool FromPrevious, bool HasRuntime,
                     const DriverCounts &Counts, FunctionAnalysisManager &FAM)
      : E(E), Shadow(Shadow), S(Shadow.getStreams()), Size(Shadow.getSize()),
        Inspector(Inspector), FromPrevious(FromPrevious),
        HasRuntime(HasRuntime), Counts(Counts), FAM(FAM),
        Ctx(E.F->getContext()), Builder(Ctx), I64(Builder.getInt64Ty()),
        Ptr(Builder.getPtrTy()), FrameTy(getFrameType(E)) {}

  Function *build();
};

} // namespace

bool polly::escop::mayUseBlocks(const ESCoP &E) {
  return E.L && E.Depth == 1 && !E.Guards.empty() && E.Rows.Tables.empty() &&
         !E.HoistedForFirst && !E.SetsErrno && !E.EndsElsewhere &&
         getBlockSizeOption() != 1;
}

void BlockDriverBuilder::declareDriver() {
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  Params.append({I64, I64, Ptr});
  Driver = createOutlinedFunction(E, Builder.getInt1Ty(), Params, "driver");
  // What is read ahead may lie behind an object that the nest's function knows.
  Driver->addFnAttr(Attribute::NoInline);
  addX86Features(*Driver, "+prefer-no-scatter");
  N = Driver->getArg(E.LiveIns.size());
  auto *FrameArg = Driver->getArg(E.LiveIns.size() + 2);
  N->setName("n");
  Driver->getArg(E.LiveIns.size() + 1)->setName("start");
  FrameArg->setName("frame");
  FrameArg->addAttr(Attribute::NoAlias);
  FrameArg->addAttr(Attribute::NoCapture);
  Frame = FrameArg;
  Builder.SetInsertPoint(block("entry"));
  Next = Builder.CreateAlloca(FrameTy, nullptr, "escop.next");
  for (PHINode *PHI : E.State)
    States.push_back(
        Builder.CreateAlloca(PHI->getType(), nullptr, "escop.state"));
  for (AllocaInst **Cell : {&IndexCell, &EndCell, &MostCell, &ReplayCell})
    *Cell = Builder.CreateAlloca(I64);
}

/// Create Outs, Flags and Addresses, which blocks and parts have each of their
/// own: those that are indexed by constants alone become registers.
void BlockDriverBuilder::createOuts() {
  IRBuilder<> AtEntry(&Driver->getEntryBlock().front());
  Outs.clear();
  for (auto [Idx, Store] : enumerate(S.Stores)) {
    Outs.push_back(AtEntry.CreateAlloca(
        ArrayType::get(getLoadStoreType(Store.I), Size), nullptr, "escop.out"));
    if (!Store.IsInEach)
      Flags[Idx] =
          AtEntry.CreateAlloca(ArrayType::get(AtEntry.getInt8Ty(), Size + 1),
                               nullptr, "escop.flags");
    if (Store.isScatter())
      Addresses[Idx] = AtEntry.CreateAlloca(ArrayType::get(Ptr, Size), nullptr,
                                            "escop.addresses");
  }
}

/// The arguments that Shadow's functions have in common, but for the frame.
SmallVector<Value *, 16> BlockDriverBuilder::getArguments(Value *Length) {
  SmallVector<Value *, 16> Args;
  for (unsigned Idx = 0; Idx < E.LiveIns.size(); ++Idx)
    Args.push_back(Driver->getArg(Idx));
  for (AllocaInst *State : States)
    Args.push_back(Builder.CreateLoad(State->getAllocatedType(), State));
  Args.push_back(Length);
  return Args;
}

/// Find LoadStarts and StoreStarts.
void BlockDriverBuilder::callBegin() {
  const unsigned NumStreams = S.Loads.size() + S.Stores.size();
  Value *Starts = Builder.CreateAlloca(ArrayType::get(Ptr, NumStreams), nullptr,
                                       "escop.starts");
  for (auto [Idx, State] : enumerate(States))
    Builder.CreateStore(
        Builder.CreateLoad(State->getAllocatedType(), field(Frame, Idx)),
        State);
  SmallVector<Value *, 16> Args = getArguments(i64(Size));
  Args.append({Next, Starts});
  Builder.CreateCall(Shadow.getBegin(), Args);
  for (unsigned Idx = 0; Idx < NumStreams; ++Idx)
    (Idx < S.Loads.size() ? LoadStarts : StoreStarts)
        .push_back(Builder.CreateLoad(
            Ptr, Builder.CreateConstInBoundsGEP1_64(Ptr, Starts, Idx)));
  unsigned Field = E.State.size() + E.LiveOuts.size();
  for (const LoadGroup &G : S.Groups)
    if (G.isTracked())
      Lasts[&G] = Builder.CreateLoad(I64, field(Frame, Field++));
}

/// The first byte that N iterations of @p Of access, or the one behind the
/// last. The nest may come to fewer iterations, as an address space has an end,
/// and so has what is compared.
Value *BlockDriverBuilder::getAccessed(const Stream &Of, Value *From,
                                       bool End) {
  Value *Address = Builder.CreatePtrToInt(From, I64);
  if ((Of.Step > 0) == End)
    Address = Builder.CreateBinaryIntrinsic(
        End ? Intrinsic::uadd_sat : Intrinsic::usub_sat, Address,
        Builder.CreateMul(Builder.CreateSub(N, i64(1)),
                          i64(std::abs(Of.Step))));
  return End ? Builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Address,
                                             i64(Of.Size))
             : Address;
}

/// Do N iterations access no byte by both @p A and @p B?
Value *BlockDriverBuilder::areApart(const Stream &A, Value *FromA,
                                    const Stream &B, Value *FromB) {
  return Builder.CreateOr(Builder.CreateICmpULE(getAccessed(A, FromA, true),
                                                getAccessed(B, FromB, false)),
                          Builder.CreateICmpULE(getAccessed(B, FromB, true),
                                                getAccessed(A, FromA, false)));
}

/// From the first iteration's store to its load.
Value *BlockDriverBuilder::getBytes(const MetAccesses &Of) {
  return Builder.CreateSub(Builder.CreatePtrToInt(LoadStarts[Of.Load], I64),
                           Builder.CreatePtrToInt(StoreStarts[Of.Store], I64));
}

/// May one iteration store what all load, and no other?
bool BlockDriverBuilder::mayMeetOnce(const MetAccesses &Of) const {
  const Stream &Load = S.Loads[Of.Load], &Store = S.Stores[Of.Store];
  return Of.IsLoadFirst && !Load.Step && Load.Size == Store.Size &&
         uint64_t(std::abs(Store.Step)) >= Store.Size;
}

/// Where a load and a store are not apart, may iterations be executed in blocks
/// all the same?
Value *BlockDriverBuilder::mayMeet(const MetAccesses &Of) {
  const Stream &Load = S.Loads[Of.Load], &Store = S.Stores[Of.Store];
  if (mayMeetOnce(Of))
    return Builder.CreateIsNull(
        Builder.CreateSRem(getBytes(Of), i64(std::abs(Store.Step))));
  if (!Of.IsLoadFirst || Load.Step != Store.Step || !Load.Step)
    return Builder.getFalse();
  // In the direction of the steps.
  Value *Bytes = getBytes(Of);
  uint64_t ToStore = Store.Size, ToLoad = Load.Size;
  if (Load.Step < 0) {
    Bytes = Builder.CreateNeg(Bytes);
    std::swap(ToStore, ToLoad);
  }
  const int64_t Step = std::abs(Load.Step);
  return Builder.CreateOr(
      Builder.CreateICmpSGE(Bytes, i64(int64_t(ToStore) - Step)),
      Builder.CreateICmpSLE(Bytes,
                            i64(-int64_t(ToLoad) - Step * int64_t(Size - 1))));
}

/// Are there iterations, and may what they access lie where it does?
Value *BlockDriverBuilder::mayBegin() {
  // A trip count of 2^64 arrives as 0, one that is not known as 1.
  Value *Ok = Builder.CreateAnd(
      Builder.CreateICmpUGT(N, i64(1)),
      Builder.CreateICmpULE(N, Builder.getInt(E.MaxTripCount)));
  if (Function *NoWrap = Shadow.getNoWrap()) {
    SmallVector<Value *, 16> Args = getArguments(N);
    Args.push_back(Next);
    Ok = Builder.CreateAnd(
        Ok, Builder.CreateICmpEQ(Builder.CreateCall(NoWrap, Args),
                                 Builder.getInt8(SS_Done)));
  }
  for (const MetAccesses &Of : S.LoadsAndStores)
    Ok = Builder.CreateAnd(
        Ok, Builder.CreateOr(
                areApart(S.Loads[Of.Load], LoadStarts[Of.Load],
                         S.Stores[Of.Store], StoreStarts[Of.Store]),
                mayMeet(Of)));
  for (auto [A, B] : S.TwoStores)
    Ok = Builder.CreateAnd(
        Ok, areApart(S.Stores[A], StoreStarts[A], S.Stores[B], StoreStarts[B]));
  return Ok;
}

/// The address of the byte that the next iteration loads by @p G, if it is
/// @p Offset behind that of G.Known.
Value *BlockDriverBuilder::getNextByte(const LoadGroup &G, int64_t Offset) {
  Value *Known =
      Builder.CreateAdd(Builder.CreatePtrToInt(LoadStarts[G.Known], I64),
                        Builder.CreateMul(Index, i64(S.Loads[G.Known].Step)));
  return Builder.CreateAdd(Known, i64(Offset));
}

/// The first byte of the pages from which the next iteration loads by @p G, or
/// the one before did, or the last one; or of its object.
Value *BlockDriverBuilder::getKnownPages(const LoadGroup &G, bool Last) {
  constexpr uint64_t Mask = BlockPageSize - 1;
  if (G.Within.Base) {
    auto *Arg = dyn_cast<Argument>(G.Within.Base);
    Value *Base = Arg ? Driver->getArg(Arg->getArgNo()) : G.Within.Base;
    return Builder.CreateAdd(Builder.CreatePtrToInt(Base, I64),
                             i64(Last ? G.Within.End - 1 : G.Within.Begin));
  }
  const int64_t Behind = FromPrevious ? S.Loads[G.Known].Step : 0;
  if (Last)
    return Builder.CreateOr(
        G.IsConditional ? Lasts[&G] : getNextByte(G, G.EndInEach - 1 - Behind),
        i64(Mask));
  return Builder.CreateAnd(
      G.IsConditional ? Lasts[&G] : getNextByte(G, G.BeginInEach - Behind),
      i64(~Mask));
}

/// Are the bytes that the next iteration might load by @p G on pages from which
/// it does, or from which the nest did?
Value *BlockDriverBuilder::isOnKnownPages(const LoadGroup &G) {
  Value *Ok = Builder.getTrue();
  const bool IsAny = G.Within.Base || G.IsConditional || FromPrevious;
  if (IsAny || G.Begin < G.BeginInEach)
    Ok = Builder.CreateICmpUGE(getNextByte(G, G.Begin),
                               getKnownPages(G, /*Last=*/false));
  if (IsAny || G.End > G.EndInEach)
    Ok = Builder.CreateAnd(Ok, Builder.CreateICmpULE(getNextByte(G, G.End - 1),
                                                     getKnownPages(G, true)));
  return Ok;
}

/// How many iterations load by @p G from these pages, if the next does?
Value *BlockDriverBuilder::countOnKnownPages(const LoadGroup &G) {
  const int64_t Step = S.Loads[G.Known].Step;
  Value *Bytes = Step > 0 ? Builder.CreateSub(getKnownPages(G, /*Last=*/true),
                                              getNextByte(G, G.End - 1))
                          : Builder.CreateSub(getNextByte(G, G.Begin),
                                              getKnownPages(G, /*Last=*/false));
  return Builder.CreateAdd(Builder.CreateUDiv(Bytes, i64(std::abs(Step))),
                           i64(1));
}

/// How many iterations is the nest to execute, that it may come to a load of @p
/// G, which is conditional? As many as it did on the next page, and some.
Value *BlockDriverBuilder::countToTry(const LoadGroup &G) {
  // The next block begins with a line, too.
  constexpr int64_t LineSize = 64;
  const int64_t Step = S.Loads[G.Known].Step;
  if (!Step)
    return i64(Size);
  const int64_t Least = std::max<int64_t>(LineSize / std::abs(Step), 1);
  // One end of the group may still be on the page before.
  Value *Bytes = Step > 0 ? getNextByte(G, G.End - 1)
                          : Builder.CreateNot(getNextByte(G, G.Begin));
  Bytes = Builder.CreateAnd(Bytes, i64(BlockPageSize - 1));
  return Builder.CreateBinaryIntrinsic(
      Intrinsic::umax, i64(Least),
      Builder.CreateUDiv(Bytes, i64(std::abs(Step))));
}

/// How many iterations is the nest to execute, that the next one's loads by @p
/// G are on one page, or in their object? At least one.
Value *BlockDriverBuilder::countToKnown(const LoadGroup &G) {
  constexpr uint64_t Mask = BlockPageSize - 1;
  const int64_t Step = S.Loads[G.Known].Step, Size = std::abs(Step);
  if (!Step)
    return i64(1);
  Value *First = getNextByte(G, G.Begin), *Last = getNextByte(G, G.End - 1);
  // Negative if they are already.
  Value *Bytes;
  if (Step > 0)
    Bytes =
        Builder.CreateSub(G.Within.Base ? getKnownPages(G, /*Last=*/false)
                                        : Builder.CreateAnd(Last, i64(~Mask)),
                          First);
  else
    Bytes = Builder.CreateSub(Last, G.Within.Base
                                        ? getKnownPages(G, /*Last=*/true)
                                        : Builder.CreateOr(First, i64(Mask)));
  return Builder.CreateBinaryIntrinsic(
      Intrinsic::smax, i64(1),
      Builder.CreateSDiv(Builder.CreateAdd(Bytes, i64(Size - 1)), i64(Size)));
}

/// How many iterations are there up to the one that stores what all load? All
/// that are left, if that one is none of them.
Value *BlockDriverBuilder::countUntilMet(const MetAccesses &Of) {
  Value *Met = Builder.CreateSDiv(getBytes(Of), i64(S.Stores[Of.Store].Step));
  Value *Before = Builder.CreateBinaryIntrinsic(
      Intrinsic::umin, Builder.CreateSub(Met, Index),
      Builder.CreateSub(Builder.CreateSub(N, Index), i64(1)));
  return Builder.CreateAdd(Before, i64(1));
}

/// How many of the next iterations load from known pages what no other of them
/// stores, if the next is on known pages?
Value *BlockDriverBuilder::countLoadable() {
  Value *Count = Builder.CreateSub(N, Index);
  for (const LoadGroup &G : S.Groups)
    if (S.Loads[G.Known].Step)
      Count = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count,
                                            countOnKnownPages(G));
  for (const MetAccesses &Of : S.LoadsAndStores)
    if (mayMeetOnce(Of))
      Count = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count,
                                            countUntilMet(Of));
  return Count;
}

/// The iterations of the next block, if @p Left may be computed, at least Size.
Value *BlockDriverBuilder::chooseLength(Value *Left) {
  if (!Shadow.mayGrow())
    return i64(Size);
  Value *Most = Builder.CreateLoad(I64, MostCell);
  Builder.CreateStore(Builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                                    Builder.CreateShl(Most, 1),
                                                    i64(BlockPageSize)),
                      MostCell);
  Value *Length = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Most, Left);
  return Builder.CreateSub(Length, Builder.CreateURem(Length, i64(Size)),
                           "escop.length");
}

/// Where the store @p Idx of iteration Index + @p K stores.
Value *BlockDriverBuilder::getAddress(unsigned Idx, Value *K) {
  const Stream &Store = S.Stores[Idx];
  return Store.isScatter()
             ? Builder.CreateLoad(
                   Ptr, Builder.CreateInBoundsGEP(Ptr, Addresses[Idx], K))
             : bytes(StoreStarts[Idx],
                     Builder.CreateMul(Builder.CreateAdd(Index, K),
                                       i64(Store.Step)));
}

/// Make the stores of @p Group in a block of @p Length iterations, and go to @p
/// Done. What is not made stores what is there if @p Blended.
void BlockDriverBuilder::commitGroup(ArrayRef<unsigned> Group, Value *Length,
                                     bool Blended, BasicBlock *Done) {
  BasicBlock *From = Builder.GetInsertBlock(), *Loop = block("escop.commit");
  Builder.CreateBr(Loop);
  Builder.SetInsertPoint(Loop);
  PHINode *K = Builder.CreatePHI(I64, 2, "escop.k");
  for (unsigned Idx : Group) {
    Type *Ty = getLoadStoreType(S.Stores[Idx].I);
    Value *IsMade = nullptr;
    BasicBlock *Otherwise = nullptr;
    if (Value *Made = Flags.lookup(Idx)) {
      Type *I8 = Builder.getInt8Ty();
      IsMade = Builder.CreateIsNotNull(Builder.CreateLoad(
          I8, Builder.CreateInBoundsGEP(I8, Made, K), "escop.made"));
    }
    if (IsMade && !Blended) {
      BasicBlock *Make = block("escop.make");
      Otherwise = block("escop.made");
      Builder.CreateCondBr(IsMade, Make, Otherwise);
      Builder.SetInsertPoint(Make);
    }
    Value *V =
        Builder.CreateLoad(Ty, Builder.CreateInBoundsGEP(Ty, Outs[Idx], K));
    Value *To = getAddress(Idx, K);
    if (IsMade && Blended)
      V = Builder.CreateSelect(IsMade, V,
                               Builder.CreateAlignedLoad(Ty, To, Align(1)));
    Builder.CreateAlignedStore(V, To, Align(1));
    if (Otherwise) {
      Builder.CreateBr(Otherwise);
      Builder.SetInsertPoint(Otherwise);
    }
  }
  Value *NextK = Builder.CreateNUWAdd(K, i64(1));
  K->addIncoming(i64(0), From);
  K->addIncoming(NextK, Builder.GetInsertBlock());
  Builder.CreateCondBr(Builder.CreateICmpEQ(NextK, Length), Done, Loop);
}

/// Are there stores of @p Group for which masks are dear, and others that are
/// not conditional at most?
bool BlockDriverBuilder::mayBlend(ArrayRef<unsigned> Group) const {
  auto HasDearMasks = [&](unsigned Idx) {
    return Shadow.hasDearMasks(S.Stores[Idx]);
  };
  return getSharingOption() != Sharing::Private && HasRuntime &&
         any_of(Group, HasDearMasks) && all_of(Group, [&](unsigned Idx) {
           return S.Stores[Idx].IsInEach || HasDearMasks(Idx);
         });
}

/// May nobody else see what is stored without a change? What the user says of
/// other threads is about what the nest stores.
Value *BlockDriverBuilder::isAlone() {
  if (none_of(S.StoreGroups,
              [&](const auto &Group) { return mayBlend(Group); }))
    return nullptr;
  return callRuntime(Builder, "escop.single_threaded",
                     {ConstantPointerNull::get(cast<PointerType>(Ptr))});
}

/// Store all elements of the conditional stores of @p Group in a block of @p
/// Length iterations, if nobody can tell: they are on pages on which the block
/// makes a store. If it makes none of these stores, or so, go to @p Done.
void BlockDriverBuilder::blendGroup(ArrayRef<unsigned> Group, Value *Length,
                                    BasicBlock *Done) {
  Value *May = IsAlone, *Any = Builder.getFalse();
  for (unsigned Idx : Group) {
    Value *Made = Flags.lookup(Idx);
    if (!Made) {
      Any = Builder.getTrue();
      continue;
    }
    Value *IsAny = Builder.CreateIsNotNull(
        Builder.CreateLoad(Builder.getInt8Ty(), bytes(Made, i64(Size))));
    Any = Builder.CreateOr(Any, IsAny);
    May = Builder.CreateAnd(May, IsAny);
    // The least and the greatest of the bytes, in the order of iterations.
    Value *Ends[] = {
        Builder.CreatePtrToInt(getAddress(Idx, i64(0)), I64),
        Builder.CreatePtrToInt(
            getAddress(Idx, Builder.CreateSub(Length, i64(1))), I64)};
    Value *&Greatest = Ends[S.Stores[Idx].Step > 0];
    Greatest = Builder.CreateAdd(Greatest, i64(S.Stores[Idx].Size - 1));
    May = Builder.CreateAnd(
        May, Builder.CreateICmpULT(Builder.CreateXor(Ends[0], Ends[1]),
                                   i64(BlockPageSize)));
  }
  BasicBlock *Some = block("escop.some"), *Blend = block("escop.blend"),
             *Mask = block("escop.mask");
  Builder.CreateCondBr(Any, Some, Done);
  Builder.SetInsertPoint(Some);
  Builder.CreateCondBr(May, Blend, Mask);
  Builder.SetInsertPoint(Blend);
  commitGroup(Group, Length, /*Blended=*/true, Done);
  Builder.SetInsertPoint(Mask);
}

/// Make the stores of a block of @p Length iterations.
void BlockDriverBuilder::commit(Value *Length) {
  for (const auto &Group : S.StoreGroups) {
    BasicBlock *Done = block("escop.committed");
    if (isa<ConstantInt>(Length) && mayBlend(Group))
      blendGroup(Group, Length, Done);
    commitGroup(Group, Length, /*Blended=*/false, Done);
    Builder.SetInsertPoint(Done);
  }
}

/// Compute @p Length iterations by @p Compute and make their stores, or go to
/// @p Fired.
void BlockDriverBuilder::emitBlock(Function *Compute, Value *Length,
                                   BasicBlock *Fired) {
  createOuts();
  SmallVector<Value *, 16> Args = getArguments(Length);
  Args.push_back(Next);
  append_range(Args, Outs);
  for (auto *Of : {&Flags, &Addresses})
    for (unsigned Idx = 0; Idx < S.Stores.size(); ++Idx)
      if (Value *Array = Of->lookup(Idx))
        Args.push_back(Array);
  Builder.CreateStore(Length, ReplayCell);
  Value *Status = Builder.CreateCall(Compute, Args);
  BasicBlock *Commit = block("escop.commit");
  Builder.CreateCondBr(Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done)),
                       Commit, Fired);
  Builder.SetInsertPoint(Commit);
  commit(Length);
  Builder.CreateStore(Builder.CreateNUWAdd(Index, Length), IndexCell);
  for (auto [Idx, State] : enumerate(States))
    Builder.CreateStore(
        Builder.CreateLoad(State->getAllocatedType(), field(Next, Idx)), State);
}

void BlockDriverBuilder::emit() {
  declareDriver();
  BasicBlock *Few = block("escop.few"), *Begin = block("escop.begin"),
             *First = block("escop.first"), *Pages = block("escop.pages"),
             *Blocks = block("escop.blocks"), *Block = block("escop.block"),
             *Rest = block("escop.rest"), *Part = block("escop.part"),
             *Behind = block("escop.behind"), *Done = block("escop.done"),
             *Leave = block("escop.leave");
  auto Go = [&](BasicBlock *To) {
    Builder.SetInsertPoint(To);
    Index = Builder.CreateLoad(I64, IndexCell, "escop.index");
  };
  callBegin();
  Builder.CreateCondBr(mayBegin(), Begin, Few);
  Builder.SetInsertPoint(Few);
  Counts.count(Builder, DE_FewIterations);
  Builder.CreateRet(Builder.getFalse());

  Builder.SetInsertPoint(Begin);
  IsAlone = isAlone();
  Builder.CreateStore(i64(0), IndexCell);
  Builder.CreateStore(i64(Size), MostCell);
  Builder.CreateBr(Pages);

  Go(Pages);
  // The nest knows another page when it has made a conditional load from it.
  Value *AreKnown = Builder.getTrue(), *Replay = i64(1);
  if (FromPrevious)
    AreKnown = Builder.CreateIsNotNull(
        Builder.CreateOr(Index, Driver->getArg(E.LiveIns.size() + 1)));
  for (const LoadGroup &G : S.Groups) {
    Value *Ok = isOnKnownPages(G);
    AreKnown = Builder.CreateAnd(AreKnown, Ok);
    Value *More = G.isTracked() ? countToTry(G) : countToKnown(G);
    Replay = Builder.CreateSelect(
        Ok, Replay,
        Builder.CreateBinaryIntrinsic(Intrinsic::umax, Replay, More));
  }
  Builder.CreateStore(Replay, ReplayCell);
  Builder.CreateCondBr(AreKnown, First, Leave);
  Builder.SetInsertPoint(First);
  Builder.CreateStore(Builder.CreateNUWAdd(Index, countLoadable()), EndCell);
  if (Inspector) {
    Value *Executed = Builder.CreateCall(Inspector, getArguments(i64(1)));
    Builder.CreateCondBr(Builder.CreateIsNull(Executed), Leave, Blocks);
  } else {
    Builder.CreateBr(Blocks);
  }

  Go(Blocks);
  Value *Left = Builder.CreateSub(Builder.CreateLoad(I64, EndCell), Index);
  Builder.CreateCondBr(Builder.CreateICmpUGE(Left, i64(Size)), Block, Rest);
  Builder.SetInsertPoint(Block);
  emitBlock(Shadow.getShadow(), chooseLength(Left), Leave);
  Builder.CreateBr(Blocks);

  Builder.SetInsertPoint(Rest);
  Builder.CreateCondBr(Builder.CreateIsNull(Left), Behind, Part);
  Builder.SetInsertPoint(Part);
  emitBlock(PartShadow, Left, Leave);
  Builder.CreateBr(Behind);

  Go(Behind);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Index, N), Done, Pages);
  Builder.SetInsertPoint(Done);
  Counts.count(Builder, DE_Complete);
  for (unsigned Idx = 0; Idx < E.State.size() + E.LiveOuts.size(); ++Idx)
    Builder.CreateStore(
        Builder.CreateLoad(FrameTy->getElementType(Idx), field(Next, Idx)),
        field(Frame, Idx));
  Builder.CreateRet(Builder.getTrue());

  // The nest is to call again behind the iterations that it executes.
  Go(Leave);
  Counts.count(Builder, DE_LeftEarly);
  for (auto [Idx, State] : enumerate(States))
    Builder.CreateStore(Builder.CreateLoad(State->getAllocatedType(), State),
                        field(Frame, Idx));
  const unsigned Last = FrameTy->getNumElements() - 1;
  Builder.CreateStore(Index, field(Frame, Last - 1));
  Builder.CreateStore(Builder.CreateLoad(I64, ReplayCell), field(Frame, Last));
  Builder.CreateRet(Builder.getFalse());
}

/// A copy of @p Shadow whose loop has few iterations: less than a block's.
static Function *copyForParts(Function &Shadow, FunctionAnalysisManager &FAM) {
  ValueToValueMapTy VMap;
  Function *Copy = CloneFunction(&Shadow, VMap);
  for (Loop *L : FAM.getResult<LoopAnalysis>(*Copy)) {
    addStringMetadataToLoop(L, "llvm.loop.interleave.count", 1);
    addStringMetadataToLoop(L, "llvm.loop.unroll.disable");
  }
  return Copy;
}

/// Build what evaluates the guards of the next iteration in the order of the
/// nest, in @p Inspector, if that is needed: not where all loads are from
/// variables. What the guards read may be stored by other iterations, which are
/// executed before or behind it. Where it may be stored by this one, pages have
/// to be known from the iteration before: @p FromPrevious. That is not known to
/// have made its loads if it may have gone through the cold region.
static std::optional<Reject> inspectNext(const ESCoP &E,
                                         const BlockShadow &Shadow,
                                         FunctionAnalysisManager &FAM,
                                         Function *&Inspector,
                                         bool &FromPrevious) {
  if (all_of(Shadow.getStreams().Groups,
             [](const LoadGroup &G) { return G.Within.Base; }))
    return std::nullopt;
  GuardSlice Slice;
  sliceGuards(E, GuardSet(), FAM.getResult<LoopAnalysis>(*E.F),
              FAM.getResult<PostDominatorTreeAnalysis>(*E.F),
              FAM.getResult<AAManager>(*E.F), Slice);
  if (Shadow.canInspect(Slice))
    Inspector = buildInspector(E, Slice, /*Chunked=*/true);
  else if (any_of(E.Guards,
                  [&](const Guard &G) { return E.L->contains(G.getExit()); }))
    return Reject(Reason::NotProfitable, E.NormalExit);
  else
    FromPrevious = true;
  return std::nullopt;
}

Function *BlockDriverBuilder::build() {
  PartShadow = copyForParts(*Shadow.getShadow(), FAM);
  emit();
  for (Function *Part : {Shadow.getBegin(), Shadow.getNoWrap(),
                         Shadow.getShadow(), PartShadow, Inspector}) {
    if (!Part)
      continue;
    InlineFunctionInfo Info;
    InlineFunction(*cast<CallInst>(Part->user_back()), Info);
  }
  eraseFunction(PartShadow, FAM);
  eraseFunction(Inspector, FAM);
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  runPasses(*Driver, FPM, FAM);
  return Driver;
}

std::optional<Reject>
polly::escop::buildBlockDriver(ESCoP &E, const DriverCounts &Counts,
                               FunctionAnalysisManager &FAM, Function *&Driver,
                               Plan &P) {
  if (auto R = checkSpeculatable(E))
    return R;
  BlockShadow Shadow(E, FAM);
  if (auto R = Shadow.build()) {
    E.Tracked.clear();
    return R;
  }
  Function *Inspector = nullptr;
  bool FromPrevious = false;
  if (auto R = inspectNext(E, Shadow, FAM, Inspector, FromPrevious)) {
    E.Tracked.clear();
    return R;
  }
  P.BlockSize = Shadow.getSize();
  P.BlockGain = Shadow.getGain();
  P.HasConditionalStores =
      any_of(Shadow.getStreams().Stores,
             [](const Stream &Store) { return !Store.IsInEach; });
  P.HasTrackedLoads = any_of(Shadow.getStreams().Groups,
                             [](const LoadGroup &G) { return G.isTracked(); });
  Driver = BlockDriverBuilder(E, Shadow, Inspector, FromPrevious, P.HasRuntime,
                              Counts, FAM)
               .build();
  return std::nullopt;
}
