//===- EntryValues.cpp - What is known when a nest is entered -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hoisted loads, and the tables of rows (Nest/Rows.cpp), are read in front of
// each call of the driver, behind those guards that the nest evaluates before.
// Where one of them is not what the nest's copies rely on, or may not be read,
// the nest is executed as it is.
//
//===----------------------------------------------------------------------===//

#include "EntryValues.h"
#include "RowChecks.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace polly::escop;

/// Iterations of a single loop that take as long as to ask the kernel whether a
/// page may be read.
static constexpr uint64_t LeastTripsToAsk = 1 << 12;

/// So many addresses that have been read are compared with one to be read.
static constexpr unsigned MaxRead = 4;

Value *polly::escop::emitTripCount(const ESCoP &E, ScalarEvolution &SE,
                                   IRBuilder<> &Builder) {
  SCEVExpander Expander(SE, E.F->getDataLayout(), "escop");
  Value *Count = Expander.expandCodeFor(
      E.BackedgeTakenCount, E.BackedgeTakenCount->getType(),
      E.L->getLoopPreheader()->getTerminator());
  if (!isGuaranteedNotToBeUndefOrPoison(Count))
    Count = Builder.CreateFreeze(Count);
  return Builder.CreateAdd(
      Builder.CreateZExtOrTrunc(Count, Builder.getInt64Ty()),
      Builder.getInt64(1), "escop.trips");
}

Value *EntryValues::freeze(Value *V) {
  return isGuaranteedNotToBeUndefOrPoison(V) ? V : Builder.CreateFreeze(V);
}

BasicBlock *EntryValues::block(const Twine &Name) {
  return BasicBlock::Create(F.getContext(), Name, &F, E.L->getHeader());
}

void EntryValues::begin(SmallVector<Value *, 8> StateValues,
                        SmallVector<Value *, 8> SteadyValues, Value *Trips,
                        BasicBlock *AsItIs) {
  States = std::move(StateValues);
  Steady = std::move(SteadyValues);
  Count = Trips;
  Nest = AsItIs;
}

/// Execute the nest unless @p A and @p B are equal.
void EntryValues::requireEqual(Value *A, Value *B, const Twine &Name) {
  BasicBlock *Go = block(Name);
  // Of numbers the bits count: 0.0 is not -0.0 here.
  if (!A->getType()->isIntOrPtrTy()) {
    Type *Bits = Builder.getIntNTy(A->getType()->getPrimitiveSizeInBits());
    A = Builder.CreateBitCast(A, Bits);
    B = Builder.CreateBitCast(B, Bits);
  }
  Builder.CreateCondBr(freeze(Builder.CreateICmpEQ(A, B)), Go, Nest);
  Builder.SetInsertPoint(Go);
}

Value *EntryValues::get(Value *V) {
  auto *Known = find(E.Steady, V);
  if (Known != E.Steady.end())
    return Steady[Known - E.Steady.begin()];
  V = E.getRepresentative(V);
  if (Value *New = Hoisted.lookup(V))
    return New;
  auto *I = dyn_cast<Instruction>(V);
  auto Original = E.Rows.Originals.find(I);
  if (Original != E.Rows.Originals.end())
    return get(Original->second);
  if (!I || !E.L->contains(I))
    return V;
  if (auto *PHI = dyn_cast<PHINode>(I)) {
    auto *State = find(E.State, PHI);
    if (State != E.State.end())
      return States[State - E.State.begin()];
    return get(PHI->getIncomingValueForBlock(
        LI.getLoopFor(PHI->getParent())->getLoopPreheader()));
  }
  SmallVector<Value *, 4> Ops;
  for (Value *Op : I->operands())
    Ops.push_back(get(Op));
  Instruction *New = Builder.Insert(I->clone());
  New->dropPoisonGeneratingAnnotations();
  New->dropUBImplyingAttrsAndMetadata();
  for (auto [Idx, Op] : enumerate(Ops))
    New->setOperand(Idx, Op);
  return New;
}

AllocaInst *EntryValues::createCell(uint64_t First, const BasicBlock *From,
                                    const Twine &Name) {
  Cells.push_back(new AllocaInst(I64, F.getDataLayout().getAllocaAddrSpace(),
                                 Name, F.getEntryBlock().begin()));
  IRBuilder<> B(const_cast<BasicBlock *>(From)->getTerminator());
  B.CreateStore(B.getInt64(First), Cells.back());
  return Cells.back();
}

AllocaInst *EntryValues::noteLast(ArrayRef<LoadInst *> Loads, uint64_t First,
                                  const BasicBlock *From) {
  AllocaInst *Last = createCell(First, From, "escop.last");
  for (LoadInst *Load : Loads) {
    IRBuilder<> B(Load->getNextNode());
    B.CreateStore(B.CreatePtrToInt(Load->getPointerOperand(), I64), Last);
  }
  return Last;
}

/// Execute the nest if @p G fires in its next iteration.
void EntryValues::evaluateGuard(const Guard &G) {
  Value *Condition = get(G.Branch->getCondition());
  BasicBlock *Go = block("escop.go");
  BranchInst *Br = Builder.CreateCondBr(freeze(Condition), Nest, Go);
  if (G.ExitSucc == 1)
    Br->swapSuccessors();
  Builder.SetInsertPoint(Go);
}

/// May @p I unmap memory of the program?
static bool mayUnmap(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || isa<IntrinsicInst>(I) || Call->onlyReadsMemory() ||
      Call->onlyAccessesArgMemory())
    return false;
  // Drivers of other nests, and what they are made of.
  const Function *Callee = Call->getCalledFunction();
  return !Callee || !Callee->hasLocalLinkage() ||
         !Callee->getName().contains("escop.");
}

/// A nest in a loop is entered again and again, for rows whose headers lie side
/// by side. Let it note what it loads from last, if that may be read as long as
/// the loop is executed.
void EntryValues::noteAddresses() {
  const BasicBlock *Entry = nullptr;
  for (const Loop *L = E.L->getParentLoop(); L; L = L->getParentLoop()) {
    if (!L->getLoopPreheader() || any_of(L->blocks(), [](const BasicBlock *BB) {
          return any_of(*BB, mayUnmap);
        }))
      break;
    Entry = L->getLoopPreheader();
  }
  if (!Entry)
    return;
  for (Instruction *I : E.Hoisted)
    if (E.Probed.contains(I))
      LastAddresses[I] = noteLast(cast<LoadInst>(I), /*First=*/0, Entry);
}

/// Is what begins at @p Address on the page of @p Read?
Value *EntryValues::isOnPage(Value *Address, uint64_t Bytes, Value *Read) {
  auto IsNear = [&](Value *V) {
    return Builder.CreateICmpULT(Builder.CreateXor(V, Read),
                                 Builder.getInt64(runtime::PageSize));
  };
  return Builder.CreateAnd(
      IsNear(Address),
      IsNear(Builder.CreateAdd(Address, Builder.getInt64(Bytes - 1))));
}

/// Execute the nest unless what @p Load, in front of it, accesses may be read;
/// what was accessed last is in @p Cell, if there is one.
void EntryValues::requireReadable(LoadInst &Load, AllocaInst *Cell) {
  // Nothing is to be concluded from the load: see hideObject.
  Value *Ptr = hideObject(Builder, freeze(Load.getPointerOperand()));
  Value *Address = Builder.CreatePtrToInt(Ptr, I64);
  const uint64_t Bytes = F.getDataLayout().getTypeStoreSize(Load.getType());
  // What lies on a page that has been read may be read.
  Value *Known = Builder.getInt64(0);
  auto MayBe = [&](Value *Other) {
    Known = Builder.CreateSelect(isOnPage(Address, Bytes, Other), Other, Known);
  };
  for (auto [Of, Other] : Read)
    MayBe(Builder.CreatePtrToInt(Other, I64));
  if (Cell)
    MayBe(Builder.CreateLoad(I64, Cell));
  // A short nest is executed sooner than the kernel answers.
  if (E.Depth == 1 || Work) {
    Value *IsLong =
        E.Depth == 1
            ? Builder.CreateICmpUGE(Count, Builder.getInt64(LeastTripsToAsk))
            : Builder.CreateICmpUGE(Work,
                                    Builder.getInt64(getLeastWorkToAsk(E, P)));
    BasicBlock *Ask = block("escop.ask");
    Builder.CreateCondBr(
        Builder.CreateOr(Builder.CreateIsNotNull(Known), IsLong), Ask, Nest);
    Builder.SetInsertPoint(Ask);
  }
  Value *Readable = callRuntime(
      Builder, "escop.readable",
      {Address, Builder.getInt64(Bytes), Known, getProcFS(*F.getParent())});
  BasicBlock *Go = block("escop.readable");
  Builder.CreateCondBr(Readable, Go, Nest);
  Builder.SetInsertPoint(Go);
  Load.moveBefore(*Go, Go->end());
  Load.setOperand(0, Ptr);
  Load.setAlignment(Align(1));
  if (Cell)
    Builder.CreateStore(Address, Cell);
}

/// Let @p Load, of a header's field in front of the nest, compute its address
/// by itself. A value that the nest's loads share with it would not become part
/// of their addressing modes, and take a register, or a place on the stack, in
/// the nest's loops (GSL's Householder transformation: 1.25 times as long).
static void copyAddress(Instruction &Load) {
  auto *Field = dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&Load));
  if (!Field || !Field->hasAllConstantIndices())
    return;
  IRBuilder<> B(&Load);
  Instruction *Copy = B.Insert(Field->clone(), Field->getName());
  B.SetInsertPoint(Copy);
  Copy->setOperand(0, hide(B, Field->getPointerOperand()));
  Load.setOperand(0, Copy);
}

/// What @p InNest loads has been read, at @p Address in front of the nest. What
/// lies beside it may be read, too.
void EntryValues::noteRead(const LoadInst &InNest, Value *Address) {
  const Value *Of = E.getRepresentative(const_cast<Value *>(
      InNest.getPointerOperand()->stripInBoundsConstantOffsets()));
  erase_if(Read, [&](const auto &Other) { return Other.first == Of; });
  if (Read.size() == MaxRead)
    Read.erase(Read.begin());
  Read.push_back({Of, Address});
}

void EntryValues::hoist(Instruction &I) {
  Instruction *New = Builder.Insert(I.clone(), I.getName());
  // The nest may write there, in which case the driver declines.
  New->dropUBImplyingAttrsAndMetadata();
  New->dropPoisonGeneratingAnnotations();
  for (Use &Op : New->operands())
    Op.set(E.getRepresentative(Op));
  RemapInstruction(New, Hoisted,
                   RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  if (isa<LoadInst>(New))
    copyAddress(*New);
  if (E.Probed.contains(&I))
    requireReadable(*cast<LoadInst>(New), LastAddresses.lookup(&I));
  if (auto *Load = dyn_cast<LoadInst>(New))
    noteRead(cast<LoadInst>(I), Load->getPointerOperand());
  Hoisted[&I] =
      any_of(E.HoistedTwins,
             [&](const auto &Twin) {
               return Twin.second == &I && isa<FreezeInst>(Twin.first);
             })
          ? Builder.CreateFreeze(New)
          : New;
  Value *Earlier = E.getRepresentative(&I);
  if (Earlier != &I)
    requireEqual(New, Earlier, "escop.same");
}

void EntryValues::checkRows() {
  if (!E.Rows.Tables.empty())
    Rows = emitRowChecks(
        E, P, Builder, Count, Nest, [this](Value *V) { return get(V); }, Counts,
        Hoisted);
}

/// Is what @ref get returns for @p V known by now?
bool EntryValues::isKnown(Value *V) const {
  if (is_contained(E.Steady, V))
    return true;
  V = E.getRepresentative(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !E.L->contains(I) || Hoisted.count(V))
    return true;
  auto *PHI = dyn_cast<PHINode>(I);
  if (PHI && is_contained(E.State, PHI))
    return true;
  if (PHI)
    return isKnown(PHI->getIncomingValueForBlock(
        LI.getLoopFor(PHI->getParent())->getLoopPreheader()));
  return !E.Hoisted.contains(I) && !E.Rows.Originals.contains(I) &&
         all_of(I->operands(), [&](Value *Op) { return isKnown(Op); });
}

Value *EntryValues::emitWork(const FirstTest &Test) {
  return Work = Test.emitWork(Builder, [this](Value *V) { return get(V); });
}

void EntryValues::hoistAll(const FirstTest *Test,
                           function_ref<void()> EmitTest) {
  ArrayRef<std::pair<Guard, unsigned>> Guards = E.HoistedGuards;
  const bool HasRows = !E.Rows.Tables.empty();
  auto EmitWhenKnown = [&] {
    if (!Test || Test->needs([&](Value *V) { return !isKnown(V); }))
      return;
    Test = nullptr;
    EmitTest();
  };
  for (auto [Idx, I] : enumerate(E.Hoisted)) {
    EmitWhenKnown();
    if (HasRows && Idx == E.Rows.NumHoisted)
      checkRows();
    // The nest would not come to this load.
    for (; !Guards.empty() && Guards.front().second <= Idx;
         Guards = Guards.drop_front())
      evaluateGuard(Guards.front().first);
    hoist(*I);
  }
  if (Test)
    EmitTest();
  if (E.Rows.NumHoisted >= E.Hoisted.size())
    checkRows();
  for (auto [PHI, First] : zip(E.Steady, Steady)) {
    Value *A = First, *B = get(E.getRepresentative(PHI));
    if (isComparedWith0Only(*PHI)) {
      A = Builder.CreateIsNull(A);
      B = Builder.CreateIsNull(B);
    }
    requireEqual(A, B, "escop.steady");
  }
}

Value *EntryValues::getLiveIn(Value *V) {
  Value *New = Hoisted.lookup(V);
  return freeze(New ? New : V);
}

void EntryValues::promoteCells() {
  if (Cells.empty())
    return;
  DominatorTree DT(F);
  PromoteMemToReg(Cells, DT);
}

void polly::escop::prepareToSplice(const ESCoP &E,
                                   FunctionAnalysisManager &FAM) {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*E.F);
  auto &LI = FAM.getResult<LoopAnalysis>(*E.F);
  formDedicatedExitBlocks(E.L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(*E.L, DT, &LI,
                       &FAM.getResult<ScalarEvolutionAnalysis>(*E.F));
}

/// What was inferred for the nest's function may not hold for the driver.
static void dropInferredAttributes(Function &F) {
  // malloc and madvise.
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoRecurse, Attribute::NoFree,
        Attribute::NoSync, Attribute::WillReturn})
    F.removeFnAttr(Kind);
  // The checkpoint reads what the nest writes.
  for (Argument &Arg : F.args())
    Arg.removeAttr(Attribute::WriteOnly);
}

void polly::escop::finishSplicing(Function &F, FunctionAnalysisManager &FAM) {
  dropInferredAttributes(F);
  FAM.invalidate(F, PreservedAnalyses::none());
}
