//===- InlineAccessors.cpp - Inline the hot paths of callees --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checked accessor is small, but what it does in the case of an error often
// is not, and keeps the inliner away:
//
//   double &at(M &A, long i, long j) {
//     try {
//       check(A, i, j);                  throws, with a message
//     } catch (std::exception &E) {
//       std::ostringstream Message; …
//       throw Error(Message.str());
//     }
//     return A.Data[i * A.Columns + j];
//   }
//
// The *hot path* of a callee is a copy of it in which what follows an error is
// replaced by a call of the callee itself, with the same arguments:
//
//   double &at.hot(M &A, long i, long j) {
//     if (i >= A.Rows || j >= A.Columns)
//       at(A, i, j);                     cold; does not return
//     return A.Data[i * A.Columns + j];
//   }
//
// It is inlined in place of the callee. Nothing is executed twice but reads:
// an edge into the cold blocks is only redirected if no write to memory that
// outlives the call comes before it, so the callee begins in the state in which
// it was called, and comes to the same end. All that the cold blocks do (which
// exception is thrown, its message, destructors, the frames that a debugger
// shows) is done by the callee as it was written. Cold blocks behind a write
// remain part of the hot path, and so do those that are no larger than a call.
//
// Outlining the cold blocks (CodeExtractor) is the tempting alternative. It
// needs regions with one entry, and no landing pads that hot code leads to.
//
// Cold are blocks from which control does not come to a return, or only through
// an instruction that a copy of a nest cannot execute. The hot paths of callees
// that are called on the hot path are inlined first; of what they leave to
// their callees, the outermost call takes care.
//
//===----------------------------------------------------------------------===//

#include "MathCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace polly::escop;

/// Instructions inlined in a function, at most.
static constexpr unsigned MaxInlined = 2000;
/// A callee that does more than return a value or throw, and whose hot path has
/// more instructions, is not what a nest can be expected to contain.
static constexpr unsigned MaxInlinedSize = 100;
/// Bytes of the callee's local objects, of which the caller, which may be
/// recursive, has each in its frame then.
static constexpr uint64_t MaxInlinedFrame = 1024;
/// A callee with more instructions, or at the end of a longer chain of calls,
/// is not searched for a hot path.
static constexpr unsigned MaxSearched = 4000, MaxChain = 8;
/// Cold blocks with fewer instructions remain: a call is as large.
static constexpr unsigned MinColdSize = 24;

/// On a call: of the callee whose hot path the function is.
static constexpr StringLiteral RecallAttr = "escop.recall";

//===----------------------------------------------------------------------===//
// Hot blocks
//===----------------------------------------------------------------------===//

using BlockSet = SmallPtrSet<const BasicBlock *, 16>;

/// Is what @p I writes gone when its function returns?
static bool isWriteToLocal(const Instruction &I) {
  const Value *Ptr = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Ptr = Store->getPointerOperand();
  else if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
    Ptr = Mem->getRawDest();
  return Ptr && isa<AllocaInst>(getUnderlyingObject(Ptr));
}

static bool writesOtherThanLocals(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    return mayWriteData(I) && !isWriteToLocal(I);
  });
}

/// The blocks of @p F on a way from its entry to a return that avoids blocks
/// with instructions that are @p IsCold.
static BlockSet findHotBlocks(const Function &F,
                              function_ref<bool(const Instruction &)> IsCold) {
  BlockSet Cold;
  for (const BasicBlock &BB : F)
    if (any_of(BB, IsCold))
      Cold.insert(&BB);
  SmallSetVector<const BasicBlock *, 16> Returning, Hot;
  auto Add = [&](SmallSetVector<const BasicBlock *, 16> &To,
                 const BasicBlock *BB) {
    if (!Cold.contains(BB))
      To.insert(BB);
  };
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Add(Returning, &BB);
  for (unsigned Idx = 0; Idx < Returning.size(); ++Idx)
    for (const BasicBlock *Pred : predecessors(Returning[Idx]))
      Add(Returning, Pred);
  if (Returning.contains(&F.getEntryBlock()))
    Hot.insert(&F.getEntryBlock());
  for (unsigned Idx = 0; Idx < Hot.size(); ++Idx)
    for (const BasicBlock *Succ : successors(Hot[Idx]))
      if (Returning.contains(Succ))
        Hot.insert(Succ);
  return BlockSet(Hot.begin(), Hot.end());
}

/// The blocks of @p F from which control may come to a return, hot or cold.
static BlockSet findReturningBlocks(const Function &F) {
  BlockSet Result;
  SmallVector<const BasicBlock *, 16> Worklist;
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Worklist.push_back(&BB);
  while (!Worklist.empty())
    if (const BasicBlock *BB = Worklist.pop_back_val();
        Result.insert(BB).second)
      append_range(Worklist, predecessors(BB));
  return Result;
}

/// The blocks of @p Hot before whose end something may have been written.
static BlockSet findBlocksBehindWrites(const BlockSet &Hot) {
  SmallSetVector<const BasicBlock *, 16> Behind;
  for (const BasicBlock *BB : Hot)
    if (writesOtherThanLocals(*BB))
      Behind.insert(BB);
  for (unsigned Idx = 0; Idx < Behind.size(); ++Idx)
    for (const BasicBlock *Succ : successors(Behind[Idx]))
      if (Hot.contains(Succ))
        Behind.insert(Succ);
  return BlockSet(Behind.begin(), Behind.end());
}

/// May @p Call be no part of a nest's copies, so that its callee has to be
/// inlined, or its block to be cold?
static bool hasEffects(const CallBase &Call) {
  if (isWithoutEffect(Call) || Call.isLifetimeStartOrEnd() ||
      isa<MemIntrinsic>(Call))
    return false;
  return !Call.doesNotAccessMemory() || !Call.doesNotThrow() ||
         !Call.willReturn();
}

/// Is @p I, which is no call, one that a nest's copies cannot execute?
static bool isColdInstruction(const Instruction &I) {
  return I.isEHPad() || I.isVolatile() || I.isAtomic() || isa<ResumeInst>(I) ||
         isa<UnreachableInst>(I);
}

//===----------------------------------------------------------------------===//
// Callees that may be inlined
//===----------------------------------------------------------------------===//

/// Might @p I be another thing where its function was inlined?
static bool isBoundToCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && (Call->isInlineAsm() ||
                  Call->getIntrinsicID() == Intrinsic::threadlocal_address);
}

/// Can a function be inlined, and called instead, whatever it does?
static bool isInlinable(Function &F) {
  return !F.isDeclaration() && !F.isInterposable() && !F.isVarArg() &&
         !F.hasFnAttribute(Attribute::OptimizeNone) &&
         !F.hasFnAttribute(Attribute::Naked) && !F.isPresplitCoroutine() &&
         none_of(F.args(), [](const Argument &A) {
           return A.hasInAllocaAttr() || A.hasPreallocatedAttr() ||
                  A.hasSwiftErrorAttr();
         });
}

/// Can the hot path of what @p Call calls be inlined in its function, if there
/// is one?
static bool mayInline(const CallBase &Call, FunctionAnalysisManager &FAM) {
  Function *Callee = Call.getCalledFunction();
  auto *Caller = const_cast<Function *>(Call.getFunction());
  if (!Callee || Callee == Caller ||
      Callee->getFunctionType() != Call.getFunctionType() ||
      !isInlinable(*Callee) || isColdCall(Call) || !hasEffects(Call) ||
      Call.isMustTailCall() || Call.hasOperandBundles() || Call.isStrictFP())
    return false;
  return AttributeFuncs::areInlineCompatible(*Caller, *Callee) &&
         FAM.getResult<TargetLibraryAnalysis>(*Caller).areInlineCompatible(
             FAM.getResult<TargetLibraryAnalysis>(*Callee),
             /*AllowCallerSuperset=*/true) &&
         FAM.getResult<TargetIRAnalysis>(*Caller).areInlineCompatible(Caller,
                                                                      Callee);
}

/// Bytes of the local objects of @p F.
static uint64_t getFrameSize(const Function &F) {
  uint64_t Size = 0;
  for (const Instruction &I : instructions(F))
    if (auto *Local = dyn_cast<AllocaInst>(&I)) {
      auto Bytes = Local->getAllocationSize(F.getDataLayout());
      Size += Bytes ? Bytes->getKnownMinValue() : MaxInlinedFrame + 1;
    }
  return Size;
}

//===----------------------------------------------------------------------===//
// Local objects that only cold calls need
//===----------------------------------------------------------------------===//

/// The uses of @p Local by calls that do not return, with the offsets of the
/// addresses that are passed; none if an address is used in another way than to
/// load and to store.
static SmallVector<std::pair<Use *, APInt>, 2> findColdUses(AllocaInst &Local) {
  const DataLayout &DL = Local.getModule()->getDataLayout();
  SmallVector<std::pair<Use *, APInt>, 2> Result;
  SmallVector<std::pair<Instruction *, APInt>, 8> Worklist;
  Worklist.push_back(
      {&Local, APInt(DL.getIndexTypeSizeInBits(Local.getType()), 0)});
  while (!Worklist.empty()) {
    auto [Address, Offset] = Worklist.pop_back_val();
    for (Use &U : Address->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      if (auto *GEP = dyn_cast<GetElementPtrInst>(User)) {
        APInt Total = Offset;
        if (!GEP->accumulateConstantOffset(DL, Total))
          return {};
        Worklist.push_back({GEP, Total});
        continue;
      }
      auto *Call = dyn_cast<CallInst>(User);
      if (Call && Call->doesNotReturn() && Call->isArgOperand(&U) &&
          !Call->isByValArgument(Call->getArgOperandNo(&U))) {
        Result.push_back({&U, Offset});
        continue;
      }
      auto *Load = dyn_cast<LoadInst>(User);
      auto *Store = dyn_cast<StoreInst>(User);
      if (!(Load && Load->isSimple()) && !User->isLifetimeStartOrEnd() &&
          !(Store && Store->isSimple() &&
            U.getOperandNo() == StoreInst::getPointerOperandIndex()))
        return {};
    }
  }
  return Result;
}

/// Pass copies of local objects to calls that do not return, if nothing else
/// needs them in memory: `throw_out_of_range(&i)` keeps i from being a counter.
/// Nobody can tell, as nobody else has their addresses.
static void copyForColdCalls(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<AllocaInst *, 8> Locals;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Local = dyn_cast<AllocaInst>(&I);
        Local && Local->isStaticAlloca() && Local->getAllocationSize(DL) &&
        !Local->getAllocationSize(DL)->isScalable())
      Locals.push_back(Local);
  for (AllocaInst *Local : Locals) {
    const auto Uses = findColdUses(*Local);
    if (Uses.empty())
      continue;
    auto *Copy = cast<AllocaInst>(Local->clone());
    Copy->insertAfter(Local);
    for (auto &[U, Offset] : Uses) {
      IRBuilder<> Builder(cast<Instruction>(U->getUser()));
      Builder.CreateMemCpy(Copy, Copy->getAlign(), Local, Local->getAlign(),
                           Local->getAllocationSize(DL)->getFixedValue());
      U->set(Builder.CreatePtrAdd(Copy, Builder.getInt(Offset)));
    }
  }
}

//===----------------------------------------------------------------------===//
// Making a hot path
//===----------------------------------------------------------------------===//

namespace {

/// Makes the hot path of a callee, in a copy of it.
class HotPathBuilder {
  Function &Callee;
  HotPaths &Paths;
  FunctionAnalysisManager &FAM;
  Function *Hot;
  bool IsExact;

  bool isCold(const Instruction &I, bool MayInline) const;
  BlockSet findHotBlocks(bool MayInline) const;
  void inlineCallees();
  void redirectColdEdges();
  void simplify();

public:
  HotPathBuilder(Function &Callee, HotPaths &Paths,
                 FunctionAnalysisManager &FAM);
  /// Null if there is none.
  Function *build();
  bool isExact() const { return IsExact; }
};

} // namespace

/// What `__restrict` promises holds for each call on its own. Once inlined it
/// would be taken to hold for all iterations of the loops around (in LLVM 19,
/// by LICM).
static bool isRestrict(const Argument &Arg) {
  return Arg.hasNoAliasAttr() && !Arg.hasStructRetAttr();
}

HotPathBuilder::HotPathBuilder(Function &Callee, HotPaths &Paths,
                               FunctionAnalysisManager &FAM)
    : Callee(Callee), Paths(Paths), FAM(FAM),
      IsExact(Callee.hasExactDefinition()) {
  Hot = Function::Create(Callee.getFunctionType(), GlobalValue::InternalLinkage,
                         Callee.getAddressSpace(), "escop.hot",
                         Callee.getParent());
  Hot->setCallingConv(Callee.getCallingConv());
  ValueToValueMapTy VMap;
  for (auto [Old, New] : zip(Callee.args(), Hot->args())) {
    VMap[&Old] = &New;
    New.setName(Old.getName());
  }
  // Inlined instructions are the callee's.
  if (DISubprogram *SP = Callee.getSubprogram())
    VMap.MD()[SP].reset(SP);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Hot, &Callee, VMap,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  Hot->setVisibility(GlobalValue::DefaultVisibility);
  Hot->setDSOLocal(true);
  for (Argument &Arg : Hot->args())
    if (isRestrict(Arg))
      Arg.removeAttr(Attribute::NoAlias);
}

/// If @p MayInline, calls whose callees may be inlined are not cold.
bool HotPathBuilder::isCold(const Instruction &I, bool MayInline) const {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return isColdInstruction(I);
  if (isColdCall(*Call) || I.isVolatile())
    return true;
  if (MayInline && mayInline(*Call, FAM))
    return false;
  return isa<InvokeInst>(I) ||
         (hasEffects(*Call) &&
          !setsErrnoOnly(*Call, FAM.getResult<TargetLibraryAnalysis>(*Hot)));
}

BlockSet HotPathBuilder::findHotBlocks(bool MayInline) const {
  return ::findHotBlocks(
      *Hot, [&](const Instruction &I) { return isCold(I, MayInline); });
}

/// Inline @p Path, a hot path of what @p Call calls.
static bool inlineHotPath(CallBase &Call, Function &Path,
                          FunctionAnalysisManager &FAM) {
  auto GetAssumptionCache = [&](Function &Fn) -> AssumptionCache & {
    return FAM.getResult<AssumptionAnalysis>(Fn);
  };
  Function &Caller = *Call.getFunction(), *Callee = Call.getCalledFunction();
  const DebugLoc Loc = Call.getDebugLoc();
  InlineFunctionInfo IFI(GetAssumptionCache);
  Call.setCalledFunction(&Path);
  for (const Argument &Arg : Callee->args())
    if (isRestrict(Arg))
      Call.removeParamAttr(Arg.getArgNo(), Attribute::NoAlias);
  if (!InlineFunction(Call, IFI, /*MergeAttributes=*/true).isSuccess()) {
    Call.setCalledFunction(Callee);
    return false;
  }
  // The callee is called from where it was.
  for (Instruction &I : instructions(Caller))
    if (auto *Recall = dyn_cast<CallBase>(&I);
        Recall && Recall->hasFnAttr(RecallAttr)) {
      Recall->removeFnAttr(RecallAttr);
      Recall->setDebugLoc(Loc);
    }
  return true;
}

/// Inline the hot paths of what the hot blocks call.
void HotPathBuilder::inlineCallees() {
  SmallVector<CallBase *, 8> Calls;
  const BlockSet Blocks = findHotBlocks(/*MayInline=*/true);
  for (BasicBlock &BB : *Hot)
    if (Blocks.contains(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallBase>(&I); Call && mayInline(*Call, FAM))
          Calls.push_back(Call);
  for (CallBase *Call : Calls)
    if (const HotPath Path = Paths.get(*Call);
        Path.Fn && inlineHotPath(*Call, *Path.Fn, FAM))
      IsExact &= Path.IsExact;
  FAM.invalidate(*Hot, PreservedAnalyses::none());
}

/// Does @p I decide something by a floating-point number?
static bool decidesByFloatingPoint(const Instruction &I) {
  return !I.getType()->isFPOrFPVectorTy() && !isa<StoreInst, ReturnInst>(I) &&
         any_of(I.operands(), [](const Value *Op) {
           return Op->getType()->isFPOrFPVectorTy();
         });
}

/// May what @p I computes be rounded in another way where it is inlined, for a
/// target with other instructions, or beside others? Flags of a comparison say
/// nothing about rounding.
static bool mayBeRoundedOtherwise(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (Call && Call->getIntrinsicID() == Intrinsic::fmuladd)
    return true;
  if (!isa<FPMathOperator>(I) || isa<FCmpInst>(I))
    return false;
  FastMathFlags Flags = I.getFastMathFlags();
  Flags.setNoNaNs(false);
  Flags.setNoInfs(false);
  return Flags.any();
}

/// Let cold blocks be executed by the callee, called anew, if nothing was
/// written before.
void HotPathBuilder::redirectColdEdges() {
  const BlockSet Blocks = findHotBlocks(/*MayInline=*/false);
  if (Blocks.empty())
    return;
  unsigned ColdSize = 0;
  for (const BasicBlock &BB : *Hot)
    if (!Blocks.contains(&BB))
      ColdSize += BB.sizeWithoutDebug();
  if (ColdSize < MinColdSize)
    return;
  auto Contains = [&](auto Is) {
    return any_of(Blocks,
                  [Is](const BasicBlock *BB) { return any_of(*BB, Is); });
  };
  const bool Determinate = !Contains([](const Instruction &I) {
    return isa<FreezeInst>(I);
  }) && (!Contains(decidesByFloatingPoint) ||
         (IsExact && !Contains(mayBeRoundedOtherwise)));
  const BlockSet Returning = findReturningBlocks(*Hot);
  const BlockSet BehindWrites = findBlocksBehindWrites(Blocks);
  BasicBlock *Recalls[2] = {};
  auto GetRecall = [&](bool Returns) {
    BasicBlock *&BB = Recalls[Returns];
    if (BB)
      return BB;
    BB = BasicBlock::Create(Hot->getContext(), "escop.recall", Hot);
    IRBuilder<> Builder(BB);
    SmallVector<Value *, 8> Args;
    for (Argument &A : Hot->args())
      Args.push_back(&A);
    CallInst *Call = Builder.CreateCall(&Callee, Args);
    Call->setCallingConv(Callee.getCallingConv());
    Call->setAttributes(
        Callee.getAttributes().removeFnAttributes(Hot->getContext()));
    Call->addFnAttr(Attribute::Cold);
    Call->addFnAttr(Attribute::get(Hot->getContext(), RecallAttr));
    if (DISubprogram *SP = Hot->getSubprogram())
      Call->setDebugLoc(DILocation::get(Hot->getContext(), 0, 0, SP));
    if (!Returns) {
      Call->setDoesNotReturn();
      Builder.CreateUnreachable();
    } else if (Call->getType()->isVoidTy()) {
      Builder.CreateRetVoid();
    } else {
      Builder.CreateRet(Call);
    }
    return BB;
  };
  for (BasicBlock &BB : *Hot) {
    if (!Blocks.contains(&BB) || BehindWrites.contains(&BB))
      continue;
    Instruction *Term = BB.getTerminator();
    for (unsigned Idx = 0; Idx < Term->getNumSuccessors(); ++Idx) {
      BasicBlock *Succ = Term->getSuccessor(Idx);
      if (Blocks.contains(Succ))
        continue;
      Succ->removePredecessor(&BB, /*KeepOneInputPHIs=*/true);
      Term->setSuccessor(Idx,
                         GetRecall(!Determinate || Returning.contains(Succ)));
    }
  }
  removeUnreachableBlocks(*Hot);
  FAM.invalidate(*Hot, PreservedAnalyses::none());
}

/// Loops over a few indices become straight code, the array of them values.
void HotPathBuilder::simplify() {
  FunctionPassManager FPM;
  auto AddScalarPasses = [&] {
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
  };
  AddScalarPasses();
  if (!FAM.getResult<LoopAnalysis>(*Hot).empty()) {
    FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    FPM.addPass(
        createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/3)));
    AddScalarPasses();
  }
  FAM.invalidate(*Hot, FPM.run(*Hot, FAM));
}

Function *HotPathBuilder::build() {
  inlineCallees();
  redirectColdEdges();
  copyForColdCalls(*Hot);
  simplify();
  if (none_of(*Hot, [](const BasicBlock &BB) { return BB.isEHPad(); }))
    Hot->setPersonalityFn(nullptr);
  if (findHotBlocks(/*MayInline=*/false).empty() ||
      !isInlineViable(*Hot).isSuccess() ||
      any_of(instructions(*Hot), isOfFrame) ||
      getFrameSize(*Hot) > MaxInlinedFrame) {
    eraseFunction(Hot, FAM);
    return nullptr;
  }
  return Hot;
}

//===----------------------------------------------------------------------===//
// The hot paths of a module's functions
//===----------------------------------------------------------------------===//

HotPaths::~HotPaths() {
  for (auto &[Callee, Path] : Made)
    eraseFunction(Path.Fn, FAM);
}

HotPath HotPaths::make(Function &Callee) {
  HotPath Path;
  if (Chain == MaxChain || Callee.getInstructionCount() > MaxSearched ||
      !isInlineViable(Callee).isSuccess())
    return Path;
  ++Chain;
  HotPathBuilder Builder(Callee, *this, FAM);
  Path.Fn = Builder.build();
  Path.IsExact = Builder.isExact();
  --Chain;
  if (!Path.Fn)
    return Path;
  const BlockSet Blocks = findHotBlocks(*Path.Fn, [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call ? isColdCall(*Call) : isColdInstruction(I);
  });
  Path.Size = Path.Fn->getInstructionCount();
  Path.HasExits = Blocks.size() < Path.Fn->size();
  const BlockSet Returning = findReturningBlocks(*Path.Fn);
  Path.Resumes = any_of(*Path.Fn, [&](const BasicBlock &BB) {
    return Returning.contains(&BB) && !Blocks.contains(&BB);
  });
  Path.HasLoops = !FAM.getResult<LoopAnalysis>(*Path.Fn).empty();
  Path.Writes = any_of(
      Blocks, [](const BasicBlock *BB) { return writesOtherThanLocals(*BB); });
  return Path;
}

HotPath HotPaths::get(const CallBase &Call) {
  Function &Callee = *Call.getCalledFunction();
  // One that calls itself has none where it does.
  if (Made.insert({&Callee, HotPath()}).second) {
    const HotPath New = make(Callee);
    Made[&Callee] = New;
  }
  const HotPath Path = Made.lookup(&Callee);
  // Of a check it does not matter; but not to be inlined may be what keeps
  // another thread's objects or a second label away.
  const bool KeepsOut =
      (Call.isNoInline() || Callee.hasFnAttribute(Attribute::NoInline)) &&
      (Path.Writes || any_of(instructions(Callee), isBoundToCall));
  // A callee whose loops write has nests of its own.
  const bool HasNests =
      Path.Writes && (Path.Size > MaxInlinedSize || Path.HasLoops);
  return KeepsOut || HasNests || Path.Size > MaxInlined ? HotPath() : Path;
}

bool polly::escop::hasInlinableExit(Function &F, FunctionAnalysisManager &FAM,
                                    HotPaths &Paths) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && mayInline(*Call, FAM) && Paths.get(*Call).HasExits)
          return true;
  return false;
}

bool polly::escop::inlineAccessors(Function &F, FunctionAnalysisManager &FAM,
                                   HotPaths &Paths, bool OnlyChecks) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<CallBase *, 8> Calls;
  for (BasicBlock &BB : F)
    if (LI.getLoopFor(&BB))
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallBase>(&I); Call && mayInline(*Call, FAM))
          Calls.push_back(Call);
  unsigned Budget = MaxInlined;
  for (CallBase *Call : Calls)
    if (const HotPath Path = Paths.get(*Call);
        Path.Fn && Path.Size <= Budget &&
        (!OnlyChecks || (Path.HasExits && !Path.Resumes)) &&
        inlineHotPath(*Call, *Path.Fn, FAM))
      Budget -= Path.Size;
  if (Budget == MaxInlined)
    return false;
  copyForColdCalls(F);
  FAM.invalidate(F, PreservedAnalyses::none());
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  // What the pipeline does to code that is inlined in time.
  if (OnlyChecks) {
    FPM.addPass(GVNPass());
    FPM.addPass(createFunctionToLoopPassAdaptor(
        LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  }
  runPasses(F, FPM, FAM);
  return true;
}
