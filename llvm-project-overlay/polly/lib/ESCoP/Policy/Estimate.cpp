//===- Estimate.cpp - How much work is a nest, and how much is worth it ---===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The *work* of a nest is the number of iterations of its innermost loops. It
// is an estimate, computed from what is known when the nest is entered:
//
//   work(loop) = trips(loop) * (1 if it is innermost, else the sum of the work
//                               of the loops in it)
//
// The trips of a loop whose bounds depend on an outer counter are those in the
// middle iteration of the outer loop, their mean where they grow or shrink by a
// common difference: a triangle of n * n iterations is n * n / 2 of work.
//
// All factors are limited, so that no product overflows.
//
//===----------------------------------------------------------------------===//

#include "polly/ESCoP/Policy.h"
#include "polly/ESCoP/Runtime.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace polly::escop;

static cl::opt<int64_t> LeastWork(
    "polly-escop-least-work", cl::Hidden, cl::init(-1),
    cl::desc(
        "Iterations of innermost loops from which the driver is called (0: "
        "always; -1: what the cost model says)"));

static cl::opt<uint64_t> LeaveIterations(
    "polly-escop-leave-iterations", cl::Hidden, cl::init(16),
    cl::desc("Leave the first outermost iteration of a speculated nest to the "
             "nest if there are so many, or if operands are packed; of two "
             "loops, one part in sixteen times as many (0: never)"));

/// A loop iterates no more often than that, as far as estimates go; nor does a
/// loop with those in it.
static constexpr unsigned TripBits = 20, WorkBits = 40;

namespace {

/// A part of a trip count, which may be negative if the loop is skipped.
const SCEV *getIfEntered(const SCEV *S, ScalarEvolution &SE) {
  return SE.isKnownNonNegative(S) ? S
                                  : SE.getSMaxExpr(S, SE.getZero(S->getType()));
}

/// Rewrites an expression to what is known when the nest is entered.
class EntryRewriter : public SCEVRewriteVisitor<EntryRewriter> {
  const ESCoP &E;
  const WorkEstimator &Work;
  bool IsKnown = true;

public:
  EntryRewriter(const ESCoP &E, const WorkEstimator &Work, ScalarEvolution &SE)
      : SCEVRewriteVisitor(SE), E(E), Work(Work) {}

  /// \returns null if @p S is not known.
  const SCEV *rewrite(const SCEV *S) {
    const SCEV *Known = visit(S);
    return IsKnown ? Known : nullptr;
  }

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *Rec) {
    // A counter of a loop around the nest.
    if (Rec->getLoop()->contains(E.L) && Rec->getLoop() != E.L)
      return SCEVRewriteVisitor::visitAddRecExpr(Rec);
    const SCEV *Trips = Rec->isAffine() && E.contains(Rec->getLoop())
                            ? Work.getTrips(*Rec->getLoop())
                            : nullptr;
    if (!Trips) {
      IsKnown = false;
      return Rec;
    }
    const SCEV *Middle = SE.getTruncateOrZeroExtend(
        SE.getUDivExpr(Trips, SE.getConstant(Trips->getType(), 2)),
        SE.getEffectiveSCEVType(Rec->getType()));
    return visit(Rec->evaluateAtIteration(Middle, SE));
  }
  const SCEV *visitUDivExpr(const SCEVUDivExpr *Div) {
    auto *By = dyn_cast<SCEVConstant>(Div->getRHS());
    IsKnown &= By && !By->isZero();
    return IsKnown ? SE.getUDivExpr(getIfEntered(visit(Div->getLHS()), SE), By)
                   : Div;
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Ext) {
    const SCEV *Op = visit(Ext->getOperand());
    if (SE.getTypeSizeInBits(Op->getType()) >= 32)
      Op = getIfEntered(Op, SE);
    return SE.getZeroExtendExpr(Op, Ext->getType());
  }
  const SCEV *visitUnknown(const SCEVUnknown *U) {
    IsKnown &= Work.isKnownAtEntry(U->getValue());
    return U;
  }
};

} // namespace

/// The backedge-taken count of @p L, a loop in the nest, which counts up to
/// something that is loaded again in each iteration, or beyond which the
/// counter might wrap: what the count is if neither that changes nor this
/// happens.
static const SCEV *getCountToEnd(const Loop &L, ScalarEvolution &SE) {
  const ICmpInst *Cmp = L.getLatchCmpInst();
  if (!Cmp || !Cmp->getOperand(0)->getType()->isIntegerTy())
    return SE.getCouldNotCompute();
  const SCEV *Counter = SE.getSCEV(Cmp->getOperand(0)),
             *End = SE.getSCEV(Cmp->getOperand(1));
  if (!isa<SCEVAddRecExpr>(Counter))
    std::swap(Counter, End);
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return SE.getCouldNotCompute();
  const SCEV *Step = Rec->getStepRecurrence(SE);
  if (!isa<SCEVConstant>(Step) || !SE.isKnownPositive(Step))
    return SE.getCouldNotCompute();
  // The counter is compared once it has been incremented.
  const SCEV *Distance =
      SE.getMinusSCEV(SE.getSMaxExpr(End, Rec->getStart()), Rec->getStart());
  return SE.getUDivExpr(
      SE.getAddExpr(Distance,
                    SE.getMinusSCEV(Step, SE.getOne(Step->getType()))),
      Step);
}

const SCEV *WorkEstimator::getTrips(const Loop &L) const {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Most = SE.getConstant(I64, 1 << TripBits);
  const SCEV *Count = SE.getExitCount(&L, L.getLoopLatch());
  if (isa<SCEVCouldNotCompute>(Count))
    Count = getCountToEnd(L, SE);
  if (&L == E.L &&
      (isa<SCEVCouldNotCompute>(Count) || !SE.isLoopInvariant(Count, &L)))
    Count = E.BackedgeTakenCount;
  if (isa<SCEVCouldNotCompute>(Count) ||
      SE.getTypeSizeInBits(Count->getType()) > 64)
    return nullptr;
  Count = EntryRewriter(E, *this, SE).rewrite(Count);
  if (!Count)
    return nullptr;
  const SCEV *Trips =
      getIfEntered(SE.getAddExpr(Count, SE.getOne(Count->getType())), SE);
  return SE.getUMinExpr(SE.getNoopOrZeroExtend(Trips, I64), Most);
}

/// How many loops are in each other: @p L and those in it.
static unsigned getLevels(const Loop &L, const ESCoP &E) {
  unsigned Levels = 0;
  for (const Loop *Sub : L)
    if (E.contains(Sub))
      Levels = std::max(Levels, getLevels(*Sub, E));
  return Levels + 1;
}

/// As long as rows were not looked at, they are taken to be about as many as
/// their elements.
const SCEV *WorkEstimator::guessTrips(const Loop &L) const {
  constexpr uint64_t LeastInRow = 8;
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Unknown = SE.getConstant(I64, UnknownTrips);
  // The most is not guessed.
  const bool MayGuess =
      UnknownTrips < (1 << TripBits) && &L != E.L && !E.Rows.Tables.empty();
  const SCEV *Rows = MayGuess ? getTrips(*L.getParentLoop()) : nullptr;
  if (!Rows)
    return Unknown;
  return SE.getUMinExpr(Unknown,
                        SE.getUMaxExpr(Rows, SE.getConstant(I64, LeastInRow)));
}

/// May an iteration of @p L come from @p From to @p To?
static bool mayReach(const BasicBlock *From, const BasicBlock *To,
                     const Loop &L) {
  SmallSetVector<const BasicBlock *, 16> Reached;
  Reached.insert(From);
  for (unsigned Idx = 0; Idx < Reached.size(); ++Idx)
    for (const BasicBlock *Succ : successors(Reached[Idx]))
      if (L.contains(Succ) && Succ != L.getHeader())
        Reached.insert(Succ);
  return Reached.contains(To);
}

/// Does an iteration of the loop around them execute only one of the two? Loop
/// unswitching leaves such loops.
static bool areAlternatives(const Loop &A, const Loop &B) {
  const Loop &Around = *A.getParentLoop();
  return !mayReach(A.getHeader(), B.getHeader(), Around) &&
         !mayReach(B.getHeader(), A.getHeader(), Around);
}

const SCEV *WorkEstimator::getWork(const Loop &L) const {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  const SCEV *Inner = nullptr;
  SmallVector<const Loop *, 4> Before;
  for (const Loop *Sub : L)
    if (E.contains(Sub)) {
      const SCEV *Work = getWork(*Sub);
      if (!Inner)
        Inner = Work;
      else if (all_of(Before,
                      [&](auto *B) { return areAlternatives(*Sub, *B); }))
        Inner = SE.getUMaxExpr(Inner, Work);
      else
        Inner = SE.getAddExpr(Inner, Work);
      Before.push_back(Sub);
    }
  const SCEV *Trips = getTrips(L);
  if (!Trips)
    Trips = guessTrips(L);
  const unsigned Level = getLevels(L, E);
  if (InVain && FirstInVain <= Level && Level <= LastInVain) {
    const SCEV *Short = SE.getConstant(I64, CountsLong ? InVain - 1 : InVain);
    const SCEV *Beyond = SE.getMinusSCEV(Trips, SE.getUMinExpr(Trips, Short));
    Trips = CountsLong
                ? SE.getUMinExpr(
                      Trips, SE.getMulExpr(Beyond, SE.getConstant(I64, InVain)))
                : Beyond;
  }
  if (!Inner)
    return Trips;
  const SCEV *Most = SE.getConstant(I64, uint64_t(1) << WorkBits);
  return SE.getMulExpr(Trips, SE.getUMinExpr(Inner, Most));
}

bool WorkEstimator::isKnownAtEntry(Value *V) const {
  if (!V->getType()->isIntOrPtrTy() || isa<UndefValue>(V))
    return false;
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  // What stands for rows is not known before they were looked at, nor is what
  // is hoisted behind them.
  if (is_contained(E.Rows.Placeholders, I))
    return false;
  I = dyn_cast<Instruction>(E.getRepresentative(I));
  ArrayRef<Instruction *> Hoisted = E.Hoisted.getArrayRef();
  if (!E.Rows.Tables.empty())
    Hoisted = Hoisted.take_front(E.Rows.NumHoisted);
  return !I || !E.L->contains(I) || is_contained(Hoisted, I);
}

bool polly::escop::iteratesFewTimes(const Loop &L, ScalarEvolution &SE) {
  constexpr unsigned Few = 8;
  const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
  return Most && Most <= Few;
}

/// The innermost loops in each other that are unrolled.
static unsigned countUnrolledLevels(const ESCoP &E, ScalarEvolution &SE) {
  unsigned Fewest = E.Depth - 1;
  for (const Loop *L : E.L->getLoopsInPreorder()) {
    if (!L->isInnermost() || !E.contains(L))
      continue;
    unsigned Levels = 0;
    for (; L != E.L && iteratesFewTimes(*L, SE); L = L->getParentLoop())
      ++Levels;
    Fewest = std::min(Fewest, Levels);
  }
  return Fewest;
}

/// However much is saved, bounds are asked, and where iterations are speculated
/// some microseconds pass for what is asked about pages.
static constexpr uint64_t LeastInspectedWork = 1 << 9,
                          LeastSpeculatedWork = 1 << 12;

/// What iterations have that the least work of nests was found with.
static constexpr unsigned UsualInstructions = 13;

/// Is the nest executed by vectors once its bounds have been asked?
static bool gainsVectorsAtOnce(const ESCoP &E, const Plan &P) {
  return P.S == Scheme::Inspect && P.FP && P.GainsVectors &&
         E.Rows.Tables.empty();
}

namespace {

/// Counts the guards that an iteration of an innermost loop evaluates at least.
class GuardCounter {
  const Loop &L;
  SmallDenseMap<const BasicBlock *, const Guard *, 8> Guards;
  /// From the begin of a block to the end of the iteration.
  SmallDenseMap<const BasicBlock *, unsigned, 8> Fewest;

  unsigned count(const BasicBlock *BB);

public:
  GuardCounter(const ESCoP &E, const Loop &L) : L(L) {
    for (const Guard &G : E.Guards)
      Guards[G.Branch->getParent()] = &G;
  }
  unsigned count() { return count(L.getHeader()); }
};

} // namespace

unsigned GuardCounter::count(const BasicBlock *BB) {
  auto [It, New] = Fewest.try_emplace(BB, 0);
  if (!New)
    return It->second;
  const Guard *G = Guards.lookup(BB);
  std::optional<unsigned> Then;
  for (const BasicBlock *Succ : successors(BB))
    if (L.contains(Succ) && Succ != L.getHeader() &&
        !(G && Succ == G->getExit()))
      Then = std::min(Then.value_or(-1), count(Succ));
  return Fewest[BB] = Then.value_or(0) + (G != nullptr);
}

/// Guards in each iteration of the innermost loops, at least; 1 at least.
static unsigned countGuardsOfIteration(const ESCoP &E) {
  unsigned Fewest = E.Guards.size();
  for (const Loop *L : E.L->getLoopsInPreorder())
    if (L->isInnermost() && E.contains(L))
      Fewest = std::min(Fewest, GuardCounter(E, *L).count());
  return std::max(Fewest, 1u);
}

/// The instructions of an iteration of the deepest loops, of the shortest one
/// if there are several; but for what is part of addresses or of none. An
/// integer division takes as long as many, and so does it to store and load a
/// floating-point value that is kept while an error handler is called which
/// returns: calls preserve no such registers.
static unsigned countInstructionsOfIteration(const ESCoP &E) {
  constexpr unsigned OfDivision = 16, OfSpill = 40;
  auto IsSpilled = [&](const Loop &L) {
    return any_of(E.Guards,
                  [&](const Guard &G) { return L.contains(G.getExit()); }) &&
           any_of(L.getHeader()->phis(), [](const PHINode &PHI) {
             return PHI.getType()->isFloatingPointTy();
           });
  };
  const unsigned Deepest = E.L->getLoopDepth() + E.Depth - 1;
  unsigned Fewest = -1;
  for (const Loop *L : E.L->getLoopsInPreorder()) {
    if (L->getLoopDepth() < Deepest)
      continue;
    unsigned Count = IsSpilled(*L) ? OfSpill : 0;
    for (const BasicBlock *BB : L->blocks())
      for (const Instruction &I : *BB)
        if (E.contains(&I) && !isa<PHINode, GetElementPtrInst, CastInst>(I))
          Count += I.isIntDivRem() && !isa<Constant>(I.getOperand(1))
                       ? OfDivision
                       : 1;
    Fewest = std::min(Fewest, Count);
  }
  return Fewest;
}

static bool anyDeepest(const ESCoP &E, function_ref<bool(const Loop &)> Is) {
  const unsigned Deepest = E.L->getLoopDepth() + E.Depth - 1;
  return any_of(E.L->getLoopsInPreorder(), [&](const Loop *L) {
    return L->getLoopDepth() >= Deepest && Is(*L);
  });
}

static bool hasGuardsInDeepest(const ESCoP &E) {
  return anyDeepest(E, [&](const Loop &L) {
    return any_of(E.Guards,
                  [&](const Guard &G) { return L.contains(G.Branch); });
  });
}

/// If not, all values that the deepest loops compute are kept in registers
/// until these end.
static bool storesInDeepest(const ESCoP &E) {
  return anyDeepest(E, [](const Loop &L) {
    return any_of(L.blocks(), [](const BasicBlock *BB) {
      return any_of(*BB,
                    [](const Instruction &I) { return isa<StoreInst>(I); });
    });
  });
}

const SCEV *polly::escop::getGainingWork(const ESCoP &E, const Plan &P,
                                         ScalarEvolution &SE) {
  // A register tile has some rows and columns, also where there are fewer, and
  // packing takes as long as some iterations of k.
  constexpr uint64_t InVainInProduct = 8;
  // Elements that are stored behind a short loop take longer to save than to
  // compute, and so do arrays that a few sweeps pass over.
  constexpr uint64_t InVainInChunks = 16;
  // Shorter rows do not fill vectors, and each begins anew.
  constexpr uint64_t InVainInRow = 8;
  // With the nest around them executed ahead, rows are to be longer (Jacobi
  // iterations, vectors of 256 bits, 40 elements 120 us, 161; 64 elements as
  // long).
  constexpr uint64_t InVainInSpeculatedRow = 40;
  // Nor do fewer iterations of outer loops fill strips; a nest without guards
  // is fast beside what is left over then.
  constexpr uint64_t InVainInStrips = 16;
  // In two loops, the outer one becomes the inner one (sums of columns, 1000
  // rows: of one column 0.8 us, 3.3, of five 4.0 and 3.3; counts of bytes in
  // five columns 1.4 times as long), and so does the one around the sums of
  // three (distances of 1000 points from six, in eight dimensions, float,
  // AVX-512: 19.2 us, 24.5; from sixteen 48.7, 12.2).
  constexpr uint64_t InVainInColumns = 7;
  uint64_t InVain = 0;
  bool CountsLong = false;
  unsigned First = 1, Last = E.Depth;
  if (P.O == Optimiser::Product && !P.InTiles) {
    InVain = InVainInProduct;
    // Loops around a product execute one after the other.
    Last = runtime::NumProductLoops;
  } else if (P.O == Optimiser::Polly && P.S == Scheme::Speculate) {
    InVain = InVainInChunks;
  } else if (P.O == Optimiser::Polly && E.Guards.empty()) {
    InVain = InVainInStrips;
    First = 2;
  } else if (P.O == Optimiser::Polly &&
             (E.Depth == 2 || (E.Depth == 3 && !storesInDeepest(E)))) {
    InVain = InVainInColumns;
    First = Last = 2;
  } else if (E.Depth > 1 && gainsVectorsAtOnce(E, P)) {
    InVain = InVainInRow;
    CountsLong = true;
    First = Last = 1 + countUnrolledLevels(E, SE);
  } else if (E.Depth > 1 && P.O == Optimiser::Plain &&
             P.S == Scheme::Speculate) {
    InVain = InVainInSpeculatedRow;
    Last = 1;
  }
  // A copy in order that is entered again and again is to be worth it however
  // few elements there are each time (particles in the cells around one).
  const bool IsPart = P.S == Scheme::Ordered && E.L->getParentLoop();
  return WorkEstimator(E, SE, /*UnknownTrips=*/IsPart ? 2 : 64, InVain, First,
                       Last, CountsLong)
      .getWork(*E.L);
}

uint64_t polly::escop::getLeaveDivisor(const ESCoP &E, const Plan &P) {
  const bool MayWaste = P.S == Scheme::Speculate
                            ? !omitsCheckpoints()
                            : P.S == Scheme::Inspect && !E.Rows.Tables.empty();
  return P.M == Mode::Optimized && MayWaste && !E.HoistedForFirst
             ? LeaveIterations
             : 0;
}

uint64_t polly::escop::getMostWork(const ESCoP &E, ScalarEvolution &SE) {
  const SCEV *Work = WorkEstimator(E, SE, 1 << TripBits).getWork(*E.L);
  return SE.getUnsignedRangeMax(Work).getZExtValue();
}

/// A single loop takes as long as any driver; register blocks take least.
static constexpr uint64_t LeastWorkOfSingleLoop = 64, LeastWorkInBlocks = 48;

/// A copy of a row in order that no guard is left in. The standard pipeline
/// unrolls its loop eight times, and what is left over takes longer than the
/// row (distances of rows of float, AVX-512: of 5 elements 281 ns, 363, of 8
/// 357, 287). It does not unroll loops that may leave early (a sparse
/// matrix-vector product: of 5 elements 245 ns, 227, of 2 with AVX2 1.45 and
/// 0.85).
static constexpr uint64_t LeastWorkOfRow = 8;

/// If a driver only saves instructions of the nest: how many of these are to be
/// saved for each one that the bounds take, and for so many of the driver
/// (affine gaps, 7 x 7 with 19 guards each: 361 ns, 299; 5 x 5 194 and 243).
static constexpr uint64_t DriverCost = 3, InstructionsOfDriver = 256;

/// Of a driver of register blocks, in units of Plan::BlockGain: some 15 ns.
static constexpr uint64_t BlockDriverCost = 240;

uint64_t polly::escop::getLeastWorkOfAny(const ESCoP &E) {
  return std::min(getLeastWork(E, Plan()),
                  E.Depth > 1 ? LeastWorkOfSingleLoop : LeastWorkInBlocks);
}

/// Does an iteration of the nest take longer than to add to a sum in a register?
/// To add to one that is stored each time takes three times as long.
static bool isSlow(const ESCoP &E, const Plan &P) {
  return P.StockLanes == 1 && (hasGuardsInDeepest(E) || storesInDeepest(E));
}

/// Is it checked whether operations like @p Opcode overflow?
static bool checksOverflow(const ESCoP &E, Instruction::BinaryOps Opcode) {
  return any_of(E.Blocks, [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      auto *Op = dyn_cast<WithOverflowInst>(&I);
      return Op && Op->getBinaryOp() == Opcode;
    });
  });
}

/// @p Least was found with iterations of UsualInstructions: a sum of products of
/// checked elements. The more there are, the more is saved by each, and the
/// sooner that makes up for what is done once; by @p Power, if what is done for
/// each of fewer elements is to be made up for, too.
static uint64_t scaleByInstructions(uint64_t Least, const ESCoP &E,
                                    unsigned Fewest, unsigned Power) {
  constexpr uint64_t Most = 64, Left = 5;
  const uint64_t Saved =
      std::clamp<uint64_t>(countInstructionsOfIteration(E), Fewest, Most) -
      Left;
  while (Power--)
    Least = Least * (UsualInstructions - Left) / Saved;
  return Least;
}

/// In a product, that is what the elements of the result take: by the cube
/// (Cholesky's factorization, double, AVX-512: from 190 x 190 on with 7
/// instructions, 105 x 105 with 13, 28 x 28 with 35).
static uint64_t scaleByInstructions(uint64_t Least, const ESCoP &E,
                                    const Plan &P) {
  constexpr unsigned FewestInTiles = 9;
  if (P.StockLanes > 1 || (P.S == Scheme::Inspect && !P.InTiles))
    return Least;
  auto Scale = [&](uint64_t Of, unsigned Fewest, unsigned Power) {
    return scaleByInstructions(Of, E, Fewest, Power);
  };
  // Of a triangle that another matrix is multiplied by, little is left over.
  const bool LeavesMuch = P.InTiles && P.IsInPlace;
  // What is left over of tiles takes as long as some iterations of the nest for
  // each element. With few instructions, which wait for memory, these are as
  // many for each nest; those that add in a register are faster.
  if (!P.TileRelations)
    Least = Scale(Least, LeavesMuch ? FewestInTiles : UsualInstructions,
                  P.O == Optimiser::Product ? 3 : 1);
  else if (storesInDeepest(E) || P.IsExpanded)
    Least = std::min(Scale(Least, FewestInTiles, 1),
                     Scale(2 * Least, FewestInTiles, 3));
  else
    Least = Scale(Least, FewestInTiles, 3);
  return std::max(Least, P.S == Scheme::Speculate ? LeastSpeculatedWork
                                                  : LeastInspectedWork);
}

/// Allocating, probing and bounds take some microseconds.
static uint64_t getLeastSpeculatedWork(const ESCoP &E, const Plan &P) {
  const bool IsSlow = isSlow(E, P);
  const bool ByPolly = P.O == Optimiser::Polly;
  // The caches are to be too small (products of int64_t with checks of
  // overflow: 120 x 120 takes longer, 300 x 300 as long, and half as long again
  // if it leaves early).
  if (E.Depth > 2 && ByPolly && P.HasScalarChecks)
    return 1 << 27;
  // By scalars, as where vectors are not filled, they take twice as long as in
  // the nest (int, AVX-512, 60 x 60: 0.10 ms, 0.14; 64 x 64: 0.15, 0.06).
  if (E.Depth > 2 && checksOverflow(E, Instruction::Mul))
    return 1 << 18;
  // What is in the first-level cache gains nothing by Polly's tiles; to pack it
  // takes as long.
  if (E.Depth > 2)
    return scaleByInstructions(ByPolly && !IsSlow ? 1 << 19 : 1 << 16, E, P);
  // A nest of two loops passes over its data about once, and gains less; unless
  // it is executed in another order, since it adds to one sum or steps over
  // rows.
  if (!ByPolly)
    return 1 << 18;
  // A sum takes no longer because it is checked (rows of int, AVX-512,
  // 200 x 200: 11.0 us, 16.3; 362 x 362: 37.3, 33.7).
  if (checksOverflow(E, Instruction::Add))
    return 1 << 17;
  // Arrays are written and read that the nest does not have.
  return (IsSlow ? 5 << 12 : 3 << 14) * (P.IsExpanded ? 4 : 1);
}

/// To pack and multiply takes a tenth of the time of a nest of 16 x 16 x 16
/// that adds to one sum after the other; what has vectors is twice as fast as
/// that, or more. Where results are checked, pages are asked about, which takes
/// some microseconds.
static uint64_t getLeastWorkInProduct(const Plan &P) {
  const bool HasVectors = P.StockLanes > 1;
  if (P.S == Scheme::Speculate)
    return HasVectors ? 1 << 18 : 1 << 15;
  return HasVectors ? 1 << 10 : 1 << 9;
}

/// One of three numbers: for vectors of 128 bits or less, of 256, of more.
static uint64_t chooseByWidth(const Plan &P, const uint64_t (&Of)[3]) {
  return Of[P.VectorBits <= 128 ? 0 : P.VectorBits <= 256 ? 1 : 2];
}

/// With fewer iterations, most are not in tiles that are products. A loop with
/// vectors is fast beside what is left over: of a factorization, more than of a
/// triangular solve (double, -O3 or a copy that has vectors, and tiles: LU as
/// fast at 200 x 200 with SSE2, 130 with AVX2, solves at 100 and 40; a third of
/// the product of the extents is work). What is packed or expanded once is
/// written to pages that may have to be brought in.
static uint64_t getLeastWorkInTiles(const ESCoP &E, const Plan &P) {
  const bool IsSpeculated = P.S == Scheme::Speculate;
  // Most of a triangle of integers is left over until the caches are too small
  // (AVX-512, int: 400 x 400 0.64 ms, 1.35 in tiles; 800: 5.4, 6.7).
  if (P.HasStockSums)
    return 1ULL << 31;
  // Where the nest's factors are in registers, it has vectors of its own (LU by
  // columns and by rows, double: as fast at 300 and 320 with SSE2, 232 and 305
  // with AVX2).
  if (P.StockLanes > 1 && P.IsInPlace && P.TileRelations > 1)
    return P.HasStockVectors ? chooseByWidth(P, {11 << 20, 9 << 20, 9 << 20})
                             : chooseByWidth(P, {5 << 19, 5 << 17, 5 << 17});
  if (P.StockLanes > 1 && P.IsInPlace && P.TileRelations)
    return chooseByWidth(P, {1 << 19, 1 << 15, 1 << 17});
  if (P.StockLanes > 1 && P.IsInPlace)
    return IsSpeculated ? chooseByWidth(P, {1 << 26, 1 << 24, 1 << 23})
                        : chooseByWidth(P, {1 << 28, 1 << 24, 1 << 21});
  if (P.StockLanes > 1)
    return IsSpeculated ? 3 << 21
                        : chooseByWidth(P, {1 << 27, 3 << 17, 1 << 18});
  // Without vectors, what is left over takes as long as the nest (Cholesky with
  // SSE2 and AVX2: by rows as fast at 115 x 115 and 62, by columns, with
  // expanded scalars, at 125 and 95, to the right at 120 and 85).
  if (P.TileRelations && IsSpeculated)
    return P.IsExpanded         ? chooseByWidth(P, {1 << 18, 3 << 15, 3 << 15})
           : storesInDeepest(E) ? chooseByWidth(P, {5 << 16, 5 << 14, 5 << 14})
                                : chooseByWidth(P, {1 << 15, 1 << 12, 1 << 12});
  if (!IsSpeculated)
    return P.IsInPlace ? 5 << 12 : 1 << 14;
  if (storesInDeepest(E))
    return 1 << 17;
  return P.IsExpanded ? 1 << 19 : 3 << 19;
}

uint64_t polly::escop::getLeastWork(const ESCoP &E, const Plan &P) {
  if (LeastWork >= 0)
    return LeastWork;
  if (processesUnprofitable())
    return 0;
  if (P.IsRow)
    return P.FP->Resolved.size() < E.Guards.size() ? 0 : LeastWorkOfRow;
  // Three blocks, which are to save what the driver takes. A store that is
  // predicted not to be made takes no time in the nest. The driver is called
  // three times if the nest has to tell from where it loads under a condition
  // (`if (b[i] > 0) a[i] += c[i]`, float, AVX2, 120 iterations: 1.36 of the
  // nest's time, 200 0.94).
  if (P.S == Scheme::Blocks) {
    uint64_t Least = std::clamp<uint64_t>(3 * P.BlockSize, LeastWorkInBlocks,
                                          LeastWorkOfSingleLoop);
    Least =
        std::max<uint64_t>(Least, BlockDriverCost * P.BlockSize / P.BlockGain) *
        (P.HasTrackedLoads ? 3 : 1);
    return P.HasConditionalStores ? Least + Least / 2 : Least;
  }
  // The driver takes about as long as 200 iterations.
  uint64_t Least = E.Depth < 2 ? 1 << 10 : E.Depth > 2 ? 1 << 12 : 1 << 13;
  // It asks the bounds, of whose instructions a third is left once they are
  // simplified, and calls the shadow. A vector, or a copy without the guards,
  // saves an instruction for each guard of an iteration at least.
  const bool GainsVectors = gainsVectorsAtOnce(E, P);
  if (GainsVectors || (P.S == Scheme::Ordered && P.FP))
    return std::clamp<uint64_t>(P.FP->Bounds->getInstructionCount() /
                                    (GainsVectors ? 2 : 1) /
                                    countGuardsOfIteration(E),
                                LeastWorkOfSingleLoop, Least);
  // The driver's instructions take about as long as as many of the nest's. An
  // inspector, which has fewer loops, takes as long again.
  if (P.S == Scheme::Inspect && P.FP && P.SavedInstructions &&
      P.O != Optimiser::Product && E.Rows.Tables.empty())
    Least = std::min<uint64_t>(
        DriverCost *
            (P.FP->Bounds->getInstructionCount() + InstructionsOfDriver) /
            P.SavedInstructions *
            (P.FP->Resolved.size() < E.Guards.size() ? 2 : 1),
        Least);
  if (E.Depth < 2)
    return Least;
  if (P.TileRelations)
    Least = 0;
  else if (P.O == Optimiser::Product)
    Least = scaleByInstructions(getLeastWorkInProduct(P), E, P);
  else if (P.S == Scheme::Inspect && P.O == Optimiser::Polly &&
           P.StockLanes == 1)
    Least =
        std::max(scaleByInstructions(Least, E, UsualInstructions, /*Power=*/1),
                 std::min(Least, LeastInspectedWork));
  else if (P.S == Scheme::Speculate)
    Least = getLeastSpeculatedWork(E, P);
  if (P.InTiles)
    Least =
        std::max(Least, scaleByInstructions(getLeastWorkInTiles(E, P), E, P));
  // Expanded scalars are written to pages that may have to be brought in, which
  // the nest makes up for later if it has vectors (elimination with a factor in
  // a scalar, 400 x 400: 3.9 ms instead of 2.9; 600: 8.2 instead of 10.5).
  if (P.IsExpanded && P.StockLanes > 1)
    Least = std::max(Least, chooseByWidth(P, {1U << 31, 1 << 29, 1 << 26}));
  // To probe tables of rows takes some microseconds.
  if (!E.Rows.Tables.empty())
    Least = std::max<uint64_t>(Least, 1 << (P.StockLanes > 1 ? 16 : 15));
  return Least;
}

uint64_t polly::escop::getLeastWorkToAsk(const ESCoP &E, const Plan &P) {
  constexpr uint64_t Least = 1 << 12;
  return P.StockLanes > 1
             ? Least * P.StockLanes
             : scaleByInstructions(Least, E, UsualInstructions, /*Power=*/1);
}

/// A time step may write all that there is, which takes as long to save. There
/// are some 16 chunks. What register blocks gain in single loops does not take
/// a checkpoint; short rows leave them less (Jacobi iterations, vectors of 512
/// bits, 200 x 200: 16 steps 0.65 of the time of the nest, 64 steps 0.45, in
/// blocks 0.53; in one dimension, 40000: 0.67, 0.43, 256 steps 0.33, in blocks
/// 0.34).
uint64_t polly::escop::getLeastSweeps(const ESCoP &E, const Plan &P) {
  if (LeastWork >= 0 || processesUnprofitable() || P.M == Mode::Naive ||
      P.O != Optimiser::Plain)
    return 0;
  return E.Depth > 2 ? 64 : 256;
}

uint64_t polly::escop::getLeastCopiedWork(const Plan &P) {
  if (LeastWork >= 0 || processesUnprofitable())
    return 0;
  // So do allocating, sorting, and asking about rows, of which each may lie on
  // pages of its own.
  return (uint64_t(1) << 18) * P.StockLanes;
}
