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
// The driver is a call of runtime::inspect (Runtime/Inspect.cpp), or of
// runtime::speculate (Runtime/Speculate.cpp), which are told of the nest by a
// constant descriptor, and call its functions by *thunks*, which take the
// live-ins from the driver's frame.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Driver.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

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

/// To inspect fewer innermost iterations, and to allocate memory for packed
/// operands, takes as long as the nest, if its iterations are not long. The
/// first test may have taken them for more.
static constexpr uint64_t MinPackedWork = 1 << 10;

/// Fewer iterations of a single loop are not worth a call of the driver, unless
/// the cost model knows it better.
static constexpr uint64_t MinSingleLoop = 256;

static uint64_t getLeastIterations(const ESCoP &E, const Plan &P) {
  // What is in the only one may be any amount of work.
  uint64_t Least = 1;
  if (E.Depth == 1) {
    Least = std::min(getLeastWork(E, P), MinSingleLoop);
    if (!Least)
      Least = MinSingleLoop;
  }
  return std::max<uint64_t>(Least, E.MayMissEnd ? 2 : 1);
}

static constexpr StringLiteral ThunkSuffix = ".thunk";

namespace {

/// Builds one driver function.
class DriverBuilder {
  const ESCoP &E;
  const Plan &P;
  LLVMContext &Ctx;
  Module &M;
  const DataLayout &DL;
  StructType *FrameTy, *ContextTy;
  IRBuilder<> Builder;
  const DriverCounts &Counts;
  Function *Driver = nullptr;
  Type *I64, *I8, *Ptr;

  Constant *i64(uint64_t V) { return Builder.getInt64(V); }
  Constant *descriptor(ArrayRef<Constant *> Fields, const Twine &Name);
  Constant *pointerOrNull(Constant *C) {
    return C ? C : ConstantPointerNull::get(cast<PointerType>(Ptr));
  }
  void pushShadowArguments(IRBuilder<> &B, Value *Arguments,
                           SmallVectorImpl<Value *> &Args);
  Function *buildThunk(Function &F);
  Constant *buildArrays();
  Constant *buildCopies();
  Constant *buildTables();
  Constant *buildTuning();
  Constant *getIsAlone();
  Constant *buildDescriptor();
  Value *getStackTop();

public:
  DriverBuilder(const ESCoP &E, const Plan &P, const DriverCounts &Counts)
      : E(E), P(P), Ctx(E.F->getContext()), M(*E.F->getParent()),
        DL(M.getDataLayout()), FrameTy(getFrameType(E)), Builder(Ctx),
        Counts(Counts), I64(Builder.getInt64Ty()), I8(Builder.getInt8Ty()),
        Ptr(Builder.getPtrTy()) {
    SmallVector<Type *, 16> Fields(getLiveInTypes(E));
    Fields.push_back(Ptr);
    ContextTy = StructType::get(Ctx, Fields);
  }

  Function *build();
};

} // namespace

/// May iterations that are executed ahead store behind an object?
static bool mayLeaveObjects(const Footprint &FP) {
  return any_of(FP.Arrays, [](const Array &A) { return A.mayLeaveObject(); });
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

/// A constant of @p Fields, each of which takes 64 bits.
Constant *DriverBuilder::descriptor(ArrayRef<Constant *> Fields,
                                    const Twine &Name) {
  SmallVector<Constant *, 64> Padded;
  for (Constant *Field : Fields) {
    Padded.push_back(Field);
    if (unsigned Bytes = 8 - DL.getTypeStoreSize(Field->getType()))
      Padded.push_back(ConstantAggregateZero::get(ArrayType::get(I8, Bytes)));
  }
  Constant *Value = ConstantStruct::getAnon(Ctx, Padded);
  auto *GV = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                GlobalValue::PrivateLinkage, Value, Name);
  GV->setAlignment(Align(8));
  return GV;
}

/// The arguments that the shadow has beyond those of other functions, and bases
/// of arrays that are moved. @p Arguments are the runtime::ChunkArguments.
void DriverBuilder::pushShadowArguments(IRBuilder<> &B, Value *Arguments,
                                        SmallVectorImpl<Value *> &Args) {
  auto Load = [&](Type *Ty, Value *From, unsigned Field) {
    return B.CreateLoad(Ty, B.CreateConstInBoundsGEP1_64(I64, From, Field));
  };
  auto BaseOf = [&](unsigned Idx) -> Value * {
    const Array &A = P.FP->Arrays[Idx];
    Value *Base = A.getBase(Args);
    if (!A.BaseArg)
      return Base;
    // Of a copy it does not point into the object that Base points into.
    Value *Moved = Load(I64, Load(Ptr, Arguments, 2), Idx);
    return B.CreateIntToPtr(B.CreateAdd(B.CreatePtrToInt(Base, I64), Moved),
                            Ptr);
  };
  SmallVector<std::pair<unsigned, Value *>, 4> Bases;
  if (P.FP)
    for (auto [Idx, A] : enumerate(P.FP->Arrays))
      if (A.BaseArg)
        Bases.push_back({*A.BaseArg, BaseOf(Idx)});
  for (unsigned Idx : P.Shifted) {
    Value *Stride =
        Load(I64, Load(Ptr, Arguments, 1), Idx * BF_NumFields + BF_Stride);
    Args.push_back(B.CreateGEP(I8, BaseOf(Idx),
                               B.CreateMul(Load(I64, Arguments, 0), Stride)));
  }
  // Parameters of arrays that could not be shifted are unused.
  while (Args.size() + (P.ScratchSize != 0) < P.Shadow->arg_size())
    Args.push_back(PoisonValue::get(Ptr));
  for (auto [ArgNo, Base] : Bases)
    Args[ArgNo] = Base;
  if (P.ScratchSize)
    Args.push_back(Load(Ptr, Arguments, 3));
}

/// Build a runtime::NestFunction that calls @p F, one of the functions that the
/// footprint consists of, the inspector, or the shadow.
Function *DriverBuilder::buildThunk(Function &F) {
  Function *Thunk =
      createOutlinedFunction(E, I8, {Ptr, I64, Ptr, Ptr}, "thunk");
  Thunk->setName(F.getName() + ThunkSuffix);
  Argument *Context = Thunk->getArg(0), *Out = Thunk->getArg(2);
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
  Args.push_back(Thunk->getArg(1));
  if (&F == P.Inspector) {
    B.CreateStore(B.CreateCall(&F, Args), Out);
    B.CreateRet(B.getInt8(0));
    return Thunk;
  }
  Args.push_back(Out);
  if (&F == P.Shadow)
    pushShadowArguments(B, Thunk->getArg(3), Args);
  Value *Result = B.CreateCall(&F, Args);
  if (&F == P.Shadow && !P.MovedFields.empty()) {
    // What points into a copy is to point into memory; of no use if nothing was
    // done.
    Value *Moved = B.CreateLoad(
        Ptr, B.CreateConstInBoundsGEP1_64(I64, Thunk->getArg(3), 2));
    for (auto [Field, Idx] : P.MovedFields) {
      Value *Place = B.CreateStructGEP(FrameTy, Out, Field);
      Value *Address = B.CreatePtrToInt(B.CreateLoad(Ptr, Place), I64);
      Value *By =
          B.CreateLoad(I64, B.CreateConstInBoundsGEP1_64(I64, Moved, Idx));
      B.CreateStore(B.CreateIntToPtr(B.CreateSub(Address, By), Ptr), Place);
    }
  }
  B.CreateRet(Result);
  return Thunk;
}

/// The runtime::ArrayDescriptors.
Constant *DriverBuilder::buildArrays() {
  SmallVector<Constant *, 64> Fields;
  for (auto [Idx, A] : enumerate(P.FP->Arrays)) {
    bool HasConditional = any_of(P.FP->Copies, [Idx = Idx](const WriteCopy &C) {
      return C.ArrayIdx == Idx && C.Commit;
    });
    Fields.append({i64(A.Read), i64(A.Written), i64(A.mayLeaveObject()),
                   i64(!A.ReadsOnlyWritten), i64(HasConditional)});
  }
  static_assert(sizeof(runtime::ArrayDescriptor) == 5 * sizeof(uint64_t));
  return descriptor(Fields, "escop.arrays");
}

/// The runtime::CopyDescriptors.
Constant *DriverBuilder::buildCopies() {
  SmallVector<Constant *, 64> Fields;
  for (const WriteCopy &C : P.FP->Copies)
    Fields.append({i64(C.ArrayIdx), buildThunk(*C.Copy),
                   pointerOrNull(C.Commit ? buildThunk(*C.Commit) : nullptr)});
  static_assert(sizeof(runtime::CopyDescriptor) == 3 * sizeof(uint64_t));
  return descriptor(Fields, "escop.copies");
}

/// The runtime::TableDescriptors.
Constant *DriverBuilder::buildTables() {
  const StructLayout *Context = DL.getStructLayout(ContextTy);
  auto OffsetOf = [&](const Value *V) {
    return i64(
        Context->getElementOffset(find(E.LiveIns, V) - E.LiveIns.begin()));
  };
  SmallVector<Constant *, 16> Fields;
  uint64_t NumPointers = 0;
  for (auto [T, Copy] : zip_equal(E.Rows.Tables, P.RowCopies)) {
    Fields.append({i64(NumPointers), i64(Copy.first), OffsetOf(T.First),
                   OffsetOf(T.Distance), i64(Copy.second)});
    NumPointers += T.Pointers.size();
  }
  static_assert(sizeof(runtime::TableDescriptor) == 5 * sizeof(uint64_t));
  return descriptor(Fields, "escop.row_tables");
}

Constant *DriverBuilder::buildTuning() {
  static_assert(sizeof(runtime::Tuning) == 10 * sizeof(uint64_t));
  return descriptor({i64(FirstChunk), i64(MaxChunk), i64(MaxChunkWork),
                     i64(BudgetDivisor), i64(MinBudget), i64(getMaxBudget()),
                     i64(getMaxBudgetPercent()), i64(getLeastWork(E, P)),
                     i64(getLeastSweeps(E, P)), i64(omitsCheckpoints())},
                    "escop.tuning");
}

static runtime::ScratchKind getScratchKind(const Plan &P) {
  if (P.O != Optimiser::Product)
    return runtime::ScratchKind::Arrays;
  return P.KeepsOperand ? runtime::ScratchKind::KeepsOperand
                        : runtime::ScratchKind::Products;
}

/// Of what Bounds has to vouch before the inspector is called. It relies on
/// hoisted values of all iterations; or on the nest not to write what it reads.
static runtime::VouchedFor getVouchedFor(const ESCoP &E, const Plan &P) {
  if (!E.Hoisted.empty() || !E.Rows.Tables.empty())
    return runtime::VouchedFor::All;
  return P.InspectorNeedsDisjointness ? runtime::VouchedFor::Inspected
                                      : runtime::VouchedFor::Nothing;
}

/// How the driver asks whether it may work in place, if it is to ask. In place,
/// no team executes what may leave its object; in copies it does.
Constant *DriverBuilder::getIsAlone() {
  if (P.S != Scheme::Speculate || P.Share != Sharing::Ask)
    return nullptr;
  StringRef Name = "escop.single_threaded";
  if (formsTeams(M))
    Name = P.CanBePrivate && mayLeaveObjects(*P.FP) ? "escop.alone.before_teams"
                                                    : "escop.alone";
  return getRuntimeFunction(M, Name);
}

/// The runtime::NestDescriptor.
Constant *DriverBuilder::buildDescriptor() {
  const bool Speculates = P.S == Scheme::Speculate,
             CopiesRows = !P.RowCopies.empty();
  const uint64_t ResumeOffset =
      E.Resumes ? DL.getStructLayout(FrameTy)->getElementOffset(
                      FrameTy->getNumElements() - 2)
                : 0;
  static_assert(sizeof(runtime::NestDescriptor) == 28 * sizeof(uint64_t));
  return descriptor(
      {pointerOrNull(P.FP ? buildThunk(*P.FP->Bounds) : nullptr),
       buildThunk(*P.Shadow),
       i64(P.FP ? P.FP->Arrays.size() : 0),
       pointerOrNull(Speculates ? buildArrays() : nullptr),
       i64(Speculates ? P.FP->Copies.size() : 0),
       pointerOrNull(Speculates ? buildCopies() : nullptr),
       i64(uint64_t(P.Share)),
       i64(P.CanBePrivate),
       pointerOrNull(getIsAlone()),
       i64(P.M == Mode::Naive),
       i64(E.Depth),
       i64(E.Rows.Tables.size()),
       pointerOrNull(CopiesRows ? buildTables() : nullptr),
       i64(CopiesRows ? getLeastCopiedWork(P) : 0),
       i64(getLeaveDivisor(E, P)),
       i64(mayConverge(E)),
       i64(DL.getTypeStoreSize(FrameTy)),
       i64(E.Resumes),
       i64(ResumeOffset),
       i64(P.ScratchSize),
       i64(uint64_t(getScratchKind(P))),
       pointerOrNull(Speculates || CopiesRows ? buildTuning() : nullptr),
       pointerOrNull(Speculates || CopiesRows ? getProcFS(M) : nullptr),
       pointerOrNull(Counts.get()),
       pointerOrNull(P.Inspector ? buildThunk(*P.Inspector) : nullptr),
       i64(uint64_t(getVouchedFor(E, P))),
       i64(P.FP && !P.FP->Resolved.empty()),
       i64(processesUnprofitable()
               ? 0
               : std::min(MinPackedWork, getLeastWork(E, P)))},
      "escop.nest");
}

/// The end of the stack that is the driver's. Above the frame address are the
/// return address and stack arguments.
Value *DriverBuilder::getStackTop() {
  Value *FrameAddress = Builder.CreatePtrToInt(
      Builder.CreateIntrinsic(Intrinsic::frameaddress, {Ptr},
                              {Builder.getInt32(0)}),
      I64);
  return Builder.CreateAdd(FrameAddress, i64(16 + 16 * Driver->arg_size()));
}

Function *DriverBuilder::build() {
  SmallVector<Type *, 16> Params = getLiveInTypes(E);
  Params.append({I64, I64, Ptr});
  const bool CopiesRows = !P.RowCopies.empty();
  if (CopiesRows)
    Params.push_back(Ptr);
  Driver = createOutlinedFunction(E, Builder.getInt1Ty(), Params, "driver");
  // Its frame is not to be part of the nest's: see StackReserve.
  Driver->addFnAttr(Attribute::NoInline);
  Argument *N = Driver->getArg(E.LiveIns.size()),
           *Start = Driver->getArg(E.LiveIns.size() + 1),
           *Frame = Driver->getArg(E.LiveIns.size() + 2);
  N->setName("n");
  Start->setName("start");
  Frame->setName("frame");
  Frame->addAttr(Attribute::NoAlias);
  Frame->addAttr(Attribute::NoCapture);
  BasicBlock *Few = BasicBlock::Create(Ctx, "escop.few", Driver),
             *Begin = BasicBlock::Create(Ctx, "escop.begin", Driver);
  BasicBlock *Entry = BasicBlock::Create(Ctx, "entry", Driver, Few);
  Builder.SetInsertPoint(Entry);
  if (E.Resumes)
    for (unsigned FromEnd : {2, 1})
      Builder.CreateStore(
          i64(0), Builder.CreateStructGEP(FrameTy, Frame,
                                          FrameTy->getNumElements() - FromEnd));
  // A trip count of 2^64 arrives as 0.
  Value *Bad = Builder.CreateOr(
      Builder.CreateICmpULT(N, i64(getLeastIterations(E, P))),
      Builder.CreateICmpUGT(N, Builder.getInt(E.MaxTripCount)));
  auto *Context = Builder.CreateAlloca(ContextTy, nullptr, "escop.context");
  Builder.CreateCondBr(Bad, Few, Begin);
  Builder.SetInsertPoint(Few);
  Counts.count(Builder, DE_FewIterations);
  Builder.CreateRet(Builder.getFalse());
  Builder.SetInsertPoint(Begin);
  for (unsigned Idx = 0; Idx < E.LiveIns.size(); ++Idx)
    Builder.CreateStore(hideObject(Builder, Driver->getArg(Idx)),
                        Builder.CreateStructGEP(ContextTy, Context, Idx));
  Builder.CreateStore(
      Frame, Builder.CreateStructGEP(ContextTy, Context, E.LiveIns.size()));
  Constant *Nest = buildDescriptor();
  Value *Rows = CopiesRows ? Driver->getArg(Params.size() - 1) : nullptr;
  if (CopiesRows) {
    BasicBlock *Declined = BasicBlock::Create(Ctx, "escop.norows", Driver),
               *Go = BasicBlock::Create(Ctx, "escop.rows", Driver);
    Rows->setName("rows");
    Builder.CreateCondBr(callRuntime(Builder, "escop.rows.copy",
                                     {Nest, Context, Frame, N, Start, Rows}),
                         Go, Declined);
    Builder.SetInsertPoint(Declined);
    Builder.CreateRet(Builder.getFalse());
    Builder.SetInsertPoint(Go);
  }
  auto Return = [&](Value *All) {
    if (CopiesRows)
      callRuntime(Builder, "escop.rows.store", {Nest, Rows});
    Builder.CreateRet(All);
    return Driver;
  };
  if (P.S == Scheme::Inspect) {
    StringRef Function = P.ScratchSize ? "escop.inspect.packing"
                         : E.SetsErrno ? "escop.inspect.saving_errno"
                                       : "escop.inspect";
    return Return(
        callRuntime(Builder, Function, {Nest, Context, Frame, N, Start}));
  }
  // Writes behind the throw may also hit what the dynamic linker reads when it
  // binds a call.
  if (mayLeaveObjects(*P.FP)) {
    bindCallsEarly(*P.Shadow);
    for (Function *Body : getLoopBodies(*P.Shadow))
      bindCallsEarly(*Body);
  }
  auto *Next = new AllocaInst(FrameTy, DL.getAllocaAddrSpace(), "escop.next",
                              Context->getIterator());
  return Return(
      callRuntime(Builder, "escop.speculate",
                  {Nest, Context, Frame, Next, N, Start, getStackTop()}));
}

/// Let the driver be what the runtime's function is for this nest: the
/// descriptor's fields are constants then, and the calls of thunks direct.
/// There are nests that take no longer than some calls.
static void specialiseDriver(Function &Driver, FunctionAnalysisManager &FAM) {
  for (bool IsThunk : {false, true}) {
    SmallVector<CallInst *, 8> Calls;
    for (Instruction &I : instructions(Driver))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() &&
            (IsThunk ? Callee->getName().ends_with(ThunkSuffix)
                     : Callee->getName().starts_with("escop.inspect")))
          Calls.push_back(Call);
    for (CallInst *Call : Calls) {
      InlineFunctionInfo Info;
      InlineFunction(*Call, Info);
    }
    FunctionPassManager FPM;
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
    runPasses(Driver, FPM, FAM);
  }
}

Function *polly::escop::buildDriver(const ESCoP &E, const Plan &P,
                                    const DriverCounts &Counts,
                                    FunctionAnalysisManager &FAM) {
  Function *Driver = DriverBuilder(E, P, Counts).build();
  if (P.S == Scheme::Inspect)
    specialiseDriver(*Driver, FAM);
  return Driver;
}
