//===- Driver.cpp - Execute a nest through its shadow ---------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splice.cpp calls the driver in front of the nest, which is the fallback (the
// driver did nothing) as well as the replay (it executed some iterations).
//
// An inspecting driver (Inspect.cpp):
//
//   n = the first of N iterations in which an affine guard may fire, or N;
//   f = inspector(n);          // First iteration in which a guard fires, or n.
//   if (f == 0 || arrays overlap || shadow(f, &frame) != done) return false;
//   return f == N;
//
// A speculating driver:
//
//   if (nothing was executed, and an iteration is much work)
//     leave the first one to the nest, which calls the driver again;
//   buffer = malloc(budget);
//   for (c = 0, n = first chunk; c < N; c += n, n *= 4) {
//     n = min(n, N / 8, N - c);
//     while (bounds of n iterations are not vouched for, or pages are missing,
//            or the writes do not fit into buffer)
//       if ((n = n / 2, or what fits) == 0) return false;
//     checkpoint;
//     status = shadow(state at c, n, &next);
//     if (status == flagged) rollback; and n = max(n / 4, first chunk), if that
//       is less, again; from then on n = (end of the undone chunk - c) / 4
//       (halves where Polly packs operands);
//     if (status != done) return false;
//     frame = next;
//     if (c == 0) ask whether all pages that the rest accesses are there;
//   }
//   return true;
//
// With private chunks (Private.cpp) the checkpoint has two copies of what is
// accessed of the written arrays, the shadow works on one of them, and if it is
// done, what it changed is stored: nothing is rolled back.
//
// The naive policy (section 3.2 of the paper) is the latter with one chunk, the
// nest, and no budget.
//
// Why replay and not the paper's rollback of the advanced iterations
// A(p) - B(p) with safe execution of the delayed ones B(p) - A(p): these sets
// depend on the schedule, which Polly finds (and may be any), and on p, which
// the shadow would have to stop at. Restoring a chunk's writes needs neither.
//
// malloc, free, the probe and math functions may set errno, which the nest does
// not, so errno is saved. Where it is among what the nest accesses, the nest is
// executed as it is.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<uint64_t>
    FirstChunk("polly-escop-first-chunk", cl::Hidden, cl::init(0),
               cl::desc("Outermost iterations of the first speculative chunk "
                        "(0: what makes about 2^14 innermost iterations)"));
static cl::opt<uint64_t>
    MaxChunk("polly-escop-max-chunk", cl::Hidden, cl::init(1ULL << 40),
             cl::desc("Most outermost iterations of a speculative chunk"));
static cl::opt<uint64_t> MaxChunkWork(
    "polly-escop-max-chunk-work", cl::Hidden, cl::init(1ULL << 30),
    cl::desc("Most iterations of the innermost loops of a speculative chunk"));
static cl::opt<uint64_t> BudgetDivisor(
    "polly-escop-budget-divisor", cl::Hidden, cl::init(20),
    cl::desc("The checkpoint may take one part in so many of the arrays that "
             "the nest accesses"));
static cl::opt<uint64_t>
    MinBudget("polly-escop-min-budget", cl::Hidden, cl::init(64 << 10),
              cl::desc("Bytes that the checkpoint may take in any case"));

/// Innermost iterations of the first chunk, about: some microseconds.
static constexpr uint64_t FirstChunkWork = 1 << 14;

// The nest is slow, so one of few iterations would cost more than it may save;
// packing operands takes as long as an iteration in any case.
static cl::opt<uint64_t> LeaveWork(
    "polly-escop-leave-work", cl::Hidden, cl::init(FirstChunkWork),
    cl::desc(
        "Leave the first outermost iteration to the nest if it has so many "
        "iterations of the innermost loops"));
static cl::opt<uint64_t> LeaveIterations(
    "polly-escop-leave-iterations", cl::Hidden, cl::init(64),
    cl::desc("... and if there are so many, or if operands are packed"));

static cl::opt<bool> NoCheckpoint(
    "polly-escop-no-checkpoint", cl::Hidden,
    cl::desc("For measuring only (iESLT of the paper): one chunk, no checkpoint, "
             "no probes; what the nest wrote is lost when a guard fires"));

bool polly::escop::mayLeaveFirstToNest(const ESCoP &E, const Plan &P) {
  return P.S == Scheme::Speculate && P.M == Mode::Optimized && E.Depth > 2 &&
         !E.HoistedForFirst && !NoCheckpoint;
}

bool polly::escop::mayBeginLater(const ESCoP &E, const Plan &P) {
  return E.Resumes || mayLeaveFirstToNest(E, P);
}

/// By which a chunk is larger than the one before, as a power of two; and where
/// Polly packs operands, which takes as long as some rows of a product.
static constexpr unsigned Growth = 2, GrowthIfPacked = 4;

/// By which a chunk is smaller than the one that was undone, or than what is
/// left of it: there each attempt packs, so that their number counts.
static constexpr unsigned Approach = 2, ApproachIfPacked = 1;

/// Polly's register tiles of a product have as many rows, or a part of them;
/// the rest of a chunk is executed without them.
static constexpr int64_t TileRows = 8;

/// The part of all iterations that a chunk may be, in a nest of two loops and
/// in a deeper one. What is executed behind a throw is wasted. Where Polly
/// packs operands, which it does for each chunk, there is no such limit.
static constexpr uint64_t ChunkDivisor = 16, DeepChunkDivisor = 8;

/// Of a nest that may return from its outermost loop, what a chunk may be of
/// the iterations that were executed before: an iteration until it converges,
/// mostly.
static constexpr uint64_t ConvergingDivisor = 8;

/// Fewer iterations of a single loop are not worth a call of the driver.
static constexpr uint64_t MinSingleLoop = 256;

namespace {

/// Bytes below the driver's frame address that driver, shadow and probe use at
/// most; larger local arrays are not on the stack (Policy.cpp).
constexpr uint64_t StackReserve = 256 << 10;
/// Copies of private chunks are as aligned as their arrays, up to so much.
constexpr uint64_t PrivateAlign = 4096;
/// Bytes on both sides of the thread pointer that belong to C library and kernel.
constexpr uint64_t ThreadReserve = 4 << 10;

/// Builds one driver function.
class DriverBuilder {
  const ESCoP &E;
  const Plan &P;
  LLVMContext &Ctx;
  Module &M;
  const DataLayout &DL;
  StructType *FrameTy;
  IRBuilder<> Builder;
  const DriverCounts &Counts;
  Function *Driver = nullptr;
  SmallVector<Value *, 16> LiveIns;
  Value *N, *Start, *Frame;
  Value *Errno = nullptr, *OldErrno = nullptr;
  Value *ScratchBuffer = nullptr, *Scratch = nullptr;
  /// The bases of what a private chunk works on, by array.
  SmallDenseMap<unsigned, Value *, 4> PrivateBases;
  Type *I64, *I8, *Ptr;

  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(Ctx, Name, Driver);
  }
  Value *i64(uint64_t V) { return Builder.getInt64(V); }
  /// The event that stands for @p Other unless @p Condition.
  Value *eventUnless(Value *Condition, DriverEvent Event, Value *Other) {
    return Builder.CreateSelect(Condition, Other, i64(Event));
  }

  SmallVector<Value *, 16> loadState() {
    SmallVector<Value *, 16> Values;
    for (auto [I, PHI] : enumerate(E.State))
      Values.push_back(Builder.CreateLoad(
          PHI->getType(), Builder.CreateStructGEP(FrameTy, Frame, I)));
    return Values;
  }

  /// Tell the nest how many iterations were executed, and how many it is to
  /// execute before it calls the driver again.
  void requestReplay(Value *Executed, Value *Replay) {
    if (!E.Resumes)
      return;
    unsigned Field = FrameTy->getNumElements() - 2;
    Builder.CreateStore(Executed,
                        Builder.CreateStructGEP(FrameTy, Frame, Field));
    Builder.CreateStore(Replay,
                        Builder.CreateStructGEP(FrameTy, Frame, Field + 1));
  }

  /// Arguments of shadow and bounds.
  SmallVector<Value *, 16> arguments(Value *Count, Value *Out) {
    SmallVector<Value *, 16> Args(LiveIns);
    append_range(Args, loadState());
    Args.push_back(Count);
    Args.push_back(Out);
    return Args;
  }

  Value *loadBounds(Value *Bounds, unsigned Idx) {
    return Builder.CreateLoad(
        I64, Builder.CreateConstInBoundsGEP1_64(I64, Bounds, Idx));
  }
  Value *boundsField(Value *Bounds, unsigned ArrayIdx, BoundsField Field) {
    return loadBounds(Bounds, ArrayIdx * BF_NumFields + Field);
  }
  Value *regionField(Value *Bounds, unsigned RegionIdx, RegionField Field) {
    return loadBounds(Bounds, P.FP->getRegionField(RegionIdx, Field));
  }
  /// The size in bytes of what is saved of a region.
  Value *regionSize(Value *Bounds, unsigned RegionIdx) {
    Value *Width = regionField(Bounds, RegionIdx, RF_Width);
    if (!P.FP->Regions[RegionIdx].IsStrided)
      return Width;
    return Builder.CreateMul(Width, regionField(Bounds, RegionIdx, RF_Count));
  }
  /// The size of what a chunk accesses of an array.
  Value *accessedSize(Value *Bounds, unsigned Idx) {
    return Builder.CreateSub(boundsField(Bounds, Idx, BF_End),
                             boundsField(Bounds, Idx, BF_Begin));
  }
  /// The bytes that the buffer has to have. @p Offset: where in it begins the
  /// copy of each region, or (private chunks) of each written array, behind
  /// which the one follows on which the shadow works.
  Value *bufferSize(Value *Bounds, SmallVectorImpl<Value *> &Offset) {
    Value *Bytes = i64(0);
    Offset.clear();
    auto Add = [&](Value *Size) {
      Offset.push_back(Bytes);
      Bytes = Builder.CreateAdd(Bytes, Size);
    };
    if (!P.Granule)
      for (unsigned Idx = 0; Idx < P.FP->Regions.size(); ++Idx)
        Add(regionSize(Bounds, Idx));
    else
      for (auto [Idx, A] : enumerate(P.FP->Arrays))
        Add(A.Written ? Builder.CreateAdd(
                            Builder.CreateShl(accessedSize(Bounds, Idx), 1),
                            i64(PrivateAlign))
                      : i64(0));
    return Bytes;
  }
  void copyToPrivate(Value *Bounds, Value *Buffer, ArrayRef<Value *> Offset);
  void commitPrivate(Value *Bounds, Value *Buffer, ArrayRef<Value *> Offset);
  AllocaInst *createBounds() {
    return createLocal(ArrayType::get(I64, P.FP->getNumFields()),
                       "escop.bounds");
  }
  /// Do the @p Bounds of an array lie apart from [Begin, End)? Those of all
  /// accesses, or those of its writes.
  Value *liesApart(Value *Bounds, unsigned ArrayIdx, bool Writes, Value *Begin,
                   Value *End) {
    return Builder.CreateOr(
        Builder.CreateICmpULE(
            boundsField(Bounds, ArrayIdx, Writes ? BF_WriteEnd : BF_End),
            Begin),
        Builder.CreateICmpUGE(
            boundsField(Bounds, ArrayIdx, Writes ? BF_WriteBegin : BF_Begin),
            End));
  }
  /// Is errno apart from all that is accessed, unless it is not saved?
  Value *errnoLiesApart(Value *Bounds) {
    Value *Apart = Builder.getTrue();
    if (!Errno)
      return Apart;
    Value *Begin = Builder.CreatePtrToInt(Errno, I64);
    Value *End = Builder.CreateAdd(Begin, i64(sizeof(int32_t)));
    for (unsigned Idx = 0; Idx < P.FP->Arrays.size(); ++Idx)
      Apart = Builder.CreateAnd(
          Apart, liesApart(Bounds, Idx, /*Writes=*/false, Begin, End));
    return Apart;
  }
  /// Copy a region to @p Saved, or back.
  void copyRegion(Value *Bounds, unsigned RegionIdx, Value *Saved, bool Back);

  /// Ask the bounds of the next @p Count iterations for @p What.
  Value *callBounds(Value *Count, Value *Bounds,
                    BoundsStatus What = BS_Vouched) {
    Value *Status =
        Builder.CreateCall(P.FP->Bounds, arguments(Count, Bounds));
    return Builder.CreateICmpNE(
        Builder.CreateAnd(Status, Builder.getInt8(What)), Builder.getInt8(0),
        What == BS_Vouched ? "escop.vouched" : "escop.resolved");
  }

  /// Emit the address of errno and its value; restoreErrno stores that. A
  /// compiler that does not know of the calls' errno (LTO) would take it for
  /// needless.
  void saveErrno();
  void restoreErrno() {
    if (Errno)
      Builder.CreateStore(OldErrno, Errno, /*isVolatile=*/true);
  }
  Value *callMalloc(Value *Size);
  void callFree(Value *Buffer) {
    Builder.CreateCall(M.getOrInsertFunction("free", Builder.getVoidTy(), Ptr),
                       {Buffer});
  }
  /// The number of iterations, at most N, in which no resolved guard fires;
  /// @p Bounds is overwritten.
  Value *countResolved(Value *Bounds) {
    return countUntil(N, Bounds, BS_Resolved);
  }
  /// The number of iterations, at most @p Most, of which @p What is true;
  /// @p Bounds is overwritten.
  Value *countUntil(Value *Most, Value *Bounds, BoundsStatus What);
  /// Allocate the shadow's working memory; continue at @p Failed without it.
  void allocateScratch(BasicBlock *Failed);
  Value *callShadow(Value *Count, Value *Out, Value *Begin, Value *Bounds);
  AllocaInst *createLocal(Type *Ty, const Twine &Name) {
    return new AllocaInst(Ty, DL.getAllocaAddrSpace(), Name,
                          Driver->getEntryBlock().begin());
  }

  void buildInspect();
  void buildSpeculate();
  Value *baseValue(unsigned ArrayIdx, ArrayRef<Value *> Args) {
    const Array &A = P.FP->Arrays[ArrayIdx];
    return A.Global ? A.Global : Args[A.ArgNo];
  }

public:
  DriverBuilder(const ESCoP &E, const Plan &P, const DriverCounts &Counts)
      : E(E), P(P), Ctx(E.F->getContext()), M(*E.F->getParent()),
        DL(M.getDataLayout()), FrameTy(getFrameType(E)), Builder(Ctx),
        Counts(Counts), I64(Builder.getInt64Ty()), I8(Builder.getInt8Ty()),
        Ptr(Builder.getPtrTy()) {}

  Function *build();
};

} // namespace

void DriverBuilder::saveErrno() {
  Errno = Builder.CreateCall(M.getOrInsertFunction("__errno_location", Ptr));
  OldErrno =
      Builder.CreateLoad(Builder.getInt32Ty(), Errno, /*isVolatile=*/true);
}

Value *DriverBuilder::callMalloc(Value *Size) {
  Type *SizeTy = DL.getIntPtrType(Ctx);
  return Builder.CreateCall(M.getOrInsertFunction("malloc", Ptr, SizeTy),
                            {Builder.CreateZExtOrTrunc(Size, SizeTy)},
                            "escop.buffer");
}

void DriverBuilder::allocateScratch(BasicBlock *Failed) {
  if (!P.ScratchSize)
    return;
  ScratchBuffer = callMalloc(i64(P.ScratchSize + ScratchAlign.value() - 1));
  BasicBlock *Got = block("escop.scratch");
  Builder.CreateCondBr(Builder.CreateIsNotNull(ScratchBuffer), Got, Failed);
  Builder.SetInsertPoint(Got);
  Value *Address = Builder.CreatePtrToInt(ScratchBuffer, I64);
  Value *Gap = Builder.CreateAnd(Builder.CreateNeg(Address),
                                 i64(ScratchAlign.value() - 1));
  Scratch = Builder.CreateGEP(I8, ScratchBuffer, Gap);
}

/// Call the shadow for @p Count iterations. @p Begin is the number of
/// iterations that this driver executed before, @p Bounds what was found for them
/// (both for shifted bases).
Value *DriverBuilder::callShadow(Value *Count, Value *Out, Value *Begin,
                                 Value *Bounds) {
  SmallVector<Value *, 16> Args = arguments(Count, Out);
  for (unsigned Idx : P.Shifted) {
    Value *Private = PrivateBases.lookup(Idx);
    Args.push_back(Builder.CreateGEP(
        I8, Private ? Private : baseValue(Idx, Args),
        Builder.CreateMul(Builder.CreateAdd(Start, Begin),
                          boundsField(Bounds, Idx, BF_Stride))));
  }
  // Parameters of arrays that could not be shifted are unused.
  while (Args.size() + (Scratch != nullptr) < P.Shadow->arg_size())
    Args.push_back(PoisonValue::get(Ptr));
  for (auto [Idx, Base] : PrivateBases)
    Args[P.FP->Arrays[Idx].PrivateArg] = Base;
  if (Scratch)
    Args.push_back(Scratch);
  return Builder.CreateCall(P.Shadow, Args, "escop.status");
}

void DriverBuilder::copyRegion(Value *Bounds, unsigned RegionIdx, Value *Saved,
                               bool Back) {
  const WrittenRegion &R = P.FP->Regions[RegionIdx];
  Value *Begin = regionField(Bounds, RegionIdx, RF_Begin);
  Value *Width = regionField(Bounds, RegionIdx, RF_Width);
  auto Copy = [&](Value *Address, Value *To, Value *Size) {
    Value *From = Builder.CreateIntToPtr(Address, Ptr);
    if (Back)
      std::swap(From, To);
    Builder.CreateMemCpy(To, MaybeAlign(1), From, MaybeAlign(1), Size);
  };
  if (!R.IsStrided) {
    Copy(Begin, Saved, Width);
    return;
  }
  Value *Pitch = regionField(Bounds, RegionIdx, RF_Pitch);
  Value *Count = regionField(Bounds, RegionIdx, RF_Count);
  Value *WriteBegin = boundsField(Bounds, R.ArrayIdx, BF_WriteBegin);
  Value *WriteEnd = boundsField(Bounds, R.ArrayIdx, BF_WriteEnd);
  BasicBlock *Entry = Builder.GetInsertBlock(), *Head = block("escop.blocks"),
             *Body = block("escop.block"), *Done = block("escop.copied");
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Head);
  PHINode *Index = Builder.CreatePHI(I64, 2);
  Index->addIncoming(i64(0), Entry);
  Builder.CreateCondBr(Builder.CreateICmpULT(Index, Count), Body, Done);
  Builder.SetInsertPoint(Body);
  // Nothing beyond what is written, as it may not be there.
  Value *Block = Builder.CreateAdd(Begin, Builder.CreateMul(Index, Pitch));
  Value *Lo = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Block, WriteBegin);
  Value *Hi = Builder.CreateBinaryIntrinsic(
      Intrinsic::umin, Builder.CreateAdd(Block, Width), WriteEnd);
  Hi = Builder.CreateBinaryIntrinsic(Intrinsic::umax, Lo, Hi);
  Value *Place = Builder.CreateAdd(Builder.CreateMul(Index, Width),
                                   Builder.CreateSub(Lo, Block));
  Copy(Lo, Builder.CreateGEP(I8, Saved, Place), Builder.CreateSub(Hi, Lo));
  Index->addIncoming(Builder.CreateAdd(Index, i64(1)), Body);
  Builder.CreateBr(Head);
  Builder.SetInsertPoint(Done);
}

void DriverBuilder::copyToPrivate(Value *Bounds, Value *Buffer,
                                  ArrayRef<Value *> Offset) {
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    if (!A.Written)
      continue;
    Value *Begin = boundsField(Bounds, Idx, BF_Begin);
    Value *Size = accessedSize(Bounds, Idx);
    Value *Old = Builder.CreateGEP(I8, Buffer, Offset[Idx]);
    Value *New = Builder.CreatePtrToInt(Builder.CreateGEP(I8, Old, Size), I64);
    // As aligned as the array is.
    New =
        Builder.CreateAdd(New, Builder.CreateAnd(Builder.CreateSub(Begin, New),
                                                 i64(PrivateAlign - 1)));
    // Memory is read once: between the elements it may change at any time, so
    // the second copy must not be made from there, too (MemCpyOpt at link
    // time).
    Builder.CreateMemCpy(Old, MaybeAlign(1), Builder.CreateIntToPtr(Begin, Ptr),
                         MaybeAlign(1), Size, /*isVolatile=*/true);
    Builder.CreateMemCpy(Builder.CreateIntToPtr(New, Ptr), MaybeAlign(1), Old,
                         MaybeAlign(1), Size);
    Value *Base = Builder.CreatePtrToInt(baseValue(Idx, LiveIns), I64);
    PrivateBases[Idx] = Builder.CreateIntToPtr(
        Builder.CreateAdd(New, Builder.CreateSub(Base, Begin)), Ptr,
        "escop.private");
  }
}

void DriverBuilder::commitPrivate(Value *Bounds, Value *Buffer,
                                  ArrayRef<Value *> Offset) {
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    if (!A.Written)
      continue;
    Value *Begin = boundsField(Bounds, Idx, BF_WriteBegin);
    Value *Size =
        Builder.CreateSub(boundsField(Bounds, Idx, BF_WriteEnd), Begin);
    Value *Ahead = Builder.CreateSub(Begin, boundsField(Bounds, Idx, BF_Begin));
    Value *Old = Builder.CreateGEP(
        I8, Builder.CreateGEP(I8, Buffer, Offset[Idx]), Ahead);
    Value *New = Builder.CreateGEP(
        I8, PrivateBases[Idx],
        Builder.CreateSub(
            Begin, Builder.CreatePtrToInt(baseValue(Idx, LiveIns), I64)));
    Builder.CreateCall(getCommit(M, P.Granule),
                       {Builder.CreateIntToPtr(Begin, Ptr), New, Old, Size});
  }
}

Value *DriverBuilder::countUntil(Value *Most, Value *Bounds,
                                 BoundsStatus What) {
  // Binary search: it is true of [0, Lo), and not of [0, Hi).
  BasicBlock *Search = block("escop.search"), *Probe = block("escop.bisect"),
             *Done = block("escop.searched");
  Value *All = callBounds(Most, Bounds, What);
  BasicBlock *Entry = Builder.GetInsertBlock();
  Builder.CreateCondBr(All, Done, Search);
  Builder.SetInsertPoint(Search);
  PHINode *Lo = Builder.CreatePHI(I64, 2, "escop.lo");
  PHINode *Hi = Builder.CreatePHI(I64, 2, "escop.hi");
  Value *Mid = Builder.CreateAdd(
      Lo, Builder.CreateLShr(Builder.CreateSub(Hi, Lo), 1));
  Builder.CreateCondBr(Builder.CreateICmpEQ(Mid, Lo), Done, Probe);
  Builder.SetInsertPoint(Probe);
  Value *Ok = callBounds(Mid, Bounds, What);
  Lo->addIncoming(i64(0), Entry);
  Lo->addIncoming(Builder.CreateSelect(Ok, Mid, Lo), Probe);
  Hi->addIncoming(Most, Entry);
  Hi->addIncoming(Builder.CreateSelect(Ok, Hi, Mid), Probe);
  Builder.CreateBr(Search);
  Builder.SetInsertPoint(Done);
  PHINode *Count = Builder.CreatePHI(I64, 2, "escop.count");
  Count->addIncoming(Most, Entry);
  Count->addIncoming(Lo, Search);
  return Count;
}

void DriverBuilder::buildInspect() {
  BasicBlock *Run = block("escop.run"), *Nest = block("escop.nest");
  if (P.ScratchSize || E.SetsErrno)
    saveErrno();
  Value *Bounds = nullptr, *Limit = N;
  SmallPtrSet<BasicBlock *, 4> NotVouched;
  if (P.FP)
    Bounds = createBounds();
  // The inspector relies on the resolved guards not to fire.
  if (P.FP && !P.FP->Resolved.empty()) {
    Limit = countResolved(Bounds);
    requestReplay(i64(0), i64(1));
    BasicBlock *Some = block("escop.some");
    Builder.CreateCondBr(Builder.CreateIsNotNull(Limit), Some, Nest);
    Builder.SetInsertPoint(Some);
  }
  Value *First = Limit, *Ok = Builder.getTrue();
  // The inspector relies on hoisted values, too, of all iterations; or on the
  // nest not to write what it reads, in those that it inspects: behind the
  // throw may lie anything.
  const bool IsAhead = !E.Hoisted.empty() || !E.Rows.Tables.empty();
  if (P.Inspector && (IsAhead || P.InspectorNeedsDisjointness)) {
    if (!IsAhead)
      Limit = countUntil(Limit, Bounds, BS_Vouched);
    Value *Any =
        IsAhead ? callBounds(Limit, Bounds) : Builder.CreateIsNotNull(Limit);
    BasicBlock *Inspect = block("escop.inspect");
    Builder.CreateCondBr(Any, Inspect, Nest);
    NotVouched.insert(Builder.GetInsertBlock());
    Builder.SetInsertPoint(Inspect);
  }
  if (P.Inspector) {
    SmallVector<Value *, 16> Args(LiveIns);
    append_range(Args, loadState());
    Args.push_back(Limit);
    First = Builder.CreateCall(P.Inspector, Args, "escop.first");
    requestReplay(i64(0), i64(1));
    Ok = Builder.CreateICmpNE(First, i64(0));
  }
  if (P.FP) {
    BasicBlock *Check = block("escop.check");
    Builder.CreateCondBr(Ok, Check, Nest);
    Builder.SetInsertPoint(Check);
    // The firing iteration's guards are read as well.
    Value *Count = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, Builder.CreateAdd(First, i64(1)), Limit);
    Ok = callBounds(Count, Bounds);
    Ok = Builder.CreateAnd(Ok, errnoLiesApart(Bounds));
    NotVouched.insert(Builder.GetInsertBlock());
  }
  Builder.CreateCondBr(Ok, Run, Nest);

  Builder.SetInsertPoint(Run);
  BasicBlock *NoMemory = P.ScratchSize ? block("escop.nomemory") : nullptr;
  allocateScratch(NoMemory);
  Value *Status = callShadow(First, Frame, i64(0), Bounds);
  if (P.ScratchSize)
    callFree(ScratchBuffer);
  restoreErrno();
  Value *Done = Builder.CreateICmpEQ(Status, Builder.getInt8(SS_Done));
  requestReplay(Builder.CreateSelect(Done, First, i64(0)),
                Builder.CreateZExt(Done, I64));
  Value *All = Builder.CreateICmpEQ(First, N);
  Counts.count(Builder, eventUnless(Done, DE_PollyCheck,
                                    eventUnless(All, DE_LeftEarly,
                                                i64(DE_Complete))));
  Builder.CreateRet(Builder.CreateAnd(Done, All));
  if (P.ScratchSize) {
    Builder.SetInsertPoint(NoMemory);
    restoreErrno();
    Counts.count(Builder, DE_Memory);
    Builder.CreateRet(Builder.getFalse());
  }
  // A guard fires in the first iteration, or the arrays cannot be vouched for.
  Builder.SetInsertPoint(Nest);
  PHINode *Why = Builder.CreatePHI(I64, 4);
  for (BasicBlock *Pred : predecessors(Nest))
    Why->addIncoming(i64(NotVouched.contains(Pred) ? DE_Bounds : DE_LeftEarly),
                     Pred);
  Counts.count(Builder, Why);
  restoreErrno();
  Builder.CreateRet(Builder.getFalse());
}

/// Is the outermost loop left by a guard of its own, and not by an exception or
/// the like?
static bool mayConverge(const ESCoP &E) {
  return any_of(E.Guards, [&](const Guard &G) {
    const BasicBlock *From = G.Branch->getParent(), *To = G.getExit();
    if (E.L->contains(To) ||
        any_of(*E.L, [&](const Loop *Inner) { return Inner->contains(From); }))
      return false;
    SmallSetVector<const BasicBlock *, 8> Reached;
    Reached.insert(To);
    for (unsigned Idx = 0; Idx < Reached.size(); ++Idx) {
      const Instruction *Term = Reached[Idx]->getTerminator();
      auto *Invoke = dyn_cast<InvokeInst>(Term);
      if (isa<ReturnInst>(Term))
        return true;
      if (!Invoke || !Invoke->doesNotReturn())
        Reached.insert(succ_begin(Term), succ_end(Term));
    }
    return false;
  });
}

void DriverBuilder::buildSpeculate() {
  const bool Naive = P.M == Mode::Naive;
  const unsigned Grow = P.ScratchSize ? GrowthIfPacked : Growth;
  const unsigned Shorten = P.ScratchSize ? ApproachIfPacked : Approach;
  ArrayRef<Array> Arrays = P.FP->Arrays;
  Value *Bounds = createBounds();
  Value *Next = createLocal(FrameTy, "escop.next");
  // Begin and end of what has been probed, for reading and for writing.
  Value *Probed =
      createLocal(ArrayType::get(I64, Arrays.size() * 4), "escop.probed");
  Builder.CreateMemSet(Probed, Builder.getInt8(0), Arrays.size() * 32,
                       MaybeAlign(8));
  auto ProbedSlot = [&](unsigned Idx, bool Write, unsigned Which) {
    return Builder.CreateConstInBoundsGEP1_64(I64, Probed,
                                              Idx * 4 + Write * 2 + Which);
  };
  saveErrno();

  BasicBlock *Allocate = block("escop.allocate"), *Chunk = block("escop.chunk"),
             *Shrink = block("escop.shrink"), *Retry = block("escop.retry"),
             *Checkpoint = block("escop.checkpoint"),
             *Commit = block("escop.commit"), *Failed = block("escop.failed"),
             *Rollback = block("escop.rollback"), *Out = block("escop.out"),
             *Return = block("escop.return");

  // The budget.
  Value *Vouched = callBounds(N, Bounds);
  Value *Total = i64(0);
  for (unsigned Idx = 0; Idx < Arrays.size(); ++Idx)
    Total = Builder.CreateAdd(Total, accessedSize(Bounds, Idx));
  SmallVector<Value *, 8> Offset;
  Value *Written = bufferSize(Bounds, Offset);
  Value *Budget;
  if (Naive) {
    Budget = Written;
  } else {
    // Behind the throw may lie anything, so not being able to vouch for the
    // whole nest says nothing about its first chunks.
    Budget = Builder.CreateSelect(
        Vouched,
        Builder.CreateBinaryIntrinsic(
            Intrinsic::umax,
            Builder.CreateUDiv(Total,
                               i64(std::max<uint64_t>(1, BudgetDivisor))),
            i64(MinBudget)),
        i64(MinBudget), "escop.budget");
    // What the whole nest writes is never exceeded.
    Budget = Builder.CreateSelect(
        Vouched,
        Builder.CreateBinaryIntrinsic(Intrinsic::umin, Budget, Written),
        Budget);
  }
  Value *Enough = processesUnprofitable()
                      ? Builder.getTrue()
                      : Builder.CreateICmpUGT(
                            loadBounds(Bounds, P.FP->getWorkField()),
                            Builder.CreateUDiv(i64(MinSpeculatedWork), N));
  Value *NotBegun = Builder.CreateSelect(Vouched, i64(DE_FewIterations),
                                         i64(DE_Bounds));
  // Not being able to vouch says nothing about the first chunks, but tables of
  // rows are looked at once, and a chunk might write what a later one loads.
  BasicBlock *Begun = block("escop.begun");
  Builder.CreateCondBr(
      Naive || !E.Rows.Tables.empty()
          ? Builder.CreateAnd(Vouched, Enough)
          : Builder.CreateOr(Builder.CreateNot(Vouched), Enough),
      Begun, Return);
  BasicBlock *Entry = Builder.GetInsertBlock();

  Builder.SetInsertPoint(Begun);
  Value *MeanWork = loadBounds(Bounds, P.FP->getWorkField());
  Value *Least = i64(FirstChunk), *Greatest = i64(std::max<uint64_t>(1, MaxChunk));
  if (!FirstChunk)
    Least = Builder.CreateBinaryIntrinsic(
        Intrinsic::umax, i64(1),
        Builder.CreateUDiv(
            i64(FirstChunkWork),
            Builder.CreateBinaryIntrinsic(Intrinsic::umax, i64(1), MeanWork)));
  Value *FirstCount = Naive || NoCheckpoint ? N : Least;
  if (mayLeaveFirstToNest(E, P)) {
    Value *Leave = Builder.getTrue();
    if (!P.ScratchSize)
      Leave = Builder.CreateAnd(Builder.CreateICmpUGE(MeanWork, i64(LeaveWork)),
                                Builder.CreateICmpUGE(N, i64(LeaveIterations)));
    BasicBlock *First = block("escop.first");
    Builder.CreateCondBr(Builder.CreateAnd(Leave, Builder.CreateIsNull(Start)),
                         First, Allocate);
    Builder.SetInsertPoint(First);
    requestReplay(i64(0), i64(1));
    restoreErrno();
    Builder.CreateRet(Builder.getFalse());
    // The nest executed a chunk of the least size.
    Builder.SetInsertPoint(Allocate);
    FirstCount = Builder.CreateSelect(Builder.CreateIsNull(Start), Least,
                                      Builder.CreateShl(Least, Grow));
  } else {
    Builder.CreateBr(Allocate);
    Builder.SetInsertPoint(Allocate);
  }
  if (!P.ScratchSize)
    Greatest = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, Greatest,
        Builder.CreateBinaryIntrinsic(
            Intrinsic::umax, Least,
            Builder.CreateUDiv(
                N, i64(E.Depth > 2 ? DeepChunkDivisor : ChunkDivisor))));
  Value *Buffer = callMalloc(
      Builder.CreateBinaryIntrinsic(Intrinsic::umax, Budget, i64(1)));
  BasicBlock *GotBuffer = block("escop.allocated");
  Builder.CreateCondBr(Builder.CreateIsNotNull(Buffer), GotBuffer, Return);
  Builder.SetInsertPoint(GotBuffer);
  // How the driver's work ended, and where.
  SmallVector<std::pair<Value *, BasicBlock *>, 8> Ends;
  if (P.ScratchSize)
    Ends.push_back({i64(DE_Memory), Builder.GetInsertBlock()});
  allocateScratch(Failed);
  BasicBlock *Ready = Builder.GetInsertBlock();
  Builder.CreateBr(Chunk);

  // The next chunk: Count iterations from Begin on.
  Builder.SetInsertPoint(Chunk);
  PHINode *Begin = Builder.CreatePHI(I64, 2, "escop.begin");
  PHINode *Want = Builder.CreatePHI(I64, 2, "escop.want");
  Begin->addIncoming(i64(0), Ready);
  Want->addIncoming(FirstCount, Ready);
  // The end of the last chunk that was undone: a guard fires before it.
  PHINode *Fires = Builder.CreatePHI(I64, 2, "escop.fires");
  Fires->addIncoming(i64(-1), Ready);
  Value *Rest = Builder.CreateSub(N, Begin);
  Value *Most = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Want, Rest);
  Builder.CreateBr(Retry);

  Builder.SetInsertPoint(Retry);
  PHINode *Count = Builder.CreatePHI(I64, 2, "escop.count");
  Count->addIncoming(Most, Chunk);
  PHINode *FiresBefore = Builder.CreatePHI(I64, 2, "escop.fires.before");
  FiresBefore->addIncoming(Fires, Chunk);
  Value *Bits = Builder.CreateCall(P.FP->Bounds, arguments(Count, Bounds));
  auto HasBit = [&](BoundsStatus Bit) {
    return Builder.CreateICmpNE(Builder.CreateAnd(Bits, Builder.getInt8(Bit)),
                                Builder.getInt8(0));
  };
  // If an affine guard may fire in the next iteration, the nest executes it.
  if (E.Resumes && !Naive)
    requestReplay(Begin, Builder.CreateZExt(
                             Builder.CreateNot(HasBit(BS_Resolved)), I64));
  Value *Ok = Builder.CreateAnd(HasBit(BS_Vouched), HasBit(BS_Saved));
  Value *WhyNot = eventUnless(Ok, DE_Bounds, i64(DE_Budget));
  Value *Bytes = bufferSize(Bounds, Offset);
  Value *Exceeds = Builder.CreateAnd(Ok, Builder.CreateICmpUGT(Bytes, Budget));
  if (!NoCheckpoint || P.Granule)
    Ok = Builder.CreateAnd(Ok, Builder.CreateICmpULE(Bytes, Budget));
  if (!Naive) {
    // What is executed behind a throw is wasted; bound it.
    Value *Work = loadBounds(Bounds, P.FP->getWorkField());
    Ok = Builder.CreateAnd(
        Ok, Builder.CreateICmpULE(
                Work, Builder.CreateUDiv(i64(MaxChunkWork), Count)));
  }
  // Writes behind the throw may leave their object and hit what recovers from
  // them: the buffers, and the frames of driver and shadow.
  SmallVector<std::pair<Value *, Value *>, 4> Own;
  auto AddOwn = [&](Value *Buffer, Value *Size) {
    Value *Address = Builder.CreatePtrToInt(Buffer, I64);
    Own.push_back({Address, Builder.CreateAdd(Address, Size)});
  };
  AddOwn(Buffer, Budget);
  if (ScratchBuffer)
    AddOwn(ScratchBuffer, i64(P.ScratchSize + ScratchAlign.value()));
  Value *FrameAddress = Builder.CreatePtrToInt(
      Builder.CreateIntrinsic(Intrinsic::frameaddress, {Ptr},
                              {Builder.getInt32(0)}),
      I64);
  // Above the frame address are the return address and stack arguments.
  Own.push_back(
      {Builder.CreateSub(FrameAddress, i64(StackReserve)),
       Builder.CreateAdd(FrameAddress, i64(16 + 16 * Driver->arg_size()))});
  // The kernel reads and writes the thread's control block (rseq) at any time.
  Value *ThreadPointer = Builder.CreatePtrToInt(
      Builder.CreateIntrinsic(Intrinsic::thread_pointer, {}, {}), I64);
  Own.push_back({Builder.CreateSub(ThreadPointer, i64(ThreadReserve)),
                 Builder.CreateAdd(ThreadPointer, i64(ThreadReserve))});
  auto MayLeaveObject = [](const Array &A) {
    return A.Written && !A.ObjectSize;
  };
  // They may also hit what the dynamic linker reads when it binds a call.
  if (any_of(Arrays, MayLeaveObject))
    bindCallsEarly(*P.Shadow);
  for (auto [Idx, A] : enumerate(Arrays)) {
    if (!MayLeaveObject(A))
      continue;
    for (auto &[OwnBegin, OwnEnd] : Own)
      Ok = Builder.CreateAnd(
          Ok, liesApart(Bounds, Idx, /*Writes=*/true, OwnBegin, OwnEnd));
  }
  Ok = Builder.CreateAnd(Ok, errnoLiesApart(Bounds));
  if (P.Granule)
    for (auto [Idx, A] : enumerate(Arrays))
      if (A.Written)
        Ok = Builder.CreateAnd(
            Ok, Builder.CreateIsNull(Builder.CreateAnd(
                    Builder.CreateOr(boundsField(Bounds, Idx, BF_WriteBegin),
                                     boundsField(Bounds, Idx, BF_WriteEnd)),
                    i64(P.Granule - 1))));
  SmallVector<std::pair<Value *, BasicBlock *>, 8> Shrinks;
  for (auto [Idx, A] : enumerate(Arrays)) {
    // A static object is probed, too: its pages may be protected.
    if (NoCheckpoint)
      continue;
    for (bool Write : {false, true}) {
      if (Write ? !A.Written : !A.Read)
        continue;
      Value *Lo = boundsField(Bounds, Idx, Write ? BF_WriteBegin : BF_Begin);
      Value *Hi = boundsField(Bounds, Idx, Write ? BF_WriteEnd : BF_End);
      Value *LoSlot = ProbedSlot(Idx, Write, 0);
      Value *HiSlot = ProbedSlot(Idx, Write, 1);
      // Only what has not been probed: the intervals of chunks that are columns
      // overlap.
      Value *OldLo = Builder.CreateLoad(I64, LoSlot);
      Value *OldHi = Builder.CreateLoad(I64, HiSlot);
      Value *Overlap = Builder.CreateAnd(Builder.CreateICmpULE(Lo, OldHi),
                                         Builder.CreateICmpULE(OldLo, Hi));
      Value *From = Builder.CreateSelect(
          Builder.CreateAnd(Overlap, Builder.CreateICmpUGE(Lo, OldLo)), OldHi,
          Lo);
      Value *To = Builder.CreateSelect(
          Builder.CreateAnd(Overlap, Builder.CreateICmpULE(Hi, OldHi)), OldLo,
          Hi);
      Value *Inside = Builder.CreateICmpUGE(From, To);
      Value *NewLo = Builder.CreateSelect(
          Overlap, Builder.CreateBinaryIntrinsic(Intrinsic::umin, Lo, OldLo),
          Lo);
      Value *NewHi = Builder.CreateSelect(
          Overlap, Builder.CreateBinaryIntrinsic(Intrinsic::umax, Hi, OldHi),
          Hi);
      BasicBlock *Probe = block("escop.probe"), *Good = block("escop.probed"),
                 *Skip = block("escop.next");
      Shrinks.push_back({WhyNot, Builder.GetInsertBlock()});
      Builder.CreateCondBr(Ok, Probe, Shrink);
      Builder.SetInsertPoint(Probe);
      BasicBlock *Ask = block("escop.ask");
      Builder.CreateCondBr(Inside, Skip, Ask);
      Builder.SetInsertPoint(Ask);
      Value *There =
          Builder.CreateCall(getProbe(M), {From, To, Builder.getInt1(Write)});
      Shrinks.push_back({i64(DE_Pages), Ask});
      Builder.CreateCondBr(There, Good, Shrink);
      Builder.SetInsertPoint(Good);
      // Whole pages are asked about.
      Builder.CreateStore(Builder.CreateAnd(NewLo, -ProbedPageSize), LoSlot);
      Builder.CreateStore(
          Builder.CreateAnd(Builder.CreateAdd(NewHi, i64(ProbedPageSize - 1)),
                            -ProbedPageSize),
          HiSlot);
      Builder.CreateBr(Skip);
      Builder.SetInsertPoint(Skip);
      Ok = Builder.getTrue();
    }
  }
  Shrinks.push_back({WhyNot, Builder.GetInsertBlock()});
  Builder.CreateCondBr(Ok, Checkpoint, Shrink);

  Builder.SetInsertPoint(Shrink);
  PHINode *Declined = Builder.CreatePHI(I64, 4);
  for (auto &[Event, Pred] : Shrinks)
    Declined->addIncoming(Event, Pred);
  // As many iterations as fill the buffer, if each writes as much; but a
  // sixteenth less at least, and one.
  Value *Half = Builder.CreateLShr(Count, 1);
  // Bytes may be anything if the bounds were not vouched for.
  Value *Fitting = Builder.CreateUDiv(
      Budget, Builder.CreateOr(Builder.CreateUDiv(Bytes, Count), i64(1)));
  Fitting = Builder.CreateBinaryIntrinsic(
      Intrinsic::umin, Fitting,
      Builder.CreateSub(
          Count, Builder.CreateBinaryIntrinsic(
                     Intrinsic::umax, Builder.CreateLShr(Count, 4), i64(1))));
  Value *Fewer = Builder.CreateSelect(
      Exceeds, Builder.CreateBinaryIntrinsic(Intrinsic::umax, Fitting, Half),
      Half);
  if (P.ScratchSize) {
    Value *Tiled = Builder.CreateAnd(Fewer, -TileRows);
    Fewer = Builder.CreateSelect(Builder.CreateIsNull(Tiled), Fewer, Tiled);
  }
  Count->addIncoming(Fewer, Shrink);
  FiresBefore->addIncoming(FiresBefore, Shrink);
  Ends.push_back({Declined, Shrink});
  if (Naive) {
    Count->removeIncomingValue(Shrink);
    FiresBefore->removeIncomingValue(Shrink);
    Builder.CreateBr(Failed);
  } else {
    Builder.CreateCondBr(Builder.CreateIsNull(Fewer), Failed, Retry);
  }

  Builder.SetInsertPoint(Checkpoint);
  auto Copy = [&](bool Back) {
    if (!NoCheckpoint && !P.Granule)
      for (unsigned Idx = 0; Idx < P.FP->Regions.size(); ++Idx)
        copyRegion(Bounds, Idx, Builder.CreateGEP(I8, Buffer, Offset[Idx]),
                   Back);
  };
  Copy(/*Back=*/false);
  if (P.Granule)
    copyToPrivate(Bounds, Buffer, Offset);
  Value *Status = callShadow(Count, Next, Begin, Bounds);
  Ends.push_back({i64(DE_PollyCheck), Builder.GetInsertBlock()});
  SwitchInst *Switch = Builder.CreateSwitch(Status, Failed, 2);
  Switch->addCase(Builder.getInt8(SS_Done), Commit);
  Switch->addCase(Builder.getInt8(SS_Flagged), Rollback);

  Builder.SetInsertPoint(Rollback);
  Copy(/*Back=*/true);
  if (Naive || NoCheckpoint) {
    Ends.push_back({i64(DE_LeftEarly), Builder.GetInsertBlock()});
    Builder.CreateBr(Failed);
  } else {
    // The nest is slow: approach the firing iteration in smaller chunks.
    BasicBlock *Replay = block("escop.replay");
    Count->addIncoming(
        Builder.CreateBinaryIntrinsic(
            Intrinsic::umax, Builder.CreateLShr(Count, Shorten), Least),
        Builder.GetInsertBlock());
    FiresBefore->addIncoming(Builder.CreateAdd(Begin, Count),
                             Builder.GetInsertBlock());
    Builder.CreateCondBr(Builder.CreateICmpUGT(Count, Least), Retry, Replay);
    Builder.SetInsertPoint(Replay);
    requestReplay(Begin, Count);
    Ends.push_back({i64(DE_LeftEarly), Replay});
    Builder.CreateBr(Failed);
  }

  Builder.SetInsertPoint(Commit);
  if (P.Granule)
    commitPrivate(Bounds, Buffer, Offset);
  for (auto [Field, Ty] : enumerate(FrameTy->elements()))
    Builder.CreateStore(
        Builder.CreateLoad(Ty, Builder.CreateStructGEP(FrameTy, Next, Field)),
        Builder.CreateStructGEP(FrameTy, Frame, Field));
  Value *NewBegin = Builder.CreateAdd(Begin, Count);
  requestReplay(NewBegin, i64(0));
  Value *NewWant = Builder.CreateBinaryIntrinsic(
      Intrinsic::umin, Builder.CreateShl(Count, Grow), Greatest);
  if (mayConverge(E))
    NewWant = Builder.CreateBinaryIntrinsic(
        Intrinsic::umin, NewWant,
        Builder.CreateBinaryIntrinsic(
            Intrinsic::umax,
            Builder.CreateUDiv(NewBegin, i64(ConvergingDivisor)), Least));
  NewWant = Builder.CreateSelect(
      Builder.CreateICmpNE(FiresBefore, i64(-1)),
      Builder.CreateBinaryIntrinsic(
          Intrinsic::umax,
          Builder.CreateLShr(Builder.CreateSub(FiresBefore, NewBegin), Shorten),
          Least),
      NewWant);
  auto Continue = [&] {
    Begin->addIncoming(NewBegin, Builder.GetInsertBlock());
    Want->addIncoming(NewWant, Builder.GetInsertBlock());
    Fires->addIncoming(FiresBefore, Builder.GetInsertBlock());
    Builder.CreateBr(Chunk);
  };
  BasicBlock *More = block("escop.more");
  Builder.CreateCondBr(Builder.CreateICmpEQ(NewBegin, N), Out, More);
  Builder.SetInsertPoint(More);
  if (!Naive && !NoCheckpoint && getMapped(M)) {
    // There may be many chunks, of which each would ask for a few pages.
    BasicBlock *Ahead = block("escop.ahead"), *Go = block("escop.go");
    Builder.CreateCondBr(Builder.CreateIsNull(Begin), Ahead, Go);
    Builder.SetInsertPoint(Ahead);
    Value *RestVouched = callBounds(Builder.CreateSub(N, NewBegin), Bounds);
    for (auto [Idx, A] : enumerate(Arrays))
      for (bool Write : {false, true}) {
        if (Write ? !A.Written : !A.Read)
          continue;
        Value *Lo = boundsField(Bounds, Idx, Write ? BF_WriteBegin : BF_Begin);
        Value *Hi = boundsField(Bounds, Idx, Write ? BF_WriteEnd : BF_End);
        BasicBlock *Ask = block("escop.ask"), *Yes = block("escop.there"),
                   *Next = block("escop.next");
        Builder.CreateCondBr(
            Builder.CreateAnd(RestVouched,
                              Builder.CreateICmpUGE(Builder.CreateSub(Hi, Lo),
                                                    i64(getMappedThreshold()))),
            Ask, Next);
        Builder.SetInsertPoint(Ask);
        Builder.CreateCondBr(
            Builder.CreateCall(getMapped(M), {Lo, Hi, Builder.getInt1(Write)}),
            Yes, Next);
        Builder.SetInsertPoint(Yes);
        Builder.CreateStore(Lo, ProbedSlot(Idx, Write, 0));
        Builder.CreateStore(Hi, ProbedSlot(Idx, Write, 1));
        Builder.CreateBr(Next);
        Builder.SetInsertPoint(Next);
      }
    Continue();
    Builder.SetInsertPoint(Go);
  }
  Continue();

  Builder.SetInsertPoint(Failed);
  PHINode *End = Builder.CreatePHI(I64, 4);
  for (auto &[Event, Pred] : Ends)
    End->addIncoming(Event, Pred);
  Builder.CreateBr(Out);

  Builder.SetInsertPoint(Out);
  PHINode *Finished = Builder.CreatePHI(Builder.getInt1Ty(), 2);
  Finished->addIncoming(Builder.getTrue(), Commit);
  Finished->addIncoming(Builder.getFalse(), Failed);
  PHINode *HowEnded = Builder.CreatePHI(I64, 2);
  HowEnded->addIncoming(i64(DE_Complete), Commit);
  HowEnded->addIncoming(End, Failed);
  callFree(Buffer);
  if (ScratchBuffer)
    callFree(ScratchBuffer);
  Builder.CreateBr(Return);

  Builder.SetInsertPoint(Return);
  PHINode *Result = Builder.CreatePHI(Builder.getInt1Ty(), 3);
  Result->addIncoming(Finished, Out);
  Result->addIncoming(Builder.getFalse(), Allocate);
  Result->addIncoming(Builder.getFalse(), Entry);
  PHINode *Event = Builder.CreatePHI(I64, 3);
  Event->addIncoming(HowEnded, Out);
  Event->addIncoming(i64(DE_Memory), Allocate);
  Event->addIncoming(NotBegun, Entry);
  Counts.count(Builder, Event);
  restoreErrno();
  Builder.CreateRet(Result);
}

Function *DriverBuilder::build() {
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  Params.append({I64, I64, Ptr});
  Driver = createOutlinedFunction(E, Builder.getInt1Ty(), Params, "driver");
  // Its frame is not to be part of the nest's: see StackReserve.
  Driver->addFnAttr(Attribute::NoInline);
  for (unsigned I = 0; I < E.LiveIns.size(); ++I)
    LiveIns.push_back(Driver->getArg(I));
  N = Driver->getArg(E.LiveIns.size());
  Start = Driver->getArg(E.LiveIns.size() + 1);
  Frame = Driver->getArg(E.LiveIns.size() + 2);
  N->setName("n");
  Start->setName("start");
  Frame->setName("frame");
  cast<Argument>(Frame)->addAttr(Attribute::NoAlias);
  cast<Argument>(Frame)->addAttr(Attribute::NoCapture);
  BasicBlock *Entry = block("entry"), *Few = block("escop.few"),
             *Begin = block("escop.begin");
  Builder.SetInsertPoint(Entry);
  requestReplay(i64(0), i64(0));
  // A trip count of 2^64 arrives as 0.
  Value *Bad = Builder.CreateOr(
      Builder.CreateICmpULT(N, i64(E.Depth > 1 ? 2 : MinSingleLoop)),
      Builder.CreateICmpUGT(N, Builder.getInt(E.MaxTripCount)));
  Builder.CreateCondBr(Bad, Few, Begin);
  Builder.SetInsertPoint(Few);
  Counts.count(Builder, DE_FewIterations);
  Builder.CreateRet(Builder.getFalse());
  Builder.SetInsertPoint(Begin);
  for (Value *&V : LiveIns)
    V = hideObject(Builder, V);
  if (P.S == Scheme::Inspect)
    buildInspect();
  else
    buildSpeculate();
  return Driver;
}

Function *polly::escop::buildDriver(const ESCoP &E, const Plan &P,
                                    const DriverCounts &Counts) {
  return DriverBuilder(E, P, Counts).build();
}
