//===- polly/ESCoP/Nest.h - Exception-safe SCoPs ----------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *nest* is a natural loop with everything in it. It is an *ESCoP* if it has
// one entry, one normal exit edge (out of its latch) and any number of abnormal
// exit edges, and if it becomes a static control part once the abnormal exit
// edges are erased (section 3.1 of "Loop Tiling in the Presence of Exceptions",
// ECOOP 2015). docs/Glossary.md of the project defines the words.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_NEST_H
#define POLLY_ESCOP_NEST_H

#include "polly/ESCoP/Support.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace polly::escop {

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// What is inlined in place of a callee: what it does unless there is an error.
struct HotPath {
  /// Null if there is none.
  llvm::Function *Fn = nullptr;
  unsigned Size = 0;
  /// Whether it may end in another way than by returning, and whether it may
  /// return behind a cold block.
  bool HasExits = false, Resumes = false;
  bool HasLoops = false;
  /// Whether it writes to memory where it may still return.
  bool Writes = false;
  /// Whether no other compiler's copies of what it was made of may be linked.
  bool IsExact = true;
};

/// The hot paths of the callees of a module, which are made when they are asked
/// for, and erased in the end.
class HotPaths {
  llvm::FunctionAnalysisManager &FAM;
  llvm::DenseMap<const llvm::Function *, HotPath> Made;
  /// How many are being made.
  unsigned Chain = 0;

  HotPath make(llvm::Function &Callee);

public:
  explicit HotPaths(llvm::FunctionAnalysisManager &FAM) : FAM(FAM) {}
  HotPaths(const HotPaths &) = delete;
  ~HotPaths();
  /// What can be inlined in place of what @p Call calls.
  HotPath get(const llvm::CallBase &Call);
};

/// Is there a call in a loop of @p F that prepareFunction inlines, and that is a
/// guard then?
bool hasInlinableExit(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                      HotPaths &Paths);

/// Inline the hot paths of what the loops of @p F call, if a nest would be
/// declined because of the call; if @p OnlyChecks, only of those callees that do
/// not return where there is an error. \returns whether there were any.
bool inlineAccessors(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                     HotPaths &Paths, bool OnlyChecks);

/// Calls of math functions that may set errno, and the calls that stand for
/// them where they do not.
using MathCalls =
    llvm::SmallVector<std::pair<llvm::CallInst *, llvm::CallInst *>, 8>;

/// Bring the loops of @p F into the form that detection expects: callees that
/// are in the way inlined, the exit of known trip count at the latch,
/// invariants in front of the nest, math functions without errno.
MathCalls prepareFunction(llvm::Function &F,
                          llvm::FunctionAnalysisManager &FAM, HotPaths &Paths);

/// Is @p L a copy that prepareFunction made for counters that go round?
bool mayGoRound(const llvm::Loop &L);

/// Let ends of the loops of @p F be computed as narrow as they would be without
/// what else uses them now: NarrowEnds.cpp.
void narrowEnds(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// Put the calls where those are that stand for them: these set errno, too,
/// which passes after us do not know.
void restoreMathCalls(const MathCalls &Calls);

//===----------------------------------------------------------------------===//
// Detection
//===----------------------------------------------------------------------===//

/// Indices of guards.
using GuardSet = llvm::SmallSet<unsigned, 8>;

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
  /// or an inner loop is left. From the plan on also where getLeaveDivisor is
  /// not 0.
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
  /// Whether that is 0, too, where the loop steps over its end.
  bool MayMissEnd = false;
  /// Whether the nest ends by a guard rather than by its normal exit, which is
  /// an error: that guard always fires.
  bool EndsElsewhere = false;
  /// No more iterations than that are executed by a shadow call (64 bits): what
  /// the nest has at most, or MostTripCount.
  llvm::APInt MaxTripCount;

  /// PHIs of the outermost header: what an iteration hands to the next.
  llvm::SmallVector<llvm::PHINode *, 4> State;
  /// State that is the value of an earlier one in each iteration, plus a
  /// constant: by index, which one and the constant.
  llvm::SmallDenseMap<unsigned, std::pair<unsigned, int64_t>, 2> DerivedState;
  /// Loads of the nest from addresses that do not change in it, and arithmetic
  /// on them, operands first: in front of the nest their values are the same,
  /// provided that the nest does not write there, which the footprint checks.
  llvm::SmallSetVector<llvm::Instruction *, 8> Hoisted;
  /// Loads in Hoisted that the nest may not come to: sizes, and pointers to
  /// elements, behind a guard or an inner loop. Whether they may be executed is
  /// asked when the nest is entered.
  llvm::SmallPtrSet<const llvm::Instruction *, 4> Probed;
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
  /// Sets of loads of the nest that not every iteration makes. The driver is
  /// told the address of the last one of each set that was made, or NeverLoaded.
  llvm::SmallVector<llvm::SmallVector<llvm::LoadInst *, 2>, 2> Tracked;
  static constexpr uint64_t NeverLoaded = -1;

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

/// Does it only matter of @p PHI whether it is 0? InstCombine makes 1 of what is
/// known not to be.
bool isComparedWith0Only(const llvm::PHINode &PHI);

/// Is there a guard in @p L, and not in a loop in it: an abnormal exit, or a call
/// with effects that not every iteration comes to?
bool hasGuards(const llvm::Loop &L, const llvm::LoopInfo &LI,
               const llvm::DominatorTree &DT);

/// If @p L, which has no guard, is a counted nest of loops with a call that may
/// throw: why it is left alone.
std::optional<Reject> findCallThatMayThrow(const llvm::Loop &L,
                                           llvm::ScalarEvolution &SE);

/// What is found in front of a nest: nothing; what does not change in it; or
/// rows, too, which it computes then instead of loading them from tables, until
/// restoreRows.
enum class LoadedAhead { Nothing, Steady, Rows };

/// Understand @p L as an ESCoP or say why not.
std::optional<Reject> detect(llvm::Loop &L, llvm::FunctionAnalysisManager &FAM,
                             ESCoP &E, LoadedAhead Ahead);

/// May the function return, or the nest go on, behind @p G's exit, and not only
/// where an exception is caught or behind a cold call? What such a guard asks
/// is no error, but what the loop searches for: it will fire.
bool endsSearch(const Guard &G);

/// Let the nest load its rows from tables again.
void restoreRows(ESCoP &E);

/// Is every operation of the nest safe to execute in an iteration that the nest
/// would not have reached, given that its accesses are valid?
std::optional<Reject> checkSpeculatable(const ESCoP &E);

} // namespace polly::escop

#endif // POLLY_ESCOP_NEST_H
