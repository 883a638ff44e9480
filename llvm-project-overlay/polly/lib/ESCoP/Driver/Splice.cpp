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
// A nest that resumes after a guard fired (Nest/Detection.cpp) calls the driver
// again when it has executed as many iterations as the driver asked it to: the
// firing one, or the chunk that was rolled back.
//
// What the copies take for known is read in front of each call of the driver
// (EntryValues.cpp), and in front of all that it is asked whether the nest is
// worth it (FirstTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "Declines.h"
#include "EntryValues.h"
#include "FirstTest.h"
#include "Versions.h"
#include "polly/ESCoP/Driver.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace polly::escop;

/// After so many replays that the driver came less than ReplayDistance
/// iterations far before, the nest is executed to its end. One of a chunk
/// counts as ChunkCost replays.
static constexpr uint64_t ReplayCredit = 8, ReplayDistance = 16, ChunkCost = 4;
/// Iterations of a single loop that take about as long as the driver.
static constexpr uint64_t LeastProgressOfSingleLoop = 64;

namespace {

/// Puts the call of one driver in front of its nest:
///
///   first:  if (little work) goto few, a copy of the nest;
///           if (it begins with the nest) state = start; goto header
///   drive:  frame = state; if (driver(…)) goto done; else goto resume
///   resume: state = frame; goto header
///   relay:  on the back edge: if (iterations == end of replay) goto drive
///   done:   live-outs from the frame; goto normal exit
class Splicer {
  const ESCoP &E;
  const Plan &P;
  Function &F;
  /// Before the nest's branches change.
  BasicBlock *const Preheader, *const Header, *const Exit;
  StructType *const FrameTy;
  IRBuilder<> Builder;
  Type *const I64;
  AllocaInst *Frame;
  BasicBlock *Drive, *Done, *Resume;
  /// Leads to the copy of the nest, if there is a first test.
  const FirstTest Test;
  BasicBlock *Few = nullptr;
  /// In front of the nest: whether that is little work, if it does not depend
  /// on hoisted values.
  Value *IsLittle = nullptr;
  BranchInst *ToFew = nullptr;
  /// Its header's PHIs.
  SmallDenseMap<const PHINode *, PHINode *, 8> FewPHIs;
  /// Where the nest begins if its first iterations are left to it, or null; and
  /// how many these are.
  BasicBlock *Begin = nullptr;
  Value *NumLeft = nullptr;
  /// The trip count.
  Value *Count;
  /// In Drive: what an iteration hands to the next, as of now; the iterations
  /// that the nest has executed; and the replays that are left.
  SmallVector<PHINode *, 8> States, Steady;
  PHINode *Start, *Credit;
  /// Of a speculated nest that may search: what it found so far.
  AllocaInst *Search = nullptr;
  enum SearchState { SS_Searches, SS_Found, SS_NotFoundFirst };
  DeclineCount Declines;
  /// The addresses of E.Tracked.
  SmallVector<AllocaInst *, 2> Tracked;
  EntryValues AtEntry;

  Value *field(unsigned Idx) {
    return Builder.CreateStructGEP(FrameTy, Frame, Idx);
  }
  SmallVector<PHINode *, 8> createStates(ArrayRef<PHINode *> PHIs);
  /// Where the nest is executed if the driver is not called.
  BasicBlock *getNest() const { return Few && !E.Resumes ? Few : Resume; }
  std::optional<unsigned> findLiveOut(Value *V) const;
  void track();
  void noteProgress(ArrayRef<Value *> FromFrame, Value *Executed, Value *Replay,
                    Value *IsLater);
  void beginDrive();
  void beginWithNest();
  void enter();
  void testHoisted();
  void callDriver(Function &Driver);
  void resume();
  Value *enterWith(Value *FromFrame, Value *AtFirst);
  void copy(MathCalls &Math);
  void finishInCopy(ArrayRef<std::pair<PHINode *, Value *>> Values,
                    Value *IsRest);
  Value *relay(Value *From, Value *Executed, Value *Replay, Value *IsLater,
               Value *OldCredit);
  void leave();

public:
  Splicer(const ESCoP &E, const Plan &P, const DriverCounts &Counts,
          LoopInfo &LI, ScalarEvolution &SE);

  SplicedNest splice(Function &Driver, MathCalls &Math);
};

} // namespace

Splicer::Splicer(const ESCoP &E, const Plan &P, const DriverCounts &Counts,
                 LoopInfo &LI, ScalarEvolution &SE)
    : E(E), P(P), F(*E.F), Preheader(E.L->getLoopPreheader()),
      Header(E.L->getHeader()), Exit(E.getNormalExitBlock()),
      FrameTy(getFrameType(E)), Builder(Preheader->getTerminator()),
      I64(Builder.getInt64Ty()), Test(E, P, SE), Declines(E, Builder),
      AtEntry(E, P, Counts, LI, Builder) {
  Builder.SetCurrentDebugLocation(E.L->getStartLoc());
  Count = emitTripCount(E, SE, Builder);
  Frame = new AllocaInst(FrameTy, F.getDataLayout().getAllocaAddrSpace(),
                         "escop.frame", F.getEntryBlock().begin());
  Drive = AtEntry.block("escop.drive");
  Done = AtEntry.block("escop.done");
  Resume = AtEntry.block("escop.resume");
}

SmallVector<PHINode *, 8> Splicer::createStates(ArrayRef<PHINode *> PHIs) {
  SmallVector<PHINode *, 8> Values;
  for (PHINode *PHI : PHIs) {
    PHINode *New = Builder.CreatePHI(PHI->getType(), 2, "escop.state");
    New->addIncoming(E.getStart(PHI), Preheader);
    Values.push_back(New);
  }
  return Values;
}

/// The live-out that was detected as the source of @p V: LCSSA passes it on
/// through PHIs behind the inner loops.
std::optional<unsigned> Splicer::findLiveOut(Value *V) const {
  while (auto *I = dyn_cast<Instruction>(V)) {
    auto *It = find(E.LiveOuts, I);
    if (It != E.LiveOuts.end())
      return It - E.LiveOuts.begin();
    auto *PHI = dyn_cast<PHINode>(I);
    if (!E.L->contains(I) || !PHI || PHI->getNumIncomingValues() != 1)
      break;
    V = PHI->getIncomingValue(0);
  }
  assert((!isa<Instruction>(V) || !E.L->contains(cast<Instruction>(V))) &&
         "A live-out of the nest was not detected");
  return std::nullopt;
}

/// Let the nest note what addresses it loads from last, and whether the inner
/// loops of a speculated one find what they search for before the driver is
/// called: they will find it in other iterations, too.
void Splicer::track() {
  for (const auto &Loads : E.Tracked)
    Tracked.push_back(AtEntry.noteLast(Loads, ESCoP::NeverLoaded, Preheader));
  if (!getLeaveDivisor(E, P))
    return;
  for (const Guard &G : E.Guards) {
    // Prepared nests have a block for each such edge.
    BasicBlock *Found = G.getExit();
    if (!E.L->contains(Found) || !Found->getSinglePredecessor() ||
        !endsSearch(G))
      continue;
    if (!Search)
      Search = AtEntry.createCell(SS_Searches, Preheader, "escop.search");
    Builder.SetInsertPoint(Found, Found->getFirstInsertionPt());
    Value *State = Builder.CreateLoad(I64, Search);
    State = Builder.CreateSelect(
        Builder.CreateICmpEQ(State, Builder.getInt64(SS_Searches)),
        Builder.getInt64(SS_Found), State);
    Builder.CreateStore(State, Search);
  }
}

/// Store the state in the frame.
void Splicer::beginDrive() {
  Builder.SetInsertPoint(Drive);
  States = createStates(E.State);
  Steady = createStates(E.Steady);
  Start = Builder.CreatePHI(I64, 2, "escop.start");
  Credit = Builder.CreatePHI(I64, 2, "escop.credit");
  Start->addIncoming(Builder.getInt64(0), Preheader);
  Credit->addIncoming(Builder.getInt64(ReplayCredit), Preheader);
  for (auto [Idx, V] : enumerate(States))
    Builder.CreateStore(AtEntry.freeze(V), field(Idx));
  Value *Never = Builder.getFalse();
  for (auto [Idx, Cell] : enumerate(Tracked)) {
    Value *Last = Builder.CreateLoad(I64, Cell);
    Builder.CreateStore(Last,
                        field(E.State.size() + E.LiveOuts.size() + Idx));
    Never = Builder.CreateOr(
        Never, Builder.CreateICmpEQ(Last, Builder.getInt64(ESCoP::NeverLoaded)));
  }
  if (E.Resumes)
    for (unsigned Back : {1, 2})
      Builder.CreateStore(Builder.getInt64(0),
                          field(FrameTy->getNumElements() - Back));
  if (Search)
    Never = Builder.CreateOr(
        Never, Builder.CreateICmpEQ(Builder.CreateLoad(I64, Search),
                                    Builder.getInt64(SS_Found)));
  if (isEnteredAgain(E, P)) {
    Declines.begin(outlivesCalls(E)
                       ? nullptr
                       : AtEntry.createCell(/*First=*/0, &F.getEntryBlock(),
                                            "escop.declines"));
    Never = Builder.CreateOr(Never, Declines.hasDeclined(Count));
  }
  if (Tracked.empty() && !Search && !Declines)
    return;
  // Nor will the other iterations, most likely.
  BasicBlock *Go = AtEntry.block("escop.go");
  Builder.CreateCondBr(Never, Resume, Go);
  Builder.SetInsertPoint(Go);
  if (Search)
    Builder.CreateStore(Builder.getInt64(SS_NotFoundFirst), Search);
}

/// Before the driver is asked, which takes as long as many iterations, and
/// executes a chunk to its end, the nest is to have come some way: mostly, what
/// leaves early leaves in the first iteration.
void Splicer::beginWithNest() {
  const uint64_t Divisor = getLeaveDivisor(E, P);
  if (!Divisor && E.Tracked.empty() && !P.IsSearch)
    return;
  Begin = AtEntry.block("escop.begin");
  Drive->replacePhiUsesWith(Preheader, Begin);
  Builder.SetInsertPoint(Begin);
  // A block computes all of its iterations, also if it leaves in the first one.
  if (P.S == Scheme::Blocks) {
    NumLeft = Builder.getInt64(P.BlockSize);
    if (!E.Tracked.empty())
      NumLeft = Builder.CreateBinaryIntrinsic(Intrinsic::umax, NumLeft,
                                              Builder.CreateLShr(Count, 6));
    return;
  }
  // Packing takes as long as an iteration over a row; one of a loop around a
  // product would be all of the product.
  NumLeft = Builder.getInt64(1);
  if (!Search && (!P.ScratchSize || P.S == Scheme::Inspect ||
                  E.Depth > runtime::NumProductLoops))
    NumLeft = Builder.CreateZExt(
        Builder.CreateICmpUGE(Count, Builder.getInt64(Divisor)), I64);
  // Nests of two loops gain less. To ask about rows takes ten microseconds.
  const uint64_t Part = E.Depth == 2 ? 16 : E.Rows.Tables.empty() ? 0 : 8;
  if (Part)
    NumLeft = Builder.CreateBinaryIntrinsic(
        Intrinsic::umax, NumLeft,
        Builder.CreateUDiv(Count, Builder.getInt64(Part * Divisor)));
}

/// Go to the driver from in front of the nest, unless that is found to be
/// little work, or begins itself.
void Splicer::enter() {
  BasicBlock *Much = Begin ? Begin : Drive;
  Instruction *Old = Preheader->getTerminator();
  if (!IsLittle) {
    Old->setSuccessor(0, Much);
    return;
  }
  Builder.SetInsertPoint(Old);
  // What the driver's side keeps in registers matters less.
  ToFew = Builder.CreateCondBr(
      IsLittle, Few, Much,
      MDBuilder(F.getContext()).createLikelyBranchWeights());
  Old->eraseFromParent();
}

/// The same, if it takes hoisted values to find that.
void Splicer::testHoisted() {
  Value *HasLittle = Test.emitIsLittle(Builder, AtEntry.emitWork(Test));
  BasicBlock *Go = AtEntry.block("escop.much"), *Little = Few;
  if (E.Resumes) {
    Little = AtEntry.block("escop.little");
    IRBuilder<>(Little).CreateCondBr(Builder.CreateIsNull(Start), Few, Resume);
  }
  Builder.CreateCondBr(HasLittle, Little, Go,
                       MDBuilder(F.getContext()).createLikelyBranchWeights());
  Builder.SetInsertPoint(Go);
}

void Splicer::callDriver(Function &Driver) {
  SmallVector<Value *, 16> Args;
  for (Value *V : E.LiveIns)
    Args.push_back(AtEntry.getLiveIn(V));
  Args.append({Builder.CreateSub(Count, Start), Start, Frame});
  if (!P.RowCopies.empty())
    Args.push_back(AtEntry.getRows());
  Value *All = Builder.CreateCall(&Driver, Args, "escop.done");
  Builder.CreateCondBr(All, Done, Resume);
}

/// The value that the nest begins with: @p FromFrame behind the driver, @p
/// AtFirst if it begins itself.
Value *Splicer::enterWith(Value *FromFrame, Value *AtFirst) {
  if (!Begin)
    return FromFrame;
  PHINode *PHI = Builder.CreatePHI(FromFrame->getType(), 2);
  PHI->addIncoming(FromFrame, Resume);
  PHI->addIncoming(AtFirst, Begin);
  return PHI;
}

/// If the driver did not decline, forget that it did before. It has executed
/// iterations, or knows which one fires, or else the state is another one. Of a
/// single loop, a few iterations take less time than the driver does.
void Splicer::noteProgress(ArrayRef<Value *> FromFrame, Value *Executed,
                           Value *Replay, Value *IsLater) {
  Value *HasProgressed = Builder.getFalse();
  if (E.Resumes)
    HasProgressed = Builder.CreateAnd(
        E.Depth > 1
            ? Builder.CreateIsNotNull(Builder.CreateOr(Executed, Replay))
            : Builder.CreateICmpUGE(
                  Executed, Builder.getInt64(LeastProgressOfSingleLoop)),
        Builder.CreateNot(IsLater));
  else
    for (auto [V, Old] : zip(FromFrame, States))
      if (V->getType()->isIntOrPtrTy())
        HasProgressed =
            Builder.CreateOr(HasProgressed, Builder.CreateICmpNE(V, Old));
  Declines.forgetIf(HasProgressed, IsLater);
}

/// Let the nest begin with the state in the frame.
void Splicer::resume() {
  Builder.SetInsertPoint(Resume);
  SmallVector<Value *, 8> FromFrame;
  for (auto [Idx, PHI] : enumerate(E.State))
    FromFrame.push_back(Builder.CreateLoad(PHI->getType(), field(Idx)));
  Value *Executed = nullptr, *Replay = nullptr, *IsLater = Builder.getFalse();
  if (E.Resumes) {
    const unsigned Last = FrameTy->getNumElements() - 1;
    Executed = Builder.CreateLoad(I64, field(Last - 1));
    Replay = Builder.CreateLoad(I64, field(Last));
    if (getLeaveDivisor(E, P)) {
      IsLater =
          Builder.CreateICmpSLT(Replay, Builder.getInt64(0), "escop.later");
      Replay = Builder.CreateAnd(Replay, Builder.getInt64(~LaterFlag));
    }
  }
  if (Declines)
    noteProgress(FromFrame, Executed, Replay, IsLater);
  BasicBlock *Entry = Resume;
  if (Begin) {
    Entry = AtEntry.block("escop.nest");
    Builder.CreateBr(Entry);
    Builder.SetInsertPoint(Begin);
    Builder.CreateCondBr(Builder.CreateIsNull(NumLeft), Drive, Entry);
    Builder.SetInsertPoint(Entry);
  }
  SmallVector<std::pair<PHINode *, Value *>, 8> Values;
  auto Enter = [&](PHINode *PHI, Value *V) {
    int Incoming = PHI->getBasicBlockIndex(Preheader);
    V = enterWith(V, PHI->getIncomingValue(Incoming));
    PHI->setIncomingValue(Incoming, V);
    PHI->setIncomingBlock(Incoming, Entry);
    Values.push_back({PHI, V});
  };
  for (auto [PHI, V] : zip(E.State, FromFrame))
    Enter(PHI, V);
  for (auto [PHI, V] : zip(E.Steady, Steady))
    Enter(PHI, V);
  if (E.Resumes) {
    Value *Zero = Builder.getInt64(0);
    Value *End =
        relay(enterWith(Start, Zero), enterWith(Executed, Zero),
              enterWith(Replay, NumLeft), enterWith(IsLater, Builder.getTrue()),
              enterWith(Credit, Builder.getInt64(ReplayCredit)));
    if (Few && P.S == Scheme::Blocks)
      finishInCopy(Values, Builder.CreateICmpEQ(End, Count));
  }
  Builder.CreateBr(Header);
}

void Splicer::copy(MathCalls &Math) {
  ValueToValueMapTy VMap;
  Few = copyNest(E, Math, VMap, "few");
  for (auto [PHI, Copy] :
       zip_equal(Header->phis(), Few->getSingleSuccessor()->phis()))
    FewPHIs[&PHI] = &Copy;
}

/// Execute the rest in the copy of the nest, which has nothing to tell the
/// driver, if @p IsRest. The header's PHIs are to have @p Values.
void Splicer::finishInCopy(ArrayRef<std::pair<PHINode *, Value *>> Values,
                           Value *IsRest) {
  if (Values.size() != FewPHIs.size())
    return;
  BasicBlock *Rest = AtEntry.block("escop.rest"),
             *Go = AtEntry.block("escop.nest");
  // What is in between drivers is short.
  Builder.CreateCondBr(IsRest, Rest, Go,
                       MDBuilder(F.getContext()).createLikelyBranchWeights());
  IRBuilder<>(Rest).CreateBr(Few->getSingleSuccessor());
  for (auto [PHI, V] : Values)
    FewPHIs.lookup(PHI)->addIncoming(V, Rest);
  for (PHINode &PHI : Header->phis())
    PHI.replaceIncomingBlockWith(Builder.GetInsertBlock(), Go);
  Builder.SetInsertPoint(Go);
}

/// Call the driver again when the nest has executed what it was asked to.
/// \returns behind which iteration.
Value *Splicer::relay(Value *From, Value *Executed, Value *Replay,
                      Value *IsLater, Value *OldCredit) {
  // Where guards fire again and again, calling the driver does not pay.
  Value *Costs =
      Builder.CreateICmpULT(Executed, Builder.getInt64(ReplayDistance));
  if (IsLater != Builder.getFalse())
    Costs = Builder.CreateAnd(Costs, Builder.CreateNot(IsLater));
  Value *Cost = Builder.CreateSelect(
      Costs, Builder.getInt64(P.S == Scheme::Speculate ? ChunkCost : 1),
      Builder.getInt64(0));
  Value *NewCredit = Builder.CreateSub(OldCredit, Cost);
  Value *First = Builder.CreateAdd(From, Executed);
  Value *End = Builder.CreateSelect(
      Builder.CreateOr(Builder.CreateIsNull(Replay),
                       Builder.CreateICmpSLE(NewCredit, Builder.getInt64(0))),
      Count, Builder.CreateAdd(First, Replay), "escop.end");
  BasicBlock *Latch = E.L->getLoopLatch();
  auto *Relay = BasicBlock::Create(F.getContext(), "escop.relay", &F);
  IRBuilder<> AtHeader(Header, Header->begin());
  PHINode *Iteration = AtHeader.CreatePHI(I64, 2, "escop.iteration");
  for (PHINode &PHI : Header->phis())
    PHI.replaceIncomingBlockWith(Latch, Relay);
  E.NormalExit->replaceSuccessorWith(Header, Relay);
  IRBuilder<> AtRelay(Relay);
  AtRelay.SetCurrentDebugLocation(E.L->getStartLoc());
  Value *Next =
      AtRelay.CreateNUWAdd(Iteration, AtRelay.getInt64(1), "escop.next");
  Iteration->addIncoming(First, Builder.GetInsertBlock());
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
  return End;
}

/// Leave through the normal exit, with the live-outs in the frame.
void Splicer::leave() {
  Builder.SetInsertPoint(Done);
  if (Declines)
    Declines.forget();
  for (PHINode &PHI : Exit->phis()) {
    Value *V = PHI.getIncomingValueForBlock(E.NormalExit->getParent());
    if (auto LiveOut = findLiveOut(V))
      V = Builder.CreateLoad(V->getType(), field(E.State.size() + *LiveOut));
    PHI.addIncoming(V, Done);
  }
  Builder.CreateBr(Exit);
}

SplicedNest Splicer::splice(Function &Driver, MathCalls &Math) {
  AtEntry.noteAddresses();
  if (Test)
    copy(Math);
  track();
  if (Few && !Test.needsHoisted()) {
    Builder.SetInsertPoint(Preheader->getTerminator());
    IsLittle = Test.emitIsLittle(Builder, AtEntry.emitWork(Test));
  }
  beginDrive();
  AtEntry.begin({States.begin(), States.end()}, {Steady.begin(), Steady.end()},
                Count, getNest());
  AtEntry.hoistAll(Few && !IsLittle ? &Test : nullptr,
                   [this] { testHoisted(); });
  callDriver(Driver);
  beginWithNest();
  enter();
  resume();
  leave();
  AtEntry.promoteCells();
  return {Drive, Few ? Few->getSingleSuccessor() : nullptr, ToFew};
}

SplicedNest polly::escop::spliceDriver(const ESCoP &E, const Plan &P,
                                       Function &Driver,
                                       const DriverCounts &Counts,
                                       MathCalls &Math,
                                       FunctionAnalysisManager &FAM) {
  prepareToSplice(E, FAM);
  SplicedNest Spliced = Splicer(E, P, Counts, FAM.getResult<LoopAnalysis>(*E.F),
                                FAM.getResult<ScalarEvolutionAnalysis>(*E.F))
                            .splice(Driver, Math);
  finishSplicing(*E.F, FAM);
  return Spliced;
}
