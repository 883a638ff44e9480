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
// write.
//
// A loop without stores has blocks of any multiple of S, which grow.
//
// What is loaded may be loaded up to a block less one iteration too early. A
// block's loads have to be
//  - from a page of PageSize bytes on which the nest makes an access at least:
//    a load with which an iteration begins, in the block's first iteration, or
//    one of the iteration before, if that was executed, and cannot have left
//    for the cold region and come back;
//  - from the page of the last such load that the nest made itself, if not
//    every iteration makes it: it keeps the address.
// Otherwise the nest executes these iterations itself, and calls the driver
// again. No page is asked about, which would take longer than most such loops.
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
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

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
  const DriverCounts &Counts;
  FunctionAnalysisManager &FAM;
  LLVMContext &Ctx;
  IRBuilder<> Builder;
  Type *const I64, *const Ptr;
  StructType *const FrameTy;

  // The driver.
  Function *Driver = nullptr;
  Value *N, *Start, *Frame, *Next;
  /// What waits for each store, and the flags of each that is conditional.
  SmallVector<Value *, 8> Outs;
  SmallDenseMap<unsigned, Value *, 4> Flags;
  SmallVector<Value *, 8> LoadStarts, StoreStarts;
  SmallVector<PHINode *, 8> States;
  PHINode *Index;
  /// Of groups of conditional loads, the address of the last one.
  DenseMap<const LoadGroup *, Value *> Lasts;

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
  SmallVector<Value *, 16> getArguments(ArrayRef<Value *> State, Value *Length);
  void callBegin();
  Value *getAccessed(const Stream &Of, Value *From, bool End);
  Value *areApart(const Stream &A, Value *FromA, const Stream &B, Value *FromB);
  Value *mayBegin();
  Value *getNextAddress(const LoadGroup &G);
  Value *isOnOnePage(const LoadGroup &G);
  Value *mayLoadAhead();
  Value *countToNextPages();
  Value *countOnPage(const LoadGroup &G);
  Value *chooseLength(Value *Most);
  void commit(BasicBlock *Behind);
  void leave(BasicBlock *From, Value *Replay);
  void emit();

public:
  BlockDriverBuilder(const ESCoP &E, const BlockShadow &Shadow,
                     const DriverCounts &Counts, FunctionAnalysisManager &FAM)
      : E(E), Shadow(Shadow), S(Shadow.getStreams()), Size(Shadow.getSize()),
        Counts(Counts), FAM(FAM), Ctx(E.F->getContext()), Builder(Ctx),
        I64(Builder.getInt64Ty()), Ptr(Builder.getPtrTy()),
        FrameTy(getFrameType(E)) {}

  Function *build();
};

} // namespace

bool polly::escop::mayUseBlocks(const ESCoP &E) {
  return E.L && E.Depth == 1 && !E.Guards.empty() && E.Rows.Tables.empty() &&
         !E.HoistedForFirst && !E.SetsErrno && getBlockSizeOption() != 1;
}

void BlockDriverBuilder::declareDriver() {
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  Params.append({I64, I64, Ptr});
  Driver = createOutlinedFunction(E, Builder.getInt1Ty(), Params, "driver");
  // What is read ahead may lie behind an object that the nest's function knows.
  Driver->addFnAttr(Attribute::NoInline);
  N = Driver->getArg(E.LiveIns.size());
  Start = Driver->getArg(E.LiveIns.size() + 1);
  auto *FrameArg = Driver->getArg(E.LiveIns.size() + 2);
  N->setName("n");
  Start->setName("start");
  FrameArg->setName("frame");
  FrameArg->addAttr(Attribute::NoAlias);
  FrameArg->addAttr(Attribute::NoCapture);
  Frame = FrameArg;
  Builder.SetInsertPoint(block("entry"));
  Next = Builder.CreateAlloca(FrameTy, nullptr, "escop.next");
  for (const Stream &Store : S.Stores)
    Outs.push_back(Builder.CreateAlloca(
        ArrayType::get(getLoadStoreType(Store.I), Size), nullptr, "escop.out"));
  for (auto [Idx, Store] : enumerate(S.Stores))
    if (!Store.IsInEach)
      Flags[Idx] = Builder.CreateAlloca(
          ArrayType::get(Builder.getInt8Ty(), Size), nullptr, "escop.flags");
}

/// The arguments that Shadow's functions have in common, but for the frame.
SmallVector<Value *, 16>
BlockDriverBuilder::getArguments(ArrayRef<Value *> State, Value *Length) {
  SmallVector<Value *, 16> Args;
  for (unsigned Idx = 0; Idx < E.LiveIns.size(); ++Idx)
    Args.push_back(Driver->getArg(Idx));
  append_range(Args, State);
  Args.push_back(Length);
  return Args;
}

/// Find LoadStarts and StoreStarts.
void BlockDriverBuilder::callBegin() {
  const unsigned NumStreams = S.Loads.size() + S.Stores.size();
  Value *Starts = Builder.CreateAlloca(ArrayType::get(Ptr, NumStreams), nullptr,
                                       "escop.starts");
  SmallVector<Value *, 8> State;
  for (auto [Idx, PHI] : enumerate(E.State))
    State.push_back(Builder.CreateLoad(PHI->getType(), field(Frame, Idx)));
  SmallVector<Value *, 16> Args = getArguments(State, i64(Size));
  Args.append({Next, Starts});
  Builder.CreateCall(Shadow.getBegin(), Args);
  for (unsigned Idx = 0; Idx < NumStreams; ++Idx)
    (Idx < S.Loads.size() ? LoadStarts : StoreStarts)
        .push_back(Builder.CreateLoad(
            Ptr, Builder.CreateConstInBoundsGEP1_64(Ptr, Starts, Idx)));
  unsigned Field = E.State.size() + E.LiveOuts.size();
  for (const LoadGroup &G : S.Groups)
    if (G.IsConditional)
      Lasts[&G] = Builder.CreateLoad(I64, field(Frame, Field++));
}

/// The first byte that N iterations of @p Of access, or the one behind the
/// last.
Value *BlockDriverBuilder::getAccessed(const Stream &Of, Value *From,
                                       bool End) {
  Value *Address = Builder.CreatePtrToInt(From, I64);
  if ((Of.Step > 0) == End)
    Address = Builder.CreateAdd(
        Address, Builder.CreateMul(Builder.CreateSub(N, i64(1)), i64(Of.Step)));
  return End ? Builder.CreateAdd(Address, i64(Of.Size)) : Address;
}

/// Do N iterations access no byte by both @p A and @p B?
Value *BlockDriverBuilder::areApart(const Stream &A, Value *FromA,
                                    const Stream &B, Value *FromB) {
  return Builder.CreateOr(Builder.CreateICmpULE(getAccessed(A, FromA, true),
                                                getAccessed(B, FromB, false)),
                          Builder.CreateICmpULE(getAccessed(B, FromB, true),
                                                getAccessed(A, FromA, false)));
}

/// Are there enough iterations, and is what they access apart where it has to?
Value *BlockDriverBuilder::mayBegin() {
  // A trip count of 2^64 arrives as 0.
  Value *Ok = Builder.CreateAnd(
      Builder.CreateICmpUGE(N, i64(Size)),
      Builder.CreateICmpULE(N, Builder.getInt(E.MaxTripCount)));
  for (auto [Load, Store] : S.LoadsAndStores)
    Ok = Builder.CreateAnd(Ok, areApart(S.Loads[Load], LoadStarts[Load],
                                        S.Stores[Store], StoreStarts[Store]));
  for (auto [A, B] : S.TwoStores)
    Ok = Builder.CreateAnd(
        Ok, areApart(S.Stores[A], StoreStarts[A], S.Stores[B], StoreStarts[B]));
  return Ok;
}

/// The address of @p G's known load in the next iteration.
Value *BlockDriverBuilder::getNextAddress(const LoadGroup &G) {
  return Builder.CreateAdd(
      Builder.CreatePtrToInt(LoadStarts[G.Known], I64),
      Builder.CreateMul(Index, i64(S.Loads[G.Known].Step)));
}

/// Are the bytes that the next block loads by @p G on one page with one that
/// the nest accesses?
Value *BlockDriverBuilder::isOnOnePage(const LoadGroup &G) {
  const Stream &Known = S.Loads[G.Known];
  const int64_t ToLast = Known.Step * int64_t(Size - 1);
  int64_t Least = std::min(G.Begin, G.Begin + ToLast),
          End = std::max(G.End, G.End + ToLast);
  if (!G.IsConditional) {
    const int64_t ToKnown = Known.IsFirst ? 0 : -Known.Step;
    Least = std::min(Least, ToKnown);
    End = std::max(End, ToKnown + int64_t(Known.Size));
  }
  Value *Address = getNextAddress(G);
  Value *First = Builder.CreateAdd(Address, i64(Least));
  Value *Differ =
      Builder.CreateXor(First, Builder.CreateAdd(Address, i64(End - 1)));
  if (G.IsConditional)
    Differ = Builder.CreateOr(Differ, Builder.CreateXor(First, Lasts[&G]));
  return Builder.CreateICmpULT(Differ, i64(BlockPageSize));
}

/// May the next block be loaded?
Value *BlockDriverBuilder::mayLoadAhead() {
  Value *Ok = Builder.getTrue();
  bool NeedsIterationBefore = false;
  for (const LoadGroup &G : S.Groups) {
    Ok = Builder.CreateAnd(Ok, isOnOnePage(G));
    NeedsIterationBefore |= !G.IsConditional && !S.Loads[G.Known].IsFirst;
  }
  if (NeedsIterationBefore)
    Ok = Builder.CreateAnd(
        Ok, Builder.CreateIsNotNull(Builder.CreateOr(Start, Index)));
  return Ok;
}

/// After how many iterations that the nest executes may a block be loaded, as
/// far as one can tell: all groups have come to another page.
Value *BlockDriverBuilder::countToNextPages() {
  // The first iteration is to make its loads.
  Value *Most = i64(1);
  for (const LoadGroup &G : S.Groups) {
    const Stream &Known = S.Loads[G.Known];
    Value *Count = i64(Size);
    if (Known.Step > 0 && !G.IsConditional) {
      Value *First = Builder.CreateAdd(getNextAddress(G), i64(G.Begin));
      Value *Left = Builder.CreateSub(
          i64(BlockPageSize), Builder.CreateAnd(First, i64(BlockPageSize - 1)));
      Count = Builder.CreateUDiv(Builder.CreateAdd(Left, i64(Known.Step - 1)),
                                 i64(Known.Step));
      if (!Known.IsFirst)
        Count = Builder.CreateAdd(Count, i64(1));
    }
    Count = Builder.CreateSelect(isOnOnePage(G), i64(0), Count);
    Most = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Most, Count);
  }
  return Builder.CreateBinaryIntrinsic(Intrinsic::umin, Most, i64(Size));
}

/// How many iterations load by @p G from the page from which the next Size do?
Value *BlockDriverBuilder::countOnPage(const LoadGroup &G) {
  const int64_t Step = S.Loads[G.Known].Step;
  Value *Address = getNextAddress(G), *Bytes;
  if (Step > 0) {
    Value *Last = Builder.CreateAdd(Address, i64(G.End - 1));
    Bytes = Builder.CreateSub(i64(BlockPageSize - 1),
                              Builder.CreateAnd(Last, i64(BlockPageSize - 1)));
  } else {
    Value *First = Builder.CreateAdd(Address, i64(G.Begin));
    Bytes = Builder.CreateAnd(First, i64(BlockPageSize - 1));
  }
  return Builder.CreateAdd(Builder.CreateUDiv(Bytes, i64(std::abs(Step))),
                           i64(1));
}

/// The iterations of the next block of a loop without stores, at most @p Most.
Value *BlockDriverBuilder::chooseLength(Value *Most) {
  Value *Length = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Most,
                                                Builder.CreateSub(N, Index));
  for (const LoadGroup &G : S.Groups)
    if (S.Loads[G.Known].Step)
      Length = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length,
                                             countOnPage(G));
  return Builder.CreateSub(Length, Builder.CreateURem(Length, i64(Size)),
                           "escop.length");
}

/// Make the block's stores, and go on at @p Behind.
void BlockDriverBuilder::commit(BasicBlock *Behind) {
  for (const auto &Group : S.StoreGroups) {
    BasicBlock *From = Builder.GetInsertBlock(), *Loop = block("escop.commit"),
               *Done = block("escop.committed");
    Builder.CreateBr(Loop);
    Builder.SetInsertPoint(Loop);
    PHINode *K = Builder.CreatePHI(I64, 2, "escop.k");
    for (unsigned Idx : Group) {
      const Stream &Store = S.Stores[Idx];
      Type *Ty = getLoadStoreType(Store.I);
      BasicBlock *Otherwise = nullptr;
      if (Value *Made = Flags.lookup(Idx)) {
        Type *I8 = Builder.getInt8Ty();
        Value *Flag = Builder.CreateLoad(
            I8, Builder.CreateInBoundsGEP(I8, Made, K), "escop.made");
        BasicBlock *Make = block("escop.make");
        Otherwise = block("escop.made");
        Builder.CreateCondBr(Builder.CreateIsNotNull(Flag), Make, Otherwise);
        Builder.SetInsertPoint(Make);
      }
      Value *V =
          Builder.CreateLoad(Ty, Builder.CreateInBoundsGEP(Ty, Outs[Idx], K));
      Value *To =
          bytes(StoreStarts[Idx], Builder.CreateMul(Builder.CreateAdd(Index, K),
                                                    i64(Store.Step)));
      Builder.CreateAlignedStore(V, To, Align(1));
      if (Otherwise) {
        Builder.CreateBr(Otherwise);
        Builder.SetInsertPoint(Otherwise);
      }
    }
    Value *NextK = Builder.CreateNUWAdd(K, i64(1));
    K->addIncoming(i64(0), From);
    K->addIncoming(NextK, Builder.GetInsertBlock());
    Builder.CreateCondBr(Builder.CreateICmpEQ(NextK, i64(Size)), Done, Loop);
    Builder.SetInsertPoint(Done);
  }
  Builder.CreateBr(Behind);
}

/// Return to the nest, which is to call again behind @p Replay iterations.
void BlockDriverBuilder::leave(BasicBlock *From, Value *Replay) {
  Builder.SetInsertPoint(From);
  Counts.count(Builder, DE_LeftEarly);
  for (auto [Idx, State] : enumerate(States))
    Builder.CreateStore(State, field(Frame, Idx));
  const unsigned Last = FrameTy->getNumElements() - 1;
  Builder.CreateStore(Index, field(Frame, Last - 1));
  Builder.CreateStore(Replay, field(Frame, Last));
  Builder.CreateRet(Builder.getFalse());
}

void BlockDriverBuilder::emit() {
  declareDriver();
  BasicBlock *Few = block("escop.few"), *Blocks = block("escop.blocks"),
             *Pages = block("escop.pages"), *Block = block("escop.block"),
             *Commit = block("escop.commit"), *Behind = block("escop.behind"),
             *Done = block("escop.done"), *Rest = block("escop.rest"),
             *Fired = block("escop.fired"), *Crosses = block("escop.crosses");
  callBegin();
  BasicBlock *Entry = Builder.GetInsertBlock();
  Value *Ok = mayBegin();
  SmallVector<Value *, 8> First;
  for (auto [Idx, PHI] : enumerate(E.State))
    First.push_back(Builder.CreateLoad(PHI->getType(), field(Frame, Idx)));
  Builder.CreateCondBr(Ok, Blocks, Few);
  Builder.SetInsertPoint(Few);
  Counts.count(Builder, DE_FewIterations);
  Builder.CreateRet(Builder.getFalse());

  Builder.SetInsertPoint(Blocks);
  Index = Builder.CreatePHI(I64, 2, "escop.index");
  Index->addIncoming(i64(0), Entry);
  PHINode *Most = Builder.CreatePHI(I64, 2, "escop.most");
  Most->addIncoming(i64(Size), Entry);
  for (Value *V : First) {
    States.push_back(Builder.CreatePHI(V->getType(), 2, "escop.state"));
    States.back()->addIncoming(V, Entry);
  }
  Builder.CreateCondBr(
      Builder.CreateICmpUGE(Builder.CreateSub(N, Index), i64(Size)), Pages,
      Rest);
  Builder.SetInsertPoint(Pages);
  Builder.CreateCondBr(mayLoadAhead(), Block, Crosses);

  Builder.SetInsertPoint(Block);
  Value *Length = S.Stores.empty() ? chooseLength(Most) : i64(Size);
  SmallVector<Value *, 8> Now(States.begin(), States.end());
  SmallVector<Value *, 16> Args = getArguments(Now, Length);
  Args.push_back(Next);
  append_range(Args, Outs);
  for (unsigned Idx = 0; Idx < S.Stores.size(); ++Idx)
    if (Value *Made = Flags.lookup(Idx))
      Args.push_back(Made);
  Value *Status = Builder.CreateCall(Shadow.getShadow(), Args);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done)),
                       Commit, Fired);
  Builder.SetInsertPoint(Commit);
  commit(Behind);

  Builder.SetInsertPoint(Behind);
  Value *NextIndex = Builder.CreateNUWAdd(Index, Length);
  Index->addIncoming(NextIndex, Behind);
  Most->addIncoming(Builder.CreateBinaryIntrinsic(Intrinsic::umin,
                                                  Builder.CreateShl(Most, 1),
                                                  i64(BlockPageSize)),
                    Behind);
  for (auto [Idx, State] : enumerate(States))
    State->addIncoming(Builder.CreateLoad(State->getType(), field(Next, Idx)),
                       Behind);
  Builder.CreateCondBr(Builder.CreateICmpEQ(NextIndex, N), Done, Blocks);

  Builder.SetInsertPoint(Done);
  Counts.count(Builder, DE_Complete);
  for (unsigned Idx = 0; Idx < E.State.size() + E.LiveOuts.size(); ++Idx)
    Builder.CreateStore(
        Builder.CreateLoad(FrameTy->getElementType(Idx), field(Next, Idx)),
        field(Frame, Idx));
  Builder.CreateRet(Builder.getTrue());
  leave(Rest, i64(0));
  leave(Fired, Length);
  Builder.SetInsertPoint(Crosses);
  leave(Crosses, countToNextPages());
}

Function *BlockDriverBuilder::build() {
  emit();
  for (Function *Part : {Shadow.getBegin(), Shadow.getShadow()}) {
    InlineFunctionInfo Info;
    InlineFunction(*cast<CallInst>(Part->user_back()), Info);
  }
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
                               unsigned &Size) {
  if (auto R = checkSpeculatable(E))
    return R;
  BlockShadow Shadow(E, FAM);
  if (auto R = Shadow.build()) {
    E.Tracked.clear();
    return R;
  }
  Size = Shadow.getSize();
  Driver = BlockDriverBuilder(E, Shadow, Counts, FAM).build();
  return std::nullopt;
}
