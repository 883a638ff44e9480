//===- PlainGain.cpp - What the vectorisers make of a shadow --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Would the standard pipeline vectorise a loop of the shadow that it does not
// vectorise in the nest, or keep much of what the nest's innermost loops load
// in registers? It is found out by simplifying and vectorising a copy of the
// shadow, and by vectorising one of the nest's function as it was before the
// pass: an exit whose condition depends on sizes only does not keep LLVM from
// vectorising.
// Loops have numbers in their metadata, by which those of the shadow are found
// in the function.
//
// A loop that is vectorised behind a check of its accesses is no gain where the
// check always fails, as in
//
//   for (j…) path[i][j] = min(path[i][j], path[i][k] + path[k][j]);
//
// where path[i][k] lies in the row that is written. The check is evaluated for
// some sizes, in one iteration of each loop around: a guess, of which only time
// depends.
//
// Loops that are not vectorised gain if a quarter of their instructions goes
// away: what is left of checks whose conditions are resolved. Of a nest that is
// speculated that is not enough for the checkpoint.
//
// An exit that depends on sizes only does not keep a loop from being
// vectorised, but it is asked each time the loop is entered when it would be
// taken, or it is checked in front of the loop. The loop around gains if that
// goes away, and if its rows become calls of memcpy.
//
// An exit between a store and the next iteration's load keeps GVN from handing
// the value on in a register; where that load begins a chain of operations, it
// is most of the time (seidel-2d: 6.2 s, 4.2 s).
//
//===----------------------------------------------------------------------===//

#include "PlainGain.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;
using namespace polly::escop;

using LoopNumbers = SmallDenseSet<unsigned, 8>;

//===----------------------------------------------------------------------===//
// Numbers of loops
//===----------------------------------------------------------------------===//

static constexpr StringLiteral LoopNumberName = "escop.loop";

/// Is @p Op the number of a loop, among its metadata?
static MDNode *asLoopNumber(const MDOperand &Op) {
  auto *Node = dyn_cast<MDNode>(Op);
  auto *Name = Node && Node->getNumOperands() == 2
                   ? dyn_cast<MDString>(Node->getOperand(0))
                   : nullptr;
  return Name && Name->getString() == LoopNumberName ? Node : nullptr;
}

static constexpr unsigned NoNumber = 1u << 31;

/// The number of @p L; NoNumber if it is none of the function's.
static unsigned getLoopNumber(const Loop &L) {
  if (MDNode *ID = L.getLoopID())
    for (const MDOperand &Op : drop_begin(ID->operands()))
      if (MDNode *Number = asLoopNumber(Op))
        return mdconst::extract<ConstantInt>(Number->getOperand(1))
            ->getZExtValue();
  return NoNumber;
}

/// @p ID, which may be null, without a number, and with @p Number unless null.
static MDNode *replaceLoopNumber(LLVMContext &Ctx, const MDNode *ID,
                                 MDNode *Number) {
  SmallVector<Metadata *, 4> Ops = {nullptr};
  if (ID)
    for (const MDOperand &Op : drop_begin(ID->operands()))
      if (!asLoopNumber(Op))
        Ops.push_back(Op);
  if (Number)
    Ops.push_back(Number);
  if (Ops.size() == 1)
    return nullptr;
  MDNode *New = MDNode::getDistinct(Ctx, Ops);
  New->replaceOperandWith(0, New);
  return New;
}

static void setLoopNumber(Instruction &Latch, unsigned Number) {
  LLVMContext &Ctx = Latch.getContext();
  Metadata *Node[] = {
      MDString::get(Ctx, LoopNumberName),
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Ctx), Number))};
  Latch.setMetadata(LLVMContext::MD_loop,
                    replaceLoopNumber(Ctx,
                                      Latch.getMetadata(LLVMContext::MD_loop),
                                      MDNode::get(Ctx, Node)));
}

void StockLoops::number(const LoopInfo &LI,
                        const ValueToValueMapTy &VMap) const {
  for (auto [Idx, L] : enumerate(LI.getLoopsInPreorder()))
    if (BasicBlock *Latch = L->getLoopLatch())
      setLoopNumber(*cast<Instruction>(VMap.lookup(Latch->getTerminator())),
                    Idx);
}

/// Let the loops of @p Shadow have the numbers of the nest's: shadows drop
/// metadata.
static void numberAsNest(const ESCoP &E, Function &Shadow,
                         FunctionAnalysisManager &FAM) {
  SmallVector<Loop *, 8> Nest = E.L->getLoopsInPreorder();
  erase_if(Nest, [&](const Loop *L) { return !E.contains(L); });
  auto Copies = FAM.getResult<LoopAnalysis>(Shadow).getLoopsInPreorder();
  if (Nest.size() != Copies.size())
    return;
  for (auto [L, Copy] : zip(Nest, Copies))
    if (BasicBlock *Latch = Copy->getLoopLatch())
      setLoopNumber(*Latch->getTerminator(), getLoopNumber(*L));
}

void polly::escop::eraseLoopNumbers(Function &F) {
  DenseMap<MDNode *, MDNode *> Replaced;
  for (BasicBlock &BB : F) {
    Instruction *Term = BB.getTerminator();
    MDNode *ID = Term ? Term->getMetadata(LLVMContext::MD_loop) : nullptr;
    if (!ID || none_of(drop_begin(ID->operands()), asLoopNumber))
      continue;
    auto [It, IsNew] = Replaced.insert({ID, nullptr});
    if (IsNew)
      It->second = replaceLoopNumber(F.getContext(), ID, nullptr);
    Term->setMetadata(LLVMContext::MD_loop, It->second);
  }
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

namespace {

/// Evaluates an address for some sizes, in one iteration of each loop.
class Sampler : public SCEVRewriteVisitor<Sampler> {
  /// What was chosen for pointers, and is known of others.
  DenseMap<const Value *, uint64_t> &Values;
  static constexpr uint64_t Size = 100, Distance = uint64_t(1) << 32;

public:
  /// Where loops begin that do not at 0.
  static constexpr uint64_t First = 25;

  Sampler(ScalarEvolution &SE, DenseMap<const Value *, uint64_t> &Values)
      : SCEVRewriteVisitor(SE), Values(Values) {}

  std::optional<int64_t> sample(const SCEV *S) {
    if (S->getType()->isPointerTy())
      S = SE.getPtrToIntExpr(S, SE.getEffectiveSCEVType(S->getType()));
    if (isa<SCEVCouldNotCompute>(S))
      return std::nullopt;
    auto *C = dyn_cast<SCEVConstant>(visit(S));
    if (!C || C->getAPInt().getBitWidth() > 64)
      return std::nullopt;
    return C->getAPInt().getSExtValue();
  }
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    const SCEV *Count = SE.getBackedgeTakenCount(Rec->getLoop());
    std::optional<int64_t> Trips;
    if (Rec->isAffine() && !isa<SCEVCouldNotCompute>(Count))
      Trips = sample(Count);
    // Not all counters are equal: rows would be one row.
    const uint64_t At =
        Trips.value_or(Size) / (1 + Rec->getLoop()->getLoopDepth());
    return visit(
        Rec->evaluateAtIteration(SE.getConstant(Rec->getType(), At), SE));
  }
  const SCEV *visitPtrToIntExpr(const SCEVPtrToIntExpr *Cast) {
    auto *U = dyn_cast<SCEVUnknown>(Cast->getOperand());
    if (!U)
      return Cast;
    auto [It, IsNew] = Values.insert({U->getValue(), 0});
    if (IsNew)
      It->second = Values.size() * Distance;
    return SE.getConstant(Cast->getType(), It->second);
  }
  const SCEV *visitUnknown(const SCEVUnknown *U) {
    if (!U->getType()->isIntegerTy())
      return U;
    auto Known = Values.find(U->getValue());
    return SE.getConstant(U->getType(),
                          Known == Values.end() ? Size : Known->second);
  }
};

} // namespace

/// What the check in front of the vectorised @p L compares of @p Pointers: what
/// they lead to in all iterations of the loop around it where both ends move
/// with that, so that the check can be hoisted (expandBounds in LLVM's
/// LoopUtils.cpp). A factor of each row overlaps with its row then, as the
/// factors of all rows do, and there are vectors in vain.
static std::pair<const SCEV *, const SCEV *>
getCheckedBounds(const Loop &L, const RuntimeCheckingPtrGroup &Pointers,
                 ScalarEvolution &SE) {
  const Loop *Outer = L.getParentLoop();
  auto *Low = dyn_cast<SCEVAddRecExpr>(Pointers.Low),
       *High = dyn_cast<SCEVAddRecExpr>(Pointers.High);
  if (Outer && Outer->getLoopLatch() && Low && High &&
      Low->getLoop() == Outer && High->getLoop() == Outer &&
      Low->getStepRecurrence(SE) == High->getStepRecurrence(SE)) {
    const SCEV *Count = SE.getExitCount(Outer, Outer->getLoopLatch());
    if (!isa<SCEVCouldNotCompute>(Count) && Count->getType()->isIntegerTy())
      return {Low->getStart(), High->evaluateAtIteration(Count, SE)};
  }
  return {Pointers.Low, Pointers.High};
}

/// Would the check in front of the vectorised @p L fail, with @p Values?
static bool overlaps(const Loop &L, const LoopAccessInfo &Info,
                     DenseMap<const Value *, uint64_t> Values,
                     ScalarEvolution &SE) {
  auto Sample = [&](const SCEV *S) { return Sampler(SE, Values).sample(S); };
  return any_of(Info.getRuntimePointerChecking()->getChecks(),
                [&](const RuntimePointerCheck &Check) {
                  auto [LowA, HighA] = getCheckedBounds(L, *Check.first, SE);
                  auto [LowB, HighB] = getCheckedBounds(L, *Check.second, SE);
                  const auto BeginA = Sample(LowA), EndA = Sample(HighA),
                             BeginB = Sample(LowB), EndB = Sample(HighB);
                  return BeginA && EndA && BeginB && EndB && *BeginA < *EndB &&
                         *BeginB < *EndA;
                });
}

/// The loops of @p F that are not vectorised when they are executed from @p
/// State.
static LoopNumbers findOverlaps(Function &F, ArrayRef<Value *> State,
                                FunctionAnalysisManager &FAM) {
  DenseMap<const Value *, uint64_t> Values;
  for (const Value *V : State)
    if (V->getType()->isIntegerTy())
      Values[V] = 0;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const auto &LI = FAM.getResult<LoopAnalysis>(F);
  // Numbers that are no sizes may be those of rows, which are different ones.
  // What counts down from a size is where a loop begins.
  SmallPtrSet<const Value *, 8> Sizes;
  auto AddSizes = [&](const SCEV *S) {
    if (auto *U = dyn_cast<SCEVUnknown>(S))
      Sizes.insert(U->getValue());
    if (auto *Mul = dyn_cast<SCEVMulExpr>(S))
      if (auto *U = dyn_cast<SCEVUnknown>(Mul->getOperand(1));
          U && Mul->getOperand(0)->isAllOnesValue())
        Values.insert({U->getValue(), Sampler::First});
    return false;
  };
  for (const Loop *L : LI.getLoopsInPreorder())
    if (const SCEV *Count = SE.getBackedgeTakenCount(L);
        !isa<SCEVCouldNotCompute>(Count))
      SCEVExprContains(Count, AddSizes);
  constexpr unsigned RowBits = 14;
  for (const Argument &Arg : F.args())
    if (Arg.getType()->isIntegerTy(32) || Arg.getType()->isIntegerTy(64))
      if (!Sizes.contains(&Arg))
        Values.insert({&Arg, uint64_t(Arg.getArgNo() + 1) << RowBits});
  auto &Accesses = FAM.getResult<LoopAccessAnalysis>(F);
  LoopNumbers Found;
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && overlaps(*L, Accesses.getInfo(*L), Values, SE))
      Found.insert(getLoopNumber(*L));
  return Found;
}

/// Instructions of @p L, but for those of loops in it, and what is part of
/// addresses or of none.
static unsigned countInstructions(const Loop &L) {
  unsigned Count = 0;
  for (const BasicBlock *BB : L.blocks())
    if (none_of(L, [&](const Loop *Sub) { return Sub->contains(BB); }))
      Count += count_if(*BB, [](const Instruction &I) {
        return !isa<PHINode, GetElementPtrInst, CastInst>(I) &&
               !isWithoutEffect(I);
      });
  return Count;
}

static bool hasChain(const Loop &L) {
  return any_of(L.getHeader()->phis(), [](const PHINode &PHI) {
    return PHI.getType()->isFloatingPointTy();
  });
}

/// Does @p L compute @p PHI of what it was in the iteration before by way of a
/// selection?
static bool isSelected(PHINode &PHI, const Loop &L) {
  constexpr unsigned MaxOperations = 16;
  SmallSetVector<const Value *, 16> Of;
  Of.insert(PHI.getIncomingValueForBlock(L.getLoopLatch()));
  for (unsigned Idx = 0; Idx < Of.size() && Idx < MaxOperations; ++Idx)
    if (auto *I = dyn_cast<Instruction>(Of[Idx]);
        I && L.contains(I) && !isa<PHINode, LoadInst>(I))
      Of.insert(I->op_begin(), I->op_end());
  return Of.contains(&PHI) && any_of(Of, [](const Value *V) {
           return isa<SelectInst, MinMaxIntrinsic>(V);
         });
}

static bool hasSelects(const Loop &L) {
  return L.getLoopLatch() && any_of(L.getHeader()->phis(), [&](PHINode &PHI) {
           return PHI.getType()->isIntegerTy() && isSelected(PHI, L);
         });
}

/// Simplify @p F as the standard pipeline does. \returns the work of its
/// innermost loops then.
static SmallDenseMap<unsigned, LoopWork, 8>
simplify(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager Simplify;
  Simplify.addPass(PassBuilder().buildFunctionSimplificationPipeline(
      OptimizationLevel::O3, ThinOrFullLTOPhase::None));
  runPasses(F, Simplify, FAM);
  SmallDenseMap<unsigned, LoopWork, 8> Work;
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost()) {
      LoopWork &Here = Work[getLoopNumber(*L)];
      Here.Instructions = std::max(Here.Instructions, countInstructions(*L));
      if (const Loop *Around = L->getParentLoop())
        Here.Around = std::max(Here.Around, countInstructions(*Around));
      Here.HasChain |= hasChain(*L);
      Here.HasSelects |= hasSelects(*L);
    }
  return Work;
}

/// Are more of @p L's accesses gathers and scatters than others? To step over
/// elements takes as long as with scalars, or several times as long in memory
/// (products of 3 x 3 matrices, one after the other: 2 ms, 6 ms).
static bool gathersMostly(const Loop &L) {
  unsigned Gathers = 0, Others = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      auto *II = dyn_cast<IntrinsicInst>(&I);
      if (II && (II->getIntrinsicID() == Intrinsic::masked_gather ||
                 II->getIntrinsicID() == Intrinsic::masked_scatter))
        ++Gathers;
      else
        Others += I.mayReadOrWriteMemory();
    }
  return Gathers > Others;
}

/// Does it take long to enter @p L, which has several exits, as a loop of
/// vectors? Not if there is one exit whose count the loop around leaves as it
/// is (elimination with checked columns, 40 x 40: 1.1 to 1.25 times as long
/// with a driver; sums of three matrices of 32 x 32, each with its checked
/// columns, 0.38 to 0.66).
static bool takesLongToEnter(const Loop &L, ScalarEvolution &SE) {
  const Loop *Around = L.getParentLoop();
  if (!Around)
    return false;
  SmallVector<BasicBlock *, 8> Exiting;
  L.getExitingBlocks(Exiting);
  return Exiting.size() > 2 || any_of(Exiting, [&](BasicBlock *BB) {
           const SCEV *Count = SE.getExitCount(&L, BB);
           return BB != L.getLoopLatch() && !isa<SCEVCouldNotCompute>(Count) &&
                  !SE.isLoopInvariant(Count, Around);
         });
}

/// Vectorise the loops of @p F, which begins from @p State, as the standard
/// pipeline does.
static LoopTrial vectorise(Function &F, ArrayRef<Value *> State,
                           FunctionAnalysisManager &FAM) {
  LoopTrial Trial;
  const LoopNumbers InVain = findOverlaps(F, State, FAM);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (takesLongToEnter(*L, SE))
      Trial.SlowToEnter.insert(getLoopNumber(*L));
  FunctionPassManager Vectorise;
  Vectorise.addPass(LoopVectorizePass());
  runPasses(F, Vectorise, FAM);
  auto IsVector = [](const Instruction &I) {
    return I.getType()->isVectorTy();
  };
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!getBooleanLoopAttribute(L, "llvm.loop.isvectorized") ||
        none_of(L->blocks(),
                [&](const BasicBlock *BB) { return any_of(*BB, IsVector); }))
      continue;
    if (gathersMostly(*L)) {
      Trial.GathersMostly = true;
      continue;
    }
    Trial.HasVectors = true;
    if (unsigned Number = getLoopNumber(*L); !InVain.contains(Number))
      Trial.Vectorised.insert(Number);
  }
  return Trial;
}

const LoopTrial &StockLoops::get(FunctionAnalysisManager &FAM) {
  if (Trial)
    return *Trial;
  auto Copy = [&] {
    ValueToValueMapTy VMap;
    Function *New = CloneFunction(&F, VMap);
    number(FAM.getResult<LoopAnalysis>(F), VMap);
    return New;
  };
  // It has been simplified. Once more, as shadows are, and checks would be
  // unswitched that the standard pipeline leaves.
  Function *AsItIs = Copy(), *Simplified = Copy();
  Trial = vectorise(*AsItIs, {}, FAM);
  Trial->Work = simplify(*Simplified, FAM);
  eraseFunction(AsItIs, FAM);
  eraseFunction(Simplified, FAM);
  return *Trial;
}

bool StockLoops::vectorises(const Loop &L, FunctionAnalysisManager &FAM) {
  return get(FAM).Vectorised.contains(getLoopNumber(L));
}

unsigned StockLoops::getSumBits(const Loop &L, FunctionAnalysisManager &FAM) {
  unsigned Bits = 0;
  for (PHINode &PHI : L.getHeader()->phis()) {
    RecurrenceDescriptor Sum;
    if (RecurrenceDescriptor::isReductionPHI(&PHI, const_cast<Loop *>(&L), Sum))
      Bits = std::max<unsigned>(Bits, PHI.getType()->getScalarSizeInBits());
  }
  return Bits && vectorises(L, FAM) ? Bits : 0;
}

namespace {
/// Loads of the innermost loops, and the throughput of all that is in them, as
/// TargetTransformInfo has it: about the number of instructions, but a division
/// is several.
struct InnermostWork {
  unsigned Loads = 0;
  InstructionCost Cost = 0;
};
} // namespace

/// The work of the innermost loops of @p F that @p Contains.
static InnermostWork
getInnermostWork(Function &F, function_ref<bool(const Instruction &)> Contains,
                 FunctionAnalysisManager &FAM) {
  const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
  InnermostWork Work;
  for (const Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      for (const BasicBlock *BB : L->blocks())
        for (const Instruction &I : *BB)
          if (Contains(I)) {
            Work.Loads += isa<LoadInst>(I);
            Work.Cost += TTI.getInstructionCost(
                &I, TargetTransformInfo::TCK_RecipThroughput);
          }
  return Work;
}

/// Loads that go away gain if they are such a part of the cost: of a stencil in
/// place (seidel-2d) they are a quarter, which takes a quarter less time; of
/// recurrences with divisions (adi) a tenth, which takes as long.
static constexpr unsigned LoadsAreGain = 6;

/// The innermost loops of the nest that are executed most: those that are as
/// deep as any of more than a few iterations. Of a triangular nest another one
/// may be what is left of two loops where the inner one has no iterations, in
/// one row. With loops of a few iterations, those around them, too: the copy
/// may have unrolled these (a convolution with a window of 5 x 5).
static LoopNumbers getDeepest(const ESCoP &E, FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(*E.F);
  SmallVector<const Loop *, 8> Innermost;
  unsigned Depth = 0;
  for (const Loop *L : E.L->getLoopsInPreorder()) {
    if (!L->isInnermost() || !E.contains(L))
      continue;
    Innermost.push_back(L);
    if (!iteratesFewTimes(*L, SE))
      Depth = std::max(Depth, L->getLoopDepth());
  }
  LoopNumbers Deepest;
  for (const Loop *L : Innermost)
    if (L->getLoopDepth() >= Depth)
      while (Deepest.insert(getLoopNumber(*L)).second && L != E.L &&
             iteratesFewTimes(*L, SE))
        L = L->getParentLoop();
  return Deepest;
}

/// So many instructions are executed while a chain of results is waited for.
static constexpr unsigned Meanwhile = 24;

/// The instructions of @p Nest's iterations that @p Work lacks, in each of the
/// loops @p Deepest. A chain is waited for if it is executed @p InOrder; one by
/// way of memory takes longer.
static unsigned countSaved(const LoopNumbers &Deepest, const LoopTrial &Nest,
                           const SmallDenseMap<unsigned, LoopWork, 8> &Work,
                           bool InOrder) {
  std::optional<unsigned> Saved;
  for (unsigned Number : Deepest) {
    auto Now = Work.find(Number);
    if (Now == Work.end())
      continue;
    const LoopWork Then = Nest.Work.lookup(Number);
    const bool Waits = InOrder && ((Then.HasChain && Now->second.HasChain) ||
                                   Now->second.HasSelects);
    const unsigned Before = Then.Instructions,
                   Left = std::max(Now->second.Instructions,
                                   Waits ? Meanwhile : 0);
    const bool IsFast = Nest.Vectorised.contains(Number) || Left > Before;
    // In another order, other loops are entered.
    const unsigned ToEnter =
        InOrder ? Then.Around - std::min(Then.Around, Now->second.Around) : 0;
    const unsigned Here = IsFast ? 0 : Before - Left + ToEnter / UsualTrips;
    Saved = std::min(Saved.value_or(Here), Here);
  }
  return Saved.value_or(0);
}

/// Does a loop that has as many instructions as before take an eighth less with
/// those that enter it? The standard pipeline has checked ahead what exits
/// there are, each time.
static bool savesEntering(const LoopWork &Before, const LoopWork &Now) {
  constexpr unsigned LeastPart = 8;
  auto Count = [](const LoopWork &Of) {
    return UsualTrips * Of.Instructions + Of.Around;
  };
  return LeastPart * Count(Now) <= (LeastPart - 1) * Count(Before);
}

/// The gain, with loops in two parts if @p InParts; nothing if that gains none.
static std::optional<PlainGain> tryPlain(const ESCoP &E, const Plan &P,
                                         StockLoops &Stock, bool InParts,
                                         FunctionAnalysisManager &FAM) {
  PlainGain Gain;
  ValueToValueMapTy VMap;
  Function *Trial = CloneFunction(P.Shadow, VMap);
  hoistLoads(*Trial, FAM);
  lowerGuardMarkers(*Trial, FAM);
  numberAsNest(E, *Trial, FAM);
  LoopNumbers Split, Meeting;
  if (InParts)
    for (const SplitLoop &Of : splitAtStores(*Trial, FAM)) {
      const auto Number = getLoopNumber(
          *FAM.getResult<LoopAnalysis>(*Trial).getLoopFor(Of.Header));
      Split.insert(Number);
      if (Of.Meets)
        Meeting.insert(Number);
    }
  SmallVector<Value *, 4> State;
  for (unsigned Idx = 0; Idx < E.State.size(); ++Idx)
    State.push_back(Trial->getArg(E.LiveIns.size() + Idx));
  const auto Work = simplify(*Trial, FAM);
  const LoopTrial Ours = vectorise(*Trial, State, FAM);
  Gain.VectorLoops = Ours.HasVectors;
  Gain.GathersMostly = Ours.GathersMostly;
  // An inspector evaluates the guards once more.
  const bool IsFree = P.FP && P.FP->Resolved.size() == E.Guards.size();
  const LoopNumbers Deepest = getDeepest(E, FAM);
  const LoopTrial &Nest = Stock.get(FAM);
  const unsigned Outermost = getLoopNumber(*E.L);
  // Exits that are resolved for the nest are not for each entry of its loops.
  auto EntersFaster = [&](unsigned Number) {
    return IsFree && P.S == Scheme::Inspect && Number != Outermost &&
           Nest.SlowToEnter.contains(Number);
  };
  for (auto [Number, Left] : Work) {
    // The vectors of the nest's loop are behind a run-time check, which fails
    // where stores meet what is loaded.
    if ((Nest.Vectorised.contains(Number) && !Meeting.contains(Number) &&
         !EntersFaster(Number)) ||
        (Number != NoNumber && !Deepest.contains(Number)))
      continue;
    if (Ours.Vectorised.contains(Number)) {
      Gain.Vectors = true;
      Gain.VectorsInParts |= Split.contains(Number);
    } else if (const LoopWork Then = Nest.Work.lookup(Number);
               P.S == Scheme::Inspect) {
      const unsigned Before = Then.Instructions, Now = Left.Instructions;
      Gain.FewerInstructions |=
          Left.HasSelects ? 2 * std::max(Now, Meanwhile) <= Before
          : IsFree        ? Now < Before || savesEntering(Then, Left)
                          : 4 * Now <= 3 * Before;
    }
  }
  // Loops that have become calls of memcpy are not there any more.
  if (IsFree && P.S == Scheme::Inspect && E.Depth > 1) {
    auto IsCall = [&](unsigned Number) {
      return Nest.Work.contains(Number) && !Work.contains(Number);
    };
    Gain.FewerInstructions |= any_of(Deepest, IsCall);
    Gain.Vectors |= all_of(Deepest, IsCall);
  }
  if (P.FP && P.S == Scheme::Inspect) {
    Gain.SavedInstructions = countSaved(Deepest, Nest, Work, /*InOrder=*/false);
    Gain.SavedInOrder = countSaved(Deepest, Nest, Work, /*InOrder=*/true);
  }
  if (!Split.empty() && !Gain.VectorsInParts) {
    eraseFunction(Trial, FAM);
    return std::nullopt;
  }
  if (!Gain.Vectors) {
    const InnermostWork Before = getInnermostWork(
        *E.F,
        [&](const Instruction &I) {
          return E.contains(&I) && !E.isHoisted(&I) &&
                 !is_contained(E.Rows.Loads, &I);
        },
        FAM);
    const InnermostWork After = getInnermostWork(
        *Trial, [](const Instruction &) { return true; }, FAM);
    // A loop that has become a call of memcpy has no loads.
    const bool HadVectors =
        any_of(E.L->getLoopsInPreorder(),
               [&](const Loop *L) { return Stock.vectorises(*L, FAM); });
    Gain.FewerLoads =
        !Gain.VectorLoops && !HadVectors &&
        InstructionCost(LoadsAreGain * Before.Loads) >
            Before.Cost + InstructionCost(LoadsAreGain * After.Loads);
    if (Gain.FewerLoads) {
      FunctionPassManager SLP;
      SLP.addPass(SLPVectorizerPass());
      runPasses(*Trial, SLP, FAM);
      Gain.Vectors = any_of(instructions(*Trial), [](const Instruction &I) {
        return I.getType()->isVectorTy();
      });
    }
  }
  eraseFunction(Trial, FAM);
  return Gain;
}

PlainGain polly::escop::getPlainGain(const ESCoP &E, const Plan &P,
                                     StockLoops &Stock,
                                     FunctionAnalysisManager &FAM) {
  if (auto Gain = tryPlain(E, P, Stock, /*InParts=*/true, FAM))
    return *Gain;
  return *tryPlain(E, P, Stock, /*InParts=*/false, FAM);
}

bool polly::escop::hasVectorsOnceVectorised(Function &Shadow,
                                            FunctionAnalysisManager &FAM) {
  ValueToValueMapTy VMap;
  Function *Trial = CloneFunction(&Shadow, VMap);
  FunctionPassManager Vectorisers;
  Vectorisers.addPass(LoopVectorizePass());
  Vectorisers.addPass(SLPVectorizerPass());
  runPasses(*Trial, Vectorisers, FAM);
  const auto &LI = FAM.getResult<LoopAnalysis>(*Trial);
  const bool HasVectors = any_of(instructions(*Trial), [&](const auto &I) {
    return I.getType()->isVectorTy() && LI.getLoopFor(I.getParent());
  });
  eraseFunction(Trial, FAM);
  return HasVectors;
}
