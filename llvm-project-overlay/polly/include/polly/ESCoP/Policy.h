//===- polly/ESCoP/Policy.h - How a nest is executed ------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who optimises a shadow, whether that gains, and where its chunks work.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_POLICY_H
#define POLLY_ESCOP_POLICY_H

#include "polly/ESCoP/Footprint.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

namespace polly::escop {

/// Which policy of the design the user asked for.
enum class Mode { Naive, Optimized };

/// How the nest stays exact, and who optimises its shadow. Ordered: a copy
/// without the guards that are resolved executes the nest in its own order.
enum class Scheme { Inspect, Speculate, Blocks, Ordered };
enum class Optimiser { Polly, Plain, Product };

/// Alignment of a shadow's working memory.
constexpr llvm::Align ScratchAlign = llvm::Align::Constant<64>();

/// The functions that replace the nest while no guard fires, and how.
struct Plan {
  Mode M = Mode::Optimized;
  Scheme S = Scheme::Inspect;
  Optimiser O = Optimiser::Polly;
  bool Chunked = false;
  llvm::Function *Shadow = nullptr;
  /// Null if all guards are resolved by the footprint's run-time check.
  llvm::Function *Inspector = nullptr;
  /// The inspector reads what the nest might write if arrays overlap.
  bool InspectorNeedsDisjointness = false;
  /// Set if the driver has to check the footprint.
  std::optional<Footprint> FP;
  /// Arrays whose bases the driver passes shifted (see specialiseShadow).
  llvm::SmallVector<unsigned, 4> Shifted;
  /// Bytes of working memory that the shadow gets by its last argument; if 0,
  /// there is no such argument.
  uint64_t ScratchSize = 0;
  /// Whether the nest is executed by tiles of its results, of which some are
  /// products.
  bool InTiles = false;
  /// Of tiles: in how many coordinates elements wait for others of their
  /// matrix; 0 if tiles are not cut where they are products
  /// (Runtime/Boxes.cpp).
  unsigned TileRelations = 0;
  /// Whether scalars are elements of arrays, which the shadow allocates.
  bool IsExpanded = false;
  /// Whether chunks have a packed operand in common.
  bool KeepsOperand = false;
  /// If the nest is speculated: who may see that iterations are executed ahead.
  Sharing Share = Sharing::Ask;
  /// Whether chunks can work on copies of the written arrays.
  bool CanBePrivate = false;
  /// Fields of the frame that point into an array, or into its copy.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> MovedFields;
  /// If the nest may be executed in copies of rows: for each table, the array
  /// that its rows are, and the bytes that are stored together.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> RowCopies;
  /// Whether the standard pipeline vectorises a loop of the shadow that it does
  /// not vectorise in the nest.
  bool GainsVectors = false;
  /// Instructions that an iteration of the nest's innermost loops has more than
  /// one of the shadow's; 0: not known.
  unsigned SavedInstructions = 0;
  /// Elements of the vectors that the standard pipeline executes the nest's
  /// innermost loops with, if it does, whether it does so in the nest, whether
  /// these are sums, and whether an array is written that is read elsewhere,
  /// too, as in a factorization.
  unsigned StockLanes = 1;
  bool HasStockVectors = false, HasStockSums = false, IsInPlace = false;
  /// Of the target's vectors, where these are asked for.
  unsigned VectorBits = 0;
  /// Whether the innermost loops have checks of which there are no vectors:
  /// only the order of iterations is to be gained from.
  bool HasScalarChecks = false;
  /// Whether the driver may call malloc, free and madvise, and save errno.
  bool HasRuntime = false;
  /// Iterations of a register block, what they save (BlockShadow::getGain), and
  /// whether some store of them is made only where a condition holds.
  unsigned BlockSize = 0, BlockGain = 0;
  bool HasConditionalStores = false, HasTrackedLoads = false;
  /// Whether the nest may well end within one, so that it is to begin itself.
  bool IsSearch = false;
  /// Whether the nest is entered again and again, so that it is not to be asked
  /// how much work it is.
  bool IsRow = false;
};

/// Estimates the *work* of a nest, the iterations of its innermost loops, from
/// what is known when it is entered: Estimate.cpp.
class WorkEstimator {
  const ESCoP &E;
  llvm::ScalarEvolution &SE;
  const uint64_t UnknownTrips, InVain;
  const unsigned FirstInVain, LastInVain;
  const bool CountsLong;

  const llvm::SCEV *guessTrips(const llvm::Loop &L) const;

public:
  /// Loops of which nothing is known iterate @p UnknownTrips times. So many
  /// iterations of each loop are not counted: @p InVain; of loops from level
  /// @p FirstInVain to level @p LastInVain, where innermost loops are level 1.
  /// If @p CountsLong, only loops with fewer iterations are not counted.
  WorkEstimator(const ESCoP &E, llvm::ScalarEvolution &SE,
                uint64_t UnknownTrips = 64, uint64_t InVain = 0,
                unsigned FirstInVain = 1, unsigned LastInVain = -1,
                bool CountsLong = false)
      : E(E), SE(SE), UnknownTrips(UnknownTrips), InVain(InVain),
        FirstInVain(FirstInVain), LastInVain(LastInVain),
        CountsLong(CountsLong) {}

  /// How often @p L iterates, each time it is entered; null if it is not known.
  const llvm::SCEV *getTrips(const llvm::Loop &L) const;
  const llvm::SCEV *getWork(const llvm::Loop &L) const;
  /// Is @p V, as it is in front of the nest or hoisted, known when the nest is
  /// entered?
  bool isKnownAtEntry(llvm::Value *V) const;
};

/// Is it known that @p L iterates a few times only, so that it may be unrolled?
bool iteratesFewTimes(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// The most work that @p E's nest may be.
uint64_t getMostWork(const ESCoP &E, llvm::ScalarEvolution &SE);

/// The work from which on @p P's driver is called: what it takes is to be less
/// than what the shadow may gain.
uint64_t getLeastWork(const ESCoP &E, const Plan &P);

/// The work from which on it is worth it to ask the kernel whether a page may
/// be read.
uint64_t getLeastWorkToAsk(const ESCoP &E, const Plan &P);

/// The least number of outermost iterations for which it pays to save what all
/// of them write.
uint64_t getLeastSweeps(const ESCoP &E, const Plan &P);

/// The work from which on @p P is executed in copies of rows.
uint64_t getLeastCopiedWork(const Plan &P);

/// What of @p P's work is worth the driver's call.
const llvm::SCEV *getGainingWork(const ESCoP &E, const Plan &P,
                                 llvm::ScalarEvolution &SE);

/// The work from which on any driver is called.
uint64_t getLeastWorkOfAny(const ESCoP &E);

/// Is there a recurrence through memory in the nest that @p Marked is the
/// shadow of, with markers, that can be handed on in registers? @p MayOverlap
/// says whether different arrays may overlap.
bool handsOnRecurrence(llvm::Function &Marked, bool MayOverlap,
                       llvm::FunctionAnalysisManager &FAM);

/// What a nest is executed in its own order for: itself; its innermost loops,
/// which may gain in register blocks then, or as rows; or as such a row, a loop
/// that is entered again and again.
enum class OrderedFor { Nest, Blocks, Rows, Row };

/// Are guards of a loop of @p E that are @p Resolved, with the branches on
/// them, enough of its instructions, of which those of loops in it count eight
/// times? In a single loop a quarter, in a nest an eighth, and @p For rows a
/// fifth.
bool savesGuards(const ESCoP &E, OrderedFor For, llvm::LoopInfo &LI,
                 const GuardSet &Resolved);

/// Do @p Bounds take no longer than the guards of some iterations, @p NumGuards
/// each, whenever the loop is entered, once what is the same in the loop around
/// it is computed in front of that?
bool areAskedFast(const ESCoP &E, unsigned NumGuards, llvm::Function &Bounds);

/// The guards of @p Marked, a shadow with markers, that compare a counter of an
/// innermost loop with what is the same in the whole nest: if the loop is
/// executed as a row, they may be resolved whenever it is entered.
GuardSet findGuardsOfRows(llvm::Function &Marked,
                          llvm::FunctionAnalysisManager &FAM);

/// How an access goes on from one iteration of a loop to the next.
enum class Step { None, SideBySide, Far };

/// How does @p I's access go on in @p L? Elements are side by side if there is
/// a gap of one between them at most.
Step getStep(llvm::Instruction &I, const llvm::Loop &L,
             llvm::ScalarEvolution &SE);

/// Let the vectoriser check accesses of innermost loops of @p F in front of
/// these, where it would fail in front of the loop around: VectorChecks.cpp.
void limitVectorChecks(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Execute innermost loops of @p F that have few iterations for one vector at a
/// time: ShortRows.cpp.
void versionShortRows(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// May @p L, a nest that cannot leave early, gain by another order of its
/// loops, as far as accesses and sums of an innermost loop tell?
bool mayGainByOrder(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// To how many floating-point sums do the iterations of one of @p F's innermost
/// loops add, at most, each in its order? So many additions are in flight.
unsigned countOrderedSums(llvm::Function &F,
                          llvm::FunctionAnalysisManager &FAM);

/// An innermost loop once it is simplified: the instructions in it, and those
/// of the loop around it alone.
struct LoopWork {
  unsigned Instructions = 0, Around = 0;
  /// Whether iterations wait for floating-point results of those before; and
  /// for what those before selected, where the nest may have branches.
  bool HasChain = false, HasSelects = false;
};

/// What the standard pipeline makes of the loops of a function.
struct LoopTrial {
  /// Whether any loop is vectorised; and the numbers of those that are executed
  /// so, as far as can be guessed.
  bool HasVectors = false;
  llvm::SmallDenseSet<unsigned, 8> Vectorised;
  /// The numbers of loops that take long to enter: what they count up to is the
  /// least of several counts, and their last iterations are executed by
  /// scalars.
  llvm::SmallDenseSet<unsigned, 8> SlowToEnter;
  /// Whether vectors of a loop are mostly gathered, or scattered.
  bool GathersMostly = false;
  /// Of each innermost loop.
  llvm::SmallDenseMap<unsigned, LoopWork, 8> Work;
};

/// What it makes of a function's loops as they are: found out when it is asked
/// for, by optimising a copy.
class StockLoops {
  llvm::Function &F;
  std::optional<LoopTrial> Trial;

public:
  explicit StockLoops(llvm::Function &F) : F(F) {}

  /// Number the loops of a copy of the function, which @p VMap leads to, before
  /// it is changed.
  void number(const llvm::LoopInfo &LI,
              const llvm::ValueToValueMapTy &VMap) const;
  const LoopTrial &get(llvm::FunctionAnalysisManager &FAM);
  /// Does the standard pipeline vectorise @p L of the copy?
  bool vectorises(const llvm::Loop &L, llvm::FunctionAnalysisManager &FAM);
  /// The bits of the sums in @p L that it makes vectors of, 0 if there are
  /// none.
  unsigned getSumBits(const llvm::Loop &L, llvm::FunctionAnalysisManager &FAM);
};

/// What is known of a shadow once Polly was asked to schedule it.
struct ScopFacts {
  /// There is a SCoP, whose code may be executed.
  bool HasScop = false;
  /// Its dependences take more operations than there may be.
  bool LacksDependences = false;
};

/// Remembers what Polly made of shadows. A template has many instances whose
/// shadows are alike, and so has a function that is inlined; isl may take a
/// second for each.
class PollyResults {
public:
  struct Result {
    /// What Polly was asked for, as a number of the caller's.
    unsigned Request;
    /// The shadow, and what was made of it, null if that is nothing. The module
    /// has both.
    llvm::Function *Shadow, *Code;
    ScopFacts Facts;
    /// As in Plan.
    bool InTiles;
    unsigned TileRelations;
  };

private:
  llvm::DenseMap<uint64_t, llvm::SmallVector<Result, 1>> Results;
  llvm::GlobalNumberState Numbers;

public:
  /// What was made of a shadow like @p Shadow when @p Request was asked for;
  /// null if it was not.
  const Result *find(llvm::Function &Shadow, unsigned Request);
  /// Copies R.Code, unless it is null; R.Shadow is to be a copy.
  void add(const Result &R);
};

/// Erase what was written into metadata of loops in @p F.
void eraseLoopNumbers(llvm::Function &F);

/// The value of -polly-escop-in-place: of arrays that are not the call's own.
Sharing getSharingOption();

/// Decide whether chunks of @p P work in place, and let its shadow take the
/// bases of the written arrays as arguments, so that they may be those of
/// copies.
std::optional<Reject> decideSharing(const ESCoP &E, Plan &P,
                                    llvm::FunctionAnalysisManager &FAM);

/// Decide whether the nest may be executed in copies of its rows.
void decideRowCopies(const ESCoP &E, Plan &P,
                     llvm::FunctionAnalysisManager &FAM);

/// Optimise P.Shadow by Polly or leave it to the standard pipeline, whichever
/// the cost model prefers. Rejects if neither promises a gain.
std::optional<Reject> optimiseShadow(const ESCoP &E, Plan &P, StockLoops &Stock,
                                     PollyResults &Results,
                                     llvm::FunctionAnalysisManager &FAM);

/// The functions that are parallel loops of @p Shadow.
llvm::SmallVector<llvm::Function *, 2> getLoopBodies(llvm::Function &Shadow);

/// Does @p Shadow execute a parallel loop, or a product, in a team if there is
/// enough to do?
bool mayFormTeam(llvm::Function &Shadow);

/// Erase @p Shadow, which may be null, and its parallel loops.
void eraseShadow(llvm::Function *Shadow, llvm::FunctionAnalysisManager &FAM);

/// What part of its iterations the nest may execute before the driver is
/// called, or executes anything, as a divisor; or 0. A throw in them leaves at
/// once, while the first chunk is executed to its end and undone, and rows are
/// copied as a whole (gemm LARGE: 5 ms, covariance MEDIUM: 0.1 ms). If there
/// are as many, the driver is not called before the first one.
uint64_t getLeaveDivisor(const ESCoP &E, const Plan &P);

/// May the driver be called behind iterations that the nest executed?
bool mayBeginLater(const ESCoP &E, const Plan &P);

} // namespace polly::escop

#endif // POLLY_ESCOP_POLICY_H
