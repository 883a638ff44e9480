//===- Splice.cpp - Call the driver in front of the nest ------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nest's function becomes
//
//   frame = {start values of the outermost header's PHIs};
//   if (driver(live-ins, trip count, &frame))
//     goto normal exit;        // Live-outs from the frame.
//   nest;                      // Entered with the PHIs' values in the frame.
//
// so the nest itself is the fallback (the driver did nothing) as well as the
// replay (the driver executed some iterations). Whatever happens at the throw
// is done by the nest's own code: exception object, unwinding, landing pads.
//
// A nest that resumes after a guard fired (Detection.cpp) calls the driver
// again when it has executed as many iterations as the driver asked it to: the
// firing one, or the chunk that was rolled back.
//
// Hoisted loads, and the tables of rows (Rows.cpp), are read in front of each
// call of the driver, behind those guards that the nest evaluates before.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Driver.h"
#include "RowChecks.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace polly::escop;

/// After so many replays that the driver came less than ReplayDistance
/// iterations far before, the nest is executed to its end.
static constexpr uint64_t ReplayCredit = 8, ReplayDistance = 16;

BasicBlock *polly::escop::spliceDriver(const ESCoP &E, Function &Driver,
                                       const DriverCounts &Counts,
                                       FunctionAnalysisManager &FAM) {
  Function &F = *E.F;
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  Loop *L = E.L;
  formDedicatedExitBlocks(L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(*L, DT, &LI, &SE);
  // The live-out that was detected as @p V's source: LCSSA passes it on through
  // PHIs behind the inner loops.
  auto FindLiveOut = [&](Value *V) -> std::optional<unsigned> {
    while (auto *I = dyn_cast<Instruction>(V)) {
      auto *It = find(E.LiveOuts, I);
      if (It != E.LiveOuts.end())
        return It - E.LiveOuts.begin();
      auto *PHI = dyn_cast<PHINode>(I);
      if (!L->contains(I) || !PHI || PHI->getNumIncomingValues() != 1)
        break;
      V = PHI->getIncomingValue(0);
    }
    assert((!isa<Instruction>(V) || !L->contains(cast<Instruction>(V))) &&
           "A live-out of the nest was not detected");
    return std::nullopt;
  };

  BasicBlock *Preheader = L->getLoopPreheader();
  BasicBlock *Header = L->getHeader();
  BasicBlock *ExitBB = E.getNormalExitBlock();
  LLVMContext &Ctx = F.getContext();
  StructType *FrameTy = getFrameType(E);
  Instruction *At = Preheader->getTerminator();
  IRBuilder<> Builder(At);
  Builder.SetCurrentDebugLocation(L->getStartLoc());

  SCEVExpander Expander(SE, F.getDataLayout(), "escop");
  Value *Count = Expander.expandCodeFor(E.BackedgeTakenCount,
                                        E.BackedgeTakenCount->getType(), At);
  auto Frozen = [&](Value *V) -> Value * {
    return isGuaranteedNotToBeUndefOrPoison(V) ? V : Builder.CreateFreeze(V);
  };
  Count = Builder.CreateAdd(
      Builder.CreateZExtOrTrunc(Frozen(Count), Builder.getInt64Ty()),
      Builder.getInt64(1), "escop.trips");
  auto *Frame = new AllocaInst(FrameTy, F.getDataLayout().getAllocaAddrSpace(),
                               "escop.frame", F.getEntryBlock().begin());
  auto Field = [&](unsigned Idx) {
    return Builder.CreateStructGEP(FrameTy, Frame, Idx);
  };

  // drive:  frame = state; if (driver(…)) goto done; else goto resume
  // resume: state = frame; goto header
  // relay:  on the back edge: if (iterations == end of replay) goto drive
  auto *Drive = BasicBlock::Create(Ctx, "escop.drive", &F, Header);
  auto *DoneBB = BasicBlock::Create(Ctx, "escop.done", &F, Header);
  auto *Resume = BasicBlock::Create(Ctx, "escop.resume", &F, Header);
  Type *I64 = Builder.getInt64Ty();
  Builder.SetInsertPoint(Drive);
  auto Begin = [&](ArrayRef<PHINode *> PHIs) {
    SmallVector<PHINode *, 8> Values;
    for (PHINode *PHI : PHIs) {
      PHINode *New = Builder.CreatePHI(PHI->getType(), 2, "escop.state");
      New->addIncoming(E.getStart(PHI), Preheader);
      Values.push_back(New);
    }
    return Values;
  };
  SmallVector<PHINode *, 8> States = Begin(E.State), Steady = Begin(E.Steady);
  PHINode *Start = Builder.CreatePHI(I64, 2, "escop.start");
  PHINode *Credit = Builder.CreatePHI(I64, 2, "escop.credit");
  Start->addIncoming(Builder.getInt64(0), Preheader);
  Credit->addIncoming(Builder.getInt64(ReplayCredit), Preheader);
  for (auto [Idx, V] : enumerate(States))
    Builder.CreateStore(Frozen(V), Field(Idx));
  if (E.Resumes)
    for (unsigned Back : {1, 2})
      Builder.CreateStore(Builder.getInt64(0),
                          Field(FrameTy->getNumElements() - Back));
  ValueToValueMapTy Hoisted;
  // The value of an operand when the nest is entered: see isKnownAtEntry.
  std::function<Value *(Value *)> AtEntry = [&](Value *V) -> Value * {
    auto *Known = find(E.Steady, V);
    if (Known != E.Steady.end())
      return Steady[Known - E.Steady.begin()];
    V = E.getRepresentative(V);
    if (Value *New = Hoisted.lookup(V))
      return New;
    auto *I = dyn_cast<Instruction>(V);
    auto Original = E.Rows.Originals.find(I);
    if (Original != E.Rows.Originals.end())
      return AtEntry(Original->second);
    if (!I || !L->contains(I))
      return V;
    if (auto *PHI = dyn_cast<PHINode>(I)) {
      auto *State = find(E.State, PHI);
      if (State != E.State.end())
        return States[State - E.State.begin()];
      return AtEntry(PHI->getIncomingValueForBlock(
          LI.getLoopFor(PHI->getParent())->getLoopPreheader()));
    }
    SmallVector<Value *, 4> Ops;
    for (Value *Op : I->operands())
      Ops.push_back(AtEntry(Op));
    Instruction *New = Builder.Insert(I->clone());
    New->dropPoisonGeneratingAnnotations();
    New->dropUBImplyingAttrsAndMetadata();
    for (auto [Idx, Op] : enumerate(Ops))
      New->setOperand(Idx, Op);
    return New;
  };
  ArrayRef<std::pair<Guard, unsigned>> Guards = E.HoistedGuards;
  bool RowsChecked = E.Rows.Tables.empty();
  auto CheckRows = [&] {
    emitRowChecks(E, Builder, Start, Builder.CreateSub(Count, Start), Resume,
                  AtEntry, Counts, Hoisted);
    RowsChecked = true;
  };
  auto RequireEqual = [&](Value *A, Value *B, const Twine &Name) {
    auto *Go = BasicBlock::Create(Ctx, Name, &F, Header);
    Builder.CreateCondBr(Frozen(Builder.CreateICmpEQ(A, B)), Go, Resume);
    Builder.SetInsertPoint(Go);
  };
  for (auto [Idx, I] : enumerate(E.Hoisted)) {
    if (!RowsChecked && Idx == E.Rows.NumHoisted)
      CheckRows();
    // The nest would not come to this load.
    for (; !Guards.empty() && Guards.front().second <= Idx;
         Guards = Guards.drop_front()) {
      const Guard &G = Guards.front().first;
      Value *Condition = AtEntry(G.Branch->getCondition());
      auto *Go = BasicBlock::Create(Ctx, "escop.go", &F, Header);
      BranchInst *Br = Builder.CreateCondBr(Frozen(Condition), Resume, Go);
      if (G.ExitSucc == 1)
        Br->swapSuccessors();
      Builder.SetInsertPoint(Go);
    }
    Instruction *New = Builder.Insert(I->clone(), I->getName());
    // The nest may write there, in which case the driver declines.
    New->dropUBImplyingAttrsAndMetadata();
    New->dropPoisonGeneratingAnnotations();
    for (Use &Op : New->operands())
      Op.set(E.getRepresentative(Op));
    RemapInstruction(New, Hoisted,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    Hoisted[I] = New;
    Value *Earlier = E.getRepresentative(I);
    if (Earlier == I)
      continue;
    RequireEqual(New, Earlier, "escop.same");
  }
  if (!RowsChecked)
    CheckRows();
  for (auto [PHI, First] : zip(E.Steady, Steady)) {
    Value *Next = AtEntry(E.getRepresentative(PHI));
    RequireEqual(First, Next, "escop.steady");
  }
  SmallVector<Value *, 16> Args;
  for (Value *V : E.LiveIns) {
    Value *New = Hoisted.lookup(V);
    Args.push_back(Frozen(New ? New : V));
  }
  Args.append({Builder.CreateSub(Count, Start), Start, Frame});
  Value *Done = Builder.CreateCall(&Driver, Args, "escop.done");
  Builder.CreateCondBr(Done, DoneBB, Resume);
  At->setSuccessor(0, Drive);

  Builder.SetInsertPoint(Resume);
  for (auto [Idx, PHI] : enumerate(E.State)) {
    Value *V = Builder.CreateLoad(PHI->getType(), Field(Idx));
    int Incoming = PHI->getBasicBlockIndex(Preheader);
    PHI->setIncomingValue(Incoming, V);
    PHI->setIncomingBlock(Incoming, Resume);
  }
  for (auto [PHI, V] : zip(E.Steady, Steady)) {
    int Incoming = PHI->getBasicBlockIndex(Preheader);
    PHI->setIncomingValue(Incoming, V);
    PHI->setIncomingBlock(Incoming, Resume);
  }
  if (E.Resumes) {
    unsigned Last = FrameTy->getNumElements() - 1;
    Value *Executed = Builder.CreateLoad(I64, Field(Last - 1));
    Value *Replay = Builder.CreateLoad(I64, Field(Last));
    // Where guards fire again and again, calling the driver does not pay.
    Value *NewCredit = Builder.CreateSub(
        Credit,
        Builder.CreateZExt(
            Builder.CreateICmpULT(Executed, Builder.getInt64(ReplayDistance)),
            I64));
    Value *Begin = Builder.CreateAdd(Start, Executed);
    Value *End = Builder.CreateSelect(
        Builder.CreateOr(Builder.CreateIsNull(Replay),
                         Builder.CreateIsNull(NewCredit)),
        Count, Builder.CreateAdd(Begin, Replay), "escop.end");
    BasicBlock *Latch = L->getLoopLatch();
    auto *Relay = BasicBlock::Create(Ctx, "escop.relay", &F);
    IRBuilder<> AtHeader(Header, Header->begin());
    PHINode *Iteration = AtHeader.CreatePHI(I64, 2, "escop.iteration");
    for (PHINode &PHI : Header->phis())
      PHI.replaceIncomingBlockWith(Latch, Relay);
    E.NormalExit->replaceSuccessorWith(Header, Relay);
    IRBuilder<> AtRelay(Relay);
    AtRelay.SetCurrentDebugLocation(L->getStartLoc());
    Value *Next =
        AtRelay.CreateNUWAdd(Iteration, AtRelay.getInt64(1), "escop.next");
    Iteration->addIncoming(Begin, Resume);
    Iteration->addIncoming(Next, Relay);
    BranchInst *Back =
        AtRelay.CreateCondBr(AtRelay.CreateICmpEQ(Next, End), Drive, Header);
    Back->setMetadata(LLVMContext::MD_loop,
                      E.NormalExit->getMetadata(LLVMContext::MD_loop));
    E.NormalExit->setMetadata(LLVMContext::MD_loop, nullptr);
    for (auto [New, PHI] : zip(States, E.State))
      New->addIncoming(PHI->getIncomingValueForBlock(Relay), Relay);
    for (auto [New, PHI] : zip(Steady, E.Steady))
      New->addIncoming(PHI->getIncomingValueForBlock(Relay), Relay);
    Start->addIncoming(Next, Relay);
    Credit->addIncoming(NewCredit, Relay);
  }
  Builder.CreateBr(Header);

  Builder.SetInsertPoint(DoneBB);
  for (PHINode &PHI : ExitBB->phis()) {
    Value *V = PHI.getIncomingValueForBlock(E.NormalExit->getParent());
    if (auto LiveOut = FindLiveOut(V))
      V = Builder.CreateLoad(V->getType(), Field(E.State.size() + *LiveOut));
    PHI.addIncoming(V, DoneBB);
  }
  Builder.CreateBr(ExitBB);

  // What was inferred for the nest does not hold for malloc and madvise.
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoRecurse, Attribute::NoFree,
        Attribute::NoSync, Attribute::WillReturn})
    F.removeFnAttr(Kind);
  // Nor for the checkpoint, which reads what the nest writes.
  for (Argument &Arg : F.args())
    Arg.removeAttr(Attribute::WriteOnly);
  FAM.invalidate(F, PreservedAnalyses::none());
  return Drive;
}
