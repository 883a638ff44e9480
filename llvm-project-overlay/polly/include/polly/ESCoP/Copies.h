//===- polly/ESCoP/Copies.h - Copies of a nest ------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow, inspector and other copies of a nest in functions of their own.
//
//===----------------------------------------------------------------------===//

#ifndef POLLY_ESCOP_COPIES_H
#define POLLY_ESCOP_COPIES_H

#include "polly/ESCoP/Nest.h"
#include "polly/ESCoP/Runtime.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class AAResults;
class AssumptionCache;
class PostDominatorTree;
} // namespace llvm

namespace polly::escop {

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// What some instructions of a nest depend on: Slicer.
struct Slice {
  /// The instructions that decide which instances there are, and their operands.
  llvm::SmallPtrSet<const llvm::Instruction *, 32> Instructions;
  /// Loops of which the first iteration is enough.
  llvm::SmallPtrSet<const llvm::Loop *, 4> Reduced;
};

class Slicer {
  const llvm::Loop *Nest;
  const llvm::LoopInfo &LI;
  llvm::PostDominatorTree &PDT;
  llvm::function_ref<bool(const llvm::Instruction &)> Contains;
  Slice &S;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> Ignored;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> LiveBlocks;
  /// Live blocks whose control dependences have not been visited yet.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> NewBlocks;
  llvm::SmallVector<llvm::Instruction *, 32> Worklist;

  void markBlockLive(llvm::BasicBlock *BB);
  const llvm::Loop *getLatchLoop(const llvm::Instruction *Term) const;
  void visit(llvm::Instruction *I);
  void visitControlDependences();

public:
  /// Slices @p Nest into @p S, as far as @p Contains says that an instruction
  /// is in it. Its loops are reduced unless they have to be executed.
  Slicer(const llvm::Loop *Nest, const llvm::LoopInfo &LI,
         llvm::PostDominatorTree &PDT,
         llvm::function_ref<bool(const llvm::Instruction &)> Contains,
         Slice &S);

  /// Nothing depends on @p Branch: it goes one way.
  void ignore(const llvm::Instruction *Branch) { Ignored.insert(Branch); }
  void markLive(llvm::Value *V);
  /// Keep @p I, of which only @p Operands matter.
  void addRoot(llvm::Instruction *I, llvm::ArrayRef<llvm::Value *> Operands);
  void run();
};

/// Let the copy of @p L that @p VMap leads to execute its first iteration only.
void reduceToFirstIteration(const llvm::Loop &L, llvm::ValueToValueMapTy &VMap);

/// Reduce the copy of @p Blocks that @p VMap leads to to @p S: loops that are
/// reduced run once, and what is neither in the slice nor one that @p IsKept
/// goes away.
void keepSlice(const Slice &S, llvm::ArrayRef<llvm::BasicBlock *> Blocks,
               llvm::ValueToValueMapTy &VMap,
               llvm::function_ref<bool(const llvm::Instruction &)> IsKept);

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

//===----------------------------------------------------------------------===//
// Outlined functions
//===----------------------------------------------------------------------===//

/// Declare an internal function for a copy or a part of the nest, with the
/// attributes of the nest's function as far as they apply.
llvm::Function *createOutlinedFunction(const ESCoP &E, llvm::Type *RetTy,
                                       llvm::ArrayRef<llvm::Type *> Params,
                                       llvm::StringRef Suffix);

/// The number of arguments that shadow and bounds have in common.
inline unsigned getNumBoundsArgs(const ESCoP &E) {
  return E.LiveIns.size() + E.State.size() + 2;
}

/// The parameter types that stand for the live-ins, and for the state.
llvm::SmallVector<llvm::Type *, 16> getLiveInTypes(const ESCoP &E);
llvm::SmallVector<llvm::Type *, 4> getStateTypes(const ESCoP &E);

/// The memory through which the nest's function, the driver and the shadow
/// exchange the state and the live-outs, in the nest's frame. If the nest
/// resumes, two numbers of iterations (i64) follow: that the driver executed, and
/// that the nest is to execute before it calls the driver again (0: all).
llvm::StructType *getFrameType(const ESCoP &E);

/// Loads of a nest, and what stands for each in a copy, also when that has been
/// simplified; null if nothing does.
using CopiedLoads =
    llvm::SmallVector<std::pair<llvm::LoadInst *, llvm::WeakTrackingVH>, 8>;

/// Build the shadow of @p E:
///
///   i8 shadow(live-ins…, state…, i64 N, ptr Frame)
///
/// executes N >= 1 iterations of the outermost loop without abnormal exits. If
/// @p Chunked, they begin with the given state, otherwise with the nest's first
/// iteration. If @p Markers, each guard is kept as a call of the guard marker,
/// otherwise the guards are erased. If @p Speculative, facts that may depend on a
/// guard are dropped. The nest's loads, and what they are in the shadow, are
/// stored in @p Loads, if given.
llvm::Function *buildShadow(const ESCoP &E, bool Chunked, bool Markers,
                            bool Speculative, CopiedLoads *Loads = nullptr);

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

/// Compute the results of arithmetic of @p Shadow, and whether it overflows,
/// each by itself: there are no vectors of both.
void expandOverflows(llvm::Function &Shadow,
                     llvm::FunctionAnalysisManager &FAM);

/// Replace @p Or, an addition without carries, by one that ScalarEvolution
/// knows to be one without its flag.
void replaceByAddition(llvm::PossiblyDisjointInst &Or);

/// Canonicalise @p Shadow so that Polly and the vectorisers see what they see
/// of a throw-free nest. \returns whether PHIs became loads, which is done only
/// if @p ReloadCells.
bool canonicaliseShadow(llvm::Function &Shadow, bool ReloadCells,
                        llvm::FunctionAnalysisManager &FAM);

/// How a value depends on another one of the same iteration.
struct Dependence {
  bool Any = false;
  /// On one of two integers that a condition selects.
  bool IsSelected = false;
};
Dependence findDependence(const llvm::Value *Of, const llvm::Value *On,
                          const llvm::Loop &L);

/// Let SelectsPass look at @p F.
void keepSelects(llvm::Function *F);

/// Keeps selects that are part of a recurrence from becoming branches:
/// Selects.cpp. To be run last.
struct SelectsPass : llvm::PassInfoMixin<SelectsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

/// A load of what a store of the same loop stored so many iterations before, in
/// each iteration.
struct ForwardedLoad {
  llvm::LoadInst *Load;
  llvm::StoreInst *Store;
  unsigned Distance;
  /// Whether what is stored depends on what is loaded in the same iteration.
  bool IsRecurrence = false;
};

/// Find such loads of @p L, an innermost loop. Accesses by different base
/// pointers do not overlap unless they @p MayOverlap.
llvm::SmallVector<ForwardedLoad, 4>
findForwardedLoads(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                   const llvm::DominatorTree &DT, bool MayOverlap);

/// Let iterations of @p L hand on what later ones load, as far as that is
/// found.
/// \returns whether @p L was changed, of which the first iterations are in
/// front of it then.
bool forwardStores(llvm::Loop &L, llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                   llvm::DominatorTree &DT, llvm::AssumptionCache &AC,
                   bool MayOverlap);

/// Move loads from one address out of the loops of @p Shadow, a function without
/// abnormal exits, where no store of the loop meets them. For the vectorisers;
/// Polly would have to carry the values.
void hoistLoads(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

/// A loop that is executed in two parts.
struct SplitLoop {
  llvm::BasicBlock *Header;
  /// Whether the iteration between them is known not to be one in front of the
  /// loop's first.
  bool Meets;
};

/// Execute the innermost loops of @p Shadow of which one iteration stores to
/// what each of them reads in two parts, behind that and before. \returns
/// these. For the loop vectoriser.
llvm::SmallVector<SplitLoop, 2>
splitAtStores(llvm::Function &Shadow, llvm::FunctionAnalysisManager &FAM);

} // namespace polly::escop

#endif // POLLY_ESCOP_COPIES_H
