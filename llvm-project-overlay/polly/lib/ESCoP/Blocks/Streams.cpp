//===- Streams.cpp - What the iterations of a block access ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a block of iterations all loads come before all stores. That is exact
// unless an iteration loads what an earlier one of the block stores:
//
//   load and store have one step, their distance is a constant:   known here
//   else:         no store of the loop meets the load, asked at run time
//
// or, if the load comes before all stores of an iteration, one of
//
//   load and store have one step, and the load is not behind the store, or by a
//                 block, asked at run time
//   all iterations load one element, which one of them stores: a block ends there
//
// An iteration's own stores come behind its loads, as the simplification
// pipeline forwards what is stored and loaded again; where it does not, the
// loop is refused. Stores are made in the order of the iterations, those at
// constant distances together, others, which must not meet, each for itself.
//
// A load that the loop would not come to may be made where it cannot fault: on
// a page that the loop accesses in the first of some iterations, or accessed
// before (Blocks.cpp). So the addresses of a group of loads have to follow from
// one, if possible from one that is made in each iteration.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace polly::escop;

/// What a block accesses of one array, at most: most blocks are to lie within a
/// page.
static constexpr int64_t MaxBlockBytes = 2048;

namespace {

class StreamFinder {
  Loop &L;
  const int64_t BlockSize;
  ScalarEvolution &SE;
  const LoopInfo &LI;
  const DominatorTree &DT;
  AAResults &AA;
  const ObjectFinder Find;
  Streams &S;

  void addMarkedLoad(Instruction &Marker);
  bool addCarriedLoad(Instruction &I);
  bool addAccess(Instruction &I);
  bool addIrregularAccess(Instruction &I, bool IsInEach);
  bool mayMissAll(ArrayRef<Stream *> Of, const Value *Cond = nullptr,
                  bool IsTrue = false) const;
  bool areInEach(ArrayRef<Stream *> Of) const;
  void findAnticipatedLoads();
  void groupLoads();
  std::optional<int64_t> getDistance(const Stream &From, const Stream &To);
  int64_t countBehind(const Stream &Load, const Stream &Store,
                      int64_t Distance);
  bool mayAlias(const Stream &A, const Stream &B);
  bool pairAccesses(const Instruction *&Bad);
  void groupStores();

public:
  StreamFinder(Loop &L, unsigned BlockSize, ScalarEvolution &SE,
               const LoopInfo &LI, const DominatorTree &DT, AAResults &AA,
               ObjectFinder Find, Streams &S)
      : L(L), BlockSize(BlockSize), SE(SE), LI(LI), DT(DT), AA(AA), Find(Find),
        S(S) {}
  const Instruction *run();
};

} // namespace

/// Note what was read in front of the loop.
void StreamFinder::addMarkedLoad(Instruction &Marker) {
  auto *Bytes = cast<ConstantInt>(Marker.getOperand(1));
  S.Loads.push_back(
      {nullptr, SE.getSCEV(Marker.getOperand(0)), 0, Bytes->getZExtValue()});
}

/// Note what would be loaded if it were not handed on; \returns whether that is
/// possible.
bool StreamFinder::addCarriedLoad(Instruction &I) {
  const int64_t Step =
      mdconst::extract<ConstantInt>(I.getMetadata(CarriedMD)->getOperand(0))
          ->getSExtValue();
  Stream New = {&I, SE.getSCEV(getLoadStorePointerOperand(&I)), Step,
                I.getDataLayout().getTypeStoreSize(I.getType()),
                /*IsInEach=*/true};
  New.IsCarried = true;
  S.Loads.push_back(New);
  return uint64_t(std::abs(Step)) <= MaxBlockBytes / BlockSize;
}

bool StreamFinder::addAccess(Instruction &I) {
  Type *Ty = getLoadStoreType(&I);
  if (getLoadStoreAddressSpace(&I) || isa<ScalableVectorType>(Ty))
    return false;
  const SCEV *Start = SE.getSCEV(getLoadStorePointerOperand(&I));
  int64_t Step = 0;
  const bool IsInEach = DT.dominates(I.getParent(), L.getLoopLatch()) &&
                        !I.hasMetadata(ConditionalMD);
  if (auto *Rec = dyn_cast<SCEVAddRecExpr>(Start)) {
    auto *C = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    if (Rec->getLoop() != &L || !Rec->isAffine() || !C ||
        C->getAPInt().abs().ugt(MaxBlockBytes / BlockSize))
      return addIrregularAccess(I, IsInEach);
    Step = C->getAPInt().getSExtValue();
    Start = Rec->getStart();
  }
  if (!SE.isLoopInvariant(Start, &L))
    return addIrregularAccess(I, IsInEach);
  const Stream New = {&I, Start, Step, I.getDataLayout().getTypeStoreSize(Ty),
                      IsInEach};
  if (isa<LoadInst>(I)) {
    S.Loads.push_back(New);
    return true;
  }
  S.Stores.push_back(New);
  return Step;
}

/// Note an access whose address depends on data.
bool StreamFinder::addIrregularAccess(Instruction &I, bool IsInEach) {
  const uint64_t Size =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (isa<StoreInst>(I)) {
    S.Stores.push_back({&I, nullptr, 0, Size, IsInEach});
    return true;
  }
  const Object Of = Find(SE.getSCEV(getLoadStorePointerOperand(&I)));
  if (!Of.Base || uint64_t(Of.End - Of.Begin) < Size)
    return false;
  const SCEV *Start = SE.getAddExpr(
      SE.getSCEV(Of.Base), SE.getConstant(Type::getInt64Ty(I.getContext()),
                                          Of.Begin, /*isSigned=*/true));
  S.Loads.push_back({&I, Start, 0, uint64_t(Of.End - Of.Begin), IsInEach, Of});
  return true;
}

/// May an iteration that is executed to its end make none of the accesses @p
/// Of, if @p Cond, where it is not null, is @p IsTrue?
bool StreamFinder::mayMissAll(ArrayRef<Stream *> Of, const Value *Cond,
                              bool IsTrue) const {
  SmallPtrSet<const BasicBlock *, 8> Reached;
  for (const Stream *A : Of)
    Reached.insert(A->I->getParent());
  SmallVector<const BasicBlock *, 8> Worklist = {L.getHeader()};
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    if (!L.contains(BB) || !Reached.insert(BB).second)
      continue;
    if (BB == L.getLoopLatch())
      return true;
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (Branch && Branch->isConditional() && Branch->getCondition() == Cond)
      Worklist.push_back(Branch->getSuccessor(!IsTrue));
    else
      append_range(Worklist, successors(BB));
  }
  return false;
}

/// Does each iteration that is executed to its end make one of the accesses @p
/// Of? Several branches may have one condition.
bool StreamFinder::areInEach(ArrayRef<Stream *> Of) const {
  return !mayMissAll(Of) || any_of(L.blocks(), [&](const BasicBlock *BB) {
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    return Branch && Branch->isConditional() &&
           !mayMissAll(Of, Branch->getCondition(), true) &&
           !mayMissAll(Of, Branch->getCondition(), false);
  });
}

/// Find the loads that are made by one instruction or another in each
/// iteration, such as that of q[i] in c ? q[i] - q[i - 1] : q[i + 1] - q[i].
void StreamFinder::findAnticipatedLoads() {
  for (Stream &Load : S.Loads) {
    SmallVector<Stream *, 4> Same;
    for (Stream &Other : S.Loads)
      if (!Other.IsInEach && Other.I && !Other.isGather() &&
          !Other.I->hasMetadata(ConditionalMD) && Other.Start == Load.Start &&
          Other.Step == Load.Step && Other.Size == Load.Size)
        Same.push_back(&Other);
    // Once for all of them.
    if (Same.size() > 1 && Same.front() == &Load && areInEach(Same))
      for (Stream *Of : Same)
        Of->IsInEach = true;
  }
}

/// Bytes from @p From to @p To in one iteration, if that is a constant.
std::optional<int64_t> StreamFinder::getDistance(const Stream &From,
                                                 const Stream &To) {
  if (From.isGather() || To.isGather() || From.isScatter() || To.isScatter())
    return std::nullopt;
  auto *C = dyn_cast<SCEVConstant>(SE.getMinusSCEV(To.Start, From.Start));
  if (From.Step != To.Step || !C || C->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  return C->getAPInt().getSExtValue();
}

/// Find S.Groups, those of loads that are made in each iteration first.
void StreamFinder::groupLoads() {
  auto Join = [&](unsigned Idx) {
    const Stream &Load = S.Loads[Idx];
    for (LoadGroup &G : S.Groups)
      if (auto Distance = getDistance(S.Loads[G.Known], Load)) {
        const int64_t Begin = std::min(G.Begin, *Distance),
                      End = std::max<int64_t>(G.End, *Distance + Load.Size);
        if (End - Begin > MaxBlockBytes)
          continue;
        G.Begin = Begin;
        G.End = End;
        if (Load.IsInEach || G.IsConditional) {
          G.BeginInEach = Begin;
          G.EndInEach = End;
        }
        G.Loads.push_back(Idx);
        return true;
      }
    return false;
  };
  for (bool IsInEach : {true, false})
    for (auto [Idx, Load] : enumerate(S.Loads))
      if (Load.I && !Load.isGather() && Load.IsInEach == IsInEach && !Join(Idx))
        S.Groups.push_back({unsigned(Idx),
                            0,
                            int64_t(Load.Size),
                            0,
                            int64_t(Load.Size),
                            !Load.IsInEach,
                            {unsigned(Idx)},
                            Find(Load.Start)});
}

/// By how many iterations is a load behind the store whose bytes it reads? At
/// most BlockSize. @p Distance is that to the load of the same iteration, whose
/// own store counts only if it comes first.
int64_t StreamFinder::countBehind(const Stream &Load, const Stream &Store,
                                  int64_t Distance) {
  int64_t Later = DT.dominates(Load.I, Store.I);
  for (; Later < BlockSize; ++Later) {
    const int64_t ToLoad = Distance + Later * Load.Step;
    if (ToLoad < int64_t(Store.Size) && ToLoad > -int64_t(Load.Size))
      break;
  }
  return Later;
}

/// May @p A and @p B meet in any two iterations? Alias analysis answers for one
/// moment, in which two pointers that are selected by one condition differ. So
/// it is asked about the objects in front of the loop that they may point to.
bool StreamFinder::mayAlias(const Stream &A, const Stream &B) {
  if (!A.I || !B.I)
    return true;
  auto ObjectsOf = [](const Stream &Of) {
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(getLoadStorePointerOperand(Of.I), Objects,
                         /*LI=*/nullptr, /*MaxLookup=*/0);
    return Objects;
  };
  auto Changes = [&](const Value *Object) {
    auto *I = dyn_cast<Instruction>(Object);
    return I && L.contains(I);
  };
  for (const Value *OfA : ObjectsOf(A))
    for (const Value *OfB : ObjectsOf(B))
      if (Changes(OfA) || Changes(OfB) ||
          !AA.isNoAlias(MemoryLocation::getBeforeOrAfter(OfA),
                        MemoryLocation::getBeforeOrAfter(OfB)))
        return true;
  return false;
}

/// Find which accesses must not meet, and S.MaxBlockSize. \returns false if
/// that is not more than one.
bool StreamFinder::pairAccesses(const Instruction *&Bad) {
  for (auto [StoreIdx, Store] : enumerate(S.Stores)) {
    for (auto [LoadIdx, Load] : enumerate(S.Loads)) {
      auto Distance = getDistance(Store, Load);
      if (Load.IsCarried && Distance)
        continue;
      if (Load.I && Distance) {
        S.MaxBlockSize = std::min<unsigned>(
            S.MaxBlockSize, countBehind(Load, Store, *Distance));
        if (S.MaxBlockSize > 1)
          continue;
        Bad = Load.I;
        return false;
      }
      if (!mayAlias(Load, Store))
        continue;
      S.LoadsAndStores.push_back(
          {unsigned(LoadIdx), unsigned(StoreIdx),
           Load.I && Load.I->hasMetadata(FirstMD)});
      if (Store.isScatter())
        Bad = Store.I;
    }
    for (unsigned Other = 0; Other < StoreIdx; ++Other)
      if (!getDistance(S.Stores[Other], Store) &&
          mayAlias(S.Stores[Other], Store)) {
        S.TwoStores.push_back({Other, StoreIdx});
        if (Store.isScatter() || S.Stores[Other].isScatter())
          Bad = Store.I;
      }
    // Where it stores is not known before.
    if (Bad)
      return false;
  }
  return true;
}

/// Find S.StoreGroups: two stores of a group need not be at a constant
/// distance, but two of different groups are not.
void StreamFinder::groupStores() {
  for (auto [Idx, Store] : enumerate(S.Stores)) {
    SmallVector<unsigned, 2> Joined = {unsigned(Idx)};
    erase_if(S.StoreGroups, [&, &Store = Store](const auto &G) {
      if (none_of(G, [&](unsigned Other) {
            return getDistance(S.Stores[Other], Store).has_value();
          }))
        return false;
      append_range(Joined, G);
      return true;
    });
    llvm::sort(Joined);
    S.StoreGroups.push_back(std::move(Joined));
  }
}

const Instruction *StreamFinder::run() {
  S.MaxBlockSize = BlockSize;
  for (Instruction &I : instructions(*L.getHeader()->getParent()))
    if (isReadMarker(I))
      addMarkedLoad(I);
    else if (I.hasMetadata(CarriedMD) && !addCarriedLoad(I))
      return &I;
  LoopBlocksRPO RPO(&L);
  RPO.perform(&LI);
  for (BasicBlock *BB : RPO)
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() || isGuardMarker(I) ||
          isMathCallWithoutErrno(I))
        continue;
      if ((!isa<LoadInst>(I) && !isa<StoreInst>(I)) || !addAccess(I))
        return &I;
    }
  findAnticipatedLoads();
  groupLoads();
  const Instruction *Bad = nullptr;
  if (!pairAccesses(Bad))
    return Bad;
  groupStores();
  return nullptr;
}

const Instruction *
polly::escop::findStreams(Loop &L, unsigned BlockSize, ScalarEvolution &SE,
                          const LoopInfo &LI, const DominatorTree &DT,
                          AAResults &AA, ObjectFinder Find, Streams &S) {
  return StreamFinder(L, BlockSize, SE, LI, DT, AA, Find, S).run();
}
