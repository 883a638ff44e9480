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
#include "Hoisting.h"
#include "Rows.h"
#include "TripCounts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"
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
  // Nor differences of addresses, which are sizes: small numbers.
  bool Cheap = isa<GetElementPtrInst>(I) || isa<ICmpInst>(I) ||
               (isa<BinaryOperator>(I) && I->getType()->isIntegerTy() &&
                !I->isIntDivRem() && none_of(I->operands(), [&](Value *Op) {
                  return isa<PtrToIntInst>(E.getRepresentative(Op));
                }));
  if (!Cheap || !Depth) {
    Leaves.insert(I);
    return;
  }
  for (Value *Op : I->operands())
    collectLeaves(E, Op, Leaves, Recomputed, Depth - 1);
  Recomputed.insert(I);
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

namespace {

/// Fills an ESCoP, which must be empty.
class Detector {
  ESCoP &E;
  Loop &L;
  FunctionAnalysisManager &FAM;
  LoopInfo &LI;
  ScalarEvolution &SE;
  AAResults &AA;
  SetVector<Value *> LiveIns;
  SetVector<Instruction *> LiveOuts;

  std::optional<Reject> checkFunction() const;
  std::optional<Reject> checkForm();
  bool endsElsewhere() const;
  std::optional<Reject> countIterations();
  void collectCrossing();
  std::optional<Reject> checkTypes() const;
  void collectParameters();

public:
  Detector(Loop &L, FunctionAnalysisManager &FAM, ESCoP &E)
      : E(E), L(L), FAM(FAM), LI(FAM.getResult<LoopAnalysis>(*E.F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(*E.F)),
        AA(FAM.getResult<AAManager>(*E.F)) {}
  std::optional<Reject> detect(LoadedAhead Ahead);
};

} // namespace

/// May a driver be called in the function?
std::optional<Reject> Detector::checkFunction() const {
  Instruction *Start = L.getHeader()->getTerminator();
  const Function &F = *E.F;
  // After a longjmp back, the frame would be of another time than the nest.
  if (F.callsFunctionThatReturnsTwice())
    return Reject(Reason::Instruction, Start, "setjmp");
  // The driver's call would have to belong to a funclet.
  if (F.hasPersonalityFn() &&
      isScopedEHPersonality(classifyEHPersonality(F.getPersonalityFn())))
    return Reject(Reason::Instruction, Start, "funclets");
  if (F.getDataLayout().getAllocaAddrSpace())
    return Reject(Reason::Instruction, Start,
                  "an address space of local objects");
  // Its loops are not prepared.
  if (any_of(F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return Reject(Reason::Instruction, Start, "the address of a label");
  return std::nullopt;
}

/// The outermost loop has a preheader, from which control comes to the driver,
/// and its latch is left by the normal exit.
std::optional<Reject> Detector::checkForm() {
  Instruction *Start = L.getHeader()->getTerminator();
  BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Preheader || !Latch || !isa<BranchInst>(Preheader->getTerminator()))
    return Reject(Reason::LoopForm, Start);
  if (std::optional<Reject> R = checkFunction())
    return R;
  E.NormalExit = dyn_cast<BranchInst>(Latch->getTerminator());
  if (!E.NormalExit || !L.isLoopExiting(Latch))
    return Reject(Reason::TripCount, Start);
  LoopBlocksRPO RPO(&L);
  RPO.perform(&LI);
  if (containsIrreducibleCFG<const BasicBlock *>(RPO, LI))
    return Reject(Reason::LoopForm, Start);
  return std::nullopt;
}

/// Is the latch's exit an error, and another exit the nest's end? The pipeline
/// may have rotated the loop so.
bool Detector::endsElsewhere() const {
  const unsigned ExitSucc = L.contains(E.NormalExit->getSuccessor(0));
  return !endsSearch({E.NormalExit, ExitSucc}) &&
         any_of(E.Guards, [&](const Guard &G) {
           BasicBlock *From = G.Branch->getParent();
           return LI.getLoopFor(From) == &L && !L.contains(G.getExit()) &&
                  endsSearch(G) &&
                  (!isa<SCEVCouldNotCompute>(SE.getExitCount(&L, From)) ||
                   hasEndInMemory(L, From, SE));
         });
}

/// The greatest number that E.BackedgeTakenCount may be. ScalarEvolution does
/// not see that End - Begin - 1 is not negative where the loop is entered if
/// Begin is less than End.
static APInt getMostBackedges(const ESCoP &E, ScalarEvolution &SE) {
  const SCEV *Count = E.BackedgeTakenCount;
  const SCEV *Trips = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  auto *Sum = dyn_cast<SCEVAddExpr>(Trips);
  const SCEV *Zero = SE.getZero(Count->getType());
  auto IsLess = [&](const SCEV *A, const SCEV *B) {
    return SE.isLoopEntryGuardedByCond(E.L, ICmpInst::ICMP_SLT, A, B);
  };
  if (IsLess(Zero, Trips) ||
      (Sum && any_of(Sum->operands(), [&](const SCEV *End) {
         const SCEV *Begin = SE.getMinusSCEV(End, Trips);
         return SE.getSignedRange(End).signedSubMayOverflow(SE.getSignedRange(
                    Begin)) == ConstantRange::OverflowResult::NeverOverflows &&
                IsLess(Begin, End);
       })))
    return SE.getSignedRangeMax(Count);
  return SE.getUnsignedRangeMax(Count);
}

/// Find E.BackedgeTakenCount, E.MayMissEnd and E.MaxTripCount.
std::optional<Reject> Detector::countIterations() {
  BoundLoads Bounds;
  E.BackedgeTakenCount = computeBackedgeTakenCount(E, SE, AA, Bounds);
  E.EndsElsewhere = endsElsewhere();
  if (isa<SCEVCouldNotCompute>(E.BackedgeTakenCount) ||
      SE.getTypeSizeInBits(E.BackedgeTakenCount->getType()) > 64)
    return Reject(Reason::TripCount, E.NormalExit);
  E.MayMissEnd =
      isa<SCEVCouldNotCompute>(SE.getExitCount(E.L, E.L->getLoopLatch()));
  E.MaxTripCount = APInt(64, MostTripCount);
  const APInt MaxCount = getMostBackedges(E, SE).zext(65) + 1;
  if (MaxCount.ult(E.MaxTripCount.zext(65)))
    E.MaxTripCount = MaxCount.trunc(64);
  if (!SCEVExpander(SE, E.F->getDataLayout(), "escop")
           .isSafeToExpandAt(E.BackedgeTakenCount,
                             L.getLoopPreheader()->getTerminator()))
    return Reject(Reason::TripCount, E.NormalExit);
  for (auto [Load, Front] : Bounds)
    replaceHoisted(E, Load, Front);
  return std::nullopt;
}

/// The blocks that control may come to behind the normal exit. What only the
/// cold region uses comes from the nest.
static SmallPtrSet<BasicBlock *, 16> getBlocksBehind(const ESCoP &E) {
  SmallPtrSet<BasicBlock *, 16> Behind;
  SmallVector<BasicBlock *, 16> Worklist = {E.getNormalExitBlock()};
  while (!Worklist.empty()) {
    BasicBlock *BB = Worklist.pop_back_val();
    if (!E.L->contains(BB) && Behind.insert(BB).second)
      append_range(Worklist, successors(BB));
  }
  return Behind;
}

/// Collect the values that cross the nest's boundary.
void Detector::collectCrossing() {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(*E.F);
  const SmallPtrSet<BasicBlock *, 16> Behind = getBlocksBehind(E);
  auto IsFromFront = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return I ? !L.contains(I) || E.isHoisted(I) : isa<Argument>(V);
  };
  for (BasicBlock *BB : E.Blocks)
    for (Instruction &I : *BB) {
      // The address of a hoisted load is for its read marker.
      if (!E.isHoisted(&I) || isa<LoadInst>(I))
        for (Value *Op : I.operands())
          if (IsFromFront(Op))
            LiveIns.insert(Op);
      if (DT.dominates(BB, L.getLoopLatch()) && any_of(I.uses(), [&](Use &U) {
            return isUsedBehind(U, Behind, L.getLoopLatch());
          })) {
        LiveOuts.insert(&I);
        if (E.isHoisted(&I))
          LiveIns.insert(&I);
      }
    }
}

/// Can the values that cross the boundary be kept in a frame?
std::optional<Reject> Detector::checkTypes() const {
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
      return Reject(Reason::LiveInType, L.getHeader()->getTerminator());
  return std::nullopt;
}

/// Find what the copies of the nest get, and what they repeat.
void Detector::collectParameters() {
  SetVector<Value *> Leaves;
  SetVector<Instruction *> Recomputed;
  // Where a counter begins is to be a parameter: see Specialise.cpp.
  for (PHINode *PHI : E.State)
    if (PHI->getType()->isIntegerTy() && !isa<Constant>(E.getStart(PHI)))
      Leaves.insert(E.getStart(PHI));
  for (Value *V : LiveIns)
    collectLeaves(E, V, Leaves, Recomputed);
  mergeWithEarlierLoads(E, Leaves, AA, SE);
  E.LiveIns.assign(Leaves.begin(), Leaves.end());
  E.Recomputed.assign(Recomputed.begin(), Recomputed.end());
  E.LiveOuts.assign(LiveOuts.begin(), LiveOuts.end());
}

std::optional<Reject> Detector::detect(LoadedAhead Ahead) {
  if (std::optional<Reject> R = checkForm())
    return R;
  if (std::optional<Reject> R = findGuards(E, LI))
    return R;
  if (std::optional<Reject> R = checkInnerLoops(E, LI))
    return R;
  E.Depth = getDepth(E, L);
  for (PHINode &PHI : L.getHeader()->phis())
    E.State.push_back(&PHI);
  if (Ahead != LoadedAhead::Nothing)
    collectHoisted(E, FAM);
  deriveState(E, SE);
  if (std::optional<Reject> R = countIterations())
    return R;
  if (Ahead == LoadedAhead::Rows) {
    collectRows(E, FAM);
    hoistSizes(E, LI);
  }
  collectCrossing();
  if (std::optional<Reject> R = checkTypes())
    return R;
  collectParameters();
  return std::nullopt;
}

std::optional<Reject> polly::escop::detect(Loop &L,
                                           FunctionAnalysisManager &FAM,
                                           ESCoP &E, LoadedAhead Ahead) {
  E = ESCoP();
  E.F = L.getHeader()->getParent();
  E.L = &L;
  return Detector(L, FAM, E).detect(Ahead);
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
