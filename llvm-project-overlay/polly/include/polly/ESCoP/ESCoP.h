//===- polly/ESCoP/ESCoP.h - Exception-safe SCoPs ---------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects that the stages of exception-safe tiling hand to each other.
//
// A *nest* is a natural loop with everything in it. It is an *ESCoP* if it has
// one entry, one normal exit edge (out of its latch) and any number of abnormal
// exit edges, and if it becomes a static control part once the abnormal exit
// edges are erased (section 3.1 of "Loop Tiling in the Presence of Exceptions",
// ECOOP 2015). lib/ESCoP/Pipeline.cpp lists the stages; docs/Glossary.md of the
// project defines the words.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_ESCOP_H
#define POLLY_ESCOP_ESCOP_H

#include "polly/ESCoP/Runtime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>
#include <string>

namespace llvm {
class AAResults;
class DominatorTree;
class OptimizationRemarkEmitter;
class PostDominatorTree;
} // namespace llvm

namespace polly::escop {

class DriverCounts;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

/// Why a nest is left alone. Reasons.def holds the key and the texts of each.
enum class Reason {
#define ESCOP_REASON(ENUM, KEY, WHAT, REMEDY) ENUM,
#include "polly/ESCoP/Reasons.def"
};

/// A nest that is left alone: the reason, the place and what stands there.
struct Reject {
  Reason Why;
  llvm::DebugLoc Loc;
  std::string Detail;

  /// The place is that of @p At, or of an instruction near it that has one.
  Reject(Reason Why, const llvm::Instruction *At = nullptr,
         llvm::Twine Detail = "");
};

/// The reason's key, as the user's manual lists it.
llvm::StringRef getReasonKey(Reason Why);

/// Which policy of the design the user asked for.
enum class Mode { Naive, Optimized };

/// How the nest stays exact, and who optimises its shadow.
enum class Scheme { Inspect, Speculate };
enum class Optimiser { Polly, Plain };

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// Is there a call in a loop of @p F that prepareFunction inlines, and that may
/// throw?
bool hasInlinableExit(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Calls of math functions that may set errno, and the calls that stand for
/// them where they do not.
using MathCalls =
    llvm::SmallVector<std::pair<llvm::CallInst *, llvm::CallInst *>, 8>;

/// Bring the loops of @p F into the form that detection expects: callees that
/// are in the way inlined, the exit of known trip count at the latch,
/// invariants in front of the nest, math functions without errno.
MathCalls prepareFunction(llvm::Function &F,
                          llvm::FunctionAnalysisManager &FAM);

/// Put the calls where those are that stand for them: these set errno, too,
/// which passes after us do not know.
void restoreMathCalls(const MathCalls &Calls);

/// Does the C library of @p M's target have __errno_location?
bool hasErrnoLocation(const llvm::Module &M);

/// Does @p I call a math function whose errno does not matter (Prepare.cpp)? It
/// is safe to execute at any time.
bool isMathCallWithoutErrno(const llvm::Instruction &I);

//===----------------------------------------------------------------------===//
// Detection
//===----------------------------------------------------------------------===//

/// The conditional branch in front of an abnormal exit edge.
struct Guard {
  llvm::BranchInst *Branch;
  /// The successor of Branch that is not executed unless the guard fires.
  unsigned ExitSucc;

  llvm::BasicBlock *getExit() const { return Branch->getSuccessor(ExitSucc); }
};

/// A load of a row's pointer, of the entry whose number is Index and the sum of
/// the counters of Loops.
struct RowLoad {
  llvm::LoadInst *Load;
  llvm::SmallVector<const llvm::Loop *, 2> Loops;
  int64_t Index;
};

/// The pointers at one place in all entries of a table.
struct RowPointer {
  /// Bytes from the entry's begin.
  uint64_t Place = 0;
  llvm::SmallVector<RowLoad, 2> Loads;
  /// What stands for the bytes from the table's first pointer to this one; null
  /// for the former.
  llvm::Instruction *Offset = nullptr;
};

/// A table of rows, or of structures that hold pointers to rows: Rows.cpp.
struct RowTable {
  /// The address of entry 0, which may be in the middle of the table, is Offset
  /// bytes behind Base, or what that stands for.
  llvm::Value *Base = nullptr;
  const llvm::SCEV *Offset = nullptr;
  /// Bytes from one entry to the next, and of an element of a row.
  uint64_t Step = 0, ElementSize = 0;
  /// The first entry that is loaded, and how many there are at most from there
  /// on, modulo 2^64.
  int64_t FirstIndex = 0;
  const llvm::SCEV *Entries = nullptr;
  llvm::SmallVector<RowPointer, 2> Pointers;
  /// What stands for the row of that entry, and for the number of elements from
  /// one row to the next (i64).
  llvm::Instruction *First = nullptr, *Distance = nullptr;
};

/// How a nest looks if its rows lie at equal distances.
struct RowView {
  llvm::SmallVector<RowTable, 4> Tables;
  /// The tables' loads, which the copies do without.
  llvm::SmallVector<llvm::LoadInst *, 8> Loads;
  /// What stands for the bytes from one pointer of each row to another one, and
  /// their Offsets.
  llvm::SmallVector<
      std::tuple<llvm::Instruction *, llvm::Instruction *, llvm::Instruction *>,
      4>
      Sizes;
  /// The nest's values that were replaced, by what they were replaced with.
  llvm::MapVector<llvm::Instruction *, llvm::Instruction *> Originals;
  /// What stands for hoisted values in Entries and Trips.
  llvm::SmallDenseMap<llvm::Instruction *, llvm::Instruction *> Hoisted;
  /// Iterations of the inner loops, at most.
  llvm::SmallVector<const llvm::SCEV *, 4> Trips;
  /// Those in ESCoP::Hoisted that do not depend on rows.
  unsigned NumHoisted = 0;
  /// Everything that stands for something; in the preheader.
  llvm::SmallVector<llvm::Instruction *, 8> Placeholders;
};

/// A nest whose shape is understood. Refers to the nest's own IR, of which
/// nothing has been changed but what restoreRows changes back.
struct ESCoP {
  llvm::Function *F = nullptr;
  llvm::Loop *L = nullptr;
  /// The latch's terminator, one successor of which is the header, the other
  /// the target of the normal exit edge.
  llvm::BranchInst *NormalExit = nullptr;
  /// The blocks that are executed while no guard fires, header first; the
  /// others are the part of the cold region that lies in the nest.
  llvm::SmallSetVector<llvm::BasicBlock *, 16> Blocks;
  llvm::SmallVector<Guard, 4> Guards;
  /// Whether the nest may go on after it executed iterations itself. Found by
  /// detect: a guard may fire and not leave it, as an exception is caught in it
  /// or an inner loop is left. From the plan on also where mayLeaveFirstToNest.
  bool Resumes = false;
  /// Whether a load is hoisted that only the first iteration is known to
  /// execute: the driver must not be called behind it.
  bool HoistedForFirst = false;
  /// Whether a copy of the nest may change errno, which the nest does not.
  bool SetsErrno = false;
  /// Number of different blocks that abnormal exit edges lead to.
  unsigned NumExits = 0;
  unsigned Depth = 0;
  /// Backedge-taken count of the outermost loop, if no guard fires.
  const llvm::SCEV *BackedgeTakenCount = nullptr;
  /// No more iterations than that are executed by a shadow call (64 bits).
  llvm::APInt MaxTripCount;

  /// PHIs of the outermost header: what an iteration hands to the next.
  llvm::SmallVector<llvm::PHINode *, 4> State;
  /// Loads of the nest from addresses that do not change in it, and arithmetic
  /// on them, operands first: in front of the nest their values are the same,
  /// provided that the nest does not write there, which the footprint checks.
  llvm::SmallSetVector<llvm::Instruction *, 8> Hoisted;
  /// Instructions that compute what one in Hoisted does: two loads from an
  /// address, PHIs of them. Were they two parameters, an array would have two
  /// bases. If the twin is a load in front of the nest, one in Hoisted may have
  /// it; whether they are equal is found out when the nest is entered.
  llvm::SmallDenseMap<const llvm::Instruction *, llvm::Instruction *>
      HoistedTwins;
  /// Other PHIs of the outermost header, each of which has the value of its
  /// twin in every iteration if it has in the first: what was loaded in front
  /// of the nest is loaded again in each iteration, for the next one.
  llvm::SmallVector<llvm::PHINode *, 2> Steady;
  /// Values in front of the nest, or Hoisted, that its copies get as parameters.
  llvm::SmallVector<llvm::Value *, 8> LiveIns;
  /// Arithmetic in front of the nest that its copies repeat, operands first.
  llvm::SmallVector<llvm::Instruction *, 8> Recomputed;
  /// Values of the nest that are used behind its normal exit.
  llvm::SmallVector<llvm::Value *, 4> LiveOuts;

  /// Guards whose first instances are evaluated before hoisted loads, with the
  /// number of instructions in Hoisted that come before each.
  llvm::SmallVector<std::pair<Guard, unsigned>, 2> HoistedGuards;
  RowView Rows;
  bool isHoisted(const llvm::Instruction *I) const {
    return Hoisted.contains(const_cast<llvm::Instruction *>(I)) ||
           HoistedTwins.contains(I);
  }
  /// The value that stands for @p V in the copies of the nest.
  llvm::Value *getRepresentative(llvm::Value *V) const {
    auto It = HoistedTwins.find(llvm::dyn_cast<llvm::Instruction>(V));
    return It == HoistedTwins.end() ? V : It->second;
  }
  bool contains(const llvm::Instruction *I) const {
    return Blocks.contains(const_cast<llvm::BasicBlock *>(I->getParent()));
  }
  bool contains(const llvm::Loop *Inner) const {
    return Blocks.contains(Inner->getHeader());
  }
  llvm::BasicBlock *getNormalExitBlock() const {
    return NormalExit->getSuccessor(
        NormalExit->getSuccessor(0) == L->getHeader() ? 1 : 0);
  }
  /// The state's values when the nest is entered from its preheader.
  llvm::Value *getStart(const llvm::PHINode *PHI) const {
    return PHI->getIncomingValueForBlock(L->getLoopPreheader());
  }
  llvm::Value *getNext(const llvm::PHINode *PHI) const {
    return PHI->getIncomingValueForBlock(L->getLoopLatch());
  }
};

/// Does @p L, or a loop in it, have an exit edge other than its normal one?
bool hasAbnormalExit(const llvm::Loop &L);

/// Is @p I there for analyses or profiles only? Copies of a nest go without.
bool isWithoutEffect(const llvm::Instruction &I);

/// May @p I write what the nest, or its program, reads? Lifetime markers and
/// what is without effect count as writes for LLVM only.
bool mayWriteData(const llvm::Instruction &I);

/// What ScalarEvolution knows of @p V, as an integer if it is a pointer; may be
/// SCEVCouldNotCompute.
const llvm::SCEV *getIntegerSCEV(llvm::Value *V, llvm::ScalarEvolution &SE);

/// Does @p I ask for the stack frame, which is another one in another function?
bool isOfFrame(const llvm::Instruction &I);

/// If @p L, which has no abnormal exit, is a counted nest of loops with a call
/// that may throw: why it is left alone.
std::optional<Reject> findCallThatMayThrow(const llvm::Loop &L,
                                           llvm::ScalarEvolution &SE);

/// Let the nest compute rows that it loads from tables, until restoreRows. Only
/// behind collectHoisted.
void collectRows(ESCoP &E, llvm::FunctionAnalysisManager &FAM);
void restoreRows(ESCoP &E);

/// Understand @p L as an ESCoP or say why not; if @p Rows, after collectRows.
std::optional<Reject> detect(llvm::Loop &L,
                             llvm::FunctionAnalysisManager &FAM, ESCoP &E,
                             bool Rows);

//===----------------------------------------------------------------------===//
// Inspect
//===----------------------------------------------------------------------===//

/// Indices of guards.
using GuardSet = llvm::SmallSet<unsigned, 8>;

/// What some instructions of a nest depend on: lib/ESCoP/Slice.h.
struct Slice {
  /// The instructions that decide which instances there are, and their operands.
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Instructions;
  /// Loops of which the first iteration is enough.
  llvm::SmallPtrSet<const llvm::Loop *, 4> Reduced;
};

/// What the guards of a nest depend on; its instances are the reduced guard
/// domain.
struct GuardSlice : Slice {
  /// Guards that are known not to fire when the slice is executed.
  GuardSet Resolved;
  llvm::SmallVector<llvm::LoadInst *, 4> Loads;
  /// Number of loops around the slice's instructions that remain, at most.
  unsigned Depth = 0;
  /// Pairs of a guard's load and a write of the nest, which the compiler can't
  /// tell apart; the inspector is exact only if they do not overlap.
  bool NeedsDisjointness = false;
};

/// Compute the slice of the guards that are not in @p Resolved. \returns false
/// if such a guard may read what the nest writes.
bool sliceGuards(const ESCoP &E, const GuardSet &Resolved, llvm::LoopInfo &LI,
                 llvm::PostDominatorTree &PDT, llvm::AAResults &AA,
                 GuardSlice &Slice);

/// Does a sanitizer observe the accesses of @p F?
bool isObserved(const llvm::Function &F);

/// Is every operation of the nest safe to execute in an iteration that the nest
/// would not have reached, given that its accesses are valid?
std::optional<Reject> checkSpeculatable(const ESCoP &E);

//===----------------------------------------------------------------------===//
// Outlined functions
//===----------------------------------------------------------------------===//

/// The memory through which the nest's function, the driver and the shadow
/// exchange the state and the live-outs, in the nest's frame. If the nest
/// resumes, two numbers of iterations (i64) follow: that the driver executed, and
/// that the nest is to execute before it calls the driver again (0: all).
llvm::StructType *getFrameType(const ESCoP &E);

/// Build the shadow of @p E:
///
///   i8 shadow(live-ins…, state…, i64 N, ptr Frame)
///
/// executes N >= 1 iterations of the outermost loop without abnormal exits. If
/// @p Chunked, they begin with the given state, otherwise with the nest's first
/// iteration. If @p Markers, each guard is kept as a call of the guard marker,
/// otherwise the guards are erased. If @p Speculative, facts that may depend on a
/// guard are dropped.
llvm::Function *buildShadow(const ESCoP &E, bool Chunked, bool Markers,
                            bool Speculative);

/// Remove the markers of the guards @p Resolved.
void eraseGuardMarkers(llvm::Function &Shadow, const GuardSet &Resolved);

/// Replace the guard markers in @p Shadow by local flags, any of which is
/// returned as SS_Flagged. What a flag looks like depends on the target.
void lowerGuardMarkers(llvm::Function &Shadow,
                       llvm::FunctionAnalysisManager &FAM);

/// Build the inspector of @p E:
///
///   i64 inspector(live-ins…, state…, i64 N)
///
/// returns the first of the N iterations of the outermost loop in which a guard
/// fires, or N. They begin with the given state, if @p Chunked, otherwise with
/// the nest's first iteration.
llvm::Function *buildInspector(const ESCoP &E, const GuardSlice &Slice,
                               bool Chunked);

//===----------------------------------------------------------------------===//
// Footprint
//===----------------------------------------------------------------------===//

/// An array that the shadow accesses: all accesses with one base pointer.
struct Array {
  /// The base pointer: a global, or else the shadow's argument of that number.
  llvm::GlobalVariable *Global = nullptr;
  unsigned ArgNo = 0;
  bool Read = false;
  bool Written = false;
  /// Whether the addresses of consecutive outermost iterations are a common
  /// distance apart, other than zero.
  bool HasStride = false;
  /// The size in bytes of the static object that Base points to, whose bounds
  /// are checked; otherwise 0.
  uint64_t ObjectSize = 0;
  /// The shadow's argument for the base of a written array, if that may be one
  /// of a copy (Sharing.cpp).
  std::optional<unsigned> BaseArg;
  /// Whether the nest reads no element of it but those that it writes.
  bool ReadsOnlyWritten = true;

  bool mayLeaveObject() const { return Written && !ObjectSize; }
  /// The base, if the shadow is called with @p Args.
  llvm::Value *getBase(llvm::ArrayRef<llvm::Value *> Args) const {
    return Global ? Global : Args[ArgNo];
  }
};

/// Fields of the bounds of one array: the addresses where begins and ends what
/// iterations access, the same of what they write, and the array's stride in
/// bytes.
enum BoundsField {
  BF_Begin,
  BF_End,
  BF_WriteBegin,
  BF_WriteEnd,
  BF_Stride,
  BF_NumFields
};

/// A function that comes to what stores of one array write, element by element:
///
///   i8 copy(live-ins…, state…, i64 N, ptr Offsets)
///
/// copies what the next N iterations write; Offsets holds the CopyOffsets, i64
/// each, which are added to its address. Checkpoint.cpp.
struct WriteCopy {
  unsigned ArrayIdx;
  llvm::Function *Copy;
  /// The same, but what is equal to its old value is not copied. Null if the
  /// nest stores to each element that Copy comes to. Otherwise there are some
  /// that it may store to, depending on what it computes.
  llvm::Function *Commit = nullptr;
  /// Whether the elements depend on what is read from memory.
  bool Reads = false;
  /// Loops around a store in Copy, at most.
  unsigned Depth = 0;
};

/// The arrays that a shadow accesses, and a function that bounds them:
///
///   i8 bounds(live-ins…, state…, i64 N, ptr Bounds)
///
/// stores for each array, as i64, the BoundsFields for the next N iterations,
/// and the number of iterations of innermost loops in one of them, at most.
/// Returns BS_Vouched unless it cannot vouch for them: a size is out of range,
/// an object is left, or two arrays overlap of which one is written.
/// BS_Resolved, which BS_Vouched implies, says that no guard of Resolved fires
/// in these iterations.
struct Footprint {
  llvm::SmallVector<Array, 4> Arrays;
  llvm::SmallVector<WriteCopy, 4> Copies;
  /// Guards whose conditions are affine in the loop counters.
  GuardSet Resolved;
  llvm::Function *Bounds = nullptr;
  /// Arguments that Bounds checks to be in [-2^ParamBits, 2^ParamBits).
  llvm::SmallSetVector<unsigned, 8> CheckedArgs;

  /// Where in what Bounds stores the work is.
  unsigned getWorkField() const { return Arrays.size() * BF_NumFields; }
  unsigned getNumFields() const { return getWorkField() + 1; }
  /// Erase the functions.
  void erase(llvm::FunctionAnalysisManager &FAM);
};

/// Parameters and trip counts beyond 2^40 are not vouched for.
constexpr unsigned ParamBits = 40;

/// Compute the footprint of @p Shadow (see buildShadow).
std::optional<Reject> computeFootprint(const ESCoP &E, llvm::Function &Shadow,
                                       llvm::FunctionAnalysisManager &FAM,
                                       Footprint &FP);

/// Build the Copies of @p FP from @p Shadow, of which the footprint is, and which
/// has no exits. Rejects if what it writes cannot be found without executing it.
std::optional<Reject> buildCopies(llvm::Function &Shadow, Footprint &FP,
                                  llvm::FunctionAnalysisManager &FAM);

/// Give @p Shadow what the footprint's run-time check proves: array bases
/// become `noalias` arguments. If @p Chunked, each base with a common stride is
/// replaced by a further argument, which points to the chunk's first iteration.
/// If the nest may have executed iterations itself (@p BeginsLater), that
/// needs state that is affine in their number in the nest, too.
/// @p Shadow is replaced by a function with these further arguments.
/// \returns the indices of the arrays that got a further argument, in order.
llvm::SmallVector<unsigned, 4>
specialiseShadow(const ESCoP &E, llvm::Function *&Shadow, Footprint &FP,
                 bool Chunked, bool BeginsLater,
                 llvm::FunctionAnalysisManager &FAM);

//===----------------------------------------------------------------------===//
// Policy
//===----------------------------------------------------------------------===//

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
  /// If the nest is speculated: who may see that iterations are executed ahead.
  Sharing Share = Sharing::Ask;
  /// Whether chunks can work on copies of the written arrays.
  bool CanBePrivate = false;
  /// Fields of the frame that point into an array, or into its copy.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> MovedFields;
  /// Whether the driver may call malloc, free and madvise, and save errno.
  bool HasRuntime = false;
};

/// Decide whether chunks of @p P work in place, and let its shadow take the bases
/// of the written arrays as arguments, so that they may be those of copies.
std::optional<Reject> decideSharing(const ESCoP &E, Plan &P,
                                    llvm::FunctionAnalysisManager &FAM);

/// Canonicalise @p Shadow so that Polly and the vectorisers see what they see
/// of a throw-free nest. \returns whether PHIs became loads, which is done only
/// if @p ReloadCells.
bool canonicaliseShadow(llvm::Function &Shadow, bool ReloadCells,
                        llvm::FunctionAnalysisManager &FAM);

/// Optimise P.Shadow by Polly or leave it to the standard pipeline, whichever
/// the cost model prefers. Rejects if neither promises a gain.
std::optional<Reject> optimiseShadow(const ESCoP &E, Plan &P,
                                     llvm::FunctionAnalysisManager &FAM);

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

/// May the driver leave the first iteration to the nest, and be called again
/// behind it? A throw in it leaves at once, while the first chunk is executed
/// to its end and undone (gemm LARGE: 5 ms, covariance MEDIUM: 0.1 ms).
bool mayLeaveFirstToNest(const ESCoP &E, const Plan &P);

/// May the driver be called behind iterations that the nest executed?
bool mayBeginLater(const ESCoP &E, const Plan &P);

/// Build the driver of @p P:
///
///   i1 driver(live-ins…, i64 N, i64 Start, ptr Frame)
///
/// executes the first c of N iterations and leaves the state in Frame; returns
/// whether c == N, in which case the live-outs are there as well. Start
/// iterations of the nest have been executed before.
llvm::Function *buildDriver(const ESCoP &E, const Plan &P,
                            const DriverCounts &Counts);

/// Put a call of @p Driver in front of the nest. The only step that changes the
/// nest's function. \returns the block of the call.
llvm::BasicBlock *spliceDriver(const ESCoP &E, llvm::Function &Driver,
                               const DriverCounts &Counts,
                               llvm::FunctionAnalysisManager &FAM);

//===----------------------------------------------------------------------===//
// Guard markers
//===----------------------------------------------------------------------===//

/// The guard marker, `void escop.guard(i1)`: a root of its statement, no memory
/// access and no scalar definition; its effects commute and are idempotent.
llvm::Function *getGuardMarker(llvm::Module &M);
bool isGuardMarker(const llvm::Instruction &I);
/// The read marker, `void escop.read(ptr, i64)`: stands for a Hoisted load until
/// the footprint is known.
llvm::Function *getReadMarker(llvm::Module &M);
bool isReadMarker(const llvm::Instruction &I);
void eraseReadMarkers(llvm::Function &F);
/// The index of the guard that @p Marker stands for.
unsigned getGuardIndex(const llvm::Instruction &Marker);

} // namespace polly::escop

#endif // POLLY_ESCOP_ESCOP_H
