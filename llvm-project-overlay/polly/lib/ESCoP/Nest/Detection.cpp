//===- Detection.cpp - Find nests with abnormal exits ---------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ESCoP (section 3.1 of the paper) is a single-entry multiple-exit region
// that is a SCoP once its abnormal exit edges are erased:
//
//   for (i = 0; i < N; ++i)             header ─ … ─ latch ─→ normal exit
//     for (j = 0; j < M; ++j) {                   │
//       if (bad(A[i][j]))                         └─────────→ abnormal exit
//         throw E();
//       B[i][j] = A[i][j] * 2;
//     }
//
// What lies behind an abnormal exit edge is the cold region: Guards.cpp.
//
// What is asked of the nest here is only what every later stage needs: loops
// with one normal exit each, and instructions that can be executed in another
// function. Whether addresses are affine is for Footprint.cpp and for Polly to
// find out.
//
// This stage decides and changes nothing; Prepare.cpp has brought the loops
// into the form that is expected here.
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "Rows.h"
#include "SteadyPHIs.h"
#include "TripCounts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/EHPersonalities.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace polly::escop;

/// Every inner loop has a normal exit.
static std::optional<Reject> checkInnerLoops(const ESCoP &E,
                                             const LoopInfo &LI) {
  for (const Loop *Inner : E.L->getLoopsInPreorder()) {
    if (Inner == E.L || !E.contains(Inner))
      continue;
    Instruction *At = Inner->getHeader()->getTerminator();
    BasicBlock *Latch = Inner->getLoopLatch();
    if (!Latch || !Inner->getLoopPreheader())
      return Reject(Reason::LoopForm, At);
    if (!E.Blocks.contains(Latch))
      return Reject(Reason::InnerExit, At);
    auto *Br = dyn_cast<BranchInst>(Latch->getTerminator());
    if (!Br || !Inner->isLoopExiting(Latch))
      return Reject(Reason::TripCount, At);
    if (any_of(E.Guards, [&](const Guard &G) { return G.Branch == Br; }))
      return Reject(Reason::InnerExit, Br);
  }
  return std::nullopt;
}

static unsigned getDepth(const ESCoP &E, const Loop &L) {
  unsigned Depth = 0;
  for (const Loop *Inner : L)
    if (E.contains(Inner))
      Depth = std::max(Depth, getDepth(E, *Inner));
  return Depth + 1;
}

/// Split @p V into arithmetic that is cheap to repeat and the values it is made
/// of. Two addresses that the simplification pipeline hoisted out of the nest
/// are then seen to have one base.
static void collectLeaves(const ESCoP &E, Value *V, SetVector<Value *> &Leaves,
                          SetVector<Instruction *> &Recomputed,
                          unsigned Depth = 8) {
  V = E.getRepresentative(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I) {
    if (isa<Argument>(V))
      Leaves.insert(V);
    return;
  }
  // A value is one or the other, wherever it is met.
  if (Recomputed.contains(I) || Leaves.contains(I))
    return;
  // Not extensions: Polly models those of a parameter piecewise, for which isl
  // takes seconds.
  bool Cheap = isa<GetElementPtrInst>(I) || isa<ICmpInst>(I) ||
               (isa<BinaryOperator>(I) && I->getType()->isIntegerTy() &&
                !I->isIntDivRem());
  if (!Cheap || !Depth) {
    Leaves.insert(I);
    return;
  }
  for (Value *Op : I->operands())
    collectLeaves(E, Op, Leaves, Recomputed, Depth - 1);
  Recomputed.insert(I);
}

/// Does @p V not change in the nest, as far as its copies are concerned?
static bool isInvariant(const ESCoP &E, const Value *V) {
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

/// Add to E.Hoisted what is computed from the sizes of rows.
static void hoistSizes(ESCoP &E, const LoopInfo &LI) {
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

/// Does control, behind some more branches, come from @p BB to a loop that it is
/// not in?
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

/// Is @p Load executed at the end of each iteration of @p L, so that its address
/// is valid where the next one begins?
static bool isLoadedLast(const LoadInst &Load, const Loop &L) {
  return Load.getParent() == L.getLoopLatch() &&
         none_of(make_range(Load.getIterator(), Load.getParent()->end()),
                 [](const Instruction &I) { return mayWriteData(I); });
}

/// Find E.Hoisted.
static void collectHoisted(ESCoP &E, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*E.F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*E.F);
  auto &LI = FAM.getResult<LoopAnalysis>(*E.F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(*E.F);
  Loop &L = *E.L;
  SmallPtrSet<const SCEV *, 8> WrittenBases;
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      Value *Ptr = getPointerOperand(&I);
      if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
        Ptr = Mem->getRawDest();
      if (Ptr && !isa<LoadInst>(I))
        WrittenBases.insert(SE.getPointerBase(SE.getSCEV(Ptr)));
    }
  E.SetsErrno = any_of(E.Blocks, [](BasicBlock *BB) {
    return any_of(*BB, isMathCallWithoutErrno);
  });
  auto IsInvariant = [&](Value *V) { return isInvariant(E, V); };
  auto HoistAsTwin = [&](Instruction &I) {
    for (Instruction *Other : E.Hoisted)
      if (I.isSameOperationAs(Other) &&
          all_of(zip(I.operands(), Other->operands()), [&](auto Ops) {
            auto &[A, B] = Ops;
            return E.getRepresentative(A) == E.getRepresentative(B);
          })) {
        // What is promised of one's result need not hold for the other's.
        Other->andIRFlags(&I);
        E.HoistedTwins[&I] = Other;
        return true;
      }
    return false;
  };
  auto Hoist = [&](Instruction &I) {
    if (!HoistAsTwin(I))
      E.Hoisted.insert(&I);
  };
  SimpleLoopSafetyInfo Safety;
  Safety.computeLoopSafetyInfo(&L);
  const Instruction *Front = L.getLoopPreheader()->getTerminator();
  LoopBlocksRPO RPO(&L);
  RPO.perform(&LI);
  // Does an earlier instruction write what the address of @p I is loaded from?
  // Then the address may have been invalid before.
  auto &AA = FAM.getResult<AAManager>(*E.F);
  SmallVector<Instruction *, 8> Writes;
  std::function<bool(Instruction &)> FollowsWrite = [&](Instruction &I) {
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
             FollowsWrite(*From);
    });
  };
  SmallVector<BasicBlock *, 8> Exiting;
  L.getExitingBlocks(Exiting);
  auto IsExecutedInEachIteration = [&](const BasicBlock *BB) {
    return DT.dominates(BB, L.getLoopLatch()) &&
           all_of(Exiting,
                  [&](BasicBlock *Exit) { return DT.dominates(BB, Exit); });
  };
  // The blocks that are executed first, as far as no guard fires whose first
  // instance can be evaluated ahead, too.
  BasicBlock *Prefix = L.getHeader();
  SmallPtrSet<const BasicBlock *, 8> PrefixBlocks;
  SmallVector<std::pair<Guard, unsigned>, 2> Guards;
  for (BasicBlock *BB : RPO) {
    for (Instruction &I : *BB) {
      if (mayWriteData(I))
        Writes.push_back(&I);
      if (!E.Blocks.contains(BB) || isa<PHINode>(I) || I.isTerminator() ||
          !all_of(I.operands(), IsInvariant))
        continue;
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        Value *Ptr = Load->getPointerOperand();
        LoadInst *Earlier = findLoadInFront(*Load, L, AA);
        if (WrittenBases.contains(SE.getPointerBase(SE.getSCEV(Ptr))) ||
            Load->getType()->isScalableTy())
          continue;
        // What is loaded in front of the nest anyway may be executed under any
        // condition.
        if (HoistAsTwin(I) || (!Earlier && FollowsWrite(I)))
          continue;
        // What is only known of the first iteration is no help where the nest
        // calls the driver again.
        if (isSafeToSpeculativelyExecute(Load, Front, &AC, &DT) ||
            (Earlier && isLoadedLast(*Load, L))) {
          Hoist(I);
        } else if (!E.Resumes &&
                   (Earlier || Safety.isGuaranteedToExecute(I, &DT, &L))) {
          E.HoistedForFirst |= !IsExecutedInEachIteration(BB);
          Hoist(I);
        } else if (BB == Prefix) {
          E.HoistedGuards = Guards;
          Hoist(I);
        }
      } else if (!I.mayReadOrWriteMemory() && !I.getType()->isVoidTy() &&
                 isSafeToSpeculativelyExecute(&I)) {
        // The simplification pipeline left it there because of a load.
        Hoist(I);
      }
    }
    if (BB != Prefix)
      continue;
    Prefix = nullptr;
    // What the first guards load is not to be written before.
    if (any_of(*BB, mayWriteData))
      continue;
    PrefixBlocks.insert(BB);
    Prefix = BB->getSingleSuccessor();
    for (const Guard &G : E.Guards)
      if (G.Branch == BB->getTerminator() &&
          isKnownAtEntry(G.Branch->getCondition(), PrefixBlocks, E, LI)) {
        Guards.push_back({G, E.Hoisted.size()});
        Prefix = G.Branch->getSuccessor(1 - G.ExitSucc);
      }
    // Likewise if it enters a loop that all iterations enter, or none.
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Prefix && Br && Br->isConditional() &&
        isMadeOfLoads(Br->getCondition(), E) &&
        isKnownAtEntry(Br->getCondition(), PrefixBlocks, E, LI))
      for (unsigned Succ : {0, 1}) {
        if (leadsToLoop(Br->getSuccessor(Succ), LI) &&
            !leadsToLoop(Br->getSuccessor(1 - Succ), LI)) {
          Guards.push_back({Guard{Br, 1 - Succ}, E.Hoisted.size()});
          Prefix = Br->getSuccessor(Succ);
          break;
        }
      }
  }
}

/// Let @p By, in front of the nest, stand for what is hoisted for @p Load.
static void replaceHoisted(ESCoP &E, LoadInst *Load, LoadInst *By) {
  auto *Old = cast<Instruction>(E.getRepresentative(Load));
  for (auto &[Twin, I] : E.HoistedTwins)
    if (I == Old)
      I = By;
  if (E.Hoisted.contains(Old))
    E.HoistedTwins[Old] = By;
}

/// Find E.Steady, and other PHIs in the nest that pass on one hoisted value.
static void collectHoistedPHIs(ESCoP &E) {
  SteadyPHIs PHIs(
      [&](Value *V) { return E.getRepresentative(V); },
      [&](Value *V) {
        auto *I = dyn_cast<Instruction>(V);
        return I && E.Hoisted.contains(I);
      },
      // What comes from the cold region does not come to the copies; how the
      // nest's PHIs start is compared when it is entered.
      [&](BasicBlock *From) { return E.Blocks.contains(From); });
  for (BasicBlock *BB : E.Blocks)
    for (PHINode &PHI : BB->phis())
      if (BB != E.L->getHeader() || PHI.getType()->isIntOrPtrTy())
        PHIs.add(PHI);
  for (auto [PHI, V] : PHIs.find())
    E.HoistedTwins[PHI] = cast<Instruction>(V);
  erase_if(E.State, [&](PHINode *PHI) {
    const bool IsSteady = E.HoistedTwins.contains(PHI);
    if (IsSteady)
      E.Steady.push_back(PHI);
    return IsSteady;
  });
}

/// Find E.DerivedState. A nest has i and i + 1 in two PHIs; what begins with
/// them as two parameters would not be known to count alike.
static void deriveState(ESCoP &E, ScalarEvolution &SE) {
  for (unsigned Idx = 0; Idx < E.State.size(); ++Idx)
    for (unsigned From = 0; From < Idx; ++From) {
      PHINode *PHI = E.State[Idx], *Base = E.State[From];
      if (PHI->getType() != Base->getType() ||
          !PHI->getType()->isIntOrPtrTy() || E.DerivedState.contains(From))
        continue;
      auto *C = dyn_cast<SCEVConstant>(
          SE.getMinusSCEV(SE.getSCEV(PHI), SE.getSCEV(Base)));
      if (!C || C->getAPInt().getSignificantBits() > 64)
        continue;
      E.DerivedState[Idx] = {From, C->getAPInt().getSExtValue()};
      break;
    }
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

/// Let what was loaded in front of the nest stand for what is hoisted from the
/// same address; spliceDriver compares them, as a nest that resumes may change
/// it. Of two loops over one vector, the guards of the first kept its address
/// from being hoisted out of the second.
static void mergeWithEarlierLoads(ESCoP &E, SetVector<Value *> &Leaves,
                                  AAResults &AA) {
  if (!E.Rows.Tables.empty())
    return;
  const SmallVector<Value *, 8> All(Leaves.begin(), Leaves.end());
  for (Value *Leaf : All) {
    auto *Load = dyn_cast<LoadInst>(Leaf);
    if (!Load || !E.Hoisted.contains(Load) || !Load->getType()->isIntOrPtrTy())
      continue;
    auto Earlier = find_if(All, [&](Value *V) {
      auto *Other = dyn_cast<LoadInst>(V);
      return Other && !E.L->contains(Other) &&
             Other->getPointerOperand() == Load->getPointerOperand() &&
             Other->isSameOperationAs(Load,
                                      Instruction::CompareIgnoringAlignment) &&
             isStillInMemory(*Other, E, AA);
    });
    if (Earlier == All.end())
      continue;
    replaceHoisted(E, Load, cast<LoadInst>(*Earlier));
    Leaves.remove(Load);
  }
}

/// Is @p U a use outside of the nest in, or on an edge out of, a block @p
/// Behind the normal exit?
static bool isUsedBehind(const Use &U,
                         const SmallPtrSetImpl<BasicBlock *> &Behind,
                         const BasicBlock *Latch) {
  auto *User = cast<Instruction>(U.getUser());
  if (auto *PHI = dyn_cast<PHINode>(User)) {
    BasicBlock *Pred = PHI->getIncomingBlock(U);
    return Behind.contains(PHI->getParent()) &&
           (Pred == Latch || Behind.contains(Pred));
  }
  return Behind.contains(User->getParent());
}

std::optional<Reject>
polly::escop::detect(Loop &L, FunctionAnalysisManager &FAM, ESCoP &E,
                     bool Rows) {
  E = ESCoP();
  E.F = L.getHeader()->getParent();
  E.L = &L;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*E.F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*E.F);
  Instruction *Start = L.getHeader()->getTerminator();
  if (!L.getLoopPreheader() || !L.getLoopLatch())
    return Reject(Reason::LoopForm, Start);
  // Control comes to the driver where it came to the nest.
  if (!isa<BranchInst>(L.getLoopPreheader()->getTerminator()))
    return Reject(Reason::LoopForm, Start);

  // After a longjmp back, the frame would be of another time than the nest.
  if (E.F->callsFunctionThatReturnsTwice())
    return Reject(Reason::Instruction, Start, "setjmp");

  // The driver's call would have to belong to a funclet.
  if (E.F->hasPersonalityFn() &&
      isScopedEHPersonality(classifyEHPersonality(E.F->getPersonalityFn())))
    return Reject(Reason::Instruction, Start, "funclets");
  if (E.F->getDataLayout().getAllocaAddrSpace())
    return Reject(Reason::Instruction, Start,
                  "an address space of local objects");

  // Its loops are not prepared.
  if (any_of(*E.F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return Reject(Reason::Instruction, Start, "the address of a label");

  E.NormalExit = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  if (!E.NormalExit || !L.isLoopExiting(L.getLoopLatch()))
    return Reject(Reason::TripCount, Start);

  auto &LI = FAM.getResult<LoopAnalysis>(*E.F);
  LoopBlocksRPO RPO(&L);
  RPO.perform(&LI);
  if (containsIrreducibleCFG<const BasicBlock *>(RPO, LI))
    return Reject(Reason::LoopForm, Start);
  if (auto R = findGuards(E, LI))
    return R;
  if (E.Guards.empty())
    return Reject(Reason::NotProfitable, Start);
  if (auto R = checkInnerLoops(E, LI))
    return R;
  E.Depth = getDepth(E, L);

  // What crosses the nest's boundary.
  for (PHINode &PHI : L.getHeader()->phis())
    E.State.push_back(&PHI);
  SetVector<Value *> LiveIns;
  SetVector<Instruction *> LiveOuts;
  // What only the cold region uses comes from the nest.
  SmallPtrSet<BasicBlock *, 16> Behind;
  SmallVector<BasicBlock *, 16> Worklist = {E.getNormalExitBlock()};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!L.contains(BB) && Behind.insert(BB).second)
      append_range(Worklist, successors(BB));
  }
  collectHoisted(E, FAM);
  collectHoistedPHIs(E);
  deriveState(E, SE);
  BoundLoads Bounds;
  E.BackedgeTakenCount =
      computeBackedgeTakenCount(E, SE, FAM.getResult<AAManager>(*E.F), Bounds);
  if (isa<SCEVCouldNotCompute>(E.BackedgeTakenCount) ||
      SE.getTypeSizeInBits(E.BackedgeTakenCount->getType()) > 64)
    return Reject(Reason::TripCount, E.NormalExit);
  // The driver does not vouch for more than 2^40 iterations.
  E.MaxTripCount = APInt(64, 1ULL << 40);
  APInt MaxCount = SE.getUnsignedRangeMax(E.BackedgeTakenCount).zext(65) + 1;
  if (MaxCount.ult(E.MaxTripCount.zext(65)))
    E.MaxTripCount = MaxCount.trunc(64);
  if (!SCEVExpander(SE, E.F->getDataLayout(), "escop")
           .isSafeToExpandAt(E.BackedgeTakenCount,
                             L.getLoopPreheader()->getTerminator()))
    return Reject(Reason::TripCount, E.NormalExit);
  for (auto [Load, Front] : Bounds)
    replaceHoisted(E, Load, Front);
  if (Rows) {
    collectRows(E, FAM);
    hoistSizes(E, FAM.getResult<LoopAnalysis>(*E.F));
  }
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      // The address of a hoisted load is for its read marker.
      for (Value *Op : I.operands())
        if (isa<Argument>(Op) ||
            (isa<Instruction>(Op) && (!L.contains(cast<Instruction>(Op)) ||
                                      E.isHoisted(cast<Instruction>(Op)))))
          if (!E.isHoisted(&I) || isa<LoadInst>(I))
            LiveIns.insert(Op);
      if (DT.dominates(BB, L.getLoopLatch()) && any_of(I.uses(), [&](Use &U) {
            return isUsedBehind(U, Behind, L.getLoopLatch());
          })) {
        LiveOuts.insert(&I);
        if (E.isHoisted(&I))
          LiveIns.insert(&I);
      }
    }
  for (PHINode *PHI : E.State)
    if (!PHI->getType()->isSized() || PHI->getType()->isTokenTy() ||
        PHI->getType()->isScalableTy())
      return Reject(Reason::LiveInType, PHI);
  for (Instruction *I : LiveOuts)
    if (I->getType()->isScalableTy())
      return Reject(Reason::LiveInType, I);
  for (Value *V : LiveIns)
    if (V->getType()->isTokenTy() || V->getType()->isMetadataTy() ||
        V->getType()->isX86_AMXTy() || isa<ScalableVectorType>(V->getType()))
      return Reject(Reason::LiveInType, Start);
  SetVector<Value *> Leaves;
  SetVector<Instruction *> Recomputed;
  // Where a counter begins is to be a parameter: see Specialise.cpp.
  for (PHINode *PHI : E.State)
    if (PHI->getType()->isIntegerTy() && !isa<Constant>(E.getStart(PHI)))
      Leaves.insert(E.getStart(PHI));
  for (Value *V : LiveIns)
    collectLeaves(E, V, Leaves, Recomputed);
  mergeWithEarlierLoads(E, Leaves, FAM.getResult<AAManager>(*E.F));
  E.LiveIns.assign(Leaves.begin(), Leaves.end());
  E.Recomputed.assign(Recomputed.begin(), Recomputed.end());
  E.LiveOuts.assign(LiveOuts.begin(), LiveOuts.end());
  return std::nullopt;
}

std::optional<Reject> polly::escop::checkSpeculatable(const ESCoP &E) {
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      if (I.isTerminator() || isa<PHINode>(I) || I.mayReadOrWriteMemory() ||
          isWithoutEffect(I) || isMathCallWithoutErrno(I) || I.isIntDivRem())
        continue; // Footprint.cpp bounds the accesses, and asks about divisors.
      if (!isSafeToSpeculativelyExecute(&I))
        return Reject(Reason::MayTrap, &I);
    }
  if (isObserved(*E.F))
    return Reject(Reason::Sanitizer, E.NormalExit);
  return std::nullopt;
}
