//===- Hoisting.cpp - What does not change in a nest ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes and pointers to elements are mostly in memory, in headers that are
// reached through further pointers:
//
//   for (size_t i = 0; i < C.M->size1; ++i)
//     for (size_t j = 0; j < C.M->size2; ++j) {
//       if (i >= B.M->size1 || j >= B.M->size2) error(…);
//       …
//
// The nest's copies get them as parameters. They are loaded in front of the
// nest, and the footprint shows that the nest does not write there. That a load
// may be executed there is known if the memory can be accessed whatever
// happens, or if the first iteration comes to the load, possibly behind guards,
// which are evaluated before (the *prefix*). Otherwise the run-time library is
// asked when the nest is entered.
//
// GVN makes PHIs of loads in different iterations. Those that pass on one
// hoisted value are that value (SteadyPHIs.cpp), and what is loaded through
// them can be hoisted, too.
//
//===----------------------------------------------------------------------===//

#include "Hoisting.h"
#include "SteadyPHIs.h"
#include "TripCounts.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace polly::escop;

bool polly::escop::isInvariant(const ESCoP &E, const Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  return !I || !E.L->contains(I) || E.isHoisted(I);
}

/// Can the value that @p V has when the nest is entered, and control comes to
/// @p V for the first time, be computed in front of the nest? That is
/// arithmetic on invariants, and on loads of @p Prefix, which are executed
/// then.
static bool isKnownAtEntry(Value *V,
                           const SmallPtrSetImpl<const BasicBlock *> &Prefix,
                           const ESCoP &E, const LoopInfo &LI,
                           unsigned Depth = 8) {
  if (isInvariant(E, V))
    return true;
  auto *I = cast<Instruction>(V);
  if (!Depth)
    return false;
  if (auto *PHI = dyn_cast<PHINode>(I)) {
    const Loop *L = LI.getLoopFor(PHI->getParent());
    return L->getHeader() == PHI->getParent() && L->getLoopPreheader() &&
           isKnownAtEntry(PHI->getIncomingValueForBlock(L->getLoopPreheader()),
                          Prefix, E, LI, Depth - 1);
  }
  auto *Load = dyn_cast<LoadInst>(I);
  bool Executable =
      Load ? Load->isSimple() && Prefix.contains(I->getParent())
           : !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I);
  return Executable && all_of(I->operands(), [&](Value *Op) {
           return isKnownAtEntry(Op, Prefix, E, LI, Depth - 1);
         });
}

/// Does control, behind some more branches, come from @p BB to a loop that it
/// is not in?
static bool leadsToLoop(const BasicBlock *BB, const LoopInfo &LI,
                        unsigned Depth = 3) {
  if (!BB->getSinglePredecessor())
    return false;
  return any_of(successors(BB), [&](const BasicBlock *To) {
    return (LI.isLoopHeader(To) && !LI.getLoopFor(To)->contains(BB)) ||
           (Depth && leadsToLoop(To, LI, Depth - 1));
  });
}

/// Is @p V made of what was loaded in earlier iterations, from where later ones
/// load it again? Then it changes only if the nest writes there.
static bool isMadeOfLoads(Value *V, const ESCoP &E, unsigned Depth = 4) {
  if (isInvariant(E, V))
    return true;
  if (auto *PHI = dyn_cast<PHINode>(V))
    return findLoad(*PHI, *E.L);
  auto *I = cast<Instruction>(V);
  return Depth && !I->mayReadOrWriteMemory() &&
         isSafeToSpeculativelyExecute(I) &&
         all_of(I->operands(),
                [&](Value *Op) { return isMadeOfLoads(Op, E, Depth - 1); });
}

/// Is @p Load executed at the end of each iteration of @p L, so that its
/// address is valid where the next one begins?
static bool isLoadedLast(const LoadInst &Load, const Loop &L) {
  return Load.getParent() == L.getLoopLatch() &&
         none_of(make_range(Load.getIterator(), Load.getParent()->end()),
                 [](const Instruction &I) { return mayWriteData(I); });
}

/// Do addresses, or conditions of branches, of the nest depend on @p I? Then it
/// is a size, or a pointer to elements, rather than an element.
static bool isForControl(const Instruction &I, const ESCoP &E,
                         unsigned Depth = 4) {
  return any_of(I.users(), [&](const User *U) {
    auto *User = cast<Instruction>(U);
    if (!E.contains(User))
      return false;
    if (isa<BranchInst>(User) || getPointerOperand(User) == &I)
      return true;
    return Depth && !User->mayReadOrWriteMemory() &&
           isForControl(*User, E, Depth - 1);
  });
}

namespace {

/// Finds E.Hoisted and E.Steady.
class Hoister {
  ESCoP &E;
  Loop &L;
  ScalarEvolution &SE;
  DominatorTree &DT;
  LoopInfo &LI;
  AssumptionCache &AC;
  AAResults &AA;
  const Instruction *Front;
  SimpleLoopSafetyInfo Safety;
  SmallVector<BasicBlock *, 8> Exiting;
  SmallVector<Instruction *, 8> AllWrites;
  /// A sanitizer would take a load that is executed ahead for the program's.
  const bool MayProbe;

  /// What writes memory, up to where the nest has been visited.
  SmallVector<Instruction *, 8> Writes;
  /// The blocks that are executed first, as far as no guard fires whose first
  /// instance can be evaluated ahead, too; the last of them, and these guards.
  SmallPtrSet<const BasicBlock *, 8> PrefixBlocks;
  BasicBlock *Prefix = nullptr;
  SmallVector<std::pair<Guard, unsigned>, 2> Guards;

  bool hoistAsTwin(Instruction &I);
  void hoist(Instruction &I);
  void hoistProbed(LoadInst &Load);
  bool isElement(LoadInst &Load) const;
  bool followsWrite(Instruction &I) const;
  bool isExecutedInEachIteration(const BasicBlock &BB) const;
  void visitLoad(LoadInst &Load);
  void visitBlock(BasicBlock &BB);
  void addGuard(const Guard &G);
  void extendPrefix(BasicBlock &BB);
  bool isLoadedAgainWhereCold(PHINode &PHI) const;
  bool findPHIs();

public:
  Hoister(ESCoP &E, FunctionAnalysisManager &FAM);
  void run();
};

} // namespace

Hoister::Hoister(ESCoP &E, FunctionAnalysisManager &FAM)
    : E(E), L(*E.L), SE(FAM.getResult<ScalarEvolutionAnalysis>(*E.F)),
      DT(FAM.getResult<DominatorTreeAnalysis>(*E.F)),
      LI(FAM.getResult<LoopAnalysis>(*E.F)),
      AC(FAM.getResult<AssumptionAnalysis>(*E.F)),
      AA(FAM.getResult<AAManager>(*E.F)),
      Front(L.getLoopPreheader()->getTerminator()),
      MayProbe(!isObserved(*E.F)) {
  Safety.computeLoopSafetyInfo(&L);
  L.getExitingBlocks(Exiting);
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB)
      if (I.mayWriteToMemory() &&
          (getPointerOperand(&I) || isa<MemIntrinsic>(I)))
        AllWrites.push_back(&I);
}

/// If @p I computes what a hoisted value does, let that stand for it. Copies of
/// the nest get frozen values.
bool Hoister::hoistAsTwin(Instruction &I) {
  if (isa<FreezeInst>(I)) {
    auto *Of = dyn_cast<Instruction>(E.getRepresentative(I.getOperand(0)));
    if (Of && E.Hoisted.contains(Of)) {
      E.HoistedTwins[&I] = Of;
      return true;
    }
  }
  // Each of two fields' addresses may have been computed in front of the nest.
  auto IsSame = [&](Value *A, Value *B) {
    A = E.getRepresentative(A);
    B = E.getRepresentative(B);
    return A == B || (A->getType()->isPointerTy() && L.isLoopInvariant(A) &&
                      L.isLoopInvariant(B) && SE.getSCEV(A) == SE.getSCEV(B));
  };
  for (Instruction *Other : E.Hoisted)
    if (I.isSameOperationAs(Other) &&
        all_of(zip(I.operands(), Other->operands()), [&](auto Ops) {
          return IsSame(std::get<0>(Ops), std::get<1>(Ops));
        })) {
      // What is promised of one's result need not hold for the other's.
      Other->andIRFlags(&I);
      E.HoistedTwins[&I] = Other;
      return true;
    }
  return false;
}

void Hoister::hoist(Instruction &I) {
  if (!hoistAsTwin(I))
    E.Hoisted.insert(&I);
}

/// Hoist @p Load, which the nest may not come to, if much depends on it.
void Hoister::hoistProbed(LoadInst &Load) {
  if (!MayProbe || !Load.isSimple() || !Load.getType()->isIntOrPtrTy() ||
      Load.getPointerAddressSpace() || !isForControl(Load, E))
    return;
  E.Hoisted.insert(&Load);
  E.Probed.insert(&Load);
}

/// Where @p Write writes first, if it goes up.
static const SCEV *getFirst(const Instruction &Write, ScalarEvolution &SE) {
  const Value *Ptr = getPointerOperand(&Write);
  if (auto *Mem = dyn_cast<MemIntrinsic>(&Write))
    Ptr = Mem->getRawDest();
  const SCEV *First = SE.getSCEV(const_cast<Value *>(Ptr));
  while (auto *Rec = dyn_cast<SCEVAddRecExpr>(First))
    First = Rec->getStart();
  return First;
}

/// Is @p Load from an object that the nest writes? It is not if it is a size
/// that lies in front of the elements, or has another type than these.
bool Hoister::isElement(LoadInst &Load) const {
  const SCEV *From = SE.getSCEV(Load.getPointerOperand());
  const uint64_t Size =
      Load.getDataLayout().getTypeStoreSize(Load.getType()).getFixedValue();
  return any_of(AllWrites, [&](Instruction *Write) {
    const SCEV *First = getFirst(*Write, SE);
    if (SE.getPointerBase(First) != SE.getPointerBase(From))
      return false;
    const SCEV *Distance = SE.getMinusSCEV(First, From);
    return !SE.isKnownPredicate(ICmpInst::ICMP_SGE, Distance,
                                SE.getConstant(Distance->getType(), Size)) &&
           isModSet(AA.getModRefInfo(Write, MemoryLocation::get(&Load)));
  });
}

/// Does an earlier instruction write what the address of @p I is loaded from?
/// Then the address may have been invalid before.
bool Hoister::followsWrite(Instruction &I) const {
  return any_of(I.operands(), [&](Value *Op) {
    auto *From = dyn_cast<Instruction>(E.getRepresentative(Op));
    if (!From || !E.Hoisted.contains(From))
      return false;
    auto *Load = dyn_cast<LoadInst>(From);
    return (Load && any_of(Writes,
                           [&](Instruction *Write) {
                             return isModSet(AA.getModRefInfo(
                                 Write, MemoryLocation::get(Load)));
                           })) ||
           followsWrite(*From);
  });
}

bool Hoister::isExecutedInEachIteration(const BasicBlock &BB) const {
  return DT.dominates(&BB, L.getLoopLatch()) &&
         all_of(Exiting,
                [&](BasicBlock *Exit) { return DT.dominates(&BB, Exit); });
}

/// Hoist @p Load, whose address does not change, if it may be executed in front
/// of the nest.
void Hoister::visitLoad(LoadInst &Load) {
  if (Load.getType()->isScalableTy() || isElement(Load) || hoistAsTwin(Load))
    return;
  // What is loaded in front of the nest anyway may be executed under any
  // condition.
  const bool IsInFront = findLoadInFront(Load, L, AA);
  if (!IsInFront && followsWrite(Load))
    return hoistProbed(Load);
  if (isSafeToSpeculativelyExecute(&Load, Front, &AC, &DT) ||
      (IsInFront && isLoadedLast(Load, L)))
    return hoist(Load);
  // What is only known of the first iteration is no help where the nest calls
  // the driver again.
  if (!E.Resumes &&
      (IsInFront || Safety.isGuaranteedToExecute(Load, &DT, &L))) {
    E.HoistedForFirst |= !isExecutedInEachIteration(*Load.getParent());
    return hoist(Load);
  }
  if (Load.getParent() != Prefix)
    return hoistProbed(Load);
  E.HoistedGuards = Guards;
  hoist(Load);
}

void Hoister::visitBlock(BasicBlock &BB) {
  for (Instruction &I : BB) {
    if (mayWriteData(I))
      Writes.push_back(&I);
    if (!E.Blocks.contains(&BB) || isa<PHINode>(I) || I.isTerminator() ||
        E.isHoisted(&I) ||
        !all_of(I.operands(), [&](Value *V) { return isInvariant(E, V); }))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      visitLoad(*Load);
    else if (!I.mayReadOrWriteMemory() && !I.getType()->isVoidTy() &&
             isSafeToSpeculativelyExecute(&I))
      // The simplification pipeline left it there because of a load.
      hoist(I);
  }
  if (&BB == Prefix)
    extendPrefix(BB);
}

void Hoister::addGuard(const Guard &G) {
  if (none_of(Guards, [&](const auto &Known) {
        return Known.first.Branch == G.Branch;
      }))
    Guards.push_back({G, E.Hoisted.size()});
}

/// Find the block that is executed behind @p BB, the last one of the prefix.
void Hoister::extendPrefix(BasicBlock &BB) {
  Prefix = nullptr;
  // What the first guards load is not to be written before.
  if (any_of(BB, mayWriteData))
    return;
  PrefixBlocks.insert(&BB);
  Prefix = BB.getSingleSuccessor();
  for (const Guard &G : E.Guards)
    if (G.Branch == BB.getTerminator() &&
        isKnownAtEntry(G.Branch->getCondition(), PrefixBlocks, E, LI)) {
      addGuard(G);
      Prefix = G.Branch->getSuccessor(1 - G.ExitSucc);
    }
  // Likewise if it enters a loop that all iterations enter, or none.
  auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  if (Prefix || !Br || !Br->isConditional() ||
      !isMadeOfLoads(Br->getCondition(), E) ||
      !isKnownAtEntry(Br->getCondition(), PrefixBlocks, E, LI))
    return;
  for (unsigned Succ : {0, 1})
    if (leadsToLoop(Br->getSuccessor(Succ), LI) &&
        !leadsToLoop(Br->getSuccessor(1 - Succ), LI)) {
      addGuard({Br, 1 - Succ});
      Prefix = Br->getSuccessor(Succ);
      return;
    }
}

/// Does @p PHI of the header have what was loaded in front of the nest, unless
/// control comes from the cold region, where it is loaded again?
bool Hoister::isLoadedAgainWhereCold(PHINode &PHI) const {
  // How it starts is compared with what is loaded.
  if (!isa<LoadInst>(E.getStart(&PHI)) ||
      !(PHI.getType()->isIntOrPtrTy() || PHI.getType()->isFPOrFPVectorTy()) ||
      isa<ScalableVectorType>(PHI.getType()))
    return false;
  SmallSetVector<PHINode *, 8> PHIs;
  PHIs.insert(&PHI);
  for (unsigned Idx = 0; Idx < PHIs.size(); ++Idx)
    for (auto [From, V] :
         zip(PHIs[Idx]->blocks(), PHIs[Idx]->incoming_values())) {
      if (!L.contains(From))
        continue;
      auto *Next = dyn_cast<PHINode>(V);
      if (Next && L.contains(Next) &&
          (Next == &PHI || Next->getParent() != L.getHeader()))
        PHIs.insert(Next);
      else if (E.Blocks.contains(From) || !isa<LoadInst>(V))
        return false;
    }
  return true;
}

/// Find PHIs that pass on one hoisted value; \returns whether there are new
/// ones.
bool Hoister::findPHIs() {
  bool Found = false;
  SmallPtrSet<const Value *, 4> InFront;
  for (PHINode *PHI : E.State)
    if (isLoadedAgainWhereCold(*PHI)) {
      E.HoistedTwins[PHI] = cast<Instruction>(E.getStart(PHI));
      Found = true;
    }
  for (auto [PHI, V] : E.HoistedTwins)
    if (!L.contains(V))
      InFront.insert(V);
  SteadyPHIs PHIs(
      [&](Value *V) { return E.getRepresentative(V); },
      [&](Value *V) {
        auto *I = dyn_cast<Instruction>(V);
        // LICM may have hoisted it.
        return I && (E.Hoisted.contains(I) || InFront.contains(I) ||
                     (isa<LoadInst>(I) && L.isLoopInvariant(I)));
      },
      // What comes from the cold region does not come to the copies; how the
      // nest's PHIs start is compared when it is entered.
      [&](BasicBlock *From) { return E.Blocks.contains(From); });
  for (BasicBlock *BB : E.Blocks)
    for (PHINode &PHI : BB->phis())
      if (!E.isHoisted(&PHI) &&
          (BB != L.getHeader() || PHI.getType()->isIntOrPtrTy()))
        PHIs.add(PHI);
  for (auto [PHI, V] : PHIs.find()) {
    E.HoistedTwins[PHI] = cast<Instruction>(V);
    Found = true;
  }
  erase_if(E.State, [&](PHINode *PHI) {
    const bool IsSteady = E.HoistedTwins.contains(PHI);
    if (IsSteady)
      E.Steady.push_back(PHI);
    return IsSteady;
  });
  return Found;
}

void Hoister::run() {
  E.SetsErrno = any_of(E.Blocks, [](BasicBlock *BB) {
    return any_of(*BB, isMathCallWithoutErrno);
  });
  LoopBlocksRPO RPO(&L);
  RPO.perform(&LI);
  do {
    Writes.clear();
    Prefix = L.getHeader();
    for (BasicBlock *BB : RPO)
      visitBlock(*BB);
  } while (findPHIs());
}

void polly::escop::collectHoisted(ESCoP &E, FunctionAnalysisManager &FAM) {
  Hoister(E, FAM).run();
}

void polly::escop::hoistSizes(ESCoP &E, const LoopInfo &LI) {
  if (E.Rows.Sizes.empty())
    return;
  LoopBlocksRPO RPO(E.L);
  RPO.perform(&LI);
  for (BasicBlock *BB : RPO)
    for (Instruction &I : *BB)
      if (E.Blocks.contains(BB) && !I.mayReadOrWriteMemory() &&
          (isa<BinaryOperator>(I) || isa<CastInst>(I)) &&
          isSafeToSpeculativelyExecute(&I) && !E.isHoisted(&I) &&
          all_of(I.operands(), [&](Value *Op) { return isInvariant(E, Op); }))
        E.Hoisted.insert(&I);
}

void polly::escop::replaceHoisted(ESCoP &E, Instruction *I, Instruction *By) {
  auto *Old = cast<Instruction>(E.getRepresentative(I));
  for (auto &[Twin, Of] : E.HoistedTwins)
    if (Of == Old)
      Of = By;
  if (E.Hoisted.contains(Old))
    E.HoistedTwins[Old] = By;
}

/// Does memory still have what @p Load loads when control comes to the nest?
static bool isStillInMemory(const LoadInst &Load, const ESCoP &E,
                            AAResults &AA) {
  for (BasicBlock *BB = E.L->getLoopPreheader(); BB;
       BB = BB->getSinglePredecessor())
    for (Instruction &I : reverse(*BB)) {
      if (&I == &Load)
        return true;
      if (isModSet(AA.getModRefInfo(&I, MemoryLocation::get(&Load))))
        return false;
    }
  return false;
}

void polly::escop::mergeWithEarlierLoads(ESCoP &E, SetVector<Value *> &Leaves,
                                         AAResults &AA, ScalarEvolution &SE) {
  if (!E.Rows.Tables.empty())
    return;
  // Loads, and extensions of loads. Earlier ones may be frozen.
  auto Thaw = [](Value *V) {
    auto *Freeze = dyn_cast<FreezeInst>(V);
    return Freeze ? Freeze->getOperand(0) : V;
  };
  auto GetLoad = [&](Value *V, bool IsEarlier = false) {
    if (IsEarlier)
      V = Thaw(V);
    auto *Extension = dyn_cast<CastInst>(V);
    if (Extension && isa<SExtInst, ZExtInst>(Extension))
      V = Extension->getOperand(0);
    return dyn_cast<LoadInst>(IsEarlier ? Thaw(V) : V);
  };
  // What is not negative has one extension.
  auto AreSame = [&](const Instruction &A, const Instruction &B, LoadInst &Of) {
    return (A.getOpcode() == B.getOpcode() &&
            A.hasSameSubclassOptionalData(&B)) ||
           (isa<CastInst>(A) && isa<CastInst>(B) &&
            SE.isLoopEntryGuardedByCond(E.L, ICmpInst::ICMP_SGE,
                                        SE.getSCEV(&Of),
                                        SE.getZero(Of.getType())));
  };
  const SmallVector<Value *, 8> All(Leaves.begin(), Leaves.end());
  for (Value *V : All) {
    LoadInst *Load = GetLoad(V);
    if (!Load || !E.Hoisted.contains(Load) ||
        !E.Hoisted.contains(cast<Instruction>(V)) ||
        !Load->getType()->isIntOrPtrTy())
      continue;
    auto *Leaf = cast<Instruction>(V);
    auto Earlier = find_if(All, [&](Value *Of) {
      LoadInst *Other = GetLoad(Of, /*IsEarlier=*/true);
      auto *I = Other ? cast<Instruction>(Of) : nullptr;
      return I && !E.L->contains(I) && !E.L->contains(Other) &&
             I->getType() == Leaf->getType() &&
             Other->getPointerOperand() == Load->getPointerOperand() &&
             Other->isSameOperationAs(Load,
                                      Instruction::CompareIgnoringAlignment) &&
             AreSame(*cast<Instruction>(Thaw(I)), *Leaf, *Other) &&
             isStillInMemory(*Other, E, AA);
    });
    if (Earlier == All.end())
      continue;
    replaceHoisted(E, Leaf, cast<Instruction>(*Earlier));
    Leaves.remove(Leaf);
  }
}
