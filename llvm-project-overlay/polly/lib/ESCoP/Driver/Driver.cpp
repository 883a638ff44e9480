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
// A speculating driver is a call of runtime::speculate (Runtime/Speculate.cpp),
// which is told of the nest by a constant descriptor, and calls its functions by
// *thunks*, which take the live-ins from the driver's frame.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Driver.h"
#include "RuntimeLibrary.h"
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

static cl::opt<uint64_t>
    MaxBudget("polly-escop-max-budget", cl::Hidden, cl::init(-1),
              cl::desc("Bytes that the checkpoint may take, whatever one "
                       "iteration writes"));
static cl::opt<uint64_t> MaxBudgetPercent(
    "polly-escop-max-budget-percent", cl::Hidden, cl::init(-1),
    cl::desc("The same, in percent of the arrays that the nest accesses"));

// The nest is slow, so one of few iterations would cost more than it may save;
// packing operands takes as long as an iteration in any case.
static cl::opt<uint64_t> LeaveWork(
    "polly-escop-leave-work", cl::Hidden, cl::init(1 << 14),
    cl::desc(
        "Leave the first outermost iteration to the nest if it has so many "
        "iterations of the innermost loops"));
static cl::opt<uint64_t> LeaveIterations(
    "polly-escop-leave-iterations", cl::Hidden, cl::init(64),
    cl::desc("... and if there are so many, or if operands are packed"));

/// Fewer innermost iterations are not worth a checkpoint: allocating, probing and
/// computing bounds take some microseconds. A nest of two loops passes over its
/// data about once, and gains less.
static uint64_t getMinSpeculatedWork(const ESCoP &E) {
  return E.Depth > 2 ? 1 << 14 : 1 << 18;
}

/// Fewer iterations of a single loop are not worth a call of the driver.
static constexpr uint64_t MinSingleLoop = 256;

namespace {

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
  AllocaInst *createBounds() {
    return createLocal(ArrayType::get(I64, P.FP->getNumFields()),
                       "escop.bounds");
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
          Apart, Builder.CreateOr(
                     Builder.CreateICmpULE(boundsField(Bounds, Idx, BF_End),
                                           Begin),
                     Builder.CreateICmpUGE(boundsField(Bounds, Idx, BF_Begin),
                                           End)));
    return Apart;
  }
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
  Value *callShadow(Value *Count, Value *Bounds);
  AllocaInst *createLocal(Type *Ty, const Twine &Name) {
    return new AllocaInst(Ty, DL.getAllocaAddrSpace(), Name,
                          Driver->getEntryBlock().begin());
  }

  void buildInspect();
  void buildSpeculate();
  Constant *descriptor(ArrayRef<Constant *> Fields, const Twine &Name);
  Constant *pointerOrNull(Constant *C) {
    return C ? C : ConstantPointerNull::get(cast<PointerType>(Ptr));
  }
  Function *buildThunk(Function &F, StructType *ContextTy);
  Constant *buildDescriptor(StructType *ContextTy);

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

/// Call the shadow of an inspected nest for @p Count iterations, of which
/// @p Bounds was found (for shifted bases).
Value *DriverBuilder::callShadow(Value *Count, Value *Bounds) {
  SmallVector<Value *, 16> Args = arguments(Count, Frame);
  for (unsigned Idx : P.Shifted)
    Args.push_back(Builder.CreateGEP(
        I8, P.FP->Arrays[Idx].getBase(Args),
        Builder.CreateMul(Start, boundsField(Bounds, Idx, BF_Stride))));
  // Parameters of arrays that could not be shifted are unused.
  while (Args.size() + (Scratch != nullptr) < P.Shadow->arg_size())
    Args.push_back(PoisonValue::get(Ptr));
  if (Scratch)
    Args.push_back(Scratch);
  return Builder.CreateCall(P.Shadow, Args, "escop.status");
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
  Value *Status = callShadow(First, Bounds);
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

Constant *DriverBuilder::descriptor(ArrayRef<Constant *> Fields,
                                    const Twine &Name) {
  Constant *Value = ConstantStruct::getAnon(Ctx, Fields);
  auto *GV = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                GlobalValue::PrivateLinkage, Value, Name);
  GV->setAlignment(Align(8));
  return GV;
}

/// Build a runtime::NestFunction that calls @p F, one of the functions that the
/// footprint consists of, or the shadow.
Function *DriverBuilder::buildThunk(Function &F, StructType *ContextTy) {
  Function *Thunk =
      createOutlinedFunction(E, I8, {Ptr, I64, Ptr, Ptr}, "thunk");
  Thunk->setName(F.getName() + ".thunk");
  Argument *Context = Thunk->getArg(0), *Arguments = Thunk->getArg(3);
  IRBuilder<> B(BasicBlock::Create(Ctx, "entry", Thunk));
  auto Load = [&](StructType *Ty, Value *From, unsigned Field) {
    return B.CreateLoad(Ty->getElementType(Field),
                        B.CreateStructGEP(Ty, From, Field));
  };
  SmallVector<Value *, 16> Args;
  for (unsigned Idx = 0; Idx < E.LiveIns.size(); ++Idx)
    Args.push_back(Load(ContextTy, Context, Idx));
  Value *StateFrame = Load(ContextTy, Context, E.LiveIns.size());
  for (unsigned Idx = 0; Idx < E.State.size(); ++Idx)
    Args.push_back(Load(FrameTy, StateFrame, Idx));
  Args.append({Thunk->getArg(1), Thunk->getArg(2)});
  // runtime::ChunkArguments
  StructType *ArgumentsTy = StructType::get(I64, Ptr, Ptr, Ptr);
  auto Moved = [&](unsigned Idx) {
    return B.CreateLoad(
        I64, B.CreateConstInBoundsGEP1_64(
                 I64, Load(ArgumentsTy, Arguments, 2), Idx));
  };
  if (&F == P.Shadow) {
    auto BaseOf = [&](unsigned Idx) -> Value * {
      const Array &A = P.FP->Arrays[Idx];
      Value *Base = A.getBase(Args);
      if (!A.BaseArg)
        return Base;
      // Of a copy it does not point into the object that Base points into.
      return B.CreateIntToPtr(
          B.CreateAdd(B.CreatePtrToInt(Base, I64), Moved(Idx)), Ptr);
    };
    SmallVector<std::pair<unsigned, Value *>, 4> Bases;
    for (auto [Idx, A] : enumerate(P.FP->Arrays))
      if (A.BaseArg)
        Bases.push_back({*A.BaseArg, BaseOf(Idx)});
    for (unsigned Idx : P.Shifted) {
      Value *Stride = B.CreateConstInBoundsGEP1_64(
          I64, Load(ArgumentsTy, Arguments, 1),
          Idx * BF_NumFields + BF_Stride);
      Args.push_back(B.CreateGEP(
          I8, BaseOf(Idx),
          B.CreateMul(Load(ArgumentsTy, Arguments, 0),
                      B.CreateLoad(I64, Stride))));
    }
    // Parameters of arrays that could not be shifted are unused.
    while (Args.size() + (P.ScratchSize != 0) < P.Shadow->arg_size())
      Args.push_back(PoisonValue::get(Ptr));
    for (auto [ArgNo, Base] : Bases)
      Args[ArgNo] = Base;
    if (P.ScratchSize)
      Args.push_back(Load(ArgumentsTy, Arguments, 3));
  }
  Value *Result = B.CreateCall(&F, Args);
  if (&F == P.Shadow) {
    // What points into a copy is to point into memory; of no use if nothing was
    // done.
    for (auto [Field, Idx] : P.MovedFields) {
      Value *Place = B.CreateStructGEP(FrameTy, Thunk->getArg(2), Field);
      Value *Address = B.CreatePtrToInt(B.CreateLoad(Ptr, Place), I64);
      B.CreateStore(B.CreateIntToPtr(B.CreateSub(Address, Moved(Idx)), Ptr),
                    Place);
    }
  }
  B.CreateRet(Result);
  return Thunk;
}

/// The runtime::NestDescriptor.
Constant *DriverBuilder::buildDescriptor(StructType *ContextTy) {
  auto Int = [&](uint64_t V) -> Constant * { return Builder.getInt64(V); };
  SmallVector<Constant *, 64> Arrays, Copies;
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    bool HasConditional =
        any_of(P.FP->Copies, [Idx = Idx](const WriteCopy &C) {
          return C.ArrayIdx == Idx && C.Commit;
        });
    Arrays.append({Int(A.Read), Int(A.Written), Int(A.mayLeaveObject()),
                   Int(!A.ReadsOnlyWritten), Int(HasConditional)});
  }
  static_assert(sizeof(runtime::ArrayDescriptor) == 5 * sizeof(uint64_t));
  for (const WriteCopy &C : P.FP->Copies)
    Copies.append(
        {Int(C.ArrayIdx), buildThunk(*C.Copy, ContextTy),
         pointerOrNull(C.Commit ? buildThunk(*C.Commit, ContextTy) : nullptr)});
  static_assert(sizeof(runtime::CopyDescriptor) == 3 * sizeof(uint64_t));
  Constant *Numbers = descriptor(
      {Int(FirstChunk), Int(MaxChunk), Int(MaxChunkWork), Int(BudgetDivisor),
       Int(MinBudget), Int(MaxBudget), Int(MaxBudgetPercent), Int(LeaveWork),
       Int(LeaveIterations),
       Int(processesUnprofitable() ? 0 : getMinSpeculatedWork(E)),
       Int(omitsCheckpoints())},
      "escop.tuning");
  static_assert(sizeof(runtime::Tuning) == 11 * sizeof(uint64_t));
  const uint64_t ResumeOffset =
      E.Resumes ? DL.getStructLayout(FrameTy)->getElementOffset(
                      FrameTy->getNumElements() - 2)
                : 0;
  static_assert(sizeof(runtime::NestDescriptor) == 20 * sizeof(uint64_t));
  return descriptor(
      {buildThunk(*P.FP->Bounds, ContextTy), buildThunk(*P.Shadow, ContextTy),
       Int(P.FP->Arrays.size()), descriptor(Arrays, "escop.arrays"),
       Int(P.FP->Copies.size()), descriptor(Copies, "escop.copies"),
       Int(uint64_t(P.Share)), Int(P.CanBePrivate), Int(P.M == Mode::Naive),
       Int(E.Depth), Int(!E.Rows.Tables.empty()),
       Int(mayLeaveFirstToNest(E, P)), Int(mayConverge(E)),
       Int(DL.getTypeStoreSize(FrameTy)), Int(E.Resumes), Int(ResumeOffset),
       Int(P.ScratchSize), Numbers, getProcFS(M), pointerOrNull(Counts.get())},
      "escop.nest");
}

void DriverBuilder::buildSpeculate() {
  SmallVector<Type *, 16> Fields(getLiveInTypes(E));
  Fields.push_back(Ptr);
  StructType *ContextTy = StructType::get(Ctx, Fields);
  AllocaInst *Context = createLocal(ContextTy, "escop.context");
  AllocaInst *Next = createLocal(FrameTy, "escop.next");
  for (auto [Idx, V] : enumerate(LiveIns))
    Builder.CreateStore(V, Builder.CreateStructGEP(ContextTy, Context, Idx));
  Builder.CreateStore(
      Frame, Builder.CreateStructGEP(ContextTy, Context, LiveIns.size()));
  // Writes behind the throw may also hit what the dynamic linker reads when it
  // binds a call.
  if (any_of(P.FP->Arrays, [](const Array &A) { return A.mayLeaveObject(); }))
    bindCallsEarly(*P.Shadow);
  // Above the frame address are the return address and stack arguments.
  Value *FrameAddress = Builder.CreatePtrToInt(
      Builder.CreateIntrinsic(Intrinsic::frameaddress, {Ptr},
                              {Builder.getInt32(0)}),
      I64);
  Value *StackTop =
      Builder.CreateAdd(FrameAddress, i64(16 + 16 * Driver->arg_size()));
  Builder.CreateRet(callRuntime(
      Builder, "escop.speculate",
      {buildDescriptor(ContextTy), Context, Frame, Next, N, Start, StackTop}));
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
