//===- Expansion.cpp - Scalars become arrays ------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar expansion (R. Allen and K. Kennedy, Optimizing Compilers for Modern
// Architectures, 2001, section 5.3):
//
//   for (i…)                                for (i…)
//     for (j = 0; j < i; ++j) {               for (j = 0; j < i; ++j) {
//       double s = 0;                           S[i][j] = 0;
//       for (k = 0; k < j; ++k)                 for (k = 0; k < j; ++k)
//         s += L[i][k] * L[j][k];                 S[i][j] += L[i][k] * L[j][k];
//       L[i][j] = (A[i][j] - s) / L[j][j];      L[i][j] = (A[i][j] - S[i][j])
//     }                                                   / L[j][j];
//                                             }
//
// A scalar has one value at a time, which keeps the iterations of i and j in
// order, unless memory of the nest can hold it (polly/lib/Transform/DeLICM.cpp,
// Reload.cpp). Here each iteration gets an element of memory that the shadow
// allocates: as much as a matrix of the nest, so it is only tried where nothing
// else makes tiles possible.
//
// In SSA form a scalar is several values. Those that PHIs connect get one
// element, if none of them is needed any more where another one is stored
// (V. Sreedhar et al., "Translating Out of Static Single Assignment Form",
// 1999).
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "polly/ESCoP/Footprint.h"
#include "polly/ESCoP/Runtime.h"
#include "polly/ESCoP/Support.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// Loops that an array has elements for.
static constexpr unsigned MaxDims = 2;

static constexpr StringLiteral ExpandedAttr = "escop-expanded";

/// Rows are as far apart that a column is not in few sets of a cache, and begin
/// as the first one in a cache line.
static constexpr uint64_t RowGap = 8;

/// Longer rows are not there, and Polly's run-time check asks how long they
/// are.
static constexpr unsigned MaxPitchBits = 40;

bool polly::escop::isExpandedScalar(const Value &Base) {
  auto *Param = dyn_cast<Argument>(&Base);
  return Param && Param->getParent()->getAttributes().hasParamAttr(
                      Param->getArgNo(), ExpandedAttr);
}

namespace {
/// The values of one scalar.
class Scalar {
  SmallSetVector<Instruction *, 8> Values;
  /// Blocks at the begin of which a value is needed.
  DenseMap<const Instruction *, SmallPtrSet<const BasicBlock *, 8>> LiveIn;

  void findLiveIn(const Instruction &Value);
  bool isLiveBehind(const Instruction &Value, const Instruction &Behind) const;

public:
  explicit Scalar(ArrayRef<Instruction *> Values);

  bool contains(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    return I && Values.contains(const_cast<Instruction *>(I));
  }
  Type *getType() const { return Values.front()->getType(); }
  bool fitsOneElement() const;
  Loop *getLoop(const LoopInfo &LI) const;
  void replace(function_ref<Value *(Instruction *Before)> GetAddress) const;
};
} // namespace

Scalar::Scalar(ArrayRef<Instruction *> Values)
    : Values(Values.begin(), Values.end()) {
  for (const Instruction *Value : Values)
    findLiveIn(*Value);
}

/// What a PHI takes from a block is needed at the end of that.
void Scalar::findLiveIn(const Instruction &Value) {
  auto &Blocks = LiveIn[&Value];
  SmallVector<const BasicBlock *, 8> Worklist;
  auto Add = [&](const BasicBlock *BB) {
    if (BB != Value.getParent() && Blocks.insert(BB).second)
      Worklist.push_back(BB);
  };
  for (const Use &U : Value.uses()) {
    auto *PHI = dyn_cast<PHINode>(U.getUser());
    Add(PHI ? PHI->getIncomingBlock(U)
            : cast<Instruction>(U.getUser())->getParent());
  }
  while (!Worklist.empty())
    for (const BasicBlock *Pred : predecessors(Worklist.pop_back_val()))
      Add(Pred);
}

/// Is @p Value needed behind @p Behind? What a PHI of the scalar takes is, as
/// the PHI would take it to be what is stored there.
bool Scalar::isLiveBehind(const Instruction &Value,
                          const Instruction &Behind) const {
  const BasicBlock *BB = Behind.getParent();
  const auto &Blocks = LiveIn.find(&Value)->second;
  if (Value.getParent() == BB ? Behind.comesBefore(&Value)
                              : !Blocks.contains(BB))
    return false;
  return any_of(
             successors(BB),
             [&](const BasicBlock *Succ) { return Blocks.contains(Succ); }) ||
         any_of(Value.uses(), [&](const Use &U) {
           auto *User = cast<Instruction>(U.getUser());
           auto *PHI = dyn_cast<PHINode>(User);
           return PHI ? PHI->getIncomingBlock(U) == BB
                      : User->getParent() == BB && Behind.comesBefore(User);
         });
}

/// Is no value needed where another one is stored?
bool Scalar::fitsOneElement() const {
  for (Instruction *Value : Values) {
    auto *PHI = dyn_cast<PHINode>(Value);
    for (Instruction *Other : Values) {
      if (!PHI) {
        if (Other != Value && isLiveBehind(*Other, *Value))
          return false;
        continue;
      }
      // It is stored where its block begins, and at the end of others, where it
      // may still have the value of the former iteration itself.
      if (Other != Value &&
          (LiveIn.find(Other)->second.contains(PHI->getParent()) ||
           (isa<PHINode>(Other) && Other->getParent() == PHI->getParent())))
        return false;
      for (unsigned Idx = 0; Idx < PHI->getNumIncomingValues(); ++Idx)
        if (!contains(PHI->getIncomingValue(Idx)) &&
            isLiveBehind(*Other, *PHI->getIncomingBlock(Idx)->getTerminator()))
          return false;
    }
  }
  return true;
}

/// \returns the innermost loop in an iteration of which all values are needed
/// only there, or null.
Loop *Scalar::getLoop(const LoopInfo &LI) const {
  std::optional<Loop *> Common;
  auto Include = [&](const BasicBlock *BB) {
    Loop *L = LI.getLoopFor(BB);
    if (!Common)
      Common = L;
    while (*Common && !(*Common)->contains(BB))
      Common = (*Common)->getParentLoop();
  };
  for (const Instruction *Value : Values) {
    const BasicBlock *BB = Value->getParent();
    Include(BB);
    // An iteration hands it to the next one.
    if (isa<PHINode>(Value) && LI.isLoopHeader(BB))
      Include(LI.getLoopFor(BB)->getLoopPredecessor());
    for (const Use &U : Value->uses()) {
      auto *PHI = dyn_cast<PHINode>(U.getUser());
      Include(PHI ? PHI->getIncomingBlock(U)
                  : cast<Instruction>(U.getUser())->getParent());
    }
  }
  return *Common;
}

/// Load the values from the element that @p GetAddress gets, and store them to
/// it.
void Scalar::replace(
    function_ref<Value *(Instruction *Before)> GetAddress) const {
  auto Store = [&](Value *V, Instruction *Before) {
    new StoreInst(V, GetAddress(Before), Before->getIterator());
  };
  for (Instruction *Value : Values) {
    // By blocks, in front of the first use: nothing of the scalar is stored
    // before.
    MapVector<BasicBlock *, SmallVector<Use *, 4>> Uses;
    for (Use &U : Value->uses()) {
      auto *User = cast<Instruction>(U.getUser());
      auto *PHI = dyn_cast<PHINode>(User);
      BasicBlock *BB = PHI ? PHI->getIncomingBlock(U) : User->getParent();
      if (!(PHI && contains(PHI)) &&
          (BB != Value->getParent() || isa<PHINode>(Value)))
        Uses[BB].push_back(&U);
    }
    for (auto &[BB, Users] : Uses) {
      Instruction *First = BB->getTerminator();
      for (const Use *U : Users)
        if (auto *User = cast<Instruction>(U->getUser());
            !isa<PHINode>(User) && User->comesBefore(First))
          First = User;
      auto *Load = new LoadInst(Value->getType(), GetAddress(First), "",
                                First->getIterator());
      for (Use *U : Users)
        U->set(Load);
    }
  }
  for (Instruction *Value : Values) {
    auto *PHI = dyn_cast<PHINode>(Value);
    if (!PHI) {
      Store(Value, Value->getNextNode());
      continue;
    }
    for (unsigned Idx = 0; Idx < PHI->getNumIncomingValues(); ++Idx)
      if (!contains(PHI->getIncomingValue(Idx)))
        Store(PHI->getIncomingValue(Idx),
              PHI->getIncomingBlock(Idx)->getTerminator());
  }
  for (Instruction *Value : Values)
    if (isa<PHINode>(Value)) {
      Value->replaceAllUsesWith(PoisonValue::get(Value->getType()));
      Value->eraseFromParent();
    }
}

/// \returns what @p S is at most in any iteration of @p Outer, or null.
static const SCEV *getMost(const SCEV *S, const Loop &Outer,
                           ScalarEvolution &SE) {
  if (SE.isLoopInvariant(S, &Outer))
    return S;
  if (auto *Most = dyn_cast<SCEVMinMaxExpr>(S)) {
    SmallVector<const SCEV *, 4> Operands;
    for (const SCEV *Operand : Most->operands()) {
      Operands.push_back(getMost(Operand, Outer, SE));
      if (!Operands.back())
        return nullptr;
    }
    return SE.getMinMaxExpr(Most->getSCEVType(), Operands);
  }
  auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  const SCEV *Last = SE.getBackedgeTakenCount(&Outer);
  if (!Rec || Rec->getLoop() != &Outer || !Rec->isAffine() ||
      isa<SCEVCouldNotCompute>(Last))
    return nullptr;
  // The footprint has checked that nothing wraps. Where the inner loop is not
  // executed, it may be negative.
  Last = SE.getTruncateOrZeroExtend(Last, Rec->getType());
  return SE.getSMaxExpr(Rec->getStart(), Rec->evaluateAtIteration(Last, SE));
}

/// \returns 1 if a counter of @p L rises in each iteration, -1 if it falls.
static int getDirection(const Loop &L, ScalarEvolution &SE) {
  for (PHINode &PHI : L.getHeader()->phis()) {
    if (!PHI.getType()->isIntegerTy())
      continue;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&PHI));
    if (Rec && Rec->isAffine() &&
        SE.isKnownNegative(Rec->getStepRecurrence(SE)))
      return -1;
  }
  return 1;
}

/// \returns by how much the first iteration of @p L moves from one iteration of
/// the loop around it to the next: 1, 0 or -1.
///
///   for (i = 0; i < n; ++i)
///     for (j = i; j < n; ++j)    // 1
///
/// The number of iterations tells that one end moves; that which moves as the
/// outer counter does is the moving one.
static int getShift(const Loop &L, ScalarEvolution &SE) {
  const Loop *Outer = L.getParentLoop();
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getBackedgeTakenCount(&L));
  if (!Rec || Rec->getLoop() != Outer || !Rec->isAffine())
    return 0;
  const int Shift = getDirection(L, SE) * getDirection(*Outer, SE);
  auto *Step = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
  return Step && Step->getAPInt().getSExtValue() == -Shift ? Shift : 0;
}

/// \returns @p S as i64, or null.
static const SCEV *getAsInt64(const SCEV *S, ScalarEvolution &SE) {
  if (isa<SCEVCouldNotCompute>(S) || SE.getTypeSizeInBits(S->getType()) > 64)
    return nullptr;
  return SE.getNoopOrZeroExtend(S, Type::getInt64Ty(SE.getContext()));
}

namespace {
/// An array, with a row for each iteration of the outermost loop.
struct ScalarArray {
  const Scalar *Of;
  /// Outermost first.
  SmallVector<Loop *, MaxDims> Loops;
  Type *ElementType;
  /// In a row, the element of the first iteration moves by so much from one row
  /// to the next, so that iterations with equal counters are in one column.
  int Shift = 0;
  /// The greatest subscript of a row, and that of its first iteration in the
  /// first row; null if there is one element.
  const SCEV *Greatest = nullptr, *First = nullptr;
  Value *Pitch = nullptr, *Begin = nullptr, *FirstColumn = nullptr;
};

class Expander {
  Function &F;
  LoopInfo &LI;
  ScalarEvolution &SE;
  /// Numbers of iterations, from 0 on.
  DenseMap<const Loop *, PHINode *> Counters;
  SmallVector<Scalar, 4> Scalars;
  SmallVector<ScalarArray, 4> Arrays;

  void findScalars();
  bool findArrays();
  bool findSubscripts(ScalarArray &A);
  CallInst *allocate();
  PHINode *getCounter(Loop &L);
  Value *getAddress(const ScalarArray &A, Instruction *Before);

public:
  Expander(Function &F, FunctionAnalysisManager &FAM)
      : F(F), LI(FAM.getResult<LoopAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}
  /// \returns the memory, or null.
  CallInst *run();
  ArrayRef<ScalarArray> getArrays() const { return Arrays; }
};
} // namespace

/// Does an inner loop use what @p I computes and nothing stores? A load may be
/// repeated there, and so may be one of what is stored (Reload.cpp).
static bool isForInnerLoop(const Instruction &I, const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(I.getParent());
  if (isa<LoadInst>(I) ||
      any_of(I.users(), [](const User *U) { return isa<StoreInst>(U); }))
    return false;
  return any_of(I.users(), [&](const User *U) {
    const Loop *Inner = LI.getLoopFor(cast<Instruction>(U)->getParent());
    return Inner != L && L->contains(Inner);
  });
}

void Expander::findScalars() {
  EquivalenceClasses<Instruction *> Classes;
  for (Instruction &I : instructions(F)) {
    if (!LI.getLoopFor(I.getParent()) || !I.getType()->isFloatingPointTy())
      continue;
    auto *PHI = dyn_cast<PHINode>(&I);
    if (!PHI) {
      if (isForInnerLoop(I, LI))
        Classes.insert(&I);
      continue;
    }
    Classes.insert(PHI);
    for (Value *Incoming : PHI->incoming_values()) {
      auto *From = dyn_cast<Instruction>(Incoming);
      // What is loaded may be the first value of several scalars.
      if (From && LI.getLoopFor(From->getParent()) &&
          (From->hasOneUse() || !isa<LoadInst>(From)))
        Classes.unionSets(PHI, From);
    }
  }
  // In the function's order, so that the same is generated each time.
  MapVector<Instruction *, SmallVector<Instruction *, 8>> Members;
  for (Instruction &I : instructions(F))
    if (auto It = Classes.findValue(&I); It != Classes.end())
      Members[Classes.getLeaderValue(&I)].push_back(&I);
  for (const auto &[Leader, Values] : Members)
    Scalars.emplace_back(Values);
}

/// \returns whether each scalar has an array.
bool Expander::findArrays() {
  for (const Scalar &S : Scalars) {
    ScalarArray A{&S, {}, S.getType()};
    for (Loop *L = S.getLoop(LI); L; L = L->getParentLoop())
      A.Loops.insert(A.Loops.begin(), L);
    if (A.Loops.empty() || A.Loops.size() > MaxDims || !S.fitsOneElement() ||
        A.Loops.front() != LI.getTopLevelLoops().front() ||
        !all_of(A.Loops, [](const Loop *L) { return L->isLoopSimplifyForm(); }))
      return false;
    if (A.Loops.size() == MaxDims && !findSubscripts(A))
      return false;
    Arrays.push_back(std::move(A));
  }
  return !Arrays.empty();
}

bool Expander::findSubscripts(ScalarArray &A) {
  const Loop &Outer = *A.Loops.front(), &Inner = *A.Loops.back();
  const SCEV *LastRow = getAsInt64(SE.getBackedgeTakenCount(&Outer), SE),
             *Last = SE.getBackedgeTakenCount(&Inner);
  if (!LastRow || !getAsInt64(Last, SE))
    return false;
  A.Shift = getShift(Inner, SE);
  A.First = A.Shift < 0 ? LastRow : SE.getZero(LastRow->getType());
  Type *Ty = Last->getType();
  const SCEV *First = SE.getAddRecExpr(
      SE.getTruncateOrZeroExtend(A.First, Ty),
      SE.getConstant(Ty, A.Shift, /*isSigned=*/true), &Outer, SCEV::FlagNSW);
  const SCEV *Most = getMost(SE.getAddExpr(First, Last), Outer, SE);
  if (!Most)
    return false;
  // Of a loop that is not executed, it may be anything.
  Type *Int64 = LastRow->getType();
  A.Greatest =
      SE.getSMinExpr(SE.getSMaxExpr(getAsInt64(Most, SE), SE.getZero(Int64)),
                     SE.getConstant(Int64, uint64_t(1) << MaxPitchBits));
  return true;
}

CallInst *Expander::allocate() {
  constexpr uint64_t MostAligned = 16;
  const DataLayout &DL = F.getDataLayout();
  const SCEV *LastRow =
      getAsInt64(SE.getBackedgeTakenCount(LI.getTopLevelLoops().front()), SE);
  if (!LastRow)
    return nullptr;
  IRBuilder<> Builder(F.getEntryBlock().getTerminator());
  SCEVExpander Sizes(SE, DL, "escop.expanded");
  auto GetSize = [&](const SCEV *S) {
    return Sizes.expandCodeFor(S, Builder.getInt64Ty(),
                               Builder.GetInsertPoint());
  };
  auto GetCount = [&](const SCEV *Last) {
    return GetSize(SE.getAddExpr(Last, SE.getOne(Last->getType())));
  };
  SmallVector<Value *, 4> Offsets;
  Value *RowBytes = Builder.getInt64(0);
  for (ScalarArray &A : Arrays) {
    const uint64_t Bytes = DL.getTypeAllocSize(A.ElementType);
    Value *InRow = Builder.getInt64(alignTo(Bytes, MostAligned));
    if (A.Greatest) {
      A.Pitch =
          Builder.CreateAnd(Builder.CreateAdd(GetCount(A.Greatest),
                                              Builder.getInt64(2 * RowGap - 1)),
                            Builder.getInt64(-RowGap));
      A.FirstColumn = GetSize(A.First);
      InRow = Builder.CreateMul(A.Pitch, Builder.getInt64(Bytes));
    }
    Offsets.push_back(RowBytes);
    RowBytes = Builder.CreateAdd(RowBytes, InRow);
  }
  Value *NumRows = GetCount(LastRow);
  CallInst *Memory =
      callRuntime(Builder, "escop.expanded.allocate", {NumRows, RowBytes});
  for (auto [A, Offset] : zip_equal(Arrays, Offsets))
    A.Begin = Builder.CreatePtrAdd(Memory, Builder.CreateMul(NumRows, Offset));
  return Memory;
}

PHINode *Expander::getCounter(Loop &L) {
  PHINode *&Counter = Counters[&L];
  if (Counter)
    return Counter;
  IRBuilder<> Builder(&L.getHeader()->front());
  Counter = Builder.CreatePHI(Builder.getInt64Ty(), 2, "escop.counter");
  Counter->addIncoming(Builder.getInt64(0), L.getLoopPreheader());
  Builder.SetInsertPoint(L.getLoopLatch()->getTerminator());
  Counter->addIncoming(Builder.CreateAdd(Counter, Builder.getInt64(1), "",
                                         /*HasNUW=*/true, /*HasNSW=*/true),
                       L.getLoopLatch());
  return Counter;
}

Value *Expander::getAddress(const ScalarArray &A, Instruction *Before) {
  IRBuilder<> Builder(Before);
  Value *Element = getCounter(*A.Loops.front());
  if (A.Pitch) {
    Value *Column = getCounter(*A.Loops.back());
    if (A.Shift)
      Column = Builder.CreateNSWAdd(
          Column,
          A.Shift > 0 ? Element : Builder.CreateNSWSub(A.FirstColumn, Element));
    Element =
        Builder.CreateNSWAdd(Builder.CreateNSWMul(Element, A.Pitch), Column);
  }
  return Builder.CreateInBoundsGEP(A.ElementType, A.Begin, Element);
}

CallInst *Expander::run() {
  if (LI.getTopLevelLoops().size() != 1)
    return nullptr;
  findScalars();
  if (!findArrays())
    return nullptr;
  CallInst *Memory = allocate();
  if (Memory)
    for (const ScalarArray &A : Arrays)
      A.Of->replace([&](Instruction *Before) { return getAddress(A, Before); });
  return Memory;
}

namespace {
/// Separates what a block stores to expanded scalars from what else it stores,
/// so that each gets a statement and coordinates of its own:
///
///   C[k][j] += alpha * B[i][j] * A[i][k];
///   S[i][j] += B[k][j] * A[i][k];
///
/// What both compute is computed twice. Expanded scalars come last; their
/// memory is that of nothing else.
class StoreSeparator {
  BasicBlock &BB;
  /// What stores to expanded scalars and what else has effects, with what these
  /// compute from, in the block.
  SmallPtrSet<const Instruction *, 16> OfScalars, OfOthers;

  void collect(const Instruction &Root,
               SmallPtrSet<const Instruction *, 16> &Slice);
  bool isMovable(const Instruction &I) const;

public:
  explicit StoreSeparator(BasicBlock &BB) : BB(BB) {}
  void run();
};
} // namespace

void StoreSeparator::collect(const Instruction &Root,
                             SmallPtrSet<const Instruction *, 16> &Slice) {
  SmallVector<const Instruction *, 16> Worklist = {&Root};
  while (!Worklist.empty()) {
    const Instruction *I = Worklist.pop_back_val();
    if (I->getParent() != &BB || isa<PHINode>(I) || !Slice.insert(I).second)
      continue;
    for (const Value *Operand : I->operands())
      if (auto *Op = dyn_cast<Instruction>(Operand))
        Worklist.push_back(Op);
  }
}

/// May @p I, of a scalar, be executed at the end of the block?
bool StoreSeparator::isMovable(const Instruction &I) const {
  // Others need what it computes.
  if (!OfOthers.contains(&I) && any_of(I.users(), [&](const User *U) {
        auto *User = cast<Instruction>(U);
        return User->getParent() == &BB && !isa<PHINode>(User) &&
               !OfScalars.contains(User);
      }))
    return false;
  if (isa<StoreInst>(I))
    return true;
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load)
    return !I.mayReadOrWriteMemory();
  // Different objects that are stored to do not overlap (Footprint.cpp).
  const Value *Object = getUnderlyingObject(Load->getPointerOperand());
  return Load->isSimple() && none_of(BB, [&](const Instruction &Other) {
           auto *Store = dyn_cast<StoreInst>(&Other);
           return Store && !OfScalars.contains(Store) &&
                  getUnderlyingObject(Store->getPointerOperand()) == Object;
         });
}

void StoreSeparator::run() {
  bool StoresOthers = false;
  for (const Instruction &I : BB) {
    if (!I.mayHaveSideEffects())
      continue;
    auto *Store = dyn_cast<StoreInst>(&I);
    const bool IsScalar =
        Store &&
        isExpandedScalar(*getUnderlyingObject(Store->getPointerOperand()));
    StoresOthers |= Store && !IsScalar;
    collect(I, IsScalar ? OfScalars : OfOthers);
  }
  if (!StoresOthers || OfScalars.empty() ||
      !all_of(OfScalars, [&](const Instruction *I) { return isMovable(*I); }))
    return;
  ValueToValueMapTy Copies;
  SmallVector<Instruction *, 16> InOrder;
  for (Instruction &I : BB)
    if (OfScalars.contains(&I))
      InOrder.push_back(&I);
  for (Instruction *I : InOrder) {
    if (OfOthers.contains(I)) {
      Instruction *Copy = I->clone();
      Copy->insertBefore(BB.getTerminator());
      Copies[I] = Copy;
      I = Copy;
    } else {
      I->moveBefore(BB.getTerminator());
    }
    RemapInstruction(I, Copies,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
}

ExpandedShadow::ExpandedShadow(Function &Shadow, FunctionAnalysisManager &FAM)
    : Shadow(&Shadow) {
  Expander Scalars(Shadow, FAM);
  Memory = Scalars.run();
  FAM.invalidate(Shadow, PreservedAnalyses::none());
  if (!Memory)
    return;
  SmallVector<Type *, 16> Params(Shadow.getFunctionType()->params());
  for (const ScalarArray &A : Scalars.getArrays()) {
    Arguments.push_back(A.Begin);
    if (isa_and_nonnull<Instruction>(A.Pitch))
      Arguments.push_back(A.Pitch);
  }
  for (const Value *Argument : Arguments)
    Params.push_back(Argument->getType());
  Loops =
      Function::Create(FunctionType::get(Shadow.getReturnType(), Params, false),
                       Shadow.getLinkage(), Shadow.getAddressSpace(),
                       Shadow.getName() + ".expanded", Shadow.getParent());
  ValueToValueMapTy VMap;
  for (Argument &Arg : Shadow.args())
    VMap[&Arg] = Loops->getArg(Arg.getArgNo());
  SmallVector<ReturnInst *, 1> Returns;
  CloneFunctionInto(Loops, &Shadow, VMap,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  const ConstantRange AnyPitch(APInt(64, 1),
                               APInt::getOneBitSet(64, MaxPitchBits + 1));
  for (auto [Idx, Argument] : enumerate(Arguments)) {
    llvm::Argument *Param = Loops->getArg(Shadow.arg_size() + Idx);
    cast<Instruction>(VMap[Argument])->replaceAllUsesWith(Param);
    if (Argument->getType()->isPointerTy()) {
      Param->addAttr(Attribute::NoAlias);
      Param->addAttr(Attribute::NoCapture);
      Param->addAttr(Attribute::get(Loops->getContext(), ExpandedAttr));
    } else {
      restrictRange(*Param, AnyPitch);
    }
  }
  for (BasicBlock &BB : *Loops)
    StoreSeparator(BB).run();
  auto *Allocation = cast<Instruction>(VMap[Memory]);
  Allocation->replaceAllUsesWith(PoisonValue::get(Memory->getType()));
  Allocation->eraseFromParent();
  BasicBlock &Entry = Shadow.getEntryBlock();
  changeToUnreachable(Entry.getTerminator());
  EliminateUnreachableBlocks(Shadow);
}

Function *ExpandedShadow::finish(Function &Loops,
                                 FunctionAnalysisManager &FAM) {
  const unsigned NumOwn = Shadow->arg_size();
  const unsigned Further = Loops.arg_size() - NumOwn - Arguments.size();
  if (Further)
    Shadow = addPointerParams(Shadow, Further, FAM);
  BasicBlock &Entry = Shadow->getEntryBlock();
  LLVMContext &Ctx = Shadow->getContext();
  auto *Call = BasicBlock::Create(Ctx, "escop.call", Shadow);
  auto *Decline = BasicBlock::Create(Ctx, "escop.declined", Shadow);
  Entry.getTerminator()->eraseFromParent();
  IRBuilder<> Builder(&Entry);
  Builder.CreateCondBr(Builder.CreateIsNotNull(Memory), Call, Decline);
  Builder.SetInsertPoint(Decline);
  Builder.CreateRet(ConstantInt::get(Shadow->getReturnType(), SS_Declined));
  Builder.SetInsertPoint(Call);
  SmallVector<Value *, 16> All;
  for (Argument &Arg : Shadow->args()) {
    if (Arg.getArgNo() == NumOwn)
      append_range(All, Arguments);
    All.push_back(&Arg);
  }
  if (!Further)
    append_range(All, Arguments);
  CallInst *Status = Builder.CreateCall(&Loops, All);
  callRuntime(Builder, "escop.expanded.free", {Memory});
  Builder.CreateRet(Status);
  for (const Attribute &A : Loops.getAttributes().getFnAttrs())
    Shadow->addFnAttr(A);
  InlineFunctionInfo Info;
  InlineFunction(*Status, Info);
  eraseFunction(&Loops, FAM);
  FAM.invalidate(*Shadow, PreservedAnalyses::none());
  return Shadow;
}

void ExpandedShadow::erase(FunctionAnalysisManager &FAM) {
  eraseFunction(Shadow, FAM);
}
